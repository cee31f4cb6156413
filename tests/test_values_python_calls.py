"""Calls written as Python source."""

from __future__ import annotations

import ast
import json
import sys
import warnings
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_grammar.render.fields import _python
from minimax_grammar.values import python_calls, python_parts, python_tokens
from minimax_grammar.values.arguments import read_arguments
from minimax_grammar.values.python_calls import _Reader, parse_python_calls
from minimax_grammar.values.python_tokens import tokens
from tests.work import patterns, unlimited, work


def calls(text: str, last: bool = False) -> list[tuple[str, dict[str, Any]]]:
    return [(name, arguments) for name, arguments, _ in parse_python_calls(text, last=last)]


def value(source: str) -> Any:
    """The value of the expression ``source`` as an argument."""
    [(_, arguments)] = calls(f"f(a={source})")
    return arguments["a"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ""),
        ("# f()", ""),
        ("[]", ""),
        ("[1, x]", ""),
        ("f", ""),
        ("f()", "f"),
        ("f ( )", "f"),
        ("(f())", "f"),
        ("[f(), g(),]", "f g"),
        ("(f(), g())", "f g"),
        ("[[f()], (g(),)]", "f g"),
        ("f()\ng() # h()\n\nh()", "f g h"),
        ("f(); g()", "f g"),
        ("f(), g()", "f g"),
        ("[f()]\n[g()]", "f g"),
        ("[f()\n g()]", "f g"),
        ("print(f())", "f"),
        ("print(f(), g(a=h()))", "f g"),
        ("print('f()')\nprint(x)", ""),
        ("x = f()\nprint(x)", "f"),
        ("x = y = await f()", "f"),
        ("\\\nf()", "f"),
        ("if f():\n  g()", "g"),
        ("f(g(), a=h(i()))", "f"),
        ("{'a': f()}", ""),
        ("[f(a=x) for x in y]", ""),
        ("f()()", ""),
        ("f()[0]", ""),
        ("x + f()", ""),
        ("a.b.f()", "a.b.f"),
        ("a . b\\\n.f()", "a.b.f"),
        ("get-it.now()", "get-it.now"),
        ("_f(_a=5)", "_f"),
        ("größe()", "größe"),
        # What is broken is left out alone.
        ("[f(a=1 b=2), g()]", "g"),
        ("[f(a=[1), g()]", "g"),
        ("[f(a=), k()]", "f k"),
        ("[g(a=1 +), h(a=1=2), i(a={1:2, 3}), j(a={'b':}), k()]", "k"),
        ("f(a=(1, 2\ng()\nh()", "g h"),
        ("f(a='x)\ng(a='1')", "g"),
        ("[f(), g(), h(a='x", "f g"),
        ("print(f(), g(", "f"),
        ("f())\ng()", "g"),
        ("f(a=$x)\ng()", "g"),
        ("f(a=" + "[" * 150 + "]" * 150 + ")\ng()", "g"),
        ("Here's one:\nf()", "f"),
    ],
)
def test_which_calls(text: str, names: str) -> None:
    assert " ".join(name for name, _ in calls(text)) == names


def test_names() -> None:
    assert calls("a.b.get-it(), f()", last=True) == [("get-it", {}), ("f", {})]
    assert calls("api.print(a=1)", last=True) == [("print", {"a": 1})]


def test_arguments() -> None:
    assert calls("f(1, *x, a=2, **{'b c': 3}, **y, d=4,)") == [("f", {"a": 2, "b c": 3, "d": 4})]
    assert calls("f(user-id=1, 'x'=2, a=3, a=4)") == [("f", {"user-id": 1, "x": 2, "a": 4})]


