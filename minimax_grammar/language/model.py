"""What a dialect file says, as plain immutable data.

A *mode* says what text means in one region; *delimiters* (tags and marks) lead from mode to mode.
This module knows nothing of files, of Lark, or of how a tokenizer is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

__all__ = [
    "Action",
    "Construct",
    "Dialect",
    "Kind",
    "Limit",
    "Mark",
    "Mode",
    "Place",
    "Render",
    "Rule",
    "Start",
    "Tag",
    "Trigger",
]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file; line and column count from 1."""

    file: str
    line: int
    column: int


class Kind(StrEnum):
    """What a rule reacts to."""

    TEXT = "text"
    END = "end"
    OPEN = "open"
    CLOSE = "close"
    MARK = "mark"


class Action(StrEnum):
    """What a rule does."""

    EMIT = "emit"
    """It is visible text."""
    SKIP = "skip"
    """It is consumed and says nothing."""
    BODY = "body"
    """It belongs to the body of the mode's construct."""
    ENTER = "enter"
    """Another mode begins, and returns here when it is left."""
    LEAVE = "leave"
    """The mode ends; its construct is complete."""
    ABORT = "abort"
    """The mode ends; its construct is dropped (only at the end of the stream)."""
    STOP = "stop"
    """Scanning ends here, as if the stream had ended; what follows is discarded."""


class Construct(StrEnum):
    """What a mode builds."""

    CALL = "call"
    ARGUMENT = "argument"
    THINKING = "thinking"


@dataclass(frozen=True, slots=True)
class Tag:
    """An opening tag and its closing tag: ``<local …>`` and ``</local>``, each with or without a prefix."""

    name: str
    spellings: tuple[str, ...]
    attributes: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mark:
    """Literal text that is a delimiter."""

    name: str
    literals: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Limit:
    """A greatest length, in UTF-16 code units. ``marker`` replaces what is cut off."""

    name: str
    value: int
    marker: str
    place: Place

    @property
    def text(self) -> str:
        """The marker, with the limit filled in."""
        return self.marker.replace("{limit}", str(self.value))


@dataclass(frozen=True, slots=True)
class Trigger:
    """What a rule reacts to: running text, the end of the stream, a tag's opening or closing, or a mark."""

    kind: Kind
    name: str = ""
    before: bool = False
    """The delimiter is only looked at; the mode that follows reads it again."""
    same: bool = False
    """Only the closing tag spelled like the opening tag that led into the mode counts."""

    def __str__(self) -> str:
        shapes = {Kind.OPEN: "<{}>", Kind.CLOSE: "</{} same>" if self.same else "</{}>", Kind.MARK: "{}"}
        shape = shapes.get(self.kind, str(self.kind)).format(self.name)
        return f"before {shape}" if self.before else shape

    @property
    def key(self) -> tuple[Kind, str]:
        """What makes two triggers react to the same input."""
        return (self.kind, self.name)


@dataclass(frozen=True, slots=True)
class Rule:
    """``trigger -> action``, under a condition, with a diagnostic."""

    trigger: Trigger
    action: Action
    target: str
    when: str
    report: str
    unless: str
    place: Place

    def __str__(self) -> str:
        parts = [f"{self.trigger} -> {self.action}"]
        parts += [self.target] if self.target else []
        parts += [f"when {self.when}"] if self.when else []
        parts += [f"report {self.report}"] if self.report else []
        parts += [f"unless {self.unless}"] if self.unless else []
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Binding:
    """Where a construct takes one of its properties from: an attribute of the tag that opened it."""

    tag: str
    attribute: str
    place: Place


@dataclass(frozen=True, slots=True)
class Mode:
    """One region of the text, and the rules that hold in it, first match first."""

    name: str
    construct: Construct | None
    bindings: dict[str, Binding]
    rules: tuple[Rule, ...]
    place: Place

    def rules_for(self, kind: Kind, name: str = "") -> tuple[Rule, ...]:
        """The rules that react to one trigger, in order."""
        return tuple(rule for rule in self.rules if rule.trigger.key == (kind, name))

    @property
    def text_action(self) -> Action:
        """What running text becomes here."""
        return self.rules_for(Kind.TEXT)[0].action

    def amended(self, rules: tuple[Rule, ...]) -> Mode:
        """This mode with ``rules`` in place of those with the same triggers, new ones at the end."""
        fresh: dict[tuple[Kind, str], list[Rule]] = {}
        for rule in rules:
            fresh.setdefault(rule.trigger.key, []).append(rule)
        merged: list[Rule] = []
        replaced = set(fresh)
        for rule in self.rules:
            key = rule.trigger.key
            if key in replaced:
                merged.extend(fresh.pop(key, ()))
            else:
                merged.append(rule)
        for rest in fresh.values():
            merged.extend(rest)
        return replace(self, rules=tuple(merged))


@dataclass(frozen=True, slots=True)
class Start:
    """A mode in which scanning may start, by the name a caller asks for."""

    name: str
    mode: str
    when: str
    place: Place


@dataclass(frozen=True, slots=True)
class Render:
    """How something is written: a template, and what stands between several of it."""

    name: str
    template: str
    joined: str
    place: Place


@dataclass(frozen=True, slots=True)
class Dialect:
    """A whole dialect."""

    name: str
    title: str
    place: Place
    extends: str = ""
    default: bool = False
    fallback: bool = False
    models: tuple[str, ...] = ()
    guide: str = ""
    prefixes: tuple[str, ...] = ()
    tags: dict[str, Tag] = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)
    limits: dict[str, Limit] = field(default_factory=dict)
    starts: tuple[Start, ...] = ()
    modes: dict[str, Mode] = field(default_factory=dict)
    renders: dict[str, Render] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, str]:
        """What templates call the tags: each by the name it has in the file, in its first spelling, and the first
        ``prefix`` with its colon."""
        prefix = f"{self.prefixes[0]}:" if self.prefixes else ""
        return {"prefix": prefix, **{tag.name: tag.spellings[0] for tag in self.tags.values()}}

    @property
    def tag_limit(self) -> int:
        """The greatest length of a tag, in UTF-16 code units."""
        return self.limits["tag"].value
