"""White space around bodies, and between the parts of JSON."""

from __future__ import annotations

__all__ = ["BETWEEN", "BLANKS", "ODD"]

BLANKS = "\t\n\v\f\r \xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
"""White space as ECMAScript trims it, and with it the byte order mark."""

_JSON = " \t\r\n"

ODD = "".join(character for character in BLANKS if character not in f"{_JSON}\ufeff") + "\x85"
"""White space that JSON does not have; between the parts of JSON it is forgiven.  A byte order mark is none there."""

BETWEEN = _JSON + ODD
"""What may stand between the parts of JSON, forgiven or not; as it stands in a set of a regular expression, too."""
