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
from functools import cache, lru_cache

from minimax_grammar.text import utf16_cut, utf16_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["SPACE", "attributes", "is_self_closing", "tag_end"]

SPACE = " \\t\\n\\r\\f\\v"
"""White space inside tags, as the inside of a character class."""

_BLANKS = " \t\n\r\f\v"
_SLASH_OR_BLANK = "/" + _BLANKS
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


@cache
def _sealed(seal: str, *, at_limit: bool) -> re.Pattern[str]:
    """The rest of a tag that ends with ``seal``, after its name; quotes must close, and anything may stand in them."""

    def quoted(quote: str) -> str:
        closed = f"{quote}[^{quote}]*+{quote}"
        return closed if at_limit else f"{closed}|{quote}[^{quote}]*+\\Z"

    # What ends the tag is no part of a name or of a value without quotes.
    ahead = f"(?!{re.escape(seal)})"
    name = rf"""(?:{ahead}[^{SPACE}"'<>/=])++"""
    value = rf"""{quoted('"')}|{quoted("'")}|(?:{ahead}[^{SPACE}"'<>=])*+"""
    body = rf"{name}(?:[{SPACE}]*+=[{SPACE}]*+(?:{value}))?+|[{SPACE}/=]"
    return re.compile(rf"(?:{body})*+(?:{re.escape(seal)}|(?P<open>\Z|{_tail(seal)}\Z))")


def _tail(text: str) -> str:
    """Every proper beginning of ``text`` that is not empty."""
    pattern = ""
    for character in reversed(text[1:-1]):
        pattern = f"(?:{re.escape(character)}{pattern})?"
    return re.escape(text[0]) + pattern


_ATTRIBUTE = rf"""({_NAME})[{SPACE}]*+(?:=[{SPACE}]*+(?:"([^"<]*+)"|'([^'<]*+)'|["']([^>]*+)|([^{SPACE}"'<>=]++)))?+"""
_ENTITY = "&(amp|lt|gt|quot|apos);"
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def tag_end(text: str, start: int, head: int, limit: int, seal: str = ">") -> int:
    """Where the tag at ``start`` ends: the offset after its ``seal``.

    ``head`` is the offset after the tag's name, ``limit`` the greatest length in UTF-16 code units.
    Returns 0 if it is no tag, whatever follows, and -1 if that depends on what follows ``text``.
    """
    if text.startswith(seal, head):
        return head + len(seal)
    # So many code points are no more than the limit, whichever they are: nearly all tags are shorter.
    near = start + limit // 2
    pattern = _rest(at_limit=False) if seal == ">" else _sealed(seal, at_limit=False)
    match = pattern.match(text, head, near)
    if match is not None and (seal == ">" or match["open"] is None):
        return match.end()
    if len(text) < near:
        return -1 if match is not None or seal == ">" else 0
    stop = start + limit
    window = text[start:stop]
    if window.isascii():
        full = len(window) == limit
    else:
        stop = start + utf16_cut(window, limit)
        full = stop < len(text) or utf16_length(window) >= limit
    if seal != ">":
        match = _sealed(seal, at_limit=full).match(text, head, stop)
        if match is None or (full and match["open"] is not None):
            return 0
        return match.end() if match["open"] is None else -1
    match = _rest(at_limit=full).match(text, head, stop)
    if match is not None:
        return match.end()
    return 0 if full else -1


def attributes(text: str, head: int, end: int, seal: str = ">") -> Mapping[str, str]:
    """The attributes of the tag whose name ends at ``head`` and which ends at ``end`` with ``seal``.

    Names are in lower case (ASCII only), without their namespace prefix; the last one of a name wins.
    The five XML entities are decoded in values.
    """
    return _attributes(text[head : end - len(seal)], seal)


@lru_cache(maxsize=256)
def _attributes(inside: str, seal: str) -> Mapping[str, str]:
    """The attributes of a tag, from what is ``inside`` of it; the same tags come again and again."""
    found: dict[str, str] = {}
    for match in _attribute(seal).finditer(inside):
        name, double, single, unclosed, bare = match.groups()
        value = double if double is not None else single if single is not None else unclosed
        if value is None:
            if bare is None:
                continue
            # The slash of a self-closing tag is not part of an unquoted value.
            value = bare[:-1] if bare.endswith("/") and not inside[match.end() :].strip(_BLANKS) else bare
        if "&" in value:
            value = re.sub(_ENTITY, lambda entity: _CHARACTERS[entity[1]], value)
        found[_lower(name.rpartition(":")[2])] = value
    return found


def is_self_closing(text: str, head: int, end: int, seal: str = ">") -> bool:
    """Whether the tag whose name ends at ``head`` and which ends at ``end`` closes itself (``/>``, ``/ >``)."""
    close = end - len(seal)
    if text[close - 1] not in _SLASH_OR_BLANK:
        return False
    if not text[head:close].rstrip(_BLANKS).endswith("/"):
        return False
    # The slash may be the last character of a value whose quote was never closed.
    return not any(match[4] is not None for match in _attribute(seal).finditer(text, head, close))


@cache
def _attribute(seal: str) -> re.Pattern[str]:
    return re.compile(_ATTRIBUTE if seal == ">" else _ATTRIBUTE.replace('"<]*+', '"]*+').replace("'<]*+", "']*+"))


def _lower(name: str) -> str:
    return name.lower() if name.isascii() else name
