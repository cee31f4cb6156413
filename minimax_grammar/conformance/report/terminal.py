"""The report for a terminal: pass rates by dialect, by kind of behaviour, and by what of an outcome was compared."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from minimax_grammar.conformance.report.matrix import VERDICTS, rate, totals
from minimax_grammar.language.describe import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["terminal"]

_ENOUGH = 400
"""A width for output that is no terminal: no line is folded."""
_MOST_NAME = 40


def terminal(report: dict[str, Any], *, color: bool, width: int | None = None) -> str:
    """The report as tables; ``width`` is that of the terminal in columns, None if the text goes elsewhere."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=width or _ENOUGH,
        force_terminal=color,
        color_system="standard" if color else None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    cells = report["matrix"]
    corpus = report["corpus"]
    numbers = range(len(report["implementations"]))
    console.print(Text(f"corpus {printable(corpus['version'])}, {printable(corpus['checksum'])}", "dim"))
    dialects = [(dialect or "(none)", {"dialect": dialect}) for dialect in report["dialects"]]
    kinds = [(f"{kind['id']:>2} {kind['title']}", {"kind": kind["id"]}) for kind in report["kinds"]]
    for title, rows in (("dialect", dialects), ("kind of behaviour", kinds)):
        table = _table(title, report)
        for name, wanted in rows:
            table.add_row(_name(name), *(_cell(totals(cells, number, **wanted)) for number in numbers))
        table.add_row("all", *(_cell(totals(cells, number)) for number in numbers))
        console.print()
        console.print(table)
    if report["aspects"]:
        table = _table("compared", report)
        for aspect in dict.fromkeys(each["aspect"] for each in report["aspects"]):
            table.add_row(_name(aspect), *(_cell(_aspect(report["aspects"], number, aspect)) for number in numbers))
        console.print()
        console.print(table)
    console.print(Text("passed/judged; skipped cases count for nothing", "dim"))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _table(title: str, report: dict[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(title, no_wrap=True)
    for implementation in report["implementations"]:
        table.add_column(_name(implementation["name"]), justify="right", min_width=8)
    return table


def _aspect(aspects: list[dict[str, Any]], implementation: int, aspect: str) -> dict[str, int]:
    found = dict.fromkeys(VERDICTS, 0)
    for each in aspects:
        if each["implementation"] == implementation and each["aspect"] == aspect:
            found["pass"] += each["compared"] - each["failed"]
            found["fail"] += each["failed"]
    return found


def _cell(counts: Mapping[str, int]) -> Text:
    share = rate(counts)
    if share is None:
        return Text("skipped" if counts["skip"] else "–", "dim")
    style = "green" if share == 1 else "yellow" if share >= 0.5 else "red"
    judged = sum(counts.values()) - counts["skip"]
    return Text(f"{counts['pass']:,}/{judged:,} {int(100 * share):3} %", style)


def _name(text: str) -> Text:
    shown = printable(text)
    return Text(shown if cell_len(shown) <= _MOST_NAME else f"{shown[: _MOST_NAME - 1]}…")
