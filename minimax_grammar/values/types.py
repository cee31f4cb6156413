"""Which types of values a JSON schema admits, as far as its own words tell (SPEC 7)."""

from __future__ import annotations

from typing import Any

__all__ = ["admitted_types", "resolve", "string_only"]

_MAX_DEPTH = 8
_MAX_SCHEMAS = 1_000
"""How many subschemas are looked at; a schema that fans out further says nothing."""


def string_only(schema: object, root: object = None) -> bool:
    """Whether ``schema`` admits strings, and nothing else but perhaps ``null``.

    ``root`` is the document in which local references are looked up; ``schema`` itself if None.
    """
    return admitted_types(schema, root) - {"null"} == {"string"}


def admitted_types(schema: object, root: object = None) -> frozenset[str]:
    """The JSON types that ``schema`` names: by ``type``, by the values of ``enum`` and ``const``, and by those
    of ``anyOf``, ``oneOf``, ``allOf`` and local ``$ref``, to a depth of 8.

    Empty if it names none.  Never raises, whatever ``schema`` is.
    """
    found: set[str] = set()
    root = schema if root is None else root
    level = [schema]
    left = _MAX_SCHEMAS
    seen: set[int] = set()
    for _ in range(_MAX_DEPTH + 1):
        deeper: list[object] = []
        for subschema in level:
            if not isinstance(subschema, dict) or id(subschema) in seen or not left:
                continue
            seen.add(id(subschema))
            left -= 1
            found |= _own_types(subschema)
            for word in ("anyOf", "oneOf", "allOf"):
                options = subschema.get(word)
                if isinstance(options, list):
                    deeper += options
            if isinstance(subschema.get("$ref"), str):
                deeper.append(resolve(subschema["$ref"], root))
        level = deeper
    return frozenset(found)


def _own_types(schema: dict[Any, Any]) -> set[str]:
    """The types that ``schema`` names without looking into others."""
    named = schema.get("type")
    if isinstance(named, str):
        return {named}
    if isinstance(named, list):
        return {name for name in named if isinstance(name, str)}
    found = {_type_of(value) for value in schema["enum"]} if isinstance(schema.get("enum"), list) else set()
    if "const" in schema:
        found.add(_type_of(schema["const"]))
    return found


def _type_of(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, int | float):
        return "number"
    return "array" if isinstance(value, list | tuple) else "object"


def resolve(reference: str, root: object) -> object:
    """What the local reference ``reference`` (``#`` or ``#/a/b``) points at in ``root``; None if nothing."""
    if not reference.startswith("#"):
        return None
    found = root
    for part in reference[1:].split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict) and key in found:
            found = found[key]
        elif isinstance(found, list) and key.isascii() and key.isdigit() and len(key) < 10 and int(key) < len(found):
            found = found[int(key)]
        else:
            return None
    return found
