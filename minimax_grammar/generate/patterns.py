"""The regular expression of a mode: its next delimiter, or what may become one, in one search.

Every alternative either is a whole delimiter (its last group says which) or, last of all, a proper prefix
of a delimiter at the end of what has arrived (no group): that is what a scanner holds back.  An
alternative of an opening tag matches its name only, or the tag in its plainest spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minimax_grammar.language.model import Action, Construct, Dialect, Kind, Mode, Rule, Tag, Trigger
from minimax_grammar.tags import SPACE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

__all__ = [
    "Delimiter",
    "Group",
    "ModePattern",
    "argument_pattern",
    "delimiters",
    "mode_pattern",
]

# The plainest spellings stay well below the limits of tags and bodies, so that these need not be checked.
_PLAIN_NAME = 60
_PLAIN_BODY = 400
_NAME = f"[A-Za-z0-9_.:/-]{{1,{_PLAIN_NAME}}}+"
_BODY = f"[^<]{{0,{_PLAIN_BODY}}}+"


@dataclass(frozen=True, slots=True)
class Delimiter:
    """One delimiter of a mode with the rules that react to it, in order."""

    trigger: Trigger
    rules: tuple[Rule, ...]

    @property
    def optional(self) -> str:
        """The option without which the delimiter is running text; empty if it always counts."""
        whens = {rule.when for rule in self.rules}
        return whens.pop() if len(whens) == 1 else ""


@dataclass(frozen=True, slots=True)
class Group:
    """What it means that a group is the last one that matched."""

    delimiter: Delimiter
    form: str
    """``name``: only the name of an opening tag was read.  ``bare``: the whole of one that has no attributes.
    ``call``: an opening tag in its plainest spelling and the plain arguments that follow it, the group being
    these arguments and the one before it (``called``) the value of its first attribute; ``ended``: and its
    closing tag.  ``tag``: an opening tag in its plainest spelling, the group being the value of its first
    attribute.  ``whole``: a closing tag or a mark."""


@dataclass(frozen=True, slots=True)
class ModePattern:
    """What a mode searches for, as :class:`minimax_grammar.delimiters.Delimiters` takes it."""

    first: str
    """What every delimiter begins with; may be empty."""
    alternatives: tuple[str, ...]
    """Regular expressions of whole delimiters, without what they all begin with."""
    groups: dict[int, Group]
    """The meaning of each group, from 1.  It does not depend on which delimiters are active."""
    heads: tuple[str, ...]
    """The beginnings of opening tags."""
    spaced: tuple[str, ...]
    """The beginnings of closing tags."""
    marks: tuple[str, ...]
    """The literal delimiters."""


def delimiters(mode: Mode) -> list[Delimiter]:
    """The delimiters of ``mode``, in the order of their first rules."""
    found: dict[tuple[Kind, str], list[Rule]] = {}
    for rule in mode.rules:
        if rule.trigger.kind not in (Kind.TEXT, Kind.END):
            found.setdefault(rule.trigger.key, []).append(rule)
    return [Delimiter(rules[0].trigger, tuple(rules)) for rules in found.values()]


def mode_pattern(dialect: Dialect, mode: Mode, inactive: Collection[Trigger] = (), spelling: str = "") -> ModePattern:
    """The pattern for the delimiters of ``mode``.

    ``inactive`` are triggers that do not count, under certain options.  ``spelling`` is the spelling of the
    tag that led into the mode, where it is known: of a closing tag marked ``same`` only that one counts.
    """
    builder = _Builder(dialect, inactive, spelling)
    pairs = list(builder.alternatives(delimiters(mode)))
    first = _common_beginning([*(begin for begin, _ in pairs), *builder.heads, *builder.spaced, *builder.marks])
    return ModePattern(
        first,
        tuple(re.escape(begin[len(first) :]) + rest for begin, rest in pairs),
        builder.groups,
        tuple(builder.heads),
        tuple(builder.spaced),
        tuple(builder.marks),
    )


def argument_pattern(dialect: Dialect, call: Mode) -> str:
    """The pattern of one argument of ``call`` in its plainest spelling, with its key and its body as groups."""
    rule, closer = _plain_argument(dialect, call) or (None, "")
    if rule is None:
        return ""
    tag = dialect.tags[rule.trigger.name]
    return f'{_opening(tag)}({_NAME})">({_BODY}){closer}'


def _opening(tag: Tag) -> str:
    return f'<{re.escape(tag.spellings[0])} {re.escape(tag.attributes[0])}="'


def _plain_argument(dialect: Dialect, call: Mode) -> tuple[Rule, str] | None:
    """The rule by which ``call`` enters an argument that only its own closing tag ends, and that closing tag."""
    for rule in call.rules:
        target = dialect.modes.get(rule.target)
        if target is None or target.construct is not Construct.ARGUMENT or rule.when or rule.report:
            continue
        tag = dialect.tags[rule.trigger.name]
        inside = [inner for inner in target.rules if inner.trigger.kind not in (Kind.TEXT, Kind.END)]
        if (
            len(inside) == 1
            and len(tag.spellings) == 1
            and rule.trigger.kind is Kind.OPEN
            and _leaves(inside[0], tag)
            and tag.attributes[:1] == (target.bindings["key"].attribute,)
            and dialect.limits[target.name].value >= 2 * _PLAIN_BODY
        ):
            return rule, f"</{re.escape(tag.spellings[0])}>"
    return None


def _leaves(rule: Rule, tag: Tag) -> bool:
    """Whether ``rule`` says that the closing tag of ``tag`` ends the mode, and nothing else."""
    return (
        rule.action is Action.LEAVE
        and (rule.trigger.kind, rule.trigger.name) == (Kind.CLOSE, tag.name)
        and not (rule.trigger.before or rule.when or rule.report)
    )


class _Builder:
    def __init__(self, dialect: Dialect, inactive: Collection[Trigger], spelling: str) -> None:
        self.dialect = dialect
        self.inactive = inactive
        self.spelling = spelling
        self.groups: dict[int, Group] = {}
        self.heads: list[str] = []
        self.spaced: list[str] = []
        self.marks: list[str] = []
        names = [f"{name}:" for name in dialect.prefixes]
        self.before_names = ["", *names]
        self.prefix = f"(?:{'|'.join(map(re.escape, names))})?" if names else ""

    def alternatives(self, found: Sequence[Delimiter]) -> Iterator[tuple[str, str]]:
        """The first character and the rest of every alternative, in the order in which groups are numbered."""
        opens = [self.opening(delimiter) for delimiter in found if delimiter.trigger.kind is Kind.OPEN]
        if opens:
            yield "<", f"{self.prefix}{_alternatives(opens)}"
        closes = [self.closing(delimiter) for delimiter in found if delimiter.trigger.kind is Kind.CLOSE]
        if closes:
            yield "</", f"{self.prefix}{_alternatives(closes)}"
        for delimiter in found:
            if delimiter.trigger.kind is Kind.MARK:
                yield from self.mark(delimiter)

    def opening(self, delimiter: Delimiter) -> str:
        names = self.dialect.tags[delimiter.trigger.name].spellings
        forms = [*self.plain_forms(delimiter), f"(?=[{SPACE}/>]){self.group(delimiter, 'name')}"]
        if delimiter.trigger in self.inactive:
            return f"(?!){_alternatives(forms)}"
        self.heads += [f"<{before}{name}" for before in self.before_names for name in names]
        return f"{_any(names)}{_alternatives(forms)}"

    def plain_forms(self, delimiter: Delimiter) -> list[str]:
        """The most frequent spellings: a whole plain call, and the tag with just its first attribute."""
        tag = self.dialect.tags[delimiter.trigger.name]
        room = self.dialect.tag_limit - 2 * _PLAIN_NAME - 40
        target = self.dialect.modes.get(delimiter.rules[0].target)
        if delimiter.trigger.before:
            return []
        if target is not None and not target.bindings:
            return [f">{self.group(delimiter, 'bare')}"]
        if not tag.attributes or max(map(len, (*tag.spellings, *tag.attributes))) * 2 > room:
            return []
        opening = f' {re.escape(tag.attributes[0])}="'
        call = self.plain_call(delimiter)
        if not call:
            return [f'{opening}{self.group(delimiter, "tag", _NAME)}">']
        name = self.group(delimiter, "called", _NAME)
        arguments = self.group(delimiter, "call", call)
        ended = self.group(delimiter, "ended", f"</{re.escape(tag.spellings[0])}>")
        return [f'{opening}{name}">{arguments}(?:[{SPACE}]*+{ended})?+']

    def plain_call(self, delimiter: Delimiter) -> str:
        """The pattern of the inside of a call that holds arguments in their plainest spelling and nothing else."""
        tag = self.dialect.tags[delimiter.trigger.name]
        call = self.dialect.modes.get(delimiter.rules[0].target)
        if call is None or call.construct is not Construct.CALL or len(delimiter.rules) > 1 or len(tag.spellings) > 1:
            return ""
        found = _plain_argument(self.dialect, call)
        closers = [rule for rule in call.rules if rule.trigger.key == (Kind.CLOSE, tag.name)]
        if found is None or not all(_leaves(rule, tag) for rule in closers) or not closers:
            return ""
        if call.bindings["name"].attribute != tag.attributes[0] or call.text_action is not Action.SKIP:
            return ""
        parameter = self.dialect.tags[found[0].trigger.name]
        argument = f'{_opening(parameter)}{_NAME}">{_BODY}{found[1]}'
        return f"(?:[{SPACE}]*+{argument})*+"

    def closing(self, delimiter: Delimiter) -> str:
        names = self.dialect.tags[delimiter.trigger.name].spellings
        if delimiter.trigger.same and self.spelling:
            names = (self.spelling,)
        group = self.group(delimiter, "whole")
        if delimiter.trigger in self.inactive:
            return f"(?!){group}"
        self.spaced += [f"</{before}{name}" for before in self.before_names for name in names]
        return f"{_any(names)}[{SPACE}]*+>{group}"

    def mark(self, delimiter: Delimiter) -> Iterator[tuple[str, str]]:
        literals = sorted(self.dialect.marks[delimiter.trigger.name].literals, key=len, reverse=True)
        active = delimiter.trigger not in self.inactive
        if active:
            self.marks += literals
        for first in dict.fromkeys(literal[0] for literal in literals):
            rests = [literal[1:] for literal in literals if literal[0] == first]
            yield first, f"{_any(rests) if active else '(?!)'}{self.group(delimiter, 'whole')}"

    def group(self, delimiter: Delimiter, form: str, content: str = "") -> str:
        self.groups[len(self.groups) + 1] = Group(delimiter, form)
        return f"({content})"


def _common_beginning(texts: Collection[str]) -> str:
    """The longest beginning that all ``texts`` share."""
    low, high = min(texts), max(texts)
    same = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    return low[:same]


def _any(texts: Sequence[str]) -> str:
    return _alternatives([re.escape(text) for text in texts])


def _alternatives(patterns: Sequence[str]) -> str:
    return patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"
