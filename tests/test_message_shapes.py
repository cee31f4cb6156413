"""Conversations in other shapes: what is kept, what is told, and what is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_grammar.errors import MinimaxGrammarError
from minimax_grammar.messages import (
    Converted,
    MessageError,
    canonical,
    from_anthropic,
    from_openai,
    from_responses,
    to_anthropic,
    to_openai,
    to_responses,
)
from minimax_grammar.render.encode import same_json

Message = dict[str, Any]
READERS: list[Callable[[Any], Any]] = [canonical, from_openai, from_responses, from_anthropic]
WRITERS: list[Callable[[Any], Converted]] = [to_openai, to_responses, to_anthropic]

WORDS = st.text(max_size=6)
ARGUMENTS = st.dictionaries(
    WORDS,
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
        max_leaves=5,
    ),
    max_size=3,
)
TEXTS = st.builds(lambda words: {"type": "text", "text": words}, WORDS)
IMAGES = st.builds(lambda words: {"type": "image", "media_type": "image/png", "data": words}, WORDS) | st.builds(
    lambda words: {"type": "image", "url": f"https://example.org/{words}"}, WORDS
)
DETAILED = st.builds(lambda image: {**image, "detail": "low"}, IMAGES)
THINKING = st.builds(lambda words: {"type": "thinking", "thinking": words}, st.text(min_size=1, max_size=6))
SIGNED = st.builds(lambda block: {**block, "signature": "s"}, THINKING) | st.just(
    {"type": "thinking", "thinking": "", "redacted": "r"}
)
SEALED = st.builds(lambda block: {**block, "encrypted_content": "e"}, THINKING)


def plain(message: Message) -> Message:
    """``message`` with content that is one text as a string: the two mean the same."""
    content = message["content"]
    lone = isinstance(content, list) and len(content) == 1 and content[0]["type"] == "text"
    return {**message, "content": content[0]["text"]} if lone else message


def content(images: Any = IMAGES) -> Any:
    return WORDS | st.lists(TEXTS | images, max_size=3)


@st.composite
def conversations(
    draw: Callable[[Any], Any], *, thoughts: Any, images: Any = IMAGES, errors: bool = False, free: bool = False
) -> list[Message]:
    """Turns with calls that are all answered; ``free`` puts the blocks of an assistant message in any order."""
    messages: list[Message] = [{"role": "system", "content": "Be brief."}] if draw(st.booleans()) else []
    number = 0
    for _ in range(draw(st.integers(0, 3))):
        messages.append({"role": "user", "content": draw(content(images))})
        calls: list[Message] = []
        for _ in range(draw(st.integers(0, 2))):
            name = draw(st.sampled_from("fg"))
            calls.append({"type": "tool_call", "id": f"c{number}", "name": name, "arguments": draw(ARGUMENTS)})
            number += 1
        blocks = [*draw(st.lists(thoughts, max_size=2 if free else 1)), *draw(st.lists(TEXTS, max_size=2)), *calls]
        if free:
            blocks = draw(st.permutations(blocks))
        messages.append({"role": "assistant", "content": blocks or draw(WORDS)})
        for call in (block for block in blocks if block["type"] == "tool_call"):
            result = {
                "role": "tool",
                "tool_call_id": call["id"],
                "name": call["name"],
                "content": draw(content(images)),
            }
            messages.append({**result, "is_error": True} if errors and draw(st.booleans()) else result)
    return messages


def check(messages: list[Message], there: Callable[[Any], Converted], back: Callable[[Converted], Converted]) -> None:
    before = copy.deepcopy(messages)
    written = there(messages)
    assert written.losses == []
    json.dumps(written.messages)
    kept = copy.deepcopy(written.messages)
    read = back(written)
    assert read.losses == []
    assert same_json([*map(plain, read.messages)], [*map(plain, before)])
    spoil(read.messages)
    assert written.messages == kept
    spoil(written.messages)
    assert messages == before


def spoil(value: Any) -> None:
    """Change everything in ``value`` that can be changed."""
    for item in list(value.values() if isinstance(value, dict) else value):
        if isinstance(item, dict | list):
            spoil(item)
    value.clear()


@given(conversations(thoughts=THINKING, images=IMAGES | DETAILED))
def test_chat_there_and_back(messages: list[Message]) -> None:
    check(messages, to_openai, lambda written: from_openai(written.messages))


@given(conversations(thoughts=THINKING | SEALED, images=IMAGES | DETAILED, free=True))
def test_responses_there_and_back(messages: list[Message]) -> None:
    check(messages, to_responses, lambda written: from_responses(written.messages))


@given(conversations(thoughts=THINKING | SIGNED, errors=True, free=True))
def test_anthropic_there_and_back(messages: list[Message]) -> None:
    check(messages, to_anthropic, lambda written: from_anthropic(written.messages, written.system))


@given(conversations(thoughts=THINKING | SIGNED | SEALED, images=IMAGES | DETAILED, errors=True, free=True))
def test_canonical_stays(messages: list[Message]) -> None:
    before = copy.deepcopy(messages)
    found = canonical(messages)
    assert found == before
    spoil(found)
    assert messages == before


@given(conversations(thoughts=THINKING))
def test_the_shape_is_found(messages: list[Message]) -> None:
    for there in WRITERS:
        written = there(messages)
        if written.system:
            written.messages.insert(0, {"role": "system", "content": written.system})
        assert same_json([*map(plain, canonical(written.messages))], [*map(plain, messages)])


NAMES = """role content type text thinking name id arguments input tool_calls function_call function call_id output
summary source data url image_url tool_call_id tool_use_id is_error reasoning_content reasoning refusal detail
encrypted_content signature file_id media_type"""
VALUES = """user assistant tool system function developer text thinking tool_call tool_use tool_result image image_url
input_image input_text message function_call function_call_output reasoning redacted_thinking base64 {} [1]"""
KEYS = st.sampled_from(NAMES.split())
KINDS = st.sampled_from(VALUES.split())
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | KINDS | st.binary(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | WORDS, inner, max_size=5),
    max_leaves=12,
)


@given(JUNK | st.lists(st.dictionaries(KEYS, KINDS | JUNK, max_size=6), max_size=3))
@settings(max_examples=400)
def test_garbage_is_refused_in_words(messages: Any) -> None:
    before = repr(messages)
    for convert in (*READERS, *WRITERS):
        try:
            convert(messages)
        except MessageError as error:
            assert str(error)
    assert repr(messages) == before


def nested(depth: int) -> Any:
    value: Any = {}
    for _ in range(depth):
        value = {"a": value}
    return value


@pytest.mark.parametrize("convert", [*READERS, *WRITERS])
@pytest.mark.parametrize("value", [nested(100_000), {1}, {1: 2}, float("nan"), b"x", object()])
def test_values_that_no_message_holds(convert: Callable[[Any], Any], value: Any) -> None:
    call = {"type": "tool_call", "name": "f", "arguments": {"a": value}}
    for message in ({"role": value}, {"role": "user", "content": [{"type": value}]}, {"type": value}):
        with pytest.raises(MessageError, match=r"^(message|item) 2"):
            convert([{"role": "user", "content": "x"}, message])
    with pytest.raises(MessageError, match=r"^(message|item) 1"):
        convert([{"role": "assistant", "content": [call]}])


@pytest.mark.parametrize("convert", [to_openai, to_responses])
def test_numbers_too_long_to_write(convert: Callable[[Any], Converted]) -> None:
    with pytest.raises(MessageError, match="message 1: the arguments of 'f' cannot be written as JSON"):
        convert([{"role": "assistant", "content": [call("x", "f", a=10**5000)]}])
    with pytest.raises(MessageError, match="message 1: 'id' is a string"):
        convert([{"role": "assistant", "content": [{**call("", "f"), "id": 10**5000}]}])


@pytest.mark.parametrize("text", ["[1]", '"x"', "{", '{"a": NaN}', '{"a": 1, "a": 2}', '{"a":' * 300 + "1" + "}" * 300])
def test_arguments_that_are_no_object_are_kept(text: str) -> None:
    chat = [{"role": "assistant", "tool_calls": [{"id": "x", "function": {"name": "f", "arguments": text}}]}]
    items = [{"type": "function_call", "call_id": "x", "name": "f", "arguments": text}]
    for read in (from_openai(chat), from_responses(items)):
        assert read.messages[0]["content"][0]["arguments"] == {"arguments": text}
        assert "call of 'f': the arguments are no JSON object" in read.losses[0]


@pytest.mark.parametrize("nothing", [None, "", " "])
def test_no_arguments(nothing: str | None) -> None:
    chat = [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": nothing}}]}]
    assert from_openai(chat)[:2] == ([{"role": "assistant", "content": [call("", "f")]}], [])


def call(identifier: str, name: str, **arguments: Any) -> Message:
    return {"type": "tool_call", "id": identifier, "name": name, "arguments": arguments}


def test_the_older_calls_of_chat() -> None:
    chat = [
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": "1"},
    ]
    assert from_openai(chat).messages == [
        {"role": "assistant", "content": [call("", "f")]},
        {"role": "tool", "tool_call_id": "", "name": "f", "content": "1"},
    ]


def test_results_are_named_after_the_calls_they_answer() -> None:
    calls = [call("a", "f"), call("", "g"), call("", "h"), call("b", "i")]
    results = [
        {"role": "tool", "content": "", "tool_call_id": "b"},
        {"role": "tool", "content": "", "name": "h"},
        {"role": "tool", "content": "", "tool_call_id": "unknown"},
        {"role": "tool", "content": ""},
        {"role": "tool", "content": "", "tool_call_id": "a"},
        {"role": "tool", "content": ""},
    ]
    found = from_openai([{"role": "assistant", "content": calls}, *results]).messages[1:]
    assert [(message["tool_call_id"], message["name"]) for message in found] == [
        ("b", "i"), ("", "h"), ("unknown", "g"), ("a", "f"), ("a", "f"), ("", ""),
    ]  # fmt: skip


def test_text_before_a_result_stays_before_it() -> None:
    result = {"type": "tool_result", "tool_use_id": "x", "content": [{"type": "text", "text": "r"}], "is_error": True}
    turn = [{"type": "text", "text": "a"}, result, {"type": "text", "text": "b"}]
    messages = from_anthropic([{"role": "user", "content": turn}], [{"type": "text", "text": "s"}]).messages
    assert [message["role"] for message in messages] == ["system", "user", "tool", "user"]
    assert messages[2]["is_error"]


LOSSES: list[tuple[Callable[[Any], Converted], list[Message], list[str]]] = [
    (to_openai, [{"role": "assistant", "content": [{"type": "thinking", "thinking": "t", "signature": "s"}]}],
     ["message 1: not carried over: signature"]),
    (to_openai, [{"role": "user", "content": [{"type": "image", "file_id": "x"}]}],
     ["message 1: an image without address or data"]),
    (to_openai, [{"role": "assistant", "content": [{"type": "thinking", "thinking": "a"}] * 2}],
     ["message 1: where one thinking ends and the next begins"]),
    (to_openai, [{"role": "user", "content": "x", "model": "m"}], ["message 1: not carried over: model"]),
    (to_responses, [{"role": "assistant", "content": "a"}] * 2,
     ["message 2: that it is apart from the message before it"]),
    (to_responses, [{"role": "tool", "content": "x", "name": "f", "is_error": True}],
     ["message 1: that a result is an error", "message 1: the name of the tool, 'f'"]),
    (to_anthropic, [{"role": "user", "content": [{"type": "image", "url": "u", "detail": "low"}]}],
     ["message 1: not carried over: detail"]),
    (to_anthropic, [{"role": "assistant", "content": [call("", "f"), call("", "g")]},
                    {"role": "tool", "name": "g", "content": ""}], ["message 2: the name of the tool, 'g'"]),
    (to_anthropic, [{"role": "user", "content": "x"}, {"role": "developer", "content": "y"}],
     ["message 2: where it stands, and that it is of the role developer"]),
    (to_anthropic, [{"role": "system", "content": ""}], ["message 1: that there is an empty message"]),
    (from_openai, [{"role": "assistant", "content": None, "name": "x", "audio": None, "refusal": "no"}],
     ["message 1: not carried over: name", "message 1: that a text is a refusal"]),
    (from_anthropic, [{"role": "user", "content": [{"type": "text", "text": "", "cache_control": {"type": "x"}}]}],
     ["message 1: not carried over: cache_control"]),
    (from_responses, [{"type": "reasoning", "id": "r", "content": [{"text": "a"}], "summary": [{"text": "b"}]}],
     ["item 1: the summary of its reasoning"]),
]  # fmt: skip


@pytest.mark.parametrize(("convert", "messages", "losses"), LOSSES)
def test_losses_name_the_message(
    convert: Callable[[Any], Converted], messages: list[Message], losses: list[str]
) -> None:
    assert convert(messages).losses == losses


def test_the_error_is_one_of_the_package() -> None:
    assert issubclass(MessageError, MinimaxGrammarError)
    with pytest.raises(MessageError, match=r"message 2: the role is one of system, developer, .*, not 'bard'"):
        from_openai([{"role": "user", "content": "x"}, {"role": "bard"}])
