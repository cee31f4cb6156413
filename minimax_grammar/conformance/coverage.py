"""Which rules of a dialect file the corpus makes fire: the measure of whether a dialect has a case for everything.

A tokenizer names each rule in a comment where it acts on it.  The scan cases of a dialect are run with a line tracer on
its methods, and what the comments stand above is what fired.  Rules about the end of the stream, and about bodies that
are not what they should be, act outside these methods; they are seen where the scanner closes what is open.
"""

from __future__ import annotations

import inspect
import linecache
import sys
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from minimax_grammar.errors import MinimaxGrammarError
from minimax_grammar.generate.python import generate
from minimax_grammar.language.model import Action, Kind
from minimax_grammar.registry import load_dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import CodeType, FrameType

    from minimax_grammar.conformance.corpus import Case
    from minimax_grammar.language.model import Dialect, Mode, Rule
    from minimax_grammar.scanner import Scanner

__all__ = ["Coverage", "Item", "coverage", "same_dialect"]

_OVER_BLANKS = 'self._trace("dropped", plain, begin)'
_LONGEST = 20_000
"""Longer inputs test limits, not rules, and would take their time under a tracer."""
_SETTINGS = {"thinking": "parse_thinking", "guarded": "guarded"}
"""What the options of a dialect file are called in cases."""
_USUAL = {"thinking": True, "guarded": False}


class Item(NamedTuple):
    """Something that a case must make happen."""

    mode: str
    """The mode; empty for a start."""
    what: str
    """The rule, as the dialect file says it, or the start."""
    side: str = ""
    """``off``: not that the rule fires, but that it would if its option were on."""

    def __str__(self) -> str:
        where = f"mode {self.mode}: " if self.mode else ""
        return f"{where}{self.what}{' (with the option off)' if self.side else ''}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of one dialect the cases reach."""

    dialect: str
    covered: tuple[Item, ...]
    missing: tuple[Item, ...]

    @property
    def total(self) -> int:
        """How much there is."""
        return len(self.covered) + len(self.missing)


def coverage(dialect: str, cases: Iterable[Case]) -> Coverage:
    """What the scan cases of ``dialect``, a name or the path of a file, among ``cases`` reach.

    Counted are every rule of every mode, what a rule's option does when it is off, and every start, with its option on
    and off.  Raises what :func:`load_dialect` raises, and :class:`MinimaxGrammarError` for a tokenizer that is out of
    date.
    """
    probe = _Probe(dialect)
    wanted = list(_items(probe.model))
    reached: set[Item] = set()
    for case in cases:
        if case.op == "scan" and len(case.text) <= _LONGEST and same_dialect(case.dialect, dialect):
            reached |= probe.reached(case)
    return Coverage(
        dialect,
        tuple(item for item in wanted if item in reached),
        tuple(item for item in wanted if item not in reached),
    )


def same_dialect(one: str, other: str) -> bool:
    """Whether two names, or paths of files, are of the same dialect."""
    if one == other or not (one.endswith(".dialect") and other.endswith(".dialect")):
        return one == other
    return Path(one).resolve() == Path(other).resolve()


def _items(model: Dialect) -> Iterator[Item]:
    for start in model.starts:
        yield Item("", f"start {start.name}")
        if start.when:
            yield Item("", f"start {start.name}", "off")
    entered = {rule.target for mode in model.modes.values() for rule in mode.rules if rule.target and not rule.closed}
    entered |= {rule.then for mode in model.modes.values() for rule in mode.rules}
    entered |= {start.mode for start in model.starts}
    for mode in model.modes.values():
        if mode.name not in entered:
            continue  # it only ever ends at once, and no rule of it is asked
        for rule in mode.rules:
            yield Item(mode.name, str(rule))
            if rule.when:
                yield Item(mode.name, str(rule), "off")


