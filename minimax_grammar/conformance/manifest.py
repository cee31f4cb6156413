"""The manifest of a corpus: which files it has, with checksums, and its version."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import CorpusError, Finding
from minimax_grammar.resources import conformance_dir

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["NAME", "checksum", "manifest", "manifest_text", "stale", "version"]

NAME = "manifest.json"
_DATA = ("VERSION", "case.schema.json", "events.schema.json", "rules.json", "tools.json")


def manifest(folder: Path | None = None) -> dict[str, Any]:
    """What ``manifest.json`` in ``folder`` (the shipped corpus if None) should say.

    ``checksum`` is the SHA-256 of the lines ``SHA256  NAME`` of all files, in the order of their names, as
    ``sha256sum`` writes them.
    """
    folder = conformance_dir() if folder is None else folder
    paths = [folder / name for name in _DATA if (folder / name).is_file()]
    paths += sorted((folder / "cases").rglob("*.json"))
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    lines = "".join(f"{found}  {name}\n" for name, found in sums.items())
    return {
        "version": version(folder),
        "cases": sum(len(json.loads(data)) for name, data in files.items() if name.startswith("cases/")),
        "checksum": f"sha256:{hashlib.sha256(lines.encode()).hexdigest()}",
        "files": sums,
    }


def manifest_text(folder: Path | None = None) -> str:
    """The manifest as its file holds it."""
    return json.dumps(manifest(folder), indent=1) + "\n"


def stale(folder: Path | None = None) -> list[str]:
    """What in ``manifest.json`` is not as it should be; empty if it is current."""
    file = (conformance_dir() if folder is None else folder) / NAME
    should = manifest(folder)
    try:
        has = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        return [f"{NAME}: cannot be read: {error}"]
    if not isinstance(has, dict) or not isinstance(has.get("files"), dict):
        return [f"{NAME}: is no manifest"]
    names = sorted({*has["files"], *should["files"]})
    found = [f"{name}: {_why(has['files'].get(name), should['files'].get(name))}" for name in names]
    found = [line for line in found if not line.endswith(": ")]
    rest = [key for key in ("version", "cases", "checksum") if has.get(key) != should[key]]
    return found + [f"{NAME}: {key} is {has.get(key)!r}, and should be {should[key]!r}" for key in rest]


def _why(has: str | None, should: str | None) -> str:
    if has == should:
        return ""
    if should is None:
        return "is in the manifest, and not there"
    return "is not in the manifest" if has is None else "was changed"


def checksum(folder: Path | None = None) -> str:
    """The checksum of the corpus as it is now."""
    return str(manifest(folder)["checksum"])


def version(folder: Path | None = None) -> str:
    """The version of the corpus; raises :class:`CorpusError` if it has none."""
    file = (conformance_dir() if folder is None else folder) / "VERSION"
    try:
        found = file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise CorpusError([Finding(str(file), 0, 0, f"cannot be read: {error.strerror or error}")]) from error
    major, dot, minor = found.partition(".")
    if not (major.isdecimal() and dot and minor.isdecimal()):
        raise CorpusError([Finding(str(file), 1, 1, f"holds {found[:40]!r}, and no version such as 1.0")])
    return found
