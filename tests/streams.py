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
from minimax_grammar.events import Event
from minimax_grammar.language.sample import Sampler

DIALECTS = mg.dialects()


def examples(count: int) -> int:
    """How many random streams a test tries: ``count``, times what the environment variable ``EXAMPLES`` says."""
    return count * int(os.environ.get("EXAMPLES", "1"))


TOOLS: list[dict[str, Any]] = [
    {
        "name": "read",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "limit": {"type": "integer"},
                "any": {},
                "either": {"anyOf": [{"type": "string"}, {"type": "number"}]},
            },
            "required": ["path"],
            "additionalProperties": False,
        },
    },
    {"type": "function", "function": {"name": "ping", "parameters": {"type": "object"}}},
]

_VALUES = ["read", "ping", "path", "limit", "any", "either", "", " path ", "a>b", "a<b", "&amp;", "é", "😀"]
_BODIES = ["x", " 5 ", "[1, 2", "{'a': 1}", "&lt;b&gt;", "true", "1e999", '"q"', "null", "{a: b}", "[[[[", "\n"]
_PIECES = [
    "<",
    ">",
    "/",
    '"',
    "'",
    "=",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "&",
    "-",
    "a",
    "é",
    "😀",
    "\ud83d",
    "\ude00",
    "‮",
]


@cache
def fragments(dialect: str) -> tuple[str, ...]:
    """Whole, broken and half delimiters of ``dialect``, and the texts that stand between them."""
    model = mg.load_dialect(dialect).model()
    found: list[str] = []
    for tag in model.tags.values():
        opener, closer, end = model.tag_open[-1], model.tag_close[0], model.tag_end
        for prefix in ("", *(f"{name}:" for name in model.prefixes), "x:"):
            for name in tag.spellings:
                found += [
                    f"{opener}{prefix}{name}{end}",
                    f"{closer}{prefix}{name}{end}",
                    f"{opener}{prefix}{name}",
                    f"{closer}{prefix}{name}",
                    f"{opener}{prefix}{name} /{end}",
                ]
                for attribute in tag.attributes:
                    found += [f'{opener}{prefix}{name} {attribute}="{value}"{end}' for value in _VALUES]
                    found += [
                        f"{opener}{prefix}{name} {attribute}='read'/{end}",
                        f'{opener}{prefix}{name} {attribute}="',
                        f"{opener}{name} {attribute}=path {end}",
                    ]
    for mark in model.marks.values():
        found += mark.literals
    if "tag" in model.limits:
        found += [piece + " " * model.tag_limit for piece in found[:3]]
    samples = [Sampler(model, Random(number)) for number in range(6)]
    found += [literal for sampler in samples for literal in sampler.literals()]
    return (*dict.fromkeys(found), *_BODIES, *_PIECES)


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
