"""What the delimiters of a dialect look like in a text, as regular expressions.

A text in which none of them is found needs no scan.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from minimax_grammar.language.model import Action, Construct, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minimax_grammar.language.model import Dialect, Mode, Rule, Trigger

__all__ = ["SIGNS", "signs_of_model"]

SIGNS = ("calls", "opens", "closes", "weak", "turns", "leaks", "results", "fences")
"""The kinds of signs: what calls and results begin or end with; what opens and closes thinking; what calls begin with
that any text may begin with, such as a bracket; tokens around turns; of all these what stands in no text that is not
about it; what results begin with; and code fences, if the dialect itself is written in them."""

_BLANK = r"[ \t\n\r\f\v]"
_NO_DELIMITERS = (Kind.TEXT, Kind.END, Kind.BALANCED, Kind.INVALID)
_TOKEN = re.compile(r"[|｜~]|[\]\[]<[\]\[]")
"""What is in no word that people write.  A turn may also end with a plain word in brackets, which says nothing."""
_HEARSAY = ("foreign-markup", "legacy-markup")
"""What reports of these are about is markup of others, and each has signs of its own."""


def signs_of_model(model: Dialect) -> dict[str, tuple[str, ...]]:
    """The signs of ``model`` by their kinds, each a regular expression; and the dialect that it extends."""
    found = _Expressions(model)
    extends = (model.extends,) if model.extends else ()
    return {**{kind: tuple(getattr(found, kind)) for kind in SIGNS}, "extends": extends}


class _Expressions:
    """The signs of one dialect as regular expressions."""

    def __init__(self, model: Dialect) -> None:
        self._model = model
        self._before = model.starts[0].after
        self.calls: list[str] = []
        self.opens: list[str] = []
        self.closes: list[str] = []
        self.weak: list[str] = []
        self.turns: list[str] = []
        self.leaks: list[str] = []
        self.results: list[str] = []
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
        self.fences = [text for text in marks if text.startswith(("```", "~~~")) and len(text) > 4]

    def _add(self, rule: Rule, first: bool) -> None:
        target = self._model.modes.get(rule.target)
        thinking = target is not None and target.construct is Construct.THINKING
        calling = target is not None and any(map(self._begins_call, (rule, *target.rules)))
        for literal, expression in self._of(rule.trigger):
            bare = literal.strip()
            in_line = literal.startswith("\n")
            if rule.report == "fabricated-result" and len(bare) > 1:
                self._put(self.results, expression)
            if len(bare) < 2:
                if calling and (first or in_line):
                    self._put(self.weak, expression if in_line else rf"\A\s*{expression}")
            elif calling and any(each.listed for each in rule.conditions) and not re.search(r"[|｜]", bare):
                self._put(self.weak, expression)
            elif thinking:
                self._put(self.opens, expression)
            elif rule.report in _HEARSAY:
                continue
            elif not calling and rule.action in (Action.SKIP, Action.EMIT, Action.BECOME) and not rule.report:
                if _TOKEN.search(bare):
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
            for form in model.marks[trigger.name].forms:
                literal = form.past + form.literal
                yield literal, re.escape(literal)
                yield from ((literal, _at_the_beginning(rest)) for rest in self._rests(literal))
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

    def _rests(self, literal: str) -> Iterator[str]:
        """What a text may begin with for ``literal`` to stand there, since the prompt ended with its beginning."""
        for length in range(1, min(len(self._before), len(literal) - 1) + 1):
            if literal.startswith(self._before[-length:]):
                yield literal[length:]

    @staticmethod
    def _put(where: list[str], expression: str) -> None:
        if expression not in where:
            where.append(expression)


def _at_the_beginning(text: str) -> str:
    """The expression for ``text`` where a whole text begins with it."""
    return rf"{re.escape(text)}(?<=\A{re.escape(text)})"
