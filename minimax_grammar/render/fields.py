"""How the fields of templates are written: values in the notations of dialects, and escaping (SPEC 10)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from minimax_grammar.render.encode import compact_json, spaced_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from minimax_grammar.render.template import Template

    Filter = Callable[[Any, str, "Template"], Any]

__all__ = ["FILTERS", "VALUE_FILTERS", "json_type", "read_back"]

_CONTROLS = re.compile('[\\\\"\x00-\x1f\x7f\ud800-\udfff]')
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&"))
_ITEM = "item"


def json_type(value: Any) -> str:
    """What JSON calls the type of ``value``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    kinds: dict[type, str] = {str: "string", dict: "object", list: "array", tuple: "array"}
    return next((name for kind, name in kinds.items() if isinstance(value, kind)), "number")


# -- values ---------------------------------------------------------------------------------------------


def _json(value: Any, _: str, __: Template) -> str:
    return compact_json(value)


def _spaced(value: Any, _: str, __: Template) -> str:
    return spaced_json(value)


def _plain(value: Any, _: str, __: Template) -> str:
    return value if isinstance(value, str) else compact_json(value)


def _easy(value: Any, _: str, __: Template) -> str:
    return value if isinstance(value, str) else spaced_json(value)


def _python(value: Any, _: str = "", __: Template | None = None) -> str:
    if isinstance(value, str):
        return '"' + _CONTROLS.sub(_escaped, value) + '"'
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_python(key)}: {_python(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_python, value)) + "]"
    return compact_json(value)


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return _ESCAPES.get(found[0]) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")


def _notation(value: Any, quote: str, template: Template) -> str:
    if isinstance(value, str):
        return f"{quote}{value}{quote}"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_notation(item, quote, template)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(_notation(item, quote, template) for item in value) + "]"
    return compact_json(value)


def _tree(value: Any, _: str, template: Template) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "".join(template(key=key, value=item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return "".join(template(key=_ITEM, value=item) for item in value)
    return compact_json(value)


def _parsed(text: str, _: str, __: Template) -> Any:
    try:
        value = json.loads(text)
        return value if not isinstance(value, str) and compact_json(value) == text else text
    except (ValueError, RecursionError):
        return text


# -- texts ----------------------------------------------------------------------------------------------


def _attribute(text: str, _: str, template: Template) -> str:
    return _text(text, _, template).replace('"', "&quot;")


def _text(text: str, _: str, __: Template) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(text: str, _: str, __: Template) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;")


def _cdata(text: str, _: str, template: Template) -> str:
    if "]]>" not in text and any(character in text for character in "<&\r\n"):
        return f"<![CDATA[{text}]]>"
    return _text(text, _, template)


def _lead(text: str, before: str, _: Template) -> str:
    return text and before + text


def _tail(text: str, after: str, _: Template) -> str:
    return text and text + after


def _without(text: str, start: str, _: Template) -> str:
    return text.removeprefix(start)


def _same(text: str, _: str, __: Template) -> str:
    return text


VALUE_FILTERS: dict[str, Filter] = {
    "json": _json,
    "spaced": _spaced,
    "plain": _plain,
    "easy": _easy,
    "python": _python,
    "notation": _notation,
    "tree": _tree,
    "parsed": _parsed,
}
"""How a value is written.

``json`` is compact JSON, ``spaced`` JSON with blanks after commas and colons; ``plain`` and ``easy`` write a string as
it is and anything else as ``json`` or ``spaced``; ``python`` is a Python literal, ``notation`` an object without quotes
whose strings stand between the quote given to it, ``tree`` the template again for every member and item;
``parsed`` takes a text that is compact JSON for its value.
"""

FILTERS: dict[str, Filter] = {
    **VALUE_FILTERS,
    "attr": _attribute,
    "text": _text,
    "quoted": _quoted,
    "cdata": _cdata,
    "lead": _lead,
    "tail": _tail,
    "without": _without,
    "unwrapped": _same,
}
"""Everything that may stand behind a field.

``attr`` escapes for an attribute in double quotes, ``quoted`` the same but for angle brackets, ``text`` for text
between tags, ``cdata`` likewise, or as a CDATA section; ``lead`` and ``tail`` add a text before or after what is not
empty, ``without`` takes one away at the beginning; ``unwrapped`` says that thinking loses the tags it already wears.
"""


def read_back(value: str, filters: tuple[tuple[str, str], ...]) -> str:
    """The text of a field that was written through ``filters``.  Raises ``ValueError`` where it cannot be that."""
    names = [name for name, _ in filters]
    if "notation" in names:
        from minimax_grammar.values.notation import parse_notation

        quote = dict(filters)["notation"]
        found = parse_notation("{value:" + value + "}", quote)[0]["value"]
        return found if isinstance(found, str) else compact_json(found)
    if "json" in names or "spaced" in names:
        found = json.loads(value)
        return found if isinstance(found, str) else compact_json(found)
    if {"attr", "text", "quoted"} & set(names):
        for entity, character in _ENTITIES:
            value = value.replace(entity, character)
    return value
