"""Delimiters and their lengths: in one mode they differ, none hides another, and each fits its limit."""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING

from minimax_grammar.language.checks.state import Checker, limited
from minimax_grammar.language.model import Construct, Kind, Mode, Part, PartKind, Rule
from minimax_grammar.text import utf16_length

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Delimiters"]

_MAX_TAG = 65_536


class Delimiters(Checker):
    """Looks at what delimiters look like, and at limits."""

    def delimiters(self) -> None:
        """In one mode, delimiters differ, and none hides another; a field ends somewhere."""
        self._tags()
        for mark in self.dialect.marks.values():
            for name in dict.fromkeys(name for form in mark.forms for name in _endless((*form.parts, *form.follow))):
                message = f"nothing says where the field {name} ends; write the text that follows it"
                self.report(mark.place, f'{message}: mark {mark.name} = … {name} ">"')
        for mode in self.dialect.modes.values():
            seen: dict[str, Rule] = {}
            for rule in mode.rules:
                for literal in self.literals(rule, whole=True):
                    other = seen.setdefault(literal, rule)
                    if other.trigger.key != rule.trigger.key:
                        self.report(
                            rule.place,
                            f"{literal!r} is also {other.trigger} in mode {mode.name}; a delimiter must mean one thing",
                            self.delimiter(rule),
                            self.delimiter(other),
                        )
            for rule in mode.rules:
                if rule.trigger.kind is Kind.MARK:
                    self._hidden(mode, rule, seen)

    def _tags(self) -> None:
        """All tags begin alike, so that they can be searched for."""
        dialect = self.dialect
        for word, texts in (("open", dialect.tag_open), ("close", dialect.tag_close)):
            odd = [text for text in texts if text[0] != texts[0][0]]
            if odd:
                message = f"what tags {word} with begins with one character: {texts[0]!r} and {odd[0]!r} do not"
                self.report(dialect.place, f"{message}; make a mark of what begins otherwise")

    def _hidden(self, mode: Mode, rule: Rule, seen: dict[str, Rule]) -> None:
        for literal in self.literals(rule, whole=True):
            for at, character in enumerate(literal):
                owner = seen.get(literal[:at]) if character in " \t\r\n\f\v/>" else None
                if owner is not None and owner.trigger.kind in (Kind.OPEN, Kind.CLOSE):
                    self.report(
                        rule.place,
                        f"{literal!r} can never be seen in mode {mode.name}: it begins the tag {owner.trigger}",
                        self.delimiter(rule),
                        self.delimiter(owner),
                    )

    def limits(self) -> None:
        """Limits are declared for what has a length, and leave room for every delimiter."""
        dialect = self.dialect
        fields = any(not mark.plain for mark in dialect.marks.values())
        if (dialect.tags or fields) and "tag" not in dialect.limits and not self.damage.touches("limit"):
            self.report(dialect.place, "no limit for tags; write 'limit tag 257'")
        for limit in dialect.limits.values():
            mode = dialect.modes.get(limit.name)
            if limit.name == "tag":
                if limit.value > _MAX_TAG:
                    self.report(limit.place, f"a tag of more than {_MAX_TAG} code units would be held whole; use less")
                if limit.marker:
                    self.report(limit.place, "a tag is not cut off; remove the marker")
            elif limit.name in self.damage.kinds or (mode is None and self.damage.touches(limit.name)):
                continue
            elif mode is None or not limited(mode):
                self.report(limit.place, f"{limit.name!r} is neither 'tag' nor a mode that is an argument")
            elif not limit.marker and mode.construct is Construct.ARGUMENT:
                self.report(limit.place, 'say what replaces the rest: limit argument 1_000_000 "…[cut at {limit}]"')
        for mode in dialect.modes.values():
            if limited(mode) and mode.name not in dialect.limits:
                if self.damage.touches("limit"):
                    continue
                self.report(
                    mode.place,
                    f"no limit for the bodies of mode {mode.name}; write 'limit {mode.name} 1_000_000 \"…\"'",
                )
        if "tag" in dialect.limits:
            room = dialect.tag_limit
            for _, rule in self.every_rule():
                for literal in self.literals(rule):
                    if utf16_length(literal) + (rule.trigger.kind is not Kind.MARK) > room:
                        self.report(
                            rule.place,
                            f"{reprlib.repr(literal)} is longer than the limit of {room} code units; raise 'limit tag'",
                            self.delimiter(rule),
                            dialect.limits["tag"],
                        )


def _endless(parts: Sequence[Part], *, ended: bool = False) -> Iterator[str]:
    """The fields among ``parts`` after which no text must come; ``ended`` says whether there is one after all."""
    for number, part in enumerate(parts):
        after = ended or any(one.kind is not PartKind.OPTIONAL for one in _shown(parts[number + 1 :]))
        if part.kind is PartKind.OPTIONAL:
            yield from _endless(part.parts, ended=after)
        elif part.kind is PartKind.CAPTURE and (not after or _next_is_field(parts[number + 1 :])):
            yield part.text


def _shown(parts: Sequence[Part]) -> list[Part]:
    return [part for part in parts if part.kind is not PartKind.BLANK]


def _next_is_field(parts: Sequence[Part]) -> bool:
    shown = _shown(parts)
    return bool(shown) and shown[0].kind is PartKind.CAPTURE
