"""A recorded conversation, and what was found in it.

A conversation is a list of turns, a turn a list of parts.  Every part knows the path of its string in the record, so
that a finding can name the line and column in the original file, also inside a JSON string.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

__all__ = ["Context", "Conversation", "Finding", "Origin", "Part", "Path", "Turn"]

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value in a record."""


class Part(NamedTuple):
    """A piece of a turn."""

    kind: str
    """``text``, ``thinking``, ``call``, ``result``, or ``other`` (an image, a file)."""
    text: str = ""
    """The text; of a call its arguments, where they are recorded as JSON text."""
    path: Path = ()
    """Where the string (or, without one, the value) stands in the record."""
    offset: int = 0
    """Where ``text`` begins in that string: code points."""
    id: str = ""
    """Of a native call, or of the call that a result answers."""
    name: str = ""
    """The name of the tool, where it is recorded."""
    value: Any = None
    """The arguments of a call, where they are recorded as an object."""


class Turn:
    """One message."""

    __slots__ = ("finish", "parts", "path", "role")

    def __init__(self, role: str, parts: list[Part], path: Path = (), finish: str = "") -> None:
        self.role = role
        """``system``, ``developer``, ``user``, ``assistant`` or ``tool``."""
        self.parts = parts
        """Its pieces, in order."""
        self.path = path
        """Where the message stands in the record."""
        self.finish = finish
        """Why the model stopped, as it is recorded (``stop``, ``length``, …); empty if it is not."""

    def texts(self, kind: str = "text") -> list[Part]:
        """The parts of one kind."""
        return [part for part in self.parts if part.kind == kind]

    def __repr__(self) -> str:
        return f"<Turn {self.role} {[part.kind for part in self.parts]}>"


class Origin(Protocol):
    """Where a conversation was read from."""

    file: str
    """The name of the file, for messages."""

    def place(self, path: Path, offset: int) -> tuple[int, int]:
        """Line and column (from 1, in code points) of the character ``offset`` of the string at ``path``."""


@dataclass(slots=True)
class Conversation:
    """One recorded conversation."""

    turns: list[Turn]
    origin: Origin
    record: int = 1
    """Its number in the file, from 1."""
    tools: Any = None
    """The tools, as the record itself has them; None if it has none."""
    model: str = ""
    """The id of the model, as recorded."""
    shape: str = ""
    """What it was read as, for example ``messages``."""
    problems: list[tuple[str, Path, str]] = field(default_factory=list)
    """What could not be read: the name of a rule, the place, and a message."""


class Context(NamedTuple):
    """The turn of a finding, for reports that show it."""

    text: str
    """The text of the part, or as much around the finding as is worth showing."""
    start: int
    """Where the finding begins in it, in code points."""
    end: int
    """Where it ends (exclusive)."""
    segments: tuple[tuple[str, int, int], ...]
    """What became of the text: kind, start, end, as in :class:`minimax_grammar.Segment`."""


class Finding(NamedTuple):
    """Something in a conversation that is not what it seems."""

    code: str
    """As in :class:`minimax_grammar.Rule`, for example ``MG107``."""
    name: str
    """As in :class:`minimax_grammar.Rule`, for example ``lost-closer``."""
    severity: str
    """``error``, ``warning`` or ``note``."""
    message: str
    """What is wrong, for a person."""
    fix: str
    """What to do about it; empty where there is no one answer."""
    file: str
    line: int
    """Where it begins in the file, from 1; 0 if it is about the file as a whole."""
    column: int
    """Likewise, in code points."""
    end_line: int
    end_column: int
    record: int
    """The number of the conversation in the file, from 1; 0 if it is about the file as a whole."""
    turn: int
    """The number of the turn, from 1; 0 if it is about the record as a whole."""
    role: str
    dialect: str
    """What the conversation was read as; empty if nothing in it is of a dialect."""
    tool: str
    """The tool that it is about, if it is about one."""
    excerpt: str
    """The line of the turn in which it begins, or what is worth showing of it."""
    start: int
    """Where the finding begins in the excerpt."""
    end: int
    """Where it ends in the excerpt (exclusive)."""
    context: Context | None = None

    def to_json(self) -> dict[str, Any]:
        """This finding as a dict of plain JSON values, without its context."""
        made = dict(zip(self._fields, self, strict=True))
        del made["context"]
        return made
