"""Arguments against the tool's schema (SPEC 7, last point): only to report, and never a remote reference.

``jsonschema`` does the checking.  Most schemas are simple, though, and most arguments right: a small check of our
own says so first, without importing it.
"""

from __future__ import annotations

from typing import Any

from minimax_grammar.values.quick import SILENT, TYPES, Check, compile_check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.tools import Tool
    from minimax_grammar.values.deep import Validator

__all__ = ["Contract", "check"]

_MAX_FINDINGS = 20
_MAX_NAME = 60
_FRAME = frozenset({"$schema", "$defs", "definitions"})
"""Words of a whole schema that refuse nothing by themselves."""
_PLAIN = SILENT | _FRAME | {"type", "properties", "required", "additionalProperties"}


def check(arguments: dict[str, Any], tool: Tool) -> list[tuple[str, str]]:
    """What the schema of ``tool`` finds wrong with ``arguments``: rules and messages, at most 20.  Never raises."""
    return tool.contract.check(arguments)


class Contract:
    """What a tool's schema asks of arguments."""

    __slots__ = (
        "_checks",
        "_deep",
        "_kinds",
        "_name",
        "_needed",
        "_open",
        "_patterns",
        "_properties",
        "_quick",
        "_required",
        "_schema",
    )

    def __init__(self, name: str, schema: object) -> None:
        """``name`` is that of the tool, ``schema`` its ``parameters``, whatever they are."""
        self._name = name
        self._schema = True if schema is None else schema
        self._deep: Validator | None = None
        shape = schema if isinstance(schema, dict) else {}
        properties, patterns = shape.get("properties"), shape.get("patternProperties")
        required, additional = shape.get("required"), shape.get("additionalProperties")
        self._properties: dict[str, Any] = properties if isinstance(properties, dict) else {}
        self._patterns = [key for key in patterns if isinstance(key, str)] if isinstance(patterns, dict) else []
        named = [key for key in required if isinstance(key, str)] if isinstance(required, list) else []
        self._required = list(dict.fromkeys(named))
        self._needed = frozenset(self._required)
        # Whether arguments that are not declared are welcome.
        self._open = (
            additional is True
            or isinstance(additional, dict)
            or "unevaluatedProperties" in shape
            or (additional is not False and not self._properties)
        )
        self._checks = {key: compile_check(rule) for key, rule in self._properties.items()}
        self._quick = _compile_whole(self._schema)
        # The types of which every value of an argument is valid, where no more is asked than that and the names.
        plain = (
            shape.keys() <= _PLAIN
            and _modern(shape)
            and shape.get("type", "object") == "object"
            and isinstance(properties, dict)
            and isinstance(shape.get("additionalProperties", True), bool)
            and ("required" not in shape or self._required == required)
        )
        self._kinds = {key: _kinds(rule) for key, rule in self._properties.items()} if plain else {}

    def check(self, arguments: dict[str, Any]) -> list[tuple[str, str]]:
        """What is wrong with ``arguments``: rules and messages, at most 20.  Never raises."""
        if self._needed <= arguments.keys():
            kinds = self._kinds
            for key, value in arguments.items():
                if type(value) not in kinds.get(key, ()):
                    break
            else:
                if kinds:
                    return []
        findings = self._names(arguments)
        if not self._quick(arguments):
            findings += self._validator().check(arguments)
        return findings[:_MAX_FINDINGS]

    def admits(self, key: str, value: Any) -> bool:
        """Whether ``value`` is valid for the argument ``key``; also True where that cannot be told."""
        check = self._checks.get(key)
        if check is not None and check(value):
            return True
        return self._validator().admits(key, value)

    def _names(self, arguments: dict[str, Any]) -> list[tuple[str, str]]:
        """Which arguments are missing, and which are not declared."""
        findings = [
            ("missing-argument", f"the tool {self._name!r} needs the argument {_short(key)}")
            for key in self._required
            if key not in arguments
        ]
        if self._open or arguments.keys() <= self._properties.keys():
            return findings
        unknown = [key for key in arguments if key not in self._properties]
        if self._patterns:
            unknown = self._validator().unmatched(self._patterns, unknown)
        return findings + [
            ("unknown-argument", f"the tool {self._name!r} declares no argument {_short(key)}{self._hint(key)}")
            for key in unknown[:_MAX_FINDINGS]
        ]

    def _hint(self, key: str) -> str:
        from difflib import get_close_matches

        names = [name for name in self._properties if isinstance(name, str) and len(name) <= _MAX_NAME]
        close = get_close_matches(key[:_MAX_NAME], names, n=3)
        return f"; did you mean {' or '.join(map(repr, close))}?" if close else ""

    def _validator(self) -> Validator:
        if self._deep is None:
            from minimax_grammar.values.deep import Validator  # needs jsonschema

            self._deep = Validator(self._schema)
        return self._deep


def _modern(schema: dict[Any, Any]) -> bool:
    """Whether the words of ``schema`` mean what they mean today."""
    draft = str(schema.get("$schema", ""))[:_MAX_NAME]
    return "draft-03" not in draft and "draft-04" not in draft


def _compile_whole(schema: object) -> Check:
    if not isinstance(schema, dict):
        return compile_check(schema)
    if not _modern(schema):
        return compile_check(False)
    return compile_check({word: rule for word, rule in schema.items() if word not in _FRAME})


def _kinds(schema: object) -> tuple[type, ...]:
    """The Python types of which every value is certainly valid."""
    if isinstance(schema, dict) and schema.keys() - SILENT == {"type"} and isinstance(schema["type"], str):
        return TYPES.get(schema["type"], ())
    return ()


def _short(name: str) -> str:
    return repr(name if len(name) <= _MAX_NAME else name[: _MAX_NAME - 1] + "…")
