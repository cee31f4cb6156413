"""What of a scanned text its events do not say: what was dropped, what was forgiven, what stays text."""

from __future__ import annotations

from typing import NamedTuple

from minimax_grammar.diagnostics import HARMLESS
from minimax_grammar.events import ToolAbort, ToolEnd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from minimax_grammar.diagnostics import Diagnostic
    from minimax_grammar.events import Event
    from minimax_grammar.reports import Segment

__all__ = ["FORGIVEN", "KEPT", "LOST", "Fault", "faults_of"]

LOST, KEPT, FORGIVEN = "lost", "kept as text", "forgiven"

_ABORTING = ("unclosed-call", "unclosed-argument", "invalid-arguments", "nameless-call", "truncated-json")
_LOSING = (
    *_ABORTING,
    "cut-markup",
    "dropped-member",
    "dropped-prose",
    "duplicate-argument",
    "fabricated-result",
    "flat-arguments",
    "nameless-argument",
    "truncated-argument",
)
_TEXT = (*HARMLESS, "foreign-markup")
"""What is no fault: the contract of a tool is the same in every form, and markup of others was text before."""
_MOST_SHOWN = 60


class Fault(NamedTuple):
    """Something that was irregular in a text, and what became of it."""

    kind: str
    """``LOST``: no event says it. ``KEPT``: it is text. ``FORGIVEN``: it was read as if it were regular."""
    start: int
    """Where it begins in the text, in code points."""
    line: int
    """The line of that, from 1."""
    what: str
    """The rule that it breaks, if there is one, and its text."""

    @classmethod
    def at(cls, kind: str, text: str, start: int, end: int, rule: str) -> Fault:
        """The fault that stands in ``text`` from ``start`` to ``end``."""
        start = min(start + len(text[start:end]) - len(text[start:end].lstrip()), end)
        piece = " ".join(text[start : min(end, start + 2 * _MOST_SHOWN)].split())
        shown = piece if len(piece) <= _MOST_SHOWN else f"{piece[: _MOST_SHOWN - 1]}…"
        return cls(kind, start, text.count("\n", 0, start) + 1, f"{rule}: {shown}" if rule else shown)


def faults_of(
    text: str,
    events: Iterable[Event],
    segments: Iterable[Segment],
    diagnostics: Iterable[Diagnostic],
    *,
    raw: bool = False,
) -> list[Fault]:
    """What was irregular in ``text``, by place; what comes next is what its scanner made of it, with ``trace``.

    ``raw`` says that the text goes on as it stands, whatever the scanner made of it.
    """
    segments = list(segments)
    told = [each for each in diagnostics if each.name not in _TEXT]
    faults = []
    explained: set[int] = set()
    for start, end in _dropped(text, segments):
        near = [number for number, each in enumerate(told) if _explains(text, each, start, end)]
        around = [number for number, each in enumerate(told) if each.start <= start < each.end]
        reasons = near or around
        explained.update(reasons)
        first = min((told[number].start for number in reasons), default=start)
        faults.append(Fault.at(LOST, text, min(first, start), end, told[reasons[-1]].name if reasons else ""))
    for number, each in enumerate(told):
        if number in explained:
            continue
        losing = each.name in _LOSING or (each.name == "unclosed-wrapper" and segments[-1].kind == "body")
        kind = LOST if losing else FORGIVEN
        if any(segment.kind == "text" and segment.start <= each.start < segment.end for segment in segments):
            kind = KEPT
        faults.append(Fault.at(kind, text, each.start, each.end, each.name))
    if not any(each.name in _ABORTING for each in told):
        # A dialect may drop calls without a word.
        end = 0
        for event in events:
            if isinstance(event, ToolEnd):
                end = max(end, text.find(event.raw_block, end) + len(event.raw_block))
            elif isinstance(event, ToolAbort):
                start = max(text.find(event.name, end), end) if event.name else end
                faults.append(Fault.at(LOST, text, start, len(text), event.reason or "unclosed-call"))
    if raw:
        # What the scanner passes over without a word is markup that stays.
        faults += [
            Fault.at(KEPT, text, segment.start, segment.end, "")
            for segment in segments
            if segment.kind == "markup"
            and text[segment.start : segment.end].strip()
            and not any(each.start < segment.end and segment.start < each.end for each in told)
        ]
    faults.sort(key=lambda fault: fault.start)
    return [fault._replace(kind=KEPT) for fault in faults] if raw else faults


def _explains(text: str, found: Diagnostic, start: int, end: int) -> bool:
    """Whether ``found`` is about the stretch that was dropped: it lies in it, or directly before it."""
    return start <= found.start < end or (found.end <= start and not text[found.end : start].strip())


def _dropped(text: str, segments: list[Segment]) -> Iterator[tuple[int, int]]:
    """The stretches that were dropped, without white space around them."""
    for segment in segments:
        piece = text[segment.start : segment.end]
        if segment.kind == "dropped" and piece.strip():
            start = segment.start + len(piece) - len(piece.lstrip())
            yield start, start + len(piece.strip())
