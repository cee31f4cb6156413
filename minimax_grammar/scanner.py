"""What every generated tokenizer stands on: held text, the open call, raw capture, diagnostics.

A tokenizer is a subclass with one method per mode, generated from a dialect file.  The method looks for
the next delimiter of its mode in one search, and calls the methods below for what it finds.  It returns the
offset from which the next mode goes on, or ``~offset`` if the text from there may still become a delimiter
and is held until more arrives.

Text comes in, events go out: nothing here touches files, clocks or threads.
"""

from __future__ import annotations

import os
from itertools import count
from typing import Any, NamedTuple

from minimax_grammar.bodies import Argument, Body
from minimax_grammar.events import (
    Event,
    Text,
    ThinkingDelta,
    ThinkingEnd,
    ThinkingStart,
    ToolAbort,
    ToolArgDelta,
    ToolEnd,
    ToolStart,
)
from minimax_grammar.values import coerce, is_verbatim

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator
    from typing import ClassVar

    from minimax_grammar.diagnostics import Diagnostic
    from minimax_grammar.tools import Tool, Tools

__all__ = ["Scanner", "Segment"]

_PROCESS = os.urandom(4).hex()
_NUMBERS = count()


def _mint() -> Iterator[str]:
    """Ids that are unique within the process."""
    return map(f"call_{_PROCESS}_{{}}".format, _NUMBERS)


_IDS = _mint()


class Segment(NamedTuple):
    """A stretch of the input and what became of it; all segments of a scan tile the input."""

    kind: str
    """``text``, ``thinking``, ``body`` (of an argument), ``markup`` (a delimiter), or ``dropped``."""
    start: int
    """Code points from the start of the input."""
    end: int
    """Likewise, exclusive."""


