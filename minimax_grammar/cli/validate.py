"""``minimax-grammar validate``: what is not what it seems in recorded conversations."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minimax_grammar.cli.inputs import Failure, open_dialect, read_tools
from minimax_grammar.cli.outputs import colored, report_sink, write_file
from minimax_grammar.errors import UnknownDialectError
from minimax_grammar.transcript.config import Config, ConfigError, find_config, read_config
from minimax_grammar.transcript.formats import Format
from minimax_grammar.transcript.reports import FORMATS, report_for
from minimax_grammar.transcript.selection import SEVERITIES, Selection, checked_words

if TYPE_CHECKING:
    from minimax_grammar.transcript.run import Settings

__all__ = ["validate"]

_INTERRUPTED = 130
_SMALL = 8 << 20
_FILES = [each.value for each in Format if each is not Format.NOTHING]


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option(
    "-d", "--dialect", metavar="NAME|FILE|auto", help="The dialect of the model; auto: look at each conversation."
)
@click.option("-t", "--tools", metavar="FILE", help="The tools (JSON) of conversations that have none of their own.")
@click.option("--format", "form", type=click.Choice(["auto", *_FILES]), help="What the files hold; auto: look at each.")
@click.option(
    "--select", metavar="RULES", multiple=True, help="Look for these only: MG107, lost-closer, MG1, ALL; a,b."
)
@click.option("--ignore", metavar="RULES", multiple=True, help="Do not look for these.")
@click.option("--severity", type=click.Choice(SEVERITIES), help="The least severity to look for; warning if not set.")
@click.option("--exclude", metavar="PATTERN", multiple=True, help="Leave out files in directories.")
@click.option(
    "-o", "--output-format", type=click.Choice(FORMATS), default="human", show_default=True, help="The report."
)
@click.option("--output", metavar="FILE", help="Where the report goes instead of standard output.")
@click.option("--statistics", is_flag=True, help="Count instead of listing.")
@click.option("--baseline", metavar="FILE", help="Report only what is not in this file.")
@click.option("--write-baseline", metavar="FILE", help="Write what was found as a baseline.")
@click.option("--fix", is_flag=True, help="Rewrite, in their files, the turns that have one safe reading.")
@click.option("--diff", is_flag=True, help="Show what --fix would write, and write nothing.")
@click.option("--output-clean", metavar="FILE", help="Write the records in which nothing was found, as JSON Lines.")
@click.option("--output-rejected", metavar="FILE", help="Write the other records, as JSON Lines.")
@click.option("--config", metavar="FILE", help="The settings; else the nearest minimax-grammar.toml or pyproject.toml.")
@click.option("--no-config", is_flag=True, help="Read no settings.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="How many processes; all cores if not set.")
@click.option(
    "--max-record", type=click.IntRange(min=1), metavar="BYTES", help="The longest record that is read; 64 MiB."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if something was found.")
@click.option("--progress/--no-progress", default=None, help="Show how far it is; else on a terminal, and in CI.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.pass_context
def validate(ctx: click.Context, /, paths: tuple[str, ...], **options: Any) -> None:
    """Find what is not what it seems in recorded conversations.

    A PATH is a file, a directory, a pattern such as 'runs/**/*.jsonl', or - for standard input. Read are plain text,
    JSON and JSON Lines of chat messages in the shapes of the usual APIs, session logs, recorded streams (SSE), Parquet
    and Arrow tables; each also compressed with gzip or zstd. A record that cannot be read is reported, and the run
    goes on.

    Exit codes: 0 nothing found, 1 something found, 2 wrong usage, or nothing could be read at all; 130 interrupted.
    """
    chosen = _with_config(options)
    validation = _Validation(paths, chosen)
    if chosen["fix"] or chosen["diff"]:
        from minimax_grammar.cli.fixing import fix_files

        write = chosen["fix"] and not chosen["diff"]
        turns, written = fix_files(validation.sources, validation.settings, write=write)
        if not write:
            ctx.exit(int(turns > 0 and not chosen["exit_zero"]))
        code = validation.run()
        ctx.exit(code if written or code == _INTERRUPTED else 2)
    ctx.exit(validation.run())


def _with_config(options: dict[str, Any]) -> dict[str, Any]:
    """The options, with what the settings say for those that were not given."""
    config = Config({})
    if options["config"]:
        path = Path(options["config"])
        if not path.is_file():
            raise Failure(f"{path}: there is no such file")
        config = read_config(path)
    elif not options["no_config"]:
        config = find_config(Path.cwd())
    chosen = dict(options)
    names = {"format": "form", "max-record": "max_record"}
    for key, value in config.values.items():
        name = names.get(key, key)
        if not chosen.get(name):
            chosen[name] = value
    if config.file:
        _check_words(config, "format", ["auto", *_FILES])
        _check_words(config, "severity", list(SEVERITIES))
        if any(config.values.get(key, 1) < 1 for key in ("jobs", "max-record")):
            raise ConfigError(f"{config.file}: 'jobs' and 'max-record' are at least 1")
        if not options["dialect"] and config.values.get("dialect", "auto") != "auto":
            try:
                open_dialect(config.values["dialect"])
            except UnknownDialectError as error:
                raise ConfigError(f"{config.file}: 'dialect': {error}") from None
    return chosen


def _check_words(config: Config, key: str, known: list[str]) -> None:
    value = config.values.get(key)
    if value is not None and value not in known:
        raise ConfigError(f"{config.file}: {key!r} is one of {', '.join(known)}, not {value!r}")


def _words(given: Any) -> tuple[str, ...]:
    return checked_words(word for each in given for word in each.split(",") if word.strip())


def _settings(chosen: dict[str, Any]) -> Settings:
    from minimax_grammar.transcript.jobs import MAX_RECORD
    from minimax_grammar.transcript.run import Settings

    per_file = {pattern: _words(words) for pattern, words in chosen.get("per-file-ignores", {}).items()}
    dialect = chosen["dialect"] or "auto"
    if dialect != "auto":
        open_dialect(dialect)  # complains now, and not in every process
    return Settings(
        dialect=dialect,
        tools=[tool.declaration for tool in read_tools(chosen["tools"])] if chosen["tools"] else None,
        format=Format(chosen["form"]) if chosen["form"] not in (None, "auto") else None,
        max_record=chosen["max_record"] or MAX_RECORD,
        selection=Selection(
            _words(chosen["select"]), _words(chosen["ignore"]), chosen["severity"] or "warning", tuple(per_file.items())
        ),
        context=chosen["output_format"] == "html",
    )


class _Validation:
    """One run of the command."""

    def __init__(self, paths: tuple[str, ...], chosen: dict[str, Any]) -> None:
        from minimax_grammar.cli.progress import Progress
        from minimax_grammar.transcript.baseline import Baseline
        from minimax_grammar.transcript.run import Totals, default_workers
        from minimax_grammar.transcript.sources import expand

        self._chosen = chosen
        self.settings = _settings(chosen)
        outputs = _outputs(chosen)
        self.sources = [
            each
            for each in expand(paths)
            if each.named or not (_excluded(each.path, chosen["exclude"]) or os.path.realpath(each.path) in outputs)
        ]
        for each in self.sources:
            if os.path.realpath(each.path) in outputs:
                raise Failure(
                    f"{each.name}: is to be read, and to be written by {outputs[os.path.realpath(each.path)]}"
                )
        self._baseline = Baseline.read(chosen["baseline"]) if chosen["baseline"] else Baseline()
        self._totals = Totals()
        self._progress = Progress(self.sources, chosen["progress"])
        small = sum(os.path.getsize(each.path) for each in self.sources if os.path.isfile(each.path)) < _SMALL
        stdin = any(each.path == "-" for each in self.sources)
        self._workers = chosen["jobs"] or (1 if small and not stdin else default_workers())
        self._unread = False

    def run(self) -> int:
        """Validate, report, and tell the exit code."""
        from minimax_grammar.interrupts import ignore_interrupts
        from minimax_grammar.transcript.splitting import Splitter

        chosen = self._chosen
        if not self.sources:
            raise Failure("there are no files to read in what was named")
        with ExitStack() as stack:
            write = report_sink(chosen["output"], stack)
            color = chosen["color"] == "always" or (chosen["color"] == "auto" and not chosen["output"] and colored())
            report = report_for(chosen["output_format"], write, color=color, statistics=chosen["statistics"])
            splitter = None
            if chosen["output_clean"] or chosen["output_rejected"]:
                splitter = stack.enter_context(Splitter(chosen["output_clean"] or "", chosen["output_rejected"] or ""))
            interrupted = False
            try:
                self._all(report, splitter)
            except KeyboardInterrupt:
                ignore_interrupts()
                interrupted = True
                if splitter is not None:  # a data set that is split half-way is none
                    splitter.drop()
                    click.echo("Interrupted: --output-clean and --output-rejected were not written", err=True)
            self._progress.stop()
            report.end(self._totals, interrupted)
            if splitter is not None and splitter.unsplit:
                click.echo(f"Warning: {splitter.unsplit}: its records cannot be told apart; in neither file", err=True)
        if interrupted:
            return _INTERRUPTED
        if chosen["write_baseline"]:
            write_file(chosen["write_baseline"], self._baseline.text())
        return self._code()

    def _all(self, report: Any, splitter: Any) -> None:
        from minimax_grammar.transcript.run import run

        for outcome in run(self.sources, self.settings, self._workers, self._progress):
            fresh = [found for found in outcome.findings if not self._baseline.knows(found)]
            self._totals.add(outcome, fresh)
            self._unread |= outcome.failed
            for found in fresh:
                report.finding(found)
            if splitter is not None:
                splitter.add(outcome, outcome.rejected)

    def _code(self) -> int:
        if not self._totals.conversations and self._unread:
            click.echo("Error: nothing could be read", err=True)
            return 2
        return int(bool(self._totals.findings) and not self._chosen["exit_zero"])


def _outputs(chosen: dict[str, Any]) -> dict[str, str]:
    """The files that will be written, and the options that name them.  Raises :class:`Failure` if two name the same."""
    outputs: dict[str, str] = {}
    for name in ("output", "output_clean", "output_rejected", "write_baseline"):
        path = os.path.realpath(chosen[name]) if chosen[name] else ""
        if not path or (os.path.exists(path) and not os.path.isfile(path)):
            continue
        option = "--" + name.replace("_", "-")
        if path in outputs:
            raise Failure(f"{chosen[name]}: is named by {outputs[path]} and by {option}")
        outputs[path] = option
    return outputs


def _excluded(path: str, patterns: Any) -> bool:
    from fnmatch import fnmatch

    return any(
        fnmatch(path, pattern) or fnmatch(path, f"*/{pattern}") or f"/{pattern}/" in f"/{path}"
        for pattern in patterns or ()
    )
