"""What `validate` says of a turn, `scan` says of the same text, and the other way round: in every dialect."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import minimax_grammar as mg
from minimax_grammar.language.sample import Sampler
from minimax_grammar.tools import Tools
from minimax_grammar.transcript.checker import Checker
from minimax_grammar.transcript.jobs import LinesJob
from minimax_grammar.transcript.rules.inband import _OPEN
from minimax_grammar.transcript.scanning import TurnScanner
from tests.streams import DIALECTS, TOOLS, examples

LINES = """dialect lines "Calls as lines"
mark call = {call}
mark over = {over}
mark think = {think}
mark done = {done}
limit tag 100
limit call 1000
start outside after "\\n"
mode outside trim newlines
    text -> emit
    call -> enter call
    over -> skip report stray-closer
    think -> enter thought when thinking
    done -> skip when thinking report stray-closer
mode call is call(name = call.name, format = json)
    text -> body
    over -> leave
    before call -> leave report lost-closer
    invalid -> abort
    end -> abort report unclosed-call
mode thought is thinking trim newlines
    text -> body
    done -> leave
    end -> leave report unclosed-thinking
"""
MARKS = {
    "with the line break": {
        "call": '"\\n%%call " name before "\\n"',
        "over": '"\\n%%end" before "\\n" | "\\n%%end" before end',
        "think": '"\\n%%think"',
        "done": '"\\n%%/think"',
    },
    "after the line break": {
        "call": 'after "\\n" "%%call " name before "\\n"',
        "over": 'after "\\n" "%%end" before "\\n" | after "\\n" "%%end" before end',
        "think": 'after "\\n" "%%think"',
        "done": 'after "\\n" "%%/think"',
    },
}


def said(checker: Checker, text: str) -> set[tuple[str, str]]:
    """The findings of the scanner's own rules in a turn."""
    record = json.dumps([{"role": "assistant", "content": text}])
    (conversation,) = LinesJob("x", 1, record.encode()).conversations()
    checked = checker.check(conversation)
    return {(found.code, found.name) for found in checked.findings if found.code < "MG2" or found.code >= "MG6"}


def compare(dialect: str | Path, texts: list[str]) -> int:
    """Hold the findings in ``texts`` against those of scans; returns how many there were."""
    checker, turns, tools = Checker(dialect, TOOLS, among=()), TurnScanner(dialect), Tools.of(TOOLS)
    count = 0
    for text in texts:
        scanner = turns.dialect.scanner(tools, start=turns._start(text))
        scanner.feed(text)
        scanner.flush()
        reports = [found for found in scanner.diagnostics if found.code < "MG2" or found.code >= "MG6"]
        # Of what the end of a turn leaves open only the innermost is told.
        innermost = next((name for name in _OPEN if any(found.name == name for found in reports)), "")
        told = {(found.code, found.name) for found in reports if found.name not in _OPEN or found.name == innermost}
        count += len(told)
        assert said(checker, text) - {("MG111", "hidden-call")} == told, text
    return count


def streams(dialect: mg.Dialect, number: int) -> list[str]:
    """Streams of the dialect that begin with a delimiter, whole or less its first characters."""
    found = []
    for seed in range(examples(number)):
        random = Random(seed)
        sampler = Sampler(dialect.model(), random)
        head = random.choice(sampler.literals())
        text = head[random.choice((0, 0, 1, 2)) :] + random.choice(("", "x", "\nabc", sampler.stream(4)))
        if "`" not in text and "~~~" not in text:  # in code that is quoted some rules say nothing
            found.append(text)
    return found


@pytest.mark.parametrize("dialect", DIALECTS)
def test_in_every_dialect(dialect: str) -> None:
    compare(dialect, streams(mg.load_dialect(dialect), 30))


@pytest.mark.parametrize("form", MARKS)
def test_in_a_dialect_of_lines(form: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.dialect"
    path.write_text(LINES.format(**MARKS[form]), encoding="utf-8")
    texts = streams(mg.load_dialect(path), 200)
    texts += ["%%call a\n{}", "%%think\nabc", "%%end\nabc", "%%end", "%%call a\n{}\n%%call b\n{}\n%%end", "%%endx"]
    assert compare(path, texts) > 100


def test_a_dialect_of_lines_is_found_by_what_a_turn_begins_with(tmp_path: Path) -> None:
    for name, marks in MARKS.items():
        path = tmp_path / f"{name}.dialect"
        path.write_text(LINES.format(**marks), encoding="utf-8")
        assert TurnScanner(path).signs.in_text("%%call a\n{}")
        assert not TurnScanner(path).signs.in_text("It is %%call a\n{}")
