"""Turns that have one safe reading, written as their dialect wants them; and arguments that are JSON after repair.

Nothing is believed: what was rewritten is read again, and where a call, an argument, the thinking or the visible text
came out otherwise, the turn is left alone.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from minimax_grammar.diagnostics import HARMLESS
from minimax_grammar.errors import RenderError
from minimax_grammar.render.encode import same_json
from minimax_grammar.values.relaxed import parse_relaxed

if TYPE_CHECKING:
    from minimax_grammar.diagnostics import Diagnostic
    from minimax_grammar.events import ToolEnd
    from minimax_grammar.tools import Tools
    from minimax_grammar.transcript.checker import Checker
    from minimax_grammar.transcript.model import Conversation, Part
    from minimax_grammar.transcript.scanning import Reading, TurnScanner

__all__ = ["FIXABLE", "Edit", "edits_of"]

FIXABLE = {"bare-call", "unprefixed-wrapper", "lost-closer", "unclosed-wrapper", "repaired-json", "stray-closer"}
"""The rules that a fix is about."""


class Edit(NamedTuple):
    """A part of a turn, and what to write in its place."""

    turn: int
    part: Part
    text: str
    rules: tuple[str, ...]
    """What it mends."""


def edits_of(conversation: Conversation, checker: Checker) -> list[Edit]:
    """What can safely be written otherwise in ``conversation``."""
    checked = checker.check(conversation)
    found: dict[int, set[str]] = {}
    for each in checked.findings:
        found.setdefault(each.turn, set()).add(each.name)
    edits = []
    scanner = checker.scanner(checked.dialect) if checked.dialect else None
    tools = checker.tools_of(conversation)
    for number, turn in enumerate(conversation.turns, 1):
        names = found.get(number, set())
        if turn.role != "assistant" or not names & FIXABLE:
            continue
        for part in turn.parts:
            if part.kind == "call" and part.text and "repaired-json" in names:
                text = _mended(part.text)
                if text:
                    edits.append(Edit(number, part, text, ("repaired-json",)))
            elif part.kind == "text" and scanner is not None and part.text:
                edit = _rewritten(number, part, scanner, tools)
                if edit is not None:
                    edits.append(edit)
    return edits


def _mended(text: str) -> str:
    """The JSON that ``text`` is after repair; empty if it is none, or needs no repair."""
    try:
        json.loads(text)
    except ValueError:
        pass
    else:
        return ""
    try:
        value, _ = parse_relaxed(text)
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError):
        return ""


def _rewritten(number: int, part: Part, scanner: TurnScanner, tools: Tools | None) -> Edit | None:
    reading = scanner.read(part.text, tools)
    names = {found.name for found in reading.diagnostics}
    if not names & FIXABLE or names - FIXABLE - HARMLESS:
        return None
    strays = [(found.start, found.end) for found in reading.diagnostics if found.name == "stray-closer"]
    try:
        text = _canonical(part.text, reading, strays, scanner, tools)
    except RenderError:
        return None
    visible = reading.text
    for start, end in strays:  # some are visible
        visible = visible.replace(part.text[start:end], "", 1)
    if text == part.text or not _same(reading, scanner.read(text, tools), visible, names):
        return None
    return Edit(number, part, text, tuple(sorted(names & FIXABLE)))


def _canonical(
    text: str, reading: Reading, strays: list[tuple[int, int]], scanner: TurnScanner, tools: Tools | None
) -> str:
    """``text`` with every run of calls in its wrapper, and without closing tags that close nothing."""
    spans = _call_spans(text, reading.calls)
    new: list[tuple[int, int, str]] = []
    for first, last, inside in _runs(text, scanner.segments(text), spans):
        if not inside:
            continue
        closer = scanner.signs.closes_thinking.match(text, first)
        calls = [_written(call, start, reading.diagnostics, scanner, tools) for call, start in inside]
        template = scanner.dialect.renderer.template("calls")
        block = template(calls=template.joined.join(calls))
        # Marks may begin with the line break before them: behind words it stays.
        blank = text[first : first + len(text[first:last]) - len(text[first:last].lstrip())]
        if first and not block.startswith(blank):
            block = blank + block
        new.append((closer.end(), last, "\n" + block) if closer is not None else (first, last, block))
    covered = [(first, last) for first, last, _ in new]
    new += [(a, b, "") for a, b in strays if not any(first <= a < last for first, last in covered)]
    pieces, at = [], 0
    for first, last, block in sorted(new):
        pieces += [text[at:first], block]
        at = last
    return "".join([*pieces, text[at:]])


def _call_spans(text: str, calls: list[ToolEnd]) -> list[tuple[ToolEnd, int, int]]:
    spans, at = [], 0
    for call in calls:
        start = text.find(call.raw_block, at)
        if start < 0 or not call.raw_block:
            raise RenderError("the place of a call is not known")
        at = start + len(call.raw_block)
        spans.append((call, start, at))
    return spans


def _runs(
    text: str, segments: tuple[tuple[str, int, int], ...], spans: list[tuple[ToolEnd, int, int]]
) -> list[tuple[int, int, list[tuple[ToolEnd, int]]]]:
    """Stretches of markup with the calls in them; white space between calls divides nothing."""
    runs: list[tuple[int, int]] = []
    for kind, start, end in segments:
        if kind in ("text", "thinking"):
            continue
        if runs and not text[runs[-1][1] : start].strip():
            runs[-1] = runs[-1][0], end
        else:
            runs.append((start, end))
    return [
        (first, last, [(call, start) for call, start, end in spans if first <= start and end <= last])
        for first, last in runs
    ]


def _written(
    call: ToolEnd, start: int, diagnostics: list[Diagnostic], scanner: TurnScanner, tools: Tools | None
) -> str:
    """The call as it stands, if nothing in it is to be mended; else written anew."""
    end = start + len(call.raw_block)
    inside = {found.name for found in diagnostics if start <= found.start < end}
    # That a closer is lost is told at what follows the call.
    lost = any(found.name == "lost-closer" and found.start == end for found in diagnostics)
    if lost or inside & FIXABLE:
        return scanner.dialect.render_call({"name": call.name, "id": call.id, "arguments": call.arguments}, tools)
    return call.raw_block


def _same(before: Reading, after: Reading, visible: str, names: set[str]) -> bool:
    """Whether a turn still says the same, has ``visible`` text, and breaks no rule but some of ``names``."""
    same_calls = len(before.calls) == len(after.calls) and all(
        a.name == b.name
        and same_json(a.arguments, b.arguments)
        # An id that was written stays: results refer to it.
        and (a.id == b.id or a.id not in a.raw_block)
        for a, b in zip(before.calls, after.calls, strict=True)
    )
    left = {found.name for found in after.diagnostics}
    return (
        same_calls
        and not left & FIXABLE
        and left <= names
        and [each.strip() for each in before.thinking] == [each.strip() for each in after.thinking]
        and visible.split() == after.text.split()
    )
