"""The turns of a model through the scanner of a dialect."""

from __future__ import annotations

from typing import NamedTuple

from minimax_grammar.events import Text, ThinkingDelta, ThinkingEnd, ToolAbort, ToolArgDelta, ToolEnd
from minimax_grammar.registry import load_dialect
from minimax_grammar.transcript.signs import signs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from minimax_grammar.diagnostics import Diagnostic
    from minimax_grammar.dialect import Dialect
    from minimax_grammar.scanner import Scanner
    from minimax_grammar.tools import Tools

__all__ = ["Reading", "TurnScanner"]


_MOST_REST = 120
_KEPT = 16
_FAILED = {"nameless-call", "invalid-arguments"}


class Reading(NamedTuple):
    """What a dialect reads in a text."""

    calls: list[ToolEnd]
    """The complete calls, in order."""
    aborted: list[str]
    """The names of calls that the end of the text cut off."""
    thinking: list[str]
    """The blocks of thinking."""
    text: str
    """What is left to see."""
    diagnostics: list[Diagnostic]

    @property
    def failed(self) -> int:
        """How often something was understood to be a call, and is none."""
        return sum(found.name in _FAILED for found in self.diagnostics)

    @property
    def anything(self) -> bool:
        """Whether anything of the dialect is there."""
        return bool(self.calls or self.aborted or self.thinking or self.failed)


class TurnScanner:
    """Scans turns in one dialect; its scanners are used again and again."""

    def __init__(self, dialect: str | Path) -> None:
        self.dialect: Dialect = load_dialect(dialect)
        self.name = self.dialect.name
        self.signs = signs_of(str(dialect))
        starts = self.dialect.tokenizer.STARTS
        self._begun = next((name for name, (_, _, before, _) in starts.items() if before), "")
        self._read: dict[str, tuple[object, Reading]] = {}
        self._scanners: dict[tuple[int, str | None], tuple[object, Scanner]] = {}

    def read(self, text: str, tools: Tools | None) -> Reading:
        """What is in ``text``; thinking that the prompt began is recognised by its closer.

        What was read a moment ago is not read again: a turn is looked at to find its dialect, then to check it.
        """
        known = self._read.get(text)
        if known is not None and known[0] is tools:
            return known[1]
        if len(self._read) > _KEPT:
            self._read.clear()
        reading = self._scanned(text, tools)
        self._read[text] = tools, reading
        return reading

    def _scanned(self, text: str, tools: Tools | None) -> Reading:
        scanner = self._scanner(tools, self._start(text))
        events = scanner.feed(text) + scanner.flush()
        calls, aborted, thinking, seen = [], [], [], []
        for event in events:
            kind = type(event)
            if kind is ToolArgDelta or kind is ThinkingDelta:  # the most frequent ones
                continue
            if isinstance(event, Text):
                seen.append(event.text)
            elif isinstance(event, ToolEnd):
                calls.append(event)
            elif isinstance(event, ToolAbort):
                aborted.append(event.name)
            elif isinstance(event, ThinkingEnd):
                thinking.append(event.thinking)
        return Reading(calls, aborted, thinking, "".join(seen), scanner.diagnostics)

    def is_plain(self, text: str, tools: Tools | None) -> bool:
        """Whether nothing in ``text`` means anything, which a scan would tell as well, but not as fast."""
        return self.signs.closes_thinking.search(text) is None and self._scanner(tools, None).is_plain(text)

    def segments(self, text: str) -> tuple[tuple[str, int, int], ...]:
        """What became of each stretch of ``text``."""
        scanner = self.dialect.scanner(start=self._start(text), trace=True)
        scanner.feed(text)
        scanner.flush()
        return tuple((segment.kind, segment.start, segment.end) for segment in scanner.segments)

    def _start(self, text: str) -> str | None:
        """Where scanning starts: in thinking, if the first thing about thinking in the text is its end; in the middle
        of a delimiter that the prompt began, if the text begins with the rest of it."""
        if self._begun and self._is_rest(text):
            return self._begun
        closer = self.signs.closes_thinking.search(text)
        if closer is None or "thinking" not in self.dialect.starts:
            return None
        opener = self.signs.opens_thinking.search(text, 0, closer.start())
        call = self.signs.calls.search(text, 0, closer.start())
        return None if opener or call else "thinking"

    def _is_rest(self, text: str) -> bool:
        found = self.signs.calls.search(text)
        if found is None or not 0 < found.start() <= _MOST_REST or "\n" in text[: found.start()]:
            return False
        return not self.dialect.tokenizer.STARTS[self._begun][2].startswith(found[0])

    def _scanner(self, tools: Tools | None, start: str | None) -> Scanner:
        key = (id(tools), start)
        held = self._scanners.get(key)
        if held is None or held[0] is not tools:
            if len(self._scanners) > 64:
                self._scanners.clear()
            # The tools are kept with their scanner, so that their id stays theirs.
            held = self._scanners[key] = (tools, self.dialect.scanner(tools, start=start))
        return held[1]