def test_spans() -> None:
    text = "[ a.f(b=')😀'),\n\tg ()]\nprint('é', h(c = 1))"
    spans = [text[start:end] for *_, (start, end) in parse_python_calls(text, last=True)]
    assert spans == ["a.f(b=')😀')", "g ()", "h(c = 1)"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("True", True),
        ("true", True),
        ("null", None),
        ("(None)", None),
        ("-3", -3),
        ("+ 2", 2),
        ("-1.5e-3", -1.5e-3),
        ("1_000", 1000),
        ("0x1F", 31),
        ("(1)", 1),
        ("(1,)", "(1,)"),
        ("()", "()"),
        ("{1, 2}", "{1, 2}"),
        ("{}", {}),
        ("{1: 'a', None: [{}], 'k': (1, x), x.y: 2}", {"1": "a", "None": [{}], "k": "(1, x)", "x.y": 2}),
        ("'a' \"b\"", "ab"),
        ("('a'\n # c\n 'b')", "ab"),
        (
            r"'\'\n\x41\101\u00e9\U0001F600\N{BULLET}\d\
'",
            "'\nAAé😀•\\d",
        ),
        (r"'\x4 \u12 \U99999999 \N{nothing} \N'", r"\x4 \u12 \U99999999 \N{nothing} \N"),
        (r"'\ud83d\ude00 \ud83d'", "😀 \ud83d"),
        (r"r'\n' R'\d'", r"\n\d"),
        (r"b'\xc3\xa9\n\u00e9é'", "é\n\\u00e9é"),
        (r"b'\xff'", "ÿ"),
        (r"Rb'\n'", r"\n"),
        ('"""a"b\r\n\'\'"""', "a\"b\r\n''"),
        ('"""say "hi""""', 'say "hi"'),
        ("'a\0\ud800# )'", "a\0\ud800# )"),
        ("'over\ntwo lines'", "over\ntwo lines"),
        # No literals: their source.
        ("f'x{1}'", "f'x{1}'"),
        ("g(1, b=[2])", "g(1, b=[2])"),
        ("x", "x"),
        ("a.b", "a.b"),
        ("1 + 2", "1 + 2"),
        ("'a' + 'b'", "'a' + 'b'"),
        ("--2", "--2"),
        ("1j", "1j"),
        ("inf", "inf"),
        ("-inf", "-inf"),
        ("nan", "nan"),
        ("1e999", "1e999"),
        ("[x for x in y]", "[x for x in y]"),
        ("{k: v for k in y}", "{k: v for k in y}"),
        ("{**x}", "{**x}"),
        ("[1, *x]", [1, "*x"]),
        ("lambda a, b=1: a", "lambda a, b=1: a"),
        ("x[1:2](3)", "x[1:2](3)"),
        ("'a' if b else 'c'", "'a' if b else 'c'"),
        ("...", "..."),
        ("2024-01-02", "2024-01-02"),
        ("02139", "02139"),
        ("1.2.3", "1.2.3"),
        ("9" * 5000, "9" * 5000),
        ("0x" + "f" * 5000, "0x" + "f" * 5000),
    ],
)
def test_value(source: str, expected: Any) -> None:
    assert json.dumps(value(source)) == json.dumps(expected)


def as_json(literal: Any) -> Any:
    """What a Python value becomes; raises ``TypeError`` for those whose source counts."""
    if isinstance(literal, dict) and all(isinstance(key, str | int | float | None) for key in literal):
        return {str(key): as_json(item) for key, item in literal.items()}
    if isinstance(literal, tuple):
        return repr(literal)
    if isinstance(literal, list):
        return list(map(as_json, literal))
    if isinstance(literal, bytes):
        return literal.decode()
    if literal is None or isinstance(literal, str | int | float):
        return literal
    raise TypeError


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,5}0", fullmatch=True), VALUES))
def test_what_python_writes_comes_back(arguments: dict[str, Any]) -> None:
    text = "f(" + ", ".join(f"{key}={item!r}" for key, item in arguments.items()) + ")"
    assert parse_python_calls(f"[{text}, {text}]", last=True) == [
        ("f", as_json(arguments), (1, 1 + len(text))),
        ("f", as_json(arguments), (3 + len(text), 3 + 2 * len(text))),
    ]


