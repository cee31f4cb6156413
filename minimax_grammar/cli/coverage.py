"""``minimax-grammar conformance coverage``: which rules of the dialects the corpus makes fire."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["coverage"]


@click.command()
@click.option("--corpus", type=click.Path(path_type=Path, file_okay=False), help="A corpus other than the shipped one.")
@click.option("--dialect", multiple=True, help="Only this dialect; may be given several times.")
@click.pass_context
def coverage(ctx: click.Context, corpus: Path | None, dialect: tuple[str, ...]) -> None:
    """Name the rules of each dialect that no scan case makes fire.

    Counted are every rule of every mode, what becomes of a rule whose option is off, and every start. Exit code 0 if
    nothing is missing, 1 if something is, 2 if the corpus or a dialect cannot be read.
    """
    from minimax_grammar.conformance.corpus import load_corpus
    from minimax_grammar.conformance.coverage import coverage as measure
    from minimax_grammar.registry import dialects

    names = dialect or tuple(dialects())
    cases = load_corpus(corpus)
    missing = 0
    for name in names:
        found = measure(name, cases)
        click.echo(f"{name}: {len(found.covered)} of {found.total}")
        for item in found.missing:
            click.echo(f"  {item}")
        missing += len(found.missing)
    ctx.exit(1 if missing else 0)
