"""What a scanner builds: calls, their arguments, thinking, from the text that a tokenizer hands over."""

from __future__ import annotations

from typing import Any

from minimax_grammar.bodies import Argument, Body
from minimax_grammar.events import (
    Event,
    ThinkingDelta,
    ThinkingEnd,
    ThinkingStart,
    ToolAbort,
    ToolArgDelta,
    ToolEnd,
    ToolStart,
)
from minimax_grammar.reports import Reports
from minimax_grammar.values import coerce, is_verbatim

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator
    from typing import ClassVar

    from minimax_grammar.tools import Tool, Tools
    from minimax_grammar.values.repairs import Findings

__all__ = ["OBJECT_BESIDE", "Constructs", "typed_as"]

OBJECT_BESIDE = "the call has arguments of its own: the object of arguments beside them does not count"

_NULL = frozenset({"null", "None"})


class Constructs(Reports):
    """The part of a scanner that holds what is open."""

    __slots__ = (
        "_arguments",
        "_bodies",
        "_body",
        "_call_start",
        "_id",
        "_ids",
        "_keep_raw",
        "_key",
        "_marker",
        "_name",
        "_object",
        "_raw",
        "_raw_from",
        "_spoilt",
        "_string",
        "_thoughts",
        "_tool",
        "_tools",
    )

    LIMITS: ClassVar[dict[str, tuple[int, str]]] = {}
    """The limits and markers of bodies, by mode."""
    UNTYPED: ClassVar[frozenset[str]] = frozenset()
    """The modes in which an argument that no schema declares is text."""
    STRICT: ClassVar[frozenset[str]] = frozenset()
    """The modes in which JSON is not repaired."""
    NULLS: ClassVar[frozenset[str]] = frozenset()
    """The modes in which the body ``null`` of an argument that may be a string or null is null."""
    FORMATS: ClassVar[dict[str, tuple[str, str]]] = {}
    """What the bodies of modes are written in, if not as the schema says: the format, and what strings stand in."""
    TREES: ClassVar[tuple[tuple[str, ...], tuple[str, ...], str]] = ((), (), "")
    """What tags begin with, what closing tags begin with, and what they end with."""

    _bodies: Callable[[Argument], Body] | None
    _ids: Iterator[str]
    _keep_raw: bool
    _tools: Tools | None

    def _clear_constructs(self) -> None:
        self._id: str | None = None
        self._name = ""
        self._tool: Tool | None = None
        self._arguments: dict[str, Any] | None = None
        self._call_start = 0
        self._raw: list[str] = []
        self._raw_from = -1
        self._object = False
        self._spoilt = False
        self._key: str | None = ""
        self._string: str | None = None
        self._marker = ""
        self._body: Body | None = None
        self._thoughts: list[str] = []

    def _begin_call(self, name: str, position: int, end: int, events: list[Event], wire_id: str = "") -> None:
        self._call_start = self._base + position
        self._raw_from = position if self._base >= 0 else max(position, -self._base)
        self._arguments = {}
        if not name:
            return
        call_id = self._id = wire_id or next(self._ids)
        self._name = name
        if self._tools is not None:
            self._tool = self._tools.get(name)
            if self._tool is None:
                self._report("unknown-tool", position, end, self._unknown_tool(name))
        events.append(_new(ToolStart, (call_id, name)))

    def _unknown_tool(self, name: str) -> str:
        close = self._tools.close(name) if self._tools is not None else []
        hint = f"; did you mean {close[0]!r}?" if close else ""
        return f"the tool {_short(name)} is not in the list{hint}"

    def _listed(self, name: str) -> bool:
        """Whether ``name`` is a tool that was offered; if none are known, any may be."""
        return self._tools is None or self._tools.get(name.strip()) is not None

    def _listed_end(self, name: str, separator: str) -> str:
        """The longest end of ``name``, cut at ``separator``, that is a tool that was offered; else all of it."""
        end = name
        while self._tools is not None and self._tools.get(end) is None:
            _, found, end = end.partition(separator)
            if not found:
                return name
        return end

    def _end_call(self, text: str, end: int, events: list[Event]) -> None:
        if self._id is None:
            self._report_at("nameless-call", self._call_start, self._base + end)
        elif self._spoilt:
            events.append(ToolAbort(self._id, self._name, "invalid-arguments"))
        else:
            raw = ""
            if self._keep_raw:
                raw = text[self._raw_from : end]
                if self._raw:
                    raw = "".join(self._raw) + raw
            arguments = self._arguments
            assert arguments is not None
            events.append(_new(ToolEnd, (self._id, self._name, arguments, raw)))
            if self._tool is not None:
                for name, message in self._tool.contract.check(arguments):
                    self._report_at(name, self._call_start, self._base + end, message)
        self._forget_call()

    def _abort_call(self, events: list[Event], reason: str, end: int) -> None:
        if self._id is None:
            self._report_at("nameless-call", self._call_start, end)
        else:
            events.append(ToolAbort(self._id, self._name, reason))
        self._forget_call()

    def _forget_call(self) -> None:
        self._id = None
        self._tool = None
        self._arguments = None
        self._raw_from = -1
        self._object = False
        self._spoilt = False
        if self._raw:
            self._raw = []

    def _plain_call(
        self, found: re.Match[str], number: int, argument: re.Pattern[str], events: list[Event], *, whole: bool
    ) -> None:
        """A call in its plainest spelling, or as much of it as is: the same as all its parts one after another.

        Group ``number`` of ``found`` holds its arguments, all too short to be cut, and the group before it its name;
        ``argument`` is the pattern of one argument.
        """
        call_id = next(self._ids)
        name = found[number - 1]
        events.append(_new(ToolStart, (call_id, name)))
        tool = None
        known = _NOTHING_KNOWN
        if self._tools is not None:
            tool = self._tools.get(name)
            if tool is None:
                self._report("unknown-tool", found.start(), found.start(number), self._unknown_tool(name))
            else:
                known = tool.known
        arguments: dict[str, Any] = {}
        irregular = []
        for index, (key, raw) in enumerate(argument.findall(found[number])):
            if raw:
                events.append(_new(ToolArgDelta, (call_id, name, key, raw)))
            parameter = known.get(key)
            if parameter is not None and parameter.verbatim and "&" not in raw:
                value = raw
            else:
                value, findings = coerce(raw, tool, key)
                if findings:
                    irregular.append((index, findings))
            if key in arguments:
                irregular.append((index, (("duplicate-argument", _given_twice(key)),)))
            arguments[key] = value
        if irregular:
            self._report_arguments(found, number, argument, irregular)
        if not whole:
            self._call_start = self._base + found.start()
            self._raw_from = found.start()
            self._id, self._name, self._tool, self._arguments = call_id, name, tool, arguments
            return
        events.append(_new(ToolEnd, (call_id, name, arguments, found[0] if self._keep_raw else "")))
        if tool is not None:
            for rule, message in tool.contract.check(arguments):
                self._report(rule, found.start(), found.end(), message)

    def _report_arguments(
        self,
        found: re.Match[str],
        number: int,
        argument: re.Pattern[str],
        irregular: list[tuple[int, tuple[tuple[str, str], ...]]],
    ) -> None:
        """Report findings about plain arguments, given by number."""
        spans = [match.span() for match in argument.finditer(found.string, *found.span(number))]
        for index, findings in irregular:
            for rule, message in findings:
                self._report(rule, *spans[index], message)

    # -- arguments ----------------------------------------------------------------------------------

    def _begin_argument(self, mode: str, key: str, string: str | None) -> None:
        self._key = key
        self._string = string
        if key and self._id is not None:
            limit, self._marker = self.LIMITS[mode]
            if self._bodies is None:
                self._body = Body(limit)
            else:
                verbatim = mode not in self.FORMATS and is_verbatim(self._tool, key, string)
                verbatim = verbatim and not self._may_be_null(mode)
                argument = Argument(self._id, self._name, key, verbatim, limit, self._marker)
                self._body = self._bodies(argument)

    def _argument_text(self, text: str, events: list[Event]) -> None:
        body = self._body
        if body is not None:
            delta = body.feed(text)
            if delta:
                events.append(_new(ToolArgDelta, (self._id, self._name, self._key, delta)))

    def _end_argument(self, start: int, end: int, events: list[Event], mode: str = "") -> None:
        """The argument that began at ``start`` ends at ``end``, both from the start of the input."""
        body, self._body = self._body, None
        if body is None:
            if not self._key:
                self._report_at("nameless-argument", start, end)
            return
        delta = body.end()
        if delta:
            events.append(_new(ToolArgDelta, (self._id, self._name, self._key, delta)))
        value: Any
        if body.truncated:
            value = body.text + self._marker
            self._report_at("truncated-argument", start, end)
        else:
            value, findings = self._value(mode, body.text)
            for name, message in findings:
                self._report_at(name, start, end, message)
        if self._bodies is not None:
            value = body.settle(value)
        arguments = self._arguments
        assert arguments is not None
        assert self._key is not None
        if self._object:
            self._object = False
            arguments.clear()
            self._report_at("duplicate-argument", start, end, OBJECT_BESIDE)
        if self._key in arguments:
            self._report_at("duplicate-argument", start, end, _given_twice(self._key))
        arguments[self._key] = value

    def _value(self, mode: str, text: str) -> tuple[Any, Findings]:
        """The value of the argument that is open, whose body is ``text``."""
        assert self._key is not None
        if self._string is None and self._tool is not None and "&" not in text and not mode:
            parameter = self._tool.known.get(self._key)
            if parameter is not None and parameter.verbatim:  # most are
                return text, ()
        if mode in self.FORMATS:
            if self.FORMATS[mode][0] == "tree":
                from minimax_grammar.values.tree import parse_tree

                opening, _, _ = self.TREES
                if not text.strip() or any(part in text for part in opening):
                    try:
                        return parse_tree(text, self._schema(), *self.TREES), ()
                    except ValueError:  # nested too deeply
                        return text, (("deep-nesting", "the value is nested too deeply: its text is the value"),)
            else:
                from minimax_grammar.values.entities import decode_entities

                text = decode_entities(text)
        declared = self._tool is not None and self._tool.declares(self._key)
        if mode in self.UNTYPED and self._string is None and not declared:
            return text, ()
        if text.strip() in _NULL and self._may_be_null(mode):
            return coerce(text, None, self._key, strict=mode in self.STRICT)
        return coerce(text, self._tool, self._key, self._string, strict=mode in self.STRICT)

    def _may_be_null(self, mode: str) -> bool:
        """Whether the body of the argument that is open in ``mode`` is a string, or ``null``, by the tool's schema."""
        if mode not in self.NULLS or self._string is not None or self._tool is None or self._key is None:
            return False
        parameter = self._tool.parameter(self._key)
        return parameter.verbatim and parameter.nullable

    def _schema(self) -> object:
        """The schema of the argument that is open; None if there is none."""
        assert self._key is not None
        return None if self._tool is None else self._tool.schema_of(self._key)

    def _abort_argument(self, events: list[Event]) -> None:
        body, self._body = self._body, None
        if body is not None:
            delta = body.end()
            if delta:
                events.append(_new(ToolArgDelta, (self._id, self._name, self._key, delta)))

    # -- thinking -----------------------------------------------------------------------------------

    def _begin_thinking(self, events: list[Event]) -> None:
        events.append(_new(ThinkingStart, ()))

    def _thinking_text(self, text: str, events: list[Event]) -> None:
        self._thoughts.append(text)
        events.append(_new(ThinkingDelta, (text,)))

    def _end_thinking(self, events: list[Event]) -> None:
        thoughts = self._thoughts
        events.append(_new(ThinkingEnd, ("".join(thoughts),)))
        thoughts.clear()


_new = tuple.__new__
_NOTHING_KNOWN: dict[str, Any] = {}


def _given_twice(key: str) -> str:
    return f"the argument {_short(key)} is given twice; the last one counts"


def _short(name: str) -> str:
    return repr(name if len(name) <= 60 else name[:59] + "…")


def typed_as(kind: str | None) -> str | None:
    """The ``string`` property of an argument whose markup names the type of its value."""
    return kind if kind is None else "true" if kind.strip() == "string" else "false"
