"""Marks with more than a literal in them, as regular expressions: the whole, and what may still become it.

Everything is possessive, and a field stops at the first character that may follow it, so that a match costs no more
than its length, and is the same however the text was cut.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from minimax_grammar.language.model import Form, Part, PartKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["MAX_BLANK", "full_pattern", "partial_pattern"]

MAX_BLANK = 32
"""The most white space that a mark may have where it may have some."""

_BLANK = f"[ \\t\\r\\n]{{0,{MAX_BLANK}}}+"


def full_pattern(form: Form, limit: int, capture: Callable[[str, str], str]) -> str:
    """The pattern of what follows the literal with which ``form`` begins.

    ``limit`` is the most that a field can hold; ``capture`` makes a group of the pattern of a field.
    """
    pattern = _full(form, form.parts[1:], form.follow, limit, capture)
    if form.follow:
        pattern += f"(?={_full(form, form.follow, (), limit, capture)})"
    elif form.parts[-1].kind is PartKind.BLANK:
        pattern += "(?#more)"
    return pattern


def _full(
    form: Form, parts: Sequence[Part], after: Sequence[Part], limit: int, capture: Callable[[str, str], str]
) -> str:
    pattern = ""
    for number, part in enumerate(parts):
        rest = (*parts[number + 1 :], *after)
        if part.kind is PartKind.LITERAL:
            pattern += re.escape(part.text)
        elif part.kind is PartKind.CAPTURE:
            pattern += capture(part.text, _field(form, part, rest, limit))
        elif part.kind is PartKind.BLANK:
            pattern += _BLANK
        elif part.kind is PartKind.END:
            pattern += f"{_cut([one.text for one in part.parts])}(?#end)"
        elif part.kind is PartKind.CHOICE:
            pattern += f"(?:{'|'.join(_full(form, (one,), rest, limit, capture) for one in part.parts)})"
        else:  # as long as more may come, it is missing only where its beginning is missing too
            begun = (_partial(form, part.parts, limit) or r"\Z").replace(r"\Z", "(?#open)")
            more = "" if rest or part.parts[-1].kind is not PartKind.BLANK else "(?#more)"
            pattern += f"(?>{_full(form, part.parts, rest, limit, capture)}{more}|(?!{begun}))"
    return pattern


def _cut(texts: Sequence[str]) -> str:
    """The pattern of a proper beginning of one of ``texts``, or of nothing."""
    rests: dict[str, list[str]] = {}
    for text in texts:
        if len(text) > 1:
            rests.setdefault(text[0], []).append(text[1:])
    options = [re.escape(first) + _cut(more) for first, more in rests.items()]
    return f"(?:{'|'.join(options)})?+" if options else ""


def _field(form: Form, field: Part, rest: Sequence[Part], limit: int) -> str:
    """The pattern of ``field`` that ``rest`` follows: one line, up to what may follow."""
    if field.word:
        return rf"\w{{0,{limit}}}+"
    stops = {(form.past or form.literal)[0], "\r", "\n", *_firsts(rest)}
    return f"[^{''.join(map(re.escape, sorted(stops)))}]{{0,{limit}}}+"


def _firsts(parts: Sequence[Part]) -> set[str]:
    """The characters with which ``parts`` may begin, white space aside."""
    found: set[str] = set()
    for number, part in enumerate(parts):
        if part.kind is PartKind.LITERAL:
            return found | {part.text[0]}
        if part.kind is PartKind.CHOICE:
            return found.union(*(_firsts((one,)) for one in part.parts))
        if part.kind is PartKind.OPTIONAL:
            found |= _firsts((*part.parts, *parts[number + 1 :]))
        elif part.kind is PartKind.CAPTURE:
            return found
    return found


def partial_pattern(form: Form, limit: int, cut: int) -> str:
    """The pattern of what may still become ``form`` at the end of the text, after its first ``cut`` characters."""
    items = (*form.parts, *form.follow)
    first = items[0].text
    assert cut <= len(first)
    rest = _partial(form, items[1:], limit)
    if cut == len(first):
        return rest if rest is not None else "(?!)"
    return _letters(first[cut:], rest)


def _partial(form: Form, items: Sequence[Part], limit: int) -> str | None:
    """The pattern of a text that ends within ``items``; None if nothing more must or may come."""
    if not items:
        return None
    part, after = items[0], items[1:]
    rest = _partial(form, after, limit)
    if part.kind is PartKind.LITERAL:
        return _letters(part.text, rest)
    if part.kind is PartKind.CAPTURE:
        return f"{_field(form, part, after, limit)}{_or_end(rest)}"
    if part.kind is PartKind.BLANK:
        return f"{_BLANK}{_or_end(rest)}"
    if part.kind is PartKind.END:
        return r"\Z"
    if part.kind is PartKind.CHOICE:
        found = dict.fromkeys(_partial(form, (one, *after), limit) or "(?!)" for one in part.parts)
        return f"(?:{'|'.join(found)})"
    inner = _partial(form, (*part.parts, *after), limit) or r"\Z"
    return f"(?:{inner}|{_or_end(rest)})"


def _or_end(rest: str | None) -> str:
    return r"\Z" if rest is None else f"(?:\\Z|{rest})"


def _letters(text: str, rest: str | None) -> str:
    """The pattern of a text that ends within ``text``, or within what follows it."""
    pattern = "" if rest is None else rest
    for number, character in enumerate(reversed(text)):
        last = not number and rest is None
        pattern = r"\Z" if last else f"(?:\\Z|{re.escape(character)}{pattern})"
    return pattern
