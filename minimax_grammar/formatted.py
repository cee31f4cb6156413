"""Calls whose bodies have a format of their own: arguments as one object, envelopes, calls in Python."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from minimax_grammar.bodies import Argument, Body
from minimax_grammar.constructs import OBJECT_BESIDE, Constructs
from minimax_grammar.events import Event, Text, ToolAbort, ToolArgDelta, ToolEnd, ToolStart
from minimax_grammar.values.blanks import BLANKS
from minimax_grammar.values.repairs import Repair, findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from minimax_grammar.values.envelope import Envelopes
    from minimax_grammar.values.repairs import Findings, Irregular

__all__ = ["Formatted", "Shape"]


class Shape(NamedTuple):
    """How the calls of a mode are written in its body."""

    format: str
    """``json`` or ``python``."""
    names: tuple[str, ...]
    """The keys of a name; none if the body is the arguments alone, whose tool they tell."""
    arguments: tuple[str, ...]
    """The keys of the arguments."""
    beside: tuple[str, ...]
    """The keys of what says nothing of a call."""
    single: bool
    """Whether the mode is one call, so that its source is that of the call."""
    callee: str
    """``last`` if of a dotted name only its last part counts."""
    tentative: bool
    """Whether the mode is text if it is no calls: then nothing is said before its end."""
    offered: bool
    """Whether calls of tools that were not offered are none, where the mode is tentative."""
    block: bool
    """Whether the source of each of several calls in Python is all of the body, with what is around it."""


class Formatted(Constructs):
    """The part of a scanner that builds calls from bodies with a format."""

    __slots__ = (
        "_ahead",
        "_captures",
        "_doubtful",
        "_envelopes",
        "_fragments",
        "_known",
        "_late",
        "_made",
        "_ready",
        "_shape",
        "_wire_id",
    )

    SHAPES: ClassVar[dict[str, Shape]] = {}
    """How calls are written, by mode."""
    UNCERTAIN: ClassVar[frozenset[str]] = frozenset()
    """The modes of all arguments at once that may not count, or are no JSON."""

    def _clear_formatted(self) -> None:
        self._forget_body()
        self._doubtful = 0  # up to here nothing is read ahead

    def _forget_body(self) -> None:
        self._ahead = False
        self._known: tuple[str, Any] | None = None
        self._captures = self._keep_raw
        self._envelopes: Envelopes | None = None
        self._fragments: list[str] = []
        self._late: list[tuple[str, str]] = []
        self._made = 0
        self._ready: tuple[dict[str, Any], str] | None = None
        self._shape: Shape | None = None
        self._wire_id = ""

    # -- the arguments of a call as one object --------------------------------------------------------

    def _begin_arguments(self, mode: str) -> None:
        """The body of the call that has just begun is its arguments."""
        self._key = None
        if self._id is None:
            return
        self._ahead = True
        limit, self._marker = self.LIMITS[mode]
        if self._bodies is None:
            self._body = Body(limit)
        else:
            certain = mode not in self.UNCERTAIN
            self._body = self._bodies(Argument(self._id, self._name, None, False, limit, self._marker, certain))

    def _end_arguments(
        self,
        mode: str,
        text: str,
        end: int,
        events: list[Event],
        *,
        keep: bool,
        cut: bool = False,
        nothing: bool = False,
    ) -> None:
        """The call ends at ``end`` of ``text``.

        If its body is no arguments it has none if ``keep``, and is dropped otherwise; it is dropped in any case if it
        was ``cut`` off by the end of the stream.  ``nothing`` says that something else stands where the body should.
        """
        from minimax_grammar.values.arguments import read_arguments

        body, self._body = self._body, None
        if body is None:
            self._end_call(text, end, events)
            return
        delta = body.end()
        if delta:
            events.append(_new(ToolArgDelta, (self._id, self._name, None, delta)))
        stop = self._base + end
        arguments: dict[str, Any] = {}
        reason = ""
        if body.truncated:
            reason = "truncated-argument"
            self._report_at(reason, self._call_start, stop)
        elif cut and not body.text.strip():
            reason = "unclosed-call"
            self._report_at(reason, self._call_start, stop)
        elif nothing:
            reason = "invalid-arguments"
            self._report_at(reason, self._call_start, stop, "no arguments follow the name of the call")
        else:
            try:
                known = self._known_value(body.text)
                arguments, found = (
                    (known, ()) if isinstance(known, dict) else read_arguments(body.text, *self.FORMATS[mode])
                )
            except ValueError as error:
                reason = "unclosed-call" if cut else "invalid-arguments"
                self._report_at(reason, self._call_start, stop, "" if cut else f"the call has no arguments: {error}")
            else:
                for name, message in found:
                    self._report_at(name, self._call_start, stop, message)
        if reason and (cut or not keep):
            self._abort_call(events, reason, stop)
            return
        if self._bodies is not None:
            arguments = body.settle(arguments)
        self._arguments = arguments
        self._end_call(text, end, events)

    def _end_object(self, mode: str, start: int, end: int, events: list[Event], *, keep: bool) -> None:
        """The object of arguments that began at ``start`` ends at ``end``, and the call goes on.

        It counts if the call has no arguments of its own, and no object yet.  If it is none the call keeps the
        arguments that it has if ``keep``, and is spoilt otherwise.
        """
        from minimax_grammar.values.arguments import read_arguments

        body, self._body = self._body, None
        if body is None:
            return
        delta = body.end()
        if delta:
            events.append(_new(ToolArgDelta, (self._id, self._name, None, delta)))
        arguments: dict[str, Any] = {}
        if body.truncated:
            self._report_at("truncated-argument", start, end)
            self._spoilt = not keep
        else:
            try:
                known = self._known_value(body.text)
                arguments, found = (
                    (known, ()) if isinstance(known, dict) else read_arguments(body.text, *self.FORMATS[mode])
                )
            except ValueError as error:
                self._report_at("invalid-arguments", start, end, f"these are no arguments: {error}")
                self._spoilt = not keep
            else:
                for name, message in found:
                    self._report_at(name, start, end, message)
        if self._bodies is not None:
            arguments = body.settle(arguments)
        assert self._arguments is not None
        if not self._arguments:
            self._arguments = arguments
            self._object = True  # until an argument of its own comes
        elif self._object:
            self._report_at("duplicate-argument", start, end, "the call has two objects of arguments: the first counts")
        else:
            self._report_at("duplicate-argument", start, end, OBJECT_BESIDE)

    def _read_ahead(self, text: str, pos: int) -> int:
        """Where the JSON value ends with which a body begins, if all of it is there; else ``pos``.

        It holds no delimiter, since those count only outside of strings.  Where a value turns out not to be all there,
        no other one is tried before the text ends, so that reading ahead costs no more than the text is long.
        """
        if not self._ahead:
            return pos
        self._ahead = False
        if self._base + pos < self._doubtful:
            return pos
        start = _end_of_blanks(text, pos)
        if text[start : start + 1] not in ("{", "["):
            return pos
        from minimax_grammar.values.strict import strict_at, with_repeats

        found = strict_at(text, start)
        if found is None:
            self._doubtful = self._base + len(text)
            return pos
        value, end = found
        source = text[start:end]
        if not with_repeats(source, value)[1]:
            self._known = source, value
        return end

    def _known_value(self, text: str) -> Any:
        """The value of the JSON in ``text`` if that is what was read ahead; else None."""
        known, self._known = self._known, None
        return known[1] if known is not None and known[0] == text.strip(_SPACE) else None

    # -- bodies that say by themselves which calls they are ---------------------------------------------

    def _begin_calls(self, mode: str, position: int, wire_id: str = "") -> None:
        """A body begins at ``position`` that describes calls, or one whose id is ``wire_id``."""
        from minimax_grammar.values.envelope import Envelopes

        shape = self._shape = self.SHAPES[mode]
        self._call_start = self._base + position
        self._raw_from = position if self._base >= 0 else max(position, -self._base)
        self._captures = self._keep_raw or shape.tentative
        self._made = 0
        self._body = Body(self.LIMITS[mode][0])
        self._ahead = True
        self._wire_id = wire_id
        if shape.format == "json" and shape.names and not shape.tentative:
            self._envelopes = Envelopes(shape.names, shape.arguments, shape.beside)

    def _quick_call(self, text: str, pos: int, closers: tuple[str, ...], events: list[Event]) -> int:
        """A short way for a body that is one plain call and all there, from ``pos`` of ``text`` on.

        Returns where the one of ``closers`` ends that follows it; 0 if the body is not so plain.
        """
        from minimax_grammar.values.envelope import plain_head, read_plain

        shape, body = self._shape, self._body
        assert shape is not None
        assert body is not None
        if self._base + pos < self._doubtful:
            return 0
        head = plain_head(shape.names, shape.arguments, shape.beside).match(text, pos)
        if head is None:
            return 0
        found = read_plain(text, head)
        if found is None:
            self._doubtful = self._base + len(text)
            return 0
        name = found.name.strip()
        end = _end_of_blanks(text, found.end)
        closer = next((closer for closer in closers if text.startswith(closer, end)), "")
        if not closer or not name or not body.surely_holds(end - pos):
            return 0
        stop = end + len(closer)
        call_id = next(self._ids)
        events.append(_new(ToolStart, (call_id, name)))
        events.append(_new(ToolArgDelta, (call_id, name, None, found.given)))
        raw = ""
        if self._keep_raw:
            raw = "".join(self._raw) + text[self._raw_from : stop] if shape.single else text[found.start : found.end]
        arguments = found.arguments
        events.append(_new(ToolEnd, (call_id, name, arguments, raw)))
        if self._tools is not None:
            tool = self._tools.get(name)
            start, after = self._call_start, self._base + stop
            if tool is None:
                self._report_at("unknown-tool", start, after, self._unknown_tool(name))
            else:
                for rule, message in tool.contract.check(arguments):
                    self._report_at(rule, start, after, message)
        self._body = None
        self._key = ""
        self._forget_call()
        self._forget_body()
        return stop

    def _calls_text(self, text: str, events: list[Event]) -> None:
        """The next piece of such a body."""
        body = self._body
        assert body is not None
        text = body.feed(text)
        envelopes = self._envelopes
        if envelopes is None or not text:
            return
        if self._id is not None and self._ready is None and envelopes.passes(text):
            events.append(_new(ToolArgDelta, (self._id, self._name, None, text)))
        else:
            self._read(envelopes, text, events)

    def _read(self, envelopes: Envelopes, text: str, events: list[Event]) -> None:
        for item in envelopes.feed(text):
            if item.kind == "name":
                self._start_item(item.text, events)
            elif item.kind == "end":
                self._finish_item(item.text, events, item.value)
            elif self._id is not None and self._ready is None:
                events.append(_new(ToolArgDelta, (self._id, self._name, None, item.text)))
            else:
                self._fragments.append(item.text)

    def _start_item(self, name: str, events: list[Event]) -> None:
        """The name of the next call is known."""
        self._release(events)
        fragments, self._fragments = self._fragments, []
        name = name.strip()
        if not name:
            return
        call_id = self._id = self._wire_id or next(self._ids)
        self._name = name
        if self._tools is not None:
            self._tool = self._tools.get(name)
            if self._tool is None:
                self._late.append(("unknown-tool", self._unknown_tool(name)))
        events.append(_new(ToolStart, (call_id, name)))
        events.extend(_new(ToolArgDelta, (call_id, name, None, delta)) for delta in fragments)

    def _finish_item(self, raw: str, events: list[Event], arguments: dict[str, Any] | None = None) -> None:
        """The next call is complete, in the text ``raw``, with ``arguments`` if they are known."""
        if arguments is not None and self._id is not None and self._shape is not None:
            self._ready = (arguments, raw)
            if not self._shape.single:
                self._release(events)
            return
        from minimax_grammar.values.arguments import read_json

        try:
            value, irregular = read_json(raw)
        except ValueError as error:
            self._drop_item(f"the call is no JSON: {error}", events)
            return
        self._late.extend(_inner(irregular, [value]))
        self._take(value, irregular, raw, events)

    def _take(self, value: object, irregular: list[Irregular], raw: str, events: list[Event]) -> None:
        """One call, as a value in which something was ``irregular``."""
        from minimax_grammar.values.arguments import as_arguments
        from minimax_grammar.values.envelope import read_envelope

        shape = self._shape
        assert shape is not None
        found = read_envelope(value, shape.names, shape.arguments, shape.beside, irregular)
        if found is None:
            self._drop_item("the call has no name", events)
            return
        name, given, dropped = found
        try:
            arguments, repairs = as_arguments(given)
        except ValueError as error:
            self._drop_item(str(error), events)
            return
        self._late += (*dropped, *repairs)
        if self._id is None or self._ready is not None:
            self._start_item(name, events)
        if self._id is None:
            self._drop_item("the call has no name", events)
            return
        self._ready = (arguments, raw)
        if not shape.single:
            self._release(events)

    def _drop_item(self, message: str, events: list[Event]) -> None:
        self._fragments = []
        self._late.append(("invalid-arguments", message))
        if self._id is not None and self._ready is None:
            events.append(ToolAbort(self._id, self._name, "invalid-arguments"))
            self._id = self._tool = None

    def _release(self, events: list[Event], raw: str | None = None) -> None:
        """Say that the call is complete that is ready; ``raw`` is its source if that is more than its own text."""
        ready, self._ready = self._ready, None
        if ready is None:
            return
        arguments, own = ready
        source = (own if raw is None else raw) if self._keep_raw else ""
        events.append(_new(ToolEnd, (self._id, self._name, arguments, source)))
        if self._tool is not None:
            self._late.extend(self._tool.contract.check(arguments))
        self._made += 1
        self._id = self._tool = None

    def _end_calls(self, text: str, end: int, events: list[Event], *, emit: bool, cut: bool = False) -> bool:
        """The body ends at ``end`` of ``text``; what is no call is text if ``emit``.

        ``cut`` says that the stream ended in it.  Returns whether it was any call.
        """
        shape, body, envelopes = self._shape, self._body, self._envelopes
        assert shape is not None
        assert body is not None
        raw = ""
        if self._captures:
            raw = "".join(self._raw) + text[self._raw_from : end]
        stop = self._base + end
        if body.truncated:
            self._late.append(("truncated-argument", ""))
        elif shape.format == "python":
            self._take_python(body.text, raw, events)
        elif not shape.names:
            self._take_nameless(body.text, events, cut=cut)
        else:
            self._end_json(shape, body.text, envelopes, events, cut=cut)
        if self._ready is not None:
            self._release(events, raw if not self._made else None)
        if self._id is not None:
            events.append(ToolAbort(self._id, self._name, "unclosed-call" if cut else "invalid-arguments"))
        made = self._made > 0
        late, start = self._late, self._call_start
        if made or not emit:
            if not made and not late:
                late = [("unclosed-call", "") if cut else ("invalid-arguments", "the block holds no call")]
            for name, message in late:
                self._report_at(name, start, stop, message)
        elif raw:
            events.append(_new(Text, (raw,)))
            self._retrace("text", start, stop)
        self._body = None
        self._key = ""
        self._forget_call()
        self._forget_body()
        return made

    def _end_json(
        self, shape: Shape, text: str, envelopes: Envelopes | None, events: list[Event], *, cut: bool
    ) -> None:
        from minimax_grammar.values.envelope import Envelopes
        from minimax_grammar.values.relaxed import parse_objects

        if envelopes is None:  # tentative: all of it or nothing
            if self._take_plain(shape, text, events):
                return
            names = _names(text, shape)
            if not names or (shape.offered and not all(map(self._listed, names))):
                return
            envelopes = Envelopes(shape.names, shape.arguments, shape.beside)
            self._read(envelopes, text, events)
        if envelopes.junk:
            self._late.append(("dropped-prose", ""))
        if not envelopes.open:
            return
        rest = envelopes.rest
        before = "[" if envelopes.listed else ""
        try:
            found, irregular = parse_objects((before + rest).rstrip(BLANKS))
        except ValueError as error:
            if not cut:
                self._drop_item(f"the call is no JSON: {error}", events)
            return
        self._late.extend(_inner(irregular, [item for item, _ in found]))
        for item, (start, end) in found:
            self._take(item, irregular, rest[start - len(before) : end - len(before)], events)

    def _take_plain(self, shape: Shape, text: str, events: list[Event]) -> bool:
        """A short way for a tentative body that is one plain call; whether it is one."""
        from minimax_grammar.values.envelope import plain_head, read_plain

        head = plain_head(shape.names, shape.arguments, shape.beside).match(text)
        found = read_plain(text, head) if head else None
        if found is None or not found.name.strip() or _end_of_blanks(text, found.end) < len(text):
            return False
        if not shape.offered or self._listed(found.name):
            self._start_item(found.name, events)
            events.append(_new(ToolArgDelta, (self._id, self._name, None, found.given)))
            self._finish_item(text[found.start : found.end], events, found.arguments)
        return True

    def _take_nameless(self, text: str, events: list[Event], *, cut: bool) -> None:
        """The body is the arguments of one call, whose tool they tell; none if the end ``cut`` it off."""
        from minimax_grammar.values.arguments import read_arguments

        if cut:
            return
        try:
            arguments, found = read_arguments(text, "json", "")
        except ValueError as error:
            self._late.append(("invalid-arguments", f"the call has no arguments: {error}"))
            return
        tool = None if self._tools is None else self._tools.fitting(arguments)
        if tool is None:
            self._late.append(("nameless-call", ""))
            return
        self._late.extend(found)
        self._fragments = [text]
        self._start_item(tool.name, events)
        self._ready = (arguments, text)

    def _take_python(self, text: str, raw: str, events: list[Event]) -> None:
        from minimax_grammar.values.python_calls import parse_python_calls

        shape = self._shape
        assert shape is not None
        try:
            found = parse_python_calls(text, last=shape.callee == "last", notes=self._late)
        except ValueError:
            return
        block = shape.block or len(found) == 1
        for name, arguments, (start, end) in found:
            self._start_item(name, events)
            if self._id is not None:
                self._ready = (arguments, raw if block else text[start:end])
                self._release(events)


def _inner(irregular: list[Irregular], calls: list[Any]) -> Findings:
    """What is to be reported of what was ``irregular``, but for the members of the ``calls`` themselves."""
    own = set(map(id, calls))
    return findings(found for found in irregular if isinstance(found, Repair) or id(found.within) not in own)


def _names(text: str, shape: Shape) -> list[str]:
    """The names in ``text``, if it is an object, or several, each with a name and arguments that are an object."""
    from minimax_grammar.values.arguments import read_json
    from minimax_grammar.values.envelope import read_envelope

    try:
        value, irregular = read_json(text)
    except ValueError:
        return []
    names = []
    for item in value if isinstance(value, list) else [value]:
        found = read_envelope(item, shape.names, shape.arguments, irregular=irregular)
        if found is None or not isinstance(found.arguments, dict):
            return []
        names.append(found.name)
    return names


_new = tuple.__new__
_SPACE = " \t\n\r"
_BLANKS = re.compile(r"[ \t\n\r]*+")


def _end_of_blanks(text: str, start: int) -> int:
    """Where the white space ends that is at ``start``."""
    found = _BLANKS.match(text, start)
    return start if found is None else found.end()
