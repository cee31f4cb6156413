"""The manifest of a corpus: which files it has, with checksums, and its version."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import CorpusError, Finding
from minimax_grammar.resources import conformance_dir

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["checksum", "manifest", "manifest_text", "version"]

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
