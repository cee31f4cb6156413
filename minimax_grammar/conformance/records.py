"""The results of a run as a JSON document, and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.manifest import checksum, version

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from minimax_grammar.conformance.judge import Result

__all__ = ["FORMAT", "record", "record_text"]

FORMAT = "minimax-grammar/conformance-run/1"
"""What a record says it is; ``conformance/run.schema.json`` describes it."""
_DETAIL = 4000


def record(
    greeting: dict[str, Any], command: str | None, results: Iterable[Result], corpus: Path | None = None
) -> dict[str, Any]:
    """A run as JSON: who was run, which corpus, and how every case went."""
    known = ("name", "language", "implementation_version", "dialects", "ops", "omits")
    return {
        "format": FORMAT,
        "corpus": {"version": version(corpus), "checksum": checksum(corpus)},
        "implementation": {
            "omits": [],
            **{key: greeting[key] for key in known if key in greeting},
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
        "verdict": result.verdict,
        "compared": list(result.compared),
        "failed": list(result.failed),
        "plan": result.plan,
        "detail": result.detail[:_DETAIL],
        "runs": result.runs,
        "seconds": round(result.seconds, 4),
    }
    if result.shrunk:
        found["shrunk"] = result.shrunk
    return found
