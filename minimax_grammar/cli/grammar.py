"""``minimax-grammar grammar``: dialects and their files."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from minimax_grammar.cli.inputs import Failure, dialect_path, read_model
from minimax_grammar.cli.outputs import emphasised, text_to_stdout, write_file
from minimax_grammar.errors import GrammarError, UnknownDialectError
from minimax_grammar.registry import check_dialect, dialects

if TYPE_CHECKING:
    from minimax_grammar.language.traits import Traits

__all__ = ["grammar"]

_WIDEST = 28
"""The most characters of a column of a table."""


@click.group()
def grammar() -> None:
    """List, check and show dialects, and begin new ones."""


@grammar.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, with everything.")
def list_dialects(as_json: bool) -> None:
    """List all dialects with their traits: the built-in ones and those of installed packages.

    BODY is what calls are written in, TYPING what says which type a value has, WRAPPER and THINKING what blocks of
    calls and of thinking begin with, CLOSERS whether the first closer ends a body or the first that is followed by
    what may follow it, START where scanning may start. Below stand the patterns of models: those that are told of a
    dialect, and those that write it by themselves but are told of another one (NATIVE). Exit code 1 if a dialect cannot
    be used.
    """
    text_to_stdout()
    found, broken = _all_traits()
    if as_json:
        for traits in found:
            click.echo(json.dumps(dataclasses.asdict(traits), ensure_ascii=False))
    else:
        for place, table in enumerate((_table(found), _models(found))):
            if place:
                click.echo()
            for number, line in enumerate(table):
                click.echo(line if number else emphasised(line))
    for name, reason in broken:
        click.echo(f"{name} cannot be used: {reason}", err=True)
    click.get_current_context().exit(1 if broken else 0)


def _all_traits() -> tuple[list[Traits], list[tuple[str, str]]]:
    """The traits of all dialects that can be used, and why the others cannot."""
    from minimax_grammar.language.traits import traits_of

    found: list[Traits] = []
    broken: list[tuple[str, str]] = []
    for name in dialects():
        try:
            found.append(traits_of(read_model(name)))
        except GrammarError as error:
            broken.append((name, str(error.findings[0])))
    return found, broken


def _table(found: list[Traits]) -> list[str]:
    from minimax_grammar.language.describe import printable

    rows = [["DIALECT", "BODY", "TYPING", "WRAPPER", "THINKING", "CLOSERS", "START", "RENDERS", "TITLE"]]
    for traits in found:
        mark = " (default)" if traits.default else " (fallback)" if traits.fallback else ""
        cells = (traits.bodies, traits.typing, traits.wrapper[:1], traits.thinking[:1], (traits.closers,))
        more = (traits.starts, traits.renders)
        rows.append([traits.name + mark, *(", ".join(cell) or "-" for cell in (*cells, *more)), traits.title])
    rows = [[printable(cell) for cell in row] for row in rows]
    widths = [min(_WIDEST, max(len(row[at]) for row in rows)) for at in range(len(rows[0]) - 1)]
    return ["  ".join([*map(_cell, row, widths), row[-1]]) for row in rows]


def _models(found: list[Traits]) -> list[str]:
    """Which models each dialect is for, in full."""
    from minimax_grammar.language.describe import printable

    rows = [["DIALECT", "MODELS"]]
    for traits in found:
        native = [f"native: {', '.join(traits.native_models)}"] if traits.native_models else []
        patterns = [", ".join(traits.models)] if traits.models else []
        rows += [[traits.name, "; ".join((*patterns, *native))]] if patterns or native else []
    width = max(len(name) for name, _ in rows)
    return [f"{printable(name):{width}}  {printable(patterns)}".rstrip() for name, patterns in rows]


def _cell(text: str, width: int) -> str:
    return (text if len(text) <= width else text[: width - 1] + "…").ljust(width)


@grammar.command()
@click.argument("name")
@click.option("--like", metavar="DIALECT|FILE", required=True, help="The dialect that it begins as a copy of.")
@click.option(
    "-o", "--output", metavar="DIR", default=".", show_default=True, help="The folder to write it to; it must exist."
)
@click.option("--force", is_flag=True, help="Replace files that are there.")
def new(name: str, like: str, output: str, force: bool) -> None:
    """Write a file for a new dialect: NAME.dialect, a copy of another one to be changed, with comments.

    If that one has a guide for models, NAME.guide.md is a copy of it. A file that is there is replaced only with
    --force, or after asking.
    """
    from minimax_grammar.language.starting import MAX_NAME, is_dialect_name, starting_file

    if not is_dialect_name(name):
        raise Failure(
            f"{name!r} is no name for a dialect; use letters, digits and _, with . or - between them, "
            f"a letter first, {MAX_NAME} characters at most"
        )
    if name in dialects():
        raise Failure(f"there is a dialect called {name!r} already; choose another name")
    model, base, folder = read_model(like), dialect_path(like), Path(output)
    if not folder.is_dir():
        raise Failure(f"{click.format_filename(output)}: there is no such folder; make it first")
    files: dict[Path, str] = {}
    guide = _guide(base, model.guide)
    if guide:
        files[folder / f"{name}.guide.md"] = guide
    own = f"{name}.guide.md" if guide else ""
    files[folder / f"{name}.dialect"] = starting_file(name, base.absolute(), model, folder.absolute(), own)
    for file in files:
        if file.exists() and not force:
            _ask_to_replace(file)
    for file, text in files.items():
        write_file(str(file), text)
        click.echo(f"wrote {click.format_filename(file)}")


def _guide(base: Path, name: str) -> str:
    """The guide of the dialect in the file ``base``; empty if there is none that can be read."""
    try:
        return (base.parent / name).read_text(encoding="utf-8") if name else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _ask_to_replace(file: Path) -> None:
    shown = click.format_filename(file)
    if sys.stdin is None or not sys.stdin.isatty():
        raise Failure(f"{shown} is there already; remove it, choose another name, or use --force")
    if not click.confirm(f"{shown} is there already. Replace it?"):
        raise click.Abort


@grammar.command()
@click.argument("files", metavar="FILE|DIALECT...", nargs=-1, required=True)
@click.pass_context
def check(context: click.Context, files: tuple[str, ...]) -> None:
    """Check dialect files, and print everything that is wrong with them.

    Exit code 1 if anything is, 2 if a file cannot be read.
    """
    text_to_stdout()
    codes = {0}
    for file in files:
        try:
            path = dialect_path(file)
            _must_be_readable(path)
            model = check_dialect(path)
        except (Failure, UnknownDialectError) as error:
            click.echo(f"Error: {error}", err=True)
            codes.add(2)
        except GrammarError as error:
            for finding in error.findings:
                click.echo(finding)
            codes.add(1)
        else:
            click.echo(f"{click.format_filename(path)}: ok ({model.name}, {len(model.modes)} modes)")
    context.exit(max(codes))


@grammar.command()
@click.argument("dialect", metavar="DIALECT|FILE")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "mermaid", "svg"]),
    default="text",
    show_default=True,
    help="text: all of it in words, with a diagram; mermaid, svg: a picture of its modes.",
)
def show(dialect: str, form: str) -> None:
    """Show what a dialect says, and how its modes lead into one another."""
    from minimax_grammar.language import describe, diagram

    model = read_model(dialect)
    text_to_stdout()
    if form == "mermaid":
        click.echo(diagram.mermaid(model), nl=False)
    elif form == "svg":
        click.echo(diagram.svg(model), nl=False)
    else:
        picture = ["", "How the modes lead into one another", *(f"  {line}" for line in diagram.text_diagram(model))]
        for line in describe.describe(model) + picture:
            click.echo(line if line.startswith(" ") else emphasised(line))


def _must_be_readable(path: Path) -> None:
    name = click.format_filename(path)
    if path.is_dir():
        raise Failure(f"{name}: Is a directory")
    if not path.exists():
        raise Failure(f"{name}: No such file or directory")
    if not os.access(path, os.R_OK):
        raise Failure(f"{name}: Permission denied")
