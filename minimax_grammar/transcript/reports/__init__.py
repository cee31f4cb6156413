"""What a run found, for people and for programs: one module for each form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from minimax_grammar.transcript.model import Finding
    from minimax_grammar.transcript.run import Totals

    Write = Callable[[str], object]

__all__ = ["FORMATS", "Report", "report_for"]

FORMATS = ("human", "concise", "jsonl", "sarif", "junit", "github", "html")
"""The names of all forms."""


class Report(Protocol):
    """Takes findings as they come, so that none has to be kept for it."""

    def finding(self, found: Finding) -> None:
        """One finding; those of a file come one after another."""

    def end(self, totals: Totals, interrupted: bool) -> None:
        """There are no more; ``interrupted`` says that the run was broken off."""


def report_for(name: str, write: Write, *, color: bool = False, statistics: bool = False) -> Report:
    """The report called ``name``, which writes with ``write``."""
    from minimax_grammar.transcript.reports import github, html, human, jsonl, junit, sarif

    if name in ("human", "concise"):
        return human.HumanReport(write, color=color, excerpts=name == "human" and not statistics, statistics=statistics)
    made: dict[str, Callable[[Write], Report]] = {
        "jsonl": jsonl.JsonLinesReport,
        "sarif": sarif.SarifReport,
        "junit": junit.JUnitReport,
        "github": github.GitHubReport,
        "html": html.HtmlReport,
    }
    return made[name](write)