PIECES = [
    *"()[]{},:=.;#'\"\\ \n\r-+*a1",
    "f(",
    "print(",
    '"""',
    "lambda ",
    " for ",
    " in ",
    "a=",
    "**",
    "b'",
    "f'",
    "0x",
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_anything_can_be_read(text: str) -> None:
    end = 0
    for name, arguments, (start, stop) in parse_python_calls(text, last=False):
        assert name
        assert end <= start < stop <= len(text)
        end = stop
        json.dumps(arguments, allow_nan=False)
    assert "".join(text[token.start : token.end] for token in tokens(text)) == text


@given(st.lists(st.sampled_from(PIECES), max_size=15).map("".join))
def test_what_python_reads_as_a_literal_is_the_same(text: str) -> None:
    # Python reads other ends of lines as \n, and never four quotation marks as one and the end of a string.
    if any(map(text.__contains__, ["#", "\r", '""""'])):
        return
    try:
        with warnings.catch_warnings(action="ignore"):
            expected = as_json(ast.literal_eval(text))
    except (SyntaxError, ValueError, TypeError):
        return
    assert value(f"(\n{text.strip()})") == expected


def test_a_full_stack_changes_nothing() -> None:
    text = "[f(a=1 + 2, b=" + "[" * 90 + "]" * 90 + "), g(a=1 2)]"
    expected = calls(text)

    def deeper(frames: int) -> Any:
        return deeper(frames - 1) if frames else calls(text)

    depth, frame = 0, sys._getframe()
    while frame.f_back:
        depth, frame = depth + 1, frame.f_back
    assert deeper(sys.getrecursionlimit() - depth - 60) == expected


@pytest.mark.parametrize("unit", ["(", "[", "{1:", "f(a=", "-", "not ", "lambda:", "a.", "a+", "x if y else ", "'a' "])
def test_nothing_nests_too_deep(unit: str) -> None:
    assert calls(unit * 50_000) == []
    # Brackets that never close swallow what comes after them.
    assert calls(f"f(a={unit * 50_000} x)\n[g()]")[-1:] == ([] if set(unit) & set("([{") else [("g", {})])


UNITS = [
    *(
        "(",
        "[",
        "f(",
        "f(a=",
        "f(a=1)\n",
        "[f(a=1),",
        '"',
        '"\\"\n',
        '"\n',
        "'\n\"\n",
        '"\\\n',
        "a-",
        "a.",
        "a+",
        "{1:",
    ),
    *(
        "1,",
        "(x+",
        '"""',
        '""" ',
        "#\n",
        "\\",
        "f(a=[1), ",
        "\nf(a=(",
        "\nf(1",
        "x for ",
        "lambda ",
        ")",
        '"a" ',
        "[x+y,",
    ),
]


@pytest.mark.parametrize("unit", UNITS)
def test_work_grows_with_the_text(unit: str) -> None:
    for before, after in (("", ""), ("f(a=", ")"), ("f(" + "[" * 90, "")):
        once, eight = (work(calls, before + unit * (200 * factor) + after) for factor in (1, 8))
        assert eight <= 9 * once + 100


def test_no_pattern_can_go_back() -> None:
    for module in (python_calls, python_parts, python_tokens):
        assert set().union(*map(unlimited, patterns(module))) == {"POSSESSIVE_REPEAT"}


PLAIN_PIECES = 'f|api.|g|print|(|)|[|]|, |,|a=|b=|"x y"|\'z\'|""|1|-20|007|True|None| |\n|1.5'.split("|")  # noqa: SIM905


@given(st.lists(st.sampled_from(PLAIN_PIECES), max_size=14).map("".join), st.booleans())
@settings(max_examples=300)
def test_the_short_way_leads_to_the_same(text: str, last: bool) -> None:
    assert parse_python_calls(text, last=last) == _Reader(text, last).read()
    call = f'api.f(a="{text}", b=-7)'
    assert parse_python_calls(call, last=last) == _Reader(call, last).read()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("f(a=1)", []),
        ("[f(a=1), g(b=2)]", []),
        ("print(f(a=1))", []),
        ("x = f(a=[1, 2], **{'b': 3})  # so", []),
        ("f(1)", ["nameless-argument"]),
        ("f('x', b=2, c=[g(3)])", ["nameless-argument"]),
        ("f(a=1, a=2)", ["duplicate-argument"]),
        ("f(a=[1], a=[2], a=3)", ["duplicate-argument", "duplicate-argument"]),
        ("f(a={'x': 1, 'y': {'x': 2}}, b={'x': 3})", []),
        ("print(f(a=[{'x': 1, 'x': 2}]), g(x=1))", ["duplicate-argument"]),
        ("f(a=1, **{'a': 2, 'b': 3})", ["duplicate-argument"]),
        ("[f(a=1), g(b=c d), h()]", ["invalid-arguments"]),
        ("[f(a=1), g(b=c d, e=h(c d))]", ["invalid-arguments"]),
        ("f(a=g(c d)), h()", ["invalid-arguments"]),
        ("f()\nhello world\ng()", ["dropped-prose"]),
        ("[f(a=1), g(b=2)", ["unclosed-wrapper"]),
        ("[f(a=1), g(b='x", ["unclosed-wrapper"]),
        # Where nothing is a call, that is all there is to say.
        ("hello world", []),
        ("g(b=c d)", []),
    ],
)
def test_what_is_left_out_beside_calls_is_told(text: str, names: list[str]) -> None:
    notes: list[tuple[str, str]] = []
    parse_python_calls(text, last=True, notes=notes)
    assert [name for name, _ in notes] == names


