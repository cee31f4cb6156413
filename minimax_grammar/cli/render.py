"""``minimax-grammar prompt`` and ``render``: what a model is told, and what it is shown of earlier turns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from minimax_grammar.cli.inputs import Failure, TextSource, open_dialect, read_tools
from minimax_grammar.cli.outputs import text_to_stdout
from minimax_grammar.errors import RenderError

if TYPE_CHECKING:
    from collections.abc import Callable

    from minimax_grammar.dialect import Dialect

__all__ = ["prompt", "render"]


@click.command()
@click.argument("dialect", metavar="DIALECT|FILE")
@click.option(
    "--tools", metavar="FILE", required=True, help="The tools, as JSON in OpenAI's, Anthropic's or the plain shape."
)
def prompt(dialect: str, tools: str) -> None:
    """Print what a model has to be told to call TOOLS in a dialect: the catalog, and the dialect's guide."""
    text_to_stdout()
    try:
        click.echo(open_dialect(dialect).prompt(read_tools(tools)))
    except RenderError as error:
        raise Failure(str(error)) from None


_KINDS: dict[str, Callable[[Dialect, Any, Any, bool], str]] = {
    "call": lambda d, data, tools, unsafe: d.render_call(data, tools, allow_unsafe=unsafe),
    "calls": lambda d, data, tools, unsafe: d.render_calls(data, tools, allow_unsafe=unsafe),
    "results": lambda d, data, tools, unsafe: d.render_results(data, allow_unsafe=unsafe),
    "thinking": lambda d, data, tools, unsafe: d.render_thinking(data, allow_unsafe=unsafe),
    "transcript": lambda d, data, tools, unsafe: d.render_transcript(data, tools, allow_unsafe=unsafe),
}


@click.command()
@click.argument("dialect", metavar="DIALECT|FILE")
@click.argument("kind", type=click.Choice(list(_KINDS)))
@click.argument("file", metavar="[FILE|-]", default="-")
@click.option("--tools", metavar="FILE", help="The tools, which type the arguments.")
@click.option("--allow-unsafe", is_flag=True, help="Render what does not read back the same, too.")
def render(dialect: str, kind: str, file: str, tools: str | None, allow_unsafe: bool) -> None:
    """Print a call, calls, results, thinking or a whole transcript as a dialect writes it.

    FILE holds JSON: a call is {"name", "arguments"}, a result {"name", "text", "is_error"}, thinking a string, a
    transcript a list of messages. What would not read back the same is refused, with exit code 1, and the argument
    and the offset are named.
    """
    source = TextSource(file)
    try:
        data = json.loads("".join(source))
    except (ValueError, RecursionError) as error:
        raise Failure(f"{source.name}: is no JSON: {error}") from None
    text_to_stdout()
    opened = open_dialect(dialect)
    known = read_tools(tools) if tools else None
    try:
        click.echo(_KINDS[kind](opened, data, known, allow_unsafe))
    except RenderError as error:
        click.echo(f"{source.name}: {error}", err=True)
        raise SystemExit(1) from None
    except (AttributeError, KeyError, TypeError) as error:
        raise Failure(f"{source.name}: does not hold {kind} as --help describes it: {error!r}") from None
