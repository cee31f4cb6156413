"""``minimax-grammar conformance run``: an implementation against the corpus."""

from __future__ import annotations

import json
import os
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minimax_grammar.cli.ending import unwound_by_signals
from minimax_grammar.cli.inputs import Failure
from minimax_grammar.cli.outputs import text_to_stdout, write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from minimax_grammar.conformance.corpus import Case
    from minimax_grammar.conformance.judge import Result
    from minimax_grammar.conformance.runner import Runner

__all__ = ["FAILURES", "choosing", "chosen", "implementation_options", "run", "watched"]

FAILURES = {"fail": "failed", "crash": "crashed", "hang": "hung"}
"""The verdicts that are failures, and how they are counted."""
_OTHERS = {"crash": "crashed", "hang": "hung", "skip": "skipped"}
_SOON_OVER = 100
"""Fewer cases need no progress."""


def choosing(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose cases, for a command that reads the corpus."""
    for option in (
        click.option("--case", "pattern", default="*", help="Only cases whose id matches this pattern (* and ?)."),
        click.option("--op", multiple=True, help="Only cases of this operation; may be given several times."),
        click.option("--dialect", multiple=True, help="Only cases of this dialect; may be given several times."),
        click.option(
            "--corpus", type=click.Path(path_type=Path, file_okay=False), help="A corpus other than the shipped one."
        ),
    ):
        command = option(command)
    return command


def implementation_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that name an implementation and bound it."""
    for option in (
        click.option(
            "--timeout", type=click.FloatRange(0.1, 3600), default=10.0, show_default=True, help="Seconds per answer."
        ),
        click.option("--jobs", type=click.IntRange(1, 256), help="Processes at a time; by default one a core."),
        click.option("--impl", metavar="CMD", help="The command of the implementation; by default our own."),
    ):
        command = option(command)
    return command


def chosen(corpus: Path | None, dialect: tuple[str, ...], op: tuple[str, ...], pattern: str) -> list[Case]:
    """The cases that are left by the options of :func:`choosing`, which are some."""
    from minimax_grammar.conformance.corpus import load_corpus, matching

    known = load_corpus(corpus)
    for option, wanted, there in (("dialect", dialect, {c.dialect for c in known}), ("op", op, {c.op for c in known})):
        for name in wanted:
            if name not in there:
                close = get_close_matches(name, sorted(there), 1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                raise click.UsageError(f"--{option}: no case is of {name!r}{hint}")
    cases = matching(known, dialect, op, pattern)
    if not cases:
        raise click.UsageError("no case is left by --dialect, --op and --case")
    return cases


class _Shard(click.ParamType[tuple[int, int]]):
    name = "i/n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """``2/5`` as the second of five."""
        if isinstance(value, tuple):
            return value
        part, _, parts = str(value).partition("/")
        if part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts):
            return int(part), int(parts)
        return self.fail(f"{value!r} is no part of a whole, as 1/4 is", param, ctx)


@click.command()
@implementation_options
@choosing
@click.option("--shard", type=_Shard(), default="1/1", help="Only the i-th of n parts of the cases.")
@click.option("--shrink", is_flag=True, help="Find a smallest input that still fails, for each failure.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--json", "json_file", type=click.Path(dir_okay=False), help="Write the results to this file, for report."
)
@click.option("--name", help="What the implementation is called in that file; by default what it calls itself.")
@click.option("-v", "--verbose", is_flag=True, help="Name every case.")
@click.pass_context
def run(
    ctx: click.Context,
    impl: str | None,
    jobs: int | None,
    timeout: float,
    corpus: Path | None,
    dialect: tuple[str, ...],
    op: tuple[str, ...],
    pattern: str,
    shard: tuple[int, int],
    shrink: bool,
    fail_fast: bool,
    json_file: str | None,
    name: str | None,
    verbose: bool,
) -> None:
    """Run the cases of the corpus in every chunking.

    A scan case is fed whole, one character at a time, in two pieces cut at every place, and in random pieces; its
    outcome must be the expected one, and the same, in all of them. With --impl the cases are run by any process
    that speaks the protocol of conformance/README.md, for example --impl "node my-scanner.mjs".

    Exit code 0 if no case fails, crashes or hangs; 1 if one does; 2 if the corpus itself is wrong, no case is left, or
    the implementation cannot be started or runs none of them.
    """
    from minimax_grammar.conformance.records import record_text
    from minimax_grammar.conformance.runner import Runner

    text_to_stdout()
    cases = chosen(corpus, dialect, op, pattern)[shard[0] - 1 :: shard[1]]
    if not cases:
        raise click.UsageError(f"part {shard[0]} of {shard[1]} holds no case")
    results: list[Result] = []
    jobs = jobs or os.cpu_count() or 1
    with unwound_by_signals(), Runner(impl, jobs=jobs, timeout=timeout, quick=fail_fast) as runner:
        for result in watched(runner.run(cases), len(cases)):
            failed = result.verdict in FAILURES
            found = _shrunk(result, runner, own=impl is None) if failed and shrink else None
            results.append(result._replace(shrunk=found.case.text) if found else result)
            _tell(result, found, verbose=verbose)
            if fail_fast and failed:
                break
        greeting = runner.greeting
    counts = {
        verdict: sum(r.verdict == verdict for r in results) for verdict in ("pass", "fail", "crash", "hang", "skip")
    }
    if json_file is not None:
        write_file(json_file, record_text(greeting, impl, results, corpus, name))
    others = "".join(f", {counts[v]} {said}" for v, said in _OTHERS.items() if counts[v])
    runs = sum(result.runs for result in results)
    click.echo(f"{counts['pass']} passed, {counts['fail']} failed{others} ({len(cases)} cases in {runs} runs)")
    if counts["skip"] == len(results):
        raise Failure(f"every case was skipped: {results[0].detail}")
    ctx.exit(1 if any(counts[verdict] for verdict in FAILURES) else 0)


def watched(results: Iterable[Any], total: int, what: str = "cases") -> Iterator[Any]:
    """``results``, with a progress bar on a terminal while they come."""
    if total < _SOON_OVER or not sys.stderr.isatty():
        yield from results
        return
    with click.progressbar(results, length=total, label=what, file=sys.stderr) as bar:
        yield from bar


def _shrunk(result: Result, runner: Runner, *, own: bool) -> Result | None:
    from minimax_grammar.conformance.ops import respond
    from minimax_grammar.conformance.smallest import smallest

    return smallest(result, runner.ask, None if own else respond, runner.omits)


def _tell(result: Result, found: Result | None, *, verbose: bool) -> None:
    case = result.case
    if result.verdict not in FAILURES:
        if verbose:
            click.echo(f"{result.verdict}  {case.id}{f': {result.detail}' if result.detail else ''}")
        return
    where = f" ({result.plan})" if result.plan else ""
    click.echo(f"{result.verdict.upper()}  {case.id}{where}: {case.about}")
    click.echo(f"      {case.file}, section {case.spec}")
    _detail(result)
    if found is not None:
        click.echo(f"      smallest input ({found.plan}): {json.dumps(found.case.text)}")
        _detail(found)


def _detail(result: Result) -> None:
    for line in result.detail.splitlines():
        click.echo(f"      {line}")
