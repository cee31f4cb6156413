"""``minimax-grammar validate --fix`` and ``--diff``."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from minimax_grammar.cli.inputs import Failure
from minimax_grammar.cli.outputs import text_to_stdout
from minimax_grammar.transcript.checker import Checker
from minimax_grammar.transcript.reports.statistics import counted
from minimax_grammar.transcript.rewriting import rewrite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minimax_grammar.transcript.run import Settings
    from minimax_grammar.transcript.sources import Source

__all__ = ["fix_files"]


def fix_files(sources: Sequence[Source], settings: Settings, *, write: bool) -> tuple[int, bool]:
    """Mend all ``sources``, or show what that would change; how many turns that is, and whether all were written.

    What cannot be read is for the report that follows to tell; without one it is told here.  Raises :class:`Failure` if
    then nothing could be read.
    """
    text_to_stdout()
    checker = Checker(settings.dialect, settings.tools)
    turns = files = 0
    written = True
    unread = []
    for source in sources:
        wanted = partial(_chosen, settings, source.name)
        try:
            done = rewrite(
                source,
                checker,
                format=settings.format,
                limit=settings.max_record,
                diff=None if write else sys.stdout.write,
                wanted=wanted,
            )
        except OSError as error:
            written = False
            click.echo(f"Error: {source.name}: cannot be written: {error.strerror or error}", err=True)
            continue
        if done.refused:
            click.echo(f"Not fixed: {source.name}: {done.refused}", err=True)
        if done.unread:
            unread.append(f"{source.name}: cannot be read: {done.unread}")
        turns += done.turns
        files += bool(done.turns)
    if not write:
        for each in unread:
            click.echo(f"Error: {each}", err=True)
        if len(unread) == len(sources):
            raise Failure("nothing could be read")
    would = "Fixed" if write else "Would fix"
    click.echo(f"{would} {counted(turns, 'turn')} in {counted(files, 'file')}.", err=True)
    return turns, written


def _chosen(settings: Settings, file: str, name: str) -> bool:
    """Whether a rule may be mended in a file: all but what is ignored, whatever the severity."""
    return not settings.selection.ignores(name) and settings.selection.wants_in(name, file)
