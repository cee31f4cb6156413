"""The quick check of values against simple schemas, compiled to plain functions.

It answers "certainly valid" (True) or "look closer" (False), never more: whatever it does not know makes it say
False.  References are among that, so that a check never costs more than schema and value together.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import ge, gt, le, lt
from typing import Any

__all__ = ["SILENT", "TYPES", "Check", "compile_check"]

Check = Callable[[Any], bool]
"""True for what is certainly valid."""

SILENT = frozenset(
    {
        "$comment",
        "default",
        "deprecated",
        "description",
        "example",
        "examples",
        "format",
        "nullable",
        "readOnly",
        "title",
        "writeOnly",
    }
)
"""Words of a schema that refuse nothing."""

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
"""The Python types of which every value has the JSON type."""

_MAX_DEPTH = 8
_NUMBERS = (int, float)
_SCALARS = (str, int, float, bool, type(None))


def compile_check(schema: object, outer: tuple[object, ...] = ()) -> Check:
    """A function that is True only for values that ``schema`` certainly admits.

    ``outer`` are the schemas in which it stands: what is deeper than 8 is not looked at, nor what holds itself.
    """
    if schema is True:
        return _always
    if not isinstance(schema, dict) or len(outer) >= _MAX_DEPTH or any(schema is other for other in outer):
        return _never
    outer = (*outer, schema)
    checks = []
    for word, rule in schema.items():
        if word in SILENT or (word == "additionalProperties" and rule is True):
            continue
        compiler = _COMPILERS.get(word)
        check = _never if compiler is None else compiler(rule, schema, outer)
        if check is _never:
            return _never
        if check is not _always:
            checks.append(check)
    if len(checks) < 2:
        return checks[0] if checks else _always
    return lambda value: all(check(value) for check in checks)


def _always(value: Any) -> bool:
    return True


def _never(value: Any) -> bool:
    return False


def _type(named: object, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
    names: list[Any] = named if isinstance(named, list) else [named]
    if not names or not all(isinstance(name, str) and name in TYPES for name in names):
        return _never
    types = frozenset(kind for name in names for kind in TYPES[name])
    if "integer" in names and "number" not in names:
        return lambda value: type(value) in types or (type(value) is float and value.is_integer())
    return lambda value: type(value) in types


def _enum(options: object, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
    if not isinstance(options, list):
        return _never
    # True is not 1, but 1.0 is.
    known = frozenset((type(option) is bool, option) for option in options if type(option) in _SCALARS)
    return lambda value: type(value) in _SCALARS and (type(value) is bool, value) in known


def _const(option: object, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
    return _enum([option], schema, outer)


def _any_of(options: object, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
    if not isinstance(options, list):
        return _never
    checks = [compile_check(option, outer) for option in options]
    return lambda value: any(check(value) for check in checks)


def _items(rule: object, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
    item = compile_check(rule, outer)
    return lambda value: type(value) is not list or all(map(item, value))


def _properties(rules: object, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
    if not isinstance(rules, dict):
        return _never
    checks = {key: compile_check(rule, outer) for key, rule in rules.items()}
    return lambda value: type(value) is not dict or all(checks[key](value[key]) for key in value if key in checks)


def _required(names: object, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return _never
    needed = frozenset(names)
    return lambda value: type(value) is not dict or needed <= value.keys()


def _additional(rule: object, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
    properties = schema.get("properties", {})
    if rule is not False or not isinstance(properties, dict) or "patternProperties" in schema:
        return _never
    return lambda value: type(value) is not dict or value.keys() <= properties.keys()


def _bound(holds: Callable[[Any, Any], bool]) -> Callable[[Any, dict[Any, Any], tuple[object, ...]], Check]:
    def compiler(bound: Any, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
        if type(bound) not in _NUMBERS:
            return _never
        return lambda value: type(value) not in _NUMBERS or holds(value, bound)

    return compiler


def _size(kind: type, holds: Callable[[Any, Any], bool]) -> Callable[[Any, dict[Any, Any], tuple[object, ...]], Check]:
    def compiler(bound: Any, schema: dict[Any, Any], outer: tuple[object, ...]) -> Check:
        if type(bound) is not int or bound < 0:
            return _never
        return lambda value: type(value) is not kind or holds(len(value), bound)  # type: ignore[arg-type]

    return compiler


_COMPILERS: dict[Any, Callable[[Any, dict[Any, Any], tuple[object, ...]], Check]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "anyOf": _any_of,
    "items": _items,
    "properties": _properties,
    "required": _required,
    "additionalProperties": _additional,
    "minimum": _bound(ge),
    "maximum": _bound(le),
    "exclusiveMinimum": _bound(gt),
    "exclusiveMaximum": _bound(lt),
    "minLength": _size(str, ge),
    "maxLength": _size(str, le),
    "minItems": _size(list, ge),
    "maxItems": _size(list, le),
}
