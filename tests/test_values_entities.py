"""Bodies written as in XML."""

from __future__ import annotations

from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_grammar.values import entities
from minimax_grammar.values.entities import decode_entities
from tests.work import patterns, unlimited


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ""),
        (" a b ", " a b "),
        ("a &lt; b &amp;&amp; c &gt; d &quot;&apos;", "a < b && c > d \"'"),
        ("&amp;lt;", "&lt;"),
        ("&#65;&#x41;&#x1F600;&#0065;", "AA😀A"),
        ("&#0;&#xD800;&#x110000;&#9999999;", "&#0;&#xD800;&#x110000;&#9999999;"),
        ("&nbsp; &AMP; & &; &lt &#; &#x; &#xg;", "&nbsp; &AMP; & &; &lt &#; &#x; &#xg;"),
        ("<![CDATA[x < 1 &amp; y\n]]>", "x < 1 &amp; y\n"),
        ("<![CDATA[ </param> ]]>\n", " </param> "),
        ("<![CDATA[]]>", ""),
        ("<![CDATA[a]]]]><![CDATA[>b]]>", "a]]>b"),
        ("<![CDATA[a]]>\n  <![CDATA[b]]>", "ab"),
        ("<![CDATA[a[b[0]]]]>", "a[b[0]]"),
        ("<![CDATA[a]]> b &lt;", "<![CDATA[a]]> b <"),
        ("x <![CDATA[a]]>", "x <![CDATA[a]]>"),
        ("<![CDATA[a", "<![CDATA[a"),
        ("<![CDATA[]>", "<![CDATA[]>"),
    ],
)
def test_value(text: str, value: str) -> None:
    assert decode_entities(text) == value


@given(st.text())
def test_what_was_escaped_comes_back(text: str) -> None:
    assert decode_entities(escape(text, {'"': "&quot;", "'": "&apos;"})) == text
    assert decode_entities("<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>") == text


@given(st.lists(st.sampled_from(["&", "#", "x", "lt", "1", ";", "<![CDATA[", "]]>", " ", "]"])).map("".join))
def test_nothing_is_raised(text: str) -> None:
    decode_entities(text)


def test_no_pattern_can_go_back() -> None:
    assert set().union(*map(unlimited, patterns(entities))) == {"POSSESSIVE_REPEAT"}
