"""Conversations in other shapes, there and back."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.corpus import load_corpus
from minimax_grammar.conversion import SHAPES, convert
from minimax_grammar.messages import (
    canonical,
    from_anthropic,
    from_openai,
    from_responses,
    to_anthropic,
    to_openai,
    to_responses,
)
from minimax_grammar.render.encode import same_json

ARGUMENTS = st.dictionaries(
    st.text(max_size=4), st.none() | st.booleans() | st.integers() | st.text(max_size=4), max_size=3
)
IMAGES = st.sampled_from(
    [
        {"type": "image", "media_type": "image/png", "data": "AA=="},
        {"type": "image", "url": "https://example.org/a.png"},
    ]
)


@st.composite
def conversations(draw: Callable[..., Any]) -> list[dict[str, Any]]:
    """Conversations that every shape can say."""
    messages: list[dict[str, Any]] = [{"role": "system", "content": "Be brief."}]
    number = 0
    for _ in range(draw(st.integers(0, 3))):
        text = {"type": "text", "text": draw(st.text(min_size=1, max_size=5))}
        messages.append({"role": "user", "content": draw(st.sampled_from(["hi", [text, draw(IMAGES)]]))})
        content: list[dict[str, Any]] = []
        if draw(st.booleans()):
            content.append({"type": "thinking", "thinking": draw(st.text(min_size=1, max_size=5))})
        if draw(st.booleans()):
            content.append({"type": "text", "text": draw(st.text(min_size=1, max_size=5))})
        calls = []
        for _ in range(draw(st.integers(1, 2))):
            calls.append(
                {
                    "type": "tool_call",
                    "id": f"c{number}",
                    "name": draw(st.sampled_from("fg")),
                    "arguments": draw(ARGUMENTS),
                }
            )
            number += 1
        messages.append({"role": "assistant", "content": [*content, *calls]})
        messages += [
            {
                "role": "tool",
                "tool_call_id": call["id"],
                "name": call["name"],
                "content": draw(st.sampled_from(["ok", ""])),
            }
            for call in calls
        ]
    return messages


@given(conversations())
@settings(max_examples=200)
def test_there_and_back(messages: list[dict[str, Any]]) -> None:
    before = copy.deepcopy(messages)
    chat = to_openai(messages)
    assert chat.losses == []
    back = from_openai(chat.messages)
    assert same_json(back.messages, messages)
    assert canonical(chat.messages) == back.messages
    items = to_responses(messages)
    assert same_json(from_responses(items.messages).messages, messages)
    other = to_anthropic(messages)
    assert same_json(from_anthropic(other.messages, other.system).messages, messages)
    assert messages == before
    json.dumps([chat, items, other])


def test_arguments_as_text_or_as_an_object() -> None:
    for arguments in ('{"a": 1}', {"a": 1}):
        message = {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "x", "function": {"name": "f", "arguments": arguments}}],
        }
        (found,) = from_openai([message]).messages
        assert found["content"] == [{"type": "tool_call", "id": "x", "name": "f", "arguments": {"a": 1}}]
    broken = {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": '{"a":'}}]}
    converted = from_openai([broken])
    assert converted.messages[0]["content"][0]["arguments"] == {"arguments": '{"a":'}
    assert "message 1, call of 'f'" in converted.losses[0]


def test_losses_are_told() -> None:
    message = {"role": "tool", "tool_call_id": "x", "name": "f", "content": "bad", "is_error": True}
    assert to_openai([message]).losses == ["message 1: that a result is an error"]
    call = {"type": "tool_call", "id": "x", "name": "f", "arguments": {}}
    assert to_anthropic([{"role": "assistant", "content": [call]}, message]).losses == []
    assert to_anthropic([message]).losses == ["message 1: the name of the tool, 'f'"]
    unordered = [{"type": "tool_call", "id": "x", "name": "f", "arguments": {}}, {"type": "text", "text": "after"}]
    assert "order" in to_openai([{"role": "assistant", "content": unordered}]).losses[0]
    assert "refusal_code" in from_openai([{"role": "user", "content": "x", "refusal_code": 1}]).losses[0]


def test_results_without_ids_are_matched_by_order() -> None:
    messages: list[dict[str, Any]] = [
        {
            "role": "assistant",
            "tool_calls": [{"id": "a", "function": {"name": "f"}}, {"id": "b", "function": {"name": "g"}}],
        },
        {"role": "tool", "content": "1"},
        {"role": "tool", "content": "2"},
    ]
    found = from_openai(messages).messages
    assert [(m["tool_call_id"], m["name"]) for m in found[1:]] == [("a", "f"), ("b", "g")]


@pytest.mark.parametrize(
    "messages",
    ["x", {}, [3], [{}], [{"role": "bard"}], [{"role": "user", "content": 3}], [{"role": "user", "content": [3]}],
     [{"role": "user", "content": [{"type": "song"}]}], [{"role": "assistant", "tool_calls": [{}]}], [{"role": "assistant", "tool_calls": 3}]],
)  # fmt: skip
def test_what_is_no_conversation(messages: Any) -> None:
    with pytest.raises(mg.MessageError):
        canonical(messages)


BLOCKS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["text", "thinking", "tool_call", "tool_use", "tool_result", "image", "input_text", 3]),
        "text": st.sampled_from(["t", 3]),
        "name": st.sampled_from(["f", None]),
        "id": st.sampled_from(["i", 3]),
        "arguments": st.sampled_from([{}, [], "{"]),
        "source": st.sampled_from([{}, 3]),
    },
)
ODD: st.SearchStrategy[Any] = st.sampled_from([None, 3, "x", '<invoke name="f"/>', {}, [3], [{}]]) | st.lists(
    BLOCKS, max_size=2
)
ENTRIES = st.fixed_dictionaries(
    {"role": st.sampled_from(["assistant", "user", "tool", "system", "bard"])},
    optional=dict.fromkeys(("content", "tool_calls", "tool_call_id", "name", "type", "output", "is_error"), ODD),
)


def test_losses_of_reading_reach_the_caller() -> None:
    record = [{"role": "user", "content": "x", "refusal_code": 1}]
    assert "refusal_code" in convert(record, "openai", "canonical").losses[0]


@given(st.lists(ENTRIES, max_size=3), st.sampled_from([*SHAPES, "xml"]), st.sampled_from([*SHAPES, "xml"]))
@settings(max_examples=500)
def test_anything_is_converted_or_refused(messages: Any, source: str, target: str) -> None:
    try:
        json.dumps(convert(messages, source, target).record)
    except mg.MinimaxGrammarError as error:
        assert str(error)


# -- convert ----------------------------------------------------------------------------------------

SESSIONS = [
    (case.dialect, case.tools, case.expect["messages"])
    for case in load_corpus()
    if case.op == "encode_history" and case.expect.get("messages")
]


@pytest.mark.parametrize("number", range(len(SESSIONS)))
def test_sessions_of_the_corpus_survive(number: int) -> None:
    dialect, tools, messages = SESSIONS[number]
    source = {"messages": messages, "tools": tools}
    there = convert(source, dialect, "openai").record
    back = convert(there, "openai", dialect, allow_unsafe=True).record

    def flat(message: dict[str, Any]) -> Any:
        return convert([message], "canonical", dialect, allow_unsafe=True).record[0]

    assert [flat(message) for message in back["messages"]] == [flat(message) for message in messages]


def test_convert_on_the_command_line() -> None:
    call = '<minimax:tool_call>\n<invoke name="f"><parameter name="a">1</parameter></invoke>\n</minimax:tool_call>'
    session = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": f"I go.\n{call}"},
        {
            "role": "user",
            "content": "<function_results>\n<result>\n<tool_name>f</tool_name>\n<stdout>ok</stdout>\n</result>\n</function_results>",
        },
    ]
    lines = json.dumps(session) + "\n\nnope\n" + json.dumps({"messages": session, "id": 7}) + "\n[3]\n"
    there = CliRunner().invoke(cli, ["convert", "--from", "minimax", "--to", "openai"], input=lines)
    assert there.exit_code == 1
    assert "<stdin>:3: is no JSON" in there.stderr
    assert "<stdin>:5: message 1 is a int" in there.stderr
    first, second = map(json.loads, there.stdout.splitlines())
    assert first[1]["tool_calls"][0]["function"] == {"name": "f", "arguments": '{"a":1}'}
    assert second["id"] == 7
    back = CliRunner().invoke(cli, ["convert", "--from", "openai", "--to", "minimax"], input=there.stdout)
    assert back.exit_code == 0
    assert [json.loads(line) for line in back.stdout.splitlines()] == [session, {"messages": session, "id": 7}]
    other = CliRunner().invoke(cli, ["convert", "--from", "minimax", "--to", "xml"], input=json.dumps(session))
    assert '<invoke name=\\"f\\"><parameter name=\\"a\\">1</parameter></invoke>' in other.stdout
    unknown = CliRunner().invoke(cli, ["convert", "--from", "minimx", "--to", "xml"], input="[]")
    assert unknown.exit_code == 2
    assert "did you mean 'minimax'" in unknown.stderr


# -- requests ---------------------------------------------------------------------------------------


def test_requests_keep_what_is_not_about_tools() -> None:
    request = {
        "model": "m",
        "temperature": 0,
        "tools": [{"name": "f"}],
        "tool_choice": "auto",
        "messages": [{"role": "user", "content": "x"}],
    }
    before = copy.deepcopy(request)
    sent = mg.convert_request(request, "xml")
    assert set(sent) == {"model", "temperature", "messages"}
    assert [message["role"] for message in sent["messages"]] == ["system", "user"]
    assert request == before
    parts = {**request, "messages": [{"role": "system", "content": [{"type": "text", "text": "a"}]}]}
    assert mg.convert_request(parts, "xml")["messages"][0]["content"].startswith("a\n\n# Tools")
    assert mg.convert_request({"messages": []}, "xml") == {"messages": []}


def test_responses() -> None:
    text = '<think>t</think>a<invoke name="f"><parameter name="k">[1]</parameter></invoke><function_results>made up'
    answer = mg.convert_response(text, "xml")
    (choice,) = answer["choices"]
    assert choice["message"]["content"] == "a"
    assert choice["message"]["reasoning_content"] == "t"
    assert choice["message"]["tool_calls"][0]["function"] == {"name": "f", "arguments": '{"k":[1]}'}
    assert choice["finish_reason"] == "tool_calls"
    cut = mg.convert_response('<invoke name="f">', "xml", finish_reason="length")["choices"][0]
    assert (cut["message"].get("tool_calls"), cut["finish_reason"]) == (None, "length")


def test_streamed_responses() -> None:
    parts: list[Any] = [
        {"id": "x", "model": "m", "choices": [{"delta": {"content": '<invoke name="f"'}, "finish_reason": None}]},
        {"id": "x", "model": "m", "choices": [{"delta": {"content": "/><tool_resp"}, "finish_reason": None}]},
        "onse>made up",
        "never read",
    ]
    source = iter(parts)
    chunks = list(mg.convert_response(source, "xml"))
    assert next(source) == "never read"
    assert all(chunk["id"] == "x" for chunk in chunks)
    assert chunks[0]["choices"][0]["delta"]["role"] == "assistant"
    assert chunks[-1]["choices"][0] == {"index": 0, "delta": {}, "finish_reason": "tool_calls"}
