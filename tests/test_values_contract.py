"""Arguments against schemas: the quick check, jsonschema, and schemas nobody vouches for (SPEC 7, 9)."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from time import process_time
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_grammar.tools import Tool
from minimax_grammar.values import deep
from minimax_grammar.values.contract import Contract, check
from minimax_grammar.values.quick import compile_check

SCALARS = st.sampled_from([None, True, False, 0, 1, 1.0, 1.5, -3, 10**20, "", "a", "abc", "1"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
SIZES = st.integers(0, 3)
SCHEMAS: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.fixed_dictionaries({}, optional={"type": NAMES | st.lists(NAMES, min_size=1, unique=True)}),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "type": NAMES | st.lists(NAMES, min_size=1, unique=True),
            "enum": st.lists(VALUES, min_size=1, max_size=4),
            "const": VALUES,
            "anyOf": st.lists(inner, min_size=1, max_size=3),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
            "items": inner,
            "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
            "required": st.lists(st.sampled_from("abc"), unique=True),
            "additionalProperties": inner,
            "patternProperties": st.just({"^a": False}),
            "minimum": SIZES,
            "maximum": SIZES,
            "exclusiveMinimum": SIZES,
            "exclusiveMaximum": SIZES,
            "minLength": SIZES,
            "maxLength": SIZES,
            "minItems": SIZES,
            "maxItems": SIZES,
            "uniqueItems": st.booleans(),
            "description": st.just("d"),
        },
    ),
    max_leaves=6,
)


@given(SCHEMAS, VALUES)
@settings(max_examples=600, deadline=None)
def test_what_is_certainly_valid_is_valid(schema: Any, value: Any) -> None:
    if compile_check(schema)(value):
        assert jsonschema.Draft202012Validator(schema).is_valid(value)


@given(SCHEMAS, st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=3))
@settings(max_examples=300, deadline=None)
def test_what_is_invalid_is_found(schema: Any, arguments: dict[str, Any]) -> None:
    valid = jsonschema.Draft202012Validator(schema).is_valid(arguments)
    found = {name for name, _ in check(arguments, Tool("t", None, schema))}
    assert "invalid-schema" not in found
    if valid:
        assert found <= {"unknown-argument"}, "that is worth a word even where the schema lets it pass"
    else:
        assert found


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "integer"}, 1.0),
        ({"enum": [1, "a", None, [2]]}, 1.0),
        ({"const": True}, True),
        ({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}, None),
        ({"type": "array", "items": {"type": "string", "maxLength": 3}}, ["abc"]),
        ({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}, {"a": "b", "c": 1}),
    ],
)
def test_what_the_quick_check_knows(schema: Any, value: Any) -> None:
    assert compile_check(schema)(value)


def test_simple_schemas_do_without_jsonschema() -> None:
    program = """
import sys
from minimax_grammar.tools import Tools
from minimax_grammar.values import coerce
for name in ("jsonschema", "lark", "regex", "difflib", "dataclasses", "inspect"):
    assert name not in sys.modules, name
integer = {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}
tag = {"type": "string", "enum": ["a", "b"]}
schema = {"type": "object", "properties": {"n": integer, "s": {"type": ["string", "number"]},
          "l": {"type": "array", "items": tag}}, "required": ["n"], "additionalProperties": False}
tool = Tools.of([{"name": "t", "parameters": schema}]).get("t")
assert coerce("5", tool, "s") == (5, ())
assert tool.check({"n": 5, "l": ["a"], "s": "x"}) == []
assert "jsonschema" not in sys.modules
assert [name for name, _ in tool.check({"n": -5})] == ["schema-violation"]
assert "jsonschema" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def rules(schema: Any, arguments: dict[str, Any]) -> list[str]:
    return [name for name, _ in Contract("t", schema).check(arguments)]


def test_undeclared_arguments() -> None:
    declared = {"properties": {"path": {"type": "string"}}}
    assert rules(declared, {"pth": 1}) == ["unknown-argument"]
    assert rules({**declared, "additionalProperties": False}, {"pth": 1}) == ["unknown-argument"]
    assert rules({**declared, "additionalProperties": True}, {"pth": 1}) == []
    assert rules({**declared, "additionalProperties": {"type": "string"}}, {"pth": 1}) == ["schema-violation"]
    assert rules({"type": "object"}, {"pth": 1}) == []
    assert rules({"additionalProperties": False}, {"pth": 1}) == ["unknown-argument"]
    patterns = {**declared, "patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False}
    assert rules(patterns, {"x-a": 1}) == []
    assert rules(patterns, {"x-a": "1"}) == ["schema-violation"]
    assert rules(patterns, {"y-a": 1}) == ["unknown-argument"]


def test_missing_arguments_are_told_once_whatever_their_names() -> None:
    schema = {"type": "object", "required": ["it's", '"', "\\", "a"], "minProperties": 1}
    assert rules(schema, {}) == ["missing-argument"] * 4 + ["schema-violation"]
    assert rules({"allOf": [{"required": ["a"]}]}, {}) == ["schema-violation"]


def test_messages_are_short_and_say_where() -> None:
    schema = {"properties": {"a": {"type": "array", "items": {"type": "string", "maxLength": 1}}, "b": {"not": {}}}}
    contract = Contract("t", schema)
    assert contract.check({"a": ["x", [1]]}) == [("schema-violation", "a[1]: an array is not of type 'string'")]
    for arguments in ({"a": ["x" * 100_000]}, {"b": ["x"] * 100_000}, {"x" * 100_000: 1}):
        (finding,) = contract.check(arguments)
        assert len(finding[1]) < 300


def test_old_drafts_keep_their_meaning() -> None:
    draft4 = {"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": {"type": "integer"}}}
    assert rules(draft4, {"a": 1.0}) == ["schema-violation"]
    assert rules({"properties": {"a": {"type": "integer"}}}, {"a": 1.0}) == []


