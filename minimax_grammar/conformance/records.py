"""The results of a run as a JSON document, and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.manifest import checksum, version

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from minimax_grammar.conformance.judge import Result

__all__ = ["FORMAT", "MOST_DETAIL", "MOST_INPUT", "record", "record_text"]

FORMAT = "minimax-grammar/conformance-run/1"
"""What a record says it is; ``conformance/run.schema.json`` describes it."""
MOST_DETAIL = 4000
"""So many characters of a difference are kept,"""
MOST_INPUT = 600
"""and so many of the input of a case that failed."""


def record(
    greeting: dict[str, Any],
    command: str | None,
    results: Iterable[Result],
    corpus: Path | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """A run as JSON: who was run, which corpus, and how every case went.

    ``name`` is what the implementation is called instead of what it calls itself.
    """
    known = ("name", "language", "implementation_version", "dialects", "ops", "omits")
    return {
        "format": FORMAT,
        "corpus": {"version": version(corpus), "checksum": checksum(corpus)},
        "implementation": {
            "omits": [],
            **{key: greeting[key] for key in known if key in greeting},
            **({"name": name} if name else {}),
            "command": command or "minimax-grammar conformance serve",
        },
        "results": [_result(result) for result in results],
    }


def record_text(*given: Any) -> str:
    """The same as text, one result a line."""
    found = record(*given)
    results = ",\n".join(f"  {json.dumps(result)}" for result in found.pop("results"))
    head = json.dumps(found, indent=1)[:-2]
    return f'{head},\n "results": [\n{results}\n ]\n}}\n'


def _result(result: Result) -> dict[str, Any]:
    case = result.case
    found = {
        "id": case.id,
        "dialect": case.dialect,
        "op": case.op,
        "spec": case.spec,
        "tags": list(case.tags),
        "about": case.about,
        "verdict": result.verdict,
        "compared": list(result.compared),
        "failed": list(result.failed),
        "plan": result.plan,
        "detail": _bounded(result.detail, MOST_DETAIL),
        "runs": result.runs,
        "seconds": round(result.seconds, 4),
    }
    if result.failed:
        given = case.input if isinstance(case.input, str) else json.dumps(case.input)
        found["input"] = _bounded(given, MOST_INPUT)
    if result.shrunk:
        found["shrunk"] = result.shrunk
    return found


def _bounded(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
