"""JUnit XML: a suite for each file, a failed case for each finding."""

from __future__ import annotations

import re
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Finding
    from minimax_grammar.transcript.reports import Write
    from minimax_grammar.transcript.run import Totals

__all__ = ["JUnitReport"]

_SPOOLED = 4 << 20
"""How many characters of a suite are held before they go to a file: a suite begins with its counts."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class JUnitReport:
    """Findings of severity error and warning are failures; notes are cases that passed, with a word about them."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._file: str | None = None
        self._cases: IO[str] | None = None
        self._count = self._failures = 0
        write('<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="minimax-grammar validate">\n')

    def finding(self, found: Finding) -> None:
        """Keep one finding until its file is complete: a suite begins with its counts."""
        if found.file != self._file:
            self._suite()
            self._file = found.file
        where = f"{found.line}:{found.column}" if found.line else "file"
        name = _attribute(f"{found.code} {found.name} at {where}")
        # The schema of what readers of JUnit XML take knows no file and no line of a case: they stand in its text.
        case = f"  <testcase classname={_attribute(found.file)} name={name}>"
        place = f"{found.file}:{found.line}:{found.column}" if found.line else found.file
        said = f"{place}: {found.message}"
        text = "\n".join(filter(None, [said, found.excerpt, found.fix and f"fix: {found.fix}"]))
        if found.severity == "note":
            inside = f"<system-out>{_text(text)}</system-out>"
        else:
            self._failures += 1
            head = f"<failure type={_attribute(found.severity)} message={_attribute(found.message)}>"
            inside = f"{head}{_text(text)}</failure>"
        if self._cases is None:
            self._cases = SpooledTemporaryFile(_SPOOLED, "w+", encoding="utf-8", newline="")  # noqa: SIM115
        self._cases.write(f"{case}{inside}</testcase>\n")
        self._count += 1

    def end(self, totals: Totals, interrupted: bool) -> None:
        """Close the last suite.  A run without findings is one case that passed."""
        self._suite()
        if not totals.findings:
            number, what = (totals.files, "files") if totals.of_files else (totals.conversations, "conversations")
            self._write(' <testsuite name="minimax-grammar validate" tests="1" failures="0" errors="0">\n')
            self._write(f'  <testcase classname="validate" name="{number} {what}"/>\n </testsuite>\n')
        if interrupted:
            self._write(' <testsuite name="interrupted" tests="1" failures="0" errors="1">\n')
            self._write(
                '  <testcase classname="validate" name="interrupted"><error message="broken off"/></testcase>\n'
            )
            self._write(" </testsuite>\n")
        self._write("</testsuites>\n")

    def _suite(self) -> None:
        if self._file is None or self._cases is None:
            return
        counts = f'tests="{self._count}" failures="{self._failures}" errors="0"'
        file = _attribute(self._file)
        self._write(f" <testsuite name={file} file={file} {counts}>\n")
        self._cases.seek(0)
        for case in self._cases:
            self._write(case)
        self._cases.close()
        self._write(" </testsuite>\n")
        self._file, self._cases, self._count, self._failures = None, None, 0, 0


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", text))
