"""Object notation that is JSON but for its keys, which are bare, and the tokens around its strings: most is.

It is read by the parser of JSON, many times as fast as piece by piece, with the same outcome.
"""

from __future__ import annotations

import re
from json.encoder import encode_basestring
from typing import Any

from minimax_grammar.values.strict import parse_strict, with_repeats

__all__ = ["read_like_json"]

_KEY = re.compile(r"(?:(?<=[{,])|(?<=[{,] ))([A-Za-z_]\w*+)(?=:)", re.ASCII)
_ASIDE = "\x00"
_LONG = 50


def read_like_json(text: str, quote: str) -> dict[str, Any] | None:
    """The object that ``text`` writes, whose strings stand between tokens ``quote``; None if it is not so plain."""
    pieces = text.split(quote)
    if len(text) > _LONG * len(pieces):  # long strings are found faster than they are rewritten
        return None
    outside = _ASIDE.join(pieces[::2])
    if len(pieces) % 2 == 0 or '"' in outside or _ASIDE in text:
        return None
    # Keys come between pieces, so that joining them puts quotes around each.
    structure = '"'.join(_KEY.split(outside)).split(_ASIDE)
    source = [""] * len(pieces)
    source[::2] = structure
    source[1::2] = map(encode_basestring, pieces[1::2])
    document = "".join(source).strip(" \t\r\n")
    try:
        value = parse_strict(document)
    except ValueError:
        return None
    return value if isinstance(value, dict) and not with_repeats(document, value)[1] else None
