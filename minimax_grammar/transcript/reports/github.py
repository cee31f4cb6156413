"""Annotations of GitHub Actions: one workflow command a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.transcript.reports.statistics import summary

if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Finding
    from minimax_grammar.transcript.reports import Write
    from minimax_grammar.transcript.run import Totals

__all__ = ["GitHubReport"]

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


class GitHubReport:
    """Lines like ``::error file=…,line=…::message``."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def finding(self, found: Finding) -> None:
        """Write one annotation."""
        fields = {"title": f"{found.code} {found.name}", "file": found.file}
        if found.line:
            fields |= {"line": str(found.line), "col": str(found.column)}
            fields["endLine"] = str(found.end_line)
            if found.end_line == found.line:
                fields["endColumn"] = str(found.end_column)
        said = f" (turn {found.turn}, {found.role})" if found.turn else ""
        listed = ",".join(f"{key}={_property(value)}" for key, value in fields.items())
        self._write(f"::{_LEVELS[found.severity]} {listed}::{_data(found.message + said)}\n")

    def end(self, totals: Totals, interrupted: bool) -> None:
        """Write the counts as plain lines of the log."""
        for line in summary(totals, interrupted):
            self._write(_data(line) + "\n")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