def test_words_of_python_name_arguments() -> None:
    assert calls("f(from='a', in = 1, lambda=lambda: 2, None=3)") == [
        ("f", {"from": "a", "in": 1, "lambda": "lambda: 2", "None": 3})
    ]
    assert calls("f(a=b if c else d, e=not g)") == [("f", {"a": "b if c else d", "e": "not g"})]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("()", {}),
        (' (a="x)", b=[1, None])\n', {"a": "x)", "b": [1, None]}),
        ("(a={'k': 1},)", {"a": {"k": 1}}),
    ],
)
def test_the_arguments_of_one_call(text: str, arguments: dict[str, Any]) -> None:
    assert read_arguments(text, "python", "") == (arguments, ())


def test_what_is_left_out_of_the_arguments_of_one_call_is_told() -> None:
    arguments, findings = read_arguments("(1, a=2)", "python", "")
    assert arguments == {"a": 2}
    assert [name for name, _ in findings] == ["nameless-argument"]


@pytest.mark.parametrize("text", ["a=1", "(a=1", "(a=b c)", "(a=1) (b=2)", ".x(a=1)", "(a=1); f()"])
def test_what_is_no_arguments_of_one_call(text: str) -> None:
    with pytest.raises(ValueError, match="arguments of a call in Python"):
        read_arguments(text, "python", "")


_WORDS = st.sampled_from(
    [
        *"\"'\\\n\t a()[]{},:=#",
        *['\\"', "\\\\", "\\n", "\\/", "\\u0041", ", ", ": ", "==", "f(", "g.h(", "b=", "print("],
        *["True", "None", "false", "nan", "0", "-1", "01", "1e5", "0.5", "1.", "9" * 20],
    ]
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def _like_json(draw: st.DrawFn) -> str:
    """Calls with values of JSON, some of them with a mistake."""
    calls = draw(
        st.lists(st.dictionaries(st.sampled_from(["a", "b", "if", "True", "c"]), _JSON), min_size=1, max_size=3)
    )
    texts = [", ".join(f"{key}={_python(value)}" for key, value in call.items()) for call in calls]
    text = "[" + ", ".join(f"{draw(st.sampled_from(['f', 'g.h']))}({text})" for text in texts) + "]"
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(_WORDS) + text[at + draw(st.integers(0, 2)) :]
    return text


@settings(max_examples=300)
@given(_like_json() | st.lists(_WORDS, max_size=12).map("".join).map("f(a={})".format))
def test_the_short_way_reads_what_the_long_one_reads(text: str) -> None:
    def read() -> object:
        notes: list[tuple[str, str]] = []
        return repr((parse_python_calls(text, last=False, notes=notes), sorted(notes)))

    short = read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(python_calls, "read_like_json", lambda *given: None)
        assert short == read()


def test_the_short_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_calls, "_Reader", None)
    text = r'[f(a=[True, {"x": None, "y": "False \"b\" \\"}], c=-1.5), g.h()]'
    assert parse_python_calls(text, last=True) == [
        ("f", {"a": [True, {"x": None, "y": 'False "b" \\'}], "c": -1.5}, (1, 56)),
        ("h", {}, (58, 63)),
    ]
