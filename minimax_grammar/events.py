"""What a scanner says: eight immutable events, as named tuples.

Every event is equal by value to an event of the same type only, can be matched by position
(``case Text(text)``), and has a plain JSON form with a ``type`` field (:meth:`Event.to_json`,
:func:`event_from_json`).  The order of the events of one call is always ``ToolStart``, any number of
``ToolArgDelta``, and then exactly one of ``ToolEnd`` and ``ToolAbort``.

Ids are minted by the scanner: unique within the process, opaque, never on the wire.

Events are tuples because that is the cheapest immutable object Python can make: a scanner makes one
for almost every chunk of a stream.
"""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = [
    "Event",
    "Text",
    "ThinkingDelta",
    "ThinkingEnd",
    "ThinkingStart",
    "ToolAbort",
    "ToolArgDelta",
    "ToolEnd",
    "ToolStart",
    "coalesce",
    "event_from_json",
]


class Event(tuple[Any, ...]):
    """The base of all events."""

    __slots__ = ()

    type: str = ""
    """The name of the event in its JSON form."""

    def to_json(self) -> dict[str, Any]:
        """This event as a dict of plain JSON values, ``type`` first."""
        return {"type": self.type, **dict(zip(_fields(type(self)), self, strict=True))}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((type(self), *self))


class Text(NamedTuple("Text", [("text", str)]), Event):
    """Visible text of the assistant."""

    __slots__ = ()
    type = "text"


class ThinkingStart(NamedTuple("ThinkingStart", []), Event):
    """A thinking block opens."""

    __slots__ = ()
    type = "thinking_start"


class ThinkingDelta(NamedTuple("ThinkingDelta", [("delta", str)]), Event):
    """A piece of the open thinking block, as it arrives."""

    __slots__ = ()
    type = "thinking_delta"


class ThinkingEnd(NamedTuple("ThinkingEnd", [("thinking", str)]), Event):
    """The thinking block closed, or the stream ended in it. ``thinking`` is all of it."""

    __slots__ = ()
    type = "thinking_end"


class ToolStart(NamedTuple("ToolStart", [("id", str), ("name", str)]), Event):
    """A call with a usable name begins."""

    __slots__ = ()
    type = "tool_start"


class ToolArgDelta(
    NamedTuple("ToolArgDelta", [("id", str), ("name", str), ("key", str | None), ("delta", str)]), Event
):
    """A piece of the raw body of the argument ``key``, as it arrives; never empty.

    ``key`` is None for a piece of the text of all arguments at once, where a dialect writes them as one object.
    """

    __slots__ = ()
    type = "tool_arg_delta"


class ToolEnd(
    NamedTuple("ToolEnd", [("id", str), ("name", str), ("arguments", dict[str, Any]), ("raw_block", str)]),
    Event,
):
    """The call is complete.

    ``arguments`` holds the coerced values in the order in which their keys were first seen;
    ``raw_block`` is the exact source of the call (empty if the caller switched it off).
    """

    __slots__ = ()
    type = "tool_end"

    def __hash__(self) -> int:
        return hash((self.type, self.id, self.name, self.raw_block))


class ToolAbort(NamedTuple("ToolAbort", [("id", str), ("name", str), ("reason", str)]), Event):
    """The stream ended before the call did: the call is dropped."""

    __slots__ = ()
    type = "tool_abort"


_BY_TYPE: dict[str, type[Event]] = {
    kind.type: kind
    for kind in (
        Text,
        ThinkingStart,
        ThinkingDelta,
        ThinkingEnd,
        ToolStart,
        ToolArgDelta,
        ToolEnd,
        ToolAbort,
    )
}


def _fields(kind: type[Event]) -> tuple[str, ...]:
    names: tuple[str, ...] = getattr(kind, "_fields", ())
    return names


def event_from_json(data: dict[str, Any]) -> Event:
    """The event that ``data`` (as from :meth:`Event.to_json`) describes.

    Raises ``ValueError`` for an unknown ``type`` and for missing or extra fields.
    """
    fields = dict(data)
    kind = _BY_TYPE.get(str(fields.pop("type", None)))
    if kind is None:
        raise ValueError(f"not an event type: {data.get('type')!r} (one of {', '.join(_BY_TYPE)})")
    if set(fields) != set(_fields(kind)):
        raise ValueError(f"a {kind.type} event has the fields {', '.join(_fields(kind)) or 'none'}")
    make: Any = kind
    event: Event = make(**fields)
    return event


def coalesce(events: list[Event]) -> list[Event]:
    """``events`` with adjacent ``Text``, ``ThinkingDelta`` and same-key ``ToolArgDelta`` joined.

    This is the form in which two scans are compared: it does not depend on how the text was cut.
    """
    joined: list[Event] = []
    pieces: list[str] = []

    def close() -> None:
        if len(pieces) > 1:
            last = joined[-1]
            make: Any = type(last)
            joined[-1] = make(*last[:-1], "".join(pieces))

    for event in events:
        kind = type(event)
        if kind in (Text, ThinkingDelta, ToolArgDelta):
            if joined and type(joined[-1]) is kind and joined[-1][:-1] == event[:-1]:
                pieces.append(event[-1])
                continue
            close()
            pieces = [event[-1]]
        else:
            close()
            pieces = []
        joined.append(event)
    close()
    return joined
