"""``minimax-grammar scan``: text in, events out, while the text arrives."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Protocol

import click

from minimax_grammar.cli.inputs import Recut, TextSource, open_dialect, read_tools

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minimax_grammar.diagnostics import Diagnostic
    from minimax_grammar.events import Event

__all__ = ["scan"]

_MOST_ON_STDERR = 20


class View(Protocol):
    """What shows a scan."""

    def show(self, text: str, events: Sequence[Event]) -> None:
        """Show what has become certain now that ``text`` has arrived."""

    def flush(self) -> None:
        """Let what was shown be seen: the next text may take its time."""

    def end(self, diagnostics: Sequence[Diagnostic]) -> None:
        """The scan is over, and this is what was irregular."""


@click.command()
@click.argument("file", metavar="[FILE|-]", default="-")
@click.option("-d", "--dialect", metavar="NAME|FILE", help="The dialect; see 'grammar list'.")
@click.option("-t", "--tools", metavar="FILE", help="The tools the model was offered (JSON); they type the arguments.")
@click.option("--pretty", is_flag=True, help="Show the scan to a person.")
@click.option("--diagnostics", is_flag=True, help="Write diagnostics as JSON Lines too, after the events.")
@click.option("-q", "--quiet", is_flag=True, help="Do not summarise diagnostics on standard error.")
@click.option("--guarded", is_flag=True, help="Stop where the model invents the result of a tool.")
@click.option("--no-thinking", is_flag=True, help="Take thinking for text.")
@click.option("--no-raw", is_flag=True, help="Leave out the source of calls (raw_block).")
@click.option("--start", metavar="NAME", help="Where scanning starts; 'grammar show' lists the names.")
@click.option("--chunk", type=click.IntRange(min=1), metavar="N", help="Feed N characters at a time.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour in --pretty; auto: on a terminal, unless NO_COLOR is set.",
)
def scan(
    file: str,
    dialect: str | None,
    tools: str | None,
    pretty: bool,
    diagnostics: bool,
    quiet: bool,
    guarded: bool,
    no_thinking: bool,
    no_raw: bool,
    start: str | None,
    chunk: int | None,
    color: str,
) -> None:
    """Scan text, and write its events as JSON Lines while it arrives.

    What was irregular is summarised on standard error, or written in full with --diagnostics or --pretty.

    Bytes that are not UTF-8 are kept: each becomes a lone surrogate, \\udc80 to \\udcff.

    Exit codes: 0 fine, 1 a diagnostic of severity error (a call or its meaning was lost), 2 usage or
    unusable input.
    """
    loaded = open_dialect(dialect)
    known = read_tools(tools) if tools is not None else None
    if start is not None and start not in loaded.starts:
        raise click.UsageError(f"{loaded.name} cannot start in {start!r}; it starts in {', '.join(loaded.starts)}")
    scanner = loaded.scanner(known, not no_thinking, guarded=guarded, start=start, raw_blocks=not no_raw)
    source, pieces = TextSource(file), Recut(chunk)
    view = _view(source.name, pretty, color, diagnostics, quiet)
    for text in source:
        for piece in pieces.cut(text):
            view.show(piece, scanner.feed(piece))
        view.flush()
        if scanner.stopped:
            break
    rest = pieces.end()
    view.show(rest, scanner.feed(rest) if rest else [])
    view.show("", scanner.flush())
    view.end(scanner.diagnostics)
    view.flush()
    if source.complaint:
        click.echo(f"Warning: {source.complaint}", err=True)
    if any(found.severity == "error" for found in scanner.diagnostics):
        click.get_current_context().exit(1)


def _view(name: str, pretty: bool, color: str, diagnostics: bool, quiet: bool) -> View:
    if pretty:
        from minimax_grammar.cli.pretty import PrettyView

        return PrettyView(name, color)
    return JsonView(name, diagnostics, quiet)


class JsonView:
    """One JSON object a line, in ASCII: nothing that stands in a text can break a line or an encoding."""

    def __init__(self, name: str, diagnostics: bool, quiet: bool) -> None:
        self._name = name
        self._diagnostics = diagnostics
        self._quiet = quiet
        self._stream = sys.stdout.buffer

    def show(self, text: str, events: Sequence[Event]) -> None:
        """Write ``events``."""
        for event in events:
            self._write(event.to_json())

    def flush(self) -> None:
        """Hand over what was written."""
        self._stream.flush()

    def end(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Write ``diagnostics``, or a summary of them for a person."""
        if self._diagnostics:
            for found in diagnostics:
                self._write({"type": "diagnostic", **found.to_json()})
            return
        self.flush()
        if self._quiet:
            return
        worth = [found for found in diagnostics if found.severity != "note"]
        for found in worth[:_MOST_ON_STDERR]:
            click.echo(one_line(self._name, found), err=True)
        if len(worth) > _MOST_ON_STDERR:
            click.echo(f"… and {len(worth) - _MOST_ON_STDERR:,} more; all of them with --diagnostics", err=True)

    def _write(self, data: dict[str, Any]) -> None:
        self._stream.write(json.dumps(data).encode("ascii") + b"\n")


def one_line(name: str, found: Diagnostic) -> str:
    """A diagnostic as ``file:line:column: code name: message``."""
    from minimax_grammar.language.describe import printable

    return f"{name}:{found.line}:{found.column}: {found.code} {found.name}: {printable(found.message)}"
