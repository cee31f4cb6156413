"""Conversations in a dialect that only a path names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from minimax_grammar.cli.main import cli
from minimax_grammar.testing import transcript_findings

# Marks of whole lines: a text begins at the beginning of a line.
LINES = r"""dialect lines "Calls in lines"

mark call      = "\n%%call " name before "\n" | "\n%%call " name before end
mark call-end  = "\n%%end" before "\n" | "\n%%end" before end
mark think     = "\n%%think" before "\n"
mark think-end = "\n%%/think" before "\n" | "\n%%/think" before end
mark item      = "\n" key " := "
mark line      = "\n"

limit tag   100
limit value 1_000 "…"

start outside after "\n"

mode outside trim newlines
    text         -> emit
    call         -> enter call
    call-end     -> skip            report stray-closer
    think        -> enter thought   when thinking

mode call is call(name = call.name)
    text         -> skip            report dropped-prose
    item         -> enter value
    call-end     -> leave
    before call  -> leave           report lost-closer
    end          -> abort           report unclosed-call

mode value is argument(key = item.key)
    text         -> body
    before line  -> leave
    end          -> abort           report unclosed-argument

mode thought is thinking trim newlines
    text         -> body
    think-end    -> leave
    end          -> leave           report unclosed-thinking

render argument = "{key} := {value}\n"
render call     = "%%call {name}\n{arguments}%%end"   joined "\n"
render calls    = "{calls}"   joined "\n"
render thinking = "%%think\n{thinking}\n%%/think"
render success  = "%%result\n{body}\n%%end"
render results  = "{results}"  joined "\n"
"""


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "lines.dialect"
    path.write_text(LINES, encoding="utf-8")
    return path


def found(dialect: Path, *messages: dict[str, Any]) -> list[str]:
    return [each.name for each in transcript_findings(list(messages), dialect=str(dialect))]


def test_calls_in_its_thinking_are_found(lines: Path) -> None:
    content = "%%think\nI ping\n%%call ping\n%%end\n%%/think\nDone."
    assert found(lines, {"role": "assistant", "content": content}) == ["hidden-call"]


def test_its_markup_beside_recorded_calls_has_leaked(lines: Path) -> None:
    call = {"id": "a", "function": {"name": "ping", "arguments": "{}"}}
    content = "Now\n%%call ping\n%%end"
    assert found(lines, {"role": "assistant", "content": content, "tool_calls": [call]}) == ["leaked-markup"]


def test_what_a_user_says_next_may_be_the_result(lines: Path) -> None:
    call = {"role": "assistant", "content": "Hi\n%%call ping\n%%end"}
    done = {"role": "assistant", "content": "It is up."}
    said = {"role": "user", "content": "never mind"}
    assert found(lines, call, said, done) == []
    assert found(lines, call, done) == ["missing-result"]
    known = {"role": "user", "content": "%%result\npong\n%%end"}
    assert found(lines, call, known, call, said, done) == ["missing-result"]


@pytest.mark.parametrize("words", ["", "Sure.\n", "Sure.\n\n"])
def test_lost_closers_are_mended_behind_words_as_well(lines: Path, tmp_path: Path, words: str) -> None:
    file = tmp_path / "chat.jsonl"
    session = [{"role": "assistant", "content": f"{words}%%call ping\n%%call ping\nto := a\n%%end"}]
    file.write_text(json.dumps(session) + "\n", encoding="utf-8")
    CliRunner().invoke(cli, ["validate", "--fix", "-d", str(lines), str(file)])
    (message,) = json.loads(file.read_text(encoding="utf-8"))
    assert message["content"] == f'{words}%%call ping\n%%end\n%%call ping\nto := "a"\n%%end'
