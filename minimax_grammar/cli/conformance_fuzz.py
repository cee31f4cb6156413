"""``minimax-grammar conformance fuzz``: an implementation on random streams."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from itertools import count as numbers
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minimax_grammar.cli.conformance_run import FAILURES, implementation_options, watched
from minimax_grammar.cli.ending import unwound_by_signals
from minimax_grammar.cli.inputs import Failure, open_dialect
from minimax_grammar.cli.outputs import text_to_stdout, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from minimax_grammar.conformance.corpus import Case
    from minimax_grammar.conformance.judge import Result
    from minimax_grammar.conformance.random_cases import RandomCases
    from minimax_grammar.conformance.runner import Runner

__all__ = ["fuzz"]

_COUNT = 200
"""So many streams of each dialect, if neither their number nor a time is given."""
_SHRINKING = 20.0
"""So long, in seconds, one counterexample may be made smaller."""
_REASONS = 5
"""So many reasons for skipping are named."""


@click.command()
@implementation_options
@click.option(
    "--dialect", multiple=True, help="Only this dialect; may be given several times. By default all that it has."
)
@click.option("--seed", type=click.IntRange(min=0), help="Repeats the streams of an earlier run; by default a new one.")
@click.option("--count", type=click.IntRange(min=1), help=f"Streams of each dialect; without --time, {_COUNT}.")
@click.option("--time", "seconds", type=click.FloatRange(min=0.1), help="Stop after so many seconds.")
@click.option("--max-failures", type=click.IntRange(min=1), default=10, show_default=True, help="Stop after so many.")
@click.option("--shrink", is_flag=True, help="Find a smallest input that still fails, for each failure.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write counterexamples as cases of a corpus in this folder.",
)
@click.pass_context
def fuzz(
    ctx: click.Context,
    impl: str | None,
    jobs: int | None,
    timeout: float,
    dialect: tuple[str, ...],
    seed: int | None,
    count: int | None,
    seconds: float | None,
    max_failures: int,
    shrink: bool,
    output: Path | None,
) -> None:
    """Run an implementation on random streams.

    They are made from the dialect files: streams as a model could write them, such with mistakes, and delimiters in any
    order. In every cutting the implementation must do as this package does, and in all cuttings the same; with some
    streams it must also do so in time. Without --impl this package is compared with itself.

    What fails is told, and with --output written as cases, which `conformance run --corpus DIR` runs again: look at
    each before it is taken for a fault. The same seed makes the same streams.

    Exit code 0 if there is no difference, 1 if there is one; 2 for wrong usage, an implementation that cannot be
    started, or one that runs none of the streams.
    """
    from minimax_grammar.conformance.fuzz import Fuzz
    from minimax_grammar.conformance.runner import Runner

    text_to_stdout()
    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    count = _COUNT if count is None and seconds is None else count
    jobs = jobs or os.cpu_count() or 1
    if output is not None:
        _folder(output)
    for name in dialect:
        open_dialect(name)
    with unwound_by_signals(), Runner(impl, jobs=jobs, timeout=timeout, quick=True, few=True) as runner:
        sources = _sources(dialect, runner, own=impl is None)
        click.echo(f"seed {seed}: {_streams(count, len(sources), seconds)}, {runner.greeting['name']}")
        own = None if impl is None else Runner(timeout=max(timeout, 10.0))
        running = Fuzz(runner, own, jobs)
        results: list[Result] = []
        found: dict[str, str] = {}
        try:
            cases = running.results(_cases(sources, seed, count), seconds)
            for result in watched(cases, len(sources) * count, "streams") if count else cases:
                results.append(result)
                if result.verdict in FAILURES:
                    smaller = running.smallest(result, _SHRINKING) if shrink else None
                    _tell(result, smaller)
                    file = _written(smaller or result, runner.greeting["name"], output, found) if output else ""
                    if file:
                        click.echo(f"      written to {file}")
                    if sum(each.verdict in FAILURES for each in results) >= max_failures:
                        break
        finally:
            running.close()
        given_up = runner.given_up
    _summary(results, given_up, max_failures)
    ctx.exit(1 if any(each.verdict in FAILURES for each in results) else 0)


def _folder(folder: Path) -> None:
    """Make the folder of the cases, before anything is found."""
    try:
        (folder / "cases").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"{folder}: cannot be made: {error.strerror or error}") from error
    if not os.access(folder / "cases", os.W_OK):
        raise Failure(f"{folder}: cannot be written")


def _sources(wanted: tuple[str, ...], runner: Runner, *, own: bool) -> list[RandomCases]:
    """The dialects that are fuzzed."""
    from minimax_grammar.conformance.random_cases import RandomCases
    from minimax_grammar.registry import dialects

    has = runner.greeting["dialects"]
    if "scan" not in runner.greeting["ops"]:
        raise Failure(f"{runner.greeting['name']} has no op 'scan'")
    for name in wanted:
        if name not in has and not (own and name not in dialects()):
            raise Failure(f"{runner.greeting['name']} has no dialect {name!r}; it has {', '.join(has) or 'none'}")
    names = list(dict.fromkeys(wanted)) or [name for name in dialects() if name in has]
    if not names:
        raise Failure(f"{runner.greeting['name']} has no dialect of this package; it has {', '.join(has) or 'none'}")
    return [
        RandomCases(name if name in dialects() else str(Path(name).resolve()), open_dialect(name)) for name in names
    ]


def _cases(sources: list[RandomCases], seed: int, count: int | None) -> Iterator[Case]:
    """The first case of each dialect, then the second of each, and so on."""
    for number in numbers() if count is None else range(count):
        for source in sources:
            yield source.case(seed, number)


def _streams(count: int | None, dialects: int, seconds: float | None) -> str:
    streams = "streams" if count is None else f"{count:,} stream{'s' * (count != 1)}"
    said = f"{streams} of {'1 dialect' if dialects == 1 else f'each of {dialects} dialects'}"
    return f"{said}, for {seconds:g} s" if seconds is not None else said


def _tell(result: Result, smaller: Result | None) -> None:
    for each, what in ((result, "input"), (smaller, "smallest input")):
        if each is None:
            continue
        case = each.case
        if each is result:
            click.echo(f"{each.verdict.upper()}  {case.id} ({each.plan}): {', '.join(each.failed)}")
        given = f", {json.dumps(case.options)}" if case.options else ""
        click.echo(f"      {what} ({each.plan}{given}{'' if case.tools else ', no tools'}): {json.dumps(case.text)}")
        for line in () if each is result and smaller else each.detail.splitlines():
            click.echo(f"      {line}")


def _written(result: Result, name: str, folder: Path, found: dict[str, str]) -> str:
    """Add the case of ``result`` to the corpus in ``folder``; where it is, or nothing if it is there already."""
    from minimax_grammar.conformance.authoring import with_entry
    from minimax_grammar.conformance.fuzz import as_case

    entry = as_case(result, name)
    same = json.dumps([entry.get(key) for key in ("dialect", "input", "tools", "options", "expect")])
    if same in found:
        click.echo(f"      the same as {found[same]}")
        return ""
    found[same] = entry["id"]
    file = folder / "cases" / f"{entry['id'].partition('/')[0]}.json"
    if _has(file, entry["id"]):
        click.echo(f"      {file} has a case {entry['id']} already: it is left as it is")
        return ""
    try:
        write_file(str(file), with_entry(file, entry))
    except OSError as error:
        raise Failure(f"{file}: cannot be written: {error.strerror or error}") from error
    return str(file)


def _has(file: Path, case_id: str) -> bool:
    try:
        known: Any = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(known, list) and any(isinstance(each, dict) and each.get("id") == case_id for each in known)


def _summary(results: Iterable[Result], given_up: str, max_failures: int) -> None:
    results = list(results)
    counts = Counter(result.verdict for result in results)
    failures = sum(counts[verdict] for verdict in FAILURES)
    if given_up:
        click.echo(given_up)
    elif failures >= max_failures:
        click.echo(f"stopped after {failures} failure{'s' * (failures != 1)}: --max-failures for more")
    skipped = Counter(result.detail.partition("\n")[0] for result in results if result.verdict == "skip")
    for reason, number in skipped.most_common(_REASONS):
        click.echo(f"skipped {number:,}: {reason}")
    others = "".join(f", {counts[verdict]:,} {FAILURES[verdict]}" for verdict in ("fail", "crash", "hang"))
    runs = sum(result.runs for result in results)
    click.echo(
        f"{counts['pass']:,} passed{others}, {counts['skip']:,} skipped ({len(results):,} streams in {runs:,} runs)"
    )
    if results and counts["skip"] == len(results):
        raise Failure("every stream was skipped")
