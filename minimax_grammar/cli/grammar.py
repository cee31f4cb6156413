"""``minimax-grammar grammar``: dialects and their files."""

from __future__ import annotations

import os
from pathlib import Path

import click

from minimax_grammar.cli.inputs import Failure, dialect_path, read_model
from minimax_grammar.cli.outputs import emphasised, text_to_stdout
from minimax_grammar.errors import GrammarError, UnknownDialectError
from minimax_grammar.registry import check_dialect, dialects

__all__ = ["grammar"]


@click.group()
def grammar() -> None:
    """List, check and show dialects."""


@grammar.command("list")
def list_dialects() -> None:
    """List all dialects, the built-in ones and those of installed packages."""
    from minimax_grammar.language.describe import printable, traits

    text_to_stdout()
    names = dialects()
    width = max(map(len, names))
    for name in names:
        try:
            model = read_model(name)
        except GrammarError as error:
            click.echo(f"{name:{width}}  cannot be used: {error.findings[0]}")
            continue
        click.echo(f"{emphasised(f'{name:{width}}')}  {printable(model.title)}")
        click.echo(f"{'':{width}}  {'; '.join(traits(model))}")


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
