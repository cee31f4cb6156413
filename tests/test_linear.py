"""Work grows with the input, whatever the input and the cutting (SPEC 6).

Work is counted, not timed: calls of Python and C functions, plus the characters that searches look at.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Any

import pytest

import minimax_grammar as mg
from minimax_grammar import delimiters
from minimax_grammar.language.sample import Sampler
from minimax_grammar.values import envelope, strict
from tests.streams import DIALECTS, TOOLS, fragments

SIZE = 4_000

HOSTILE = {
    "angle brackets": "<",
    "open names": "<invoke ",
    "open attributes": '<invoke a="',
    "other open attributes": "<invoke a='>",
    "half closers": "</paramete",
    "spaced closers": "</parameter ",
    "closers without end": "</parameter\n\n",
    "one long tag": "<x bbbb",
    "entities": '<invoke name="&amp;&amp;">',
    "entities in an open tag": "&amp;",
    "deep lists": "[",
    "thinking": "<think></think>",
    "unclosed thinking": "<think>",
    "wrappers": "<tool_call>",
    "small calls": '<invoke name="ping"><parameter name="a">1</parameter></invoke>',
    "calls without closers": '<invoke name="ping"><parameter name="a">1</parameter>',
    "empty arguments": '<parameter name="a"/>',
    "nameless": "<invoke><parameter>x</parameter></invoke>",
    "prose with tags": "a <b>bold</b> move & < more\n",
    "results": "<function_results>x</function_results>",
    "quotes": "\"'",
    "lone surrogates": "\ud83d",
    "astral": "😀",
}

FRAMES = {
    "outside": ("", ""),
    "in a wrapper": ("<tool_calls><minimax:tool_call>", ""),
    "in a call": ('<invoke name="read">', "</invoke>"),
    "in a tag": ('<invoke name="', '">'),
    "in a body": ('<invoke name="read"><parameter name="path">', "</parameter></invoke>"),
    "in a JSON body": ('<invoke name="read"><parameter name="any">', "</parameter></invoke>"),
    "in thinking": ("<think>", "</think>"),
}


class Counter:
    """Counts calls of functions, and the characters that searches for delimiters look at."""

    def __init__(self) -> None:
        self.work = 0

    def profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if event in ("call", "c_call"):
            self.work += 1

    def searching(self, search: Callable[[str, int], re.Match[str] | None]) -> Callable[[str, int], Any]:
        def counted(text: str, start: int) -> re.Match[str] | None:
            found = search(text, start)
            self.work += (found.end() if found else len(text)) - start
            return found

        return counted


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter]:
    counter = Counter()
    original = delimiters.Delimiters._compile_and_search
    searches: dict[int, Any] = {}

    def compile_and_search(self: delimiters.Delimiters, text: str, start: int) -> Any:
        original(self, text, start)
        searches[id(self)] = self
        self.search = counter.searching(self.search)
        return self.search(text, start)

    with monkeypatch.context() as patch:
        patch.setattr(delimiters.Delimiters, "_compile_and_search", compile_and_search)
        sys.setprofile(counter.profile)
        try:
            yield counter
        finally:
            sys.setprofile(None)
            for compiled in searches.values():
                compiled.search = compiled._compile_and_search


def work(monkeypatch: pytest.MonkeyPatch, dialect: str, text: str, step: int) -> int:
    loaded = mg.load_dialect(dialect)
    for patterns in loaded.tokenizer.PATTERNS.values():
        for found in patterns:
            for search in found.values() if isinstance(found, dict) else [found]:
                search.search = search._compile_and_search
    scanner = loaded.scanner(TOOLS)
    with counting(monkeypatch) as counter:
        for start in range(0, len(text), step):
            scanner.feed(text[start : start + step])
        scanner.flush()
    return counter.work


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("dialect", DIALECTS[:1])
def test_work_grows_with_the_input(dialect: str, hostile: str, frame: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unit = HOSTILE[hostile]
    before, after = FRAMES[frame]

    def text(factor: int) -> str:
        return before + unit * (factor * SIZE // len(unit)) + after

    for step in (1, 10**9):
        once, twice, four = (work(monkeypatch, dialect, text(factor), step) for factor in (1, 2, 4))
        assert twice <= 2.3 * once + 3_000, (step, once, twice)
        assert four <= 2.3 * twice + 3_000, (step, twice, four)


@pytest.mark.parametrize("dialect", DIALECTS[1:])
def test_work_grows_with_the_input_in_every_dialect(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model, random = mg.load_dialect(dialect).model(), Random(dialect)
    streams = [Sampler(model, Random(number)).stream() for number in range(20)]
    for unit in random.sample([fragment for fragment in fragments(dialect) if fragment.strip()], 5):
        whole = random.choice(streams)
        before = whole[: len(whole) // 2]  # often within a call
        for step in (4, 10**9):
            once, twice = (
                work(monkeypatch, dialect, before + unit * (factor * SIZE // 2 // len(unit)), step) for factor in (1, 2)
            )
            assert twice <= 2.3 * once + 3_000, (unit, step, once, twice)


def test_a_long_json_argument_in_small_pieces_is_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    def text(factor: int) -> str:
        body = "a < b, {c} " * (2_000 * factor)
        return f'<tool_call>\n{{"name": "read", "arguments": {{"path": "{body}"}}}}\n</tool_call>'

    once, twice = (work(monkeypatch, "hermes", text(factor), 4) for factor in (1, 2))
    assert twice <= 2.1 * once


def test_a_long_body_in_single_characters_is_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    def text(factor: int) -> str:
        return f'<invoke name="read"><parameter name="path">{"x" * (20_000 * factor)}</parameter></invoke>'

    once, twice = (work(monkeypatch, DIALECTS[0], text(factor), 1) for factor in (1, 2))
    assert twice <= 2.1 * once


@pytest.mark.parametrize("dialect", ["hermes", "kimi", "mistral-v3", "command-a", "llama3-json"])
def test_what_is_read_ahead_is_no_longer_than_the_text(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    def counted(text: str, start: int) -> tuple[Any, int] | None:
        nonlocal tried
        found = original(text, start)
        # To say where it failed, the parser looks at all that comes before.
        tried += len(text) if found is None else found[1] - start
        return found

    original = strict.strict_at
    monkeypatch.setattr(strict, "strict_at", counted)
    monkeypatch.setattr(envelope, "strict_at", counted)
    loaded = mg.load_dialect(dialect)
    calls = [{"name": "f", "arguments": {"a": [1], "b": "x"}}]
    whole = loaded.render_calls(calls)
    for body in (whole, whole.replace("[1]", "[1"), whole.replace('"x"', '"x'), whole.replace("}", "")):
        tried = 0
        text = body * 300
        scanner = loaded.scanner()
        scanner.feed(text)
        scanner.flush()
        assert tried <= 6 * len(text), body
