"""The counts of a run in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.diagnostics import RULES
from minimax_grammar.language.describe import printable

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from minimax_grammar.transcript.run import Totals

__all__ = ["counted", "statistics_lines", "summary"]

_MOST = 15
_BROKEN_OFF = "Interrupted: this is what was found so far."


def counted(number: int, word: str) -> str:
    """``number`` things called ``word``."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def summary(totals: Totals, interrupted: bool) -> list[str]:
    """What was found, and what was read, in two or three lines."""
    found = sum(totals.findings.values())
    kinds = ", ".join(
        counted(totals.by_severity[each], each) for each in ("error", "warning", "note") if totals.by_severity[each]
    )
    first = f"Found {counted(found, 'problem')} ({kinds})" if found else "Found no problems"
    if totals.of_files:
        files = counted(totals.files, "file")
        lines = [f"{first} in {totals.touched:,} of {files}." if found else f"{first} in {files}."]
        return [*lines, _BROKEN_OFF] if interrupted else lines
    records = counted(totals.conversations + totals.unread, "record")
    lines = [f"{first} in {totals.touched:,} of {records}." if found else f"{first}."]
    read = f"Read {counted(totals.conversations, 'conversation')} with {counted(totals.turns, 'turn')}"
    calls = f" and {counted(totals.calls.total(), 'call')}" if totals.calls else ""
    lines.append(f"{read}{calls} in {counted(totals.files, 'file')}.")
    named = [(name, count) for name, count in totals.dialects.most_common() if name]
    if named:
        listed = ", ".join(f"{name} {count:,}" for name, count in named)
        unsure = f" (unsure of {totals.unsure:,})" if totals.unsure else ""
        lines.append(f"Markup in the text was read as: {listed}{unsure}.")
    if interrupted:
        lines.append(_BROKEN_OFF)
    return lines


def statistics_lines(totals: Totals) -> Iterator[str]:
    """The counts by rule, dialect, tool and file, as tables; the most frequent first."""
    conversations = max(totals.files if totals.of_files else totals.conversations, 1)
    if totals.findings:
        yield f"{'count':>9}  {'per 1,000':>9}  rule"
        for name, count in totals.findings.most_common():
            rule = RULES[name]
            yield f"{count:>9,}  {1000 * count / conversations:>9,.1f}  {rule.code} {name} ({rule.severity})"
        yield ""
    if totals.of_files:
        yield from _table("file", totals.by_file, totals)
        return
    tables: tuple[tuple[str, Counter[str]], ...] = (
        ("dialect", totals.by_dialect),
        ("tool", totals.by_tool),
        ("file", totals.by_file),
    )
    for title, counter in tables:
        yield from _table(title, counter, totals)


def _table(title: str, counter: Counter[str], totals: Totals) -> Iterator[str]:
    if not counter:
        return
    yield f"{'count':>9}  {title}"
    for word, count in counter.most_common(_MOST):
        calls = totals.calls[word] if title == "tool" else 0
        rate = f"  (in {calls:,} calls)" if calls else ""
        yield f"{count:>9,}  {printable(word) or '(no markup in the text)'}{rate}"
    if len(counter) > _MOST:
        yield f"{'':>9}  … and {len(counter) - _MOST:,} more"
    yield ""
