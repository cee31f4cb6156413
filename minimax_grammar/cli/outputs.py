"""What commands write: files that are never half-written, and text that a terminal can show."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import ExitStack

__all__ = ["colored", "emphasised", "report_sink", "text_to_stdout", "write_file"]


def write_file(file: str, text: str) -> None:
    """Write ``text`` to ``file``, all of it or nothing: an interrupted run leaves the old file as it was."""
    from minimax_grammar.transcript.splitting import AtomicFile

    output = AtomicFile(file)
    try:
        output.write(text.encode("utf-8", "backslashreplace"))
        output.commit()
    finally:
        output.drop()


def text_to_stdout() -> None:
    """Let standard output take every character: what its encoding lacks is written as an escape."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def colored() -> bool:
    """Whether standard output is a terminal that wants colour."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def report_sink(file: str | None, stack: ExitStack) -> Callable[[str], object]:
    """Where a report goes: standard output as it comes, or ``file``, which is there when ``stack`` ended well."""
    if not file:
        text_to_stdout()
        return sys.stdout.write
    from minimax_grammar.transcript.splitting import AtomicFile

    output = AtomicFile(file)
    stack.callback(output.drop)
    stack.push(lambda kind, error, trace: output.commit() if kind is None else None)
    return lambda text: output.write(text.encode("utf-8", "backslashreplace"))


def emphasised(text: str) -> str:
    """``text`` in bold, where standard output is a terminal that wants colour."""
    return click.style(text, bold=True) if colored() else text
