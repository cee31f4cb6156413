"""A whole text at once."""

from __future__ import annotations

from typing import Any, NamedTuple

from minimax_grammar.diagnostics import Diagnostic
from minimax_grammar.dialect import Dialect
from minimax_grammar.events import Event, Text, ThinkingEnd, ToolEnd
from minimax_grammar.registry import default_dialect, load_dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["Call", "Parsed", "parse"]


class Call(NamedTuple):
    """A complete call."""

    id: str
    """Minted: unique within the process."""
    name: str
    """The name of the tool."""
    arguments: dict[str, Any]
    """The coerced arguments, in the order in which their keys were first seen."""
    raw: str
    """The exact source of the call."""


class Parsed(NamedTuple):
    """What a text holds."""

    text: str
    """The visible text, in one piece."""
    thinking: str
    """The thinking; several blocks are joined by blank lines."""
    calls: list[Call]
    """The complete calls, in order."""
    diagnostics: list[Diagnostic]
    """What was irregular, by place."""
    events: list[Event]
    """The events of one feed and a flush."""


def parse(
    text: str,
    dialect: str | Path | Dialect | None = None,
    tools: object = None,
    *,
    parse_thinking: bool = True,
    guarded: bool = False,
    start: str | None = None,
    ids: Iterable[str] | None = None,
) -> Parsed:
    """Scan all of ``text`` at once.

    ``dialect`` is a name, the path of a dialect file, or a loaded :class:`Dialect`; the default dialect if
    None.  The other arguments are those of :class:`Scanner`.  Raises what :func:`load_dialect` and
    :class:`Scanner` raise; never anything because of ``text``.
    """
    if not isinstance(dialect, Dialect):
        dialect = load_dialect(default_dialect() if dialect is None else dialect)
    scanner = dialect.scanner(tools, parse_thinking, guarded=guarded, start=start, ids=ids)
    events = scanner.feed(text) + scanner.flush()
    return Parsed(
        "".join(event.text for event in events if isinstance(event, Text)),
        "\n\n".join(event.thinking for event in events if isinstance(event, ThinkingEnd)),
        [
            Call(event.id, event.name, event.arguments, event.raw_block)
            for event in events
            if isinstance(event, ToolEnd)
        ],
        scanner.diagnostics,
        events,
    )
