"""What OpenAI and Anthropic style streams send of inputs of the corpus with mistakes in them (SPEC 13).

The fragments of a call are one text whatever the cuts, and it parses to exactly the arguments of ``ToolEnd``; or it is
no complete JSON, where the arguments turned out to be none.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import minimax_grammar as mg
from minimax_grammar.conformance.corpus import Case, load_corpus
from tests.streams import DIALECTS, assert_sent, fragments, ids, outcomes

# More of them: SEARCH=3000 SEARCH_FROM=10000 python -m pytest tests/test_deltas_search.py
COUNT = int(os.environ.get("SEARCH", "40"))
FIRST = int(os.environ.get("SEARCH_FROM", "0"))
MAX_LENGTH = 1_000

JUNK = (
    *"{}[],:\"\\/'`\n",
    *"\u00a0\u2028\u3000\u0085\ufeff\u200b\v\f\x1c",
    *"aé0-1.",
    *("{}", "[]", '""', "{{", "}}", "}{", '"}', '{"', '",', '":', '":"', ", ", ',"', "//", "/*", "*/", "# ", '"""'),
    *(" ok", '{"a":1}', '{"b": 2}', '"a":1,', '"x":"y"', "a:1", "'a':", "True", "None", "null", "NaN", "1e999", "0x1"),
    *("\\u2028", "\\u00a0", "\\n", "\\'", "\\q", "\\ud83d", "\\ude00", "\ud83d", "😀", "&quot;", "&amp;"),
    *('"arguments":', '"parameters":', '"name":', '"arguments":{"a":1}', '"name":"f"', '"arguments":"{}"', ',"a":2'),
)


@cache
def corpus() -> tuple[Case, ...]:
    """All scan cases."""
    return tuple(case for case in load_corpus() if case.op == "scan")


@cache
def inputs(dialect: str) -> tuple[Case, ...]:
    """The scan cases of ``dialect`` that are not too long."""
    return tuple(case for case in corpus() if case.dialect == dialect and len(case.text) <= MAX_LENGTH)


def mistaken(text: str, dialect: str, random: Random) -> str:
    """``text`` with up to three mistakes; other inputs of the dialect lend what is spliced in."""
    for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
        at = random.randint(0, len(text))
        end = min(len(text), at + random.choice((1, 1, 2, 5, 20, 60)))
        way = random.randrange(8)
        if way == 0:
            text = text[:at] + text[end:]
        elif way == 1:
            text = text[:end] + text[at:]
        elif way == 2:
            other = random.choice(inputs(dialect)).text
            cut = random.randint(0, len(other))
            length = random.choice((5, 20, 100, len(other)))
            text = text[:at] + other[cut : cut + length] + text[random.choice((at, end)) :]
        elif way == 3:
            text = text[:at] + random.choice(fragments(dialect)) + text[at:]
        elif way == 4:  # junk where JSON has its joints
            joints = [place for place, character in enumerate(text) if character in '{}[]":,']
            if joints:
                at = random.choice(joints) + random.randint(0, 1)
            text = text[:at] + random.choice(JUNK) + text[at:]
        else:
            text = text[:at] + random.choice(JUNK) + text[random.choice((at, at, end)) :]
    return text


def cuts(text: str, random: Random) -> Iterator[list[str]]:
    """All at once, by character, and two random ways to cut ``text``."""
    yield [text]
    yield list(text)
    for _ in range(2):
        at = sorted(random.randint(0, len(text)) for _ in range(random.randint(1, 6)))
        yield [text[i:j] for i, j in zip([0, *at], [*at, len(text)], strict=True)]


def openai(stream: mg.OpenAIStream, feeds: list[str]) -> list[str]:
    """The text of the arguments of every call."""
    sent: list[str] = []
    deltas = [delta for feed in feeds for delta in stream.feed(feed)] + stream.flush()
    for delta in deltas:
        for call in delta.get("tool_calls", ()):
            assert call["index"] == len(sent) - ("id" not in call)
            if "id" in call:
                sent.append("")
            sent[-1] += call["function"]["arguments"]
    return sent


def anthropic(stream: mg.AnthropicStream, feeds: list[str]) -> list[str]:
    """The same of blocks."""
    sent: dict[int, str] = {}
    for event in [event for feed in feeds for event in stream.feed(feed)] + stream.flush():
        if event["type"] == "content_block_start" and event["content_block"]["type"] == "tool_use":
            sent[event["index"]] = ""
        elif event["type"] == "content_block_delta" and event["delta"]["type"] == "input_json_delta":
            sent[event["index"]] += event["delta"]["partial_json"]
    return list(sent.values())


def check(text: str, dialect: str, tools: Any, options: dict[str, Any], random: Random) -> int:
    """How many calls ``text`` has; fails if a stream does not send exactly their arguments."""
    calls = outcomes(text, dialect, tools=tools, **options)
    expected: list[str] | None = None
    for feeds in cuts(text, random):
        sent = openai(mg.OpenAIStream(dialect, tools, ids=ids(), **options), feeds)
        assert anthropic(mg.AnthropicStream(dialect, tools, ids=ids(), **options), feeds) == sent
        if expected is None:
            expected = sent
            for arguments, outcome in zip(sent, calls, strict=True):
                assert_sent(arguments, outcome)
        assert sent == expected, feeds
    return len(calls)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_streams_send_the_arguments(dialect: str) -> None:
    calls = 0
    for seed in range(FIRST, FIRST + COUNT):
        random = Random(f"{dialect} {seed}")
        case = random.choice(inputs(dialect))
        text = mistaken(case.text, dialect, random)
        try:
            calls += check(text, dialect, case.tools, case.options, random)
        except Exception as error:
            error.add_note(f"seed {seed}: {text!r}")
            raise
    assert calls >= COUNT // 10
