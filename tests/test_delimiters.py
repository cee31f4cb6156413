"""The search for what delimiters begin with finds the same as the pattern of the whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

import minimax_grammar as mg
from minimax_grammar import delimiters
from minimax_grammar.delimiters import Delimiters
from minimax_grammar.language.sample import Sampler
from tests.streams import DIALECTS, examples, fragments

_ROUNDS = examples(5)


def _searches(dialect: str) -> Iterator[Delimiters]:
    for patterns in mg.load_dialect(dialect).tokenizer.PATTERNS.values():
        for found in patterns:
            for each in found.values() if isinstance(found, dict) else [found]:
                if each is not None and each._begins:
                    yield each


WITH_BEGINNINGS = [dialect for dialect in DIALECTS if any(_searches(dialect))]


def _text(dialect: str, random: Random) -> str:
    pieces = [*fragments(dialect), "\n", "<", "[", "]", " and so on "]
    text = "".join(random.choice(pieces) for _ in range(random.randint(1, 12)))
    text += Sampler(mg.load_dialect(dialect).model(), random).stream()
    cut = random.randint(0, len(text))
    return text[cut:] + text[:cut]


def _found(match: re.Match[str] | None) -> object:
    return match and (match.span(), match.lastindex, match.groups())


@pytest.mark.parametrize("near", [1, 5])
@pytest.mark.parametrize("dialect", WITH_BEGINNINGS)
def test_beginnings_find_what_the_whole_pattern_finds(dialect: str, near: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimiters, "NEAR", near)
    random = Random(near)
    seen = 0
    for _ in range(_ROUNDS):
        text = _text(dialect, random)
        for each in dict.fromkeys(_searches(dialect)):
            for pattern, search in ((each.pattern, each.search), (each.final_pattern, each.final)):
                whole = re.compile(pattern).search
                start = 0
                while start <= len(text):
                    expected = whole(text, start)
                    assert _found(search(text, start)) == _found(expected), (text, start, pattern)
                    if expected is None:
                        break
                    seen += 1
                    start = expected.start() + 1
    assert seen > _ROUNDS


def test_a_text_is_searched_no_farther_than_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Delimiters("", "(?<=<)a()", "(?<=\n)b()", begins=("<a", "\nb"))
    text = "<a" * 10 + "x" * 100_000
    assert found.search(text, 0) is not None

    stops = []
    original = re.compile

    class Watched:
        def __init__(self, pattern: str) -> None:
            self._pattern = original(pattern)

        def search(self, text: str, start: int, stop: int) -> object:
            stops.append(stop - start)
            return self._pattern.search(text, start, stop)

    monkeypatch.setattr(re, "compile", Watched)
    search = delimiters._by_beginnings(original(found.pattern), ("<a", "\nb"))
    for start in range(0, 20, 2):
        assert search(text, start)
    assert max(stops) <= delimiters.NEAR
    stops.clear()
    assert search(text, 20) is None
    assert sum(stops) <= 2 * len(text)
