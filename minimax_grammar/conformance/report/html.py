"""The report as one HTML page that needs nothing else: the matrix, filters, and the cases behind every number."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.report.matrix import VERDICTS, rate, totals
from minimax_grammar.pages import seen, template

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["html"]

_DETAIL = 1_200
"""So much of a difference is on the page; the JSON has more."""
_FIELDS = ("id", "dialect", "op", "kind", "tags", "about", "input", "verdicts", "differences")


def html(report: dict[str, Any]) -> Iterable[str]:
    """The page, in parts."""
    cells = report["matrix"]
    numbers = range(len(report["implementations"]))
    shown = [_case(case) for case in report["cases"]]
    data = {
        "implementations": [each["name"] for each in report["implementations"]],
        "kinds": {kind["id"]: kind["title"] for kind in report["kinds"]},
        "fields": _FIELDS,
        "cases": [[case.get(field) for field in _FIELDS] for case in shown],
    }
    return template("minimax_grammar.conformance.report").stream(
        corpus=report["corpus"],
        implementations=report["implementations"],
        count=len(report["cases"]),
        ops=sorted({case["op"] for case in report["cases"]}),
        verdicts=[v for v in VERDICTS if any(each["counts"][v] for each in report["implementations"])],
        every=[_cell(totals(cells, n)) for n in numbers],
        dialects=[(d, [_cell(totals(cells, n, dialect=d)) for n in numbers]) for d in report["dialects"]],
        kinds=[(k, [_cell(totals(cells, n, kind=k["id"])) for n in numbers]) for k in report["kinds"]],
        aspects=_aspects(report, numbers),
        data=_embedded(data),
    )


def _case(case: dict[str, Any]) -> dict[str, Any]:
    """A case with no more than the page shows of it."""
    found = dict(
        case, differences=[[d["implementation"], d["cut"], d["aspects"], _cut(d)] for d in case["differences"]]
    )
    found["verdicts"] = [VERDICTS.index(verdict) if verdict else -1 for verdict in case["verdicts"]]
    return found


def _cut(difference: dict[str, Any]) -> str:
    text = str(difference["detail"])
    if len(text) > _DETAIL:
        text = f"{text[:_DETAIL].rpartition(chr(10))[0] or text[:_DETAIL]}\n…"
    return f"{text}\nsmallest input that fails: {difference['shrunk']}" if "shrunk" in difference else text


def _cell(counts: Mapping[str, int]) -> dict[str, Any]:
    """How a number of verdicts is shown; the page's script does the same for those that a filter leaves."""
    share = rate(counts)
    if share is None:
        return {"level": "none", "share": "skipped" if counts["skip"] else "–", "of": ""}
    judged = sum(counts.values()) - counts["skip"]
    level = "all" if share == 1 else "most" if share >= 0.9 else "half" if share >= 0.5 else "few"
    return {"level": level, "share": f"{int(100 * share)} %", "of": f"{counts['pass']}/{judged}"}


def _aspects(report: dict[str, Any], numbers: Iterable[int]) -> list[tuple[str, list[dict[str, Any]]]]:
    found = {(each["implementation"], each["aspect"]): each for each in report["aspects"]}
    none = {"compared": 0, "failed": 0}
    made = []
    for aspect in dict.fromkeys(each["aspect"] for each in report["aspects"]):
        row = []
        for number in numbers:
            each = found.get((number, aspect), none)
            counts = {**dict.fromkeys(VERDICTS, 0), "pass": each["compared"] - each["failed"], "fail": each["failed"]}
            row.append(_cell(counts))
        made.append((aspect, row))
    return made


def _embedded(data: Any) -> str:
    """``data`` as JSON that can stand in a script element: no character in it means anything to HTML."""
    text = json.dumps(_seen(data), separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _seen(value: Any) -> Any:
    if isinstance(value, str):
        return seen(value)
    if isinstance(value, dict):
        return {seen(key): _seen(item) for key, item in value.items()}
    return [_seen(item) for item in value] if isinstance(value, list | tuple) else value
