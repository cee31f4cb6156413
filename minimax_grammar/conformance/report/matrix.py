"""The report as data: implementations, dialects and kinds of behaviour, and how every case went."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.answers import ASPECTS
from minimax_grammar.conformance.records import MOST_INPUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["FORMAT", "VERDICTS", "kind_of", "rate", "report", "totals"]

FORMAT = "minimax-grammar/conformance-report/1"
"""What a report says it is; ``conformance/report.schema.json`` describes it."""
VERDICTS = ("pass", "fail", "crash", "hang", "skip")
_ABOUT = ("language", "implementation_version", "command", "dialects", "ops", "omits")
_LAST = len(ASPECTS)
_MOST_DETAIL = 2_000
"""So many characters of a difference are in a report; its run has more."""


def report(runs: Sequence[dict[str, Any]], rules: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The report on ``runs``, as :func:`~minimax_grammar.conformance.runs.read_runs` gives them.

    ``rules`` are those of the corpus, by number; a kind of behaviour is a rule.  Pass rates are over the cases that
    were judged: a case that was skipped, or that a run does not have, counts for nothing.
    """
    cases: dict[str, dict[str, Any]] = {}
    for number, run in enumerate(runs):
        for result in run["results"]:
            case = cases.setdefault(result["id"], _case(result, len(runs)))
            case["verdicts"][number] = result["verdict"]
            if "input" in result:
                case["input"] = result["input"][:MOST_INPUT]
            if result["verdict"] not in ("pass", "skip"):
                case["differences"].append(_difference(number, result))
    kinds = sorted({case["kind"] for case in cases.values()}, key=int)
    return {
        "format": FORMAT,
        "corpus": {key: runs[0]["corpus"][key] for key in ("version", "checksum")},
        "implementations": [_implementation(run) for run in runs],
        "dialects": sorted({case["dialect"] for case in cases.values()}),
        "kinds": [{"id": kind, "title": rules.get(kind, {}).get("title", f"Section {kind}")} for kind in kinds],
        "matrix": _matrix(runs),
        "aspects": _aspects(runs),
        "cases": list(cases.values()),
    }


def kind_of(spec: str) -> str:
    """The kind of behaviour that a case is about: the rule of its ``spec``, by number."""
    return str(int(spec.partition(".")[0]))


def rate(counts: Mapping[str, int]) -> float | None:
    """The share that passed of what was judged, from 0 to 1; None if nothing was."""
    judged = sum(counts[verdict] for verdict in VERDICTS if verdict != "skip")
    return counts["pass"] / judged if judged else None


def totals(cells: Iterable[dict[str, Any]], implementation: int, **wanted: str) -> dict[str, int]:
    """The cells of an implementation added up; of those with a certain ``dialect`` or ``kind``, if given."""
    found = dict.fromkeys(VERDICTS, 0)
    for cell in cells:
        if cell["implementation"] == implementation and all(cell[key] == value for key, value in wanted.items()):
            for verdict in VERDICTS:
                found[verdict] += cell[verdict]
    return found


def _case(result: dict[str, Any], runs: int) -> dict[str, Any]:
    return {
        "id": result["id"],
        "dialect": result["dialect"],
        "op": result["op"],
        "kind": kind_of(result["spec"]),
        "spec": result["spec"],
        "tags": result.get("tags", []),
        "about": result.get("about", "")[:MOST_INPUT],
        "verdicts": [None] * runs,
        "differences": [],
    }


def _difference(number: int, result: dict[str, Any]) -> dict[str, Any]:
    found = {
        "implementation": number,
        "cut": result.get("plan", ""),
        "aspects": result.get("failed", []),
        "detail": result.get("detail", "")[:_MOST_DETAIL],
    }
    if "shrunk" in result:
        found["shrunk"] = result["shrunk"][:MOST_INPUT]
    return found


def _implementation(run: dict[str, Any]) -> dict[str, Any]:
    given = run["implementation"]
    counts = Counter(result["verdict"] for result in run["results"])
    return {
        "name": given["name"],
        **{key: given[key] for key in _ABOUT if key in given},
        "counts": {verdict: counts[verdict] for verdict in VERDICTS},
    }


def _matrix(runs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    found: dict[tuple[int, str, str], Counter[str]] = {}
    for number, run in enumerate(runs):
        for result in run["results"]:
            place = number, result["dialect"], kind_of(result["spec"])
            found.setdefault(place, Counter())[result["verdict"]] += 1
    ordered = sorted(found.items(), key=lambda item: (item[0][0], item[0][1], int(item[0][2])))
    return [
        {
            "implementation": number,
            "dialect": dialect,
            "kind": kind,
            **{verdict: counts[verdict] for verdict in VERDICTS},
        }
        for (number, dialect, kind), counts in ordered
    ]


def _aspects(runs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """How often each aspect of an outcome was compared, and was not as expected."""
    found: dict[tuple[int, str], list[int]] = {}
    for number, run in enumerate(runs):
        for result in run["results"]:
            failed = result.get("failed", ())
            for aspect in result.get("compared", ()):
                counts = found.setdefault((number, aspect), [0, 0])
                counts[0] += 1
                counts[1] += aspect in failed
    order = {aspect: place for place, aspect in enumerate(ASPECTS)}
    ordered = sorted(found.items(), key=lambda item: (item[0][0], order.get(item[0][1], _LAST), item[0][1]))
    return [
        {"implementation": number, "aspect": aspect, "compared": compared, "failed": failed}
        for (number, aspect), (compared, failed) in ordered
    ]
