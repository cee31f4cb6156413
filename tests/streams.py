"""Texts and cuts for property tests, made from the dialect files themselves."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any, NamedTuple

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


class Outcome(NamedTuple):
    """What became of a call."""

    arguments: dict[str, Any] | None
    """Its arguments; None if it was dropped."""
    told: bool
    """Whether ``invalid-arguments`` was reported where it ended."""


def outcomes(text: str, dialect: str, **options: Any) -> list[Outcome]:
    """What became of every call of ``text``, in order."""
    scanner = make(dialect, **options)
    found: list[Outcome] = []
    for feed in (*text, None):
        before = len(scanner.diagnostics)
        events = scanner.flush() if feed is None else scanner.feed(feed)
        told = any(diagnostic.name == "invalid-arguments" for diagnostic in scanner.diagnostics[before:])
        ends = [event for event in events if isinstance(event, mg.ToolEnd | mg.ToolAbort)]
        found += [Outcome(event.arguments if isinstance(event, mg.ToolEnd) else None, told) for event in ends]
    return found


def assert_sent(sent: str, outcome: Outcome) -> None:
    """``sent`` are exactly the arguments of the call.

    If it was dropped, or if members were sent before its arguments turned out to be none, it is no complete JSON.
    """
    try:
        read = json.loads(sent)
    except ValueError:
        assert outcome.arguments is None or (outcome.told and outcome.arguments == {} and sent != "{")
    else:
        assert json.dumps(read) == json.dumps(outcome.arguments)
