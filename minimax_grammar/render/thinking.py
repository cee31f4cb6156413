"""Thinking that already wears its tags is not dressed twice (SPEC 10)."""

from __future__ import annotations

import re

__all__ = ["unwrapped"]

_BLANKS = " \t\n\r\f\v"
_MAX_DEPTH = 50


def unwrapped(text: str, opening: str, closing: str) -> str:
    """``text`` without the pairs of ``opening`` and ``closing`` that enclose all of it.

    Where it is a row of such pairs, their insides are joined by line feeds.  Text beside the pairs, or pairs that
    do not match, leave it as it is.  Linear in ``text``.
    """
    if not opening or not closing or opening not in text:
        return text
    marks = [
        (match.start(), match.end(), match[0] == opening)
        for match in re.finditer(f"{re.escape(opening)}|{re.escape(closing)}", text)
    ]
    partners: dict[int, int] = {}
    stack: list[int] = []
    for index, (_, _, opens) in enumerate(marks):
        if opens:
            stack.append(index)
        elif not stack:
            return text
        else:
            partners[stack.pop()] = index
    if stack:
        return text
    return _inside(text, marks, partners, 0, len(marks), 0, len(text), 0)


def _inside(
    text: str,
    marks: list[tuple[int, int, bool]],
    partners: dict[int, int],
    first: int,
    last: int,
    start: int,
    end: int,
    depth: int,
) -> str:
    """The text from ``start`` to ``end``, in which the marks ``first`` to ``last`` stand, unwrapped."""
    while True:
        pairs = []
        at, place = first, start
        while at < last and not text[place : marks[at][0]].strip(_BLANKS):
            pairs.append((at, partners[at]))
            place = marks[partners[at]][1]
            at = partners[at] + 1
        if not pairs or at < last or text[place:end].strip(_BLANKS):
            return text[start:end]
        if depth == _MAX_DEPTH:
            return text[start:end]
        if len(pairs) > 1:
            break
        (opener, closer), *_ = pairs
        first, last = opener + 1, closer
        start, end = marks[opener][1], marks[closer][0]
        inner = text[start:end]
        start += len(inner) - len(inner.lstrip(_BLANKS))
        end = max(start, end - len(inner) + len(inner.rstrip(_BLANKS)))
    return "\n".join(
        _inside(text, marks, partners, o + 1, c, marks[o][1], marks[c][0], depth + 1).strip(_BLANKS) for o, c in pairs
    )
