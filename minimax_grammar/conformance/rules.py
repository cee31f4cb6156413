"""The rules that cases serve: the sections of the specification."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from minimax_grammar.resources import conformance_dir

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["rule_of", "rules"]


def rules(folder: Path | None = None) -> dict[str, dict[str, str]]:
    """Every rule by its number: ``title`` and ``rule``; none for a corpus without ``rules.json``."""
    file = (conformance_dir() if folder is None else folder) / "rules.json"
    found: Any = json.loads(file.read_bytes()) if file.is_file() else {}
    return dict(found)


def rule_of(spec: str, known: dict[str, dict[str, str]]) -> dict[str, str]:
    """The rule of a case's ``spec``, which may name a part of it, as ``7.repair`` does; empty if there is none."""
    return known.get(spec, known.get(spec.partition(".")[0], {}))
