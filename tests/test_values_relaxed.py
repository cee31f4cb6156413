"""Relaxed JSON: what is forgiven, what is said about it, and what it costs (SPEC 7)."""

from __future__ import annotations

import json
import re._parser as parser  # type: ignore[import-not-found]  # what a pattern is made of
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import process_time
from typing import Any

import pytest

from minimax_grammar.resources import conformance_dir
from minimax_grammar.values import parse_strict
from minimax_grammar.values.blanks import BETWEEN, ODD
from minimax_grammar.values.envelope import Envelopes
from minimax_grammar.values.relaxed import _parser, parse_objects, parse_relaxed
from minimax_grammar.values.repairs import Repeat
from minimax_grammar.values.strict import MAX_NESTING, with_repeats
from minimax_grammar.values.writer import ArgumentsWriter

CASES = json.loads((conformance_dir() / "cases/values/json-repair.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    text, expected = case["input"]["text"], case["expect"]
    if expected.get("error"):
        with pytest.raises(ValueError):  # noqa: PT011  # the message is not part of the contract
            parse_relaxed(text)
    else:
        assert json.dumps(parse_relaxed(text)[0]) == json.dumps(expected["value"])


@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        ('{"a": [1, 2.5, true, null]}', []),
        ("['a']", [(1, "single-quoted string")]),
        ("{a: 1}", [(1, "unquoted key")]),
        ("[a]", [(1, "unquoted string")]),
        ("[True]", [(1, "Python word")]),
        ("[,1,,2,]", [(1, "leading comma"), (3, "doubled comma"), (6, "trailing comma")]),
        ('{"a":}', [(4, "missing value")]),
        ("[1] // c", [(4, "comment")]),
        ("['it's // no', /* yes */ 1]", [(1, "single-quoted string"), (15, "comment")]),
        ("[it's, // c\n 1]", [(1, "unquoted string"), (7, "comment")]),
        ("[+1, 0xff]", [(1, "number that is not written as in JSON"), (5, "number that is not written as in JSON")]),
        ('["a\\q"]', [(1, "control character or unknown escape in a string")]),
    ],
)
def test_every_deviation_is_told_with_its_place(text: str, repairs: list[tuple[int, str]]) -> None:
    assert parse_relaxed(text)[1] == repairs


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('{"a": 1, "b": {"c": "d: e"}}', []),
        ('{"a": 1, "a": 2}', ["a"]),
        ('[{"a": ":"}, {"a": {"b": 1, "\\u0062": 2, "b": 3}}]', ["b", "b"]),
        ('"a: b: c"', []),
    ],
)
def test_keys_that_come_again_are_told(text: str, keys: list[str]) -> None:
    expected = parse_strict(text)
    for value, irregular in (with_repeats(text, expected), parse_relaxed(text)):
        assert value == expected
        assert [found.key for found in irregular if isinstance(found, Repeat)] == keys
        assert len(irregular) == len(keys)


def test_all_members_of_an_object_with_a_key_twice_are_told() -> None:
    text = '{"b": [1], "a": {}, "b": 2}'
    for value, irregular in (parse_relaxed(text), with_repeats(text, parse_strict(text))):
        (found,) = irregular
        assert isinstance(found, Repeat)
        assert found.within is value
        assert list(found.pairs) == [("b", [1]), ("a", {}), ("b", 2)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{a: {b: 1}}", [("{a: {b: 1}}", {"a": {"b": 1}})]),
        ("[ {a: [{}]},, {} ,{b: '{'}]", [("{a: [{}]}", {"a": [{}]}), ("{}", {}), ("{b: '{'}", {"b": "{"})]),
        ("[1, {a: 2}, [{}]]", [("", 1), ("{a: 2}", {"a": 2}), ("", [{}])]),
        ("'{'", [("", "{")]),
    ],
)
def test_objects_have_places(text: str, found: list[tuple[str, Any]]) -> None:
    assert [(text[start:end], value) for value, (start, end) in parse_objects(text)[0]] == found


