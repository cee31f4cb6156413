"""``minimax-grammar conformance report``: recorded runs beside each other."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minimax_grammar.cli.inputs import Failure
from minimax_grammar.cli.outputs import colored, report_sink, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["report"]


@click.command()
@click.argument("runs", metavar="RUN.json...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["terminal", "json", "html", "badges"]),
    default="terminal",
    show_default=True,
    help="How to write it.",
)
@click.option("-o", "--output", help="Write it to this file, or badges to this folder.")
@click.option("--corpus", type=click.Path(path_type=Path, file_okay=False), help="A corpus other than the shipped one.")
def report(runs: tuple[Path, ...], form: str, output: str | None, corpus: Path | None) -> None:
    """Put runs beside each other that conformance run --json wrote.

    A matrix of implementations, dialects and kinds of behaviour, with pass rates over the cases that were judged: a
    skipped case counts for nothing. As tables, as JSON (conformance/report.schema.json), as an HTML page that needs
    nothing else, or as SVG badges, one for each implementation and dialect.
    """
    from minimax_grammar.conformance.report.matrix import report as made
    from minimax_grammar.conformance.rules import rules
    from minimax_grammar.conformance.runs import read_runs

    if form == "badges" and output is None:
        raise click.UsageError("badges are files: name their folder with --output")
    found = made(read_runs(runs), rules(corpus))
    try:
        if form == "badges":
            assert output is not None
            _badges(found, Path(output))
        else:
            with ExitStack() as stack:
                write = report_sink(output, stack)
                for part in _parts(found, form, terminal=output is None):
                    write(part)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Failure(f"{error.filename or output}: cannot be written: {error.strerror or error}") from error


def _parts(found: dict[str, Any], form: str, *, terminal: bool) -> Iterable[str]:
    if form == "json":
        cases = ",\n".join(f"  {json.dumps(case, separators=(',', ':'))}" for case in found["cases"])
        head = json.dumps({key: value for key, value in found.items() if key != "cases"}, indent=1)
        return [f'{head[:-2]},\n "cases": [\n{cases}\n ]\n}}\n']
    if form == "html":
        from minimax_grammar.conformance.report.html import html

        return html(found)
    from minimax_grammar.conformance.report.terminal import terminal as tables

    seen_by_one = terminal and os.isatty(1)
    width = shutil.get_terminal_size().columns if seen_by_one else None
    return [tables(found, color=terminal and colored(), width=width)]


def _badges(found: dict[str, Any], folder: Path) -> None:
    from minimax_grammar.conformance.report.badges import badges

    count = 0
    for place, name, text in badges(found):
        (folder / place).mkdir(parents=True, exist_ok=True)
        write_file(str(folder / place / name), text)
        count += 1
    click.echo(f"{count} badges in {click.format_filename(folder)}")
