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

    from minimax_grammar.language.model import Dialect, Mode, Rule, Trigger

__all__ = ["Signs", "any_sign", "any_weak_sign", "quoted_spans", "signs_of"]

_BLANK = r"[ \t\n\r\f\v]"
_FENCE = re.compile(r"^[ \t]{0,12}(?:>[ \t]?)?(`{3,}|~{3,})[^\n`]*$", re.MULTILINE)
_TICKS = re.compile(r"`+")
_NO_DELIMITERS = (Kind.TEXT, Kind.END, Kind.BALANCED, Kind.INVALID)
_HEARSAY = ("foreign-markup", "legacy-markup")
"""What reports of these are about is markup of others, and each has signs of its own."""


class Signs(NamedTuple):
    """The signs of one dialect."""

    calls: re.Pattern[str]
    """What calls and results begin or end with."""
    opens_thinking: re.Pattern[str]
    closes_thinking: re.Pattern[str]
    weak: re.Pattern[str]
    """What calls begin with that any text may begin with, such as a bracket."""
    turns: re.Pattern[str]
    """Tokens around turns, in brackets of their own."""
    leaks: re.Pattern[str]
    """Of all these what stands in no text that is not about it."""
    hearsay: re.Pattern[str]
    """What the dialect knows to be markup of others."""
    fenced: bool
    """Whether the dialect itself is written in code fences, so that quoting says nothing."""

    def in_text(self, text: str, weak: bool = False) -> bool:
        """Whether the dialect may read anything in ``text``; ``weak`` signs count if asked for."""
        return bool(
            self.calls.search(text)
            or self.opens_thinking.search(text)
            or self.closes_thinking.search(text)
            or (weak and self.weak.search(text))
        )


class _Expressions:
    """The signs of one dialect as regular expressions."""

    def __init__(self, model: Dialect) -> None:
        self._model = model
        self.calls: list[str] = []
        self.opens: list[str] = []
        self.closes: list[str] = []
        self.weak: list[str] = []
        self.turns: list[str] = []
        self.leaks: list[str] = []
        self.hearsay: list[str] = []
        starts = {start.mode for start in model.starts}
        for mode in model.modes.values():
            if mode.construct is Construct.THINKING:
                self._ends(mode)
            elif mode.construct is None:
                for rule in mode.rules:
                    if rule.trigger.kind not in _NO_DELIMITERS:
                        self._add(rule, mode.name in starts)
        self.calls = [each for each in self.calls if each not in self.closes]
        marks = [form.literal for mark in model.marks.values() for form in mark.forms]
        self.fenced = any(text.startswith(("```", "~~~")) and len(text) > 4 for text in marks)

    def _add(self, rule: Rule, first: bool) -> None:
        target = self._model.modes.get(rule.target)
        thinking = target is not None and target.construct is Construct.THINKING
        calling = target is not None and any(map(self._begins_call, (rule, *target.rules)))
        for literal, expression in self._of(rule.trigger):
            bare = literal.strip()
            in_line = literal.startswith("\n")
            if len(bare) < 2:
                if calling and (first or in_line):
                    self._put(self.weak, expression if in_line else rf"\A\s*{expression}")
            elif calling and any(each.listed for each in rule.conditions) and not re.search(r"[|｜]", bare):
                self._put(self.weak, expression)
            elif thinking:
                self._put(self.opens, expression)
            elif rule.report in _HEARSAY:
                self._put(self.hearsay, expression)
            elif not calling and rule.action in (Action.SKIP, Action.EMIT, Action.BECOME) and not rule.report:
                if re.fullmatch(r"<[|｜].*[|｜]>", bare):
                    self._put(self.turns, expression)
                    self._put(self.leaks, expression)
            elif not self._is_thinking(rule.trigger):
                self._put(self.calls, expression)
                if rule.report != "fabricated-result" or not re.fullmatch(r"<\w[a-z]*>", bare):
                    self._put(self.leaks, expression)

    def _begins_call(self, rule: Rule) -> bool:
        target = self._model.modes.get(rule.target) if rule.action in (Action.ENTER, Action.BECOME) else None
        return target is not None and target.construct in (Construct.CALL, Construct.CALLS)

    def _ends(self, mode: Mode) -> None:
        for rule in mode.rules:
            if rule.action is Action.LEAVE and rule.trigger.kind in (Kind.CLOSE, Kind.MARK) and not rule.trigger.before:
                for literal, expression in self._of(rule.trigger):
                    if not literal.startswith(("\n", "`")):
                        self._put(self.closes, expression)

    def _is_thinking(self, trigger: Trigger) -> bool:
        """Whether ``trigger`` is, elsewhere, what ends thinking."""
        return any(
            rule.trigger.key == trigger.key and not rule.trigger.before
            for mode in self._model.modes.values()
            if mode.construct is Construct.THINKING
            for rule in mode.rules
        ) and not any(rule.trigger.key == trigger.key and rule.report == "fabricated-result" for rule in self._rules())

    def _rules(self) -> Iterator[Rule]:
        for mode in self._model.modes.values():
            yield from mode.rules

    def _of(self, trigger: Trigger) -> Iterator[tuple[str, str]]:
        """What the delimiter begins with, and the expression for it."""
        model = self._model
        if trigger.kind is Kind.MARK:
            for literal in model.marks[trigger.name].literals:
                yield literal, re.escape(literal)
            return
        prefixes = "|".join(re.escape(prefix) + ":" for prefix in model.prefixes)
        before = f"(?:{prefixes})?" if prefixes else ""
        end = re.escape(model.tag_end)
        for spelling in model.tags[trigger.name].spellings:
            name = f"{before}{re.escape(spelling)}"
            if trigger.kind is Kind.OPEN:
                for head in model.tag_open:
                    yield head + spelling, f"{re.escape(head)}{name}(?={_BLANK}|/|{end})"
            else:
                for head in model.tag_close:
                    yield head + spelling, f"{re.escape(head)}{name}{_BLANK}*{end}"

    @staticmethod
    def _put(where: list[str], expression: str) -> None:
        if expression not in where:
            where.append(expression)


