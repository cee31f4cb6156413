"""Texts and cuts for property tests, made from the dialect files themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.events import Event

DIALECTS = mg.dialects()

TOOLS: list[dict[str, Any]] = [
    {
        "name": "read",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "limit": {"type": "integer"},
                "any": {},
                "either": {"anyOf": [{"type": "string"}, {"type": "number"}]},
            },
            "required": ["path"],
            "additionalProperties": False,
        },
    },
    {"type": "function", "function": {"name": "ping", "parameters": {"type": "object"}}},
]

_VALUES = ["read", "ping", "path", "limit", "any", "either", "", " path ", "a>b", "a<b", "&amp;", "é", "😀"]
_BODIES = ["x", " 5 ", "[1, 2", "{'a': 1}", "&lt;b&gt;", "true", "1e999", '"q"', "null", "{a: b}", "[[[[", "\n"]
_PIECES = [
    "<",
    ">",
    "/",
    '"',
    "'",
    "=",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "&",
    "-",
    "a",
    "é",
    "😀",
    "\ud83d",
    "\ude00",
    "‮",
]


@cache
def fragments(dialect: str) -> tuple[str, ...]:
    """Whole, broken and half delimiters of ``dialect``, and the texts that stand between them."""
    model = mg.load_dialect(dialect).model()
    found: list[str] = []
    for tag in model.tags.values():
        for prefix in ("", *(f"{name}:" for name in model.prefixes), "x:"):
            for name in tag.spellings:
                found += [
                    f"<{prefix}{name}>",
                    f"</{prefix}{name}>",
                    f"<{prefix}{name}",
                    f"</{prefix}{name}",
                    f"<{prefix}{name} />",
                ]
                for attribute in tag.attributes:
                    found += [f'<{prefix}{name} {attribute}="{value}">' for value in _VALUES]
                    found += [
                        f"<{prefix}{name} {attribute}='read'/>",
                        f'<{prefix}{name} {attribute}="',
                        f"<{name} {attribute}=path >",
                    ]
    for mark in model.marks.values():
        found += mark.literals
    found += [piece + " " * model.tag_limit for piece in found[:3]]
    return (*found, *_BODIES, *_PIECES)


def texts(dialect: str) -> st.SearchStrategy[str]:
    """Streams that mean something, streams that almost do, and streams that do not."""
    piece = st.sampled_from(fragments(dialect))
    plain = st.text(st.characters(), max_size=8)
    return st.lists(piece | piece | piece | plain | _calls(dialect), max_size=14).map("".join)


def _calls(dialect: str) -> st.SearchStrategy[str]:
    """Well-formed calls of dialects that write them as tags with a name attribute."""
    model = mg.load_dialect(dialect).model()
    call = next(mode for mode in model.modes.values() if mode.construct == "call")
    argument = next(mode for mode in model.modes.values() if mode.construct == "argument")
    outer, name = call.bindings["name"].tag, call.bindings["name"].attribute
    inner, key = argument.bindings["key"].tag, argument.bindings["key"].attribute
    outer, inner = model.tags[outer].spellings[0], model.tags[inner].spellings[0]
    body = st.sampled_from(_BODIES) | st.text(max_size=12)
    arguments = st.lists(
        st.builds(
            lambda value, text: f'<{inner} {key}="{value}">{text}</{inner}>', st.sampled_from(_VALUES[2:6]), body
        ),
        max_size=3,
    ).map("".join)
    return st.builds(
        lambda value, inside: f'<{outer} {name}="{value}">{inside}</{outer}>', st.sampled_from(_VALUES[:2]), arguments
    )


def cuts(text: str) -> st.SearchStrategy[list[str]]:
    """Ways to cut ``text`` into feeds, empty ones among them."""
    places = st.lists(st.integers(0, len(text)), max_size=12).map(sorted)
    return places.map(lambda at: [text[i:j] for i, j in zip([0, *at], [*at, len(text)], strict=True)]) | st.just(
        list(text)
    )


def ids() -> Iterator[str]:
    return (f"call_{number}" for number in count())


def scan(dialect: str, feeds: list[str], **options: Any) -> tuple[list[Event], mg.Scanner]:
    """All events of a scan, coalesced, and the scanner."""
    scanner = mg.load_dialect(dialect).scanner(options.pop("tools", TOOLS), ids=ids(), **options)
    events: list[Event] = []
    for feed in feeds:
        events += scanner.feed(feed)
    return mg.coalesce(events + scanner.flush()), scanner
