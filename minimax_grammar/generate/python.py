"""A dialect as the Python source of a tokenizer.

The source is meant to be read: one method per mode, in the order of the dialect file, each a loop over one
search, with every rule of the file as a comment above the code that carries it out.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from minimax_grammar.generate.patterns import (
    Delimiter,
    ModePattern,
    argument_pattern,
    delimiters,
    mode_pattern,
)
from minimax_grammar.language.check import OPTIONS
from minimax_grammar.language.model import Action, Construct, Dialect, Kind, Mode, Rule, Trigger
from minimax_grammar.render.template import FIELDS, resolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["generate"]

_LEAVE = "self._mode, start, self._spelling = self._stack.pop()"


def generate(dialect: Dialect) -> str:
    """The source of a module with the class ``Tokenizer`` for ``dialect``."""
    return "\n".join(_Module(dialect).lines()) + "\n"


class _Module:
    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        # The mode in which scanning usually starts is number 0.
        first = dialect.starts[0].mode
        self.modes = [dialect.modes[first], *(mode for mode in dialect.modes.values() if mode.name != first)]
        self.numbers = {mode.name: number for number, mode in enumerate(self.modes)}
        self.options = [name for name in OPTIONS if any(self.depends(mode, name) for mode in self.modes)]
        self.searches: dict[tuple[object, ...], str] = {}
        self.search_lines: list[str] = []

    def depends(self, mode: Mode, option: str) -> bool:
        return any(delimiter.optional == option for delimiter in delimiters(mode))

    def lines(self) -> Iterator[str]:
        dialect = self.dialect
        methods = [line for mode in self.modes for line in _Method(self, mode).lines()]
        patterns = self.patterns()
        yield f'"""Tokenizer of the dialect {dialect.name}, generated from its dialect file. Do not edit."""'
        yield ""
        yield "from __future__ import annotations"
        yield ""
        yield "import re"
        yield ""
        yield "from minimax_grammar.delimiters import Delimiters, beginning"
        yield "from minimax_grammar.events import Event, Text, ThinkingDelta"
        yield "from minimax_grammar.scanner import Scanner"
        yield "from minimax_grammar.tags import attributes, is_self_closing, tag_end"
        yield "from minimax_grammar.text import utf16_length"
        yield ""
        yield "_new = tuple.__new__"
        yield f"_TAG_LIMIT = {dialect.tag_limit if dialect.tags else 0}"
        yield f"_PREFIXES = {_tuple([f'{prefix}:' for prefix in dialect.prefixes])}"
        yield ""
        for name, number in self.numbers.items():
            yield f"{_constant(name)} = {number}"
        yield ""
        yield from self.search_lines
        for mode in self.modes:
            pattern = argument_pattern(dialect, mode)
            if pattern:
                yield f"_{_constant(mode.name)}_ARGUMENT = re.compile({_quoted(pattern)})"
        yield ""
        yield "class Tokenizer(Scanner):"
        yield f"    {_quoted(dialect.title or dialect.name)}"
        yield ""
        yield "    __slots__ = ()"
        yield f"    DIALECT = {_quoted(dialect.name)}"
        yield f"    OPTIONS = {_tuple(self.options)}"
        yield f"    STARTS = {self.starts()}"
        yield f"    CONSTRUCTS = {_tuple([str(mode.construct or '') for mode in self.modes])}"
        yield f"    ENDS = {_tuple([self.end(mode) for mode in self.modes])}"
        yield f"    DROPS = {_tuple([mode.rules_for(Kind.TEXT)[0].report for mode in self.modes])}"
        yield f"    LIMITS = {self.limits()}"
        yield "    RENDERS = {"
        for render in self.dialect.renders.values():
            fields = {field for group in FIELDS[render.name] for field in group}
            names = {name: text for name, text in dialect.names.items() if name not in fields}
            template = resolved(render.template, names)
            yield f"        {_quoted(render.name)}: ({_quoted(template)}, {_quoted(render.joined)}),"
        yield "    }"
        yield f"    GUIDE = {_quoted(self.dialect.guide)}"
        yield from patterns
        yield ""
        yield from self.feed()
        yield from methods
        methods_in_order = ", ".join(f"_scan_{_identifier(mode.name)}" for mode in self.modes)
        yield f"    MODES = ({methods_in_order},)"

    def starts(self) -> str:
        entries = [
            f"{_quoted(start.name)}: ({self.numbers[start.mode]}, {_quoted(start.when)})"
            for start in self.dialect.starts
        ]
        return "{" + ", ".join(entries) + "}"

    def end(self, mode: Mode) -> str:
        ends = mode.rules_for(Kind.END)
        return ends[0].report or f"unclosed-{mode.construct or mode.name}" if ends else ""

    def limits(self) -> str:
        entries = [
            f"{_quoted(limit.name)}: ({limit.value}, {_quoted(limit.text)})"
            for limit in self.dialect.limits.values()
            if limit.name != "tag"
        ]
        return "{" + ", ".join(entries) + "}"

    def patterns(self) -> list[str]:
        """For every setting of the options that matter, the delimiters of every mode."""
        lines = ["    PATTERNS = {"]
        for values in product((False, True), repeat=len(self.options)):
            on = {option for option, value in zip(self.options, values, strict=True) if value}
            entries = [self.mode_search(mode, on) for mode in self.modes]
            lines.append(f"        {_tuple_of(map(repr, values))}: (")
            lines += [f"            {entry}," for entry in entries]
            lines.append("        ),")
        return [*lines, "    }"]

    def mode_search(self, mode: Mode, on: set[str]) -> str:
        """The expression for the delimiters of ``mode``: a name, or a dict by spelling."""
        found = delimiters(mode)
        if not found:
            return "None"
        inactive = {delimiter.trigger for delimiter in found if delimiter.optional not in ("", *on)}
        same = next((delimiter.trigger for delimiter in found if delimiter.trigger.same), None)
        if same is None:
            return self.search(mode, inactive, "")
        spellings = ["", *self.dialect.tags[same.name].spellings]
        entries = [f"{_quoted(spelling)}: {self.search(mode, inactive, spelling)}" for spelling in spellings]
        return "{" + ", ".join(entries) + "}"

    def search(self, mode: Mode, inactive: set[Trigger], spelling: str) -> str:
        """The name of the search for the delimiters of ``mode``, which is written out once."""
        pattern = mode_pattern(self.dialect, mode, inactive, spelling)
        parts = {"heads": pattern.heads, "spaced": pattern.spaced, "marks": pattern.marks}
        key = (pattern.first, pattern.alternatives, *parts.values())
        if key not in self.searches:
            name = f"_{_constant(mode.name)}_DELIMITERS"
            if name in self.searches.values():
                name += f"_{len(self.searches) + 1}"
            self.searches[key] = name
            self.search_lines.append(f"{name} = Delimiters(")
            self.search_lines += [f"    {_quoted(line)}," for line in (pattern.first, *pattern.alternatives)]
            for part, literals in parts.items():
                if literals:
                    self.search_lines += _wrapped(part, literals)
            self.search_lines += [")", ""]
        return self.searches[key]

    def full(self, mode: Mode) -> ModePattern | None:
        """The pattern of ``mode``, if it has delimiters; its groups are the same under all options."""
        return mode_pattern(self.dialect, mode) if delimiters(mode) else None

    def feed(self) -> Iterator[str]:
        """A feed without the first character of any delimiter needs no search at all."""
        firsts = {pattern.first[:1] for mode in self.modes if (pattern := self.full(mode)) is not None}
        if len(firsts) != 1 or "" in firsts:
            return
        first = firsts.pop()
        yield "    def feed(self, text: str) -> list[Event]:"
        yield f'        """As :meth:`Scanner.feed`, with a short way for text without {first!r}."""'
        yield f"        if self._plain and not self._held and text and {_quoted(first)} not in text:"
        yield "            mode = self._mode"
        for mode in self.modes:
            if mode.text_action is not Action.SKIP:
                yield f"            if mode == {_constant(mode.name)}:"
                yield f"                return {self.feed_plain(mode)}"
        yield "        return Scanner.feed(self, text)"
        yield ""

    def feed_plain(self, mode: Mode) -> str:
        if mode.construct is Construct.ARGUMENT:
            return "self._feed_argument(text)"
        if mode.construct is Construct.THINKING:
            return "self._feed_thinking(text)"
        return "self._feed_text(text)"


class _Method:
    """The method that scans one mode."""

    def __init__(self, module: _Module, mode: Mode) -> None:
        self.module = module
        self.mode = mode
        self.pattern = module.full(mode)
        self.drop = mode.rules_for(Kind.TEXT)[0].report

    def lines(self) -> Iterator[str]:
        mode = self.mode
        builds = f" is {mode.construct}" if mode.construct else ""
        parameters = "self, text: str, pos: int, final: bool, events: list[Event]"
        yield f"    def _scan_{_identifier(mode.name)}({parameters}) -> int:"
        yield f'        """mode {mode.name}{builds}: text -> {mode.text_action}"""'
        yield "        trace = self._segments is not None"
        if self.pattern is None:
            yield "        end = len(text)"
            yield from _indent(2, self.plain("pos", "end"))
            yield "        return end"
            yield ""
            return
        yield "        plain = pos  # where running text begins that nothing was done with yet"
        yield f"        search = {self.search()}"
        yield "        while True:"
        yield "            found = search(text, pos)"
        yield "            if found is None:"
        yield "                pos = len(text)"
        if len(self.pattern.first) > 1:
            yield "                if not final:"
            yield f"                    pos -= beginning(text, plain, {_quoted(self.pattern.first)})"
        yield "                break"
        yield "            pos = found.start()"
        yield "            which = found.lastindex"
        yield "            if which is None:  # what may still become a delimiter"
        yield from _indent(4, self.may_become())
        # The most frequent delimiter comes first.
        for delimiter in delimiters(mode):
            yield from _indent(3, self.plain_call(delimiter))
        for form in ("name", "whole"):
            yield from _indent(3, self.measure(form))
        yield from _indent(3, self.text_ends())
        for delimiter in delimiters(mode):
            yield from _indent(3, self.delimiter(delimiter))
        yield "            raise AssertionError(which)"
        yield "        # From here on nothing is certain yet, and nothing but running text comes before."
        yield from _indent(2, self.plain("plain", "pos"))
        yield "        return pos if pos == len(text) else ~pos"
        yield ""

    def may_become(self) -> Iterator[str]:
        if any(delimiter.trigger.kind is Kind.CLOSE for delimiter in delimiters(self.mode)):
            yield "if found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:"
            yield "    self._not_a_tag(text, pos, found.end())"
            yield "    pos += 1"
            yield "    continue"
        yield "if not final:"
        yield "    break"
        yield "pos += 1"
        yield "continue"

    def text_ends(self) -> Iterator[str]:
        """Running text ends where a delimiter stands, unless the delimiter is running text itself."""
        assert self.pattern is not None
        conditions: dict[str, list[int]] = {}
        for number, group in self.pattern.groups.items():
            if group.form != "called":
                conditions.setdefault(_ends_text(group.delimiter), []).append(number)
        lines = self.end_text()
        exceptions = [
            f"not ({_among(numbers)})" if condition == "False" else f"({condition} or not ({_among(numbers)}))"
            for condition, numbers in conditions.items()
            if condition != "True"
        ]
        if exceptions:
            yield f"if {' and '.join(exceptions)}:"
            yield from _indent(1, lines)
        else:
            yield from lines

    def end_text(self) -> Iterator[str]:
        """Running text ends here."""
        yield from self.plain("plain", "pos")
        if self.drop:
            yield "if self._drop_start >= 0:"
            yield f"    self._end_drop({_quoted(self.drop)})"
        yield "plain = pos"

    def search(self) -> str:
        number = self.module.numbers[self.mode.name]
        if any(delimiter.trigger.same for delimiter in delimiters(self.mode)):
            return f"self._patterns[{number}][self._spelling].search"
        return f"self._patterns[{number}].search"

    def plain(self, start: str, end: str) -> Iterator[str]:
        """Running text from ``start`` to ``end``."""
        action, construct = self.mode.text_action, self.mode.construct
        kind = "dropped"
        yield f"if {start} < {end}:"
        if action is Action.EMIT:
            yield f"    events.append(_new(Text, (text[{start}:{end}],)))"
            kind = "text"
        elif action is Action.BODY and construct is Construct.THINKING:
            yield f"    self._thinking_text(text[{start}:{end}], events)"
            kind = "thinking"
        elif action is Action.BODY:
            yield f"    self._argument_text(text[{start}:{end}], events)"
            kind = "body"
        elif self.drop:
            yield f"    if not text[{start}:{end}].isspace():"
            yield f"        self._drop(text, {start}, {end})"
        yield "    if trace:"
        yield f"        self._trace({_quoted(kind)}, {start}, {end})"

    def groups(self, form: str) -> list[int]:
        assert self.pattern is not None
        return [number for number, group in self.pattern.groups.items() if group.form == form]

    def measure(self, form: str) -> Iterator[str]:
        """Where a delimiter of which the pattern does not tell it ends, or that it is none after all."""
        if form == "name" and self.groups("name"):
            yield f"if {_among(self.groups('name'))}:  # the name of an opening tag"
            yield "    end = tag_end(text, pos, found.end(), _TAG_LIMIT)"
            yield "    if end <= 0:"
            yield "        if end and not final:"
            yield "            break"
            yield "        if not end:"
            yield "            self._not_a_tag(text, pos, found.end())"
            yield "        pos += 1"
            yield "        continue"
            yield "else:"
            yield "    end = found.end()"
        elif form == "name":
            yield "end = found.end()"
        calls = [*self.groups("call"), *self.groups("ended")]
        if form == "name" and calls:
            yield f"if {_among(sorted(calls))}:  # only its opening tag, for now"
            yield f"    end = found.start({calls[0]})"
        closers = [number for number in self.groups("whole") if self.is_closer(number)]
        if form == "whole" and closers:
            yield f"if end - pos > _TAG_LIMIT // 2 and {_among(closers)}:"
            yield "    if utf16_length(text[pos:end]) > _TAG_LIMIT:"
            yield "        self._not_a_tag(text, pos, end)"
            yield "        pos += 1"
            yield "        continue"

    def is_closer(self, number: int) -> bool:
        assert self.pattern is not None
        return self.pattern.groups[number].delimiter.trigger.kind is Kind.CLOSE

    def delimiter(self, delimiter: Delimiter) -> Iterator[str]:
        """The code for one delimiter: its rules, in order."""
        numbers = self.numbers(delimiter)
        which = sorted(number for found in numbers.values() for number in found)
        yield f"if {_among(which)}:"
        for rule in delimiter.rules:
            yield f"    # {rule}"
            if rule.when and not delimiter.optional:
                yield f"    if self._option_{rule.when}:"
                yield from _indent(2, self.rule(rule, numbers))
            else:
                yield from _indent(1, self.rule(rule, numbers))

    def plain_call(self, delimiter: Delimiter) -> Iterator[str]:
        """A short way for the most frequent calls, with the same outcome."""
        numbers = self.numbers(delimiter)
        if "call" not in numbers:
            return
        rule = delimiter.rules[0]
        call, ended = numbers["call"][0], numbers["ended"][0]
        mode = self.module.dialect.modes[rule.target]
        argument = f"_{_constant(mode.name)}_ARGUMENT"
        yield f"if self._quick and (which == {ended} or which == {call}):"
        yield "    # a plain call, or its beginning with plain arguments"
        yield "    end = found.end()"
        yield from _indent(1, self.end_text())
        yield from _indent(1, self.report(rule, f"found.start({call})"))
        yield f"    if which == {ended}:"
        yield f"        self._plain_call(found, {call}, {argument}, events, whole=True)"
        yield "        plain = pos = end"
        yield "        continue"
        yield from _indent(1, self.push(mode, ""))
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
            yield f"    self._report({_quoted(rule.report)}, pos, {end})"
        elif rule.report:
            yield f"self._report({_quoted(rule.report)}, pos, {end})"

    def rule(self, rule: Rule, numbers: dict[str, list[int]]) -> Iterator[str]:
        action = rule.action
        if action in (Action.EMIT, Action.BODY):  # the delimiter is running text as well
            yield from self.report(rule)
            yield "pos = end"
            yield "continue"
            return
        yield from self.report(rule)
        if action is Action.SKIP:
            yield from _markup()
            yield "plain = pos = end"
            yield "continue"
        elif action is Action.STOP:
            yield "return self._stop(text, pos, events)"
        elif action is Action.LEAVE:
            yield from self.leave(rule)
        elif action is Action.ENTER:
            yield from self.enter(rule, numbers)

    def leave(self, rule: Rule) -> Iterator[str]:
        before = rule.trigger.before
        end = "pos" if before else "end"
        if not before:
            yield from _markup()
        construct = self.mode.construct
        if construct is Construct.ARGUMENT:
            yield _LEAVE
            yield f"self._end_argument(start, self._base + {end}, events)"
        else:
            yield _LEAVE
            if construct is Construct.CALL:
                yield f"self._end_call(text, {end}, events)"
            elif construct is Construct.THINKING:
                yield "self._end_thinking(events)"
        yield f"return {end}"

    def enter(self, rule: Rule, numbers: dict[str, list[int]]) -> Iterator[str]:
        target = self.module.dialect.modes[rule.target]
        yield from _markup()
        has_tag = rule.trigger.kind is Kind.OPEN
        if target.bindings:
            yield from self.properties(rule, target, numbers)
        elif "bare" in numbers:
            yield f"closed = which != {numbers['bare'][0]} and is_self_closing(text, found.end(), end)"
        elif has_tag:
            yield "closed = is_self_closing(text, found.end(), end)"
        yield from self.begin(rule, target)
        if has_tag:
            yield "if closed:"
            yield from _indent(1, self.close_at_once(target))
        yield "return end"

    def properties(self, rule: Rule, target: Mode, numbers: dict[str, list[int]]) -> Iterator[str]:
        """What the construct of ``target`` takes from the attributes of the tag."""
        names = {prop: binding.attribute for prop, binding in target.bindings.items()}
        slow = ["read = attributes(text, found.end(), end)"]
        slow += [
            f'{prop} = read.get({_quoted(name)}, "").strip()'
            if prop in ("name", "key")
            else f"{prop} = read.get({_quoted(name)})"
            for prop, name in names.items()
        ]
        slow.append("closed = is_self_closing(text, found.end(), end)")
        if "call" in numbers:
            quick, group = [numbers["call"][0], numbers["ended"][0]], numbers["call"][0] - 1
        elif "tag" in numbers:
            quick, group = numbers["tag"], numbers["tag"][0]
        else:
            yield from slow
            return
        first = self.module.dialect.tags[rule.trigger.name].attributes[0]
        yield f"if {_among(quick)}:"
        for prop, name in names.items():
            yield f"    {prop} = " + (f"found[{group}]" if name == first else "None")
        yield "    closed = False"
        yield "else:"
        yield from _indent(1, iter(slow))

    def begin(self, rule: Rule, target: Mode) -> Iterator[str]:
        spelling = ""
        if any(d.trigger.same and d.trigger.name == rule.trigger.name for d in delimiters(target)):
            spelling = 'text[pos + 1 : found.end()].rstrip(">").rpartition(":")[2]'
        yield from self.push(target, spelling)
        if target.construct is Construct.CALL:
            yield "self._begin_call(name, pos, end, events)"
        elif target.construct is Construct.ARGUMENT:
            string = "string" if "string" in target.bindings else "None"
            yield f"self._begin_argument({_quoted(target.name)}, key, {string})"
        elif target.construct is Construct.THINKING:
            yield "self._begin_thinking(events)"

    def push(self, target: Mode, spelling: str) -> Iterator[str]:
        """``target`` begins at ``pos``, on top of the present mode."""
        same = any(delimiter.trigger.same for delimiter in delimiters(self.mode))
        outer = "self._spelling" if same else '""'
        yield f"self._stack.append(({_constant(self.mode.name)}, self._base + pos, {outer}))"
        yield f"self._mode = {_constant(target.name)}"
        yield "self._moved = True"
        if spelling or same:
            yield f"self._spelling = {spelling or repr('')}"

    def close_at_once(self, target: Mode) -> Iterator[str]:
        if target.construct is Construct.ARGUMENT:
            yield _LEAVE
            yield "self._end_argument(start, self._base + end, events)"
            return
        yield _LEAVE
        if target.construct is Construct.CALL:
            yield "self._end_call(text, end, events)"
        elif target.construct is Construct.THINKING:
            yield "self._end_thinking(events)"


def _ends_text(delimiter: Delimiter) -> str:
    """The condition under which running text ends at ``delimiter``."""
    condition = "False"
    for rule in reversed(delimiter.rules):
        ends = str(rule.action not in (Action.EMIT, Action.BODY))
        if not rule.when or delimiter.optional:
            condition = ends
        elif condition != ends:
            condition = f"self._option_{rule.when}" if ends == "True" else f"not self._option_{rule.when}"
    return condition


def _markup() -> Iterator[str]:
    yield "if trace:"
    yield '    self._trace("markup", pos, end)'


def _indent(depth: int, lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield "    " * depth + line


def _among(numbers: Sequence[int]) -> str:
    return f"which == {numbers[0]}" if len(numbers) == 1 else f"which in {tuple(numbers)}"


def _tuple(texts: Sequence[str]) -> str:
    return _tuple_of(map(_quoted, texts))


def _quoted(text: str) -> str:
    """``text`` as a string literal, in double quotes unless that needs more escapes."""
    literal = repr(text)
    return literal if '"' in text or literal[0] == '"' else f'"{literal[1:-1]}"'


def _tuple_of(sources: Iterator[str] | Sequence[str]) -> str:
    found = list(sources)
    return f"({', '.join(found)}{',' if len(found) == 1 else ''})"


def _wrapped(name: str, texts: Sequence[str]) -> Iterator[str]:
    """``name=(…)`` as an argument, in lines that are not too long."""
    line = f"    {name}=("
    for text in texts:
        item = f"{_quoted(text)}, "
        if len(line) + len(item) > 110:
            yield line.rstrip()
            line = "        "
        line += item
    yield f"{line.rstrip()}),"


def _identifier(name: str) -> str:
    return name.replace("-", "_").lower()


def _constant(name: str) -> str:
    return _identifier(name).upper()
