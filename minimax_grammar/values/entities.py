"""Bodies written as in XML: CDATA sections, or text with entities."""

from __future__ import annotations

import re

__all__ = ["decode_entities"]

_OPENING, _CLOSING = "<![CDATA[", "]]>"
_BLANKS = " \t\r\n"
_SEAM = re.compile(r"\]\]>[ \t\r\n]*+<!\[CDATA\[")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#0*+([0-9]{1,7})|#x0*+([0-9a-fA-F]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_MAX_CODE = 0x10FFFF


def decode_entities(text: str) -> str:
    """The value of the body ``text``.

    A body that is one CDATA section, or several, is what they hold, as it stands; white space around them does not
    count.  In any other body the five entities of XML and character references, decimal and hexadecimal, are
    decoded once; what only looks like one stays as it is.  Never raises, and linear in ``text``.
    """
    if "<" in text:
        inner = text.strip(_BLANKS)
        if inner.startswith(_OPENING) and inner.endswith(_CLOSING) and len(inner) >= len(_OPENING + _CLOSING):
            # Only the last closer ends the value: one before it that opens no further section is part of it.
            return _SEAM.sub("", inner[len(_OPENING) : -len(_CLOSING)])
    return _ENTITY.sub(_decoded, text) if "&" in text else text


def _decoded(match: re.Match[str]) -> str:
    name, decimal, hexadecimal = match.groups()
    if name:
        return _NAMED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    # Zero, halves of pairs and what lies beyond Unicode are no characters.
    valid = 0 < code <= _MAX_CODE and not 0xD800 <= code <= 0xDFFF
    return chr(code) if valid else match[0]
