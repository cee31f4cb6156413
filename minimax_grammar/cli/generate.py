"""``minimax-grammar generate``: the source of a tokenizer."""

from __future__ import annotations

import click

from minimax_grammar.cli.inputs import read_model
from minimax_grammar.cli.outputs import text_to_stdout, write_file

__all__ = ["generate"]


@click.command()
@click.argument("dialect", metavar="DIALECT|FILE")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to write it; standard output by default.")
def generate(dialect: str, output: str) -> None:
    """Print the tokenizer of a dialect, as Python source.

    With -o the file is replaced as a whole or not at all.
    """
    from minimax_grammar.generate import python

    source = python.generate(read_model(dialect))
    if output == "-":
        text_to_stdout()
        click.echo(source, nl=False)
    else:
        write_file(output, source)
