"""Badges as SVG: one for each implementation and dialect, and one for all of its dialects."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from minimax_grammar.conformance.report.matrix import rate, totals
from minimax_grammar.pages import seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["badge", "badges"]

_CELL = 7
_PADDING = 6
_MOST = 40
_COLORS = ((1.0, "#1a7f37"), (0.9, "#5a7a00"), (0.5, "#8a6100"), (0.0, "#b3261e"))
"""From which share on which colour; white text on each has a contrast of 4.5 to 1 at least."""
_ALL = "all"


def badges(report: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Every badge of ``report``: the name of a folder, the name of a file in it, and its text.

    Only dialects of which a case was judged have one.  Names hold nothing but a to z, digits, ``.``, ``_`` and ``-``.
    """
    folders: set[str] = set()
    for number, implementation in enumerate(report["implementations"]):
        folder = _file_name(implementation["name"], folders)
        names: set[str] = set()
        every = totals(report["matrix"], number)
        yield folder, f"{_file_name(_ALL, names)}.svg", badge(implementation["name"], every)
        for dialect in report["dialects"]:
            counts = totals(report["matrix"], number, dialect=dialect)
            if rate(counts) is not None:
                said = dialect or "no dialect"
                yield folder, f"{_file_name(said, names)}.svg", badge(said, counts)


def badge(label: str, counts: Mapping[str, int]) -> str:
    """One badge: ``label``, and how many of the judged cases passed."""
    share = rate(counts)
    judged = sum(counts.values()) - counts["skip"]
    said = "skipped" if share is None else f"{counts['pass']:,}/{judged:,} passed"
    color = "#57606a" if share is None else next(color for least, color in _COLORS if share >= least)
    label = seen(" ".join(label.split()))
    label = label if len(label) <= _MOST else f"{label[: _MOST - 1]}…"
    left, right = (cell_len(text) * _CELL + 2 * _PADDING for text in (label, said))
    width = left + right
    title = escape(f"{label}: {said}")
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{title}">
<title>{title}</title>
<clipPath id="r"><rect width="{width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><path fill="#3b434b" d="M0 0h{left}v20H0z"/>
<path fill="{color}" d="M{left} 0h{right}v20H{left}z"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="{left / 2:g}" y="14" textLength="{left - 2 * _PADDING}" lengthAdjust="spacingAndGlyphs">{escape(label)}</text>
<text x="{left + right / 2:g}" y="14" textLength="{right - 2 * _PADDING}" lengthAdjust="spacingAndGlyphs">{said}</text>
</g>
</svg>
"""


def _file_name(text: str, taken: set[str]) -> str:
    """A name for a file that says ``text`` as far as it can, is harmless everywhere, and is not ``taken``."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9._]+", "-", plain)[:60].strip("-._") or "unnamed"
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    taken.add(found)
    return found
