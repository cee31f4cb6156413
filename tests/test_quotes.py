"""Ends of strings: the same as the regular expression of a string says, wherever the text begins and ends."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from minimax_grammar.quotes import string_end

_BODY = re.compile(r'(?:[^"\\]++|\\[\s\S])*+')


@given(st.text('"\\ab', max_size=30), st.data())
def test_a_string_ends_where_its_pattern_ends(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    found = _BODY.match(text, start)
    assert found is not None
    end = found.end()
    escaped = text[end : end + 1] == "\\"
    assert string_end(text, start) == (len(text) if escaped else end, escaped)


def test_another_quote() -> None:
    assert string_end("it\\'s\" here' and", 0, "'") == (11, False)
