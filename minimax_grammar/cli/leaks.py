"""``minimax-grammar leaks``: tool markup that agents left in files."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minimax_grammar.cli.inputs import Failure
from minimax_grammar.cli.outputs import colored, report_sink
from minimax_grammar.transcript.config import LEAK_KEYS, Config, find_config, read_config
from minimax_grammar.transcript.reports import FORMATS, report_for
from minimax_grammar.transcript.selection import Selection, checked_words

if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Finding

__all__ = ["leaks"]

_LONGEST = 10 << 20
_HEAD = 8_192


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option("--select", metavar="RULES", multiple=True, help="Look for these only: MG401, leaked-tail; a,b.")
@click.option("--ignore", metavar="RULES", multiple=True, help="Do not look for these.")
@click.option("--exclude", metavar="PATTERN", multiple=True, help="Leave out files, by patterns as in .gitignore.")
@click.option("--tag", metavar="NAME", multiple=True, help="Another tag that is left at the ends of files.")
@click.option(
    "-o", "--output-format", type=click.Choice(FORMATS), default="human", show_default=True, help="The report."
)
@click.option("--output", metavar="FILE", help="Where the report goes instead of standard output.")
@click.option("--statistics", is_flag=True, help="Count instead of listing.")
@click.option("--config", metavar="FILE", help="The settings; else the nearest minimax-grammar.toml or pyproject.toml.")
@click.option("--no-config", is_flag=True, help="Read no settings.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if something was found.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.pass_context
def leaks(ctx: click.Context, /, paths: tuple[str, ...], **options: Any) -> None:
    """Find tool markup that agents left in files: '</content>' at the end, calls, tokens of models.

    A PATH is a file, or a directory of which all files are read but those that git ignores. What a file quotes, has in
    a string, a comment or a code fence, it speaks of; in tests only the ends of files are looked at. A comment
    'minimax-grammar: ignore' on a line, or before it, allows it; 'minimax-grammar: ignore-file' near the top allows
    all.

    Exit codes: 0 nothing found, 1 something found, 2 wrong usage, or nothing could be read at all.
    """
    ctx.exit(_run(paths, _with_config(options)))


def _with_config(options: dict[str, Any]) -> dict[str, Any]:
    config = Config({})
    if options["config"]:
        config = read_config(Path(options["config"]), "leaks", LEAK_KEYS)
    elif not options["no_config"]:
        config = find_config(Path.cwd(), "leaks", LEAK_KEYS)
    chosen = dict(options)
    for key, value in config.values.items():
        name = {"tags": "tag"}.get(key, key)
        if not chosen.get(name):
            chosen[name] = value
    return chosen


def _run(paths: tuple[str, ...], chosen: dict[str, Any]) -> int:
    from minimax_grammar.interrupts import ignore_interrupts
    from minimax_grammar.leaks import source_files
    from minimax_grammar.leaks.search import TAGS
    from minimax_grammar.transcript.run import Totals

    words = {key: _words(chosen[key]) for key in ("select", "ignore")}
    per_file = tuple((pattern, _words(given)) for pattern, given in chosen.get("per-file-ignores", {}).items())
    selection = Selection(words["select"], words["ignore"], "note", per_file)
    totals = Totals(of_files=True)
    unread = 0
    with ExitStack() as stack:
        write = report_sink(chosen["output"], stack)
        color = chosen["color"] == "always" or (chosen["color"] == "auto" and not chosen["output"] and colored())
        report = report_for(chosen["output_format"], write, color=color, statistics=chosen["statistics"])
        interrupted = False
        try:
            for file in source_files(paths, chosen["exclude"] or ()):
                found, read = _file(file, (*TAGS, *(chosen["tag"] or ())))
                kept = [each for each in found if selection.wants(each.name) and selection.wants_in(each.name, file)]
                unread += not read
                totals.add_file(file, kept, read=read)
                for each in kept:
                    report.finding(each)
        except KeyboardInterrupt:
            ignore_interrupts()
            interrupted = True
        if not totals.files and not unread and not interrupted:
            raise Failure("there are no files to read in what was named")
        report.end(totals, interrupted)
    if interrupted:
        return 130
    if unread and not totals.files:
        return 2
    return int(bool(totals.findings) and not chosen["exit_zero"])


def _file(file: str, tags: tuple[str, ...]) -> tuple[list[Finding], bool]:
    """What is in a file, and whether it could be read; what is no text, or too long, holds nothing."""
    from minimax_grammar.leaks.report import findings_in, unreadable
    from minimax_grammar.transcript.sources import Source, SourceError, opened

    try:
        with opened(Source(file, True), packed=False) as stream:
            head = stream.read(_HEAD)
            if b"\0" in head:
                return [], True
            data = head + stream.read(_LONGEST)
    except SourceError as error:
        return [unreadable(file, str(error))], False
    if len(data) > _LONGEST:
        return [], True
    return list(findings_in(data.decode("utf-8", "surrogateescape"), file, tags)), True


def _words(given: Any) -> tuple[str, ...]:
    return checked_words(word for each in given or () for word in each.split(",") if word.strip())
