"""All dialects beside the flagship, on the same contents: ``python -m benchmarks.dialects [dialect …]``.

A number is how many times as much processor time as the flagship a dialect takes for the same content in feeds of the
same size; the row of the flagship has nanoseconds per character.  All dialects take turns, and the best of several
rounds counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import click
from rich.console import Console
from rich.table import Table

import minimax_grammar as mg
from benchmarks.shapes import SHAPE_TOOLS, SHAPES, streams
from benchmarks.streams import chunks

FLAGSHIP = "minimax"
_SIZES = {4: 40_000, 4096: 250_000, 1 << 30: 250_000}
"""How much text is scanned in feeds of each size, in characters."""


def run(dialect: mg.Dialect, shape: str, feeds_of: int) -> Callable[[], float] | None:
    """What scans the content once and tells the seconds; None if the dialect has no such content."""
    texts = streams(dialect, shape, _SIZES[feeds_of])
    if not texts:
        return None
    feeds = [chunks(text, feeds_of) for text in texts]
    scanner = dialect.scanner(SHAPE_TOOLS, start=dialect.start_for(""))

    def once() -> float:
        feed, flush = scanner.feed, scanner.flush
        start = time.process_time()
        for stream in feeds:
            for text in stream:
                feed(text)
            flush()
        return time.process_time() - start

    return once


def measure(names: list[str], shape: str, feeds_of: int, rounds: int) -> dict[str, float]:
    """The seconds that each of the dialects takes, as the best of ``rounds``."""
    runs = {name: run(mg.load_dialect(name), shape, feeds_of) for name in names}
    found = {name: each for name, each in runs.items() if each is not None}
    best = dict.fromkeys(found, float("inf"))
    for _ in range(rounds):
        for name, once in found.items():
            best[name] = min(best[name], once())
    return best


@click.command()
@click.argument("dialects", nargs=-1)
@click.option("--shape", "shapes", type=click.Choice(SHAPES), multiple=True, help="Only this content.")
@click.option("--feeds", type=click.Choice(["4", "4096", "all"]), multiple=True, help="Only feeds of this size.")
@click.option("--rounds", default=7, show_default=True)
@click.option("--markdown", is_flag=True, help="Print the table as Markdown.")
def main(
    dialects: tuple[str, ...], shapes: tuple[str, ...], feeds: tuple[str, ...], rounds: int, markdown: bool
) -> None:
    """Measure and print."""
    names = [FLAGSHIP, *(name for name in dialects or mg.dialects() if name != FLAGSHIP)]
    sizes = [size for size in _SIZES if not feeds or ("all" if size > 4096 else str(size)) in feeds]
    columns = [(shape, size) for shape in shapes or SHAPES for size in sizes]
    cells: dict[str, list[str]] = {name: [] for name in names}
    for shape, size in columns:
        best = measure(names, shape, size, rounds)
        base = best[FLAGSHIP]
        for name in names:
            seconds = best.get(name)
            cells[name].append("–" if seconds is None else f"{seconds / base:.1f}")
        cells[FLAGSHIP][-1] = f"{1e9 * base / _SIZES[size]:.1f} ns"
    heads = [f"{shape}, {'all' if size > 4096 else size}" for shape, size in columns]
    if markdown:
        lines = [["", *heads], ["---"] * (len(heads) + 1), *([name, *row] for name, row in cells.items())]
        click.echo("\n".join(f"| {' | '.join(line)} |" for line in lines))
        return
    table = Table("", *heads)
    for name, row in cells.items():
        table.add_row(name, *row)
    Console(width=max(80, 12 * len(heads))).print(table)


if __name__ == "__main__":
    main()
