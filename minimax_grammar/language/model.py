"""What a dialect file says, as plain immutable data.

A *mode* says what text means in one region; *delimiters* (tags and marks) lead from mode to mode.
This module knows nothing of files, of Lark, or of how a tokenizer is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

__all__ = [
    "Action",
    "Binding",
    "Condition",
    "Construct",
    "Dialect",
    "Field",
    "Kind",
    "Limit",
    "Mark",
    "Mode",
    "Part",
    "PartKind",
    "Place",
    "Render",
    "Rule",
    "Source",
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
    BALANCED = "balanced"
    """The first bracket of a body has found its partner."""
    INVALID = "invalid"
    """What the mode read is not what it should be."""


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
    BECOME = "become"
    """This mode becomes another one."""
    LEAVE = "leave"
    """The mode ends; its construct is complete."""
    ABORT = "abort"
    """The mode ends; its construct is dropped (only at the end of the stream)."""
    STOP = "stop"
    """Scanning ends here, as if the stream had ended; what follows is discarded."""


class Construct(StrEnum):
    """What a mode builds."""

    CALL = "call"
    CALLS = "calls"
    """Any number of calls, described by the body."""
    ARGUMENT = "argument"
    ARGUMENTS = "arguments"
    """All arguments of the call around it, as one object."""
    THINKING = "thinking"
    PART = "part"
    """A part of the body in which it stands."""


@dataclass(frozen=True, slots=True)
class Tag:
    """An opening tag and its closing tag: ``<local …>`` and ``</local>``, each with or without a prefix."""

    name: str
    spellings: tuple[str, ...]
    attributes: tuple[str, ...]
    place: Place


class PartKind(StrEnum):
    """What a mark is made of."""

    LITERAL = "literal"
    CAPTURE = "capture"
    """A field: the text up to what follows, on one line."""
    BLANK = "blank"
    """White space that may stand there."""
    OPTIONAL = "optional"
    END = "end"
    """The end of the stream; only in what must follow."""
    CHOICE = "choice"
    """One of several; no dialect file says it, but what may follow a body is such a choice."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a mark."""

    kind: PartKind
    text: str = ""
    """The literal, or the name of the field."""
    parts: tuple[Part, ...] = ()
    """What is optional, or what can be chosen."""
    word: bool = False
    """Of a field: whether it is one word, of letters, digits and ``_``."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a mark: its parts, and what must follow it without being part of it."""

    parts: tuple[Part, ...]
    follow: tuple[Part, ...] = ()
    past: str = ""
    """What must come before it, and is no part of it."""

    @property
    def literal(self) -> str:
        """What it begins with."""
        return self.parts[0].text

    @property
    def plain(self) -> bool:
        """Whether it is one literal and nothing else."""
        return len(self.parts) == 1 and not self.follow and not self.past

    def fields(self) -> list[str]:
        """The names of its fields, in order."""

        def names(parts: tuple[Part, ...]) -> list[str]:
            found = []
            for part in parts:
                found += [part.text] if part.kind is PartKind.CAPTURE else names(part.parts)
            return found

        return names(self.parts)


@dataclass(frozen=True, slots=True)
class Mark:
    """Text that is a delimiter: literal, or with fields in it."""

    name: str
    forms: tuple[Form, ...]
    place: Place

    @property
    def literals(self) -> tuple[str, ...]:
        """What its forms begin with, without what must come before; for a plain form that is all of it."""
        return tuple(dict.fromkeys(form.literal for form in self.forms))

    @property
    def plain(self) -> bool:
        """Whether all its forms are literals."""
        return all(form.plain for form in self.forms)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields of all its forms."""
        return tuple(dict.fromkeys(name for form in self.forms for name in form.fields()))


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
        same = " same" if self.same else ""
        shapes = {Kind.OPEN: "<{}>", Kind.CLOSE: f"</{{}}{same}>", Kind.MARK: f"{{}}{same}"}
        shape = shapes.get(self.kind, str(self.kind)).format(self.name)
        return f"before {shape}" if self.before else shape

    @property
    def key(self) -> tuple[Kind, str]:
        """What makes two triggers react to the same input."""
        return (self.kind, self.name)


@dataclass(frozen=True, slots=True)
class Source:
    """Something that a delimiter caught: an attribute of a tag, a field of a mark, or what a ``field`` line names.

    ``filters`` change it, one after the other; each has a name and perhaps a text.
    """

    name: str
    """The tag, the mark or the field."""
    attribute: str
    """The attribute, or the field of the mark; empty for what a ``field`` line names."""
    filters: tuple[tuple[str, str], ...]
    place: Place

    def __str__(self) -> str:
        pipes = "".join(f" | {name}" + (f" {text!r}" if text else "") for name, text in self.filters)
        return f"{self.name}.{self.attribute}{pipes}" if self.attribute else self.name + pipes


@dataclass(frozen=True, slots=True)
class Field:
    """A name for what is taken from delimiters: the first of ``sources`` that is not empty."""

    name: str
    sources: tuple[Source, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold for a rule beside its trigger."""

    source: Source
    listed: bool
    """Whether it asks if the source names a tool that was offered."""
    values: tuple[str, ...]
    """The texts that the source may be; none if any text will do that is not empty."""
    negated: bool

    def __str__(self) -> str:
        if self.values:
            texts = " or ".join(map(repr, self.values))
            return f"{self.source} is {'not ' if self.negated else ''}{texts}"
        return ("not " if self.negated else "") + ("listed " if self.listed else "") + str(self.source)


