"""Reading one opening tag: where it ends, and what its attributes say.

The attribute grammar is the same for every dialect::

    tag       = "<" [prefix ":"] local (space | "/" | ">") { attribute | other } ">"
    attribute = name [space] "=" [space] value
    value     = '"' … '"' | "'" … "'" | unquoted (no space, quotes, "<", ">", "=")

A ``>`` in a quoted value belongs to the value.  A quote that a ``<`` or the length limit meets first was
never closed: its value runs to the first ``>``, which ends the tag.  All patterns are possessive, so
reading a tag is linear in its length, and its length is limited.
"""

from __future__ import annotations

import re
from functools import cache

from minimax_grammar.text import utf16_cut, utf16_length

__all__ = ["SPACE", "attributes", "is_self_closing", "tag_end"]

SPACE = " \\t\\n\\r\\f\\v"
"""White space inside tags, as the inside of a character class."""

_BLANKS = " \t\n\r\f\v"
_NAME = rf"""[^{SPACE}"'<>/=]++"""


@cache
def _rest(*, at_limit: bool) -> re.Pattern[str]:
    """The rest of a tag after its name; ``at_limit`` if a quote that is open at the end never closes."""

    def quoted(quote: str) -> str:
        closed = f"{quote}[^{quote}<]*+{quote}"
        never_closed = f"{quote}(?=[^{quote}<]*+<)[^>]*+"
        # Otherwise it runs to the end, where no ">" can follow: more must arrive to tell.
        still_open = f"{quote}[^>]*+" if at_limit else f"{quote}[^{quote}<]*+"
        return f"{closed}|{never_closed}|{still_open}"

    value = rf"""{quoted('"')}|{quoted("'")}|[^{SPACE}"'<>=]*+"""
    return re.compile(rf"(?:{_NAME}(?:[{SPACE}]*+=[{SPACE}]*+(?:{value}))?+|[^>])*+>")


_ATTRIBUTE = rf"""({_NAME})[{SPACE}]*+(?:=[{SPACE}]*+(?:"([^"<]*+)"|'([^'<]*+)'|["']([^>]*+)|([^{SPACE}"'<>=]++)))?+"""
_ENTITY = "&(amp|lt|gt|quot|apos);"
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def tag_end(text: str, start: int, head: int, limit: int) -> int:
    """Where the tag at ``start`` ends: the offset after its ``>``.

    ``head`` is the offset after the tag's name, ``limit`` the greatest length in UTF-16 code units.
    Returns 0 if it is no tag, whatever follows, and -1 if that depends on what follows ``text``.
    """
    if text.startswith(">", head):
        return head + 1
    stop = start + limit
    window = text[start:stop]
    if window.isascii():
        full = len(window) == limit
    else:
        stop = start + utf16_cut(window, limit)
        full = stop < len(text) or utf16_length(window) >= limit
    match = _rest(at_limit=full).match(text, head, stop)
    if match is not None:
        return match.end()
    return 0 if full else -1


def attributes(text: str, head: int, end: int) -> dict[str, str]:
    """The attributes of the tag whose name ends at ``head`` and which ends at ``end``.

    Names are in lower case (ASCII only), without their namespace prefix; the last one of a name wins.
    The five XML entities are decoded in values.
    """
    found: dict[str, str] = {}
    close = end - 1
    for match in _attribute().finditer(text, head, close):
        name, double, single, unclosed, bare = match.groups()
        value = double if double is not None else single if single is not None else unclosed
        if value is None:
            if bare is None:
                continue
            # The slash of a self-closing tag is not part of an unquoted value.
            value = bare[:-1] if bare.endswith("/") and not text[match.end() : close].strip(_BLANKS) else bare
        if "&" in value:
            value = re.sub(_ENTITY, lambda entity: _CHARACTERS[entity[1]], value)
        found[_lower(name.rpartition(":")[2])] = value
    return found


def is_self_closing(text: str, head: int, end: int) -> bool:
    """Whether the tag whose name ends at ``head`` and which ends at ``end`` closes itself (``/>``, ``/ >``)."""
    if not text[head : end - 1].rstrip(_BLANKS).endswith("/"):
        return False
    # The slash may be the last character of a value whose quote was never closed.
    return not any(match[4] is not None for match in _attribute().finditer(text, head, end - 1))


@cache
def _attribute() -> re.Pattern[str]:
    return re.compile(_ATTRIBUTE)


def _lower(name: str) -> str:
    return name.lower() if name.isascii() else name
