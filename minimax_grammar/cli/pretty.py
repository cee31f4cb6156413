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
from minimax_grammar.diagnostics import RULES
from minimax_grammar.events import Text, ThinkingDelta, ThinkingEnd, ThinkingStart, ToolAbort, ToolEnd, ToolStart
from minimax_grammar.language.describe import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from minimax_grammar.diagnostics import Diagnostic
    from minimax_grammar.events import Event

__all__ = ["PrettyView"]

_MOST_LINES, _MOST_CHARACTERS = 16, 2_000
_MOST_DIAGNOSTICS = 50
_KEPT_SOURCE = 1 << 22
_EXCERPT = 88
_STYLES = {"error": "bold red", "warning": "bold yellow", "note": "bold blue"}


class PrettyView:
    """Shows a scan on standard output."""

    def __init__(self, name: str, color: str) -> None:
        text_to_stdout()
        self._name = name
        self._page = _Page(color)
        self._source: list[str] = []
        self._room = _KEPT_SOURCE
        self._calls = 0
        self._dropped = 0

    def show(self, text: str, events: Sequence[Event]) -> None:
        """Show ``events``; ``text`` is kept to quote from, unless it becomes too much."""
        if self._room > 0:
            self._source.append(text[: self._room])
            self._room -= len(text)
        for event in events:
            self._event(event)

    def flush(self) -> None:
        """Let what was shown be seen."""
        sys.stdout.flush()

    def end(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Show what was irregular, and count."""
        lines = "".join(self._source).split("\n") if diagnostics else []
        if self._room < 0:
            del lines[-1:]  # its end was not kept
        for found in diagnostics[:_MOST_DIAGNOSTICS]:
            self._page.block("")
            self._diagnostic(found, lines)
        self._page.block("")
        if len(diagnostics) > _MOST_DIAGNOSTICS:
            self._page.line(f"… and {len(diagnostics) - _MOST_DIAGNOSTICS:,} more")
        self._page.line((self._summary(diagnostics), "dim"))

    def _event(self, event: Event) -> None:
        page = self._page
        match event:
            case Text(text):
                page.running("text", text)
            case ThinkingStart():
                page.block("thinking")
                page.line(("thinking", "dim"))
            case ThinkingDelta(delta):
                page.running("thinking", delta, "dim italic", "┆ ")
            case ThinkingEnd():
                page.close()
            case ToolStart(_, name):
                page.block("call")
                page.line(("● ", "cyan"), (printable(name), "bold cyan"))
            case ToolEnd(_, _, arguments, _):
                self._calls += 1
                self._arguments(arguments)
                page.close()
            case ToolAbort(_, _, reason):
                self._dropped += 1
                page.line(("  ✗ ", "red"), (RULES[reason].summary if reason in RULES else reason, "red"))
                page.close()

    def _arguments(self, arguments: dict[str, Any]) -> None:
        if not arguments:
            self._page.line(("  no arguments", "dim"))
        keys = [printable(key) for key in arguments]
        width = max(map(cell_len, keys), default=0)
        for key, value in zip(keys, arguments.values(), strict=True):
            gap = " " * (width - cell_len(key))
            first = Styled.assemble("  ", (key, "bold"), gap, "  ")
            for line in self._page.fitted(_value(value), cell_len(first.plain)):
                self._page.line(first, line)
                first = Styled(" " * cell_len(first.plain))

    def _diagnostic(self, found: Diagnostic, lines: Sequence[str]) -> None:
        style = _STYLES[found.severity]
        where = f"{printable(self._name)}:{found.line}:{found.column}: "
        self._page.line((where, "bold"), (f"{found.code} {found.name}", style), f": {printable(found.message)}")
        number = str(found.line)
        margin = " " * (len(number) + 2)
        if found.line <= len(lines):
            before, marked, after = _excerpt(lines[found.line - 1], found)
            self._page.line((f"  {number} │ ", "dim"), before, marked, after)
            self._page.line((f"{margin} │ ", "dim"), " " * cell_len(before), ("^" * max(1, cell_len(marked)), style))
        if found.fix:
            self._page.line((f"{margin} = fix: ", "dim"), found.fix)

    def _summary(self, diagnostics: Sequence[Diagnostic]) -> str:
        words = [_counted(self._calls, "call")]
        words += [f"{self._dropped} dropped"] if self._dropped else []
        for severity in _STYLES:
            count = sum(found.severity == severity for found in diagnostics)
            words += [_counted(count, severity)] if count else []
        return " · ".join(words if diagnostics else [*words, "nothing irregular"])


class _Page:
    """Blocks of lines and of running text, with one blank line between them."""

    def __init__(self, color: str) -> None:
        self._console = _console(color)
        self._kind = ""
        self._used = False
        self._open = False
        """Whether running text was written in this block, so that its line is open."""
        self._newlines = 0
        """Line ends of running text, which are written once more text follows."""
        self._lead = ""
        """White space before any running text, which may be a blank line."""

    def block(self, kind: str) -> None:
        """Begin a block."""
        if self._open:
            self._write(Styled("\n"))
        if self._used:
            self._write(Styled("\n"))
        self._kind = kind
        self._open = False
        self._newlines = 0
        self._lead = ""

    def close(self) -> None:
        """The block ends: what follows begins another one."""
        self._kind = ""

    def line(self, *parts: str | Styled | tuple[str, str]) -> None:
        """Write a line of the block."""
        self._write(Styled.assemble(*parts, end="\n"), "\n")

    def running(self, kind: str, text: str, style: str = "", gutter: str = "") -> None:
        """Write text as it arrives, in a block of that kind; blank lines around it are left out."""
        text = text.replace("\r", "")
        if self._kind != kind or not self._open:
            text = self._lead + text
            blank = len(text) - len(text.lstrip())
            text = text[text.rfind("\n", 0, blank) + 1 :]
            self._lead = "" if text.strip() else text
            if self._lead or not text:
                return
        if self._kind != kind:
            self.block(kind)
        body = text.rstrip("\n")
        if body:
            lines = "\n" * self._newlines + body
            start = "" if self._open else gutter
            shown = start + _shown(lines).replace("\n", f"\n{gutter}")
            self._write(Styled(shown, style))
            self._open = True
            self._newlines = 0
        self._newlines += len(text) - len(body)

    def fitted(self, lines: Sequence[Styled], indent: int) -> Iterator[Styled]:
        """``lines``, folded so that they fit beside an indent of that width, on a terminal."""
        width = self._console.width - indent
        for line in lines:
            if self._console.is_terminal and width >= 20 and cell_len(line.plain) > width:
                for folded in line.wrap(self._console, width, overflow="fold"):
                    folded.rstrip()
                    yield folded
            else:
                yield line

    def _write(self, text: Styled, end: str = "") -> None:
        self._console.print(text, end=end, soft_wrap=True)
        self._used = True


class _Console(Console):
    """A console that leaves it to the command how to end when nobody reads on."""

    def on_broken_pipe(self) -> None:
        """Hand the error on."""
        raise  # it is called where the error is handled


def _console(color: str) -> Console:
    plain = color == "never" or (color == "auto" and bool(os.environ.get("NO_COLOR")))
    return _Console(
        file=sys.stdout,
        color_system=None if plain else "standard" if color == "always" else "auto",
        force_terminal=True if color == "always" else None,
        no_color=plain,
        highlight=False,
        markup=False,
        emoji=False,
    )


def _shown(text: str) -> str:
    """``text`` as a terminal may show it; tabs have one width, since stops would depend on how it was cut."""
    return printable(text, "\n\t").replace("\t", "    ")


def _value(value: Any) -> list[Styled]:
    """A value as lines: a string with several lines as these, anything else as JSON."""
    if isinstance(value, str) and "\n" in value.rstrip("\n"):
        lines, more = _shortened(value.removesuffix("\n").replace("\r\n", "\n"))
        return [
            *(Styled.assemble(("│ " if line else "│", "dim"), (_shown(line), "green")) for line in lines),
            *more,
        ]
    lines, more = _shortened(json.dumps(value, ensure_ascii=False))
    style = "green" if isinstance(value, str) else "magenta"
    return [Styled(printable(line), style) for line in lines] + more


def _shortened(text: str) -> tuple[list[str], list[Styled]]:
    """The first lines of ``text``, and a line about the rest if there is one."""
    shown = text[:_MOST_CHARACTERS].split("\n")[:_MOST_LINES]
    left = len(text) - sum(map(len, shown)) - len(shown) + 1
    return shown, [Styled(f"… {left:,} more characters", "dim")] if left else []


def _excerpt(line: str, found: Diagnostic) -> tuple[str, str, str]:
    """The part of ``line`` that ``found`` is about, with what stands around it as far as there is room."""
    start = found.column - 1
    end = found.end_column - 1 if found.end_line == found.line else len(line)
    line = line.replace("\t", " ").removesuffix("\r")
    first = max(0, min(start - 20, len(line) - _EXCERPT))
    last = first + _EXCERPT
    before = ("…" if first else "") + line[first:start]
    after = line[max(start, end) : last] + ("…" if last < len(line) and end <= last else "")
    marked = line[start : min(end, last)] + ("…" if last < end else "")
    return printable(before), printable(marked), printable(after)


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
