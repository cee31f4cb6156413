"""What this package answers to the operations of the harness protocol, one function each."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import MinimaxGrammarError
from minimax_grammar.registry import dialects, load_dialect
from minimax_grammar.values import parse_strict
from minimax_grammar.values.relaxed import parse_relaxed

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["OPS", "Skipped", "json_repair", "scan"]


class Skipped(Exception):
    """The request is about something that does not exist here; the message says what."""


def scan(request: dict[str, Any]) -> dict[str, Any]:
    """``feeds`` through a scanner: the events of each feed, those of the flush, and the diagnostics.

    Options: ``parse_thinking``, ``start``, ``guarded``.  Ids are ``call_0``, ``call_1``, and so on.
    """
    name = request.get("dialect")
    if name not in dialects():
        raise Skipped(f"no dialect {name!r}")
    options = dict(request.get("options") or {})
    known = {key: options.pop(key) for key in ("parse_thinking", "start", "guarded") if key in options}
    if options:
        raise Skipped(f"no option {next(iter(options))!r} of a scan")
    try:
        scanner = load_dialect(name).scanner(request.get("tools"), ids=(f"call_{n}" for n in count()), **known)
    except (MinimaxGrammarError, ValueError) as error:
        raise Skipped(str(error)) from None
    feeds = [[event.to_json() for event in scanner.feed(text)] for text in request["feeds"]]
    flush = [event.to_json() for event in scanner.flush()]
    diagnostics = [diagnostic.to_json() for diagnostic in scanner.diagnostics]
    return {"events": feeds, "flush": flush, "diagnostics": diagnostics, "stopped": scanner.stopped}


def json_repair(request: dict[str, Any]) -> dict[str, Any]:
    """The value of a body that is meant to be JSON, or an error."""
    text = request["text"]
    try:
        return {"value": parse_strict(text)}
    except ValueError:
        pass
    try:
        return {"value": parse_relaxed(text)[0]}
    except ValueError as error:
        return {"error": str(error) or "not JSON"}


OPS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"scan": scan, "json_repair": json_repair}
"""Every operation by its name."""
