"""Checking with ``jsonschema``, made safe for schemas and values nobody vouches for.

No reference leaves the schema.  Patterns run with a time limit, references with a budget, and items are compared
in linear time, so that no schema can hang the check: it gives up and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache
from typing import Any

import regex
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.exceptions import SchemaError
from jsonschema.validators import extend, validator_for
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012, specification_with

__all__ = ["Validator"]

_URI = "urn:minimax-grammar:tool"
_PATTERN_SECONDS = 0.2
_MAX_STEPS = 20_000
_MAX_MESSAGE = 200
_MAX_ERRORS = 20

_steps: ContextVar[list[int]] = ContextVar("steps")


class _GiveUp(Exception):
    """The check would take too long."""


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

    def check(self, arguments: dict[str, Any], missing: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
        """What is wrong with ``arguments``: rules and messages.

        That the arguments ``missing`` are missing is known already, and that others are unknown.
        """
        if self._wrong:
            return [("invalid-schema", f"the tool's own schema cannot be used: {self._wrong}")]
        try:
            errors = self._errors({"$ref": _URI}, arguments)
        except _GiveUp as problem:
            return [("invalid-schema", f"the tool's own schema cannot be used: {problem}")]
        findings = []
        for error in errors:
            if not error.absolute_path and error.validator == "additionalProperties":
                continue
            if not error.absolute_path and error.validator == "required" and _missing(error) in missing:
                continue
            findings.append(("schema-violation", _message(error)))
        return findings

    def admits(self, key: str, value: Any) -> bool:
        """Whether ``value`` is valid for the argument ``key``; also True where that cannot be told."""
        if self._wrong:
            return True
        pointer = key.replace("~", "~0").replace("/", "~1").replace("%", "%25")
        try:
            return not self._errors({"$ref": f"{_URI}#/properties/{pointer}"}, value)
        except _GiveUp:
            return True

    def _errors(self, schema: dict[str, Any], value: Any) -> list[ValidationError]:
        token = _steps.set([_MAX_STEPS])
        try:
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
        except TimeoutError:
            raise _GiveUp("one of its patterns takes too long") from None
        except Exception as problem:  # as above
            raise _GiveUp(_short(str(problem) or type(problem).__name__)) from None
        finally:
            _steps.reset(token)


def _prepare(schema: Any) -> tuple[Any, Any]:
    kind = validator_for(schema, default=Draft202012Validator)
    kind.check_schema(schema)
    default = DRAFT202012
    if kind is not Draft202012Validator:
        default = specification_with(schema["$schema"])
    resource = Resource.from_contents(schema, default_specification=default)
    registry: Any = Registry().with_resource(_URI, resource)
    return registry, _safe(kind)


@cache
def _safe(kind: Any) -> Any:
    """``kind`` with the keywords replaced that could hang."""
    counted = {word: _counted(kind.VALIDATORS[word]) for word in ("$ref", "$dynamicRef") if word in kind.VALIDATORS}
    return extend(  # type: ignore[no-untyped-call]
        kind,
        {
            **counted,
            "pattern": _pattern,
            "patternProperties": _pattern_properties,
            "additionalProperties": _additional_properties,
            "uniqueItems": _unique_items,
            "unevaluatedProperties": _unevaluated_properties(kind.VALIDATORS.get("unevaluatedProperties")),
        },
    )


def _counted(original: Any) -> Any:
    def reference(validator: Any, target: Any, instance: Any, schema: Any) -> Any:
        steps = _steps.get()
        steps[0] -= 1
        if steps[0] < 0:
            raise _GiveUp("its references lead too far")
        return original(validator, target, instance, schema)

    return reference


def _search(pattern: str, text: str) -> bool:
    try:
        return regex.search(pattern, text, timeout=_PATTERN_SECONDS) is not None
    except regex.error as error:
        raise _GiveUp(f"{_short(pattern)!r} is no pattern: {error}") from None


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


def _unevaluated_properties(original: Any) -> Any:
    def check(validator: Any, rule: Any, instance: Any, schema: Any) -> Any:
        if "patternProperties" in str(schema):
            raise _GiveUp("it combines unevaluatedProperties with patternProperties")
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


def _missing(error: ValidationError) -> str:
    """The name that a ``required`` error says is missing."""
    return error.message.removesuffix(" is a required property").strip("'\"")


def _message(error: ValidationError) -> str:
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{_short(part)}" for part in error.absolute_path)
    message = _describe(error)
    return f"{path.removeprefix('.')}: {message}" if path else message


def _describe(error: ValidationError) -> str:
    """What is wrong, without a copy of the value where that is long."""
    if error.validator == "type":
        return f"{_shown(error.instance)} is not of type {error.validator_value!r}".replace("[", "").replace("]", "")
    return _short(error.message)


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    return _short(repr(value if not isinstance(value, str) else value[:_MAX_MESSAGE]), 60)


def _short(text: str, most: int = _MAX_MESSAGE) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
