"""Ways to cut a text into feeds."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Plan", "few_plans", "plans"]

_ALL_CUTS = 400
"""Up to this length a text is cut at every place."""
_SOME_CUTS = 40
_CHARACTERS = 20_000
"""Up to this length a text is fed character by character."""
_FEW_CUTS = 8
"""A longer one is cut at so many places."""
_SEEDS = 6


class Plan(NamedTuple):
    """One way to cut a text."""

    name: str
    """For people: ``whole``, ``per character``, ``cut at 17``, ``seed 3``."""
    feeds: list[str]


def plans(text: str) -> Iterator[Plan]:
    """Whole first, then character by character, in two pieces, and in seeded random pieces.

    A short text is cut at every place, a long one at a sample of places; the sample is always the same.
    """
    size = len(text)
    yield Plan("whole", [text])
    if size <= _CHARACTERS:
        yield Plan("per character", list(text))
    for cut in _cuts(size):
        yield Plan(f"cut at {cut}", [text[:cut], text[cut:]])
    for seed in range(1, _SEEDS + 1):
        yield Plan(f"seed {seed}", _pieces(text, random.Random(seed)))


def few_plans(text: str) -> Iterator[Plan]:
    """Some of :func:`plans`: enough to find most differences, and quick."""
    yield Plan("whole", [text])
    size = len(text)
    if size <= _CHARACTERS:
        yield Plan("per character", list(text))
    cuts = _cuts(size)
    for cut in cuts if len(cuts) <= _FEW_CUTS else sorted(random.Random(size).sample(cuts, _FEW_CUTS)):
        yield Plan(f"cut at {cut}", [text[:cut], text[cut:]])
    for seed in (1, 2):
        yield Plan(f"seed {seed}", _pieces(text, random.Random(seed)))


def _cuts(size: int) -> range | list[int]:
    """The places where a text of that length is cut in two."""
    cuts = range(1, size)
    if size <= _ALL_CUTS:
        return cuts
    return sorted(random.Random(size).sample(cuts, _SOME_CUTS if size <= _CHARACTERS else _FEW_CUTS))


def _pieces(text: str, chance: random.Random) -> list[str]:
    """Random pieces, short ones and empty ones among them."""
    longest = chance.choice([2, 5, 12, 40]) if len(text) < 10_000 else chance.choice([500, 5_000])
    feeds = []
    at = 0
    while at < len(text):
        step = chance.randint(0, longest)
        feeds.append(text[at : at + step])
        at += step
    return feeds
