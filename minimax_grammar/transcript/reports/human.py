"""The report on a terminal: each finding with the line it is in, and a mark under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.cells import cell_len

from minimax_grammar.language.describe import printable
from minimax_grammar.transcript.reports.statistics import statistics_lines, summary

if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Finding
    from minimax_grammar.transcript.reports import Write
    from minimax_grammar.transcript.run import Totals

__all__ = ["HumanReport"]

_COLORS = {"error": "red", "warning": "yellow", "note": "blue"}
_WIDTH = 110
_BEFORE = 40


class HumanReport:
    """Findings for a person."""

    def __init__(self, write: Write, *, color: bool, excerpts: bool, statistics: bool) -> None:
        self._write = write
        self._color = color
        self._excerpts = excerpts
        self._statistics = statistics

    def finding(self, found: Finding) -> None:
        """Write one finding: place, rule, message; then its line."""
        if self._statistics:
            return
        where = printable(found.file) + (f":{found.line}:{found.column}" if found.line else "")
        rule = self._styled(f"{found.code} {found.name}", _COLORS[found.severity], bold=True)
        self._write(f"{self._styled(where, bold=True)}: {rule}: {printable(found.message)}\n")
        if not self._excerpts:
            return
        said = f"turn {found.turn}, {found.role}" if found.turn else ""
        margin = " " * len(str(found.line or " "))
        if said:
            detail = [said, f"tool {printable(found.tool)}" if found.tool else "", found.dialect]
            self._line(margin, "─", self._styled(" · ".join(filter(None, detail)), dim=True))
        if found.excerpt:
            before, marked, after = _fitted(found)
            self._line(str(found.line), "│", f"{before}{marked}{after}")
            caret = " " * cell_len(before) + "^" * max(1, cell_len(marked))
            self._line(margin, "│", self._styled(caret, _COLORS[found.severity], bold=True))
        if found.fix:
            self._line(margin, "=", f"fix: {found.fix}")
        self._write("\n")

    def end(self, totals: Totals, interrupted: bool) -> None:
        """Write the counts."""
        if self._statistics:
            for line in statistics_lines(totals):
                self._write(line + "\n")
        color = "red" if totals.by_severity["error"] else "yellow" if totals.findings else "green"
        first, *rest = summary(totals, interrupted)
        self._write(self._styled(first, color, bold=True) + "\n")
        for line in rest:
            self._write(self._styled(line, dim=True) + "\n")

    def _line(self, margin: str, rule: str, text: str) -> None:
        self._write(f" {self._styled(f'{margin} {rule}', dim=True)} {text}".rstrip() + "\n")

    def _styled(self, text: str, color: str | None = None, *, bold: bool = False, dim: bool = False) -> str:
        return click.style(text, fg=color, bold=bold or None, dim=dim or None) if self._color else text


def _fitted(found: Finding) -> tuple[str, str, str]:
    """The excerpt before, in and after the finding, cut to the width of a terminal."""
    text = found.excerpt
    first = max(0, found.start - _BEFORE) if len(text) > _WIDTH else 0
    last = min(len(text), first + _WIDTH)
    end = min(found.end, last)
    before = ("…" if first else "") + printable(text[first : found.start])
    return before, printable(text[found.start : end]), printable(text[end:last]) + ("…" if last < len(text) else "")
