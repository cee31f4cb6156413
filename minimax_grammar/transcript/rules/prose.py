"""What the words of a turn show: a call that is promised and not made, markup that leaked into an answer."""

from __future__ import annotations

import re

from minimax_grammar.transcript.detect import unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.transcript.detect import Detector
    from minimax_grammar.transcript.maker import Maker
    from minimax_grammar.transcript.model import Part
    from minimax_grammar.transcript.signs import Signs

__all__ = ["check_announced", "leaked_at", "looks_like"]

_VERBS = (
    "call|check|create|delete|edit|examine|execute|explore|fetch|find|get|grep|inspect|invoke|list|look|load|open|query"
    "|read|retrieve|run|search|see|start|update|use|verify|view|write"
)
_PROMISE = re.compile(
    rf"(?:^|[.!?:;,]\s+|\band\s+)(?:(?:now|first|next|okay|ok|alright|great|then|so)[,.!]?\s+)*"
    rf"(?:let me|let's|i'll|i will|i am going to|i'm going to|i need to)\s+"
    rf"(?:now\s+|first\s+|also\s+|just\s+|quickly\s+)*"
    rf"(?:{_VERBS})\b[^.!?]{{0,160}}(?:[:…]|\.\.\.)\s*$|"
    rf"(?:^|[.!?]\s+)(?:calling|running|fetching|searching|reading|checking)\s[^.!?]{{0,100}}(?:\.\.\.|…)\s*$",
    re.IGNORECASE,
)
_LINE = 400


def check_announced(part: Part, turn: int, maker: Maker) -> None:
    """Report a turn without calls whose last words promise one: "Let me read the file:"."""
    text = part.text
    if text[-1:] not in ":… \n." or not (ended := text.rstrip()).endswith((":", "…", "...")):
        return
    start = max(ended.rfind("\n") + 1, len(ended) - _LINE)
    words = ended[start:].replace("’", "'").strip("*_ ")
    if _PROMISE.search(words):
        maker.part("announced-call", turn, part, start, len(ended))


_STRONG = re.compile(r"[_:|=\[\]<]|[^\x00-\x7f]")


def leaked_at(text: str, signs: list[Signs], tooled: bool) -> tuple[int, int] | None:
    """Where markup of any dialect stands in ``text`` outside of code; None if nowhere.

    In a conversation that has nothing to do with tools only such markup counts as is hardly anything else:
    a plain word in angle brackets may be any XML.
    """
    visible = ""
    best: tuple[int, int] | None = None
    for each in signs:
        if not each.leaks.search(text):
            continue
        visible = visible or unquoted(text)
        for match in each.leaks.finditer(text if each.fenced else visible):
            if tooled or _STRONG.search(match[0][1:]):
                if best is None or match.start() < best[0]:
                    best = match.start(), match.end()
                break
    return best


def looks_like(text: str, detector: Detector) -> str:
    """Words about the dialect that ``text`` seems to be in, to end a message with; empty if it is in none."""
    found = detector.detect([text])
    return f"; this looks like {found.dialect}" if found.dialect and found.calls else ""
