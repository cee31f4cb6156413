"""Recorded runs, read back: files that others wrote, checked before anything relies on them."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.records import FORMAT
from minimax_grammar.errors import MinimaxGrammarError
from minimax_grammar.resources import conformance_dir

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["MOST_BYTES", "RunError", "read_runs"]

MOST_BYTES = 64 << 20
"""A larger file is no run of this corpus."""


class RunError(MinimaxGrammarError):
    """A file that holds no run, or runs that cannot stand beside each other; the message says why, and what to do."""


def read_runs(files: Sequence[Path]) -> list[dict[str, Any]]:
    """The runs in ``files``, in their order, as ``run.schema.json`` describes them.

    Runs of one implementation that have no case in common, as the parts of ``run --shard`` are, become one.
    Raises :class:`RunError` for what is no run, and for runs of different corpora, or twice of the same cases.
    """
    found: dict[str, dict[str, Any]] = {}
    origin: dict[str, Path] = {}
    for file in files:
        run = _read(file)
        name, corpus = run["implementation"]["name"], run["corpus"]
        for other, known in found.items():
            if known["corpus"] != corpus:
                raise RunError(
                    f"{file}: is a run of corpus {_named(corpus)}, and {origin[other]} one of"
                    f" {_named(known['corpus'])}; run both against the same corpus"
                )
        if name not in found:
            found[name], origin[name] = run, file
            continue
        known = found[name]
        ids = {result["id"] for result in known["results"]}
        twice = next((result["id"] for result in run["results"] if result["id"] in ids), None)
        if twice is not None:
            raise RunError(
                f"{file}: {origin[name]} also has the case {twice!r} of an implementation called {name!r};"
                " give one of them another name with run --name"
            )
        known["results"] += run["results"]
    return list(found.values())


def _named(corpus: dict[str, str]) -> str:
    return f"{corpus['version']} ({corpus['checksum'][:19]})"


def _read(file: Path) -> dict[str, Any]:
    try:
        with open(file, "rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RunError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > MOST_BYTES:
        raise RunError(f"{file}: has more than {MOST_BYTES >> 20} MiB, and is no run of conformance run --json")
    try:
        run = json.loads(data, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise RunError(f"{file}:{error.lineno}:{error.colno}: is no JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise RunError(f"{file}: is no JSON: {error}") from error
    if not isinstance(run, dict) or run.get("format") != FORMAT:
        raise RunError(f"{file}: is no run, whose format is {FORMAT!r}; conformance run --json writes one")
    wrong = next(_validator().iter_errors(run), None)
    if wrong is not None:
        where = "/".join(str(part) for part in wrong.absolute_path)
        raise RunError(f"{file}: {where + ': ' if where else ''}{wrong.message[:200]}")
    seen: set[str] = set()
    for result in run["results"]:
        if result["id"] in seen:
            raise RunError(f"{file}: the case {result['id']!r} is in it twice")
        seen.add(result["id"])
    return run


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


@cache
def _validator() -> Any:
    import jsonschema

    return jsonschema.Draft202012Validator(json.loads((conformance_dir() / "run.schema.json").read_bytes()))
