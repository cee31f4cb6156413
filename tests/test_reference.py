"""The generated tokenizers agree with a plain reading of the same dialect files."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.delimiters import prefix_pattern
from minimax_grammar.language.model import Dialect
from tests.reference import interpret, is_readable
from tests.streams import DIALECTS, TOOLS, examples, scan, texts

MODELS: dict[str, Dialect] = {name: model for name in DIALECTS if is_readable(model := mg.load_dialect(name).model())}


def test_the_first_dialects_are_read() -> None:
    assert {"minimax", "anthropic", "xml"} <= MODELS.keys()


@pytest.mark.parametrize("dialect", MODELS)
@given(data=st.data(), thinking=st.booleans(), guarded=st.booleans())
@settings(max_examples=examples(150))
def test_generated_and_interpreted_agree(dialect: str, data: st.DataObject, thinking: bool, guarded: bool) -> None:
    text = data.draw(texts(dialect))
    events, _ = scan(dialect, [text], parse_thinking=thinking, guarded=guarded)
    assert events == interpret(MODELS[dialect], text, TOOLS, thinking, guarded)


@given(
    st.lists(st.text("<|ab/ :", min_size=1, max_size=5), min_size=1, max_size=4, unique=True),
    st.text("<|ab/ :", max_size=6),
)
def test_what_is_held_is_what_partial_matching_would_hold(literals: list[str], text: str) -> None:
    import re

    held = re.compile(prefix_pattern((), (), literals)).match(text)
    partial = any(
        (found := regex.fullmatch(regex.escape(literal), text, partial=True)) and found.partial for literal in literals
    )
    # A whole literal is found before it is held, and nothing is not held.
    if text and text not in literals:
        assert (held is not None) == partial
