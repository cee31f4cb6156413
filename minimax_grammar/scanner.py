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
from typing import Any

from minimax_grammar.events import Event, Text, ThinkingDelta, ToolArgDelta
from minimax_grammar.filters import filtered
from minimax_grammar.formatted import Formatted, Shape
from minimax_grammar.reports import Segment
from minimax_grammar.spans import spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import ClassVar

    from minimax_grammar.bodies import Argument, Body
    from minimax_grammar.tools import Tools

__all__ = ["Scanner", "Segment", "Shape", "filtered"]

_PROCESS = os.urandom(4).hex()
_NUMBERS = count()


def _mint() -> Iterator[str]:
    """Ids that are unique within the process."""
    return map(f"call_{_PROCESS}_{{}}".format, _NUMBERS)


_IDS = _mint()


class Scanner(Formatted):
    """An incremental scanner for one dialect; made with :meth:`Dialect.scanner`.

    Feed it text as it arrives and take the events; then flush it.  After :meth:`flush` it is as new.
    """

    __slots__ = (
        "_before",
        "_begun",
        "_depth",
        "_fresh",
        "_held",
        "_last",
        "_mode",
        "_option_followed",
        "_option_guarded",
        "_option_thinking",
        "_patterns",
        "_plain",
        "_quick",
        "_span",
        "_spelling",
        "_start",
        "_stopped",
    )

    DIALECT: ClassVar[str] = ""
    """The name of the dialect."""
    OPTIONS: ClassVar[tuple[str, ...]] = ()
    """The options that decide which delimiters count."""
    PATTERNS: ClassVar[dict[tuple[bool, ...], tuple[Any, ...]]] = {}
    """For each setting of these options, the delimiters of every mode."""
    STARTS: ClassVar[dict[str, tuple[int, str, str, tuple[str, ...]]]] = {}
    """Where a scan may start: name, mode, the option it needs, what is taken to have come before, and the ends of
    prompts after which it starts there."""
    MODES: ClassVar[tuple[Callable[[Any, str, int, bool, list[Event]], int], ...]] = ()
    """One method per mode; the first mode is where scanning usually starts."""
    CONSTRUCTS: ClassVar[tuple[str, ...]] = ()
    """What each mode builds: ``call``, ``calls``, ``argument``, ``thinking``, ``part``, or nothing."""
    MODE_NAMES: ClassVar[tuple[str, ...]] = ()
    """The names of the modes."""
    FINISHES: ClassVar[tuple[str, ...]] = ()
    """What becomes of each mode if the stream ends in it: ``leave``, ``abort`` or ``emit``."""
    ENDS: ClassVar[tuple[str, ...]] = ()
    """What is reported of each mode if the stream ends in it."""
    DROPS: ClassVar[tuple[str, ...]] = ()
    """What is reported of each mode if its running text is dropped and is more than white space."""
    BECOMES: ClassVar[dict[int, int]] = {}
    """The modes that text makes other modes, and which."""
    BEHIND: ClassVar[int] = 0
    """How many characters of the stream are kept for delimiters that ask what came before them."""
    FOLLOWED: ClassVar[bool] = False
    """Whether a body is usually ended only by a closer that is followed by what may follow it."""
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
        closers: str | None = None,
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
        ``closers``: which closer ends a body: the ``first``, or the first that is ``followed`` by what may follow it
        (so that a body can hold its own closer); by default as the dialect says.

        Raises :class:`ToolsError` for a tool list that is not one, ``ValueError`` for an unknown ``start``.
        """
        if closers not in (None, "first", "followed"):
            raise ValueError(f"closers are 'first' or 'followed', not {closers!r}")
        followed = self.FOLLOWED if closers is None else closers == "followed"
        options = {"thinking": parse_thinking, "guarded": guarded, "followed": followed}
        usual = next(iter(self.STARTS))
        if start is not None and start not in self.STARTS:
            raise ValueError(f"{self.DIALECT} cannot start in {start!r}; it starts in {', '.join(self.STARTS)}")
        mode, needs, before, _ = self.STARTS[start or usual]
        if needs and not options[needs]:
            mode, _, before, _ = self.STARTS[usual]
        self._start = mode
        self._before = before
        self._patterns = self.PATTERNS[tuple(bool(options[name]) for name in self.OPTIONS)]
        self._option_followed = followed
        self._option_guarded = guarded
        self._option_thinking = parse_thinking
        self._tools = None if tools is None else _prepared(tools)
        self._keep_raw = raw_blocks
        self._ids = iter(ids) if ids is not None else _IDS
        self._bodies = bodies
        self._quick = bodies is None and not trace and not followed
        self._segments: list[Segment] | None = [] if trace else None
        self._begun = False
        self._held = ""
        self._clear()

    def _clear(self) -> None:
        """Forget the last stream."""
        self._clear_reports()
        self._clear_constructs()
        self._clear_formatted()
        self._mode = self._start
        self._spelling = ""
        self._stopped = False
        self._plain = False
        self._span = ""
        self._last = ""
        self._depth = 0
        self._fresh = True

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

    def is_plain(self, text: str) -> bool:
        """Whether a scan of ``text``, as a whole stream, would surely find nothing but visible text in it.

        It takes one search. Not every text of which this is false holds a delimiter.
        """
        mode, text = self._start, self._before + text
        seen: set[int] = set()
        while mode not in seen:
            seen.add(mode)
            delimiters = self._patterns[mode]
            if self.CONSTRUCTS[mode] or isinstance(delimiters, dict):
                return False
            if delimiters is not None and delimiters.final(text, 0) is not None:
                return False
            mode = self.BECOMES.get(mode, mode)
        return True

    @property
    def stopped(self) -> bool:
        """Whether a guarded scan came upon a fabricated result: what follows it is discarded."""
        return self._stopped

    @property
    def held(self) -> str:
        """The text that may still become a delimiter, and is in no event yet."""
        return self._held[max(0, -self._base) :]

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

    def _feed_calls(self, text: str) -> list[Event]:
        self._pass(text)
        if self._captures:
            self._raw.append(text)
        events: list[Event] = []
        self._calls_text(text, events)
        return events

    def _pass(self, text: str) -> None:
        base = self._base
        self._last = (self._last + text)[-self.BEHIND :] if self.BEHIND > 1 else text[-1]
        if "\n" in text:
            self._line += text.count("\n")
            self._line_start = base + text.rfind("\n") + 1
        self._base = base + len(text)

    # -- the loop -----------------------------------------------------------------------------------

    def _begin(self, events: list[Event]) -> None:
        self._clear()
        self._begun = True
        self._plain = self._segments is None and not self._before
        if self._before:
            self._held = self._before
            self._base = -len(self._before)
            # The first line is that of what is fed.
            self._line -= self._before.count("\n")
        if self._mode:
            # Started inside a mode: leaving it leads to where scanning usually starts.
            self._stack.append((0, 0, ""))
            self._moved = True
            if self.CONSTRUCTS[self._mode] == "thinking":
                self._begin_thinking(events)

    def _run(self, text: str, final: bool, events: list[Event]) -> None:
        """Scan ``text``, which begins with what was held."""
        start = 0
        if self.BEHIND:  # delimiters see what came before, whatever became of it
            start = len(self._last)
            text = self._last + text
            self._base -= start
        position, size = start, len(text)
        if self._raw_from >= 0:
            self._raw_from = start
        if self._stopped:
            self._trace("dropped", start, size)
            position = size
        modes = self.MODES
        while position < size:
            position = modes[self._mode](self, text, position, final, events)
            if position < 0:
                position = ~position
                break
        self._held = text[position:]
        if position:
            self._last = text[max(0, position - (self.BEHIND or 1)) : position]
        if self._raw_from >= 0 and self._captures and position > self._raw_from:
            self._raw.append(text[self._raw_from : position])
        if self._wanted or self._drop_start >= 0 or (self._moved and self._stack):
            self._settle_places(text, start)
        newlines = text.count("\n", start, position)
        if newlines:
            self._line += newlines
            self._line_start = self._base + text.rfind("\n", 0, position) + 1
        self._base += position
        if self._before and self._base >= 0 and not self._stopped:
            self._plain = self._segments is None

    def _finish(self, events: list[Event], *, report: bool = True) -> None:
        """Close everything that is open, from the inside out."""
        end = self._base
        if self._drop_start >= 0:
            self._end_drop(self.DROPS[self._mode])
        reason = ""
        while self._stack:
            mode = self._mode
            construct, name = self.CONSTRUCTS[mode], self.ENDS[mode]
            self._mode, start, self._spelling = self._stack.pop()
            finish = self.FINISHES[mode]
            formatted = construct == "calls" or (construct == "call" and self._body is not None)
            if report and name and not (formatted and finish != "abort"):
                self._report_at(name, start, end)
            reason = reason or name
            if construct == "thinking":
                self._end_thinking(events)
            elif construct in ("argument", "arguments"):
                self._abort_argument(events)
            elif formatted and self._shape is not None:
                emit = finish == "emit"
                self._end_calls("", 0, events, emit=emit, cut=True)
            elif formatted and finish == "leave":
                self._end_arguments(self.MODE_NAMES[mode], "", 0, events, keep=False, cut=True)
            elif construct == "call":
                self._abort_argument(events)
                self._abort_call(events, reason, end)
        self._span = ""

    def _stop(self, text: str, position: int, events: list[Event]) -> int:
        """A guarded scan ends at ``position``: the rest is discarded."""
        self._finish(events, report=False)
        self._stopped = True
        self._plain = False
        self._trace("dropped", position, len(text))
        return len(text)

    # -- what tokenizers share ----------------------------------------------------------------------

    def _inside(self, mode: str, text: str, position: int, *, final: bool) -> int:
        """Where the span that is open at ``position`` ends, or how far it surely goes on."""
        found = spans(*self.FORMATS[mode])[self._span]
        end, closed = found.leave(text, position)
        if closed:
            self._span = ""
        elif final:
            return len(text)
        return end

    def _can_open(self, mode: str, text: str, position: int) -> bool:
        """Whether a span can begin at ``position``, for what comes before it."""
        before = text[position - 1] if position else self._last
        return any(before in inside.span.after for inside in spans(*self.FORMATS[mode]).values())

    def _lead(self, text: str, start: int, end: int, trim: str) -> int:
        """Where text begins, after the layout with which it may begin."""
        if trim == "newline":
            if start == end:
                return start
            self._fresh = False
            return start + 1 if text[start] == "\n" else start
        if trim == "first":
            if start == end:
                return start
            self._fresh = False
            return start + 1 if text[start] == "\n" and not self._thoughts else start
        layout = _SPACE if trim == "space" else "\n"
        start = end - len(text[start:end].lstrip(layout))
        if start < end and not (trim == "layout" and _is_layout(text, start, end)):
            self._fresh = False
        return start

    def _trail(self, text: str, start: int, end: int, trim: str) -> int:
        """Where text ends, before the layout with which it may end."""
        if trim == "newline":
            return end - 1 if start < end and text[end - 1] == "\n" else end
        if trim == "layout" and self._fresh and _is_layout(text, start, end):
            return start
        if trim == "first":
            return end
        stop = max(start, end - _MAX_LAYOUT)
        layout = _SPACE if trim == "space" else "\n"
        return stop + len(text[stop:end].rstrip(layout))

    def _cut_off(self, text: str, position: int) -> None:
        """A delimiter that the end of the stream cut off: it is dropped."""
        self._report("cut-markup", position, len(text))
        self._trace("markup", position, len(text))


_new = tuple.__new__
_SPACE = " \t\n\r"
_MAX_LAYOUT = 64


def _is_layout(text: str, start: int, end: int) -> bool:
    """Whether a text is nothing but white space, and not much of it."""
    return end - start <= _MAX_LAYOUT and not text[start:end].strip(_SPACE)


def _prepared(tools: object) -> Tools:
    from minimax_grammar.tools import Tools

    return Tools.of(tools)
