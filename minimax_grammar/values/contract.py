"""Arguments against the tool's schema (SPEC 7, last point): only to report, and never a remote reference.

``jsonschema`` does the checking.  Most schemas are simple, though, and most arguments right: a small check of our
own says so first, without importing it.  It answers "certainly valid" or "look closer", nothing else.
"""

from __future__ import annotations

import difflib
from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from minimax_grammar.values.deep import Validator

__all__ = ["Contract"]

_MAX_FINDINGS = 20
_SILENT = frozenset(
    {
        "$comment",
        "$schema",
        "default",
        "deprecated",
        "description",
        "example",
        "examples",
        "readOnly",
        "title",
        "writeOnly",
    }
)
"""Words that say nothing about what is valid."""
_OBJECT_WORDS = _SILENT | {"type", "properties", "required", "additionalProperties", "$defs", "definitions"}


class Contract:
    """What a tool's schema asks of arguments."""

    __slots__ = ("_checks", "_closed", "_deep", "_kinds", "_name", "_properties", "_required", "_schema", "_simple")

    def __init__(self, name: str, schema: object) -> None:
        self._name = name
        self._schema = schema
        self._deep: Validator | None = None
        shape = schema if isinstance(schema, dict) else {}
        properties = shape.get("properties")
        self._properties: dict[str, Any] = properties if isinstance(properties, dict) else {}
        required = shape.get("required")
        self._required = (
            frozenset(key for key in required if isinstance(key, str)) if isinstance(required, list) else frozenset()
        )
        self._closed = not any(
            isinstance(shape.get(word), dict) or shape.get(word) is True
            for word in ("additionalProperties", "patternProperties", "unevaluatedProperties")
        ) and bool(self._properties or shape.get("additionalProperties") is False)
        self._checks = {key: _check(subschema) for key, subschema in self._properties.items()}
        self._kinds = {key: _kinds(subschema) for key, subschema in self._properties.items()}
        self._simple = (
            isinstance(schema, dict)
            and schema.keys() <= _OBJECT_WORDS
            and schema.get("type", "object") == "object"
            and isinstance(required, list | None)
            and isinstance(properties, dict | None)
            and isinstance(schema.get("additionalProperties", True), bool)
            and (required is None or all(isinstance(key, str) for key in required))
        )

    def check(self, arguments: dict[str, Any]) -> list[tuple[str, str]]:
        """What is wrong with ``arguments``: rules and messages, at most 20.  Never raises."""
        if self._simple and self._required <= arguments.keys():
            kinds = self._kinds
            for key, value in arguments.items():
                if type(value) not in kinds.get(key, ()):
                    break
            else:
                return []
        if self._schema is None or self._schema is True or self._schema == {}:
            return []
        findings = self._names(arguments)
        if not self._certainly_valid(arguments):
            findings += self._validator().check(arguments, self._required - arguments.keys())
        return findings[:_MAX_FINDINGS]

    def admits(self, key: str, value: Any) -> bool:
        """Whether ``value`` is valid for the argument ``key``; also True where that cannot be told."""
        check = self._checks.get(key)
        if check is not None and check(value):
            return True
        return self._validator().admits(key, value)

    def _names(self, arguments: dict[str, Any]) -> list[tuple[str, str]]:
        findings = []
        if not self._required <= arguments.keys():
            missing = [key for key in self._required_in_order() if key not in arguments]
            findings += [("missing-argument", f"the tool {self._name!r} needs the argument {key!r}") for key in missing]
        if self._closed and not arguments.keys() <= self._properties.keys():
            for key in arguments:
                if key not in self._properties:
                    close = difflib.get_close_matches(key[:200], self._properties, n=1)
                    hint = f"; did you mean {close[0]!r}?" if close else ""
                    findings.append(
                        ("unknown-argument", f"the tool {self._name!r} declares no argument {_short(key)}{hint}")
                    )
        return findings

    def _required_in_order(self) -> list[str]:
        return [key for key in dict.fromkeys(self._schema["required"]) if isinstance(key, str)]  # type: ignore[index]

    def _certainly_valid(self, arguments: dict[str, Any]) -> bool:
        if not self._simple:
            return False
        checks = self._checks
        for key, value in arguments.items():
            if key in checks:
                check = checks[key]
                if check is None or not check(value):
                    return False
        return True

    def _validator(self) -> Validator:
        if self._deep is None:
            from minimax_grammar.values.deep import Validator

            self._deep = Validator(self._schema)
        return self._deep


def _is_integer(value: Any) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())


_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: type(value) is str,
    "integer": _is_integer,
    "number": lambda value: type(value) in (int, float),
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "array": lambda value: type(value) is list,
    "object": lambda value: type(value) is dict,
}


_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}


def _kinds(schema: object) -> tuple[type, ...]:
    """The Python types of which every value is certainly valid."""
    if isinstance(schema, dict) and schema.keys() - _SILENT == {"type"} and isinstance(schema["type"], str):
        return _PYTHON_TYPES.get(schema["type"], ())
    return ()


def _check(schema: object) -> Callable[[Any], bool] | None:
    """A check that is True only for values that are certainly valid; None if ``schema`` is not simple."""
    if schema is True or schema == {}:
        return lambda value: True
    if not isinstance(schema, dict):
        return None
    words = schema.keys() - _SILENT
    if not words:
        return lambda value: True
    if words == {"type"}:
        return _type_check(schema["type"])
    options = schema.get("enum")
    if words <= {"type", "enum"} and isinstance(options, list):
        strings = frozenset(option for option in options if type(option) is str)
        if "type" in words and schema["type"] != "string":
            return None
        return lambda value: type(value) is str and value in strings
    if words == {"type", "items"} and schema["type"] == "array":
        item = _check(schema["items"])
        if item is not None:
            return lambda value: type(value) is list and all(map(item, value))
    return None


def _type_check(named: object) -> Callable[[Any], bool] | None:
    if isinstance(named, str):
        return _TYPES.get(named)
    if isinstance(named, list) and named and all(isinstance(name, str) and name in _TYPES for name in named):
        checks = [_TYPES[name] for name in named]
        return lambda value: any(check(value) for check in checks)
    return None


def _short(key: str) -> str:
    return repr(key if len(key) <= 60 else key[:59] + "…")
