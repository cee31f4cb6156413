"""Validation beside plain ``json.loads`` of the same lines, in one run: ``python -m benchmarks.validating``.

What one process does is measured by its processor time: on a machine that is shared, that is what repeats.  Two
processes are measured by the clock, beside one process by the clock; they want two idle cores.
"""

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
_ROUNDS = 5


def loads(file: Path) -> int:
    """What any reader has to do."""
    with file.open("rb") as stream:
        for line in stream:
            json.loads(line)
    return 0


def validated(file: Path, workers: int) -> int:
    """How many findings there are: none is expected."""
    return sum(len(outcome.findings) for outcome in run([Source(str(file), True)], Settings(), workers))


def measured(actions: list[Callable[[], int]]) -> list[tuple[float, float]]:
    """The least processor time of this process and the least time by the clock of every action, in seconds.

    The rounds of the actions alternate, so that what else the machine does meets all of them.
    """
    best = [(float("inf"), float("inf"))] * len(actions)
    for _ in range(_ROUNDS):
        for number, action in enumerate(actions):
            spent, start = time.process_time(), time.perf_counter()
            if action():
                raise SystemExit("there are findings in conversations that have none")
            times = time.process_time() - spent, time.perf_counter() - start
            best[number] = min(best[number][0], times[0]), min(best[number][1], times[1])
    return best


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "conversations.jsonl"
        file.write_text("".join(f"{line}\n" for line in lines(_CONVERSATIONS)) * _COPIES)
        size = file.stat().st_size / 1e6
        actions = [lambda: loads(file), lambda: validated(file, 1), lambda: validated(file, 2)]
        floor, one, two = measured(actions)
        table = Table(title=f"{size:,.0f} MB of JSON Lines without findings")
        for column in ("", "MB/s, processor", "times json.loads", "MB/s, clock"):
            table.add_column(column, justify="left" if not column else "right")
        table.add_row("json.loads", f"{size / floor[0]:,.0f}", "1.0", f"{size / floor[1]:,.0f}")
        table.add_row(
            "validate, one process", f"{size / one[0]:,.0f}", f"{one[0] / floor[0]:.2f}", f"{size / one[1]:,.0f}"
        )
        # The work is done in other processes: the time of this one says nothing.
        table.add_row("validate, two processes", "", "", f"{size / two[1]:,.0f}")
        Console().print(table)


if __name__ == "__main__":
    main()
