"""From bodies to values (SPEC 7)."""

from __future__ import annotations

import json
import sys
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.tools import Tool
from minimax_grammar.values import coerce, parse_strict
from minimax_grammar.values.contract import Contract
from minimax_grammar.values.relaxed import parse_relaxed
from minimax_grammar.values.strict import MAX_NESTING
from minimax_grammar.values.types import string_only

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def same(a: object, b: object) -> bool:
    return json.dumps(a) == json.dumps(b)


@given(JSON)
def test_json_means_what_json_means(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        assert same(parse_strict(text), json.loads(text))


@given(JSON)
def test_relaxed_json_is_a_superset(value: Any) -> None:
    text = json.dumps(value)
    read, repairs = parse_relaxed(text)
    assert same(read, json.loads(text))
    assert repairs == []


@given(st.text(alphabet="{}[]:,'\"\\/* \n0123456789.eE+-xXabtrufalsnTFNo", max_size=30))
@settings(max_examples=500)
def test_any_text_is_a_value_or_is_refused(text: str) -> None:
    try:
        value, _ = parse_relaxed(text)
    except ValueError:
        return
    json.dumps(value, allow_nan=False)


REFUSED = [
    "",
    "NaN",
    "Infinity",
    "-Infinity",
    "[NaN]",
    "1e999",
    "[-1e999]",
    "{",
    "[1",
    '"',
    "1 2",
    "word",
    "[1,",
    "9" * 5000,
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_has_no_value(text: str) -> None:
    for parse in (parse_strict, parse_relaxed):
        with pytest.raises(ValueError):  # noqa: PT011  # the message is not part of the contract
            parse(text)
    assert coerce(text, None, "k")[0] == text


def test_nesting_does_not_depend_on_the_stack() -> None:
    for text in ("[" * MAX_NESTING + "]" * MAX_NESTING, "{'a':" * MAX_NESTING + "1" + "}" * MAX_NESTING):
        assert coerce(text, None, "k")[0] != text
        deeper = f"[{text}]"
        assert coerce(deeper, None, "k")[0] == deeper
    assert coerce("[" * 100_000, None, "k")[0] == "[" * 100_000
    brackets = json.dumps(["[" * 1000])
    assert coerce(brackets, None, "k")[0] == ["[" * 1000], "brackets in strings do not nest"


def calls(text: str) -> int:
    """How many functions are called to read ``text``, successfully or not."""
    count = 0

    def profile(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(profile)
    try:
        coerce(text, None, "k")
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        ("", "'", ""),
        ("[", "'a',", "]"),
        ("{", "a: b,", "}"),
        ("{'a':'", "it's ", "'}"),
        ('["', "\\q", '"]'),
        ("[", "/**/ ", "1]"),
        ("[1", ",", "]"),
        ("[", "a b ", "]"),
        ("[", "/*", "]"),
        ("[' ", "' ", "]"),
    ],
)
def test_repair_is_linear(before: str, unit: str, after: str) -> None:
    calls("[1,]")
    once, twice, four = (calls(before + unit * (300 * factor) + after) for factor in (1, 2, 4))
    assert twice <= 2.2 * once + 500
    assert four <= 2.2 * twice + 500


SCHEMAS: list[tuple[Any, bool]] = [
    ({"type": "string"}, True),
    ({"type": ["string", "null"]}, True),
    ({"type": "string", "enum": ["a"]}, True),
    ({"enum": ["a", None]}, True),
    ({"const": "a"}, True),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, True),
    ({"allOf": [{"type": "string"}, {"minLength": 2}]}, True),
    ({"oneOf": [{"anyOf": [{"allOf": [{"type": "string"}]}]}]}, True),
    ({"$ref": "#/$defs/word"}, True),
    ({"$ref": "#/$defs/loop"}, False),
    ({"type": ["string", "integer"]}, False),
    ({"enum": ["a", 3]}, False),
    ({"anyOf": [{"type": "string"}, {"type": "number"}]}, False),
    ({"type": "null"}, False),
    ({}, False),
    (True, False),
    (None, False),
    ([], False),
    ({"type": 7}, False),
    ({"anyOf": {"type": "string"}}, False),
    ({"$ref": "https://example.org/schema"}, False),
    ({"$ref": "#/nowhere"}, False),
    ({"$ref": 3}, False),
]


