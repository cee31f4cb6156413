"""A dialect as the Python source of a tokenizer.

The source is meant to be read: one method per mode, in the order of the dialect file, each a loop over one
search, with every rule of the file as a comment above the code that carries it out.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from minimax_grammar.generate.facts import full_mode_pattern
from minimax_grammar.generate.method import Method
from minimax_grammar.generate.patterns import mode_pattern
from minimax_grammar.generate.plainest import argument_pattern
from minimax_grammar.generate.source import constant, identifier, quoted, tuple_of, tuple_of_texts, wrapped
from minimax_grammar.generate.triggers import begins, delimiters, followers, literals
from minimax_grammar.language.checks.names import OPTIONS
from minimax_grammar.language.model import Action, Construct, Dialect, Kind, Mode, Trigger
from minimax_grammar.render.template import FIELDS, resolved
from minimax_grammar.spans import spans

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["generate"]

_BEHIND = re.compile(r"(?:\(\?#\w+\))?\(\?<=\[?((?:\\.|[^\])])+)", re.DOTALL)
_MAX_DEPTH = 64
_FREQUENT = ("span", "quote", "open", "shut")
_UNCLOSED = {
    Construct.CALL: "unclosed-call",
    Construct.CALLS: "unclosed-call",
    Construct.ARGUMENTS: "unclosed-call",
    Construct.ARGUMENT: "unclosed-argument",
    Construct.THINKING: "unclosed-thinking",
}


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
        if any(mode.has_body and followers(dialect, mode) and self.has_closer(mode) for mode in self.modes):
            self.options.append("followed")
        self.searches: dict[tuple[object, ...], str] = {}
        self.search_lines: list[str] = []

    def depends(self, mode: Mode, option: str) -> bool:
        return any(delimiter.optional == option for delimiter in delimiters(mode))

    def has_closer(self, mode: Mode) -> bool:
        return any(rule.action is Action.LEAVE and rule.trigger.kind in (Kind.CLOSE, Kind.MARK) for rule in mode.rules)

    def lines(self) -> Iterator[str]:
        dialect = self.dialect
        methods = [line for mode in self.modes for line in Method(dialect, mode, self.numbers[mode.name]).lines()]
        patterns = self.patterns()
        yield f'"""Tokenizer of the dialect {dialect.name}, generated from its dialect file. Do not edit."""'
        yield ""
        yield "from __future__ import annotations"
        yield ""
        yield "import re"
        yield ""
        yield "from minimax_grammar.delimiters import Delimiters, beginning"
        yield "from minimax_grammar.events import Event, Text, ThinkingDelta"
        yield "from minimax_grammar.constructs import typed_as"
        yield "from minimax_grammar.scanner import Scanner, Shape, filtered"
        yield "from minimax_grammar.tags import attributes, is_self_closing, tag_end"
        yield "from minimax_grammar.text import utf16_length"
        yield ""
        yield "_new = tuple.__new__"
        yield f"_TAG_LIMIT = {dialect.limits['tag'].value if 'tag' in dialect.limits else 0}"
        yield f"_TAG_END = {quoted(dialect.tag_end)}"
        yield f"_MAX_DEPTH = {_MAX_DEPTH}"
        yield f"_PREFIXES = {tuple_of_texts([f'{prefix}:' for prefix in dialect.prefixes])}"
        yield ""
        for name, number in self.numbers.items():
            yield f"{constant(name)} = {number}"
        yield ""
        yield from self.search_lines
        for mode in self.modes:
            pattern = argument_pattern(dialect, mode)
            if pattern:
                yield f"_{constant(mode.name)}_ARGUMENT = re.compile({quoted(pattern)})"
        yield ""
        yield "class Tokenizer(Scanner):"
        yield f"    {quoted(dialect.title or dialect.name)}"
        yield ""
        yield "    __slots__ = ()"
        yield f"    DIALECT = {quoted(dialect.name)}"
        yield f"    OPTIONS = {tuple_of_texts(self.options)}"
        yield f"    STARTS = {self.starts()}"
        yield f"    CONSTRUCTS = {tuple_of_texts([str(mode.construct or '') for mode in self.modes])}"
        yield f"    ENDS = {tuple_of_texts([self.end(mode) for mode in self.modes])}"
        yield f"    DROPS = {tuple_of_texts([mode.rules_for(Kind.TEXT)[0].report for mode in self.modes])}"
        yield f"    FINISHES = {tuple_of_texts([self.finish(mode) for mode in self.modes])}"
        yield f"    MODE_NAMES = {tuple_of_texts([mode.name for mode in self.modes])}"
        yield f"    LIMITS = {self.limits()}"
        yield from self.formats()
        yield "    RENDERS = {"
        for render in self.dialect.renders.values():
            fields = {field for group in FIELDS[render.name] for field in group}
            names = {name: text for name, text in dialect.names.items() if name not in fields}
            template = resolved(render.template, names)
            yield f"        {quoted(render.name)}: ({quoted(template)}, {quoted(render.joined)}),"
        yield "    }"
        yield f"    GUIDE = {quoted(self.dialect.guide)}"
        yield from patterns
        yield ""
        yield from self.feed()
        yield from methods
        methods_in_order = ", ".join(f"_scan_{identifier(mode.name)}" for mode in self.modes)
        yield f"    MODES = ({methods_in_order},)"

    def starts(self) -> str:
        entries = [
            f"{quoted(start.name)}: ({self.numbers[start.mode]}, {quoted(start.when)}, {quoted(start.after)}, "
            f"{tuple_of_texts(start.prompts)})"
            for start in self.dialect.starts
        ]
        return "{" + ", ".join(entries) + "}"

    def end(self, mode: Mode) -> str:
        ends = mode.rules_for(Kind.END)
        return (ends[0].report or _UNCLOSED.get(mode.construct or Construct.PART, "")) if ends else ""

    def finish(self, mode: Mode) -> str:
        ends = mode.rules_for(Kind.END)
        return str(ends[0].action) if ends else ""

    def formats(self) -> Iterator[str]:
        """What the bodies of modes are written in."""
        formats, shapes, untyped, strict, nulls = [], [], [], [], []
        for mode in self.modes:
            words = {prop: binding.words for prop, binding in mode.bindings.items() if binding.words}
            if mode.format:
                quote = words.get("quote", ("",))[0]
                formats.append(f"{quoted(mode.name)}: ({quoted(mode.format)}, {quoted(quote)})")
            if words.get("untyped") == ("text",):
                untyped.append(mode.name)
            if words.get("json") == ("strict",):
                strict.append(mode.name)
            if words.get("null") == ("value",):
                nulls.append(mode.name)
            if mode.envelope:
                invalid = mode.rules_for(Kind.INVALID)
                tentative = bool(invalid) and invalid[0].action is Action.EMIT
                members = ", ".join(tuple_of_texts(words.get(prop, ())) for prop in ("name", "arguments", "beside"))
                shapes.append(
                    f"{quoted(mode.name)}: Shape({quoted(mode.format)}, {members}, {mode.construct is Construct.CALL}, "
                    f"{quoted(words.get('callee', ('full',))[0])}, {tentative}, "
                    f"{words.get('tools') == ('offered',)}, {words.get('source') == ('block',)})"
                )
        if formats:
            yield f"    FORMATS = {{{', '.join(formats)}}}"
        if shapes:
            yield f"    SHAPES = {{{', '.join(shapes)}}}"
        uncertain = [mode.name for mode in self.modes if _may_not_count(mode)]
        if uncertain:
            yield f"    UNCERTAIN = frozenset({tuple_of_texts(uncertain)})"
        if untyped:
            yield f"    UNTYPED = frozenset({tuple_of_texts(untyped)})"
        if strict:
            yield f"    STRICT = frozenset({tuple_of_texts(strict)})"
        if nulls:
            yield f"    NULLS = frozenset({tuple_of_texts(nulls)})"
        if any(mode.format == "tree" for mode in self.modes):
            yield f"    TREES = ({tuple_of_texts(self.dialect.tag_open)}, {tuple_of_texts(self.dialect.tag_close)}, "
            yield f"        {quoted(self.dialect.tag_end)})"
        becomes = {
            self.numbers[mode.name]: self.numbers[rule.target]
            for mode in self.modes
            for rule in mode.rules_for(Kind.TEXT)
            if rule.action is Action.BECOME
        }
        if becomes:
            yield f"    BECOMES = {becomes}"
        behind = max((len(form.past) for mark in self.dialect.marks.values() for form in mark.forms), default=0)
        if behind:
            yield f"    BEHIND = {behind}"
        if self.dialect.closers == "followed":
            yield "    FOLLOWED = True"

    def limits(self) -> str:
        entries = [
            f"{quoted(limit.name)}: ({limit.value}, {quoted(limit.text)})"
            for limit in self.dialect.limits.values()
            if limit.name != "tag"
        ]
        return "{" + ", ".join(entries) + "}"

    def patterns(self) -> list[str]:
        """For every setting of the options that matter, the delimiters of every mode."""
        lines = ["    PATTERNS = {"]
        for values in product((False, True), repeat=len(self.options)):
            on = {option for option, value in zip(self.options, values, strict=True) if value}
            entries = [self.mode_search(mode, on, followed="followed" in on) for mode in self.modes]
            lines.append(f"        {tuple_of(map(repr, values))}: (")
            lines += [f"            {entry}," for entry in entries]
            lines.append("        ),")
        return [*lines, "    }"]

    def mode_search(self, mode: Mode, on: set[str], *, followed: bool) -> str:
        """The expression for the delimiters of ``mode``: a name, or a dict by spelling."""
        if full_mode_pattern(self.dialect, mode) is None:
            return "None"
        found = delimiters(mode)
        inactive = {delimiter.trigger for delimiter in found if delimiter.optional not in ("", *on)}
        triggers = [delimiter.trigger for delimiter in found]
        same = next((trigger for trigger in triggers if trigger.same and trigger.kind is Kind.CLOSE), None)
        if same is None:
            return self.search(mode, inactive, "", followed=followed)
        spellings = ["", *self.dialect.tags[same.name].spellings]
        entries = [
            f"{quoted(spelling)}: {self.search(mode, inactive, spelling, followed=followed)}" for spelling in spellings
        ]
        return "{" + ", ".join(entries) + "}"

    def search(self, mode: Mode, inactive: set[Trigger], spelling: str, *, followed: bool) -> str:
        """The name of the search for the delimiters of ``mode``, which is written out once."""
        pattern = mode_pattern(self.dialect, mode, inactive, spelling, followed=followed)
        parts = {"heads": pattern.heads, "spaced": pattern.spaced, "marks": pattern.marks}
        key = (pattern.first, pattern.alternatives, *parts.values(), pattern.behind)
        if key not in self.searches:
            name = f"_{constant(mode.name)}_DELIMITERS"
            if name in self.searches.values():
                name += f"_{len(self.searches) + 1}"
            self.searches[key] = name
            self.search_lines.append(f"{name} = Delimiters(")
            self.search_lines += [f"    {quoted(line)}," for line in (pattern.first, *pattern.alternatives)]
            for part, literals in parts.items():
                if literals:
                    self.search_lines += wrapped(part, literals)
            if pattern.behind:
                self.search_lines.append(f"    behind={quoted(pattern.behind)},")
            # Quotes and brackets are never far, nor is anything between calls; else what begins a delimiter is rare.
            frequent = any(group.form in _FREQUENT for group in pattern.groups.values())
            if not (pattern.first or frequent or mode.text_action is Action.SKIP):
                self.search_lines += wrapped("begins", begins(self.dialect, mode))
            self.search_lines += [")", ""]
        return self.searches[key]

    def feed(self) -> Iterator[str]:
        """A feed without the first character of any delimiter needs no search at all."""
        ways = [(mode, self.feed_plain(mode)) for mode in self.modes]
        ways = [(mode, way) for mode, way in ways if way]
        if not ways:
            return
        yield "    def feed(self, text: str) -> list[Event]:"
        yield '        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""'
        shared = {() if mode.format in ("json", "python") else self.firsts(mode) for mode, _ in ways}
        condition = f" and {_without(shared.pop())}" if len(shared) == 1 else ""
        yield f"        if self._plain and not self._held and text{condition}:"
        yield "            mode = self._mode"
        for mode, way in ways:
            tests = [f"mode == {constant(mode.name)}"]
            if self.escapes(mode):
                # No delimiter can begin; quotes lead in and out of strings.
                begins = _without(tuple(first for first in self.firsts(mode) if first != '"'))
                tests.append(f"""'\\\\' not in text and ((self._span and '"' not in text) or ({begins}))""")
                if mode.rules_for(Kind.BALANCED):
                    tests.append("self._depth")
                yield f"            if {' and '.join(tests)}:"
                yield "                self._ahead = False"
                yield """                if text.count('"') % 2:"""
                yield """                    self._span = "" if self._span else '"'"""
                yield f"                return {way}"
                continue
            if mode.format == "python":
                # In strings and comments only what can end one counts.
                ends = _without(("'", '"', "\\", "\n"))
                tests.append(f"{ends} and (self._span or ({_without(self.firsts(mode))}))")
                if mode.rules_for(Kind.BALANCED):
                    tests.append("self._depth")
            elif not condition:
                tests.append(_without(self.firsts(mode)))
            if mode.trim:
                layout = "\n" if mode.trim != "space" else " \t\n\r"
                tests.append(f"not self._fresh and text[-1] not in {quoted(layout)}")
            yield f"            if {' and '.join(tests)}:"
            yield f"                return {way}"
        yield "        return Scanner.feed(self, text)"
        yield ""

    def firsts(self, mode: Mode) -> tuple[str, ...]:
        """The characters with which something can begin in ``mode`` that is not running text."""
        pattern = full_mode_pattern(self.dialect, mode)
        if pattern is None:
            return ()
        begins = [literal for part in (pattern.heads, pattern.spaced, pattern.marks) for literal in part]
        if pattern.first:
            return (pattern.first[0],)
        found = [_BEHIND.match(alternative) for alternative in pattern.alternatives]
        characters = [char[-1] for match in found if match for char in re.findall(r"(?s)\\.|.", match[1])]
        return tuple(dict.fromkeys([*characters, *(literal[0] for literal in begins)]))

    def escapes(self, mode: Mode) -> bool:
        """Whether the strings of the body of ``mode`` are such that only quotes and backslashes count in them."""
        starts = {text[0] for each in delimiters(mode) for text in literals(self.dialect, each.trigger)}
        return mode.format == "json" and list(spans("json")) == ['"'] and '"' not in starts

    def feed_plain(self, mode: Mode) -> str:
        if mode.text_action in (Action.SKIP, Action.BECOME) or mode.construct is Construct.PART:
            return ""
        if mode.envelope:
            return "self._feed_calls(text)" if mode.format in ("json", "python") else ""
        if mode.construct in (Construct.ARGUMENT, Construct.ARGUMENTS, Construct.CALL):
            return "self._feed_argument(text)" if mode.format in ("", "tree", "json", "notation", "python") else ""
        if mode.construct is Construct.THINKING:
            return "self._feed_thinking(text)"
        return "self._feed_text(text)"


def _without(firsts: tuple[str, ...]) -> str:
    return " and ".join(f"{quoted(first)} not in text" for first in firsts) or "True"


def _may_not_count(mode: Mode) -> bool:
    """Whether the arguments that the body of ``mode`` is all of may not be those of the call, or are no JSON."""
    if mode.construct is Construct.ARGUMENTS:
        return True
    return mode.construct is Construct.CALL and mode.format not in ("", "json") and not mode.envelope
