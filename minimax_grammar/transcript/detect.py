"""Which dialect a conversation is written in: every dialect that has a sign in it reads it, and the best reader wins.

Nothing here knows a dialect.  A reader gains by complete calls and thinking, and loses by what it has to forgive; how
sure the answer is follows from the distance to the others.
"""

from __future__ import annotations

from typing import NamedTuple

from minimax_grammar.events import Text, ThinkingEnd, ToolAbort, ToolEnd
from minimax_grammar.registry import load_dialect
from minimax_grammar.selection import preferred_dialect
from minimax_grammar.transcript.signs import quoted_spans, signs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minimax_grammar.scanner import Scanner

__all__ = ["Detection", "Detector", "unquoted"]

_MOST_TURNS = 8
_MOST_TEXT = 100_000
_MOST_POINTS = 12.0
_BASE = 10.0
"""One more thing to forgive makes a dialect so many times less likely."""
_COSTS = {"error": 1.0, "warning": 0.75, "note": 0.25}


class Detection(NamedTuple):
    """Which dialect it is, and how sure that is."""

    dialect: str
    """The name of the dialect; empty if no dialect is in the text."""
    confidence: float
    """From 0 to 1: its share among all dialects that could read the text. Dialects that read it equally well share."""
    calls: int
    """How many complete calls it reads, in the turns that were looked at."""
    others: tuple[tuple[str, float], ...]
    """The other dialects that read something, with their shares, best first."""

    def __str__(self) -> str:
        return f"{self.dialect} ({self.confidence:.0%})" if self.dialect else "none"


_NONE = Detection("", 1.0, 0, ())


class Detector:
    """Detects among the dialects called ``names``."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._scanners: dict[str, Scanner] = {}

    def detect(self, texts: Iterable[str], model: str = "") -> Detection:
        """The dialect of the turns ``texts`` of one conversation; ``model`` is the id of the model, if known."""
        sample = [text[:_MOST_TEXT] for text in texts][:_MOST_TURNS]
        points: dict[str, float] = {}
        calls: dict[str, int] = {}
        for name in self._names:
            signs = signs_of(name)
            score = -1.0
            for text in sample:
                visible = text if signs.fenced else unquoted(text)
                if not (signs.calls.search(visible) or signs.opens_thinking.search(visible)):
                    continue
                read = self._score(name, visible)
                if read is not None:
                    score = max(score, 0.0) + read[0]
                    calls[name] = calls.get(name, 0) + read[1]
            if score > 0:
                points[name] = min(score, _MOST_POINTS)
        if not points:
            return _NONE
        claimed = preferred_dialect(model) if model else ""
        weights = {name: _BASE ** (score + 0.5 * (name == claimed)) for name, score in points.items()}
        total = sum(weights.values())
        # sorted() keeps the order of the dialects where the weights are equal.
        ranked = sorted(weights, key=lambda name: -weights[name])
        shares = tuple((name, weights[name] / total) for name in ranked)
        best = ranked[0]
        return Detection(best, weights[best] / total, calls.get(best, 0), shares[1:])

    def first_call(self, name: str, text: str) -> tuple[int, int]:
        """Where the first complete call stands in ``text``, outside of quoted code, as the dialect ``name`` reads it."""
        visible = text if signs_of(name).fenced else unquoted(text)
        scanner = load_dialect(name).scanner()
        for event in scanner.feed(visible) + scanner.flush():
            if isinstance(event, ToolEnd) and event.raw_block:
                start = visible.find(event.raw_block)
                return start, start + len(event.raw_block)
        return 0, 0

    def _score(self, name: str, text: str) -> tuple[float, int] | None:
        """The points of one dialect for one text, and its complete calls; None if it reads nothing in it."""
        scanner = self._scanners.get(name)
        if scanner is None:
            scanner = self._scanners[name] = load_dialect(name).scanner(raw_blocks=False)
        events = scanner.feed(text) + scanner.flush()
        ends = sum(isinstance(event, ToolEnd) for event in events)
        begun = sum(isinstance(event, ToolAbort) for event in events)
        thoughts = sum(isinstance(event, ThinkingEnd) for event in events)
        if not ends and not begun and not thoughts:
            return None
        # What concerns values says nothing about the dialect.
        cost = sum(_COSTS[found.severity] for found in scanner.diagnostics if found.code[2] in "156")
        # Markup of any dialect that it leaves in the visible text is markup that it did not understand.
        visible = "".join(event.text for event in events if isinstance(event, Text))
        cost += _COSTS["warning"] * any(signs_of(other).calls.search(visible) for other in self._names)
        return 2.0 * ends + 1.5 * begun + 0.5 * thoughts - cost, ends


def unquoted(text: str) -> str:
    """``text`` with what stands in Markdown code blanked out; all offsets stay."""
    spans = quoted_spans(text)
    if not spans:
        return text
    pieces, at = [], 0
    for start, end in spans:
        if start < at:
            continue
        pieces += [text[at:start], " " * (end - start)]
        at = end
    return "".join([*pieces, text[at:]])