@pytest.mark.parametrize(("schema", "expected"), SCHEMAS)
def test_string_only(schema: Any, expected: bool) -> None:
    root = {"$defs": {"word": {"type": "string"}, "loop": {"$ref": "#/$defs/loop"}}}
    assert string_only(schema, root) is expected


def test_types_are_collected_to_a_depth_of_eight() -> None:
    def nested(depth: int) -> dict[str, Any]:
        return {"type": "string"} if not depth else {"anyOf": [nested(depth - 1)]}

    assert string_only(nested(8))
    assert not string_only(nested(9))


def tool(**properties: Any) -> Tool:
    return Tool("t", "", {"type": "object", "properties": properties, "$defs": {"word": {"type": "string"}}})


VALUES: list[tuple[Any, str | None, str, Any]] = [
    ({"type": "string"}, None, " 12 \n", " 12 \n"),
    ({"type": "string"}, None, "null", "null"),
    ({"type": "string"}, "false", "12", 12),
    ({"type": "string"}, " NO ", "12", 12),
    ({"type": "string"}, "0", "plain", "plain"),
    ({"type": "integer"}, "", "12", "12"),
    ({"type": "integer"}, "off", "12", "12"),
    ({"type": "integer"}, None, " 12 \n", 12),
    ({"type": "integer"}, None, "\ufeff12\u2003", 12),
    ({"type": "integer"}, None, " ", " "),
    ({"type": "integer"}, None, "", ""),
    ({"type": "integer"}, None, " twelve ", " twelve "),
    ({"type": "object"}, None, "{'a': 1,}", {"a": 1}),
    ({"type": ["string", "integer"]}, None, "12", 12),
    ({"type": ["string", "integer"]}, None, "1.5", "1.5"),
    ({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}, None, "12", "12"),
    ({"anyOf": [{"type": "string"}, {"type": "array"}]}, None, "[1]", [1]),
    ({"anyOf": [{"type": "string", "maxLength": 1}, {"type": "boolean"}]}, None, "12", 12),
    ({"anyOf": [{"$ref": "#/$defs/word"}, {"type": "boolean"}]}, None, "12", "12"),
    ({"enum": ["red", 3]}, None, "3", 3),
    ({}, None, '"q"', "q"),
    (True, None, "[1]", [1]),
]


@pytest.mark.parametrize(("schema", "string", "raw", "expected"), VALUES)
def test_values(schema: Any, string: str | None, raw: str, expected: Any) -> None:
    assert same(coerce(raw, tool(k=schema), "k", string)[0], expected)


def test_findings() -> None:
    numbers = tool(n={"type": "integer"}, s={"type": "string"}, any={})
    assert coerce("x", numbers, "n")[1] == (("invalid-json", ""),)
    assert coerce("x", numbers, "any")[1] == ()
    assert coerce("x", None, "n")[1] == ()
    assert coerce("{'a': 1}", numbers, "any")[1][0][0] == "repaired-json"
    assert "single-quoted string" in coerce("{'a': 1}", numbers, "any")[1][0][1]
    assert coerce("&lt;b&gt;", numbers, "s")[1] == (("escaped-body", ""),)
    for fine in ("a &lt; b <c>", "AT&T &lt;", "no entities & more", "x"):
        assert coerce(fine, numbers, "s")[1] == ()


SIMPLE = st.sampled_from(
    [
        {"type": "string"},
        {"type": "integer", "description": "d"},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "null"},
        {"type": "array"},
        {"type": "object", "title": "t"},
        {"type": ["string", "null"]},
        {"type": ["integer", "string"]},
        {"type": "array", "items": {"type": "integer"}},
        {"enum": ["a", "b"]},
        {"type": "string", "enum": ["a", 1, True]},
        {"enum": [1, True, None]},
        {"minimum": 3},
        {},
        True,
        False,
    ]
)
ANY = st.sampled_from([None, True, False, 0, 1, 1.0, 1.5, 10**20, "", "a", "b", [], [1], [1.5], [True], {}, {"a": 1}])


