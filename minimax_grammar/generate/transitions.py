"""What the rules of a mode do, as Python source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.generate.facts import Facts
from minimax_grammar.generate.source import constant, indent, markup, quoted, tuple_of_texts
from minimax_grammar.language.model import Action, Construct, Kind, Mode, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Transitions"]

_LEAVE = "self._mode, start, self._spelling = self._stack.pop()"


class Transitions(Facts):
    """The source for what happens where a delimiter has been found."""

    def report(self, rule: Rule, end: str = "end") -> Iterator[str]:
        """The report of ``rule``, if it has one."""
        if rule.report and rule.unless == "prefixed":
            openers = self.dialect.tag_open
            begins = "_PREFIXES"
            if len(openers) > 1:
                begins = tuple_of_texts([f"{begin}{name}:" for begin in openers for name in self.dialect.prefixes])
            ahead = f" + {len(openers[0])}" if len(openers) == 1 else ""
            yield f"if not text.startswith({begins}, pos{ahead}):"
            yield f"    self._report({quoted(rule.report)}, pos, {end})"
        elif rule.report:
            yield f"self._report({quoted(rule.report)}, pos, {end})"

    def rule(self, rule: Rule, numbers: dict[str, list[int]]) -> Iterator[str]:
        """What ``rule`` does once its delimiter has been found."""
        action = rule.action
        if action in (Action.EMIT, Action.BODY):  # the delimiter is running text as well
            yield from self.report(rule)
            yield "pos = end"
            yield "continue"
            return
        yield from self.report(rule)
        part = self.mode.construct is Construct.PART and action is Action.LEAVE and not rule.trigger.before
        if action is Action.ENTER and self.dialect.modes[rule.target].construct is Construct.PART:
            yield "if len(self._stack) >= _MAX_DEPTH:"
            yield '    self._report("deep-nesting", pos, end)'
            yield "    pos = end"
            yield "    continue"
            part = True
        if part:  # the delimiter belongs to the body
            yield from self.plain("pos", "end")
        elif self.refreshes:
            yield "self._fresh = True"
        if action is Action.SKIP:
            yield from markup()
            yield "plain = pos = end"
            yield "continue"
        elif action is Action.STOP:
            yield "return self._stop(text, pos, events)"
        elif action is Action.LEAVE:
            end = "pos" if rule.trigger.before else "end"
            if not rule.trigger.before and not part:
                yield from markup()
            yield from self.leave(end)
            yield f"return {end}"
        elif action is Action.BECOME:
            if not rule.trigger.before:
                yield from markup()
            yield f"self._mode = {constant(rule.target)}"
            yield f"return {'pos' if rule.trigger.before else 'end'}"
        elif action is Action.ENTER:
            yield from self.enter(rule, numbers)

    def plain(self, start: str, end: str) -> Iterator[str]:
        """Running text from ``start`` to ``end``."""
        action, mode = self.mode.text_action, self.host
        kind = "dropped"
        if action is Action.EMIT and start == "plain" and self.has_past():
            yield "if self._base < 0:  # what is taken to have come before is no text"
            yield "    plain = max(plain, -self._base)"
        yield f"if {start} < {end}:"
        if action is Action.EMIT:
            yield f"    events.append(_new(Text, (text[{start}:{end}],)))"
            kind = "text"
        elif action is Action.BODY and mode.construct is Construct.THINKING:
            yield f"    self._thinking_text(text[{start}:{end}], events)"
            kind = "thinking"
        elif action is Action.BODY and mode.envelope:
            yield f"    self._calls_text(text[{start}:{end}], events)"
            kind = "body"
        elif action is Action.BODY:
            yield f"    self._argument_text(text[{start}:{end}], events)"
            kind = "body"
        elif self.drop:
            yield f"    if not text[{start}:{end}].isspace():"
            yield f"        self._drop(text, {start}, {end})"
        yield "    if trace:"
        yield f"        self._trace({quoted(kind)}, {start}, {end})"

    def leave(self, end: str, mode: Mode | None = None, *, nothing: bool = False) -> Iterator[str]:
        """``mode``, by default this one, is left at ``end``; ``nothing`` if there was no body at all."""
        mode = mode or self.mode
        construct = mode.construct
        invalid = mode.rules_for(Kind.INVALID)
        action = invalid[0].action if invalid else Action.ABORT
        yield _LEAVE
        if mode.format:
            yield "self._depth = 0"
        if construct is Construct.ARGUMENT:
            given = (
                f", {quoted(mode.name)}" if mode.format or mode.bindings.keys() & {"untyped", "json", "null"} else ""
            )
            yield f"self._end_argument(start, self._base + {end}, events{given})"
        elif construct is Construct.ARGUMENTS:
            keep = action is Action.LEAVE
            yield f"self._end_object({quoted(mode.name)}, start, self._base + {end}, events, keep={keep})"
        elif mode.envelope:
            call = f"self._end_calls(text, {end}, events, emit={action is Action.EMIT})"
            if invalid and invalid[0].then:
                yield f"if not {call}:"
                yield f"    self._mode = {constant(invalid[0].then)}"
            else:
                yield call
        elif construct is Construct.CALL and mode.has_body:
            keep = action is Action.LEAVE
            given = ", nothing=True" if nothing else ""
            yield f"self._end_arguments({quoted(mode.name)}, text, {end}, events, keep={keep}{given})"
        elif construct is Construct.CALL:
            yield f"self._end_call(text, {end}, events)"
        elif construct is Construct.THINKING:
            yield "self._end_thinking(events)"

    def enter(self, rule: Rule, numbers: dict[str, list[int]]) -> Iterator[str]:
        """Another mode begins."""
        target = self.dialect.modes[rule.target]
        before = rule.trigger.before
        if not before and target.construct is not Construct.PART:
            yield from markup()
        has_tag = rule.trigger.kind is Kind.OPEN and not before
        if self.bound(target):
            yield from self.properties(rule, target, numbers)
        elif "bare" in numbers and has_tag:
            bare = numbers["bare"][0]
            yield f"closed = which != {bare} and is_self_closing(text, found.end(), end{self.seal()})"
        elif has_tag:
            yield f"closed = is_self_closing(text, found.end(), end{self.seal()})"
        yield from self.begin(rule, target)
        if target.envelope and not before and not has_tag:
            yield from self.quick_call(target)
        if rule.closed:
            yield from self.leave("end", target)
        elif has_tag:
            yield "if closed:"
            yield from indent(1, self.leave("end", target))
        yield f"return {'pos' if before else 'end'}"

    def quick_call(self, target: Mode) -> Iterator[str]:
        """A short way for a body that is one plain call."""
        invalid = target.rules_for(Kind.INVALID)
        closers = [
            form.literal
            for rule in target.rules
            if rule.action is Action.LEAVE
            and rule.trigger.kind is Kind.MARK
            and not rule.trigger.before
            and not (rule.when or rule.report or rule.conditions)
            for form in self.dialect.marks[rule.trigger.name].forms
            if form.plain
        ]
        if (
            target.format != "json"
            or "name" not in target.bindings
            or not closers
            or (invalid and invalid[0].action is Action.EMIT)
        ):
            return
        yield "if self._quick:"
        yield f"    stop = self._quick_call(text, end, {tuple(closers)!r}, events)"
        yield "    if stop:"
        if self.refreshes:
            yield "        self._fresh = True"
        yield f"        {_LEAVE}"
        yield "        return stop"

    def begin(self, rule: Rule, target: Mode) -> Iterator[str]:
        """What is built in ``target`` begins."""
        spelling = ""
        same = [other.trigger for other in target.rules if other.trigger.same]
        if any(trigger.kind is Kind.MARK for trigger in same) and rule.trigger.kind is Kind.MARK:
            spelling = '"\\0".join(caught.values())'
        elif any(trigger.name == rule.trigger.name for trigger in same):
            spelling = self.spelling()
        yield from self.push(rule, target, spelling)
        if target.construct is Construct.CALL and not target.envelope:
            given = ", id" if "id" in target.bindings else ""
            yield f"self._begin_call(name, pos, end, events{given})"
            if target.has_body:
                yield f"self._begin_arguments({quoted(target.name)})"
        elif target.envelope:
            given = ", id" if "id" in target.bindings else ""
            yield f"self._begin_calls({quoted(target.name)}, pos{given})"
        elif target.construct is Construct.ARGUMENT:
            string = "string" if "string" in target.bindings else "None"
            if "type" in target.bindings:
                string = "typed_as(type)"
            if target.typed:
                string = quoted("true" if target.typed == "text" else "false")
            yield f"self._begin_argument({quoted(target.name)}, key, {string})"
            if "value" in target.bindings:
                yield "if value:"
                yield "    self._argument_text(value, events)"
        elif target.construct is Construct.ARGUMENTS:
            yield f"self._begin_arguments({quoted(target.name)})"
        elif target.construct is Construct.THINKING:
            yield "self._begin_thinking(events)"

    def spelling(self) -> str:
        """The name of the opening tag that was found, without its prefix."""
        openers = sorted(self.dialect.tag_open, key=len, reverse=True)
        name = f"text[pos + {len(openers[0])} : found.end()]"
        if len(openers) > 1:
            name = "text[pos : found.end()]" + "".join(f".removeprefix({quoted(text)})" for text in openers)
        end = self.dialect.tag_end
        name += f".rstrip({quoted(end)})" if len(end) == 1 else f".removesuffix({quoted(end)})"
        return f'{name}.rpartition(":")[2]'

    def push(self, rule: Rule, target: Mode, spelling: str) -> Iterator[str]:
        """``target`` begins at ``pos``, on top of the present mode."""
        same = self.has_same(self.mode)
        outer = "self._spelling" if same else '""'
        back = constant(rule.then or self.mode.name)
        yield f"self._stack.append(({back}, self._base + pos, {outer}))"
        yield f"self._mode = {constant(target.name)}"
        yield "self._moved = True"
        if spelling or same:
            yield f"self._spelling = {spelling or repr('')}"
