"""The method of a tokenizer that scans one mode, as Python source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.generate.patterns import Delimiter, ModePattern, delimiters, is_markup, mode_pattern
from minimax_grammar.generate.source import among, constant, identifier, indent, markup, quoted
from minimax_grammar.language.model import (
    Action,
    Condition,
    Construct,
    Dialect,
    Kind,
    Mode,
    Rule,
    Source,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Method", "full_mode_pattern", "host"]

_LEAVE = "self._mode, start, self._spelling = self._stack.pop()"
_BLANKS = {"newline": "\n", "newlines": "\n", "space": " \t\n\r"}
_TRIMS = (Action.EMIT, Action.BODY)


def full_mode_pattern(dialect: Dialect, mode: Mode) -> ModePattern | None:
    """The pattern of ``mode``, if it searches for anything; its groups are the same under all options."""
    if not delimiters(mode) and mode.format in ("", "tree"):
        return None
    return mode_pattern(dialect, mode)


def host(dialect: Dialect, mode: Mode) -> Mode:
    """The mode that has the body of which ``mode`` is a part; a mode that is no part is its own."""
    seen: set[str] = set()
    while mode.construct is Construct.PART and mode.name not in seen:
        seen.add(mode.name)
        outer = [
            other
            for other in dialect.modes.values()
            if other.name not in seen and any(rule.target == mode.name for rule in other.rules)
        ]
        mode = outer[0] if outer else mode
    return mode


class Method:
    """The method that scans one mode."""

    def __init__(self, dialect: Dialect, mode: Mode, number: int) -> None:
        self.dialect = dialect
        self.mode = mode
        self.number = number
        self.pattern = full_mode_pattern(dialect, mode)
        self.drop = mode.rules_for(Kind.TEXT)[0].report
        self.host = host(dialect, mode)
        self.trim = mode.trim if mode.text_action in _TRIMS else ""
        self.spans = bool(self.groups("span"))
        self.balanced = mode.rules_for(Kind.BALANCED)
        self.refreshes = any(other.trim for other in dialect.modes.values())

    def lines(self) -> Iterator[str]:
        mode = self.mode
        builds = f" is {mode.construct}" if mode.construct else ""
        parameters = "self, text: str, pos: int, final: bool, events: list[Event]"
        yield f"    def _scan_{identifier(mode.name)}({parameters}) -> int:"
        yield f'        """mode {mode.name}{builds}: text -> {mode.text_action}"""'
        yield "        trace = self._segments is not None"
        if self.pattern is None:
            yield "        plain, pos = pos, len(text)"
            yield from indent(2, self.rest())
            yield ""
            return
        yield "        plain = pos  # where running text begins that nothing was done with yet"
        if self.balanced:
            yield from indent(2, self.begins())
        yield f"        search = {self.search()}"
        yield "        while True:"
        if self.spans:
            yield "            if self._span:"
            yield f"                pos = self._inside({quoted(mode.name)}, text, pos, final=final)"
            yield "                if self._span:"
            yield "                    break"
        yield "            found = search(text, pos)"
        yield "            if found is None:"
        yield "                pos = len(text)"
        if len(self.pattern.first) > 1:
            yield "                if not final:"
            yield f"                    pos -= beginning(text, plain, {quoted(self.pattern.first)})"
        yield "                break"
        yield "            pos = found.start()"
        yield "            which = found.lastindex"
        yield "            if which is None:  # what may still become a delimiter"
        yield from indent(4, self.may_become())
        yield from indent(3, self.protected())
        # The most frequent delimiter comes first.
        for delimiter in delimiters(mode):
            yield from indent(3, self.plain_call(delimiter))
        for form in ("name", "whole"):
            yield from indent(3, self.measure(form))
        yield from indent(3, self.past())
        for delimiter in delimiters(mode):
            yield from indent(3, self.counts(delimiter))
        yield from indent(3, self.text_ends())
        for delimiter in delimiters(mode):
            yield from indent(3, self.delimiter(delimiter))
        yield "            raise AssertionError(which)"
        yield "        # From here on nothing is certain yet, and nothing but running text comes before."
        yield from indent(2, self.rest())
        yield ""

    def has_past(self) -> bool:
        """Whether a scan can start as if something had come before."""
        return any(start.after for start in self.dialect.starts)

    def rest(self) -> Iterator[str]:
        """The text is at its end, or what may become a delimiter begins at ``pos``: say what is certain."""
        if self.mode.text_action is Action.BECOME:
            yield from self.becomes("pos")
            yield "return pos if pos == len(text) else ~pos"
        elif self.trim:
            yield from self.lead("pos")
            yield f"stop = pos if final else self._trail(text, plain, pos, {quoted(self.trim)})"
            yield from self.plain("plain", "stop")
            yield "return stop if stop == len(text) else ~stop"
        else:
            yield from self.plain("plain", "pos")
            yield "return pos if pos == len(text) else ~pos"

    def lead(self, end: str) -> Iterator[str]:
        yield "if self._fresh:"
        yield f"    begin = self._lead(text, plain, {end}, {quoted(self.trim)})"
        yield "    if trace:"
        yield '        self._trace("markup", plain, begin)'
        yield "    plain = begin"

    def becomes(self, end: str) -> Iterator[str]:
        """Text that is more than white space makes this mode another one."""
        (rule,) = self.mode.rules_for(Kind.TEXT)
        yield f"begin = {end} - len(text[plain:{end}].lstrip())"
        yield "if trace:"
        yield '    self._trace("dropped", plain, begin)'
        yield "plain = begin"
        yield f"if plain < {end}:"
        yield f"    self._mode = {constant(rule.target)}"
        yield "    return plain"

    def begins(self) -> Iterator[str]:
        """A body that ends when its brackets balance begins with one."""
        yield "if not self._depth:"
        yield "    pos = len(text) - len(text[pos:].lstrip())"
        yield "    if pos == len(text):"
        yield from indent(2, self.plain("plain", "pos"))
        yield "        return pos"
        yield f"    if text[pos] not in {quoted('[{(')}:  # it is no such body"
        yield from indent(2, self.plain("plain", "pos"))
        yield from indent(2, self.leave("pos", nothing=True))
        yield "        return pos"
        yield "    pos = plain"

    def may_become(self) -> Iterator[str]:
        if any(map(self.has_length, self.groups("whole"))):
            closers = self.dialect.tag_close
            test = f"text.startswith({closers!r}, pos) and " if self.has_forms() else ""
            yield f"if {test}found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:"
            yield "    self._not_a_tag(text, pos, found.end())"
            yield "    pos += 1"
            yield "    continue"
        yield "if not final:"
        yield "    break"
        cuts = self.cuts()
        if cuts:
            known = " and pos + self._base >= 0" if self.has_past() else ""
            yield f"if text.startswith({tuple(cuts)!r}, pos){known}:"
            yield from indent(1, self.end_text())
            yield "    self._cut_off(text, pos)"
            yield "    plain = pos = len(text)"
            yield "    break"
        yield "pos += 1"
        yield "continue"

    def has_forms(self) -> bool:
        """Whether a delimiter of the mode is a mark that is more than a literal."""
        return any(map(self.is_form, self.groups("whole")))

    def cuts(self) -> list[str]:
        """The beginnings of delimiters that are markup even if the stream ends within them."""
        found: dict[str, None] = {}
        for delimiter in delimiters(self.mode):
            trigger = delimiter.trigger
            if trigger.kind is Kind.MARK:
                forms = self.dialect.marks[trigger.name].forms
                found |= dict.fromkeys(form.literal for form in forms if is_markup(form))
        dialect = self.dialect
        if dialect.tags:
            found |= dict.fromkeys(text for text in (*dialect.tag_open, *dialect.tag_close) if len(text) > 2)
        return list(found)

    def protected(self) -> Iterator[str]:
        """Spans in which delimiters do not count, and brackets."""
        spans, quotes = self.groups("span"), self.groups("quote")
        if spans:
            yield f"if {among(spans)}:  # a string, and what follows it"
            yield "    pos = found.end()"
            yield "    continue"
            yield f"if {among(quotes)}:  # a string begins"
            yield "    self._span = found[0]"
            yield "    pos = found.end()"
            yield "    continue"
        if self.balanced:
            opens, shuts = self.groups("open"), self.groups("shut")
            yield f"if {among(opens)}:"
            yield "    self._depth += 1"
            yield "    pos = found.end()"
            yield "    continue"
            yield f"if {among(shuts)}:"
            yield "    self._depth -= 1"
            yield "    pos = found.end()"
            yield "    if self._depth > 0:"
            yield "        continue"
            yield f"    # {self.balanced[0]}"
            yield from indent(1, self.plain("plain", "pos"))
            yield from indent(1, self.leave("pos"))
            yield "    return pos"

    def past(self) -> Iterator[str]:
        """What must come before a delimiter is running text."""
        assert self.pattern is not None
        lengths: dict[int, list[int]] = {}
        for number, group in self.pattern.groups.items():
            if group.past:
                lengths.setdefault(group.past, []).append(number)
        for length, numbers in lengths.items():
            yield f"if {among(numbers)}:"
            yield f"    pos += {length}"

    def counts(self, delimiter: Delimiter) -> Iterator[str]:
        """What a delimiter caught, where a rule asks for it; it is running text if no rule takes it."""
        if not self.catches(delimiter):
            return
        numbers = self.numbers(delimiter)
        which = sorted(number for found in numbers.values() for number in found)
        trigger = delimiter.trigger
        yield f"if {among(which)}:"
        if trigger.kind is Kind.OPEN:
            yield "    caught = attributes(text, found.end(), end" + self.seal() + ")"
        else:
            forms = [self.fields(number) for number in which]
            if all(form == forms[0] for form in forms):
                yield f"    caught = {{{self.caught(forms[0])}}}"
            else:
                for position, (number, form) in enumerate(zip(which, forms, strict=True)):
                    yield f"    {'elif' if position else 'if'} which == {number}:"
                    yield f"        caught = {{{self.caught(form)}}}"
        tests = [self.test(rule) for rule in delimiter.rules]
        if all(tests):
            yield f"    if not ({' or '.join(f'({test})' for test in tests)}):"
            yield "        pos += 1"
            yield "        continue"

    def fields(self, number: int) -> tuple[tuple[str, int], ...]:
        assert self.pattern is not None
        return self.pattern.groups[number].fields

    def caught(self, fields: tuple[tuple[str, int], ...]) -> str:
        return ", ".join(f'{quoted(name)}: found[{group}] or ""' for name, group in fields)

    def catches(self, delimiter: Delimiter) -> bool:
        """Whether a rule of ``delimiter`` asks for what it caught."""
        for rule in delimiter.rules:
            if rule.conditions or (rule.trigger.same and rule.trigger.kind is Kind.MARK):
                return True
            target = self.dialect.modes.get(rule.target)
            if target is None or rule.action is not Action.ENTER:
                continue
            if rule.trigger.kind is Kind.MARK and (self.bound(target) or self.has_same(target)):
                return True
            if self.bound(target) and not self.quickly(target, delimiter):
                return True
        return False

    def bound(self, target: Mode) -> bool:
        return any(binding.sources for binding in target.bindings.values())

    def quickly(self, target: Mode, delimiter: Delimiter) -> bool:
        """Whether the properties of ``target`` are attributes that are read where they are needed."""
        return all(
            len(binding.sources) == 1 and binding.sources[0].attribute and not binding.sources[0].filters
            for binding in target.bindings.values()
            if binding.sources
        )

    def test(self, rule: Rule) -> str:
        """The expression for the conditions of ``rule``; empty if it has none."""
        parts = [self.condition(rule, condition) for condition in rule.conditions]
        if rule.trigger.same and rule.trigger.kind is Kind.MARK:
            parts.append('"\\0".join(caught.values()) == self._spelling')
        if rule.when and any(other.conditions for other in self.mode.rules_for(*rule.trigger.key)):
            parts.append(f"self._option_{rule.when}")
        return " and ".join(parts)

    def condition(self, rule: Rule, condition: Condition) -> str:
        value = self.value(rule, (condition.source,))
        if condition.listed:
            text = f"self._listed({value})"
        elif condition.values:
            text = f"{value} in {tuple(condition.values)!r}"
        else:
            text = value
        return f"not ({text})" if condition.negated else f"({text})"

    def value(self, rule: Rule, sources: tuple[Source, ...]) -> str:
        """The expression for the first of ``sources`` that is not empty."""
        found = []
        for source in sources:
            if not source.attribute:
                inner = self.dialect.fields[source.name].sources
                value = self.value(rule, inner)
                found.append(self.piped(value, source) if source.filters else value)
            elif source.name == rule.trigger.name:
                tag = rule.trigger.kind is Kind.OPEN
                name = source.attribute.lower() if tag else source.attribute
                found.append(self.piped(f'caught.get({quoted(name)}, "")', source))
        if not found:
            return '""'
        return found[0] if len(found) == 1 else f"({' or '.join(found)})"

    def piped(self, value: str, source: Source) -> str:
        # The one filter that knows the tools comes last.
        steps = "".join(f", {step!r}" for step in source.filters if step[0] != "listed")
        value = f"filtered({value}{steps})"
        separators = [text for name, text in source.filters if name == "listed"]
        return f"self._listed_end({value}, {quoted(separators[0])})" if separators else value

    def text_ends(self) -> Iterator[str]:
        """Running text ends where a delimiter stands, unless the delimiter is running text itself."""
        assert self.pattern is not None
        conditions: dict[str, list[int]] = {}
        for number, group in self.pattern.groups.items():
            if group.form != "called" and group.delimiter is not None:
                conditions.setdefault(_ends_text(group.delimiter), []).append(number)
        lines = self.end_text()
        exceptions = [
            f"not ({among(numbers)})" if condition == "False" else f"({condition} or not ({among(numbers)}))"
            for condition, numbers in conditions.items()
            if condition != "True"
        ]
        if exceptions:
            yield f"if {' and '.join(exceptions)}:"
            yield from indent(1, lines)
        else:
            yield from lines

    def end_text(self) -> Iterator[str]:
        """Running text ends here."""
        if self.mode.text_action is Action.BECOME:
            yield from self.becomes("pos")
        elif self.trim:
            yield from self.lead("pos")
            yield f"stop = self._trail(text, plain, pos, {quoted(self.trim)})"
            yield from self.plain("plain", "stop")
            yield "if trace:"
            yield '    self._trace("markup", stop, pos)'
        else:
            yield from self.plain("plain", "pos")
        if self.drop:
            yield "if self._drop_start >= 0:"
            yield f"    self._end_drop({quoted(self.drop)})"
        yield "plain = pos"

    def search(self) -> str:
        """The expression for the search of the mode's delimiters."""
        patterns = f"self._patterns[{self.number}]"
        if any(delimiter.trigger.same for delimiter in delimiters(self.mode) if delimiter.trigger.kind is Kind.CLOSE):
            patterns += "[self._spelling]"
        if self.looks_ahead():
            return f"{patterns}.final if final else {patterns}.search"
        return f"{patterns}.search"

    def looks_ahead(self) -> bool:
        """Whether it matters to the mode's pattern that the stream is at its end."""
        return self.has_forms() or self.spans or any(delimiter.trigger.kind is Kind.CLOSE for delimiter in delimiters(self.mode))

    def is_form(self, number: int) -> bool:
        assert self.pattern is not None
        delimiter = self.pattern.groups[number].delimiter
        return (
            delimiter is not None
            and delimiter.trigger.kind is Kind.MARK
            and not self.dialect.marks[delimiter.trigger.name].plain
        )

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

    def groups(self, form: str) -> list[int]:
        """The numbers of the groups of ``form``."""
        if self.pattern is None:
            return []
        return [number for number, group in self.pattern.groups.items() if group.form == form]

    def seal(self) -> str:
        """The argument that says what a tag ends with, if it is not ``>``."""
        return "" if self.dialect.tag_end == ">" else ", _TAG_END"

    def measure(self, form: str) -> Iterator[str]:
        """Where a delimiter of which the pattern does not tell it ends, or that it is none after all."""
        if form == "name" and self.groups("name"):
            yield f"if {among(self.groups('name'))}:  # the name of an opening tag"
            yield f"    end = tag_end(text, pos, found.end(), _TAG_LIMIT{self.seal()})"
            yield "    if end <= 0:"
            yield "        if end and not final:"
            yield "            break"
            cuts = [text for text in self.dialect.tag_open if len(text) > 2]
            if cuts:
                yield "        if end:"
                yield from indent(3, self.end_text())
                yield "            self._cut_off(text, pos)"
                yield "            plain = pos = len(text)"
                yield "            break"
            yield "        if not end:"
            yield "            self._not_a_tag(text, pos, found.end())"
            yield "        pos += 1"
            yield "        continue"
            yield "else:"
            yield "    end = found.end()"
        elif form == "name" and delimiters(self.mode):
            yield "end = found.end()"
        calls = [*self.groups("call"), *self.groups("ended")]
        if form == "name" and calls:
            yield f"if {among(sorted(calls))}:  # only its opening tag, for now"
            yield f"    end = found.start({calls[0]})"
        closers = [number for number in self.groups("whole") if self.has_length(number)]
        if form == "whole" and closers:
            yield f"if end - pos > _TAG_LIMIT // 2 and {among(closers)}:"
            yield "    if utf16_length(text[pos:end]) > _TAG_LIMIT:"
            yield "        self._not_a_tag(text, pos, end)"
            yield "        pos += 1"
            yield "        continue"

    def has_length(self, number: int) -> bool:
        """Whether the delimiter of a group can be too long: a closing tag with all its white space.

        What a mark catches has its limit in the pattern: if it holds more it is no such mark, and may be a shorter one.
        """
        assert self.pattern is not None
        group = self.pattern.groups[number]
        return group.delimiter is not None and group.delimiter.trigger.kind is Kind.CLOSE

    def delimiter(self, delimiter: Delimiter) -> Iterator[str]:
        """The code for one delimiter: its rules, in order."""
        numbers = self.numbers(delimiter)
        which = sorted(number for found in numbers.values() for number in found)
        yield f"if {among(which)}:"
        for rule in delimiter.rules:
            yield f"    # {rule}"
            test = self.test(rule)
            if not test and rule.when and not delimiter.optional:
                test = f"self._option_{rule.when}"
            if test:
                yield f"    if {test}:"
                yield from indent(2, self.rule(rule, numbers))
            else:
                yield from indent(1, self.rule(rule, numbers))

    def plain_call(self, delimiter: Delimiter) -> Iterator[str]:
        """A short way for the most frequent calls, with the same outcome."""
        numbers = self.numbers(delimiter)
        if "call" not in numbers:
            return
        rule = delimiter.rules[0]
        call, ended = numbers["call"][0], numbers["ended"][0]
        mode = self.dialect.modes[rule.target]
        argument = f"_{constant(mode.name)}_ARGUMENT"
        yield f"if self._quick and (which == {ended} or which == {call}):"
        yield "    # a plain call, or its beginning with plain arguments"
        yield "    end = found.end()"
        yield from indent(1, self.end_text())
        yield from indent(1, self.report(rule, f"found.start({call})"))
        if self.refreshes:
            yield "    self._fresh = True"
        yield f"    if which == {ended}:"
        yield f"        self._plain_call(found, {call}, {argument}, events, whole=True)"
        yield "        plain = pos = end"
        yield "        continue"
        yield from indent(1, self.push(rule, mode, ""))
        yield f"    self._plain_call(found, {call}, {argument}, events, whole=False)"
        yield "    return end"

    def numbers(self, delimiter: Delimiter) -> dict[str, list[int]]:
        """The groups of ``delimiter``, by form."""
        assert self.pattern is not None
        numbers: dict[str, list[int]] = {}
        for number, group in self.pattern.groups.items():
            if group.delimiter == delimiter and group.form != "called":
                numbers.setdefault(group.form, []).append(number)
        return numbers

    def report(self, rule: Rule, end: str = "end") -> Iterator[str]:
        if rule.report and rule.unless == "prefixed":
            yield "if not text.startswith(_PREFIXES, pos + 1):"
            yield f"    self._report({quoted(rule.report)}, pos, {end})"
        elif rule.report:
            yield f"self._report({quoted(rule.report)}, pos, {end})"

    def rule(self, rule: Rule, numbers: dict[str, list[int]]) -> Iterator[str]:
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
            given = f", {quoted(mode.name)}" if mode.format or mode.bindings.keys() & {"untyped", "json"} else ""
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
        if rule.closed:
            yield from self.leave("end", target)
        elif has_tag:
            yield "if closed:"
            yield from indent(1, self.leave("end", target))
        yield f"return {'pos' if before else 'end'}"

    def properties(self, rule: Rule, target: Mode, numbers: dict[str, list[int]]) -> Iterator[str]:
        """What the construct of ``target`` takes from the delimiter."""
        bound = {prop: binding.sources for prop, binding in target.bindings.items() if binding.sources}
        delimiter = next(found for found in delimiters(self.mode) if rule in found.rules)
        if self.catches(delimiter):
            for prop, sources in bound.items():
                value = self.value(rule, sources)
                if prop == "value":  # exactly as it stands
                    value = f"caught.get({quoted(sources[0].attribute)}, \"\")"
                if prop in ("string", "type") and rule.trigger.kind is Kind.OPEN:
                    value = f"caught.get({quoted(sources[0].attribute.lower())})"
                yield f"{prop} = {value}"
            if rule.trigger.kind is Kind.OPEN:
                yield f"closed = is_self_closing(text, found.end(), end{self.seal()})"
            return
        names = {prop: sources[0].attribute.lower() for prop, sources in bound.items()}
        slow = [f"read = attributes(text, found.end(), end{self.seal()})"]
        slow += [
            f'{prop} = read.get({quoted(name)}, "").strip()'
            if prop in ("name", "key", "id")
            else f"{prop} = read.get({quoted(name)})"
            for prop, name in names.items()
        ]
        slow.append(f"closed = is_self_closing(text, found.end(), end{self.seal()})")
        if "call" in numbers:
            quick, group = [numbers["call"][0], numbers["ended"][0]], numbers["call"][0] - 1
        elif "tag" in numbers:
            quick, group = numbers["tag"], numbers["tag"][0]
        else:
            yield from slow
            return
        first = self.dialect.tags[rule.trigger.name].attributes[0]
        yield f"if {among(quick)}:"
        for prop, name in names.items():
            yield f"    {prop} = " + (f"found[{group}]" if name == first else "None")
        yield "    closed = False"
        yield "else:"
        yield from indent(1, iter(slow))

    def has_same(self, mode: Mode) -> bool:
        return any(rule.trigger.same for rule in mode.rules)

    def begin(self, rule: Rule, target: Mode) -> Iterator[str]:
        spelling = ""
        same = [other.trigger for other in target.rules if other.trigger.same]
        if any(trigger.kind is Kind.MARK for trigger in same) and rule.trigger.kind is Kind.MARK:
            spelling = '"\\0".join(caught.values())'
        elif any(trigger.name == rule.trigger.name for trigger in same):
            spelling = 'text[pos + 1 : found.end()].rstrip(">").rpartition(":")[2]'
        yield from self.push(rule, target, spelling)
        if target.construct is Construct.CALL and not target.envelope:
            given = ", id" if "id" in target.bindings else ""
            yield f"self._begin_call(name, pos, end, events{given})"
            if target.has_body:
                yield f"self._begin_arguments({quoted(target.name)})"
        elif target.envelope:
            yield f"self._begin_calls({quoted(target.name)}, pos)"
        elif target.construct is Construct.ARGUMENT:
            string = "string" if "string" in target.bindings else "None"
            if "type" in target.bindings:
                string = "typed_as(type)"
            yield f"self._begin_argument({quoted(target.name)}, key, {string})"
            if "value" in target.bindings:
                yield "if value:"
                yield "    self._argument_text(value, events)"
        elif target.construct is Construct.ARGUMENTS:
            yield f"self._begin_arguments({quoted(target.name)})"
        elif target.construct is Construct.THINKING:
            yield "self._begin_thinking(events)"

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


def _ends_text(delimiter: Delimiter) -> str:
    """The condition under which running text ends at ``delimiter``."""
    if any(rule.conditions or rule.trigger.same for rule in delimiter.rules):
        return "True"
    condition = "False"
    for rule in reversed(delimiter.rules):
        ends = str(rule.action not in (Action.EMIT, Action.BODY))
        if not rule.when or delimiter.optional:
            condition = ends
        elif condition != ends:
            condition = f"self._option_{rule.when}" if ends == "True" else f"not self._option_{rule.when}"
    return condition