@cache
def _expressions(name: str) -> _Expressions:
    return _Expressions(load_dialect(name).model())


@cache
def signs_of(name: str) -> Signs:
    """The signs of the dialect called ``name``."""
    found = _expressions(name)
    lists = (found.calls, found.opens, found.closes, found.weak, found.turns, found.leaks, found.hearsay)
    calls, opens, closes, weak, turns, leaks, hearsay = map(_one_of, lists)
    return Signs(calls, opens, closes, weak, turns, leaks, hearsay, found.fenced)


@cache
def any_sign(names: tuple[str, ...], kinds: tuple[str, ...] = ("calls", "opens", "closes")) -> _AnySign:
    """What finds a sign of any of the dialects called ``names``, of one of ``kinds``."""
    return _AnySign(each for name in names for kind in kinds for each in getattr(_expressions(name), kind))


@cache
def any_weak_sign(names: tuple[str, ...]) -> re.Pattern[str]:
    """The weak signs of the dialects called ``names``."""
    return _one_of(list(dict.fromkeys(each for name in names for each in _expressions(name).weak)))


class _AnySign:
    """Searches for one of many signs; those with the same first character are one search at the speed of memory."""

    __slots__ = ("_all", "_groups")

    def __init__(self, expressions: Iterable[str]) -> None:
        groups: dict[str, dict[str, None]] = {}
        for expression in expressions:
            first = expression[:2] if expression.startswith("\\") else expression[:1]
            groups.setdefault(first, {})[expression[len(first) :]] = None
        patterns = [(first[-1], re.compile(f"{first}(?:{'|'.join(rest)})")) for first, rest in groups.items()]
        self._groups = [(first, pattern.search) for first, pattern in patterns]
        self._all = {first: pattern.findall for first, pattern in patterns}

    def __call__(self, text: str) -> bool:
        """Whether there is a sign in ``text``."""
        for first, search in self._groups:  # noqa: SIM110 - twice as fast as any()
            if first in text and search(text):
                return True
        return False

    def found(self, text: str) -> set[str]:
        """The signs in ``text``, each once."""
        return {mark for first, _ in self._groups if first in text for mark in self._all[first](text)}


def _one_of(expressions: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(expressions) or "(?!)")


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """Where ``text`` is code in Markdown: fenced blocks and inline code.  What is never closed is no code."""
    if "`" not in text and "~~~" not in text:
        return []
    spans = list(_fences(text))
    at = 0
    inline: list[tuple[int, int]] = []
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
