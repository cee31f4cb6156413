"""A second reading of dialect files: plain, slow, for whole texts only.

It interprets the model rule by rule and character by character, and shares nothing with the generator, the
patterns or the scanner but the model, the events and the values.  Tests compare the two.
"""

from __future__ import annotations

from typing import Any

import minimax_grammar as mg
from minimax_grammar.events import Event
from minimax_grammar.language.model import Action, Binding, Construct, Dialect, Kind, Mode, Rule, Trigger
from minimax_grammar.text import utf16_length
from minimax_grammar.values import coerce

BLANKS = " \t\n\r\f\v"
ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}


def is_readable(dialect: Dialect) -> bool:
    """Whether ``dialect`` uses only the words that this reading knows: literal marks, tags as in XML, plain bodies."""
    modes = dialect.modes.values()
    rules = [rule for mode in modes for rule in mode.rules]
    bindings = [(prop, binding) for mode in modes for prop, binding in mode.bindings.items()]
    return (
        all(mark.plain for mark in dialect.marks.values())
        and (dialect.tag_open, dialect.tag_end) == (("<",), ">")
        and not dialect.starts[0].after
        and all(mode.construct in _CONSTRUCTS and not mode.trim and not mode.format for mode in modes)
        and all(prop in ("name", "key", "string") and _is_attribute(binding) for prop, binding in bindings)
        and not any(rule.action is Action.BECOME or rule.then or rule.closed or rule.conditions for rule in rules)
    )


_CONSTRUCTS = (None, Construct.CALL, Construct.ARGUMENT, Construct.THINKING)


def _is_attribute(binding: Binding) -> bool:
    return [bool(source.attribute) and not source.filters for source in binding.sources] == [True]


def _attribute(binding: Binding) -> str:
    return binding.sources[0].attribute.lower()


def interpret(
    dialect: Dialect, text: str, tools: Any = None, thinking: bool = True, guarded: bool = False
) -> list[Event]:
    """The coalesced events of ``text``."""
    return mg.coalesce(_Interpreter(dialect, text, mg.Tools.of(tools), thinking, guarded).run())


