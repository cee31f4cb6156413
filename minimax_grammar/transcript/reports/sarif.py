"""SARIF 2.1.0, for code scanning and viewers."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from minimax_grammar.diagnostics import RULES
from minimax_grammar.transcript.explained import explanation_of

if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Finding
    from minimax_grammar.transcript.reports import Write
    from minimax_grammar.transcript.run import Totals

__all__ = ["SCHEMA", "SarifReport"]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "note": "note"}
_HALF = re.compile(r"[\ud800-\udfff]")


class SarifReport:
    """One run; its results are written as they come."""

    def __init__(self, write: Write) -> None:
        from minimax_grammar import __version__

        self._write = write
        self._any = False
        self._rules = sorted(RULES.values())
        self._index = {rule.name: number for number, rule in enumerate(self._rules)}
        driver = {
            "name": "minimax-grammar",
            "version": __version__,
            "rules": [_rule(rule) for rule in self._rules],
        }
        head = {"$schema": SCHEMA, "version": "2.1.0"}
        run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"}
        write(json.dumps(head)[:-1] + ', "runs": [' + json.dumps(run)[:-1] + ', "results": [')

    def finding(self, found: Finding) -> None:
        """Write one result."""
        self._write((",\n" if self._any else "\n") + json.dumps(self._result(found)))
        self._any = True

    def end(self, totals: Totals, interrupted: bool) -> None:
        """Close the run."""
        invocation = {"executionSuccessful": not interrupted, "exitCode": int(bool(totals.findings))}
        self._write(f'\n], "invocations": [{json.dumps(invocation)}]}}]}}\n')

    def _result(self, found: Finding) -> dict[str, Any]:
        place: dict[str, Any] = {"artifactLocation": {"uri": _uri(found.file)}}
        if found.line:
            region: dict[str, Any] = {"startLine": found.line, "startColumn": found.column}
            region |= {"endLine": found.end_line, "endColumn": found.end_column}
            if found.excerpt:
                region["snippet"] = {"text": _whole(found.excerpt)}
            place["region"] = region
        properties = {"record": found.record, "turn": found.turn, "role": found.role}
        properties |= {"dialect": found.dialect, "tool": _whole(found.tool)}
        print_of = f"{found.code}\0{found.file}\0{found.role}\0{found.message}\0{found.excerpt}"
        digest = hashlib.sha256(print_of.encode("utf-8", "backslashreplace")).hexdigest()[:32]
        return {
            "ruleId": found.code,
            "ruleIndex": self._index[found.name],
            "level": _LEVELS[found.severity],
            "message": {"text": _whole(found.message)},
            "locations": [{"physicalLocation": place}],
            "partialFingerprints": {"findingHash/v1": digest},
            "properties": properties,
        }


def _rule(rule: Any) -> dict[str, Any]:
    made = {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": f"{rule.summary[0].upper()}{rule.summary[1:]}."},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }
    told = explanation_of(rule.name)
    about = [told.why if told is not None else "", f"{rule.fix[0].upper()}{rule.fix[1:]}." if rule.fix else ""]
    return {**made, "help": {"text": " ".join(filter(None, about))}} if any(about) else made


def _uri(file: str) -> str:
    """The file as a URI, relative to where the run was started if it lies below."""
    path = Path(file)
    if path.is_absolute() or ".." in path.parts:
        whole = Path(os.path.abspath(file))
        here = Path.cwd()
        if not whole.is_relative_to(here):
            return whole.as_uri()
        path = whole.relative_to(here)
    return quote(path.as_posix().encode("utf-8", "surrogateescape"))


def _whole(text: str) -> str:
    """``text`` without halves of surrogate pairs, which readers in other languages refuse."""
    return _HALF.sub("\ufffd", text)
