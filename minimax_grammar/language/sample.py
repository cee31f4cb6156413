"""Streams that a dialect could have written, made from what its file says: for tests and for fuzzing.

A sample is a walk through the modes: delimiters lead from one to the next, with texts and bodies between them.
Nothing is left out on purpose: bodies hold delimiters, and a walk may end anywhere.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from minimax_grammar.language.model import (
    Action,
    Construct,
    Dialect,
    Form,
    Kind,
    Mode,
    Part,
    PartKind,
    Rule,
    Trigger,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

__all__ = ["Sampler"]

_TEXTS = (
    *("x", "Hello, ", "a b\n", "\n", "\n\n", " ", "\r\n", "é", "😀", "a < b", "1 > 0", "&lt;&amp;", "\0"),
    *("{", "}", "[", "]", '"', "'", "\\"),
)
_BEGINNING = 4
"""So many characters of a delimiter tell it from text."""
_NAMES = ("read", "ping", "a.b", "get-x", "functions.read:0", "functions.my.tool:1", "to=functions.read", "analysis")
_IDENTIFIERS = ("path", "limit", "any", "either")
_KEYS = (*_IDENTIFIERS, "K é", "__proto__")
_VALUES: tuple[Any, ...] = ("x", "a\nb", 'say "hi"', "\\", 5, 1.5, True, None, [1, "b"], {"a": {"b": []}}, "")


class Sampler:
    """Makes streams of one dialect."""

    def __init__(self, dialect: Dialect, random: Random, names: Sequence[str] = _NAMES) -> None:
        """``random`` decides; ``names`` are the names of the calls."""
        self._dialect = dialect
        self._random = random
        self._names = names
        self._literals = self.literals()
        beginnings = {re.escape(literal[:_BEGINNING]) for literal in self._literals if literal}
        self._edges = re.compile("|".join(sorted(beginnings, reverse=True)))

    def literals(self) -> list[str]:
        """All delimiters, in all spellings, with something in their fields."""
        found = []
        for mode in self._dialect.modes.values():
            for rule in mode.rules:
                if rule.trigger.kind in (Kind.OPEN, Kind.CLOSE, Kind.MARK):
                    found.append(self.delimiter(rule.trigger))  # noqa: PERF401  # draws at random, one by one
        return found

    def stream(self, steps: int = 12, *, start: str | None = None) -> str:
        """One walk of up to ``steps`` steps, from the start of that name, or any; most end where a stream should."""
        random = self._random
        stack = [random.choice([each for each in self._dialect.starts if start in (None, each.name)]).mode]
        pieces: list[str] = []
        for _ in range(random.randint(1, steps)):
            self._step(stack, pieces)
        if random.random() < 0.8:
            for _ in range(8):
                if len(stack) < 2:
                    break
                self._leave(stack, pieces)
        return "".join(pieces)

    def rest(self, start: str) -> str:
        """What ends the mode in which ``start`` begins, as a thought that the prompt opened, with a body before it."""
        modes = [each.mode for each in self._dialect.starts if each.name == start]
        pieces = [self.body(self._dialect.modes[modes[0]])]
        self._leave(modes, pieces)
        return "".join(pieces)

    def _step(self, stack: list[str], pieces: list[str]) -> None:
        random = self._random
        mode = self._dialect.modes[stack[-1]]
        rules = [rule for rule in mode.rules if rule.trigger.kind in (Kind.OPEN, Kind.CLOSE, Kind.MARK)]
        leaves = [rule for rule in rules if rule.action in (Action.LEAVE, Action.ENTER)]
        if random.random() < 0.3 or not rules:
            pieces.append(self.body(mode))
            return
        rule = random.choice(leaves if leaves and random.random() < 0.7 else rules)
        target = self._dialect.modes.get(rule.target)
        bodied = target is not None and target.has_body and not rule.closed and random.random() < 0.9
        if not (bodied and rule.trigger.before):  # else the body begins with the delimiter, as it must
            pieces.append(self.delimiter(rule.trigger))
        self._act(rule, stack)
        if target is not None and bodied:
            pieces.append(self.body(target))
            if any(rule.action is Action.LEAVE for rule in target.rules_for(Kind.BALANCED)):
                self._leave(stack, pieces)

    def _act(self, rule: Rule, stack: list[str]) -> None:
        if rule.action is Action.ENTER and not rule.closed:
            stack[-1] = rule.then or stack[-1]
            stack.append(rule.target)
        elif rule.action is Action.BECOME:
            stack[-1] = rule.target
        elif rule.action is Action.LEAVE and len(stack) > 1:
            stack.pop()

    def _leave(self, stack: list[str], pieces: list[str]) -> None:
        mode = self._dialect.modes[stack.pop()]
        rules = [
            rule
            for rule in mode.rules
            if rule.action is Action.LEAVE and not rule.trigger.before and rule.trigger.kind in (Kind.CLOSE, Kind.MARK)
        ]
        if rules:
            pieces.append(self.delimiter(rules[0].trigger))

    # -- pieces -------------------------------------------------------------------------------------------

    def delimiter(self, trigger: Trigger) -> str:
        """The delimiter of ``trigger`` in one of its spellings."""
        random, dialect = self._random, self._dialect
        if trigger.kind is Kind.MARK:
            return self.form(random.choice(dialect.marks[trigger.name].forms))
        tag = dialect.tags[trigger.name]
        prefix = random.choice(("", *(f"{name}:" for name in dialect.prefixes)))
        name = prefix + random.choice(tag.spellings)
        if trigger.kind is Kind.CLOSE:
            return f"{random.choice(dialect.tag_close)}{name}{dialect.tag_end}"
        attributes = "".join(
            f' {name}="{random.choice((*self._names, *_KEYS, "true", "false", "string", "number"))}"'
            for name in tag.attributes
            if random.random() < 0.9
        )
        slash = "/" if random.random() < 0.05 else ""
        return f"{random.choice(dialect.tag_open)}{name}{attributes}{slash}{dialect.tag_end}"

    def form(self, form: Form) -> str:
        """A mark in this form after what must come before it, without what must follow it most of the time."""
        follow = form.follow if self._random.random() < 0.2 else ()
        return form.past + "".join(self._part(part) for part in (*form.parts, *follow))

    def _part(self, part: Part) -> str:
        random = self._random
        if part.kind is PartKind.LITERAL:
            return part.text
        if part.kind is PartKind.CAPTURE:
            return random.choice((*self._names, *_KEYS))
        if part.kind is PartKind.BLANK:
            return random.choice(("", "", "\n", " "))
        if part.kind is PartKind.OPTIONAL and random.random() < 0.5:
            return "".join(map(self._part, part.parts))
        return ""

    def body(self, mode: Mode) -> str:
        """Text that can stand in ``mode``."""
        random = self._random
        if random.random() < 0.2:
            return self.text()
        if mode.envelope and mode.format == "json" and "name" in mode.bindings:
            name, arguments = mode.bindings["name"].word, mode.bindings["arguments"].word
            calls = [{name: self._name(), arguments: self.arguments()} for _ in range(random.choice((1, 1, 2)))]
            return json.dumps(calls if len(calls) > 1 else calls[0], ensure_ascii=False)
        if mode.format == "json":
            return json.dumps(self.arguments(), ensure_ascii=False)
        if mode.format == "python":
            given = ", ".join(f"{key}={value!r}" for key, value in self.arguments().items() if key.isidentifier())
            return f"({given})" if mode.construct is Construct.CALL else f"[{self._name()}({given})]"
        if mode.format == "notation":
            quote = mode.bindings["quote"].word
            return "{" + ",".join(f"{key}:{quote}{value}{quote}" for key, value in self.arguments().items()) + "}"
        if mode.construct is Construct.ARGUMENT:
            return random.choice((self.text(), json.dumps(random.choice(_VALUES), ensure_ascii=False)))
        return self.text()

    def _name(self) -> str:
        """The name of a call; half of them are among the first two, which are offered."""
        return self._random.choice(self._names[:2] if self._random.random() < 0.5 else self._names)

    def arguments(self) -> dict[str, Any]:
        """Some arguments; their strings hold delimiters too."""
        random = self._random
        found: dict[str, Any] = {}
        for _ in range(random.choice((0, 1, 1, 2, 3))):
            # A key that is no identifier costs the whole call where calls are Python.
            key = random.choice(_KEYS if random.random() < 0.2 else _IDENTIFIERS)
            found[key] = random.choice((*_VALUES, self.text(), self.text()))
        return found

    def text(self) -> str:
        """Running text; sometimes with a delimiter in it, whole or cut."""
        random = self._random
        pieces = [random.choice(_TEXTS) for _ in range(random.randint(0, 4))]
        if self._dialect and getattr(self, "_literals", None) and random.random() < 0.4:
            literal = random.choice(self._literals)
            pieces.append(literal if random.random() < 0.5 else literal[: random.randint(0, len(literal))])
        return "".join(pieces)

    def ended(self, text: str) -> str:
        """``text`` with a delimiter put in that ends a guarded scan, if there is one."""
        random = self._random
        rules = [rule for mode in self._dialect.modes.values() for rule in mode.rules if rule.action is Action.STOP]
        if not rules:
            return text
        edges = [0, *(found.start() for found in self._edges.finditer(text)), len(text)]
        at = random.choice(edges)
        return text[:at] + self.delimiter(random.choice(rules).trigger) + text[at:]

    def mutated(self, text: str) -> str:
        """``text`` with a few characters or pieces removed, doubled, written in the other case, or put in.

        Half of the pieces begin where a delimiter does, and end where another one does or a little further on.
        """
        random = self._random
        for _ in range(random.randint(1, 3)):
            at = random.randint(0, len(text))
            end = min(len(text), at + random.choice((1, 1, 2, 5, 20)))
            edges = [found.start() for found in self._edges.finditer(text)] if self._literals else []
            if edges and random.random() < 0.5:
                place = random.randrange(len(edges))
                at = edges[place]
                end = ([*edges, len(text)])[min(len(edges), place + random.choice((1, 1, 2, 3)))]
                if random.random() < 0.4:
                    at, end = min(len(text), at + 1), min(len(text), at + random.randint(2, 12))
            way = random.randrange(5)
            if way == 0:
                text = text[:at] + text[end:]
            elif way == 1:
                text = text[:at] + text[at:end] + text[at:]
            elif way == 2:
                text = text[:at] + text[at:end].swapcase() + text[end:]
            elif way == 3 and self._literals:
                text = text[:at] + random.choice(self._literals) + text[at:]
            else:
                text = text[:at] + random.choice(_TEXTS) + text[at:]
        return text
