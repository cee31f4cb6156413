"""Calls and results that stand in the text, in one dialect."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from minimax_grammar.errors import RenderError
from minimax_grammar.transcript.rules.pairs import Call, Result
from minimax_grammar.transcript.rules.prose import looks_like
from minimax_grammar.transcript.signs import quoted_spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from minimax_grammar.diagnostics import Diagnostic
    from minimax_grammar.render.records import Record
    from minimax_grammar.tools import Tools
    from minimax_grammar.transcript.detect import Detector
    from minimax_grammar.transcript.maker import Maker
    from minimax_grammar.transcript.model import Part, Turn
    from minimax_grammar.transcript.scanning import Reading, TurnScanner

__all__ = ["InBand"]

_STAYS_TEXT = ("stray-closer", "foreign-markup", "legacy-markup", "tag-too-long")
"""Rules about what stays text; in quoted code they say nothing."""
_UNCLOSED = ("unclosed-call", "unclosed-argument")
_OPEN = ("unclosed-argument", "unclosed-call", "unclosed-wrapper")
"""What the end of a turn leaves open, from the inside out."""


class InBand:
    """Reads the turns of one conversation, and reports what is wrong with each.

    ``same`` are dialects that read the same calls; they may write results in other ways.
    """

    def __init__(
        self,
        scanner: TurnScanner,
        tools: Tools | None,
        detector: Detector,
        maker: Maker,
        counted: Counter[str],
        same: Sequence[str] = (),
    ) -> None:
        self._scanner = scanner
        self._same = [detector.scanner(name) for name in same]
        self._tools = tools
        self._detector = detector
        self._maker = maker
        self._counted = counted
        self.calls: list[Call] = []
        """The complete calls so far."""

    def turn(self, number: int, part: Part, cut: bool) -> None:
        """Read a text of the assistant; ``cut`` says that it was cut off, by the record."""
        text = part.text
        if self._scanner.is_plain(text, self._tools):
            self._foreign(number, part)
            return
        reading = self._scanner.read(text, self._tools)
        if not reading.anything and self._foreign(number, part):
            return  # what else is odd about it follows from that
        self._diagnostics(number, part, reading, cut)
        at = 0
        seen: set[str] = set()
        several = len(reading.calls) > 1
        for call in reading.calls:
            start = text.find(call.raw_block, at)
            at = max(start, 0) + len(call.raw_block)
            self._counted[call.name] += 1
            self.calls.append(Call(number, part, start, at, call.name))
            if not several:
                break
            same = f"{call.name}\0{json.dumps(call.arguments, sort_keys=True, default=str)}"
            if same in seen:
                message = f"the same call of {call.name[:60]!r} stands in this turn already"
                self._maker.part("duplicate-call", number, part, start, at, message, call.name)
            seen.add(same)
        for thought in reading.thinking:
            self._thought(number, part, thought)

    def results(self, number: int, turn: Turn) -> list[Result]:
        """The results that a turn of the user holds as a block of text."""
        found: list[Result] = []
        for part in turn.parts:
            if part.kind not in ("text", "result"):
                continue
            at = len(part.text) - len(part.text.lstrip())
            text = part.text.strip()
            records = self._records(number, text)
            if records is None and self._scanner.signs.results.search(text):
                # Results in a form that nothing tells of: they are taken to be all that are wanted.
                found += [Result(number, part, at, len(part.text), "")] * self._open_before(number)
                continue
            for record in records or ():
                start = part.text.find(record.text, at)
                at = start + len(record.text)
                found.append(Result(number, part, start, at, record.name))
        return found

    def _records(self, number: int, text: str) -> list[Record] | None:
        """The results in ``text``, as the first of the dialects has them that counts as many as there are calls."""
        found: list[Record] | None = None
        for scanner in (self._scanner, *self._same):
            try:
                records = scanner.dialect.renderer.read_results(text)
            except (RenderError, KeyError, IndexError):
                continue
            if records is not None and len(records) == self._open_before(number):
                return records
            found = found if found is not None else records
        return found

    def _open_before(self, number: int) -> int:
        """How many calls the last turn made that made any, before the turn ``number``."""
        end = bisect_left(self.calls, number, key=lambda call: call.turn)
        if not end:
            return 0
        return end - bisect_left(self.calls, self.calls[end - 1].turn, key=lambda call: call.turn)

    def _diagnostics(self, number: int, part: Part, reading: Reading, cut: bool) -> None:
        spans: list[tuple[int, int]] | None = None
        if not reading.diagnostics:
            return
        calls = _Spans(part.text, reading)
        innermost = next((name for name in _OPEN if any(each.name == name for each in reading.diagnostics)), "")
        for found in reading.diagnostics:
            if found.name in _OPEN and found.name != innermost:
                continue  # what is around it is open for the same reason
            if found.name in _STAYS_TEXT:
                if spans is None:
                    spans = [] if self._scanner.signs.fenced else quoted_spans(part.text)
                if any(start <= found.start < end for start, end in spans):
                    continue
            name, message = found.name, found.message
            if name in _UNCLOSED and cut:
                name, message = "cut-off", ""
            elif name == "foreign-markup":
                message += looks_like(part.text, self._detector)
            self._maker.part(name, number, part, found.start, found.end, message, calls.tool(found))

    def _foreign(self, number: int, part: Part) -> bool:
        """Report complete calls of another dialect in a text in which the dialect itself reads none."""
        if not self._detector.marked(part.text):
            return False
        found = self._detector.detect([part.text], "", self._tools)
        if not found.calls or self._scanner.name in (found.dialect, *found.same):
            return False
        start, end = self._detector.first_call(found.dialect, part.text)
        message = f"calls of another dialect: they are text here; this looks like {found.dialect}"
        self._maker.part("foreign-markup", number, part, start, end, message)
        return True

    def _thought(self, number: int, part: Part, thought: str) -> None:
        if not self._scanner.signs.calls.search(thought):
            return
        found = self._detector.detect([thought])
        if found.dialect and found.calls:
            start, end = self._detector.first_call(found.dialect, thought)
            shift = max(part.text.find(thought), 0)
            self._maker.part("hidden-call", number, part, shift + start, shift + end)


class _Spans:
    """Which call a diagnostic is about."""

    class _Span(NamedTuple):
        start: int
        end: int
        name: str

    def __init__(self, text: str, reading: Reading) -> None:
        self._spans: list[_Spans._Span] = []
        """In their order; none overlaps another."""
        at = 0
        if reading.diagnostics:
            for call in reading.calls:
                start = text.find(call.raw_block, at)
                start = max(start, at)
                at = start + len(call.raw_block)
                self._spans.append(self._Span(start, at, call.name))
        self._open = reading.aborted[0] if reading.aborted else ""

    def tool(self, found: Diagnostic) -> str:
        """The name of its tool; empty if it is about none."""
        spans = self._spans
        around = bisect_right(spans, found.start, key=lambda span: span.start)
        last = bisect_left(spans, found.end, key=lambda span: span.start)
        for span in (*spans[max(around - 2, 0) : around], *spans[max(last - 1, 0) : last]):
            if found.name == "lost-closer" and found.start == span.end:  # it is told at what follows the call
                return span.name
            if span.start <= found.start < span.end or (span.start < found.end <= span.end):
                return span.name
        return self._open if found.name in _UNCLOSED else ""
