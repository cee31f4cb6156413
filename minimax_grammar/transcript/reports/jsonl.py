"""Findings as JSON Lines; the last line has the counts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Finding
    from minimax_grammar.transcript.reports import Write
    from minimax_grammar.transcript.run import Totals

__all__ = ["JsonLinesReport"]


class JsonLinesReport:
    """One JSON object a line, in ASCII, so that nothing in a text can break a line."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def finding(self, found: Finding) -> None:
        """Write one finding."""
        self._write(json.dumps({"type": "finding", **found.to_json()}) + "\n")

    def end(self, totals: Totals, interrupted: bool) -> None:
        """Write the counts."""
        data = {
            "type": "summary",
            "files": totals.files,
            "conversations": totals.conversations,
            "with_findings": totals.touched,
            "turns": totals.turns,
            "calls": totals.calls.total(),
            "findings": dict(totals.findings),
            "dialects": dict(totals.dialects),
            "unsure": totals.unsure,
            "interrupted": interrupted,
        }
        self._write(json.dumps(data) + "\n")
