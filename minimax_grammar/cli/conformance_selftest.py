"""``minimax-grammar conformance selftest``: does the corpus notice faults?"""

from __future__ import annotations

from pathlib import Path

import click

from minimax_grammar.cli.conformance_run import watched

__all__ = ["selftest"]


@click.command()
@click.option("--corpus", type=click.Path(path_type=Path, file_okay=False), help="A corpus other than the shipped one.")
@click.option("-v", "--verbose", is_flag=True, help="Name every faulty scanner, and the case that caught it.")
@click.pass_context
def selftest(ctx: click.Context, corpus: Path | None, verbose: bool) -> None:
    """Run scanners with a fault put in, and see that the corpus catches each.

    Exit code 0 if all are caught, 1 if one is not.
    """
    from minimax_grammar.conformance.corpus import load_corpus
    from minimax_grammar.conformance.mutants import MUTANTS, hunt

    caught = 0
    for mutant, result in watched(hunt(load_corpus(corpus)), len(MUTANTS), "faults"):
        caught += result is not None
        if result is None:
            click.echo(f"NOT CAUGHT  {mutant.name}")
        elif verbose:
            click.echo(f"caught  {mutant.name}  by {result.case.id} ({result.plan}: {', '.join(result.failed)})")
    click.echo(f"{caught} of {len(MUTANTS)} faulty scanners are caught ({100 * caught // len(MUTANTS)} %)")
    ctx.exit(0 if caught == len(MUTANTS) else 1)
