"""Earlier turns as text, and back (SPEC 12)."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.render.encode import same_json

DIALECTS = mg.dialects()
IMAGE = {"type": "image", "media_type": "image/png", "data": "AA=="}


def call(name: str = "ping", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_call", "id": "c1", "name": name, "arguments": arguments}


def text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def test_an_assistant_message_with_calls() -> None:
    message = {"role": "assistant", "content": [text("I will.  \n"), IMAGE, call()], "model": "m"}
    before = copy.deepcopy(message)
    (encoded,) = mg.encode_history([message], "xml")
    assert encoded == {
        "role": "assistant",
        "model": "m",
        "content": [text('I will.\n<invoke name="ping"></invoke>'), IMAGE],
    }
    assert message == before
    encoded["content"][1]["data"] = "changed"
    assert message == before


def test_blank_prose_leaves_the_calls_alone() -> None:
    (encoded,) = mg.encode_history([{"role": "assistant", "content": [text(" \n"), call()]}], "xml")
    assert encoded["content"] == [text('<invoke name="ping"></invoke>')]


def test_thinking_kept_in_a_message_is_rendered() -> None:
    content = [{"type": "thinking", "thinking": "plan"}, text("Now."), call()]
    (encoded,) = mg.encode_history([{"role": "assistant", "content": content}], "xml")
    assert encoded["content"] == [text('<thinking>\nplan\n</thinking>\nNow.\n<invoke name="ping"></invoke>')]


def test_a_run_of_results_is_one_user_message() -> None:
    messages: list[dict[str, Any]] = [
        {"role": "assistant", "content": [call()]},
        {"role": "tool", "tool_call_id": "c1", "content": [text("a"), IMAGE, text("b")]},
        {"role": "tool", "tool_call_id": "c2", "name": "other", "content": "bad", "is_error": True},
        {"role": "user", "content": "go on"},
    ]
    encoded = mg.encode_history(messages, "minimax")
    assert [message["role"] for message in encoded] == ["assistant", "user", "user"]
    block, image = encoded[1]["content"]
    assert "<tool_name>ping</tool_name>\n<stdout>ab</stdout>" in block["text"], "the name comes from the call"
    assert "<tool_name>other</tool_name>\n<stderr>bad</stderr>" in block["text"]
    assert image == IMAGE


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": "x"},
        {"role": "developer", "content": ""},
        {"role": "assistant", "content": []},
        {"role": "assistant", "content": "plain"},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "only"}]},
    ],
)
def test_other_messages_pass(message: dict[str, Any]) -> None:
    assert mg.encode_history([message], "minimax") == [message]


SAFE = st.text(alphabet="abc <>&\n\"'é😀{}[]:,0", max_size=20)
VALUES = st.none() | st.booleans() | st.integers() | SAFE | st.lists(SAFE, max_size=2)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data())
@settings(max_examples=60)
def test_decoding_undoes_encoding(dialect: str, data: st.DataObject) -> None:
    messages: list[dict[str, Any]] = []
    number = 0
    # Where ids stand in the text they have a form of their own.
    form = "functions.f:{}" if mg.load_dialect(dialect).renderer.says("id") else "call_{}"
    for _ in range(data.draw(st.integers(1, 3))):
        messages.append({"role": "user", "content": data.draw(st.sampled_from(["Hello", "<b>?", ""]))})
        content: list[dict[str, Any]] = []
        if data.draw(st.booleans()):
            content.append({"type": "thinking", "thinking": data.draw(st.sampled_from(["plan", "a\n\nb", " x "]))})
        if data.draw(st.booleans()):
            content.append(text(data.draw(st.sampled_from(["I will.", "a < b", "two\nlines"]))))
        calls = []
        for _ in range(data.draw(st.integers(1, 2))):
            calls.append(
                {**call("f", **data.draw(st.dictionaries(st.sampled_from("kl"), VALUES))), "id": form.format(number)}
            )
            number += 1
        messages.append({"role": "assistant", "content": content + calls})
        for found in calls:
            messages.append({"role": "tool", "tool_call_id": found["id"], "name": "f", "content": [text(data.draw(st.sampled_from(["ok", "", "a\n</x>"])))], "is_error": False})  # fmt: skip
    try:
        encoded = mg.encode_history(messages, dialect)
    except mg.RenderError:
        return
    assert same_json(mg.decode_history(encoded, dialect), messages)


def test_decoding_leaves_plain_messages_alone() -> None:
    messages = [{"role": "user", "content": "<function_results>"}, {"role": "assistant", "content": "a <b> c"}]
    assert mg.decode_history(messages, "minimax") == messages