def test_white_space_is_the_same_for_all_readers() -> None:
    forgiven = ([1], [(1, "white space that JSON does not have")])
    for character in map(chr, range(0x10000)):
        try:
            odd = parse_relaxed(f"[{character}1]") == forgiven
        except ValueError:
            odd = False
        assert odd == (character in ODD), f"{ord(character):x}"
    for blanks in (BETWEEN, *BETWEEN):
        text = "{_'a'_:_[_1_,_,_x_]_,_b_:_true_}_".replace("_", blanks)
        assert parse_relaxed(text)[0] == {"a": [1, "x"], "b": True}
        arguments = '{_"a"_:_1_,_"b"_:_"x"_'.replace("_", blanks)
        assert ArgumentsWriter().feed(arguments) == '{"a":1,"b":"x"'
        envelope = '{_"name"_:_"f"_,_"n"_:_1_,_"given"_:_{}_}'.replace("_", blanks)
        items = Envelopes(("name",), ("given",)).feed(envelope)
        assert [(item.kind, item.text) for item in items] == [("name", "f"), ("arguments", "{}"), ("end", envelope)]


def test_nesting_counts_where_apostrophes_stand_in_words() -> None:
    with pytest.raises(ValueError, match="nested deeper"):
        parse_relaxed("[it's, " + "[" * MAX_NESTING + "]" * MAX_NESTING + ", 'b']")
    flat = "[it's, " + "[], " * 2 * MAX_NESTING + "]"
    assert len(parse_relaxed(flat)[0]) == 2 * MAX_NESTING + 1


def test_a_full_stack_changes_nothing() -> None:
    text = "[" * 200 + "]" * 200
    expected = parse_strict(text)
    parse_relaxed("[1,]")

    def deeper(frames: int) -> Any:
        return deeper(frames - 1) if frames else parse_strict(text)

    depth, frame = 0, sys._getframe()
    while frame.f_back:
        depth, frame = depth + 1, frame.f_back
    assert deeper(sys.getrecursionlimit() - depth - 100) == expected


def test_threads_do_not_mix_their_notes() -> None:
    texts = ["['a', 'b', 'c']" if n % 2 else "[+1, +2]" for n in range(200)]
    with ThreadPoolExecutor(4) as pool:
        repairs = [[repair[1] for repair in found] for _, found in pool.map(parse_relaxed, texts)]
    assert repairs == [
        ["single-quoted string"] * 3 if n % 2 else ["number that is not written as in JSON"] * 2 for n in range(200)
    ]


def repeats(tree: Any) -> Iterator[Any]:
    """The names of all unlimited repetitions in a parsed pattern."""
    if isinstance(tree, tuple) and str(tree[0]).endswith("REPEAT") and tree[1][1] is parser.MAXREPEAT:
        yield str(tree[0])
    if isinstance(tree, tuple | list | parser.SubPattern):
        for part in list(tree):
            yield from repeats(part)


def test_no_terminal_can_go_back() -> None:
    found = []
    for terminal in _parser()[0].terminals:
        found += list(repeats(parser.parse(terminal.pattern.to_regexp())))
    assert len(found) > 20
    assert set(found) == {"POSSESSIVE_REPEAT"}


def seconds(text: str) -> float:
    """The processor time to read ``text``, the least of three."""
    best = 1e9
    for _ in range(3):
        begun = process_time()
        with suppress(ValueError):
            parse_relaxed(text)
        best = min(best, process_time() - begun)
    return best


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        ("{", "/*:1,", "}"),
        ("[", "a /*,", "]"),
        ("[", "a /* ' ,", "1]"),
        ("['", "' /*", "']"),
        ("['", "' // ", "\nx']"),
        ("[1", ",/*", "]"),
        ("", '"\\', ""),
        ("[", "[", ""),
        ("", "/*", ""),
    ],
)
def test_no_terminal_is_tried_again_and_again(before: str, unit: str, after: str) -> None:
    """Eight times the text is some eight times the time, not sixty-four times."""
    parse_relaxed("[1,]")
    once, eight = (before + unit * (20_000 * factor // len(unit)) + after for factor in (1, 8))
    assert seconds(eight) <= 25 * seconds(once) + 0.05
