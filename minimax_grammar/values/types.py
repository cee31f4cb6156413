"""Which types of values a JSON schema admits, as far as its own words tell (SPEC 7)."""

from __future__ import annotations

from typing import Any

__all__ = ["admits_string", "admitted_types", "resolve", "string_only"]

_MAX_DEPTH = 8


def string_only(schema: object, root: object = None) -> bool:
    """Whether ``schema`` admits strings, and nothing else but perhaps ``null``.

    ``root`` is the document in which local references are looked up; ``schema`` itself if None.
    """
    return admitted_types(schema, root) - {"null"} == {"string"}


def admits_string(schema: object, root: object = None) -> bool:
    """Whether ``schema`` names string among other types (SPEC 7, last point); ``root`` as in :func:`string_only`."""
    types = admitted_types(schema, root) - {"null"}
    return "string" in types and len(types) > 1


def admitted_types(schema: object, root: object = None) -> frozenset[str]:
    """The JSON types that ``schema`` names: by ``type``, by the values of ``enum`` and ``const``, and by those
    of ``anyOf``, ``oneOf``, ``allOf`` and local ``$ref``, to a depth of 8.

    Empty if it names none.  Never raises, whatever ``schema`` is.
    """
    found: set[str] = set()
    root = schema if root is None else root
    level = [schema]
    # Level by level, so that each subschema is met where it is least deep, and once is enough.
    seen: set[int] = set()
    for _ in range(_MAX_DEPTH + 1):
        deeper: list[object] = []
        for subschema in level:
            if not isinstance(subschema, dict) or id(subschema) in seen:
                continue
            seen.add(id(subschema))
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
    options = schema.get("enum")
    found = {name for name in (named if isinstance(named, list) else [named]) if isinstance(name, str)}
    if isinstance(options, list):
        found |= {_type_of(value) for value in options}
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
    pointer = reference[1:]
    if not reference.startswith("#") or (pointer and not pointer.startswith("/")):
        return None
    if "%" in pointer:
        from urllib.parse import unquote  # rarely needed

        pointer = unquote(pointer)
    found = root
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict) and key in found:
            found = found[key]
        elif isinstance(found, list) and key.isascii() and key.isdigit() and len(key) < 10 and int(key) < len(found):
            found = found[int(key)]
        else:
            return None
    return found