def test_patterns_are_no_python() -> None:
    letters = {"properties": {"a": {"pattern": r"^\p{L}+$"}}}
    assert rules(letters, {"a": "é"}) == []
    assert rules(letters, {"a": "1"}) == ["schema-violation"]


def ladder() -> dict[str, Any]:
    steps: dict[str, Any] = {"a0": {"type": "integer"}}
    for n in range(1, 40):
        steps[f"a{n}"] = {"anyOf": [{"$ref": f"#/$defs/a{n - 1}"}] * 2}
    return {"$defs": steps, "properties": {"a": {"$ref": "#/$defs/a39"}}}


def unevaluated() -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object"}
    for _ in range(30):
        schema = {"unevaluatedProperties": False, "anyOf": [schema, {"properties": {"a": {}}}]}
    return schema


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        (ladder(), {"a": list(range(1000))}),
        (unevaluated(), {"a": 1, "b": 2}),
        ({"properties": {"a": {"pattern": "(a|a)*$"}}}, {"a": "a" * 50 + "!"}),
        ({"patternProperties": {f"^(a+)+{n}$": {} for n in range(100)}}, {f"{'a' * 30}!{n}": 1 for n in range(500)}),
    ],
    ids=["references", "unevaluated", "pattern", "patterns"],
)
def test_hostile_schemas_are_given_up(schema: Any, arguments: dict[str, Any]) -> None:
    begun = process_time()
    assert set(rules(schema, arguments)) <= {"invalid-schema", "schema-violation"}
    assert process_time() - begun < 20, "a bound on what would take for ever"


class Slow:
    """A compiled pattern that never comes to an end."""

    def __init__(self) -> None:
        self.given: list[float] = []

    def search(self, text: str, timeout: float) -> None:
        self.given.append(timeout)
        raise TimeoutError


def test_a_slow_pattern_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared, never = deep._Pattern("slow(?:er)?"), Slow()
    seconds = count()
    monkeypatch.setattr(deep, "perf_counter", lambda: float(next(seconds)))
    monkeypatch.setattr(deep, "_prepared", lambda pattern: prepared)
    contract = Contract("f", {"properties": {"a": {"pattern": "slow(?:er)?"}}})
    message = "the tool's own schema cannot be used: its pattern 'slow(?:er)?' takes too long"
    with monkeypatch.context() as patch:
        patch.setattr(prepared, "_compiled", never)
        for _ in range(2):
            assert contract.check({"a": "x"}) == [("invalid-schema", message)]
    assert never.given == [pytest.approx(deep._PATTERN_SECONDS, rel=0.01), deep._LITTLE_SECONDS]
    assert contract.check({"a": "slow"}) == [], "what is found at once is found as ever"


def test_many_searches_are_counted_and_blame_no_pattern() -> None:
    schema = {"patternProperties": {f"^k{n}$": {} for n in range(500)}, "additionalProperties": False}
    inner = {f"z{n}": 1 for n in range(100)}
    message = "the tool's own schema cannot be used: checking its patterns takes too many steps"
    assert Contract("f", {"properties": {"a": schema}}).check({"a": inner}) == [("invalid-schema", message)]


def test_large_values_are_no_reason_to_give_up() -> None:
    schema = {"properties": {"a": {"items": {"$ref": "#/$defs/x"}}}, "$defs": {"x": {"type": "integer"}}}
    assert rules(schema, {"a": list(range(10_000))}) == []


def test_schemas_that_hold_themselves() -> None:
    schema: dict[str, Any] = {"type": "object"}
    schema["properties"] = dict.fromkeys("abcdefghij", schema)
    assert rules(schema, {"a": {"b": {"c": 1}}}) == ["invalid-schema"]


@pytest.mark.parametrize("schema", [{"required": 5}, {"type": 7}, {"properties": 3}, {"$ref": "http://localhost:9/"}])
def test_garbage_is_told(schema: Any) -> None:
    assert rules(schema, {"a": 1}) == ["invalid-schema"]
