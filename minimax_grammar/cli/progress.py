"""How far a long run is: a bar on a terminal, a line every few seconds elsewhere."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minimax_grammar.transcript.sources import Source

__all__ = ["Progress"]

_EVERY = 5.0
_AFTER = 1.0


class Progress:
    """Shows, on standard error, how much of ``sources`` was read.  Nothing is shown for what is done at once."""

    def __init__(self, sources: Sequence[Source], wanted: bool | None) -> None:
        sizes = [_size(source) for source in sources]
        # Of what is compressed the size that will be read is unknown.
        self._total = sum(size for size in sizes if size is not None) if None not in sizes else None
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._on = (wanted if wanted is not None else self._terminal or bool(os.environ.get("CI"))) and bool(sys.stderr)
        self._read = 0
        self._began = self._last = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __call__(self, size: int) -> None:
        """``size`` more bytes were read."""
        self._read += size
        if not self._on:
            return
        now = time.monotonic()
        if self._terminal:
            if self._bar is None and now - self._began > _AFTER:
                self._start()
            if self._bar is not None:
                self._bar.update(self._task, completed=self._read)
        elif now - self._last > _EVERY:
            self._last = now
            click.echo(self._line(now), err=True)

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        self._on = False

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn
        from rich.progress import Progress as Bar

        columns = (TextColumn("validate"), BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("validate", total=self._total)
        self._bar.start()

    def _line(self, now: float) -> str:
        seconds = max(now - self._began, 0.001)
        rate = self._read / seconds
        line = f"validate: {self._read / 1e6:,.0f} MB at {rate / 1e6:,.0f} MB/s"
        if self._total and rate:
            line += f", {100 * self._read / self._total:.0f} %, {max(self._total - self._read, 0) / rate:,.0f} s left"
        return line


def _size(source: Source) -> int | None:
    if source.path == "-" or source.path.endswith((".gz", ".zst", ".parquet", ".arrow")):
        return None
    try:
        return Path(source.path).stat().st_size
    except (OSError, ValueError):
        return 0
