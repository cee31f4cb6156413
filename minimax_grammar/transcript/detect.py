"""Which dialect a conversation is written in: every dialect that has a sign in it reads it, and the best reader wins.

Nothing here knows a dialect.  A reader gains by complete calls and thinking, and loses by what it has to forgive and by
markup that it leaves in the text.  Dialects that read the same are no rivals: how sure the answer is follows from the
distance to those that read something else.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from minimax_grammar.selection import preferred_dialect
from minimax_grammar.transcript.scanning import TurnScanner
from minimax_grammar.transcript.signs import any_sign, depth_of, quoted_spans, signs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from minimax_grammar.tools import Tools
    from minimax_grammar.transcript.scanning import Reading

__all__ = ["Detection", "Detector", "unquoted"]

_MOST_TURNS = 8
_MOST_TEXT = 100_000
_MOST_GAIN = 10.0
_MOST_COST = 8.0
_SURE = 0.9
_MOST_KNOWN = 1_000
_BASE = 10.0
"""One more thing to forgive makes a dialect so many times less likely."""
_COSTS = {"error": 1.0, "warning": 0.75, "note": 0.25}
_NAME = re.compile(r"[^\W\d][\w./:-]{0,127}")
_GROUPS = "156"
"""The groups of rules that speak against a dialect: markup, conversation, limits."""
_NEUTRAL = {
    "unclosed-call",
    "unclosed-argument",
    "unclosed-wrapper",
    "unclosed-thinking",
    "cut-markup",
    "fabricated-result",
}
"""What ends too soon does so in every dialect, and who knows a result for what it is knows the dialect."""


class Detection(NamedTuple):
    """Which dialect it is, and how sure that is."""

    dialect: str
    """The name of the dialect; empty if no dialect is in the text."""
    confidence: float
    """From 0 to 1: the share of this reading among all readings. Dialects that read the same are one reading."""
    calls: int
    """How many complete calls it reads, in the turns that were looked at."""
    same: tuple[str, ...]
    """The other dialects that read the same calls and the same thinking."""
    others: tuple[tuple[str, float], ...]
    """The dialects that read something else, with their shares, best first."""

    def __str__(self) -> str:
        return f"{self.dialect} ({self.confidence:.0%})" if self.dialect else "none"


_NONE = Detection("", 1.0, 0, (), ())
Key = tuple[tuple[tuple[str, str, tuple[str, ...]], ...], tuple[str, ...], tuple[str, ...]]


class Detector:
    """Detects among the dialects called ``names``; of equals the one that others extend is preferred."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(sorted(names, key=depth_of))  # sorted() keeps the order of equals
        self._leaks = any_sign(self._names, ("leaks",))
        self._signs = any_sign(self._names)
        self._scanners: dict[str, TurnScanner] = {}
        self._known: dict[tuple[str, ...], Detection] = {}

    def scanner(self, name: str) -> TurnScanner:
        """What reads turns in the dialect called ``name``; the same one each time."""
        found = self._scanners.get(name)
        if found is None:
            found = self._scanners[name] = TurnScanner(name)
        return found

    def marked(self, text: str) -> bool:
        """Whether any dialect has a sign in ``text``; weak ones do not count."""
        return self._signs(text)

    def detect(
        self, texts: Iterable[str], model: str = "", tools: Tools | None = None, *, answered: bool = False
    ) -> Detection:
        """The dialect of the turns ``texts`` of one conversation.

        ``model`` is the id of the model, if known; ``answered`` says that the conversation has results.  A dialect in
        which calls begin as any text may begin is considered only if one of ``tools`` is called, if there are results,
        or if the model is known to speak it.
        """
        sample = [
            (text, unquoted(text, self._signs)) for text in (each[:_MOST_TEXT] for each in list(texts)[:_MOST_TURNS])
        ]
        claimed = preferred_dialect(model) if model else ""
        # A conversation that begins with the same markup as an earlier one is in the same dialect, if that reads all of
        # it without a word.
        marks = (claimed, *sorted({mark for text, _ in sample[:2] for mark in self._signs.found(text)}))
        known = self._known.get(marks)
        if known is not None:
            read = self._readings(known.dialect, sample, tools, claimed=claimed == known.dialect, answered=answered)
            if read and not any(each.diagnostics for each in read) and self._points(read, tools) > 0:
                return known._replace(calls=sum(len(each.calls) for each in read))
        found = self._compared(sample, claimed, tools, answered)
        if len(marks) > 1 and found.dialect and found.confidence > _SURE:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            self._known[marks] = found
        return found

    def _compared(self, sample: list[tuple[str, str]], claimed: str, tools: Tools | None, answered: bool) -> Detection:
        """What all dialects read in ``sample``, compared."""
        weights: dict[str, float] = {}
        readings: dict[str, Key] = {}
        counts: dict[str, int] = {}
        # Who sees calls is asked first: thinking alone looks the same in many dialects.
        callers = [
            name
            for name in self._names
            for signs in [signs_of(name)]
            if any(signs.calls.search(text if signs.fenced else code_free) for text, code_free in sample)
        ]
        for names in (callers, self._names):
            for name in names:
                read = self._readings(name, sample, tools, claimed=claimed == name, answered=answered)
                points = self._points(read, tools) if read else 0.0
                if points > 0:
                    weights[name] = _BASE ** (points + 0.5 * (name == claimed))
                    readings[name] = _key(read)
                    counts[name] = sum(len(each.calls) for each in read)
            if weights:
                break
        else:
            return _NONE
        total = sum(weights.values())
        # sorted() keeps the order of the dialects where the weights are equal.
        ranked = sorted(weights, key=lambda name: -weights[name])
        best = ranked[0]
        same = [name for name in ranked[1:] if readings[name] == readings[best]]
        share = sum(weights[name] for name in (best, *same)) / total
        others = tuple((name, weights[name] / total) for name in ranked[1:] if name not in same)
        return Detection(best, share, counts[best], tuple(same), others)

    def first_call(self, name: str, text: str) -> tuple[int, int]:
        """Where the first complete call stands in ``text``, outside of code, as the dialect ``name`` reads it."""
        scanner = self.scanner(name)
        visible = text if scanner.signs.fenced else unquoted(text, self._signs)
        for call in scanner.read(visible, None).calls:
            start = visible.find(call.raw_block)
            if call.raw_block and start >= 0:
                return start, start + len(call.raw_block)
        return 0, 0

    def _readings(
        self, name: str, sample: list[tuple[str, str]], tools: Tools | None, *, claimed: bool, answered: bool
    ) -> list[Reading]:
        """What the dialect called ``name`` reads in those texts in which it reads anything."""
        signs = signs_of(name)
        found = []
        for text, code_free in sample:
            visible = text if signs.fenced else code_free
            strong = signs.in_text(visible)
            if not strong and not ((tools is not None or claimed or answered) and signs.weak.search(visible)):
                continue
            reading = self.scanner(name).read(visible, tools)
            if not reading.anything:
                continue
            if not (reading.calls or reading.aborted or reading.thinking or tools is not None or answered):
                continue
            if tools is not None:
                believed = any(tools.get(call.name) is not None for call in reading.calls)
            else:
                believed = bool(reading.calls) and (claimed or answered)
            if strong or believed:
                found.append(reading)
        return found

    def _points(self, readings: list[Reading], tools: Tools | None) -> float:
        gain = cost = 0.0
        for reading in readings:
            gain += 1.5 * len(reading.aborted) + 0.5 * len(reading.thinking)
            for call in reading.calls:
                if not _NAME.fullmatch(call.name):  # the name of no tool: it is something else that was read as one
                    cost += 1.0
                else:
                    gain += 2.0 if tools is None or tools.get(call.name) is not None else 1.5
            gain += reading.failed
            names = {found.name for found in reading.diagnostics}
            # What concerns values says nothing about the dialect.
            cost += sum(
                _COSTS[found.severity]
                for found in reading.diagnostics
                if found.code[2] in _GROUPS and found.name not in _NEUTRAL
            )
            # Markup of any dialect that it leaves in the visible text is markup that it did not understand.
            if "fabricated-result" not in names:
                cost += _COSTS["warning"] * self._leaks(reading.text)
        return min(gain, _MOST_GAIN) - min(cost, _MOST_COST)


def _key(readings: list[Reading]) -> Key:
    """What tells one reading from another: the calls by their text, and what is thinking."""
    calls = tuple((call.name, call.raw_block, tuple(call.arguments)) for each in readings for call in each.calls)
    aborted = tuple(name for each in readings for name in each.aborted)
    return calls, aborted, tuple(thought.strip() for each in readings for thought in each.thinking)


def unquoted(text: str, sign: Callable[[str], bool] | None = None) -> str:
    """``text`` with what stands in Markdown code blanked out; all offsets stay.

    With ``sign`` only code that has one: a dialect may itself put fences around its bodies.
    """
    pieces, at = [], 0
    for start, end in quoted_spans(text):
        if start >= at and (sign is None or sign(text[start:end])):
            pieces += [text[at:start], " " * (end - start)]
            at = end
    return "".join([*pieces, text[at:]]) if pieces else text
