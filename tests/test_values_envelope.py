"""Envelopes: JSON objects with the name and the arguments of a call, and what else stands in them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.values.arguments import read_json
from minimax_grammar.values.envelope import read_envelope
from tests.streams import cuts, examples, ids, scan

FRAMES = {
    "hermes": "<tool_call>{}</tool_call>",
    "mistral-v3": "[TOOL_CALLS] {}",
    "minimax-m1": "<tool_calls>\n{}\n</tool_calls>",
    "command-a": "<|START_ACTION|>{}<|END_ACTION|>",
    "llama3-json": "<|python_tag|>{}<|eom_id|>",
    "lfm2": "<|tool_call_start|>{}<|tool_call_end|>",
    "internlm": "<|action_start|><|plugin|>{}<|action_end|>",
}


def read(text: str) -> tuple[str, Any, list[tuple[str, str]]] | None:
    """The name, the arguments, and what is reported: the rule and what it names."""
    value, irregular = read_json(text)
    found = read_envelope(value, ("name", "tool"), ("arguments", "parameters"), ("id",), irregular)
    return found and (found.name, found.arguments, [(rule, text.rpartition(" ")[2]) for rule, text in found.findings])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"name": "f"}', ("f", None, [])),
        ('{"name": "f", "arguments": {"a": 1}}', ("f", {"a": 1}, [])),
        ('{"parameters": {"a": 1}, "tool": "f", "id": 7, "why": null}', ("f", {"a": 1}, [])),
        ('{"name": "f", "args": {}}', ("f", None, [("flat-arguments", "'args'")])),
        ('{"name": "f", "arguments": null, "args": {}}', ("f", None, [("dropped-member", "'args'")])),
        ('{"name": "f", "arguments": "{}", "parameters": {}}', ("f", {}, [("dropped-member", "'arguments'")])),
        ('{"name": "f", "arguments": [], "parameters": "{}"}', ("f", [], [("dropped-member", "'parameters'")])),
        ('{"name": "f", "name": "g", "name": "h"}', ("f", None, [("flat-arguments", "'name'")])),
        ('{"name": 1, "tool": "g", "arguments": {}}', ("g", {}, [("dropped-member", "'name'")])),
        (
            '{"name": "f", "arguments": 1, "arguments": {}, "arguments": 2}',
            ("f", {}, [("dropped-member", "'arguments'")]),
        ),
        ("{'tool': 'g', 'name': 'f', 'arguments': {}}", ("g", {}, [("dropped-member", "'name'")])),
        ('{"id": "f", "arguments": {}}', None),
        ('["name", "f"]', None),
    ],
)
def test_members(text: str, expected: tuple[str, Any, list[tuple[str, str]]] | None) -> None:
    assert read(text) == expected


def test_long_lists_of_members_are_told_shortly() -> None:
    members = {"name": "f"} | {f"{'k' * 100}{n}": 1 for n in range(1000)}
    found = read_envelope(members, ("name",), ("arguments",))
    assert found is not None
    ((rule, message),) = found.findings
    assert rule == "flat-arguments"
    assert message.endswith(" and 997 more")
    assert len(message) < 300


KEYS = st.sampled_from(["name", "tool_name", "arguments", "parameters", "args", "id", "x"])
GIVEN = st.dictionaries(st.sampled_from("ab"), st.sampled_from([1, "x", "{", [], {"c": 1}]), max_size=2)
VALUES = st.sampled_from(['"f"', '"g"', '""', "1", "null", '"{\\"a\\": 2}"', "[1]", '{"a":1,"a":2}']) | GIVEN.map(
    json.dumps
)
MEMBERS = st.lists(st.tuples(KEYS, VALUES), max_size=5)


@st.composite
def objects(draw: st.DrawFn) -> str:
    """An object that may be a call, perhaps with a mistake."""
    members = draw(MEMBERS) + draw(st.sampled_from([[], [("name", '"f"'), ("arguments", '{"b": "y"}')]]))
    quote = draw(st.sampled_from(['"', '"', "'", ""]))
    text = ", ".join(f"{quote}{key}{quote}: {value}" for key, value in draw(st.permutations(members)))
    return "{" + text + draw(st.sampled_from(["}", "}", ",}"]))


BODIES = objects() | st.builds(
    "[{}{}]".format,
    st.sampled_from(["", " ", ", ", ")", " x "]),
    st.lists(objects(), min_size=1, max_size=3).map(", ".join),
)


@pytest.mark.parametrize("dialect", FRAMES)
@given(body=BODIES, data=st.data())
@settings(max_examples=examples(60))
def test_whole_and_in_pieces(dialect: str, body: str, data: st.DataObject) -> None:
    text = FRAMES[dialect].replace("{}", body)
    events, scanner = scan(dialect, [text])
    feeds = data.draw(cuts(text))
    cut, other = scan(dialect, feeds)
    assert cut == events
    assert other.diagnostics == scanner.diagnostics
    stream = mg.OpenAIStream(dialect, ids=ids())
    sent: dict[int, str] = {}
    for delta in [delta for feed in feeds for delta in stream.feed(feed)] + stream.flush():
        for call in delta.get("tool_calls", ()):
            sent[call["index"]] = sent.get(call["index"], "") + call["function"]["arguments"]
    ends = [event for event in events if isinstance(event, mg.ToolEnd | mg.ToolAbort)]
    at = 0
    for index, end in enumerate(ends):
        if isinstance(end, mg.ToolEnd):
            assert json.loads(sent[index]) == end.arguments
            at = text.index(end.raw_block, at) + len(end.raw_block)


@pytest.mark.parametrize("dialect", ["llama4-pythonic", "lfm2"])
def test_sources_of_calls_in_python_do_not_overlap(dialect: str) -> None:
    frame = "<|tool_call_start|>{}<|tool_call_end|>" if dialect == "lfm2" else "{}"
    text = frame.format("[" + ", ".join(f"f(a={n})" for n in range(50)) + "]")
    calls = mg.parse(text, dialect).calls
    assert [call.raw for call in calls] == [f"f(a={n})" for n in range(50)]
