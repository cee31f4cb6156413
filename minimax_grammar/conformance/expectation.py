"""What an implementation makes of an input, written as a case expects it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.answers import fault
from minimax_grammar.conformance.corpus import pieces
from minimax_grammar.conformance.judge import scanned, steps

if TYPE_CHECKING:
    from minimax_grammar.conformance.corpus import Case
    from minimax_grammar.conformance.judge import Ask

__all__ = ["NoExpectationError", "expecting", "request_of"]


class NoExpectationError(Exception):
    """The implementation gives no answer that a case could expect; the message says what it gave."""


def request_of(case: Case) -> dict[str, Any]:
    """The request for the whole input of ``case``, in one feed where it is fed."""
    fields = {"feeds": [case.text]} if case.op in ("scan", "project") else case.input
    return {"op": case.op, "dialect": case.dialect, "tools": case.tools, "options": case.options, **fields}


def expecting(case: Case, ask: Ask, *, events: bool = False) -> Case:
    """``case`` with the expectation that the answer of ``ask`` to its input fulfils.

    ``events``: whether a scan is to give exactly these events, and each when it comes if the input has parts.
    """
    reply = ask(request_of(case))
    if "skipped" in reply:
        raise NoExpectationError(str(reply["skipped"]))
    wrong = fault(case.op, reply, 1, ())
    if wrong:
        raise NoExpectationError(wrong)
    if "error" in reply:
        if case.op in ("scan", "project"):
            raise NoExpectationError(str(reply["error"]))
        return replace(case, expect={"error": True})
    if case.op != "scan":
        return replace(case, expect={key: value for key, value in reply.items() if key != "seq"})
    found = scanned(reply)
    found["diagnostics"] = [
        {key: diagnostic[key] for key in ("name", "start", "end") if key in diagnostic}
        for diagnostic in found["diagnostics"]
    ]
    if not events:
        del found["events"]
    elif isinstance(case.input, list):
        found["steps"] = steps(ask({**request_of(case), "feeds": pieces(case.input)}))
    return replace(case, expect=found)
