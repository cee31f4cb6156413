"""Nested tags with a marker."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_grammar.values.strict import MAX_NESTING
from minimax_grammar.values.tree import _tags, parse_tree
from tests.work import unlimited, work

MARK = "#]<#"
MARKERS = ((MARK + "<",), (MARK + "</",), ">")


def parse(text: str, schema: object = None, root: object = None) -> Any:
    """``text``, with ``«`` for the marker."""
    return parse_tree(text.replace("«", MARK), schema, *MARKERS, root=root)


INTEGER, STRING, NULLABLE = {"type": "integer"}, {"type": "string"}, {"type": ["string", "null"]}
INTEGERS = {"type": "array", "items": INTEGER}
ROOT = {"$defs": {"ids": INTEGERS, "node": {"properties": {"n": INTEGER, "next": {"$ref": "#/$defs/node"}}}}}


@pytest.mark.parametrize(
    ("text", "schema", "value"),
    [
        ("12", None, "12"),
        (" <b>x</b>\n", STRING, " <b>x</b>\n"),
        ("12", True, "12"),
        ("12", INTEGER, 12),
        (" 12\n", INTEGER, 12),
        ("twelve", INTEGER, "twelve"),
        ("1.5", {"type": "number"}, 1.5),
        ("true", {"type": "boolean"}, True),
        ("null", {"type": "null"}, None),
        ("", NULLABLE, None),
        ("Null", NULLABLE, None),
        (" ", NULLABLE, " "),
        (" NULL ", {"type": ["integer", "null"]}, None),
        ("", {"type": "array"}, []),
        (" \n", {"type": "object"}, {}),
        ("", STRING, ""),
        ("", INTEGER, ""),
        ('["a"]', {"type": "array"}, ["a"]),
        ("1", {"type": ["integer", "string"]}, 1),
        ("1.5", {"type": ["integer", "string"]}, "1.5"),
        ('"1"', {"type": ["integer", "string"]}, '"1"'),
        # Tags.
        ("«<a>1«</a>«<b> x «</b>", None, {"a": "1", "b": " x "}),
        ("\n«<a>1«</a>\n«<b>2«</b>\n", {"properties": {"a": INTEGER}}, {"a": 1, "b": "2"}),
        ("«<item>12«</item>«<item>34«</item>", INTEGERS, [12, 34]),
        ("«<item>1«</item>", None, ["1"]),
        ("«<item>1«</item>", {"properties": {"item": INTEGER}}, {"item": 1}),
        ("«<id>1«</id>«<id>2«</id>", INTEGERS, [1, 2]),
        ("«<k>1«</k>«<k>2«</k>«<z>3«</z>", {"additionalProperties": INTEGER}, {"k": [1, 2], "z": 3}),
        ("«<ids>«<item>1«</item>«</ids>", {"oneOf": [{"properties": {"ids": INTEGERS}}, {}]}, {"ids": [1]}),
        ("«<ids>«<item>1«</item>«</ids>", {"properties": {"ids": {"$ref": "#/$defs/ids"}}}, {"ids": [1]}),
        ("«<item>«<n>1«</n>«</item>", {"items": {"allOf": [{"$ref": "#/$defs/node"}]}}, [{"n": 1}]),
        ("«<next>«<next>«<n>1«</n>«</next>«</next>", {"$ref": "#/$defs/node"}, {"next": {"next": {"n": 1}}}),
        ("«<é.$x y>1«</é.$x y >", None, {"é.$x y": "1"}),
        ("«<a>«<b>«</b>«</a>", {"properties": {"a": STRING}}, {"a": {"b": ""}}),
        ("«<a>t «<b>«</b>«</a>", {"properties": {"a": STRING}}, {"a": f"t {MARK}<b>{MARK}</b>"}),
        # What is no tag is text.
        ("<x> </x> #]< «< «<> «<a\n>", STRING, f"<x> </x> #]< {MARK}< {MARK}<> {MARK}<a\n>"),
        # Closing tags that do not match.
        ("«<a>«<b>«<c>1«</a>«<d>2", None, {"a": {"b": {"c": "1"}}, "d": "2"}),
        ("a«</x>b", STRING, "ab"),
        ("«<a>1«</x>2«</a>«</a>", None, {"a": "12"}),
    ],
)
def test_value(text: str, schema: object, value: Any) -> None:
    assert json.dumps(parse(text, schema, ROOT)) == json.dumps(value)


def test_several_markers() -> None:
    assert parse_tree("[<a>1{/a)x", None, ("[<", "{"), ("[</", "{/"), ">") == {"a": "1{/a)x"}
    assert parse_tree("[<a>1{/a>", None, ("[<", "{"), ("[</", "{/"), ">") == {"a": "1"}
    for markers in (((), ("</",), ">"), (("<",), ("",), ">"), (("<",), ("</",), "")):
        with pytest.raises(ValueError, match="markers"):
            parse_tree("", None, *markers)


def test_nesting_is_limited() -> None:
    assert parse("«<a>" * MAX_NESTING)["a"]
    with pytest.raises(ValueError, match="nested deeper"):
        parse("«<a>" * 100_000)


def write(value: Any) -> str:
    if isinstance(value, dict):
        return "".join(f"«<{key}>{write(item)}«</{key}>" for key, item in value.items())
    if isinstance(value, list):
        return "".join(f"«<item>{write(item)}«</item>" for item in value)
    return value if isinstance(value, str) else json.dumps(value)


def describe(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return {"type": "object", "properties": {key: describe(item) for key, item in value.items()}}
    if isinstance(value, list):
        return {"type": "array", "items": describe(value[0]) if value else {}}
    return {"type": "string" if isinstance(value, str) else "boolean" if isinstance(value, bool) else "number"}


NAMES = st.text("abé$._-1", min_size=1, max_size=5)
LEAVES = st.integers() | st.booleans() | st.text("ab<>/ ]#\n\0", max_size=10).filter(lambda text: MARK not in text)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.dictionaries(NAMES, inner, max_size=4) | inner.flatmap(lambda item: st.lists(st.just(item), max_size=3))
    ),
    max_leaves=8,
)


@given(VALUES)
def test_what_was_written_comes_back(value: Any) -> None:
    text = write(value)
    if MARK.join(text.split("«")).count(MARK) == text.count("«"):  # no value and a marker make another one
        assert parse(text, describe(value)) == value


SCHEMAS: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(
        [None, True, 1, "x", {}, {"type": "array"}, {"type": ["string", 3]}, {"$ref": "#"}, {"$ref": "#/items"}]
    ),
    lambda inner: st.dictionaries(
        st.sampled_from(["type", "properties", "items", "additionalProperties", "anyOf", "allOf", "$ref", "a", "item"]),
        inner | st.lists(inner, max_size=3),
    ),
)


@given(
    st.lists(st.sampled_from(["«<a>", "«</a>", "«<item>", "«</item>", "«<", ">", " ", "1", "null"])).map("".join),
    SCHEMAS,
)
def test_any_text_and_any_schema_make_a_value(text: str, schema: Any) -> None:
    json.dumps(parse(text, schema), allow_nan=False)


@pytest.mark.parametrize(
    "unit", ["«", "«<a", "«<a>", "«</a>", "«<a>«</b>", "«<a>x«</a>", "«<item>1«</item>", "x", "«<a>x«</a>«</c>"]
)
def test_work_grows_with_the_text(unit: str) -> None:
    for before in ("", "«<k>" * 200, "«<a>"):
        for schema in (None, INTEGERS, ROOT["$defs"]["node"]):

            def read(text: str, schema: object = schema) -> Any:
                return parse(text, schema, ROOT)

            once, eight = (work(read, before + unit * (300 * factor)) for factor in (1, 8))
            assert eight <= 9 * once + 100


def test_no_pattern_can_go_back() -> None:
    assert unlimited(_tags(*MARKERS)) == {"POSSESSIVE_REPEAT"}
