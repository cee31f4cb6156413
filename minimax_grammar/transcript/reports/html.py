"""One HTML file that needs nothing else: counts, filters, and every finding with its turn."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from minimax_grammar.diagnostics import RULES
from minimax_grammar.pages import template
from minimax_grammar.transcript.reports.statistics import summary

if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Finding
    from minimax_grammar.transcript.reports import Write
    from minimax_grammar.transcript.run import Totals

__all__ = ["MOST", "HtmlReport", "pieces"]

MOST = 2_000
"""How many findings the page shows; a browser should not be asked for more."""


class Piece(NamedTuple):
    """A stretch of a turn that looks the same throughout."""

    text: str
    kind: str
    """What became of it; empty if that is not known."""
    marked: bool
    """Whether the finding is about it."""


class HtmlReport:
    """Keeps the first findings, and writes the page at the end."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._shown: list[tuple[Finding, list[Piece]]] = []
        self._left_out = 0

    def finding(self, found: Finding) -> None:
        """Keep one finding, unless there are enough."""
        if len(self._shown) < MOST:
            self._shown.append((found, pieces(found)))
        else:
            self._left_out += 1

    def end(self, totals: Totals, interrupted: bool) -> None:
        """Write the page."""
        rules = [(RULES[name], count) for name, count in totals.findings.most_common()]
        shown = [found for found, _ in self._shown]
        page = template("minimax_grammar.transcript.reports").stream(
            lines=summary(totals, interrupted),
            totals=totals,
            rules=rules,
            findings=self._shown,
            left_out=self._left_out,
            kinds=list(dict.fromkeys(piece.kind for _, each in self._shown for piece in each if piece.kind)),
            severities=[each for each in ("error", "warning", "note") if totals.by_severity[each]],
            files=sorted({found.file for found in shown}),
            dialects=sorted({found.dialect for found in shown if found.dialect}),
            tools=sorted({found.tool for found in shown if found.tool}),
        )
        for part in page:
            self._write(part)


def pieces(found: Finding) -> list[Piece]:
    """The turn of a finding, cut where it changes what became of the text, and where the finding begins and ends."""
    context = found.context
    if context is None or not context.text:
        return []
    text, size = context.text, len(context.text)
    start, end = context.start, max(context.end, min(context.start + 1, size))
    cuts = {0, size, start, end}
    for _, first, last in context.segments:
        cuts |= {first, last}
    made: list[Piece] = []
    ordered = sorted(cut for cut in cuts if 0 <= cut <= size)
    segments = iter([*context.segments, ("", size, size + 1)])
    kind, first, last = next(segments)
    for a, b in pairwise(ordered):
        while last <= a:
            kind, first, last = next(segments)
        made.append(Piece(text[a:b], kind if first <= a else "", start <= a < end))
    return made
