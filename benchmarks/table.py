"""The measurements as a table: ``python -m benchmarks.table``."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from benchmarks.parties import buffer, floor, ours
from benchmarks.streams import STREAMS, TYPICAL, chunks

_ROUNDS = 15


def best(party: Callable[[list[str]], None], feeds: list[str]) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        party(feeds)
        times.append(time.perf_counter() - start)
    return min(times)


def start_up() -> tuple[float, float]:
    """Milliseconds until Python runs, and until a scanner is ready; the best of several."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return 1000 * (time.perf_counter() - start)

    ready = "import minimax_grammar as mg; mg.load_dialect('minimax').scanner().feed('<')"
    return min(run("pass") for _ in range(_ROUNDS)), min(run(ready) for _ in range(_ROUNDS))


def main() -> None:
    """Measure and print."""
    table = Table("stream", "feeds of", "ours MB/s", "without tools", "floor MB/s", "ours / floor")
    for name, (text, sizes) in STREAMS.items():
        for size in sizes:
            feeds = chunks(text, size)
            here, bare, least = best(ours, feeds), best(lambda f: ours(f, None), feeds), best(floor, feeds)
            rates = [f"{len(text) / seconds / 1e6:,.0f}" for seconds in (here, bare, least)]
            shown = "all" if size >= len(text) else f"{size:,}"
            table.add_row(name, shown, *rates, f"{here / least:,.1f}")
    console = Console()
    console.print(table)
    feeds = chunks(TYPICAL, 4)
    console.print(f"one typical turn in feeds of 4: buffer / ours = {best(buffer, feeds) / best(ours, feeds):.1f}")
    python, ready = start_up()
    console.print(f"Python starts in {python:.0f} ms; a scanner is ready after {ready:.0f} ms")


if __name__ == "__main__":
    main()
