"""Progress: at one place in the text, modes do not lead into one another for ever without reading anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.language.checks.state import Checker
from minimax_grammar.language.model import Action, Kind, Mode, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Progress"]


class Progress(Checker):
    """Looks at rules that read nothing: ``before …``, and running text that becomes another mode's."""

    def progress(self) -> None:
        """Report the rules from which no mode reads on."""
        self._exits: dict[str, set[str]] = {}
        for mode, rule in self.every_rule():
            if rule.action is Action.ENTER:
                self._exits.setdefault(rule.target, set()).add(rule.then or mode.name)
        for mode, rule in self.every_rule():
            # What is left was entered before: for ever needs a mode that is entered, or becomes another one.
            reads = not rule.trigger.before and not (rule.trigger.kind is Kind.TEXT and rule.action is Action.BECOME)
            if not reads and rule.action is not Action.LEAVE:
                delimiter = rule if rule.trigger.before else None
                if self._returns(mode, rule, delimiter):
                    message = f"{rule.trigger} would lead back to mode {mode.name} with nothing read, for ever"
                    self.report(rule.place, f"{message}; let a mode on the way read it", self.delimiter(rule))

    def _returns(self, mode: Mode, rule: Rule, delimiter: Rule | None) -> bool:
        """Whether ``mode`` can come again before something is read, if ``rule`` applies at ``delimiter``."""
        seen: set[str] = set()
        todo = list(self._next(mode, rule))
        while todo:
            name = todo.pop()
            if name == mode.name:
                return True
            if name not in seen and name in self.dialect.modes:
                seen.add(name)
                there = self.dialect.modes[name]
                for other in self._applying(there, delimiter):
                    todo += self._next(there, other)
        return False

    def _next(self, mode: Mode, rule: Rule) -> Iterator[str]:
        """The modes in which the same place is read after ``rule``; none if it reads something."""
        if not rule.trigger.before and not (rule.trigger.kind is Kind.TEXT and rule.action is Action.BECOME):
            return
        if rule.action is Action.LEAVE:
            yield from self._exits.get(mode.name, ())
        elif rule.target and not rule.closed:
            yield rule.target
        elif rule.closed:
            yield rule.then or mode.name

    def _applying(self, mode: Mode, delimiter: Rule | None) -> Iterator[Rule]:
        """The rules of ``mode`` that may apply at ``delimiter``, or at running text."""
        if delimiter is not None:
            sure = False
            for rule in mode.rules:
                if rule.trigger.key == delimiter.trigger.key or self._covers(rule, delimiter):
                    yield rule
                    sure = sure or not (rule.when or rule.conditions or rule.trigger.same)
            # White space is read before it is decided that running text stands here.
            if sure or all(literal[0].isspace() for literal in self.literals(delimiter)):
                return
        yield from mode.rules_for(Kind.TEXT)

    def _covers(self, rule: Rule, delimiter: Rule) -> bool:
        """Whether the delimiter of ``rule`` is there wherever ``delimiter`` is."""
        if rule.trigger.kind is not Kind.MARK or delimiter.trigger.kind is not Kind.MARK:
            return False
        plain = tuple(self.literals(rule, whole=True))
        return bool(plain) and all(literal.startswith(plain) for literal in self.literals(delimiter))
