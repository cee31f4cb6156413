"""Keys that come again in JSON are seen, however it is written."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_grammar.values.strict import parse_strict, with_repeats

_KEYS = st.sampled_from(["a", "b", ":", '":', " :", "a : b"])


@st.composite
def _written(draw: st.DrawFn, depth: int = 0) -> str:
    """A JSON document, its objects perhaps with keys that come again, with white space of all kinds."""
    if depth == 3 or draw(st.booleans()):
        return json.dumps(draw(st.none() | st.integers(0, 9) | _KEYS))
    inner = draw(st.lists(_written(depth + 1), max_size=3))
    if draw(st.booleans()):
        return f"[{', '.join(inner)}]"
    colon = st.sampled_from([":", ": ", " :", "\n:\t", "\r:"])
    return "{" + ",".join(f"{json.dumps(draw(_KEYS))}{draw(colon)}{each}" for each in inner) + "}"


@settings(max_examples=300)
@given(_written())
def test_repeats_are_those_that_are_written(text: str) -> None:
    again = []

    def look(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        again.append(len(members) < len(pairs))
        return members

    value = json.loads(text, object_pairs_hook=look)
    found, repeats = with_repeats(text, parse_strict(text))
    assert found == value
    assert bool(repeats) == any(again)
