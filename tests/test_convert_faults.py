"""Faulty turns from any dialect to others: what does not go over is told, with the number of its message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import minimax_grammar as mg
from minimax_grammar.cli.main import cli
from minimax_grammar.conversion import convert
from minimax_grammar.render.encode import same_json

DIALECTS = mg.dialects()
TOOLS = [
    {
        "name": "read",
        "parameters": {"required": ["path"], "properties": {"path": {"type": "string"}, "count": {"type": "integer"}}},
    }
]
CALLS = [
    {"name": "read", "arguments": {"path": "firstpath", "count": 4}},
    {"name": "read", "arguments": {"path": "secondpath"}},
]
WORDS = ("wordsbefore", "wordsbehind", "plannedthought", "firstpath", "secondpath", "inventedpong")


def faulty(source: str) -> dict[str, str]:
    """Turns in the dialect ``source`` with something wrong in each."""
    dialect = mg.load_dialect(source)
    calls = dialect.render_calls(CALLS, TOOLS)
    turn = f"wordsbefore\n{calls}"
    invented = dialect.render_results([{"name": "read", "text": "inventedpong"}], allow_unsafe=True)
    thought = dialect.render_thinking("plannedthought") if dialect.renderer.says("thinking") else ""
    cut = calls.find("secondpath")
    return {
        "words behind": f"{turn}\nwordsbehind",
        "in the second call": f"wordsbefore\n{calls[: cut + 10]}",
        "in the first call": f"wordsbefore\n{calls[: calls.find('firstpath') + 9]}",
        "in the closer": turn[:-3],
        "closed twice": f"{turn}{calls[-12:]}",
        "a stray closer alone": f"wordsbefore {calls[-12:]}",
        "an invented result": f"{turn}\n{invented}",
        "an invented result and words": f"{turn}\n{invented}\nwordsbehind",
        "an invented result alone": f"wordsbefore\n{invented}",
        "thinking that is not closed": f"{thought[: thought.find('plannedthought') + 14]}\n{calls}",
        "words between calls": turn.replace("secondpath", "firstpath").replace(calls[:8], f"wordsbehind{calls[:8]}"),
        "arguments that break off": turn.replace("secondpath", 'second"}}]path<'),
    }


def strings(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key} {strings(item)}" for key, item in value.items())
    return " ".join(map(strings, value)) if isinstance(value, list) else str(value)


def squeezed(text: str, dialect: str) -> list[Any]:
    """What a dialect reads in a text, but for white space."""
    read = mg.parse(text, dialect, TOOLS)
    thinks = mg.load_dialect(dialect).renderer.says("thinking")
    thought = "".join(read.thinking.split()) if thinks else ""
    return ["".join(read.text.split()), thought, [[call.name, call.arguments] for call in read.calls]]


@pytest.mark.parametrize("source", DIALECTS)
def test_faulty_turns_are_read_the_same_or_told(source: str) -> None:
    at = DIALECTS.index(source)
    for number, (kind, text) in enumerate(faulty(source).items()):
        for target in (DIALECTS[(at + number + 1) % len(DIALECTS)], DIALECTS[(at + 7 * number + 3) % len(DIALECTS)]):
            session = [{"role": "user", "content": "Go."}, {"role": "assistant", "content": text}]
            try:
                there = convert(session, source, target, TOOLS)
            except mg.RenderError:
                continue
            told = [each for each in there.losses + there.kept if "white space" not in each]
            assert all(each.startswith("message 2") for each in told + there.forgiven)
            written = there.record[1]["content"]
            assert isinstance(written, str), (kind, target)
            gone = [word for word in WORDS if word in text and word not in written]
            assert not gone or there.losses, (kind, target, gone, there)
            if not told:
                assert same_json(squeezed(text, source)[::2], squeezed(written, target)[::2]), (kind, target, written)


@pytest.mark.parametrize("source", DIALECTS)
def test_what_is_not_read_is_told_in_native_shapes(source: str) -> None:
    for kind, text in faulty(source).items():
        there = convert([{"role": "assistant", "content": text}], source, "openai", TOOLS)
        kept = strings(there.record)
        gone = [word for word in WORDS if word in text and word not in kept]
        assert not gone or there.losses, (kind, gone, there)


def test_each_kind_of_fault_says_what_became_of_it() -> None:
    call = '<invoke name="ping"></invoke>'
    session = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": f"A\n<minimax:tool_call>\nso\n{call}\n</minimax:tool_call>\nB"},
        {"role": "user", "content": "<function_results>\nodd"},
        {"role": "assistant", "content": 'Now\n<invoke name="read"><parameter name="path">a'},
        {"role": "assistant", "content": f"<thinking>hm</thinking><minimax:tool_call>{call}"},
    ]
    there = convert(session, "minimax", "hermes")
    assert there.losses == [
        "message 2, line 3: dropped-prose: so",
        "message 2: that words stand behind its calls: they are written before them",
    ]
    assert there.kept == [
        "message 3, line 1: results in another form: <function_results> odd",
        'message 4, line 2: bare-call: <invoke name="read">',
        'message 4, line 2: unclosed-call: <invoke name="read"><parameter name="path">a',
        'message 4, line 2: unclosed-argument: <parameter name="path">a',
    ]
    assert there.forgiven == [
        'message 5, line 1: unclosed-wrapper: <minimax:tool_call><invoke name="ping"></invoke>',
    ]


def test_messages_have_the_numbers_of_the_record() -> None:
    ping = '<tool_call>\n{"name": "ping", "arguments": {}}\n</tool_call>'
    results = "<tool_response>\na\n</tool_response>\n<tool_response>\nb\n</tool_response>"
    session = [
        {"role": "assistant", "content": f"{ping}\n{ping}"},
        {"role": "user", "content": results},
        {"role": "assistant", "content": '<invoke name="f"></invoke>'},
    ]
    there = convert(session, "hermes", "xml")
    assert there.kept == ["message 3: its words look like the dialect's own markup, and are read as that"]
    items = [
        {"type": "message", "role": "user", "content": "Go."},
        {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "a", "output": "x", "extra": 1},
        {"type": "message", "role": "assistant", "content": '<invoke name="f"></invoke>'},
    ]
    there = convert(items, "responses", "xml")
    assert there.losses == ["item 3: not carried over: extra"]
    assert there.kept == ["item 4: its words look like the dialect's own markup, and are read as that"]


def test_fields_that_text_cannot_hold_are_told() -> None:
    thought = {"type": "thinking", "thinking": "hm", "signature": "x"}
    call = {"type": "tool_call", "id": "a", "name": "f", "arguments": {}}
    session = [
        {"role": "assistant", "content": [thought, call], "weight": 1},
        {"role": "tool", "tool_call_id": "a", "name": "f", "content": "x", "seconds": 3},
    ]
    assert convert(session, "canonical", "minimax").losses == [
        "message 1: not carried over: weight",
        "message 2: not carried over: seconds",
        "message 1: not carried over: signature",
    ]
    # What a record of a dialect has beside its words is told as well.
    assert convert([{"role": "user", "content": "x", "at": 3}], "minimax", "xml").losses == [
        "message 1: not carried over: at"
    ]


def test_results_that_answer_another_call_are_told() -> None:
    calls = [{"type": "tool_call", "id": each, "name": "f", "arguments": {}} for each in "ab"]
    given = [{"role": "tool", "tool_call_id": each, "name": "f", "content": each} for each in "ba"]
    there = convert([{"role": "assistant", "content": calls}, *given], "canonical", "hermes")
    assert there.losses == ["message 2: which call its result answers", "message 3: which call its result answers"]


def test_members_beside_a_call_are_told() -> None:
    text = '<tool_call>\n{"name": "f", "arguments": {"a": 1, "a": 2}, "why": "because"}\n</tool_call>'
    there = convert([{"role": "assistant", "content": text}], "hermes", "xml")
    assert [each.split(": ")[1] for each in there.losses] == ["duplicate-argument", "dropped-member"]
    flat = '<tool_call>\n{"name": "f", "a": 1}\n</tool_call>'
    (loss,) = convert([{"role": "assistant", "content": flat}], "hermes", "xml").losses
    assert loss.startswith("message 1, line 1: flat-arguments: ")


def test_every_turn_of_a_dialect_is_one_text() -> None:
    said = {"type": "text", "text": "Done."}
    thought = {"type": "thinking", "thinking": "hm"}
    for content in ([thought, said], [said], [thought], "Done."):
        (message,) = convert([{"role": "assistant", "content": content}], "canonical", "minimax").record
        assert isinstance(message["content"], str)
        (back,) = convert([message], "minimax", "canonical").record
        assert back["content"] in (content, "Done.")
    picture = {"type": "image", "url": "u"}
    (message,) = convert([{"role": "assistant", "content": [thought, said, picture]}], "canonical", "minimax").record
    assert message["content"] == [{"type": "text", "text": "<thinking>\nhm\n</thinking>\nDone."}, picture]


def test_a_dialect_that_drops_calls_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "own.dialect").write_text(
        'dialect own "Calls that may be dropped"\nmark call = "(call " name ")"\nmark over = "(/)"\n'
        "limit tag 40\nstart outside\n"
        "mode outside\n text -> emit\n call -> enter call\n"
        "mode call is call(name = call.name)\n text -> skip\n over -> leave\n end -> abort\n",
        encoding="utf-8",
    )
    own = str(tmp_path / "own.dialect")
    there = convert([{"role": "assistant", "content": "(call a)(/)so (call b)gone"}], own, "canonical")
    assert there.losses == ["message 1, line 1: unclosed-call: (call b)gone"]
    there = convert([{"role": "assistant", "content": "(call a)gone(/)so"}], own, "canonical")
    assert there.losses == ["message 1, line 1: gone"]
    there = convert([{"role": "assistant", "content": "so (call b)"}], own, "canonical")
    assert there.kept == ["message 1, line 1: unclosed-call: (call b)"]


def test_all_of_it_stands_on_standard_error() -> None:
    call = '<invoke name="ping"></invoke>'
    session = [
        {"role": "assistant", "content": f"<minimax:tool_call>so {call}"},
        {"role": "assistant", "content": "so </invoke>"},
    ]
    done = CliRunner().invoke(cli, ["convert", "--from", "minimax", "--to", "xml"], input=json.dumps(session))
    assert done.exit_code == 0
    lines = [line.split(": ")[:3] for line in done.stderr.splitlines()]
    assert ["<stdin>:1", "lost", "message 1, line 1"] in lines
    assert ["<stdin>:1", "forgiven", "message 1, line 1"] in lines
    assert any(line[1] == "kept as text" for line in lines)
