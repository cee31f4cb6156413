"""``minimax-grammar convert``: conversations from one form to another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from minimax_grammar.cli.inputs import Failure, TextSource, read_tools
from minimax_grammar.errors import MinimaxGrammarError, UnknownDialectError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["convert"]


@click.command()
@click.option("--from", "source", metavar="FORM", required=True, help="What the conversations are in.")
@click.option("--to", "target", metavar="FORM", required=True, help="What to convert them to.")
@click.argument("file", metavar="[FILE|-]", default="-")
@click.option("--tools", metavar="FILE", help="The tools, where the records do not hold them; they type the arguments.")
@click.option("--allow-unsafe", is_flag=True, help="Write what would not read back the same, too.")
@click.pass_context
def convert(ctx: click.Context, source: str, target: str, file: str, tools: str | None, allow_unsafe: bool) -> None:
    """Convert conversations, one JSON record a line, to another form.

    A FORM is a dialect (a name, or the path of a .dialect file), or openai (chat completions), responses,
    anthropic-messages or canonical. A record is a list of messages, or an object with "messages" and perhaps "tools".

    What does not go over is told on standard error, with the line and the number of the message: what is lost, what is
    kept as text, and what was irregular and is forgiven. A record that cannot be converted is left out, and the exit
    code is then 1.
    """
    from minimax_grammar.conversion import SHAPES
    from minimax_grammar.conversion import convert as convert_record
    from minimax_grammar.faults import FORGIVEN, KEPT, LOST
    from minimax_grammar.registry import dialects

    for form in (source, target):
        if form not in (*SHAPES, *dialects()) and not form.endswith(".dialect"):
            raise Failure(str(UnknownDialectError(form, [*dialects(), *SHAPES])))
    known = read_tools(tools) if tools else None
    text = TextSource(file)
    failed = False
    for number, line in enumerate(_lines(text), 1):
        if not line.strip():
            continue
        try:
            converted = convert_record(json.loads(line), source, target, known, allow_unsafe=allow_unsafe)
            # ASCII only: halves of surrogate pairs survive.
            click.echo(json.dumps(converted.record, ensure_ascii=True))
        except (ValueError, RecursionError) as error:
            click.echo(f"{text.name}:{number}: is no JSON: {error}", err=True)
            failed = True
        except MinimaxGrammarError as error:
            click.echo(f"{text.name}:{number}: {error}", err=True)
            failed = True
        except (AttributeError, KeyError, TypeError) as error:
            click.echo(f"{text.name}:{number}: is no conversation in the form {source}: {error!r}", err=True)
            failed = True
        else:
            for kind, told in zip((LOST, KEPT, FORGIVEN), converted[1:], strict=True):
                for each in told:
                    click.echo(f"{text.name}:{number}: {kind}: {each}", err=True)
    ctx.exit(1 if failed else 0)


def _lines(source: TextSource) -> Iterator[str]:
    """The lines of ``source`` as they arrive."""
    rest: list[str] = []
    for chunk in source:
        first, *others = chunk.split("\n")
        rest.append(first)
        for piece in others:
            yield "".join(rest)
            rest = [piece]
    yield "".join(rest)
