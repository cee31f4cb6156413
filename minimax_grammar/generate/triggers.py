"""The delimiters of a mode, and what the pattern that searches for them says of each."""

from __future__ import annotations

from dataclasses import dataclass

from minimax_grammar.language.model import Action, Dialect, Form, Kind, Mode, Rule, Trigger

__all__ = [
    "Delimiter",
    "Group",
    "ModePattern",
    "begins",
    "brackets_of",
    "delimiters",
    "followers",
    "is_markup",
    "literals",
]

_TELLING = 8
"""How many characters tell a delimiter from nearly every other text."""
_NO_DELIMITERS = (Kind.TEXT, Kind.END, Kind.BALANCED, Kind.INVALID)


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

    delimiter: Delimiter | None
    form: str
    """``name``: only the name of an opening tag was read.  ``bare``: the whole of one that has no attributes.
    ``call``: an opening tag in its plainest spelling and the plain arguments that follow it, the group being
    these arguments and the one before it (``called``) the value of its first attribute; ``ended``: and its
    closing tag.  ``tag``: an opening tag in its plainest spelling, the group being the value of its first
    attribute.  ``whole``: a closing tag or a mark.  ``span``: whole spans in which no delimiter counts; ``quote``:
    the beginning of one.  ``open`` and ``shut``: brackets."""
    fields: tuple[tuple[str, int], ...] = ()
    """The fields of a mark with their groups."""


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
    behind: str = ""
    """What must come before every delimiter."""


def brackets_of(format: str) -> str:
    """The brackets that must balance in a body of ``format``, each opening one before its closing one."""
    return "[]{}" if format in ("json", "notation") else "[]{}()"


def delimiters(mode: Mode) -> list[Delimiter]:
    """The delimiters of ``mode``, in the order of their first rules."""
    found: dict[tuple[Kind, str], list[Rule]] = {}
    for rule in mode.rules:
        if rule.trigger.kind not in _NO_DELIMITERS:
            found.setdefault(rule.trigger.key, []).append(rule)
    return [Delimiter(rules[0].trigger, tuple(rules)) for rules in found.values()]


def is_markup(form: Form) -> bool:
    """Whether the beginning of ``form`` is markup even if the stream ends in it: no text begins like that."""
    return bool(form.fields()) and len(form.literal) > 2 and not form.past


def literals(dialect: Dialect, trigger: Trigger) -> list[str]:
    """What the delimiter of ``trigger`` begins with, in every spelling."""
    if trigger.kind is Kind.MARK:
        return list(dialect.marks[trigger.name].literals)
    heads = dialect.tag_close if trigger.kind is Kind.CLOSE else dialect.tag_open
    prefixes = ["", *(f"{prefix}:" for prefix in dialect.prefixes)]
    names = dialect.tags[trigger.name].spellings
    return [f"{head}{prefix}{name}" for head in heads for prefix in prefixes for name in names]


def begins(dialect: Dialect, mode: Mode) -> tuple[str, ...]:
    """What the delimiters of ``mode`` begin with: a few characters of each, in every spelling."""
    found = {literal[:_TELLING] for delimiter in delimiters(mode) for literal in literals(dialect, delimiter.trigger)}
    return tuple(text for text in sorted(found) if not any(text[:size] in found for size in range(1, len(text))))


def followers(dialect: Dialect, mode: Mode) -> tuple[str, ...]:
    """What may follow the end of ``mode``: where the delimiters of the modes around it begin that lead on."""
    found: dict[str, None] = {}
    for outer in dialect.modes.values():
        if not any(rule.target == mode.name and rule.action is Action.ENTER for rule in outer.rules):
            continue
        if outer.text_action is not Action.SKIP:  # any text may follow
            return ()
        for rule in outer.rules:
            if rule.action in (Action.ENTER, Action.LEAVE) and rule.trigger.kind not in _NO_DELIMITERS:
                found |= dict.fromkeys(literals(dialect, rule.trigger))
    return tuple(found)
