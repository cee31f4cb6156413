"""Which types a schema names (SPEC 7): references, and what would take for ever."""

from __future__ import annotations

from typing import Any

import pytest

from minimax_grammar.values.types import admits_string, resolve, string_only

ROOT = {
    "$defs": {"word": {"type": "string"}, "a/b": {"const": "x"}, "m~n": {"const": "x"}, "two words": {"const": "x"}},
    "list": [{"type": "integer"}, {"type": "string"}],
    "type": "object",
}


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("#", ROOT),
        ("#/$defs/word", {"type": "string"}),
        ("#/$defs/a~1b", {"const": "x"}),
        ("#/$defs/m~0n", {"const": "x"}),
        ("#/$defs/two%20words", {"const": "x"}),
        ("#/list/1", {"type": "string"}),
        ("#/list/2", None),
        ("#/list/-1", None),
        ("#/list/x", None),
        ("#/$defs/none", None),
        ("#word", None),
        ("word", None),
        ("https://example.org/#/$defs/word", None),
        ("", None),
    ],
)
def test_references(reference: str, expected: object) -> None:
    assert resolve(reference, ROOT) == expected


@pytest.mark.parametrize(
    ("schema", "only", "also"),
    [
        ({"type": "string"}, True, False),
        ({"type": ["string", "null"]}, True, False),
        ({"type": ["string", "integer"]}, False, True),
        ({"type": "string", "enum": ["a", None]}, True, False),
        ({"type": "string", "enum": ["a", 1]}, False, True),
        ({"type": "integer"}, False, False),
        ({"$ref": "#word"}, False, False),
        ({"$ref": "#/list/1"}, True, False),
        ({"anyOf": [{"$ref": "#/$defs/word"}, {"type": "array"}]}, False, True),
        ({}, False, False),
    ],
)
def test_strings(schema: Any, only: bool, also: bool) -> None:
    assert string_only(schema, ROOT) is only
    assert admits_string(schema, ROOT) is also


def test_wide_schemas_are_read_to_their_end() -> None:
    options: list[Any] = [{"const": f"{n}"} for n in range(5000)]
    assert string_only({"anyOf": options})
    assert not string_only({"anyOf": [*options, {"const": 1}]})


def test_loops_and_ladders_end() -> None:
    steps: dict[str, Any] = {f"a{n}": {"anyOf": [{"$ref": f"#/a{(n + 1) % 8}"}] * 30} for n in range(8)}
    steps["a7"] = {"anyOf": [{"type": "string"}, {"$ref": "#/a0"}] * 30}
    assert string_only({"$ref": "#/a4"}, steps)
    loop: dict[str, Any] = {}
    loop["anyOf"] = [loop] * 30
    assert not string_only(loop)
