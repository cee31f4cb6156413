"""Bodies of arguments: what becomes of their text while it arrives.

A scanner makes one body per named argument.  The standard one keeps the text up to the limit of the
dialect.  A caller may bring its own, to stream bodies elsewhere, to count or to refuse them::

    class ToDisk(Body):
        def feed(self, text: str) -> str:
            self.file.write(text)
            return ""            # announce nothing

    dialect.scanner(bodies=lambda argument: ToDisk(argument.limit))
"""

from __future__ import annotations

from typing import Any, NamedTuple

from minimax_grammar.text import is_high_surrogate, utf16_cut, utf16_length

__all__ = ["Argument", "Body"]


class Argument(NamedTuple):
    """The argument that a body is wanted for."""

    call_id: str
    """The id of the call, as in its events."""
    tool: str
    """The name of the called tool."""
    key: str | None
    """The name of the argument; None if the body is all arguments of the call at once."""
    verbatim: bool
    """Whether the body itself is the value: a string, by its schema or its markup.  Otherwise it is JSON."""
    limit: int
    """The most that is kept, in UTF-16 code units."""
    marker: str
    """What stands for the rest in the value, if there is more."""
    certain: bool = True
    """Whether the members of a body that is all arguments at once are those of the call as soon as they are read.
    Other arguments may count instead, and what is no JSON is read at its end."""


class Body:
    """The standard body: keeps what fits into the limit.

    What it keeps never depends on how the text was cut, and no surrogate pair is split.
    """

    __slots__ = ("_limit", "_pending", "_pieces", "_safe", "_units", "truncated")

    def __init__(self, limit: int) -> None:
        """``limit`` is the most that is kept, in UTF-16 code units."""
        self.truncated = False
        """Whether there was more than the limit."""
        self._limit = limit
        self._pieces: list[str] = []
        self._pending = ""
        self._units = -1
        # As long as the code points are no more than half the limit, the units cannot exceed it.
        self._safe = limit // 2

    def feed(self, text: str) -> str:
        """Take the next piece of the body; return what is announced of it (in a ``ToolArgDelta``)."""
        self._safe -= len(text)
        if self._safe < 0:
            text = self._fit(text)
        self._pieces.append(text)
        return text

    def end(self) -> str:
        """The body is complete; return what is still to be announced."""
        rest, self._pending = self._pending, ""
        if rest:
            self._pieces.append(rest)
        return rest

    @property
    def text(self) -> str:
        """All that was kept; this is coerced, unless something was cut off."""
        pieces = self._pieces
        return pieces[0] if len(pieces) == 1 else "".join(pieces)

    def surely_holds(self, size: int) -> bool:
        """Whether ``size`` more code points fit into the limit, whichever they are."""
        return size <= self._safe

    def settle(self, value: Any) -> Any:
        """Told the coerced value once the argument is complete; what is returned is the argument's value.

        Not called for the standard body.
        """
        return value

    def _fit(self, text: str) -> str:
        if self.truncated:
            return ""
        if self._units < 0:
            self._units = sum(map(utf16_length, self._pieces))
        text = self._pending + text
        self._pending = ""
        room = self._limit - self._units
        units = utf16_length(text)
        if units < room:
            self._units += units
            return text
        fit = utf16_cut(text, room)
        if fit < len(text):
            self.truncated = True
        elif text and is_high_surrogate(text[-1]) and utf16_length(text) == room:
            # Its other half may follow, and the pair would not fit.
            fit -= 1
            self._pending = text[fit:]
        self._units += utf16_length(text[:fit])
        return text[:fit]
