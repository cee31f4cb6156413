"""What a scanner notes beside its events: what it had to forgive, where, and what became of each stretch of text."""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.diagnostics import Diagnostic

__all__ = ["Reports", "Segment"]


class Segment(NamedTuple):
    """A stretch of the input and what became of it; all segments of a scan tile the input."""

    kind: str
    """``text``, ``thinking``, ``body`` (of an argument), ``markup`` (a delimiter), or ``dropped``."""
    start: int
    """Code points from the start of the input."""
    end: int
    """Likewise, exclusive."""


class Reports:
    """The part of a scanner that keeps diagnostics, places and segments.

    Offsets within the text at hand become offsets from the start of the input here.  What a scan is told to take
    as having come before (:attr:`Scanner.STARTS`) has negative ones, and is never reported.
    """

    __slots__ = (
        "_anchors",
        "_base",
        "_drop_end",
        "_drop_start",
        "_line",
        "_line_start",
        "_moved",
        "_places",
        "_reports",
        "_segments",
        "_stack",
        "_wanted",
    )

    _segments: list[Segment] | None

    def _clear_reports(self) -> None:
        self._stack: list[tuple[int, int, str]] = []
        self._base = 0
        self._line = 1
        self._line_start = 0
        self._drop_start = -1
        self._drop_end = -1
        self._moved = False
        self._anchors: dict[int, tuple[int, int]] = {}
        self._reports: list[tuple[str, int, int, str]] = []
        self._places: dict[int, tuple[int, int]] = {}
        self._wanted: list[int] = []
        if self._segments:
            self._segments = []

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What was irregular so far, by place.  Kept after a flush, until the next stream begins."""
        from minimax_grammar.diagnostics import RULES, Diagnostic

        found = []
        for name, start, end, message in self._reports:
            rule = RULES[name]
            line, column = self._places[start]
            end_line, end_column = self._places[end]
            found.append(
                Diagnostic(
                    rule.code,
                    name,
                    rule.severity,
                    message or rule.summary,
                    start,
                    end,
                    line,
                    column,
                    end_line,
                    end_column,
                    rule.fix,
                )
            )
        return sorted(found, key=lambda diagnostic: (diagnostic.start, diagnostic.end))

    @property
    def segments(self) -> list[Segment]:
        """What became of each stretch of the input, if the scanner was made with ``trace``."""
        return list(self._segments or ())

    def _drop(self, text: str, start: int, end: int) -> None:
        """Running text that says nothing: remember where there is more than white space in it."""
        piece = text[start:end].strip()
        if piece:
            first = self._base + text.index(piece, start)
            if self._drop_start < 0:
                self._drop_start = first
            self._drop_end = first + len(piece)

    def _end_drop(self, name: str) -> None:
        """A run of dropped text ends that was more than white space."""
        self._report_at(name, self._drop_start, self._drop_end)
        self._drop_start = -1

    def _report(self, name: str, start: int, end: int, message: str = "") -> None:
        """Report a stretch of the current text."""
        self._report_at(name, self._base + start, self._base + end, message)

    def _report_at(self, name: str, start: int, end: int, message: str = "") -> None:
        """Report a stretch of the input; if it began before the current text, at something still open."""
        if start < 0:
            start, end = 0, max(end, 0)
        self._reports.append((name, start, end, message))
        for offset in (start, end):
            if offset in self._anchors:
                self._places[offset] = self._anchors[offset]
            elif offset >= self._base:
                self._wanted.append(offset)

    def _not_a_tag(self, text: str, position: int, head: int) -> None:
        """The tag at ``position``, whose name ends at ``head`` or white space before it, is too long to be one."""
        name = text[position:head].rstrip(" \t\n\r\f\v>")
        start = self._base + position
        # A mode that becomes another one may have come upon it already.
        if not any(report[:2] == ("tag-too-long", start) for report in self._reports[-4:]):
            self._report("tag-too-long", position, position + len(name))

    def _trace(self, kind: str, start: int, end: int) -> None:
        """Note what became of a stretch of the current text."""
        segments = self._segments
        if segments is None or start == end:
            return
        start = max(0, start + self._base)
        end += self._base
        if end <= start:
            return
        if segments and segments[-1].kind == kind and segments[-1].end == start:
            start = segments.pop().start
        segments.append(Segment(kind, start, end))

    def _retrace(self, kind: str, start: int, end: int) -> None:
        """All of a stretch of the input, by its offsets from the start, turned out to be ``kind``."""
        segments = self._segments
        if segments is None:
            return
        start = max(0, start)
        while segments and segments[-1].start >= start:
            segments.pop()
        if segments and segments[-1].end > start:
            segments[-1] = segments[-1]._replace(end=start)
        self._trace(kind, start - self._base, end - self._base)

    def _settle_places(self, text: str, at: int = 0) -> None:
        """Find line and column of what was reported and of what is still open, from ``at`` on as far as ``text``
        reaches."""
        open_now = {max(start, 0) for _, start, _ in self._stack}
        self._moved = False
        if not self._wanted and self._drop_start < 0 and open_now <= self._anchors.keys():
            return
        if self._drop_start >= 0:
            open_now |= {self._drop_start, self._drop_end}
        anchors = {offset: place for offset, place in self._anchors.items() if offset in open_now}
        reach = self._base + len(text)
        wanted = {offset for offset in self._wanted if offset <= reach and offset not in self._places}
        self._wanted = [offset for offset in self._wanted if offset > reach]
        line, line_start = self._line, self._line_start
        for offset in sorted(wanted | (open_now - anchors.keys())):
            here = offset - self._base
            newline = text.rfind("\n", at, here)
            if newline >= 0:
                line += text.count("\n", at, here)
                line_start = self._base + newline + 1
            at = here
            place = (line, offset - line_start + 1)
            if offset in wanted:
                self._places[offset] = place
            if offset in open_now:
                anchors[offset] = place
        self._anchors = anchors
