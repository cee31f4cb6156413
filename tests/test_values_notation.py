"""Objects with bare keys and quote tokens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_grammar.values import notation
from minimax_grammar.values.notation import parse_notation
from minimax_grammar.values.repairs import Repeat
from minimax_grammar.values.strict import MAX_NESTING
from tests.work import patterns, unlimited, work

QUOTE = '<|"|>'


def parse(text: str) -> dict[str, Any]:
    """``text``, with ``~`` for the quote token."""
    return parse_notation(text.replace("~", QUOTE), QUOTE)[0]


def repairs(text: str) -> list[str]:
    """What had to be forgiven in such a text."""
    _, found = parse_notation(text.replace("~", QUOTE), QUOTE)
    return [irregular.key if isinstance(irregular, Repeat) else irregular.message for irregular in found]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{}", {}),
        (" { } ", {}),
        ("{a:~x y~,b:40}", {"a": "x y", "b": 40}),
        ("{a : ~k~ , b = 2}", {"a": "k", "b": 2}),
        ("{a:~a, b: {c} [d]~}", {"a": "a, b: {c} [d]"}),
        ('{s:~x,y} "q"~}', {"s": 'x,y} "q"'}),
        ("{a:~😀\0\r\n~}", {"a": "😀\0\r\n"}),
        (
            "{a:5,b:.5,c:-3,d:+2,e:1e3,f:1.5e-05,g:0x10,h:0}",
            {"a": 5, "b": 0.5, "c": -3, "d": 2, "e": 1000.0, "f": 1.5e-05, "g": 16, "h": 0},
        ),
        ("{a:1_0,b:007,c:1e999,d:nan,e:Infinity}", {"a": "1_0", "b": "007", "c": "1e999", "d": "nan", "e": "Infinity"}),
        (
            "{a:true,b:False,c:null,d:none,e:None,f:FALSE}",
            {"a": True, "b": "False", "c": None, "d": None, "e": None, "f": "FALSE"},
        ),
        ("{key with space:1,lab-el:2,~quoted:key~:3}", {"key with space": 1, "lab-el": 2, "quoted:key": 3}),
        ("{o:{a:[1,~t~],B:1},l:[[],{}]}", {"o": {"a": [1, "t"], "B": 1}, "l": [[], {}]}),
        ("{,,a:1,,}", {"a": 1}),
        ("{a:1,a:2}", {"a": 2}),
        ("{a:,b:}", {"a": "", "b": ""}),
        ('{a:"ascii"}', {"a": '"ascii"'}),
        ('{"a":"b, c"}', {"a": "b, c"}),
        # A quote token that ends nothing is a quotation mark.
        ("{a:~f(~a~)~,r:[~v~]}", {"a": 'f("a")', "r": ["v"]}),
        ("{a:~d[~k~] = 1~}", {"a": 'd["k"] = 1'}),
        ("{a:~a~~b~}", {"a": 'a""b'}),
        ("{a:~~}", {"a": ""}),
        ("{a:x ~y~ z}", {"a": 'x "y" z'}),
        # Bare text goes on to what cannot be part of it.
        ("{a:San Francisco, CA,b:1}", {"a": "San Francisco, CA", "b": 1}),
        ("{a:1,000}", {"a": "1,000"}),
        ("{a:(1,2),b:f(g(1),{2}),c:x[1,2]}", {"a": "(1,2)", "b": "f(g(1),{2})", "c": "x[1,2]"}),
        ("{a:(1,b:2}", {"a": "(1", "b": 2}),
        # Closing brackets may be missing, or too many.
        ("{a:1", {"a": 1}),
        ('{"a":~x~,"b c":1}', {"a": "x", "b c": 1}),
        ("{a:1}}]", {"a": 1}),
        ("{a:x]y}", {"a": "x]y"}),
    ],
)
def test_value(text: str, value: dict[str, Any]) -> None:
    assert json.dumps(parse(text), sort_keys=True) == json.dumps(value, sort_keys=True)


@pytest.mark.parametrize(
    "text",
    [
        *("", "a", "[1]", "call", "{a:~x", "{a", "{a}", "{a:~x~,b}", "{a:", "{a:1} x", "{a:{b:"),
        # Nothing half-formed is completed but the object itself.
        *("{a:{b:[1,{c:~x~", "{a:[1,2", "{a:[1,2}", "{a:[}", "{a:[{b:1]}", "{a:{b:1", "{a:1,"),
    ],
)
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse(text)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("{}", []),
        ("{a:~x, y=1~, ~b~ : San Francisco,c:-1.5e3,d:[true,null,none,None,{e:1},[]],f:{}}", []),
        ("{a:{b:1}", ["missing closing brace"]),
        ("{a:1}}]", ["closing bracket too many"]),
        ("{],a:1}", ["closing bracket too many", "leading comma"]),
        ("{a=1,~b~=~c~}", ["equals sign for a colon", "equals sign for a colon"]),
        ("{,a:1}", ["leading comma"]),
        ("{a:1,,b:[,1,,2,]}", ["doubled comma", "leading comma", "doubled comma", "trailing comma"]),
        ("{a:[1]b:{}c:2,}", ["missing comma", "missing comma", "trailing comma"]),
        ("{a:,b:}", ["missing value", "missing value"]),
        ("{a:+5,b:0x10,c:.5,d:5.}", ["number that is not written as in JSON"] * 4),
        ("{a:San Francisco, CA}", ["comma in bare text"]),
        ('{"a":"b"}', ["written as JSON"]),
        ('{"a":~b~}', ["key between quotation marks"]),
        ("{a:x~}", ["string without the token at its beginning"]),
        ("{a:~f(~a~)~,b:~x~~y~,c:x ~y~ z,d~e~f:1}", ["token of a string in a text"] * 4),
        ("{a:1,a:2,b:{c:1,c:2,c:3}}", ["a", "c", "c"]),
        ('{"a":1,"a":2}', ["written as JSON", "a"]),
    ],
)
def test_every_repair_is_told(text: str, kinds: list[str]) -> None:
    assert sorted(repairs(text)) == sorted(kinds)


def test_nesting_is_limited() -> None:
    deepest = "{a:" * MAX_NESTING + "}" * MAX_NESTING
    assert parse(deepest)["a"]
    for deeper in ("{a:" * (MAX_NESTING + 1), "{a:" + "[" * 100_000, "{a:" * 100_000):
        with pytest.raises(ValueError, match="nested deeper"):
            parse(deeper)


def write(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{QUOTE}{key}{QUOTE}:{write(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return QUOTE + value + QUOTE if isinstance(value, str) else json.dumps(value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), VALUES))
def test_what_was_written_comes_back(value: dict[str, Any]) -> None:
    assert parse_notation(write(value), QUOTE) == (value, [])


@given(st.lists(st.sampled_from([*"{}[]():=, a1-.~\n", "null", "0x"]), max_size=60).map("".join))
def test_nothing_but_value_errors(text: str) -> None:
    for whole in (text, "{a:" + text):
        try:
            value = parse(whole)
        except ValueError:
            continue
        assert isinstance(value, dict)
        json.dumps(value, allow_nan=False)


@pytest.mark.parametrize(
    "unit", ["x,", "~", "~ ", "a:~,", "a:[", "(", "a:(x,", "a:((x,", "]", "a:1]", "~~,", "a:1,", "a=,", "[1],", ","]
)
def test_work_grows_with_the_text(unit: str) -> None:
    for before in ("{", "{a:", "{a:[", "{a:~"):
        once, eight = (work(parse, before + unit * (500 * factor)) for factor in (1, 8))
        assert eight <= 9 * once + 100


def test_no_pattern_can_go_back() -> None:
    assert set().union(*map(unlimited, patterns(notation))) == {"POSSESSIVE_REPEAT"}


_PIECES = st.sampled_from(
    [*'{}[],:=a" \\\n\0<é', *["key:", ",b:", "1", "-0", "1e5", "true", "None", ", ", "x y"], QUOTE, QUOTE],
)


@st.composite
def _nearly_written(draw: st.DrawFn) -> str:
    text = write(draw(VALUES))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(_PIECES) + text[at + draw(st.integers(0, 2)) :]
    return text


@settings(max_examples=400)
@given(_nearly_written() | st.lists(_PIECES, max_size=10).map("".join).map("{{a:{}}}".format))
def test_the_short_way_reads_what_the_long_one_reads(text: str) -> None:
    def read() -> object:
        try:
            return repr(parse_notation(text, QUOTE))
        except ValueError:
            return None

    short = read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notation, "read_like_json", lambda *given: None)
        assert short == read()


def test_the_short_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation, "_Reader", None)
    text = '{a:~x "y" \\n~, b:[1,{c:~~}],d:-1.5}'
    assert parse_notation(text.replace("~", QUOTE), QUOTE) == (
        {"a": 'x "y" \\n', "b": [1, {"c": ""}], "d": -1.5},
        [],
    )
