"""``minimax-grammar conformance``: run the corpus, or answer a harness."""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase
from pathlib import Path

import click

from minimax_grammar.cli.coverage import coverage

__all__ = ["conformance"]


@click.group()
def conformance() -> None:
    """Run the conformance corpus, or be driven by a harness."""


conformance.add_command(coverage)


@conformance.command()
@click.option("--corpus", type=click.Path(path_type=Path, file_okay=False), help="A corpus other than the shipped one.")
@click.option("--dialect", multiple=True, help="Only cases of this dialect; may be given several times.")
@click.option("--op", multiple=True, help="Only cases of this operation; may be given several times.")
@click.option("--case", "pattern", default="*", help="Only cases whose id matches this pattern (* and ?).")
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option("-v", "--verbose", is_flag=True, help="Name every case.")
@click.pass_context
def run(
    ctx: click.Context,
    corpus: Path | None,
    dialect: tuple[str, ...],
    op: tuple[str, ...],
    pattern: str,
    fail_fast: bool,
    verbose: bool,
) -> None:
    """Run the cases of the corpus in every chunking.

    A scan case is fed whole, one character at a time, in two pieces cut at every place, and in random pieces; its
    outcome must be the expected one, and the same, in all of them. Exit code 0 if all pass, 1 if one fails, 2 if
    the corpus itself is wrong or no case is left.
    """
    from minimax_grammar.conformance.corpus import load_corpus
    from minimax_grammar.conformance.runner import run as run_cases

    cases = [
        case
        for case in load_corpus(corpus)
        if (not dialect or case.dialect in dialect) and (not op or case.op in op) and fnmatchcase(case.id, pattern)
    ]
    if not cases:
        raise click.UsageError("no case is left by --dialect, --op and --case")
    counts = {"pass": 0, "fail": 0, "skip": 0}
    runs = 0
    for result in run_cases(cases):
        counts[result.verdict] += 1
        runs += result.runs
        if verbose and result.verdict != "fail":
            click.echo(f"{result.verdict}  {result.case.id}{f': {result.detail}' if result.detail else ''}")
        if result.verdict == "fail":
            where = f" ({result.plan})" if result.plan else ""
            click.echo(f"FAIL  {result.case.id}{where}: {result.case.about}")
            click.echo(f"      {result.case.file}, section {result.case.spec}")
            for line in result.detail.splitlines():
                click.echo(f"      {line}")
            if fail_fast:
                break
    skipped = f", {counts['skip']} skipped" if counts["skip"] else ""
    click.echo(f"{counts['pass']} passed, {counts['fail']} failed{skipped} ({len(cases)} cases in {runs} runs)")
    ctx.exit(1 if counts["fail"] else 0)


@conformance.command()
def serve() -> None:
    """Answer the harness protocol on standard input and output."""
    from minimax_grammar.conformance.serve import serve as answer_all

    answer_all(sys.stdin.buffer, sys.stdout)
