"""Ways: every mode can be reached and left, and none is entered while it is open."""

from __future__ import annotations

from minimax_grammar.language.checks.state import Checker
from minimax_grammar.language.model import Action, Construct, Kind, Start

__all__ = ["Ways"]


class Ways(Checker):
    """Looks at how modes lead into one another."""

    def ways(self) -> None:
        """Every mode can be reached, and every mode that is entered can be left."""
        modes = self.dialect.modes
        entered = {rule.target for _, rule in self.every_rule() if rule.action is Action.ENTER}
        for mode in modes.values():
            if mode.name in entered and mode.name not in self.damage.modes:
                if not any(r.action is Action.LEAVE and r.trigger.kind is not Kind.END for r in mode.rules):
                    self.report(mode.place, f"mode {mode.name!r} can never be left: no rule leaves it")
                if not mode.rules_for(Kind.END):
                    message = f"mode {mode.name!r} does not say what the end of the stream means: 'end -> …'"
                    self.report(mode.place, message)
        starts = [start for start in self.dialect.starts if start.mode in modes]
        if starts == list(self.dialect.starts) and starts and not self.damage.starts:
            self._reach(starts, entered)
            self._loops()

    def _reach(self, starts: list[Start], entered: set[str]) -> None:
        """Every mode can be reached from a start, and the usual start is where text stands."""
        modes = self.dialect.modes
        reached: set[str] = set()
        todo = [start.mode for start in starts]
        while todo:
            name = todo.pop()
            if name not in reached:
                reached.add(name)
                todo += [target for rule in modes[name].rules for target in (rule.target, rule.then) if target in modes]
        # From a mode that lacks rules a way may lead that is not known.
        known = not reached & self.damage.modes
        for mode in modes.values():
            if known and mode.name not in reached and not self.damage.touches(mode.name):
                self.report(mode.place, f"mode {mode.name!r} is never entered; remove it, or enter it somewhere")
        home = modes[starts[0].mode]
        if home.construct is not None:
            message = f"the first start is where text stands; {home.name} is a {home.construct}"
            self.report(starts[0].place, message)
        if home.name in entered:
            self.report(home.place, f"mode {home.name} is where scanning starts; it cannot be entered")
        for rule in home.rules:
            if rule.action is Action.LEAVE or rule.trigger.kind is Kind.END:
                self.report(rule.place, f"mode {home.name} is where scanning starts; it cannot be left")
        for start in starts[1:]:
            mode = modes[start.mode]
            if any(binding.sources for binding in mode.bindings.values()):
                self.report(start.place, f"mode {mode.name} takes properties from a tag; scanning cannot start in it")
            elif mode.construct and mode.name not in entered and mode is not home and not mode.rules_for(Kind.END):
                self.report(mode.place, f"mode {mode.name!r} does not say what the end of the stream means: 'end -> …'")

    def _loops(self) -> None:
        """Modes do not nest in themselves, so that what is open at once is bounded."""
        modes = self.dialect.modes
        finished: set[str] = set()

        def inside(name: str, above: frozenset[str]) -> None:
            for rule in modes[name].rules:
                if rule.target in modes and rule.action is Action.ENTER:
                    if modes[rule.target].construct is Construct.PART and rule.target == name:
                        continue
                    if rule.target in above:
                        self.report(rule.place, f"mode {rule.target!r} would be entered while it is open")
                    elif rule.target not in finished:
                        inside(rule.target, above | {rule.target})
            finished.add(name)

        for start in self.dialect.starts:
            if start.mode not in finished:
                inside(start.mode, frozenset((start.mode,)))
