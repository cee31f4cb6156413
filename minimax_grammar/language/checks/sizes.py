"""Sizes: there is not so much of anything that a scanner could not be made in a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.language.checks.state import Checker
from minimax_grammar.language.model import Form, PartKind
from minimax_grammar.text import utf16_length

if TYPE_CHECKING:
    from collections.abc import Iterable, Sized

    from minimax_grammar.language.model import Part, Place, Rule

__all__ = ["MAX_TEXT", "Sizes"]

MAX_TEXT = 128
"""The most literal text that a delimiter may have, in UTF-16 code units."""

_MOST_MODES = 128
_MOST_RULES = 256
_MOST_DELIMITERS = 256
_MOST_SPELLINGS = 64
_MOST_IN_MODE = 4_096
_MOST_PARTS = 64
_MOST_OPTIONAL = 6
_MOST_SOURCES = 16


class Sizes(Checker):
    """Counts what is declared."""

    def sizes(self) -> None:
        """Report what there is too much of."""
        dialect = self.dialect
        place = dialect.place
        self._most(place, dialect.modes, _MOST_MODES, "modes")
        self._most(place, [*dialect.tags, *dialect.marks], _MOST_DELIMITERS, "tags and marks")
        self._most(place, dialect.fields, _MOST_DELIMITERS, "fields")
        self._most(place, dialect.starts, _MOST_DELIMITERS, "starts")
        self._most(place, dialect.prefixes, _MOST_SPELLINGS, "prefixes")
        self._most(place, (*dialect.tag_open, *dialect.tag_close), _MOST_SPELLINGS, "openers and closers of tags")
        if max(map(utf16_length, (*dialect.tag_open, *dialect.tag_close, dialect.tag_end))) > MAX_TEXT:
            self._long(place)
        for tag in dialect.tags.values():
            self._most(tag.place, tag.spellings, _MOST_SPELLINGS, f"spellings of the tag {tag.name}")
            self._most(tag.place, tag.attributes, _MOST_SPELLINGS, f"attributes of the tag {tag.name}")
        for mark in dialect.marks.values():
            self._most(mark.place, mark.forms, _MOST_SPELLINGS, f"forms of the mark {mark.name}")
            for form in mark.forms:
                self._form(mark.place, form)
        for start in dialect.starts:
            self._most(start.place, start.prompts, _MOST_SPELLINGS, f"prompts of the start {start.name}")
        for field in dialect.fields.values():
            self._most(field.place, field.sources, _MOST_SOURCES, f"sources of the field {field.name}")
        self._modes()

    def _modes(self) -> None:
        for mode in self.dialect.modes.values():
            self._most(mode.place, mode.rules, _MOST_RULES, f"rules of mode {mode.name}")
            for binding in mode.bindings.values():
                self._most(binding.place, (*binding.sources, *binding.words), _MOST_SOURCES, "sources of one property")
            if not self.findings:
                found = [(literal, rule) for rule in mode.rules for literal in self._spelled(rule)]
                self._most(mode.place, found, _MOST_IN_MODE, f"spellings of the delimiters of mode {mode.name}")
                long = [rule for literal, rule in found if utf16_length(literal) > MAX_TEXT]
                for place in dict.fromkeys(item.place for item in map(self.delimiter, long) if item is not None):
                    self._long(place)

    def _spelled(self, rule: Rule) -> list[str]:
        return self.literals(rule) if self.delimiter(rule) is not None else []

    def _form(self, place: Place, form: Form) -> None:
        parts = list(_parts((*form.parts, *form.follow)))
        if utf16_length("".join(part.text for part in parts)) > MAX_TEXT:
            self._long(place)
        self._most(place, parts, _MOST_PARTS, "parts of one form of a mark")
        optional = [part for part in parts if part.kind is PartKind.OPTIONAL]
        self._most(place, optional, _MOST_OPTIONAL, "optional parts of one form of a mark")

    def _most(self, place: Place, found: Sized, most: int, what: str) -> None:
        if len(found) > most:
            self.report(place, f"there are {len(found):,} {what}; {most:,} is the most, remove some")

    def _long(self, place: Place) -> None:
        self.report(place, f"a delimiter with more than {MAX_TEXT} code units of text; write its beginning only")


def _parts(parts: Iterable[Part]) -> Iterable[Part]:
    for part in parts:
        yield part
        yield from _parts(part.parts)
