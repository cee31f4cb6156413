"""The corpus: plain JSON files of cases, read and checked as a whole."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import CorpusError, Finding
from minimax_grammar.resources import conformance_dir

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

__all__ = ["Case", "check_entries", "expand", "load_corpus", "matching", "pieces", "tool_sets"]

MAX_TEXT = 5_000_000
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


def pieces(parts: Any) -> list[str]:
    """The texts that ``parts`` stand for, one each: a string is one part, ``{"repeat": [unit, count]}`` another.

    Raises ``ValueError`` for anything else, and for more than :data:`MAX_TEXT` code points in all, before any of
    them is made.
    """
    runs = [_run(part) for part in (parts if isinstance(parts, list) else [parts])]
    if sum(len(unit) * count for unit, count in runs) > MAX_TEXT:
        raise ValueError(f"stands for more than {MAX_TEXT} characters")
    return [unit * count for unit, count in runs]


def _run(part: Any) -> tuple[str, int]:
    match part:
        case str():
            return part, 1
        case {"repeat": [str(unit), int(count)], **rest} if not rest and count >= 0:
            return unit, count
    raise ValueError(f"{_short(part)} is neither a string nor a repeat of one")


def expand(parts: Any) -> str:
    """The one text that ``parts`` stand for; raises as :func:`pieces` does."""
    return "".join(pieces(parts))


def load_corpus(folder: Path | None = None) -> list[Case]:
    """All cases below ``folder`` (the shipped corpus if None), in the order of their files.

    Raises :class:`CorpusError` with everything that is wrong: files that are no JSON or do not follow
    ``case.schema.json``, ids given twice, tool sets that do not exist, texts that are none or too long.
    """
    folder = conformance_dir() if folder is None else folder
    findings: list[Finding] = []
    cases: list[Case] = []
    named = folder / "tools.json"
    tools = _read(named, findings) if named.exists() or folder == conformance_dir() else {}
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


def matching(cases: Iterable[Case], dialect: Collection[str], op: Collection[str], pattern: str) -> list[Case]:
    """The ``cases`` of these dialects and ops (all if there are none) whose ids match ``pattern`` (``*`` and ``?``)."""
    return [
        case
        for case in cases
        if (not dialect or case.dialect in dialect) and (not op or case.op in op) and fnmatchcase(case.id, pattern)
    ]


def tool_sets(folder: Path | None = None) -> dict[str, Any]:
    """The tool lists of the corpus, by name; raises :class:`CorpusError` if there are none."""
    findings: list[Finding] = []
    found = _read((conformance_dir() if folder is None else folder) / "tools.json", findings)
    if findings:
        raise CorpusError(findings)
    return found if isinstance(found, dict) else {}


def check_entries(file: str, entries: Any) -> None:
    """Raise :class:`CorpusError` if ``entries`` are not what a case file may hold."""
    findings: list[Finding] = []
    _checked(file, entries, findings)
    if findings:
        raise CorpusError(findings)


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
    if data is None or not _checked(str(file), data, findings):
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
            dialect=_dialect(entry.get("dialect", ""), folder),
            tools=tools[given] if isinstance(given, str) else given,
            tags=tuple(entry.get("tags", ())),
            options=entry.get("options", {}),
        )


def _dialect(name: str, folder: Path) -> str:
    """A dialect by its name, or by the path of its file from the folder of the corpus."""
    return str(folder / name) if name.endswith(".dialect") else name


def _checked(file: str, data: Any, findings: list[Finding]) -> bool:
    """Whether ``data`` is what a case file may hold; what is wrong is added to ``findings``."""
    before = len(findings)
    for error in _validator().iter_errors(data):
        place = list(error.absolute_path)
        entry = data[place[0]] if place and isinstance(data, list) and isinstance(place[0], int) else None
        name = entry.get("id", f"case {place[0] + 1}") if isinstance(entry, dict) else "the file"
        where = "/".join(str(part) for part in place[1:])
        findings.append(Finding(file, 0, 0, f"{name}: {where + ': ' if where else ''}{error.message[:300]}"))
    if len(findings) == before:
        findings += [Finding(file, 0, 0, f"{entry['id']}: {wrong}") for entry in data for wrong in _faults(entry)]
    return len(findings) == before


def _faults(entry: dict[str, Any]) -> Iterator[str]:
    """What the schema cannot say: texts that are none or too long, and steps that do not fit the input."""
    expect = entry["expect"]
    texts = [("expect", text) for text in _marked_texts(expect)]
    if entry["op"] in {"scan", "project"}:
        texts.append(("input", entry["input"]))
    if entry["op"] == "scan":
        texts += [
            ("expect/text", expect.get("text", "")),
            *(("expect/thinking", t) for t in expect.get("thinking", ())),
        ]
    for where, text in texts:
        try:
            pieces(text)
        except ValueError as error:
            yield f"{where}: {error}"
    if entry["op"] == "scan" and "steps" in expect:
        parts = len(entry["input"]) if isinstance(entry["input"], list) else 1
        if len(expect["steps"]) != parts + 1:
            yield f"expect/steps: there are {len(expect['steps'])}, but the input has {parts} parts and an end"


def _marked_texts(value: Any) -> Iterator[Any]:
    """The parts of every ``{"$text": parts}`` in ``value``."""
    if isinstance(value, dict) and value.keys() == {"$text"}:
        yield value["$text"]
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _marked_texts(item)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else f"{text[:59]}…"


@cache
def _validator() -> Any:
    import jsonschema

    schema = json.loads((conformance_dir() / "case.schema.json").read_bytes())
    return jsonschema.Draft202012Validator(schema)
