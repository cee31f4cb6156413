"""What the delimiters of a dialect look like, taken from its grammar, and where quoted text stands.

A text in which no dialect has a sign needs no scan: almost all turns of a data set are of this kind.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from minimax_grammar.language.model import Action, Construct, Kind
from minimax_grammar.registry import load_dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from minimax_grammar.language.model import Dialect

__all__ = ["Signs", "any_sign", "quoted_spans", "signs_of"]

_BLANK = r"[ \t\n\r\f\v]"
_FENCE = re.compile(r"^[ \t]{0,12}(?:>[ \t]?)?(`{3,}|~{3,})[^\n`]*$", re.MULTILINE)
_TICKS = re.compile(r"`+")


class Signs(NamedTuple):
    """The signs of one dialect."""

    calls: re.Pattern[str]
    """Tags and marks that have to do with calls or results."""
    opens_thinking: re.Pattern[str]
    closes_thinking: re.Pattern[str]
    fenced: bool
    """Whether the dialect itself is written in code fences, so that quoting says nothing."""


@cache
def signs_of(name: str) -> Signs:
    """The signs of the dialect called ``name``."""
    model = load_dialect(name).model()
    calls, opens, closes, fenced = _expressions(model)
    return Signs(_one_of(calls), _one_of(opens), _one_of(closes), fenced)


@cache
def any_sign(names: tuple[str, ...]) -> _AnySign:
    """What finds a sign of any of the dialects called ``names``."""
    expressions: list[str] = []
    for name in names:
        calls, opens, closes, _ = _expressions(load_dialect(name).model())
        expressions += [*calls, *opens, *closes]
    return _AnySign(expressions)


class _AnySign:
    """Searches for one of many signs; those with the same first character are one search at the speed of memory."""

    __slots__ = ("_groups",)

    def __init__(self, expressions: Iterable[str]) -> None:
        groups: dict[str, dict[str, None]] = {}
        for expression in expressions:
            first = expression[:2] if expression.startswith("\\") else expression[:1]
            groups.setdefault(first, {})[expression[len(first) :]] = None
        self._groups = [
            (first[-1], re.compile(f"{first}(?:{'|'.join(rest)})").search) for first, rest in groups.items()
        ]

    def __call__(self, text: str) -> bool:
        """Whether there is a sign in ``text``."""
        for first, search in self._groups:
            if first in text and search(text):
                return True
        return False


def _expressions(model: Dialect) -> tuple[list[str], list[str], list[str], bool]:
    """Regular expressions of what has to do with calls, and of what opens and closes thinking."""
    thinking = {
        rule.trigger.name
        for mode in model.modes.values()
        for rule in mode.rules
        if rule.action is Action.ENTER
        and rule.trigger.kind in (Kind.OPEN, Kind.MARK)
        and model.modes[rule.target].construct is Construct.THINKING
    }
    ends = {
        rule.trigger.name
        for mode in model.modes.values()
        if mode.construct is Construct.THINKING
        for rule in mode.rules
        if rule.action is Action.LEAVE and rule.trigger.kind is Kind.MARK
    }
    calls: list[str] = []
    opens: list[str] = []
    closes: list[str] = []
    for tag in model.tags.values():
        prefixes = "|".join(re.escape(prefix) + ":" for prefix in model.prefixes)
        before = f"(?:{prefixes})?" if prefixes else ""
        for spelling in tag.spellings:
            opening = f"<{before}{re.escape(spelling)}(?=[ \\t\\n\\r\\f\\v/>])"
            closing = f"</{before}{re.escape(spelling)}{_BLANK}*>"
            if tag.name in thinking:
                opens.append(opening)
                closes.append(closing)
            else:
                calls += [opening, closing]
    for mark in model.marks.values():
        literals = [re.escape(literal) for literal in mark.literals]
        if mark.name in thinking:
            opens += literals
        elif mark.name in ends:
            closes += literals
        else:
            calls += literals
    fenced = any(literal.startswith(("```", "~~~")) for mark in model.marks.values() for literal in mark.literals)
    return calls, opens, closes, fenced


def _one_of(expressions: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(expressions) or "(?!)")


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """Where ``text`` is code in Markdown: fenced blocks and inline code.  What is never closed is no code."""
    if "`" not in text and "~~~" not in text:
        return []
    spans = list(_fences(text))
    at, inline = 0, []
    for start, end in [*spans, (len(text), len(text))]:
        inline += _inline(text, at, start)
        at = end
    return sorted(spans + inline)


def _fences(text: str) -> Iterator[tuple[int, int]]:
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opened is None:
            opened = match
        elif match[1].startswith(opened[1]) and not match[0].rstrip()[len(match[0].rstrip()) - 1 :].strip("`~"):
            yield opened.start(), match.end()
            opened = None


def _inline(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Runs of backticks that are closed by a run of the same length, in the same paragraph."""
    waiting: dict[int, int] = {}
    border = start
    for match in _TICKS.finditer(text, start, end):
        if text.find("\n\n", border, match.start()) >= 0:
            waiting.clear()
        border = match.end()
        opened = waiting.pop(len(match[0]), -1)
        if opened >= 0:
            yield opened, match.end()
            waiting.clear()
        else:
            waiting[len(match[0])] = match.start()
