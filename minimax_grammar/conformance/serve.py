"""This package as an implementation that a harness can drive: JSON Lines in, JSON Lines out.

``{"cmd": "start", "version": 1}``, then any number of ``{"cmd": "run", "seq": n, "op": …}``, then
``{"cmd": "stop"}``.  Whatever comes in, an answer goes out: a line that is no request is answered with an error.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, BinaryIO

from minimax_grammar import __version__
from minimax_grammar.conformance.ops import OPS, respond
from minimax_grammar.conformance.process import VERSION
from minimax_grammar.registry import dialects

if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["answer", "serve"]


def serve(requests: BinaryIO, answers: TextIO) -> None:
    """Answer every line of ``requests`` with one line on ``answers``, until ``stop`` or the end."""
    for line in requests:
        if not line.strip():
            continue
        reply = answer(line)
        if reply is None:
            return
        answers.write(_line(reply) + "\n")
        answers.flush()


def _line(reply: dict[str, Any]) -> str:
    """``reply`` as JSON, ASCII only: lone surrogates survive, and no reader needs to agree on an encoding."""
    try:
        return json.dumps(reply, ensure_ascii=True, allow_nan=False)
    except (ValueError, RecursionError) as error:
        about = {"seq": reply["seq"]} if "seq" in reply else {}
        return json.dumps({**about, "error": f"the answer is no JSON: {error}"})


def answer(line: bytes) -> dict[str, Any] | None:
    """The answer to one request; None if it asks to stop."""
    try:
        request = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        return {"error": f"not a JSON document: {error}"}
    if not isinstance(request, dict):
        return {"error": "a request is a JSON object"}
    command = request.get("cmd")
    if command == "stop":
        return None
    if command == "start":
        return _start(request)
    if command != "run":
        return {"error": f"no command {command!r}; there are start, run and stop"}
    seq = request.get("seq")
    if not isinstance(seq, int | str):
        return {"error": "seq, the number of the request, is missing or no number"}
    return {"seq": seq, **respond(request)}


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


def _start(request: dict[str, Any]) -> dict[str, Any]:
    if request.get("version") != VERSION:
        return {"error": f"this is version {VERSION} of the protocol, not {request.get('version')!r}"}
    return {
        "version": VERSION,
        "name": "minimax-grammar",
        "language": f"Python {sys.version_info.major}.{sys.version_info.minor}",
        "implementation_version": __version__,
        "dialects": dialects(),
        "ops": list(OPS),
    }
