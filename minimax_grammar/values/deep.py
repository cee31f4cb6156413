"""Checking with ``jsonschema``, made safe for schemas and values nobody vouches for.

No reference leaves the schema.  References, enumerations and searches with patterns are counted, and items are told
apart in linear time, so that no schema can hang the check: it gives up and says so.  What a single search costs cannot
be counted, so that this has a time limit; a pattern that came upon it gets little time from then on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from functools import cache, lru_cache
from itertools import count
from time import perf_counter
from typing import Any

import regex
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.exceptions import SchemaError
from jsonschema.validators import extend, validator_for
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012, specification_with

__all__ = ["Validator"]

_URI = "urn:minimax-grammar:tool"
_PATTERN_SECONDS = 0.5
_SECONDS_A_VALUE = 2e-5
"""How long all patterns may take in one check: so long, and so much longer for every value in what is checked."""
_LITTLE_SECONDS = 0.01
"""How long a search may take with a pattern that took too long before."""
_SEARCHES = 20_000
_SEARCHES_A_VALUE = 2
"""How many searches with patterns may be made in one check, likewise; a search of a long text counts for several."""
_TEXT_A_SEARCH = 1_000
"""How many code points of a text count for one search more."""
_STEPS = 5_000
_STEPS_A_VALUE = 2
"""How many references may be followed in one check: so many, and so many more for every value in what is checked."""
_OPTIONS_A_STEP = 100
"""How many options of an enumeration cost as much as a reference."""
_MAX_MESSAGE = 200
_MAX_SHOWN = 60
_MAX_ERRORS = 20


class _GiveUp(Exception):
    """The schema cannot be used, or the check would take too long."""


class _Budget:
    """What is left for one check."""

    def __init__(self, size: int) -> None:
        """``size`` is the number of values in what is checked."""
        self.steps = _STEPS + _STEPS_A_VALUE * size
        self.searches = _SEARCHES + _SEARCHES_A_VALUE * size
        self.seconds = _PATTERN_SECONDS + _SECONDS_A_VALUE * size
        self.spent: dict[str, float] = {}
        """How many of these seconds each pattern took."""

    def spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise _GiveUp("checking it takes too many steps")

    def search(self, pattern: str, text: str) -> bool:
        """Whether ``pattern`` is found in ``text``."""
        self.searches -= 1 + len(text) // _TEXT_A_SEARCH
        if self.searches < 0:
            raise _GiveUp("checking its patterns takes too many steps")
        try:
            prepared = _prepared(pattern)
        except (regex.error, RecursionError) as error:
            raise _GiveUp(f"{_short(pattern, 60)!r} is no pattern: {error}") from None
        begun = perf_counter()
        try:
            return prepared.search(text, self.seconds)
        except TimeoutError:
            pass
        finally:
            spent = perf_counter() - begun
            self.seconds -= spent
            self.spent[pattern] = self.spent.get(pattern, 0.0) + spent
        # Which pattern it was that was too slow; none if many took their time.
        slowest = max(self.spent, key=self.spent.__getitem__)
        if not prepared.slow and self.spent[slowest] < _PATTERN_SECONDS / 2:
            raise _GiveUp("its patterns take too long together")
        if not prepared.slow:
            pattern = slowest
            _prepared(pattern).slow = True
        raise _GiveUp(f"its pattern {_short(pattern, 60)!r} takes too long")


_budget: ContextVar[_Budget] = ContextVar("budget")


class Validator:
    """The schema of one tool, as a check of its arguments."""

    def __init__(self, schema: object) -> None:
        self._schema = schema
        self._wrong = ""
        try:
            self._registry, self._class = _prepare(schema)
        except SchemaError as problem:
            self._wrong = _short(problem.message)
        except Exception as problem:  # whatever a schema nobody vouches for makes the libraries raise
            self._wrong = _short(str(problem) or type(problem).__name__)

    def check(self, arguments: dict[str, Any]) -> list[tuple[str, str]]:
        """What is wrong with ``arguments``: rules and messages.

        Not what the schema itself says about the names of arguments: that is known without it.
        """
        try:
            errors = self._errors({"$ref": _URI}, arguments)
        except _GiveUp as problem:
            return [("invalid-schema", f"the tool's own schema cannot be used: {problem}")]
        return [
            ("schema-violation", _message(error))
            for error in errors
            if error.schema is not self._schema or error.validator not in ("required", "additionalProperties")
        ]

    def admits(self, key: str, value: Any) -> bool:
        """Whether ``value`` is valid for the argument ``key``; also True where that cannot be told."""
        pointer = key.replace("~", "~0").replace("/", "~1").replace("%", "%25")
        try:
            return not self._errors({"$ref": f"{_URI}#/properties/{pointer}"}, value)
        except _GiveUp:
            return True

    def unmatched(self, patterns: Sequence[str], names: Sequence[str]) -> list[str]:
        """Those of ``names`` that match none of ``patterns``; none of them where that cannot be told."""
        token = _budget.set(_Budget(len(names)))
        try:
            return [name for name in names if not any(_search(pattern, name) for pattern in patterns)]
        except _GiveUp:
            return []
        finally:
            _budget.reset(token)

    def _errors(self, schema: dict[str, Any], value: Any) -> list[ValidationError]:
        if self._wrong:
            raise _GiveUp(self._wrong)
        token = _budget.set(_Budget(0))
        try:
            counted = count()
            value = _brief(value, counted)
            _budget.set(_Budget(next(counted)))
            validator = self._class(schema, registry=self._registry)
            errors = []
            for error in validator.iter_errors(value):
                if error.instance is None and isinstance(error.schema, dict) and error.schema.get("nullable") is True:
                    continue  # OpenAPI's way to admit null
                errors.append(error)
                if len(errors) == _MAX_ERRORS:
                    break
            return errors
        except _GiveUp:
            raise
        except RecursionError:
            raise _GiveUp("it nests too deep") from None
        except Exception as problem:  # as above
            raise _GiveUp(_short(str(problem) or type(problem).__name__)) from None
        finally:
            _budget.reset(token)


class _Array(list[Any]):
    def __repr__(self) -> str:
        return "an array"


class _Object(dict[Any, Any]):
    def __repr__(self) -> str:
        return "an object"


class _Text(str):
    __slots__ = ()

    def __repr__(self) -> str:
        return repr(f"{self[:_MAX_SHOWN]}…")


def _brief(value: Any, counted: Iterator[int]) -> Any:
    """A copy of ``value`` that is shown in few words: every error says what it is about, and most are dropped.

    Takes one from ``counted`` for every value in it.
    """
    next(counted)
    if isinstance(value, list):
        return _Array([_brief(item, counted) for item in value])
    if isinstance(value, dict):
        return _Object({key: _brief(item, counted) for key, item in value.items()})
    return _Text(value) if isinstance(value, str) and len(value) > _MAX_SHOWN else value


def _prepare(schema: Any) -> tuple[Any, Any]:
    kind: Any = validator_for(schema, default=Draft202012Validator)
    kind.check_schema(schema, format_checker=None)  # patterns are written in another tongue than Python's
    default = DRAFT202012
    if kind is not Draft202012Validator:
        default = specification_with(schema["$schema"])
    resource = Resource.from_contents(schema, default_specification=default)
    registry: Any = Registry().with_resource(_URI, resource)
    return registry, _safe(kind)


@cache
def _safe(kind: Any) -> Any:
    """``kind`` with the keywords replaced that could hang."""
    references = [word for word in ("$ref", "$dynamicRef", "$recursiveRef") if word in kind.VALIDATORS]
    counted = {word: _counted(kind.VALIDATORS[word]) for word in references}
    return extend(  # type: ignore[no-untyped-call]
        kind,
        {
            **counted,
            "enum": _enum(kind.VALIDATORS["enum"]),
            "pattern": _pattern,
            "patternProperties": _pattern_properties,
            "additionalProperties": _additional_properties,
            "uniqueItems": _unique_items,
            "unevaluatedProperties": _unevaluated(kind.VALIDATORS.get("unevaluatedProperties")),
            "unevaluatedItems": _unevaluated(kind.VALIDATORS.get("unevaluatedItems")),
        },
    )


def _counted(original: Any) -> Any:
    def reference(validator: Any, target: Any, instance: Any, schema: Any) -> Any:
        _budget.get().spend(1)
        return original(validator, target, instance, schema)

    return reference


def _enum(original: Any) -> Any:
    def check(validator: Any, options: Any, instance: Any, schema: Any) -> Any:
        if isinstance(instance, str) and instance in options:
            return None
        _budget.get().spend(len(options) // _OPTIONS_A_STEP)
        return original(validator, options, instance, schema)

    return check


class _Pattern:
    """A pattern of a schema, and what is known of it."""

    __slots__ = ("_compiled", "slow")

    def __init__(self, pattern: str) -> None:
        self._compiled = regex.compile(pattern)
        self.slow = False
        """Whether it took too long before."""

    def search(self, text: str, seconds: float) -> bool:
        """Whether it is found in ``text``.  Raises ``TimeoutError`` if that takes longer than ``seconds``."""
        if seconds <= 0:
            raise TimeoutError
        return self._compiled.search(text, timeout=min(seconds, _LITTLE_SECONDS) if self.slow else seconds) is not None


_prepared = lru_cache(maxsize=256)(_Pattern)


def _search(pattern: str, text: str) -> bool:
    return _budget.get().search(pattern, text)


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "string") and not _search(pattern, instance):
        yield ValidationError(f"{_short(instance)!r} does not match {_short(pattern)!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    for pattern, subschema in patterns.items():
        for key, value in instance.items():
            if _search(pattern, key):
                yield from validator.descend(value, subschema, path=key, schema_path=pattern)


def _additional_properties(validator: Any, rule: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    properties, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    extra = [key for key in instance if key not in properties and not any(_search(p, key) for p in patterns)]
    if validator.is_type(rule, "object"):
        for key in extra:
            yield from validator.descend(instance[key], rule, path=key)
    elif rule is False and extra:
        names = ", ".join(repr(_short(key)) for key in extra[:3])
        yield ValidationError(f"unexpected: {names}")


def _unevaluated(original: Any) -> Any:
    """``original``, but for where it would search with patterns without limit; it looks at subschemas again."""

    def check(validator: Any, rule: Any, instance: Any, schema: Any) -> Any:
        # Every member is looked up among all the members that were evaluated.
        _budget.get().spend(1 + (len(instance) // 10 if isinstance(instance, dict | list) else 0))
        if "patternProperties" in str(schema):
            raise _GiveUp("it combines unevaluated properties with patternProperties")
        return original(validator, rule, instance, schema)

    return check if original is not None else None


def _unique_items(validator: Any, unique: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if unique and validator.is_type(instance, "array"):
        frozen = [_frozen(item) for item in instance]
        if len(set(frozen)) < len(frozen):
            yield ValidationError("items are not unique")


def _frozen(value: Any) -> Any:
    """A hashable form of a JSON value, equal where JSON Schema says that values are equal."""
    if isinstance(value, dict):
        return ("object", frozenset((key, _frozen(item)) for key, item in value.items()))
    if isinstance(value, list):
        return ("array", tuple(_frozen(item) for item in value))
    return (type(value) is bool, value)


def _message(error: ValidationError) -> str:
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{_short(part)}" for part in error.absolute_path)
    message = _short(error.message)
    return f"{path.removeprefix('.')}: {message}" if path else message


def _short(text: str, most: int = _MAX_MESSAGE) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
