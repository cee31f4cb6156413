"""Validation beside plain ``json.loads`` of the same lines, in one run: ``python -m benchmarks.validating``."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.conversations import lines
from minimax_grammar.transcript.run import Settings, run
from minimax_grammar.transcript.sources import Source

_CONVERSATIONS = 5_000
_COPIES = 4
_ROUNDS = 3


def loads(file: Path) -> int:
    """What any reader has to do."""
    with file.open("rb") as stream:
        for line in stream:
            json.loads(line)
    return 0


def validated(file: Path, workers: int) -> int:
    """How many findings there are: none is expected."""
    return sum(len(outcome.findings) for outcome in run([Source(str(file), True)], Settings(), workers))


def best(action: Callable[[], int]) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        if action():
            raise SystemExit("there are findings in conversations that have none")
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "conversations.jsonl"
        file.write_text("".join(f"{line}\n" for line in lines(_CONVERSATIONS)) * _COPIES)
        size = file.stat().st_size / 1e6
        floor = best(lambda: loads(file))
        table = Table(title=f"{size:,.0f} MB of JSON Lines without findings")
        for column in ("", "MB/s", "times json.loads"):
            table.add_column(column, justify="left" if not column else "right")
        table.add_row("json.loads", f"{size / floor:,.0f}", "1.0")
        for workers in (1, 2):
            seconds = best(lambda workers=workers: validated(file, workers))  # type: ignore[misc]
            name = "validate, one process" if workers == 1 else f"validate, {workers} processes"
            table.add_row(name, f"{size / seconds:,.0f}", f"{seconds / floor:.1f}")
        Console().print(table)


if __name__ == "__main__":
    main()
