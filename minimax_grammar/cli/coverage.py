"""``minimax-grammar conformance coverage``: which rules of the dialects the corpus makes fire."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["coverage"]


@click.command()
@click.option("--corpus", type=click.Path(path_type=Path, file_okay=False), help="A corpus other than the shipped one.")
@click.option("--dialect", multiple=True, help="Only this dialect, by name or file; may be given several times.")
@click.pass_context
def coverage(ctx: click.Context, corpus: Path | None, dialect: tuple[str, ...]) -> None:
    """Name the rules of each dialect that no scan case makes fire.

    Without --dialect these are the dialects of the corpus: of another corpus than the shipped one, those that its cases
    name.

    Counted are every rule of every mode, what becomes of a rule whose option is off, and every start. Exit code 0 if
    nothing is missing, 1 if something is, 2 if the corpus or a dialect cannot be read.
    """
    from minimax_grammar.conformance.corpus import load_corpus
    from minimax_grammar.conformance.coverage import coverage as measure
    from minimax_grammar.registry import dialects

    cases = load_corpus(corpus)
    named = tuple(dict.fromkeys(case.dialect for case in cases if case.dialect and case.op == "scan"))
    everything = named if corpus is not None else (*dialects(), *(name for name in named if name not in dialects()))
    names = tuple(_known(name, named, dialects()) for name in dialect) or everything
    missing = 0
    for name in names:
        found = measure(name, cases)
        click.echo(f"{name}: {len(found.covered)} of {found.total}")
        for item in found.missing:
            click.echo(f"  {item}")
        missing += len(found.missing)
    ctx.exit(1 if missing else 0)


def _known(name: str, named: tuple[str, ...], built: list[str]) -> str:
    """``name``, or the file of that name which the cases mean by it."""
    files = [file for file in named if file.endswith(".dialect") and Path(file).stem == name]
    return files[0] if name not in built and len(files) == 1 else name