class _Probe:
    """Scans cases of one dialect and notes which rules fire."""

    def __init__(self, dialect: str) -> None:
        loaded = load_dialect(dialect)
        self.model = loaded.model()
        self._usual_start = self.model.starts[0].name
        modes = tuple(self.model.modes.values())
        if tuple(self.model.modes) != loaded.tokenizer.MODE_NAMES:
            raise MinimaxGrammarError(f"the tokenizer of {dialect} is older than its dialect file; generate it anew")
        _keep_source(loaded.tokenizer, self.model)
        self._lines: dict[CodeType, dict[int, Item]] = {
            method.__code__: dict(_acting_lines(mode, method))
            for mode, method in zip(modes, loaded.tokenizer.MODES, strict=True)
        }
        self._fired: set[Item] = set()
        self._scanner = _watching(loaded.tokenizer, modes, self._fired.add)

    def reached(self, case: Case) -> set[Item]:
        """What ``case`` makes happen."""
        options = dict(case.options)
        fired = self._fires(case, options)
        start = options.get("start", self._usual_start)
        reached = set(fired)
        for option, setting in _SETTINGS.items():
            if options.get(setting, _USUAL[option]):
                continue
            with_it = self._fires(case, {**options, setting: True})
            for mode in self.model.modes.values():
                for rule in mode.rules:
                    if rule.when == option and Item(mode.name, str(rule)) in with_it:
                        reached.add(Item(mode.name, str(rule), "off"))
        for known in self.model.starts:
            if known.name == start:
                on = not known.when or options.get(_SETTINGS[known.when], _USUAL[known.when])
                reached.add(Item("", f"start {known.name}", "" if on else "off"))
        return reached

    def _fires(self, case: Case, options: dict[str, Any]) -> set[Item]:
        self._fired.clear()
        before = sys.gettrace()
        scanner = self._scanner(case.tools, ids=(f"call_{n}" for n in count()), trace=True, **options)
        sys.settrace(self._called)
        try:
            scanner.feed(case.text)
            scanner.flush()
        finally:
            sys.settrace(before)
        return set(self._fired)

    def _called(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        lines = self._lines.get(frame.f_code)
        if lines is None:
            return None

        def line(frame: FrameType, event: str, arg: object) -> Callable[..., Any]:
            item = lines.get(frame.f_lineno)
            if item is not None and not _is_over_nothing(frame):
                self._fired.add(item)
            return line

        return line


def _keep_source(tokenizer: type[Scanner], model: Dialect) -> None:
    """Lay the source of a tokenizer that was made at run time where its lines are looked up."""
    file = tokenizer.MODES[0].__code__.co_filename
    if file.startswith("<"):
        source = generate(model)
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)


def _acting_lines(mode: Mode, method: Callable[..., Any]) -> Iterator[tuple[int, Item]]:
    """The lines of ``method`` that run only if a rule of ``mode`` acts, and which rule that is."""
    source, first = inspect.getsourcelines(method)
    lines = [line.strip() for line in source]
    rules = {f"# {rule}": rule for rule in mode.rules}
    for number, line in enumerate(lines):
        rule = rules.get(line)
        if rule is not None:
            yield first + number + (2 if _is_test(rule, lines[number + 1]) else 1), Item(mode.name, str(rule))
        elif _is_text(mode, line):
            yield first + number, Item(mode.name, str(mode.rules_for(Kind.TEXT)[0]))


def _is_test(rule: Rule, line: str) -> bool:
    """Whether ``line``, the first below the name of ``rule``, asks if the rule is to act."""
    same = rule.trigger.same and rule.trigger.kind is Kind.MARK
    option = bool(rule.when) and line == f"if self._option_{rule.when}:"
    return option or (line.startswith("if ") and (bool(rule.conditions) or same))


def _is_text(mode: Mode, line: str) -> bool:
    """Whether ``line`` runs only if there is running text in ``mode``."""
    if mode.text_action is Action.BECOME:
        return line in ("return plain", _OVER_BLANKS)
    return line.startswith("self._trace(") and ", plain, " in line and not line.startswith('self._trace("markup"')


def _is_over_nothing(frame: FrameType) -> bool:
    """Whether a line is the one that passes over white space before the first word of a mode, and there is none."""
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
    return line == _OVER_BLANKS and frame.f_locals["plain"] == frame.f_locals["begin"]


def _watching(tokenizer: type[Scanner], modes: tuple[Mode, ...], fired: Callable[[Item], None]) -> type[Scanner]:
    """``tokenizer``, telling which rules act that have no place in its methods: ``end`` and ``invalid``."""

    def acts(mode: Mode, kind: Kind) -> None:
        for rule in mode.rules_for(kind):
            fired(Item(mode.name, str(rule)))

    by_name = {mode.name: mode for mode in modes}

    class Watching(tokenizer):  # type: ignore[misc, valid-type]
        __slots__ = ("_watched",)

        def _finish(self, events: list[Any], *, report: bool = True) -> None:
            if report and self._stack:
                for number in (self._mode, *(outer for outer, _, _ in self._stack[1:])):
                    acts(modes[number], Kind.END)
            super()._finish(events, report=report)

        def _begin_calls(self, mode: str, *given: Any) -> None:
            self._watched = mode
            super()._begin_calls(mode, *given)

        def _end_calls(self, text: str, end: int, events: list[Any], *, emit: bool, cut: bool = False) -> bool:
            known = len(self._reports)
            made: bool = super()._end_calls(text, end, events, emit=emit, cut=cut)
            if not cut and (not made or self._is_invalid(known)):
                acts(by_name[self._watched], Kind.INVALID)
            return made

        def _end_arguments(self, mode: str, *args: Any, cut: bool = False, **options: Any) -> None:
            known = len(self._reports)
            super()._end_arguments(mode, *args, cut=cut, **options)
            if not cut and self._is_invalid(known):
                acts(by_name[mode], Kind.INVALID)

        def _end_object(self, mode: str, *args: Any, **options: Any) -> None:
            known = len(self._reports)
            super()._end_object(mode, *args, **options)
            if self._is_invalid(known):
                acts(by_name[mode], Kind.INVALID)

        def _is_invalid(self, known: int) -> bool:
            return any(name == "invalid-arguments" for name, *_ in self._reports[known:])

    return Watching
