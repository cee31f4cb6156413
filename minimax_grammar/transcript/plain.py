"""Plain text: one turn of a model, or a transcript in which a label begins every turn."""

from __future__ import annotations

import re

from minimax_grammar.transcript.model import Conversation, Origin, Part, Turn

__all__ = ["conversation_of_text", "is_transcript"]

_LABEL = re.compile(r"(?:\A|\n\n)(Human|User|Assistant|System): ?")
_ROLES = {"Human": "user", "User": "user", "Assistant": "assistant", "System": "system"}


def is_transcript(text: str) -> bool:
    """Whether ``text`` begins like a transcript: with a label, or with words before the first ``Human:``."""
    first = _LABEL.search(text)
    return first is not None and (not text[: first.start()].strip() or first[1] in ("Human", "User"))


def conversation_of_text(text: str, origin: Origin, number: int = 1) -> Conversation:
    """The conversation that ``text`` is; without labels it is one turn of the assistant.

    What stands before the first label is the developer's.
    """
    if not is_transcript(text):
        return Conversation([Turn("assistant", [Part("text", text)])], origin, number, shape="text")
    marks = list(_LABEL.finditer(text))
    turns = []
    before = text[: marks[0].start()]
    if before.strip():
        turns.append(Turn("developer", [Part("text", before)]))
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        end = following.start() if following else len(text)
        turns.append(Turn(_ROLES[mark[1]], [Part("text", text[mark.end() : end], (), mark.end())]))
    return Conversation(turns, origin, number, shape="transcript")