@dataclass(frozen=True, slots=True)
class Rule:
    """``trigger -> action``, under conditions, with a diagnostic."""

    trigger: Trigger
    action: Action
    target: str
    when: str
    report: str
    unless: str
    place: Place
    then: str = ""
    """The mode that is returned to when the one that is entered is left; empty for this one."""
    conditions: tuple[Condition, ...] = ()
    closed: bool = False
    """Whether the mode that is entered ends at once."""

    def __str__(self) -> str:
        parts = [f"{self.trigger} -> {self.action}"]
        parts += [self.target] if self.target else []
        parts += ["closed"] if self.closed else []
        parts += [f"then {self.then}"] if self.then else []
        parts += [f"when {self.when}"] if self.when else []
        parts += [f"if {' and '.join(map(str, self.conditions))}"] if self.conditions else []
        parts += [f"report {self.report}"] if self.report else []
        parts += [f"unless {self.unless}"] if self.unless else []
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Binding:
    """Where a construct takes one of its properties from: something that a delimiter caught, or given words."""

    sources: tuple[Source, ...]
    words: tuple[str, ...]
    place: Place

    @property
    def word(self) -> str:
        """The first word; empty if there is none."""
        return self.words[0] if self.words else ""


@dataclass(frozen=True, slots=True)
class Mode:
    """One region of the text, and the rules that hold in it, first match first."""

    name: str
    construct: Construct | None
    bindings: dict[str, Binding]
    rules: tuple[Rule, ...]
    place: Place
    trim: str = ""
    """What of its text beside delimiters is layout and no text: ``newline``, ``newlines`` or ``space``."""

    @property
    def format(self) -> str:
        """What its body is written in; empty for a body that is typed by the schema, or for none."""
        binding = self.bindings.get("format")
        if binding is not None:
            return binding.word
        name = self.bindings.get("name")
        return "json" if name is not None and name.words else ""

    @property
    def typed(self) -> str:
        """What the bodies of an argument are whatever the schema says: ``json`` or ``text``; empty if it decides."""
        word = self.bindings["typed"].word if "typed" in self.bindings else ""
        return word if word in ("json", "text") else ""

    @property
    def envelope(self) -> bool:
        """Whether the body says by itself which call it is: its name and its arguments."""
        name = self.bindings.get("name")
        return self.construct in (Construct.CALL, Construct.CALLS) and (name is None or bool(name.words))

    @property
    def has_body(self) -> bool:
        """Whether its running text is the body of what it builds."""
        if self.construct not in (None, Construct.CALL):
            return True
        return self.construct is Construct.CALL and bool(self.format)

    def rules_for(self, kind: Kind, name: str = "") -> tuple[Rule, ...]:
        """The rules that react to one trigger, in order."""
        return tuple(rule for rule in self.rules if rule.trigger.key == (kind, name))

    @property
    def text_action(self) -> Action:
        """What running text becomes here."""
        return self.rules_for(Kind.TEXT)[0].action

    def amended(self, rules: tuple[Rule, ...], trim: str, place: Place) -> Mode:
        """This mode with ``rules`` in place of those with the same triggers, new ones at the end.

        ``trim`` is what it drops from now on, as the line at ``place`` says; empty if that says nothing of it.
        """
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
        mode = replace(self, rules=tuple(merged))
        return replace(mode, trim=trim, place=place) if trim else mode


@dataclass(frozen=True, slots=True)
class Start:
    """A mode in which scanning may start, by the name a caller asks for."""

    name: str
    mode: str
    when: str
    place: Place
    after: str = ""
    """What is taken to have come before."""
    prompts: tuple[str, ...] = ()
    """The ends of prompts after which scanning starts here."""


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
    """Patterns of the models that are told of it."""
    native_models: tuple[str, ...] = ()
    """Patterns of models that write it by themselves, but are told of another dialect."""
    guide: str = ""
    prefixes: tuple[str, ...] = ()
    tags: dict[str, Tag] = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    tag_open: tuple[str, ...] = ("<",)
    """What an opening tag begins with."""
    tag_close: tuple[str, ...] = ("</",)
    """What a closing tag begins with."""
    tag_end: str = ">"
    """What a tag ends with."""
    closers: str = "first"
    """Whether the ``first`` closer ends a body, or the first that is ``followed`` by what may follow it."""
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
