"""A baseline: findings that are known, and not reported again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

from minimax_grammar.errors import MinimaxGrammarError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Finding

__all__ = ["Baseline", "BaselineError"]


class BaselineError(MinimaxGrammarError):
    """A baseline that cannot be used."""


class Baseline:
    """Known findings, by what they are about and not by their line: a file may grow above them."""

    def __init__(self, known: Counter[str] | None = None) -> None:
        self._left = Counter(known or {})
        self._seen: Counter[str] = Counter()

    @classmethod
    def read(cls, file: str) -> Baseline:
        """The baseline in ``file``.  Raises :class:`BaselineError`, or ``OSError``."""
        try:
            data = json.loads(Path(file).read_bytes())
        except (ValueError, RecursionError):
            data = None
        known = data.get("findings") if isinstance(data, dict) else None
        if not isinstance(known, dict) or not all(type(count) is int for count in known.values()):
            raise BaselineError(f"{file}: is no baseline; write one with --write-baseline")
        if data.get("version") != 1:
            raise BaselineError(f"{file}: is a baseline of another version; write it anew with --write-baseline")
        return cls(Counter(known))

    def knows(self, found: Finding) -> bool:
        """Whether ``found`` is known; as many of the same as there were."""
        key = _key(found)
        self._seen[key] += 1
        if self._left[key] <= 0:
            return False
        self._left[key] -= 1
        return True

    def text(self) -> str:
        """All findings that were asked about, as the text of a baseline."""
        return json.dumps({"version": 1, "findings": dict(sorted(self._seen.items()))}, indent=1) + "\n"


def _key(found: Finding) -> str:
    about = (found.code, found.file, found.role, found.tool, found.message, found.excerpt)
    return hashlib.sha256("\0".join(about).encode("utf-8", "backslashreplace")).hexdigest()[:24]
