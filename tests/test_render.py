"""Rendering: exact bytes, round trips, and what is refused (SPEC 10 and 11)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

import minimax_grammar as mg
from minimax_grammar.render.encode import compact_json, same_json
from minimax_grammar.render.template import parse_template, template_problems
from minimax_grammar.render.thinking import unwrapped

DIALECTS = mg.dialects()

TOOLS: list[dict[str, Any]] = [
    {
        "name": "write_file",
        "description": "Write a <file> & more",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "content": {"type": "string"},
                "mode": {"type": "integer"},
                "any": {},
            },
        },
    },
    {"name": 'odd"<&>', "parameters": {"type": "object", "properties": {'k"<&>': {"type": "string"}}}},
    {"name": "ping"},
]

MESSAGES: list[dict[str, Any]] = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Write it"}, {"type": "image", "media_type": "image/png", "data": "AA=="}]},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "plan"},
            {"type": "text", "text": "I will.  "},
            {"type": "tool_call", "id": "a", "name": "write_file", "arguments": {"path": "a.txt", "content": "x < 1 & y\n", "mode": 420, "any": ["é", None]}},
            {"type": "tool_call", "id": "b", "name": "ping", "arguments": {}},
        ],
    },
    {"role": "tool", "tool_call_id": "a", "name": "write_file", "content": "ok"},
    {"role": "tool", "tool_call_id": "b", "name": "ping", "content": [{"type": "text", "text": "no <answer>"}], "is_error": True},
    {"role": "assistant", "content": "Done."},
]  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_each_dialect_writes(dialect: str, snapshot: SnapshotAssertion) -> None:
    loaded = mg.load_dialect(dialect)
    before = copy.deepcopy(MESSAGES)
    calls = [block for block in MESSAGES[2]["content"] if block["type"] == "tool_call"]
    results = [
        {"name": "write_file", "text": "ok\n", "is_error": False},
        {"name": 'odd"<&>', "text": "</x> & more", "is_error": True},
    ]
    assert loaded.render_call(calls[0], TOOLS) == snapshot(name="call")
    assert loaded.render_calls(calls, TOOLS) == snapshot(name="calls")
    assert loaded.render_results(results) == snapshot(name="results")
    assert loaded.render_thinking("plan") == snapshot(name="thinking")
    assert loaded.render_transcript(MESSAGES, TOOLS) == snapshot(name="transcript")
    assert loaded.prompt(TOOLS) == snapshot(name="prompt")
    assert mg.encode_history(MESSAGES, dialect, TOOLS) == snapshot(name="history")
    assert before == MESSAGES


@pytest.mark.parametrize("dialect", DIALECTS)
def test_nothing_is_nothing(dialect: str) -> None:
    loaded = mg.load_dialect(dialect)
    assert loaded.render_calls([], TOOLS) == loaded.render_results([]) == loaded.render_thinking("") == ""
    assert loaded.render_transcript([], TOOLS) == ""
    assert loaded.catalog([]) == ""


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
SCHEMAS = st.sampled_from(
    [None, {}, {"type": "string"}, {"type": "integer"}, {"type": ["string", "null"]}, {"type": "object"}]
)
NAMES = st.text(min_size=1, max_size=12) | st.sampled_from(["read", 'a"b', "a<b>&c", "a'b", " x", "é😀"])


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data())
@settings(max_examples=300)
def test_what_is_rendered_reads_back(dialect: str, data: st.DataObject) -> None:
    loaded = mg.load_dialect(dialect)
    calls = []
    tools = []
    for name in data.draw(st.lists(NAMES, max_size=3, unique=True)):
        arguments = data.draw(
            st.dictionaries(
                NAMES, VALUES | st.sampled_from(["</parameter>", "</invoke>", "<think>", "a</parameter"]), max_size=3
            )
        )
        schemas = {key: data.draw(SCHEMAS) for key in arguments}
        tools.append(
            {
                "name": name,
                "parameters": {"type": "object", "properties": {k: v for k, v in schemas.items() if v is not None}},
            }
        )
        calls.append({"name": name, "arguments": arguments})
    try:
        text = loaded.render_calls(calls, tools)
    except mg.RenderError as error:
        assert str(error)
        assert error.offset == -1 or error.key
        loaded.render_calls(calls, tools, allow_unsafe=True)
        return
    parsed = mg.parse(f"before {text} after", loaded, tools)
    assert [call.name for call in parsed.calls] == [call["name"] for call in calls]
    for call, found in zip(calls, parsed.calls, strict=True):
        assert same_json(call["arguments"], found.arguments)
    assert parsed.text.split() == ["before", "after"]


@pytest.mark.parametrize("dialect", DIALECTS)
@given(
    st.lists(
        st.tuples(st.text(max_size=8), st.text() | st.sampled_from(["</stdout>", "\n</tool_response>"]), st.booleans()),
        max_size=4,
    )
)
@settings(max_examples=200)
def test_results_read_back(dialect: str, results: list[tuple[str, str, bool]]) -> None:
    loaded = mg.load_dialect(dialect)
    given = [{"name": name, "text": text, "is_error": error} for name, text, error in results]
    try:
        text = loaded.render_results(given)
    except mg.RenderError:
        loaded.render_results(given, allow_unsafe=True)
        return
    if given:
        read = loaded.renderer.read_results(text)
        assert read is not None
        assert [record.text for record in read] == [result["text"] for result in given]


def test_a_body_that_holds_its_closer_is_refused() -> None:
    dialect = mg.load_dialect("minimax")
    call = {"name": "write_file", "arguments": {"path": "a", "content": "abc</parameter>def"}}
    with pytest.raises(mg.RenderError, match=r"'content' of 'write_file'.*'</parameter>def' at offset 3") as caught:
        dialect.render_call(call, TOOLS)
    assert (caught.value.name, caught.value.key, caught.value.offset) == ("write_file", "content", 3)
    assert "abc</parameter>def" in dialect.render_call(call, TOOLS, allow_unsafe=True)
    with pytest.raises(mg.RenderError, match="result 2 .* at offset 2"):
        dialect.render_results(
            [{"name": "a", "text": "fine"}, {"name": "b", "text": "x </stdout>\n</result>\n</function_results>"}]
        )
    with pytest.raises(mg.RenderError, match="offset 2"):
        dialect.render_thinking("a </thinking> b")
    # As data in another place it is harmless.
    dialect.render_call(
        {"name": "write_file", "arguments": {"path": "<function_results>", "content": "</invoke></minimax:tool_call>"}},
        TOOLS,
    )


@pytest.mark.parametrize(
    "call",
    [
        {},
        {"name": 3, "arguments": {}},
        {"name": "x", "arguments": []},
        {"name": "x", "arguments": {1: 2}},
        {"name": "x", "arguments": {"k": float("nan")}},
        {"name": "x", "arguments": {"k": {1, 2}}},
        {"name": "", "arguments": {}},
        {"name": "x" * 300, "arguments": {}},
        {"name": "ping", "arguments": {" k": 1}},
        {"name": "write_file", "arguments": {"path": 12}},
        {"name": "write_file", "arguments": {"content": "x" * 1_000_001}},
    ],
)
def test_calls_that_cannot_be_carried(call: dict[str, Any]) -> None:
    with pytest.raises(mg.RenderError):
        mg.load_dialect("minimax").render_call(call, TOOLS)


def test_compact_json() -> None:
    assert (
        compact_json({"a": [1.0, 1.5, True, None, "é\u2028"], "b": "\ud83d"})
        == '{"a":[1,1.5,true,null,"é\u2028"],"b":"\\ud83d"}'
    )
    assert same_json({"a": 1}, {"a": 1.0})
    assert not same_json({"a": 1}, {"a": True})


def test_the_catalog_keeps_the_order_of_keys() -> None:
    (line, *_) = mg.load_dialect("minimax").catalog(TOOLS).split("\n")
    entry = json.loads(line)
    assert list(entry) == ["type", "function"]
    assert list(entry["function"]) == ["name", "description", "parameters"]


UNWRAPPED = {
    "plan": "plan",
    "<t>plan</t>": "plan",
    "<t>\nplan\n</t>": "plan",
    " <t><t>x</t></t>\n": "x",
    "<t>a</t> <t>b</t>": "a\nb",
    "<t>a<t>b</t>c</t>": "a<t>b</t>c",
    "<t>a</t> tail": "<t>a</t> tail",
    "a </t> b": "a </t> b",
    "<t>a": "<t>a",
    "\xa0<t>a</t>": "\xa0<t>a</t>",
    "<t></t>": "",
    "<t>" * 3000 + "x" + "</t>" * 3000: "x",
}


@pytest.mark.parametrize("text", UNWRAPPED, ids=range(len(UNWRAPPED)))
def test_unwrapping(text: str) -> None:
    assert unwrapped(text, "<t>", "</t>") == UNWRAPPED[text]


def test_deep_rows_do_not_exhaust_the_stack() -> None:
    assert unwrapped("<t>" * 2000 + "<t></t>" + "</t><t>x</t>" * 2000, "<t>", "</t>")


def test_templates() -> None:
    assert parse_template("a{{{x|attr}}}b")(x='"<') == "a{&quot;&lt;}b"
    assert template_problems("call", "{name|attr}{arguments}") == []
    assert "no field 'nmae'" in template_problems("call", "{nmae}{arguments}")[0]
    assert "needs the field {name}" in template_problems("call", "{arguments}")[0]
    assert "no filter 'html'" in template_problems("call", "{name|html}{arguments}")[0]
    assert "stands twice" in template_problems("call", "{name}{name}{arguments}")[0]
    assert "a single '}'" in template_problems("call", "{name}}{arguments}")[0]
    assert "nothing that is rendered" in template_problems("cal", "")[0]
