"""OpenAI and Anthropic style streams (SPEC 13, last part)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from tests.streams import DIALECTS, TOOLS, assert_sent, cuts, examples, ids, outcomes, scan, texts

PART = '<｜DSML｜parameter name="path" string="true">x</｜DSML｜parameter>'
OBJECT = '{"limit": [1, "b"], "path": "y"}'


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("body", [PART + OBJECT, OBJECT + PART])
def test_an_object_of_arguments_beside_arguments_of_their_own(body: str, size: int) -> None:
    text = f'<｜DSML｜invoke name="read">{body}</｜DSML｜invoke>'
    (call,) = mg.parse(text, "deepseek-v4").calls
    stream = mg.OpenAIStream("deepseek-v4")
    deltas = [delta for at in range(0, len(text), size) for delta in stream.feed(text[at : at + size])]
    calls = [call for delta in [*deltas, *stream.flush()] for call in delta.get("tool_calls", ())]
    assert json.loads("".join(each["function"]["arguments"] for each in calls)) == call.arguments


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data())
@settings(max_examples=examples(20))
def test_fragments_are_always_a_beginning_of_the_arguments(dialect: str, data: st.DataObject) -> None:
    text = data.draw(texts(dialect))
    expected, _ = scan(dialect, [text])
    stream = mg.OpenAIStream(dialect, TOOLS, ids=ids())
    sent: dict[int, str] = {}
    names: dict[int, tuple[str, str]] = {}
    content, reasoning = "", ""
    deltas: list[dict[str, Any]] = []
    for feed in data.draw(cuts(text)):
        deltas += stream.feed(feed)
    deltas += stream.flush()
    for delta in deltas:
        content += delta.get("content", "")
        reasoning += delta.get("reasoning_content", "")
        for call in delta.get("tool_calls", ()):
            if "id" in call:
                assert call["index"] == len(sent)
                names[call["index"]] = (call["id"], call["function"]["name"])
                sent[call["index"]] = ""
            sent[call["index"]] += call["function"]["arguments"]
    assert content == "".join(event.text for event in expected if isinstance(event, mg.Text))
    assert reasoning == "".join(event.delta for event in expected if isinstance(event, mg.ThinkingDelta))
    started = [event for event in expected if isinstance(event, mg.ToolStart)]
    assert list(names.values()) == [(event.id, event.name) for event in started]
    for fragments, outcome in zip(sent.values(), outcomes(text, dialect), strict=True):
        assert_sent(fragments, outcome)


def test_strings_flow_and_numbers_wait() -> None:
    stream = mg.OpenAIStream(tools=TOOLS, ids=ids())
    feeds = (
        '<invoke name="read"><parameter name="path">a"',
        "b\\",
        '</parameter><parameter name="limit">1',
        "2",
        "</parameter></invoke>",
    )
    sent = [
        "".join(call["function"]["arguments"] for delta in stream.feed(feed) for call in delta["tool_calls"])
        for feed in feeds
    ]
    assert sent == ['{"path":"a\\"', "b\\\\", '",', "", '"limit":12}']


def test_a_string_that_may_be_null_waits() -> None:
    schema = {"type": "object", "properties": {"note": {"type": ["string", "null"]}}}
    for body, value in (("null", None), ("nullify", "nullify")):
        stream = mg.OpenAIStream("glm-4.7", [{"name": "keep", "parameters": schema}])
        deltas = stream.feed(f"<tool_call>keep<arg_key>note</arg_key><arg_value>{body}")
        deltas += stream.feed("</arg_value></tool_call>") + stream.flush()
        sent = "".join(delta["tool_calls"][0]["function"]["arguments"] for delta in deltas)
        assert json.loads(sent) == {"note": value}


@pytest.mark.parametrize(
    ("dialect", "before", "sent"),
    [
        ("kimi", "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>", ["{", '"a":"x', "y", '"', "}"]),
        ("hermes", '<tool_call>{"name":"f","arguments":', ["{", '"a":"x', "y", '"', "}"]),
        ("harmony", "<|channel|>commentary to=functions.f<|message|>", ["{", '"a":"x', "y", '"', "}"]),
        # Arguments of their own that follow would count instead.
        ("deepseek-v4", '<｜DSML｜tool_calls><｜DSML｜invoke name="f">', ["", "", "", "", '{"a":"xy"}']),
    ],
)
def test_arguments_as_one_body_flow_if_they_count(dialect: str, before: str, sent: list[str]) -> None:
    after = {
        "kimi": "<|tool_call_end|>",
        "hermes": "}</tool_call>",
        "harmony": "<|call|>",
        "deepseek-v4": "</｜DSML｜invoke></｜DSML｜tool_calls>",
    }
    stream = mg.OpenAIStream(dialect)
    stream.feed(before)
    feeds = ("{", '"a":"x', "y", '"', "}" + after[dialect])
    deltas = [stream.feed(feed) for feed in feeds]
    assert ["".join(delta["tool_calls"][0]["function"]["arguments"] for delta in some) for some in deltas] == sent


@pytest.mark.parametrize(
    ("body", "sent"),
    [
        ("oops", "{}"),
        ("{oops", "{}"),
        ('{"a": 1} ok', '{"a":1'),
        ('{"a": "x"}{"b": 2}', '{"a":"x"'),
        ('{"a": "x", "b": oops', '{"a":"x"'),
    ],
)
@pytest.mark.parametrize(
    ("dialect", "before", "after"),
    [
        ("harmony", "<|channel|>commentary to=functions.f<|message|>", "<|call|>"),
        (
            "deepseek",
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>",
            "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        ),
    ],
)
def test_a_body_that_turns_out_to_be_no_arguments(dialect: str, before: str, after: str, body: str, sent: str) -> None:
    text = before + body + after
    assert [end.arguments for end in scan(dialect, [text])[0] if isinstance(end, mg.ToolEnd)] == [{}]
    for feeds in ([text], list(text)):
        stream = mg.OpenAIStream(dialect)
        deltas = [delta for feed in feeds for delta in stream.feed(feed)] + stream.flush()
        assert "".join(delta["tool_calls"][0]["function"]["arguments"] for delta in deltas) == sent
        assert "invalid-arguments" in [diagnostic.name for diagnostic in stream.diagnostics]


def test_a_call_without_arguments() -> None:
    deltas = mg.OpenAIStream(ids=ids()).feed('x<invoke name="ping"/>')
    assert deltas == [
        {"content": "x"},
        {
            "tool_calls": [
                {"index": 0, "id": "call_0", "type": "function", "function": {"name": "ping", "arguments": ""}}
            ]
        },
        {"tool_calls": [{"index": 0, "function": {"arguments": "{}"}}]},
    ]


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data())
@settings(max_examples=examples(15))
def test_anthropic_blocks(dialect: str, data: st.DataObject) -> None:
    text = data.draw(texts(dialect))
    expected, _ = scan(dialect, [text])
    stream = mg.AnthropicStream(dialect, TOOLS, ids=ids())
    events: list[dict[str, Any]] = []
    for feed in data.draw(cuts(text)):
        events += stream.feed(feed)
    events += stream.flush()
    open_block: int | None = None
    blocks: list[dict[str, Any]] = []
    for event in events:
        if event["type"] == "content_block_start":
            assert open_block is None
            assert event["index"] == len(blocks)
            open_block = event["index"]
            blocks.append({**event["content_block"], "json": ""})
        else:
            assert event["index"] == open_block
            if event["type"] == "content_block_stop":
                open_block = None
                continue
            delta = event["delta"]
            blocks[-1][
                "text" if delta["type"] == "text_delta" else "thinking" if delta["type"] == "thinking_delta" else "json"
            ] += delta.get("text", delta.get("thinking", delta.get("partial_json")))
    assert open_block is None
    assert "".join(block["text"] for block in blocks if block["type"] == "text") == "".join(
        event.text for event in expected if isinstance(event, mg.Text)
    )
    assert [block["thinking"] for block in blocks if block["type"] == "thinking"] == [
        event.thinking for event in expected if isinstance(event, mg.ThinkingEnd)
    ]
    written = [block["json"] for block in blocks if block["type"] == "tool_use"]
    for fragments, outcome in zip(written, outcomes(text, dialect), strict=True):
        assert_sent(fragments, outcome)
