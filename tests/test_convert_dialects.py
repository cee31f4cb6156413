"""Conversations from every dialect to every other one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

import minimax_grammar as mg
from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.corpus import load_corpus
from minimax_grammar.conversion import SHAPES, convert
from minimax_grammar.render.encode import same_json

DIALECTS = mg.dialects()

TOOLS: list[dict[str, Any]] = [
    {
        "name": "read",
        "parameters": {"properties": {"path": {"type": "string"}, "count": {"type": "integer"}}},
    },
    {
        "name": "write",
        "parameters": {
            "properties": {
                "content": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "options": {"type": "object"},
            }
        },
    },
]


def call(number: int, name: str, **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_call", "id": f"c{number}", "name": name, "arguments": arguments}


def result(number: int, name: str, text: str, is_error: bool = False) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    return {"role": "tool", "tool_call_id": f"c{number}", "name": name, "content": content, "is_error": is_error}


THOUGHT = {"type": "thinking", "thinking": "First read,\nthen write."}
CONVERSATIONS: dict[str, list[dict[str, Any]]] = {
    "one call": [
        {"role": "user", "content": "Read it."},
        {"role": "assistant", "content": [call(0, "read", path="src/a b.py", count=40)]},
        result(0, "read", "1\n2 < 3 & more"),
        {"role": "assistant", "content": "Done."},
    ],
    "several": [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": "Do it."},
        {
            "role": "assistant",
            "content": [
                THOUGHT,
                {"type": "text", "text": "I will:\n\n- read"},
                call(0, "read"),
                call(1, "write", content='x < 1 & "y"\n\n  z\n', tags=["a", "é😀"], options={"deep": {"er": "b"}}),
            ],
        },
        result(0, "read", ""),
        result(1, "write", "no room", is_error=True),
        {"role": "assistant", "content": [{"type": "text", "text": "Again."}, call(2, "write", content="")]},
        result(2, "write", '{"ok":true}'),
    ],
}


def said(message: dict[str, Any], thinks: bool) -> list[Any]:
    content = message["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    parts: list[Any] = [message["role"]]
    for block in blocks:
        if block["type"] == "tool_call":
            parts.append([block["name"], block["arguments"]])
        elif block["type"] == "text" or thinks:
            parts.append(block.get(block["type"]))
    return parts


@pytest.mark.parametrize("source", DIALECTS)
def test_from_every_dialect_to_every_other(source: str) -> None:
    speaks = mg.load_dialect(source).renderer
    for messages in CONVERSATIONS.values():
        start = convert(messages, "canonical", source, TOOLS)
        for target in DIALECTS:
            hears = mg.load_dialect(target).renderer
            there = convert(start.record, source, target, TOOLS)
            back = convert(there.record, target, "canonical", TOOLS)
            thinks = speaks.says("thinking") and hears.says("thinking")
            expected = [said(message, thinks) for message in messages]
            assert same_json([said(message, thinks) for message in back.record], expected), target
            # What one side cannot say is told, and nothing else.
            thought = THOUGHT in messages[2]["content"] and speaks.says("thinking") and not hears.says("thinking")
            failed = any(message.get("is_error") for message in messages) and speaks.tells_failures
            assert sum("thinking" in loss for loss in there.losses) == thought
            assert sum("is an error" in loss for loss in there.losses) == (failed and not hears.tells_failures)
            assert len(there.losses) <= 2


def corpus() -> list[tuple[str, str, Any, Any]]:
    """The conversations of the conformance corpus: where each is, its form, itself, its tools."""
    found: dict[str, tuple[str, str, Any, Any]] = {}
    for case in load_corpus():
        if case.op in ("encode_history", "render_transcript"):
            form, record = "canonical", case.input["messages"]
        elif case.op == "validate" and isinstance(case.input.get("record"), list):
            form, record = ("openai" if case.dialect == "auto" else case.dialect), case.input["record"]
        else:
            continue
        found.setdefault(json.dumps([form, record, case.tools]), (case.id, form, record, case.tools))
    return list(found.values())


def test_conversations_of_the_corpus_from_any_dialect_to_every_other() -> None:
    done = 0
    for number, (place, form, record, tools) in enumerate(corpus()):
        source = DIALECTS[number % len(DIALECTS)] if form in SHAPES else form
        try:
            start = record if form == source else convert(record, form, source, tools).record
            before = convert(start, source, "canonical", tools).record
        except mg.MinimaxGrammarError:
            continue  # what is no conversation, or cannot be said in the dialect to begin with
        for target in DIALECTS:
            try:
                there = convert(start, source, target, tools)
            except mg.RenderError:
                continue
            after = convert(there.record, target, "canonical", tools).record
            same = same_json([said(message, True) for message in before], [said(message, True) for message in after])
            assert same or there.losses or there.kept, (place, source, target)
            done += 1
    assert done > 2000


def test_layout_and_order_that_are_lost_are_told() -> None:
    ping = call(0, "ping")
    behind = [{"role": "assistant", "content": [ping, {"type": "text", "text": "Now wait."}]}]
    (loss,) = convert(behind, "canonical", "hermes").losses
    assert loss == "message 1: that words stand behind its calls: they are written before them"
    spaced = [{"role": "assistant", "content": [{"type": "thinking", "thinking": "\nWell\n"}, ping]}]
    (loss,) = convert(spaced, "canonical", "hermes").losses
    assert loss == "white space around words or thinking, in message 1"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_calls_are_written_where_no_tools_are_known(dialect: str) -> None:
    text = mg.load_dialect(dialect).renderer.calls([{"name": "ping", "arguments": {"path": "a.ts"}}])
    (found,) = mg.parse(text, dialect=dialect).calls
    assert (found.name, found.arguments) == ("ping", {"path": "a.ts"})


def test_words_that_look_like_calls_are_told() -> None:
    session = [{"role": "assistant", "content": 'Write <tool_call>\n{"name":"f","arguments":{}}\n</tool_call> so.'}]
    assert convert(session, "minimax", "xml").losses == []
    there = convert(session, "xml", "hermes")
    assert there.losses == []
    assert there.kept == ["message 1: its words look like the dialect's own markup, and are read as that"]
    other = CliRunner().invoke(cli, ["convert", "--from", "xml", "--to", "hermes"], input=json.dumps(session))
    assert (other.exit_code, json.loads(other.stdout)) == (0, session)
    assert "<stdin>:1: kept as text: message 1: its words look like" in other.stderr


def test_what_cannot_be_said_is_refused_with_its_line() -> None:
    session = [{"role": "assistant", "content": [call(0, "a b")]}]
    done = CliRunner().invoke(cli, ["convert", "--from", "canonical", "--to", "gemini"], input=json.dumps(session))
    assert done.exit_code == 1
    assert "<stdin>:1: the name 'a b' cannot be written" in done.stderr
    assert "Traceback" not in done.output
