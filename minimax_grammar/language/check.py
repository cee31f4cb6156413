"""What can be wrong with a dialect as a whole: names, ways through its modes, delimiters, limits.

Every finding says where and what to do.  A dialect that passes can be turned into a tokenizer that
terminates, holds a bounded amount of text, and never raises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.language.checks.delimiters import Delimiters
from minimax_grammar.language.checks.names import Names
from minimax_grammar.language.checks.progress import Progress
from minimax_grammar.language.checks.rules import Rules
from minimax_grammar.language.checks.sizes import Sizes
from minimax_grammar.language.checks.state import Damage
from minimax_grammar.language.checks.uses import Uses
from minimax_grammar.language.checks.ways import Ways

if TYPE_CHECKING:
    from minimax_grammar.errors import Finding
    from minimax_grammar.language.model import Dialect

__all__ = ["check"]


def check(dialect: Dialect, damage: Damage | None = None) -> list[Finding]:
    """Everything that is wrong with ``dialect``; empty if it can be used."""
    findings: list[Finding] = []
    damage = damage or Damage()
    Sizes(dialect, damage, findings).sizes()
    if findings:  # what is too much is not looked through
        return findings
    sound = Names(dialect, damage, findings).names()
    if sound.modes:
        Rules(sound, damage, findings).rules()
        Ways(sound, damage, findings).ways()
        Progress(sound, damage, findings).progress()
        delimiters = Delimiters(sound, damage, findings)
        delimiters.delimiters()
        delimiters.limits()
        uses = Uses(sound, damage, findings)
        uses.renders()
        uses.unused()
    return findings
