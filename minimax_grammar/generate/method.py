"""The method of a tokenizer that scans one mode, as Python source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from minimax_grammar.generate.source import among, comment, constant, identifier, indent, quoted
from minimax_grammar.generate.transitions import Transitions
from minimax_grammar.generate.triggers import Delimiter, brackets_of, delimiters, is_markup, literals
from minimax_grammar.language.model import Action, Construct, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Method"]


class Method(Transitions):
    """The method that scans one mode."""

    def lines(self) -> Iterator[str]:
        """The source of the method."""
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
        if self.reads_ahead():
            yield "        pos = self._read_ahead(text, pos)"
            if self.balanced:
                yield "        if plain < pos and not self._depth:"
                yield from indent(3, self.balance())
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
        for delimiter in delimiters(mode):
            yield from indent(3, self.counts(delimiter))
        yield from indent(3, self.text_ends())
        for delimiter in delimiters(mode):
            yield from indent(3, self.delimiter(delimiter))
        yield "            raise AssertionError(which)"
        yield "        # From here on nothing is certain yet, and nothing but running text comes before."
        yield from indent(2, self.rest())
        yield ""

    def rest(self) -> Iterator[str]:
        """The text is at its end, or what may become a delimiter begins at ``pos``: say what is certain."""
        if self.mode.text_action is Action.BECOME:
            yield from self.becomes("pos")
            yield "return pos if pos == len(text) else ~pos"
        elif self.trim:
            yield from self.lead("pos")
            if self.trim == "layout":
                yield "if final and self._fresh:  # nothing but white space"
                yield "    if trace:"
                yield '        self._trace("markup", plain, pos)'
                yield "    plain = pos"
            yield f"stop = pos if final else self._trail(text, plain, pos, {quoted(self.trim)})"
            yield from self.plain("plain", "stop")
            yield "return stop if stop == len(text) else ~stop"
        else:
            yield from self.plain("plain", "pos")
            yield "return pos if pos == len(text) else ~pos"

    def lead(self, end: str) -> Iterator[str]:
        """Layout before the first text of the mode is no text."""
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
        yield f"    if text[pos] not in {quoted(brackets_of(self.mode.format)[::2])}:  # it is no such body"
        yield from indent(2, self.plain("plain", "pos"))
        yield from indent(2, self.leave("pos", nothing=True))
        yield "        return pos"
        yield "    pos = plain"

    def may_become(self) -> Iterator[str]:
        """What may still become a delimiter, or turned out to be too long for one."""
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
            if self.placed:
                yield f"if {among([*spans, *quotes])} and not self._can_open({quoted(self.mode.name)}, text, pos):"
                yield f"    pos += {len(self.placed)}"
                yield "    continue"
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
            yield from indent(1, self.balance())

    def balance(self) -> Iterator[str]:
        """The brackets of the body balance at ``pos``."""
        yield comment(self.balanced[0])
        yield from self.plain("plain", "pos")
        yield from self.leave("pos")
        yield "return pos"

    def reads_ahead(self) -> bool:
        """Whether a body that is a JSON value can be read at once, since no delimiter can stand in JSON."""
        return (
            self.spans
            and self.mode.format == "json"
            and self.mode.construct in (Construct.CALL, Construct.CALLS, Construct.ARGUMENTS)
            and not any(
                _IN_JSON.fullmatch(literal)
                for delimiter in delimiters(self.mode)
                for literal in literals(self.dialect, delimiter.trigger)
            )
        )

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
        return (
            self.has_forms()
            or self.spans
            or any(delimiter.trigger.kind is Kind.CLOSE for delimiter in delimiters(self.mode))
        )

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

    def delimiter(self, delimiter: Delimiter) -> Iterator[str]:
        """The code for one delimiter: its rules, in order."""
        numbers = self.numbers(delimiter)
        which = sorted(number for found in numbers.values() for number in found)
        yield f"if {among(which)}:"
        for rule in delimiter.rules:
            yield f"    {comment(rule)}"
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


_IN_JSON = re.compile(r'[{}\[\],:+\-.a-zA-Z0-9 \t\n\r]*+(?:"[\s\S]*)?')
"""What may stand in JSON, other than in a string of it."""


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
