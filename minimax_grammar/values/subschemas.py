"""What a schema says about the members of a value, through its combinations and local references."""

from __future__ import annotations

from typing import Any

from minimax_grammar.values.types import admitted_types, resolve

__all__ = ["Subschemas"]

_MAX_DEPTH = 8
_MAX_VIEWS = 64
"""How many schemas that apply to one value are looked at: more than any honest one has."""


class Subschemas:
    """Looks up the schemas of members, each once.  Never raises, whatever the schemas are."""

    def __init__(self, root: object) -> None:
        """``root`` is the document in which local references are looked up."""
        self._root = root
        # All by identity: the schemas are kept next to what is known, so that no other object can take their place.
        self._views: dict[int, tuple[object, list[dict[Any, Any]]]] = {}
        self._types: dict[int, tuple[object, frozenset[str]]] = {}
        self._joined: dict[tuple[int, ...], tuple[list[object], object]] = {}

    def types(self, schema: object) -> frozenset[str]:
        """The JSON types that ``schema`` names; see :func:`~minimax_grammar.values.types.admitted_types`."""
        found = self._types.get(id(schema))
        if found is None:
            found = self._types[id(schema)] = (schema, admitted_types(schema, self._root))
        return found[1]

    def declares(self, schema: object, key: str) -> bool:
        """Whether ``schema`` names the member ``key`` among its properties."""
        return any(
            key in properties for properties in self._words(schema, "properties") if isinstance(properties, dict)
        )

    def member(self, schema: object, key: str) -> object:
        """The schema of the member ``key`` of an object of ``schema``; None if nothing is said about it."""
        declared = [
            properties[key]
            for properties in self._words(schema, "properties")
            if isinstance(properties, dict) and key in properties
        ]
        return self._one(declared or self._words(schema, "additionalProperties"))

    def items(self, schema: object) -> object:
        """The schema of the items of an array of ``schema``; None if nothing is said about them."""
        return self._one(self._words(schema, "items"))

    def _words(self, schema: object, word: str) -> list[object]:
        """What the schemas that apply along with ``schema`` say under ``word``."""
        return [view[word] for view in self._applying(schema) if word in view]

    def _applying(self, schema: object) -> list[dict[Any, Any]]:
        """``schema`` and what it combines and refers to, to a depth of 8; least deep first."""
        known = self._views.get(id(schema))
        if known is not None:
            return known[1]
        found: list[dict[Any, Any]] = []
        seen: set[int] = set()
        level = [schema]
        for _ in range(_MAX_DEPTH + 1):
            deeper: list[object] = []
            for subschema in level:
                if not isinstance(subschema, dict) or id(subschema) in seen or len(found) == _MAX_VIEWS:
                    continue
                seen.add(id(subschema))
                found.append(subschema)
                for word in ("anyOf", "oneOf", "allOf"):
                    options = subschema.get(word)
                    if isinstance(options, list):
                        deeper += options
                if isinstance(subschema.get("$ref"), str):
                    deeper.append(resolve(subschema["$ref"], self._root))
            level = deeper
        self._views[id(schema)] = (schema, found)
        return found

    def _one(self, schemas: list[object]) -> object:
        """One schema for those that apply together."""
        if len(schemas) < 2:
            return schemas[0] if schemas else None
        key = tuple(map(id, schemas))
        if key not in self._joined:
            self._joined[key] = (schemas, {"anyOf": schemas})
        return self._joined[key][1]