@given(
    st.dictionaries(st.sampled_from("abc"), SIMPLE),
    st.lists(st.sampled_from("abc"), unique=True),
    st.sampled_from([None, True, False]),
    st.dictionaries(st.sampled_from("abcd"), ANY),
)
@settings(max_examples=500)
def test_the_quick_check_agrees_with_jsonschema(
    properties: dict[str, Any], required: list[str], additional: bool | None, arguments: dict[str, Any]
) -> None:
    schema: dict[str, Any] = {"type": "object", "properties": properties, "required": required}
    if additional is not None:
        schema["additionalProperties"] = additional
    valid = jsonschema.Draft202012Validator(schema).is_valid(arguments)
    found = [name for name, _ in Contract("t", schema).check(arguments)]
    # An undeclared argument is worth a word even where the schema lets it pass.
    assert (not [name for name in found if name != "unknown-argument"]) == valid or (
        not valid and "unknown-argument" in found
    )
    assert valid or found


def test_contract_findings() -> None:
    schema = {
        "type": "object",
        "properties": {
            "path": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1},
            "o": {"$ref": "#/$defs/o"},
        },
        "required": ["path"],
        "$defs": {"o": {"type": "object", "required": ["x"], "additionalProperties": False}},
    }
    contract = Contract("read", schema)
    assert contract.check({"path": "a", "limit": 3}) == []
    assert [name for name, _ in contract.check({"pth": "a"})] == ["missing-argument", "unknown-argument"]
    assert "did you mean 'path'" in contract.check({"pth": "a"})[1][1]
    assert contract.check({"path": "a", "limit": 0}) == [("schema-violation", "limit: 0 is less than the minimum of 1")]
    assert [name for name, _ in contract.check({"path": "a", "o": {"y": 1}})] == ["schema-violation"] * 2
    assert len(contract.check({f"k{number}": 1 for number in range(100)})) == 20


HOSTILE_SCHEMAS: list[Any] = [
    {"$ref": "https://example.org/remote.json"},
    {"properties": {"a": {"$ref": "file:///etc/passwd"}}},
    {"$ref": "#"},
    {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]},
    {"$defs": {"a": {"items": {"anyOf": [{"$ref": "#/$defs/a"}] * 3}}}, "properties": {"a": {"$ref": "#/$defs/a"}}},
    {"properties": {"a": {"pattern": "(a+)+$"}}},
    {"patternProperties": {"(a+)+$": {"type": "string"}}, "additionalProperties": False},
    {"properties": {"a": {"pattern": "("}}},
    {"type": 7},
    {"properties": []},
    {"required": "path"},
    {"required": [{}], "properties": {"a": 3}},
    {"type": "object", "properties": {"a": {"type": "nonsense"}}},
    {"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": {"type": "string"}}},
    {"$schema": "nonsense", "type": "object"},
    {"$id": "https://example.org/x", "$ref": "#/$defs/none"},
    {"properties": {"a": {"uniqueItems": True}}},
    [],
    "schema",
    False,
]


@pytest.mark.parametrize("schema", HOSTILE_SCHEMAS, ids=str)
def test_no_schema_raises_or_hangs(schema: Any) -> None:
    deep: Any = "x"
    for _ in range(30):
        deep = [deep]
    for value in ("a" * 5000 + "!", deep, [{"x": n} for n in range(3000)]):
        described = Tool("t", "", schema)
        assert isinstance(described.check({"a": value, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!": 1}), list)
        coerce("12", described, "a")
        text = '<invoke name="t"><parameter name="a">12</parameter></invoke>'
        assert mg.parse(text, tools=[{"name": "t", "parameters": schema}]).calls[0].name == "t"


def test_openapi_nullable() -> None:
    assert Contract("t", {"properties": {"n": {"type": "integer", "nullable": True}}}).check({"n": None}) == []