class Scanner:
    """An incremental scanner for one dialect; made with :meth:`Dialect.scanner`.

    Feed it text as it arrives and take the events; then flush it.  After :meth:`flush` it is as new.
    """

    __slots__ = (
        "_anchors",
        "_arguments",
        "_base",
        "_begun",
        "_bodies",
        "_body",
        "_call_start",
        "_drop_end",
        "_drop_start",
        "_held",
        "_id",
        "_ids",
        "_keep_raw",
        "_key",
        "_line",
        "_line_start",
        "_marker",
        "_mode",
        "_moved",
        "_name",
        "_option_guarded",
        "_option_thinking",
        "_patterns",
        "_places",
        "_plain",
        "_quick",
        "_raw",
        "_raw_from",
        "_reports",
        "_segments",
        "_spelling",
        "_stack",
        "_start",
        "_stopped",
        "_string",
        "_thoughts",
        "_tool",
        "_tools",
        "_wanted",
    )

    DIALECT: ClassVar[str] = ""
    """The name of the dialect."""
    OPTIONS: ClassVar[tuple[str, ...]] = ()
    """The options that decide which delimiters count."""
    PATTERNS: ClassVar[dict[tuple[bool, ...], tuple[Any, ...]]] = {}
    """For each setting of these options, the delimiters of every mode."""
    STARTS: ClassVar[dict[str, tuple[int, str]]] = {}
    """The modes in which a scan may start: name, mode, and the option it needs."""
    MODES: ClassVar[tuple[Callable[[Any, str, int, bool, list[Event]], int], ...]] = ()
    """One method per mode; the first mode is where scanning usually starts."""
    CONSTRUCTS: ClassVar[tuple[str, ...]] = ()
    """What each mode builds: ``call``, ``argument``, ``thinking``, or nothing."""
    ENDS: ClassVar[tuple[str, ...]] = ()
    """What is reported of each mode if the stream ends in it."""
    DROPS: ClassVar[tuple[str, ...]] = ()
    """What is reported of each mode if its running text is dropped and is more than white space."""
    LIMITS: ClassVar[dict[str, tuple[int, str]]] = {}
    """The limits and markers of bodies, by mode."""
    RENDERS: ClassVar[dict[str, tuple[str, str]]] = {}
    """Templates, and what stands between several of what they are for."""
    GUIDE: ClassVar[str] = ""
    """The file that tells a model of the dialect, beside the dialect file."""

    def __init__(
        self,
        tools: object = None,
        parse_thinking: bool = True,
        *,
        guarded: bool = False,
        start: str | None = None,
        raw_blocks: bool = True,
        ids: Iterable[str] | None = None,
        bodies: Callable[[Argument], Body] | None = None,
        trace: bool = False,
    ) -> None:
        """Make a scanner.

        ``tools``: the tools the model was offered, as a list of dicts in OpenAI's, Anthropic's or the plain
        ``{"name", "description", "parameters"}`` shape; they type the arguments.  None if unknown.
        ``parse_thinking``: whether thinking blocks are told apart from text.
        ``guarded``: whether scanning stops where the model begins to invent a tool result.
        ``start``: where scanning starts, by a name of the dialect (``"thinking"`` if the prompt already
        opened the thinking block).
        ``raw_blocks``: whether ``ToolEnd`` carries the exact source of the call.
        ``ids``: where the ids of calls come from; by default they are unique within the process.
        ``bodies``: makes the bodies of arguments (see :mod:`minimax_grammar.bodies`).
        ``trace``: whether :attr:`segments` is kept.

        Raises :class:`ToolsError` for a tool list that is not one, ``ValueError`` for an unknown ``start``.
        """
        options = {"thinking": parse_thinking, "guarded": guarded}
        usual = next(iter(self.STARTS))
        if start is not None and start not in self.STARTS:
            raise ValueError(f"{self.DIALECT} cannot start in {start!r}; it starts in {', '.join(self.STARTS)}")
        mode, needs = self.STARTS[start or usual]
        self._start = mode if not needs or options[needs] else self.STARTS[usual][0]
        self._patterns = self.PATTERNS[tuple(bool(options[name]) for name in self.OPTIONS)]
        self._option_guarded = guarded
        self._option_thinking = parse_thinking
        self._tools = None if tools is None else _prepared(tools)
        self._keep_raw = raw_blocks
        self._ids = iter(ids) if ids is not None else _IDS
        self._bodies = bodies
        self._quick = bodies is None and not trace
        self._segments: list[Segment] | None = [] if trace else None
        self._begun = False
        self._held = ""
        self._raw: list[str] = []
        self._clear()

    def _clear(self) -> None:
        """Forget the last stream."""
        self._mode = self._start
        self._stack: list[tuple[int, int, str]] = []
        self._spelling = ""
        self._base = 0
        self._line = 1
        self._line_start = 0
        self._stopped = False
        self._plain = False
        self._id: str | None = None
        self._name = ""
        self._tool: Tool | None = None
        self._arguments: dict[str, Any] | None = None
        self._call_start = 0
        self._raw_from = -1
        self._key = ""
        self._string: str | None = None
        self._marker = ""
        self._body: Body | None = None
        self._thoughts: list[str] = []
        self._drop_start = -1
        self._drop_end = -1
        self._moved = False
        self._anchors: dict[int, tuple[int, int]] = {}
        self._reports: list[tuple[str, int, int, str]] = []
        self._places: dict[int, tuple[int, int]] = {}
        self._wanted: list[int] = []
        if self._segments:
            self._segments = []

    # -- what callers use ---------------------------------------------------------------------------

    def feed(self, text: str) -> list[Event]:
        """Take the next piece of the stream, of any length; return what it makes certain."""
        events: list[Event] = []
        if not self._begun:
            self._begin(events)
        if self._held:
            text = self._held + text
        self._run(text, False, events)
        return events

    def flush(self) -> list[Event]:
        """The stream has ended: return what that makes certain, and be ready for the next one.

        Held text is what it was: text, thinking or body.  Open thinking ends; an open call is dropped with a
        ``ToolAbort``.
        """
        events: list[Event] = []
        if not self._begun:
            self._begin(events)
        self._run(self._held, True, events)
        self._finish(events)
        self._settle_places("")
        self._begun = self._plain = False
        self._held = ""
        return events

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What was irregular so far, by place.  Kept after a flush, until the next stream begins."""
        from minimax_grammar.diagnostics import RULES, Diagnostic

        found = []
        for name, start, end, message in self._reports:
            rule = RULES[name]
            line, column = self._places[start]
            end_line, end_column = self._places[end]
            found.append(
                Diagnostic(
                    rule.code,
                    name,
                    rule.severity,
                    message or rule.summary,
                    start,
                    end,
                    line,
                    column,
                    end_line,
                    end_column,
                    rule.fix,
                )
            )
        return sorted(found, key=lambda diagnostic: (diagnostic.start, diagnostic.end))

    @property
    def stopped(self) -> bool:
        """Whether a guarded scan came upon a fabricated result: what follows it is discarded."""
        return self._stopped

    @property
    def held(self) -> str:
        """The text that may still become a delimiter, and is in no event yet."""
        return self._held

    @property
    def segments(self) -> list[Segment]:
        """What became of each stretch of the input, if the scanner was made with ``trace``."""
        return list(self._segments or ())

    # -- text in which no delimiter can begin -------------------------------------------------------

    def _feed_text(self, text: str) -> list[Event]:
        self._pass(text)
        return [_new(Text, (text,))]

    def _feed_thinking(self, text: str) -> list[Event]:
        self._pass(text)
        self._thoughts.append(text)
        return [_new(ThinkingDelta, (text,))]

    def _feed_argument(self, text: str) -> list[Event]:
        self._pass(text)
        if self._keep_raw:
            self._raw.append(text)
        body = self._body
        delta = body.feed(text) if body is not None else ""
        return [_new(ToolArgDelta, (self._id, self._name, self._key, delta))] if delta else []

    def _pass(self, text: str) -> None:
        base = self._base
        if "\n" in text:
            self._line += text.count("\n")
            self._line_start = base + text.rfind("\n") + 1
        self._base = base + len(text)

    # -- the loop -----------------------------------------------------------------------------------

    def _begin(self, events: list[Event]) -> None:
        self._clear()
        self._begun = True
        self._plain = self._segments is None
        if self._mode:
            # Started inside a mode: leaving it leads to where scanning usually starts.
            self._stack.append((0, 0, ""))
            self._moved = True
            if self.CONSTRUCTS[self._mode] == "thinking":
                self._begin_thinking(events)

    def _run(self, text: str, final: bool, events: list[Event]) -> None:
        """Scan ``text``, which begins with what was held."""
        position, size = 0, len(text)
        if self._raw_from >= 0:
            self._raw_from = 0
        if self._stopped:
            self._trace("dropped", 0, size)
            position = size
        modes = self.MODES
        while position < size:
            position = modes[self._mode](self, text, position, final, events)
            if position < 0:
                position = ~position
                break
        self._held = text[position:]
        if self._raw_from >= 0 and self._keep_raw and position > self._raw_from:
            self._raw.append(text[self._raw_from : position])
        if self._wanted or self._drop_start >= 0 or (self._moved and self._stack):
            self._settle_places(text)
        newlines = text.count("\n", 0, position)
        if newlines:
            self._line += newlines
            self._line_start = self._base + text.rfind("\n", 0, position) + 1
        self._base += position

    def _finish(self, events: list[Event], *, report: bool = True) -> None:
        """Close everything that is open, from the inside out."""
        end = self._base
        if self._drop_start >= 0:
            self._end_drop(self.DROPS[self._mode])
        reason = ""
        while self._stack:
            construct, name = self.CONSTRUCTS[self._mode], self.ENDS[self._mode]
            self._mode, start, self._spelling = self._stack.pop()
            if report:
                self._report_at(name, start, end)
            reason = reason or name
            if construct == "thinking":
                self._end_thinking(events)
            elif construct == "argument":
                self._abort_argument(events)
            elif construct == "call":
                self._abort_call(events, reason, end)

    def _stop(self, text: str, position: int, events: list[Event]) -> int:
        """A guarded scan ends at ``position``: the rest is discarded."""
        self._finish(events, report=False)
        self._stopped = True
        self._plain = False
        self._trace("dropped", position, len(text))
        return len(text)

    # -- calls --------------------------------------------------------------------------------------

    def _begin_call(self, name: str, position: int, end: int, events: list[Event]) -> None:
        self._call_start = self._base + position
        self._raw_from = position
        self._arguments = {}
        if not name:
            return
        call_id = self._id = next(self._ids)
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

    def _end_call(self, text: str, end: int, events: list[Event]) -> None:
        if self._id is None:
            self._report_at("nameless-call", self._call_start, self._base + end)
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
                verbatim = is_verbatim(self._tool, key, string)
                argument = Argument(self._id, self._name, key, verbatim, limit, self._marker)
                self._body = self._bodies(argument)

    def _argument_text(self, text: str, events: list[Event]) -> None:
        body = self._body
        if body is not None:
            delta = body.feed(text)
            if delta:
                events.append(_new(ToolArgDelta, (self._id, self._name, self._key, delta)))

    def _end_argument(self, start: int, end: int, events: list[Event]) -> None:
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
            value, findings = coerce(body.text, self._tool, self._key, self._string)
            for name, message in findings:
                self._report_at(name, start, end, message)
        if self._bodies is not None:
            value = body.settle(value)
        arguments = self._arguments
        assert arguments is not None
        if self._key in arguments:
            self._report_at("duplicate-argument", start, end, _given_twice(self._key))
        arguments[self._key] = value

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

    # -- what is dropped, reported and traced -------------------------------------------------------

    def _drop(self, text: str, start: int, end: int) -> None:
        """Running text that says nothing: remember where there is more than white space in it."""
        piece = text[start:end].strip()
        if piece:
            first = self._base + text.index(piece, start)
            if self._drop_start < 0:
                self._drop_start = first
            self._drop_end = first + len(piece)

    def _end_drop(self, name: str) -> None:
        """A run of dropped text ends that was more than white space."""
        self._report_at(name, self._drop_start, self._drop_end)
        self._drop_start = -1

    def _report(self, name: str, start: int, end: int, message: str = "") -> None:
        """Report a stretch of the current text."""
        self._report_at(name, self._base + start, self._base + end, message)

    def _report_at(self, name: str, start: int, end: int, message: str = "") -> None:
        """Report a stretch of the input; if it began before the current text, at something still open."""
        self._reports.append((name, start, end, message))
        for offset in (start, end):
            if offset >= self._base:
                self._wanted.append(offset)
            elif offset not in self._places:
                self._places[offset] = self._anchors[offset]

    def _not_a_tag(self, text: str, position: int, head: int) -> None:
        """The tag at ``position``, whose name ends at ``head`` or white space before it, is too long to be one."""
        name = text[position:head].rstrip(" \t\n\r\f\v>")
        self._report("tag-too-long", position, position + len(name))

    def _trace(self, kind: str, start: int, end: int) -> None:
        """Note what became of a stretch of the current text."""
        segments = self._segments
        if segments is None or start == end:
            return
        start += self._base
        end += self._base
        if segments and segments[-1].kind == kind and segments[-1].end == start:
            start = segments.pop().start
        segments.append(Segment(kind, start, end))

    def _settle_places(self, text: str) -> None:
        """Find line and column of what was reported and of what is still open, as far as ``text`` reaches."""
        open_now = {start for _, start, _ in self._stack}
        self._moved = False
        if not self._wanted and self._drop_start < 0 and open_now <= self._anchors.keys():
            return
        if self._drop_start >= 0:
            open_now |= {self._drop_start, self._drop_end}
        anchors = {offset: place for offset, place in self._anchors.items() if offset in open_now}
        reach = self._base + len(text)
        wanted = {offset for offset in self._wanted if offset <= reach and offset not in self._places}
        self._wanted = [offset for offset in self._wanted if offset > reach]
        line, line_start, at = self._line, self._line_start, 0
        for offset in sorted(wanted | (open_now - anchors.keys())):
            here = offset - self._base
            newline = text.rfind("\n", at, here)
            if newline >= 0:
                line += text.count("\n", at, here)
                line_start = self._base + newline + 1
            at = here
            place = (line, offset - line_start + 1)
            if offset in wanted:
                self._places[offset] = place
            if offset in open_now:
                anchors[offset] = place
        self._anchors = anchors


_new = tuple.__new__
_NOTHING_KNOWN: dict[str, Any] = {}


def _prepared(tools: object) -> Tools:
    from minimax_grammar.tools import Tools

    return Tools.of(tools)


def _given_twice(key: str) -> str:
    return f"the argument {_short(key)} is given twice; the last one counts"


def _short(name: str) -> str:
    return repr(name if len(name) <= 60 else name[:59] + "…")
