"""Which rules are looked for: selected, ignored, in which files, from which severity on."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from fnmatch import fnmatch

from minimax_grammar.diagnostics import RULES
from minimax_grammar.errors import MinimaxGrammarError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SEVERITIES", "Selection", "SelectionError", "checked_words"]

SEVERITIES = ("error", "warning", "note")
"""The most severe first."""

_UNREAD = ("unreadable-record", "unknown-shape", "unreadable-file", "record-too-long")
"""Where nothing was read nothing is found, whatever is looked for: this is told unless it is ignored."""


class SelectionError(MinimaxGrammarError):
    """A word that selects no rule."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A choice of rules.

    Words are names (``lost-closer``), codes (``MG107``), beginnings of codes (``MG1``), or ``ALL``.
    """

    select: tuple[str, ...] = ()
    """What is looked for, whatever its severity; if empty, everything from ``severity`` on.

    That something cannot be read is looked for in any case.
    """
    ignore: tuple[str, ...] = ()
    """What is not."""
    severity: str = "warning"
    """The least severity that is looked for, if nothing is selected."""
    per_file: tuple[tuple[str, tuple[str, ...]], ...] = field(default=())
    """What is ignored in files whose name matches a pattern."""

    def wants(self, name: str) -> bool:
        """Whether the rule called ``name`` is looked for.

        Of selecting and ignoring the more exact word counts; of equally exact ones, ignoring.
        """
        rule = RULES[name]
        ignored = _exactness(self.ignore, name, rule.code)
        if self.select:
            selected = _exactness(self.select, name, rule.code)
            return selected > ignored or (name in _UNREAD and not ignored)
        return not ignored and SEVERITIES.index(rule.severity) <= SEVERITIES.index(self.severity)

    def ignores(self, name: str) -> bool:
        """Whether the rule called ``name`` is left out by its name, whatever its severity."""
        rule = RULES[name]
        ignored = _exactness(self.ignore, name, rule.code)
        if self.select:
            return _exactness(self.select, name, rule.code) <= ignored
        return bool(ignored)

    def wants_in(self, name: str, file: str) -> bool:
        """Whether a finding of the rule ``name`` in ``file`` is kept, as far as the file decides."""
        for pattern, words in self.per_file:
            if _matches(file, pattern) and _exactness(words, name, RULES[name].code):
                return False
        return True


def _matches(file: str, pattern: str) -> bool:
    return fnmatch(file, pattern) or fnmatch(file, f"*/{pattern}")


def _exactness(words: Iterable[str], name: str, code: str) -> int:
    """How exactly the best of ``words`` names the rule; 0 if none does."""
    best = 0
    for word in words:
        if word in (name, code):
            best = max(best, 10)
        elif word == "ALL":
            best = max(best, 1)
        elif code.startswith(word):
            best = max(best, len(word))
    return best


def checked_words(words: Iterable[str]) -> tuple[str, ...]:
    """The words of a choice, spelled as rules are.  Raises :class:`SelectionError` for a word that names no rule."""
    found = []
    known = {word for rule in RULES.values() for word in (rule.name, rule.code)}
    for word in words:
        spelled = word.strip()
        for form in (spelled, spelled.upper(), spelled.lower().replace("_", "-")):
            if form in known or form == "ALL" or (form[:2] == "MG" and any(code.startswith(form) for code in known)):
                found.append(form)
                break
        else:
            close = difflib.get_close_matches(spelled.lower(), known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise SelectionError(f"no rule is called {word!r}{hint} (list them with 'minimax-grammar explain')")
    return tuple(found)
