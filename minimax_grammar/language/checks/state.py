"""What all checks of a dialect share: the dialect, what is wrong with it so far, and what could not be read."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from minimax_grammar.errors import Finding
from minimax_grammar.language.model import Construct, Dialect, Kind, Mark, Mode, Place, Rule, Source, Tag

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Checker", "Damage", "limited"]

_MOST_WORDS = 1_000  # with so many words wrong, any name may be among what was meant


@dataclass(slots=True)
class Damage:
    """What could not be read of a dialect file, so that nothing is reported that only follows from it."""

    words: set[str] = field(default_factory=set)
    """The words of the lines that are wrong."""
    modes: set[str] = field(default_factory=set)
    """The modes that lack rules."""
    kinds: set[str] = field(default_factory=set)
    """The modes of which it is not known what they build."""
    starts: bool = False
    """Whether a line is wrong that says where scanning starts."""
    base: bool = False
    """Whether it is not known what the dialect extends, and so what it inherits."""

    def update(self, other: Damage) -> None:
        """Add what ``other`` holds."""
        self.words |= other.words
        self.modes |= other.modes
        self.kinds |= other.kinds
        self.starts |= other.starts
        self.base |= other.base

    def touches(self, name: str) -> bool:
        """Whether a line that is wrong may have been about ``name``."""
        if self.base or name in self.words:
            return True
        return len(self.words) > _MOST_WORDS or bool(difflib.get_close_matches(name, self.words, n=1, cutoff=0.6))


class Placed(Protocol):
    """Something that is declared somewhere."""

    @property
    def place(self) -> Place:
        """Where it is declared."""


class Checker:
    """The base of the checks: each looks at ``dialect``, and adds to ``findings`` what is wrong with it."""

    def __init__(self, dialect: Dialect, damage: Damage, findings: list[Finding]) -> None:
        self.dialect = dialect
        self.damage = damage
        self.findings = findings

    def report(self, place: Place, message: str, *blamed: Placed | None) -> None:
        """Note what is wrong at ``place``.

        If that is in an inherited file, and one of ``blamed`` is in the dialect's own, what is wrong is there: the
        file that is inherited does well without it.
        """
        own = self.dialect.place.file
        if place.file != own:
            place = next((item.place for item in blamed if item is not None and item.place.file == own), place)
        self.findings.append(Finding(place.file, place.line, place.column, message))

    def delimiter(self, rule: Rule) -> Tag | Mark | None:
        """The declaration of what ``rule`` reacts to."""
        trigger = rule.trigger
        if trigger.kind is Kind.MARK:
            return self.dialect.marks.get(trigger.name)
        return self.dialect.tags.get(trigger.name) if trigger.kind in (Kind.OPEN, Kind.CLOSE) else None

    def every_rule(self) -> Iterator[tuple[Mode, Rule]]:
        """All rules, with the modes they stand in."""
        for mode in self.dialect.modes.values():
            for rule in mode.rules:
                yield mode, rule

    def origins(self, source: Source) -> tuple[Source, ...]:
        """What ``source`` is taken from: itself, or what the field that it names is taken from."""
        return (source,) if source.attribute else self.dialect.fields[source.name].sources

    def literals(self, rule: Rule, *, whole: bool = False) -> list[str]:
        """What the delimiter of a rule begins with, in every spelling; if ``whole``, not of marks with more parts."""
        trigger, dialect = rule.trigger, self.dialect
        if trigger.kind is Kind.MARK:
            return [form.literal for form in dialect.marks[trigger.name].forms if form.plain or not whole]
        if trigger.kind not in (Kind.OPEN, Kind.CLOSE):
            return []
        heads = dialect.tag_close if trigger.kind is Kind.CLOSE else dialect.tag_open
        prefixes = ["", *(f"{prefix}:" for prefix in dialect.prefixes)]
        return [
            head + prefix + name
            for head in heads
            for prefix in prefixes
            for name in dialect.tags[trigger.name].spellings
        ]


def limited(mode: Mode) -> bool:
    """Whether the bodies of ``mode`` are kept, and so have a limit."""
    return mode.construct in (Construct.ARGUMENT, Construct.ARGUMENTS, Construct.CALLS) or (
        mode.construct is Construct.CALL and mode.has_body
    )
