"""Values written as nested tags, each with a marker of its own: ``…<key>…value…</key>``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from minimax_grammar.values.strict import MAX_NESTING, parse_strict
from minimax_grammar.values.subschemas import Subschemas

__all__ = ["parse_tree"]

_ITEM = "item"
_NULLS = frozenset({"", "null", "Null", "NULL"})
_BLANKS = " \t\r\n"
_MAX_NAME = 256


def parse_tree(
    text: str, schema: object, opening: tuple[str, ...], closing: tuple[str, ...], end: str, root: object = None
) -> Any:
    """The value of the body ``text`` of an argument of ``schema``.

    ``opening`` and ``closing`` are the markers before the name in tags that open and close a member, ``end`` is what
    follows the name.  ``root`` is the document in which local references are looked up; ``schema`` itself if None.

    Tags make an object, or a list where the schema is that of an array, or where all are called ``item`` and the
    schema does not say otherwise; a name that comes again makes a list of its values.  Text around them does not
    count, except that a string by the schema that starts with text is all of that text.  A closing tag closes all
    in its member; one without an opening tag is dropped, and what is still open at the end is closed.

    Text without tags is typed by its schema: as it stands if that is only of strings or says nothing; None where it
    admits null and the text is empty or says so; an empty list or object where it asks for one and the text is
    empty; else JSON, or as it stands if it is not.

    Raises ``ValueError`` for nesting deeper than :data:`~minimax_grammar.values.strict.MAX_NESTING`.  Linear in
    ``text``.
    """
    if not opening or not closing or not end or not all(opening) or not all(closing):
        raise ValueError("tags need markers")
    reader = _Reader(text, Subschemas(schema if root is None else root))
    reader.frames.append(_Frame("", schema, 0))
    for tag in _tags(opening, closing, end).finditer(text):
        reader.tag(tag)
    reader.text_until(len(text))
    while len(reader.frames) > 1:
        reader.close(len(text))
    return reader.value(reader.frames[0], len(text))


@lru_cache(maxsize=64)
def _tags(opening: tuple[str, ...], closing: tuple[str, ...], end: str) -> re.Pattern[str]:
    """What finds tags: closing ones have a group 1, opening ones a group 2, their names."""
    # Names are short and on one line, so that a marker that starts no tag costs little.
    name = rf"[ \t]*+([^\s<{re.escape(end[0])}][^\r\n<{re.escape(end[0])}]{{0,{_MAX_NAME - 1}}}+){re.escape(end)}"
    closers, openers = (
        "|".join(map(re.escape, sorted(markers, key=len, reverse=True))) for markers in (closing, opening)
    )
    return re.compile(f"(?:{closers}){name}|(?:{openers}){name}")


class _Frame:
    """A member that is open."""

    __slots__ = ("children", "mixed", "name", "schema", "start", "texts")

    def __init__(self, name: str, schema: object, start: int) -> None:
        self.name = name
        self.schema = schema
        self.start = start
        """Where its content starts."""
        self.children: list[tuple[str, Any]] = []
        self.texts: list[str] = []
        self.mixed = False
        """Whether it starts with text."""


class _Reader:
    def __init__(self, text: str, schemas: Subschemas) -> None:
        self.body = text
        self.schemas = schemas
        self.frames: list[_Frame] = []
        self.open: dict[str, int] = {}
        """How many members of a name are open."""
        self.at = 0

    def tag(self, tag: re.Match[str]) -> None:
        self.text_until(tag.start())
        self.at = tag.end()
        if tag[1] is None:
            if len(self.frames) > MAX_NESTING:
                raise ValueError(f"nested deeper than {MAX_NESTING}")
            name = tag[2].rstrip()
            parent = self.frames[-1].schema
            if parent is None:  # nothing is said of anything in it
                schema: object = None
            elif self.is_array(parent) or (name == _ITEM and not self.schemas.declares(parent, name)):
                schema = self.schemas.items(parent)
            else:
                schema = self.schemas.member(parent, name)
            self.frames.append(_Frame(name, schema, tag.end()))
            self.open[name] = self.open.get(name, 0) + 1
            return
        name = tag[1].rstrip()
        if self.open.get(name):
            while self.frames[-1].name != name:
                self.close(tag.start())
            self.close(tag.start())

    def text_until(self, end: int) -> None:
        """The text from the last tag on belongs to the innermost member."""
        if end > self.at:
            frame, text = self.frames[-1], self.body[self.at : end]
            frame.mixed = frame.mixed or (self.at == frame.start and not text.isspace())
            frame.texts.append(text)

    def close(self, end: int) -> None:
        """Close the innermost member, whose content ends at ``end``."""
        frame = self.frames.pop()
        self.open[frame.name] -= 1
        self.frames[-1].children.append((frame.name, self.value(frame, end)))

    def value(self, frame: _Frame, end: int) -> Any:
        """The value of a member, whose content ends at ``end``."""
        if not frame.children:
            text = "".join(frame.texts)
            return text if frame.schema is None else self.leaf(text, frame.schema)
        types = self.schemas.types(frame.schema) - {"null"}
        if types == {"string"} and frame.mixed:
            return self.body[frame.start : end]
        if self.is_array(frame.schema) or (
            all(name == _ITEM for name, _ in frame.children) and not self.schemas.declares(frame.schema, _ITEM)
        ):
            return [value for _, value in frame.children]
        gathered: dict[str, list[Any]] = {}
        for name, value in frame.children:
            gathered.setdefault(name, []).append(value)
        return {name: values if len(values) > 1 else values[0] for name, values in gathered.items()}

    def is_array(self, schema: object) -> bool:
        """Whether ``schema`` is that of an array, not also of an object."""
        types = self.schemas.types(schema)
        return "array" in types and "object" not in types

    def leaf(self, text: str, schema: object) -> Any:
        """The value of ``text``, in which there are no tags."""
        types = self.schemas.types(schema)
        kinds = types - {"null"}
        if not types:
            return text
        if "null" in types and (text if "string" in kinds else text.strip(_BLANKS)) in _NULLS:
            return None
        if kinds == {"string"}:
            return text
        inner = text.strip(_BLANKS)
        if not inner and "string" not in kinds:
            return [] if "array" in kinds else {} if "object" in kinds else text
        try:
            value = parse_strict(inner)
        except ValueError:
            return text
        return text if "string" in kinds and not _is_one_of(value, types) else value


def _is_one_of(value: Any, types: frozenset[str]) -> bool:
    """Whether ``value`` is of one of the JSON types, a string aside: that is what the text itself is."""
    if value is None:
        return "null" in types
    if isinstance(value, bool):
        return "boolean" in types
    if isinstance(value, int | float):
        return "number" in types or ("integer" in types and value == int(value))
    return ("array" if isinstance(value, list) else "object") in types and not isinstance(value, str)
