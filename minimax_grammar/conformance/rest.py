"""Where a stream may be cut so that any scanner must have told all that came before.

Elsewhere a delimiter may have begun, and whether that is held back or let go is not the same for all: one that is only
reported need not be waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.errors import MinimaxGrammarError

if TYPE_CHECKING:
    from minimax_grammar.conformance.corpus import Case
    from minimax_grammar.dialect import Dialect

__all__ = ["at_rest"]


def at_rest(dialect: Dialect, case: Case) -> list[int]:
    """The places inside the text of ``case`` after which our own scanner holds nothing back.

    None if it holds something at the end: what comes before the end of the stream, and what with it, is then not said.
    """
    try:
        scanner = dialect.scanner(case.tools, **case.options)
    except MinimaxGrammarError:
        return []
    text, found = case.text, []
    for place, character in enumerate(text, 1):
        scanner.feed(character)
        if not scanner.held:
            found.append(place)
    return found[:-1] if found and found[-1] == len(text) else []
