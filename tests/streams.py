"""Texts and cuts for property tests, made from the dialect files themselves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any

from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.conformance.random_cases import TOOLS as TOOLS
from minimax_grammar.events import Event
from minimax_grammar.language.fragments import fragments as pieces_of
from minimax_grammar.language.sample import Sampler

DIALECTS = mg.dialects()


def examples(count: int) -> int:
    """How many random streams a test tries: ``count``, times what the environment variable ``EXAMPLES`` says."""
    return count * int(os.environ.get("EXAMPLES", "1"))


@cache
def fragments(dialect: str) -> tuple[str, ...]:
    """Whole, broken and half delimiters of ``dialect``, and the texts that stand between them."""
    return pieces_of(mg.load_dialect(dialect).model())


def texts(dialect: str) -> st.SearchStrategy[str]:
    """Streams that mean something, streams that almost do, and streams that do not."""
    piece = st.sampled_from(fragments(dialect))
    plain = st.text(st.characters(), max_size=8)
    mixed = st.lists(piece | piece | piece | plain | _samples(dialect), max_size=14).map("".join)
    return mixed | _samples(dialect)


def _samples(dialect: str) -> st.SearchStrategy[str]:
    """Streams as the dialect file means them, and such with a few mistakes."""
    model = mg.load_dialect(dialect).model()

    def sample(seed: int, broken: bool) -> str:
        sampler = Sampler(model, Random(seed))
        stream = sampler.stream()
        return sampler.mutated(stream) if broken else stream

    return st.builds(sample, st.integers(0, 2**32), st.booleans())


def cuts(text: str) -> st.SearchStrategy[list[str]]:
    """Ways to cut ``text`` into feeds, empty ones among them."""
    places = st.lists(st.integers(0, len(text)), max_size=12).map(sorted)
    return places.map(lambda at: [text[i:j] for i, j in zip([0, *at], [*at, len(text)], strict=True)]) | st.just(
        list(text)
    )


def ids() -> Iterator[str]:
    return (f"call_{number}" for number in count())


def make(dialect: str, *, start: int | str | None = None, tools: Any = TOOLS, **options: Any) -> mg.Scanner:
    """A scanner of ``dialect``.

    A ``start`` that is a number is the dialect's start of that number, or the usual one if there are not so many.
    """
    if isinstance(start, int):
        starts = mg.load_dialect(dialect).starts
        start = starts[start] if start < len(starts) else None
    return mg.load_dialect(dialect).scanner(tools, ids=ids(), start=start, **options)


def scan(dialect: str, feeds: list[str], **options: Any) -> tuple[list[Event], mg.Scanner]:
    """All events of a scan, coalesced, and the scanner."""
    scanner = make(dialect, **options)
    events: list[Event] = []
    for feed in feeds:
        events += scanner.feed(feed)
    return mg.coalesce(events + scanner.flush()), scanner
