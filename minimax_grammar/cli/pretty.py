"""A scan for a person: text as it arrives, thinking apart, calls with their arguments, and what was irregular."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Styled

from minimax_grammar.cli.outputs import text_to_stdout
from minimax_grammar.events import Text, ThinkingDelta, ThinkingEnd, ThinkingStart, ToolAbort, ToolEnd, ToolStart
from minimax_grammar.language.describe import printable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from minimax_grammar.diagnostics import Diagnostic
    from minimax_grammar.events import Event

__all__ = ["PrettyView"]

_MOST_LINES, _MOST_CHARACTERS = 16, 2_000
_MOST_DIAGNOSTICS = 50
_KEPT_SOURCE = 1 << 22
_COLORS = {"error": "bold red", "warning": "bold yellow", "note": "bold blue"}
_THOUGHT = "┆ "


class PrettyView:
    """Shows a scan on standard output."""

    def __init__(self, name: str, color: str) -> None:
        text_to_stdout()
        self._name = name
        self._console = _console(color)
        self._source: list[str] = []
        self._room = _KEPT_SOURCE
        self._counts = {"call": 0, "aborted": 0}
        self._written = False
        self._fresh = False
        self._newlines = 0
        self._thinking = False

    # -- what happens ---------------------------------------------------------------------------------

    def show(self, text: str, events: Sequence[Event]) -> None:
        """Show ``events``; ``text`` is kept to quote from, as far as it is not too much."""
        if self._room > 0:
            self._source.append(text[: self._room])
            self._room -= len(text)
        for event in events:
            self._event(event)

    def flush(self) -> None:
        """Let what was shown be seen."""
        self._console.file.flush()

    def end(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Show what was irregular, and count."""
        lines = "".join(self._source).split("\n") if diagnostics else []
        if self._room < 0:
            lines.pop()  # its end was not kept
        for found in diagnostics[:_MOST_DIAGNOSTICS]:
            self._block()
            self._diagnostic(found, lines)
        self._block()
        if len(diagnostics) > _MOST_DIAGNOSTICS:
            self._line(Styled(f"… and {len(diagnostics) - _MOST_DIAGNOSTICS:,} more; all of them with --diagnostics"))
        self._line(Styled(self._summary(diagnostics), style="dim"))

    def _event(self, event: Event) -> None:
        match event:
            case Text(text):
                if not self._fresh and not self._newlines and text.strip("\n") and not self._in_text:
                    pass
                self._running(text, "", "")
            case ThinkingStart():
                self._block()
                self._thinking = True
                self._line(Styled("thinking", style="dim"))
                self._open()
            case ThinkingDelta(delta):
                self._running(delta, "dim italic", _THOUGHT)
            case ThinkingEnd():
                self._thinking = False
                self._block()
            case ToolStart(_, name):
                self._counts["call"] += 1
                self._block()
                self._line(Styled.assemble(("● ", "cyan"), (printable(name), "bold cyan")))
            case ToolEnd(_, _, arguments, _):
                self._arguments(arguments)
                self._block()
            case ToolAbort(_, _, reason):
                self._counts["aborted"] += 1
                self._line(Styled(f"  ✗ dropped: {reason}", style="red"))
                self._block()
