"""What this package answers to the operations of the harness protocol, one function each."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import RenderError
from minimax_grammar.history import encode_history
from minimax_grammar.projection import Projector
from minimax_grammar.registry import dialects, load_dialect
from minimax_grammar.selection import preferred_dialect
from minimax_grammar.values import parse_strict
from minimax_grammar.values.relaxed import parse_relaxed

if TYPE_CHECKING:
    from collections.abc import Callable

    from minimax_grammar.dialect import Dialect

__all__ = ["OPS", "Skipped", "respond", "scan_with"]

_SCAN_OPTIONS: dict[str, type] = {"parse_thinking": bool, "start": str, "guarded": bool}


class Skipped(Exception):
    """The request is about something that does not exist here; the message says what."""


def _dialect(request: dict[str, Any]) -> Dialect:
    name = request.get("dialect")
    if isinstance(name, str) and name.endswith(".dialect"):
        return load_dialect(name)
    if name not in dialects():
        raise Skipped(f"no dialect {name!r}")
    return load_dialect(name)


def _options(request: dict[str, Any], *known: str) -> dict[str, Any]:
    """The options of a request; one that is not known is not passed over in silence."""
    options = request.get("options") or {}
    if not isinstance(options, dict):
        raise TypeError("options is an object")
    unknown = [key for key in options if key not in known]
    if unknown:
        raise Skipped(f"no option {unknown[0]!r} of {request.get('op')}")
    return dict(options)


def _feeds(request: dict[str, Any]) -> list[str]:
    feeds = request.get("feeds")
    if not isinstance(feeds, list) or not all(isinstance(text, str) for text in feeds):
        raise TypeError("feeds is a list of strings")
    return feeds


def scan(request: dict[str, Any]) -> dict[str, Any]:
    """``feeds`` through a scanner: the events of each feed, those of the flush, and the diagnostics.

    Options: ``parse_thinking``, ``start``, ``guarded``.  Ids are ``call_0``, ``call_1``, and so on.
    """
    return scan_with(_dialect(request), request)


def scan_with(dialect: Dialect, request: dict[str, Any]) -> dict[str, Any]:
    """The same with a dialect that may have no name."""
    options = _options(request, *_SCAN_OPTIONS)
    for name, kind in _SCAN_OPTIONS.items():
        if name in options and not isinstance(options[name], kind):
            raise TypeError(f"the option {name} is a {kind.__name__}")
    try:
        scanner = dialect.scanner(request.get("tools"), ids=(f"call_{n}" for n in count()), **options)
    except ValueError as error:  # no such start
        raise Skipped(str(error)) from None
    feeds = [[event.to_json() for event in scanner.feed(text)] for text in _feeds(request)]
    flush = [event.to_json() for event in scanner.flush()]
    diagnostics = [diagnostic.to_json() for diagnostic in scanner.diagnostics]
    return {"events": feeds, "flush": flush, "diagnostics": diagnostics, "stopped": scanner.stopped}


def _rendering(
    render: Callable[[Dialect, dict[str, Any], dict[str, Any]], str],
) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """An op that renders: text, or an error that says what cannot be carried.  Option: ``allow_unsafe``."""

    def op(request: dict[str, Any]) -> dict[str, Any]:
        dialect = _dialect(request)
        try:
            return {"text": render(dialect, request, _options(request, "allow_unsafe"))}
        except RenderError as error:
            return {"error": str(error)}

    return op


def encode(request: dict[str, Any]) -> dict[str, Any]:
    """Messages with structured calls and results, as messages of text.  Option: ``allow_unsafe``."""
    dialect, options = _dialect(request), _options(request, "allow_unsafe")
    try:
        return {"messages": encode_history(request["messages"], dialect, request.get("tools"), **options)}
    except RenderError as error:
        return {"error": str(error)}


def project(request: dict[str, Any]) -> dict[str, Any]:
    """``feeds`` as one message.  Options: ``stop_reason``, ``abort_on_fabrication``, ``partial_calls``.

    Calls that the end cut off are named by id in ``incomplete``.
    """
    options = _options(request, "stop_reason", "abort_on_fabrication", "partial_calls")
    reason = options.pop("stop_reason", "stop")
    ids = (f"call_{n}" for n in count())
    projector = Projector(_dialect(request), request.get("tools"), ids=ids, **options)
    for text in _feeds(request):
        projector.feed(text)
        if projector.done:
            break
    projector.finish(reason)
    message = projector.message
    assert message is not None
    return {
        "content": [{key: item for key, item in block.items() if key != "incomplete"} for block in message.content],
        "incomplete": [block["id"] for block in message.content if block.get("incomplete")],
        "stop_reason": message.stop_reason,
        "aborted": message.aborted,
    }


def select(request: dict[str, Any]) -> dict[str, Any]:
    """The dialect of a model."""
    return {"dialect": preferred_dialect(request["model_id"])}


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


def validate(request: dict[str, Any]) -> dict[str, Any]:
    """What is found in a ``text`` (a turn, or a transcript) or in a ``record``; ``dialect`` may be ``auto``.

    Places are those in the text, or in the record as compact JSON.
    """
    from minimax_grammar.transcript.checker import AUTO, Checker
    from minimax_grammar.transcript.jobs import record
    from minimax_grammar.transcript.places import JsonOrigin, TextOrigin
    from minimax_grammar.transcript.plain import conversation_of_text

    _options(request)
    name = request.get("dialect") or AUTO
    if name != AUTO:
        _dialect(request)
    if "text" in request:
        conversation = conversation_of_text(request["text"], TextOrigin("", request["text"]))
    else:
        text = json.dumps(request["record"], ensure_ascii=False, separators=(",", ":"))
        conversation = record(text, JsonOrigin("", text), 1, "")
    checked = Checker(name, request.get("tools")).check(conversation)
    findings = [{key: value for key, value in found.to_json().items() if key != "file"} for found in checked.findings]
    return {"dialect": checked.dialect, "findings": findings}


OPS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "scan": scan,
    "json_repair": json_repair,
    "render_call": _rendering(
        lambda d, request, options: d.render_call(request["call"], request.get("tools"), **options)
    ),
    "render_calls": _rendering(
        lambda d, request, options: d.render_calls(request["calls"], request.get("tools"), **options)
    ),
    "render_results": _rendering(lambda d, request, options: d.render_results(request["results"], **options)),
    "render_thinking": _rendering(lambda d, request, options: d.render_thinking(request["text"], **options)),
    "render_transcript": _rendering(
        lambda d, request, options: d.render_transcript(request["messages"], request.get("tools"), **options)
    ),
    "catalog": _rendering(lambda d, request, options: d.catalog(request.get("tools"))),
    "prompt": _rendering(lambda d, request, options: d.prompt(request.get("tools"))),
    "encode_history": encode,
    "project": project,
    "preferred_dialect": select,
    "validate": validate,
}
"""Every operation by its name."""


def respond(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to the request of an operation: what it gives, why it is skipped, or what went wrong."""
    op = OPS.get(str(request.get("op")))
    if op is None:
        return {"skipped": f"no op {request.get('op')!r}"}
    try:
        return op(request)
    except Skipped as reason:
        return {"skipped": str(reason)}
    except Exception as error:  # whoever asks is told of every failure and goes on
        return {"error": f"{type(error).__name__}: {error}"}