class _Interpreter:
    def __init__(self, dialect: Dialect, text: str, tools: mg.Tools, thinking: bool, guarded: bool) -> None:
        self.dialect, self.text, self.tools = dialect, text, tools
        self.options = {"thinking": thinking, "guarded": guarded, "": True}
        self.events: list[Event] = []
        self.stack: list[Mode] = [dialect.modes[dialect.starts[0].mode]]
        self.spellings: list[str] = [""]
        self.calls = 0
        self.call: tuple[str, str] | None = None
        self.call_start = 0
        self.arguments: dict[str, Any] = {}
        self.key, self.body = "", ""
        self.string: str | None = None
        self.thought = ""

    def run(self) -> list[Event]:
        at = 0
        while at < len(self.text):
            mode = self.stack[-1]
            found = self.delimiter(mode, at)
            if found is None:
                self.running(mode, self.text[at])
                at += 1
                continue
            rule, end, attributes, spelling, closed = found
            if rule.action in (Action.EMIT, Action.BODY):
                self.running(mode, self.text[at:end])
            elif rule.action is Action.STOP:
                self.finish()
                return self.events
            elif rule.action is Action.LEAVE:
                self.leave(at if rule.trigger.before else end)
                end = at if rule.trigger.before else end
            elif rule.action is Action.ENTER:
                self.enter(self.dialect.modes[rule.target], at, attributes, spelling)
                if closed:
                    self.leave(end)
            at = end
        self.finish()
        return self.events

    def delimiter(self, mode: Mode, at: int) -> tuple[Rule, int, dict[str, str], str, bool] | None:
        for rule in mode.rules:
            trigger = rule.trigger
            if not self.options[rule.when] or trigger.kind in (Kind.TEXT, Kind.END):
                continue
            if trigger.kind is Kind.MARK:
                for literal in sorted(self.dialect.marks[trigger.name].literals, key=len, reverse=True):
                    if self.text.startswith(literal, at):
                        return rule, at + len(literal), {}, "", False
            elif (tag := self.tag(trigger, at)) is not None:
                return rule, *tag
        return None

    def tag(self, trigger: Trigger, at: int) -> tuple[int, dict[str, str], str, bool] | None:
        text = self.text
        spellings = self.dialect.tags[trigger.name].spellings
        if trigger.same and self.spellings[-1]:
            spellings = (self.spellings[-1],)
        opener = "</" if trigger.kind is Kind.CLOSE else "<"
        for prefix in ("", *(f"{name}:" for name in self.dialect.prefixes)):
            for spelling in spellings:
                if not text.startswith(opener + prefix + spelling, at):
                    continue
                head = at + len(opener + prefix + spelling)
                if trigger.kind is Kind.CLOSE:
                    end = head
                    while end < len(text) and text[end] in BLANKS:
                        end += 1
                    if (
                        end < len(text)
                        and text[end] == ">"
                        and utf16_length(text[at : end + 1]) <= self.dialect.tag_limit
                    ):
                        return end + 1, {}, spelling, False
                elif head < len(text) and text[head] in BLANKS + "/>":
                    found = self.attributes(at, head)
                    if found is not None:
                        return found[0], found[1], spelling, found[2]
        return None

    def attributes(self, start: int, at: int) -> tuple[int, dict[str, str], bool] | None:
        """The end of an opening tag, its attributes, and whether it closes itself."""
        limit = start
        while limit < len(self.text) and utf16_length(self.text[start : limit + 1]) <= self.dialect.tag_limit:
            limit += 1
        window = self.text[:limit]
        at_limit = limit < len(self.text) or utf16_length(window[start:]) >= self.dialect.tag_limit
        found: dict[str, str] = {}
        slash = False
        while at < limit:
            character = window[at]
            if character == ">":
                return at + 1, found, slash
            if character in BLANKS:
                at += 1
                continue
            if character in "\"'<=/":
                slash = character == "/"
                at += 1
                continue
            slash = False
            name = ""
            while at < limit and window[at] not in BLANKS + "\"'<>/=":
                name += window[at]
                at += 1
            equals = at
            while equals < limit and window[equals] in BLANKS:
                equals += 1
            if equals >= limit or window[equals] != "=":
                continue
            at = equals + 1
            while at < limit and window[at] in BLANKS:
                at += 1
            if at >= limit:
                break
            value: str | None
            if window[at] in "\"'":
                quote = window[at]
                close, angle = window.find(quote, at + 1), window.find("<", at + 1)
                if close >= 0 and (angle < 0 or close < angle):
                    value, at = window[at + 1 : close], close + 1
                elif angle >= 0 or at_limit:
                    close = window.find(">", at + 1)
                    if close < 0:
                        return None
                    value, at = window[at + 1 : close], close
                else:
                    return None
            else:
                value = ""
                while at < limit and window[at] not in BLANKS + "\"'<>=":
                    value += window[at]
                    at += 1
                rest = window[at:].lstrip(BLANKS)
                if value.endswith("/") and rest.startswith(">"):
                    value, slash = value[:-1], True
                if not value and not slash:
                    continue
                if not value:
                    continue
            for entity, plain in ENTITIES.items():
                value = value.replace(entity, f"\0{plain}\0") if entity == "&amp;" else value.replace(entity, plain)
            local = name.rsplit(":", 1)[-1]
            found[local.lower() if local.isascii() else local] = value.replace("\0&\0", "&")
        return None

    def running(self, mode: Mode, text: str) -> None:
        if mode.construct is Construct.THINKING:
            self.thought += text
            self.events.append(mg.ThinkingDelta(text))
        elif mode.construct is Construct.ARGUMENT:
            self.body += text
            if self.key and self.call:
                self.events.append(mg.ToolArgDelta(*self.call, self.key, text))
        elif mode.text_action is Action.EMIT:
            self.events.append(mg.Text(text))

    def enter(self, mode: Mode, at: int, attributes: dict[str, str], spelling: str) -> None:
        self.stack.append(mode)
        self.spellings.append(spelling)
        if mode.construct is Construct.THINKING:
            self.thought = ""
            self.events.append(mg.ThinkingStart())
        elif mode.construct is Construct.CALL:
            name = attributes.get(_attribute(mode.bindings["name"]), "").strip()
            self.call_start, self.arguments, self.call = at, {}, None
            if name:
                self.call = (f"call_{self.calls}", name)
                self.calls += 1
                self.events.append(mg.ToolStart(*self.call))
        elif mode.construct is Construct.ARGUMENT:
            self.key = attributes.get(_attribute(mode.bindings["key"]), "").strip()
            binding = mode.bindings.get("string")
            self.string = attributes.get(_attribute(binding)) if binding else None
            self.body = ""

    def leave(self, at: int) -> None:
        mode = self.stack.pop()
        self.spellings.pop()
        if mode.construct is Construct.THINKING:
            self.events.append(mg.ThinkingEnd(self.thought))
        elif mode.construct is Construct.ARGUMENT and self.key and self.call:
            self.arguments[self.key], _ = coerce(self.body, self.tools.get(self.call[1]), self.key, self.string)
        elif mode.construct is Construct.CALL and self.call:
            self.events.append(mg.ToolEnd(*self.call, self.arguments, self.text[self.call_start : at]))

    def finish(self) -> None:
        reason = ""
        while len(self.stack) > 1:
            mode = self.stack.pop()
            reason = reason or mode.rules_for(Kind.END)[0].report
            if mode.construct is Construct.THINKING:
                self.events.append(mg.ThinkingEnd(self.thought))
            elif mode.construct is Construct.CALL and self.call:
                self.events.append(mg.ToolAbort(*self.call, reason))
