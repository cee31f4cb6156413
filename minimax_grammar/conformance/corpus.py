"""The corpus: plain JSON files of cases, read and checked as a whole."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import CorpusError, Finding
from minimax_grammar.resources import conformance_dir

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Case", "expand", "load_corpus"]

MAX_TEXT = 20_000_000
"""The longest text that parts with repeats may stand for, in code points."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case."""

    id: str
    op: str
    about: str
    spec: str
    input: Any
    expect: dict[str, Any]
    file: str
    dialect: str = ""
    tools: Any = None
    tags: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The input of a scan case as one text."""
        return expand(self.input)


def expand(parts: Any) -> str:
    """The text that ``parts`` stand for: a string, or a list of strings and ``{"repeat": [unit, count]}``.

    Raises ``ValueError`` for anything else, and for more than :data:`MAX_TEXT` code points.
    """
    pieces = []
    length = 0
    for part in parts if isinstance(parts, list) else [parts]:
        if isinstance(part, str):
            unit, count = part, 1
        else:
            unit, count = part["repeat"]
        length += len(unit) * count
        if length > MAX_TEXT:
            raise ValueError(f"stands for more than {MAX_TEXT} characters")
        pieces.append(unit * count)
    return "".join(pieces)


def load_corpus(folder: Path | None = None) -> list[Case]:
    """All cases below ``folder`` (the shipped corpus if None), in the order of their files.

    Raises :class:`CorpusError` with everything that is wrong: files that are no JSON or do not follow
    ``case.schema.json``, ids given twice, tool sets that do not exist.
    """
    folder = conformance_dir() if folder is None else folder
    findings: list[Finding] = []
    cases: list[Case] = []
    tools = _read(folder / "tools.json", findings)
    files = sorted((folder / "cases").rglob("*.json"))
    if not files and not findings:
        findings.append(Finding(str(folder / "cases"), 0, 0, "holds no case files"))
    for file in files:
        cases += _file(file, folder, tools if isinstance(tools, dict) else {}, findings)
    seen: dict[str, str] = {}
    for case in cases:
        if case.id in seen:
            findings.append(Finding(case.file, 0, 0, f"{case.id}: the id is also in {seen[case.id]}"))
        seen[case.id] = case.file
    if findings:
        raise CorpusError(findings)
    return cases


def _read(file: Path, findings: list[Finding]) -> Any:
    try:
        return json.loads(file.read_bytes())
    except OSError as error:
        findings.append(Finding(str(file), 0, 0, f"cannot be read: {error.strerror or error}"))
    except json.JSONDecodeError as error:
        findings.append(Finding(str(file), error.lineno, error.colno, f"is no JSON: {error.msg}"))
    except (ValueError, RecursionError) as error:
        findings.append(Finding(str(file), 0, 0, f"is no JSON: {error}"))
    return None


def _file(file: Path, folder: Path, tools: dict[str, Any], findings: list[Finding]) -> Iterator[Case]:
    data = _read(file, findings)
    if data is None:
        return
    wrong = False
    for error in _validator().iter_errors(data):
        wrong = True
        place = list(error.absolute_path)
        entry = data[place[0]] if place and isinstance(data, list) and isinstance(place[0], int) else None
        name = entry.get("id", f"case {place[0] + 1}") if isinstance(entry, dict) else "the file"
        where = "/".join(str(part) for part in place[1:])
        findings.append(Finding(str(file), 0, 0, f"{name}: {where + ': ' if where else ''}{error.message[:300]}"))
    if wrong:
        return
    for entry in data:
        given = entry.get("tools")
        if isinstance(given, str) and given not in tools:
            message = f"{entry['id']}: there is no tool set {given!r} in tools.json"
            findings.append(Finding(str(file), 0, 0, message))
            continue
        yield Case(
            id=entry["id"],
            op=entry["op"],
            about=entry["about"],
            spec=entry["spec"],
            input=entry["input"],
            expect=entry["expect"],
            file=str(file.relative_to(folder)),
            dialect=entry.get("dialect", ""),
            tools=tools[given] if isinstance(given, str) else given,
            tags=tuple(entry.get("tags", ())),
            options=entry.get("options", {}),
        )


@cache
def _validator() -> Any:
    import jsonschema

    schema = json.loads((conformance_dir() / "case.schema.json").read_bytes())
    return jsonschema.Draft202012Validator(schema)
