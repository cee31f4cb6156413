"""What holds for every text, every cutting and every dialect (SPEC 1, 2, 6, 8)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.generate.forms import MAX_BLANK
from minimax_grammar.language.model import PartKind
from minimax_grammar.text import utf16_length
from tests.streams import DIALECTS, TOOLS, cuts, examples, ids, make, scan, texts

# What every dialect is tried with; where one cannot start, it starts as usual.
OPTIONS = st.fixed_dictionaries(
    {
        "parse_thinking": st.booleans(),
        "guarded": st.booleans(),
        "start": st.sampled_from([0, 0, 1, 2]),
        "closers": st.sampled_from([None, "first", "followed"]),
        "tools": st.sampled_from([None, [], TOOLS]),
    }
)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data(), options=OPTIONS)
@settings(max_examples=examples(15))
def test_chunk_invariance(dialect: str, data: st.DataObject, options: dict[str, Any]) -> None:
    text = data.draw(texts(dialect))
    whole, scanner = scan(dialect, [text], **options)
    feeds = data.draw(cuts(text))
    cut, other = scan(dialect, feeds, **options)
    assert cut == whole
    assert other.diagnostics == scanner.diagnostics
    assert other.stopped == scanner.stopped


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data(), options=OPTIONS)
@settings(max_examples=examples(10))
def test_every_character_is_accounted_for(dialect: str, data: st.DataObject, options: dict[str, Any]) -> None:
    text = data.draw(texts(dialect))
    events, scanner = scan(dialect, data.draw(cuts(text)), trace=True, **options)
    plain, _ = scan(dialect, [text], **options)
    assert events == plain, "tracing changes nothing"
    at = 0
    for segment in scanner.segments:
        assert segment.start == at
        at = segment.end
    assert at == len(text)

    def of(kind: str) -> str:
        return "".join(text[segment.start : segment.end] for segment in scanner.segments if segment.kind == kind)

    assert of("text") == "".join(event.text for event in events if isinstance(event, mg.Text))
    assert of("thinking") == "".join(event.delta for event in events if isinstance(event, mg.ThinkingDelta))
    calls = [event for event in events if isinstance(event, mg.ToolEnd)]
    found = 0
    for call in calls:
        found = text.index(call.raw_block, found) + len(call.raw_block)
    # What is neither in an event nor in a raw block is blank, a delimiter, or reported.
    reported = [(diagnostic.start, diagnostic.end) for diagnostic in scanner.diagnostics]
    inside = [(0, 0)]
    place = 0
    for call in calls:
        start = text.index(call.raw_block, place)
        place = start + len(call.raw_block)
        inside.append((start, place))
    for segment in scanner.segments:
        piece = text[segment.start : segment.end]
        if segment.kind == "dropped" and piece.strip() and not scanner.stopped:
            start = segment.start + len(piece) - len(piece.lstrip())
            end = segment.end - len(piece) + len(piece.rstrip())
            assert any(a <= start and end <= b for a, b in reported + inside), piece


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data(), options=OPTIONS)
@settings(max_examples=examples(10))
def test_calls_start_and_end_once(dialect: str, data: st.DataObject, options: dict[str, Any]) -> None:
    events, _ = scan(dialect, [data.draw(texts(dialect))], **options)
    open_call: str | None = None
    thinking = False
    deltas: dict[str | None, str] = {}
    for event in events:
        if isinstance(event, mg.ToolStart):
            assert open_call is None
            assert event.name
            open_call, deltas = event.id, {}
        elif isinstance(event, mg.ToolArgDelta):
            assert event.id == open_call
            assert event.delta
            deltas[event.key] = deltas.get(event.key, "") + event.delta
        elif isinstance(event, mg.ToolEnd | mg.ToolAbort):
            assert event.id == open_call
            open_call = None
            if isinstance(event, mg.ToolEnd):
                assert type(event.arguments) is dict
                assert deltas.keys() - {None} <= event.arguments.keys()
        elif isinstance(event, mg.ThinkingStart):
            assert not thinking
            thinking = True
        elif isinstance(event, mg.ThinkingEnd):
            assert thinking
            thinking = False
        else:
            assert open_call is None
            assert thinking == isinstance(event, mg.ThinkingDelta)
    assert open_call is None
    assert not thinking


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data())
@settings(max_examples=examples(10))
def test_little_is_held(dialect: str, data: st.DataObject) -> None:
    text = data.draw(texts(dialect))
    model = mg.load_dialect(dialect).model()
    # Layout beside a delimiter, the delimiter, and the white space that may stand in and after it.
    blanks = 64 + 4 * MAX_BLANK
    limit = model.limits["tag"].value if "tag" in model.limits else 0
    marks = [
        sum(2 * limit if part.kind is PartKind.CAPTURE else len(part.text) for part in (*form.parts, *form.follow))
        for mark in model.marks.values()
        for form in mark.forms
    ]
    trims = any(mode.trim for mode in model.modes.values())
    plain = all(mark.plain for mark in model.marks.values()) and not trims
    longest = max([limit, *marks]) + (0 if plain else blanks + limit)
    scanner = mg.load_dialect(dialect).scanner(ids=ids())
    for feed in data.draw(cuts(text)):
        scanner.feed(feed)
        assert utf16_length(scanner.held) < longest


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data(), options=OPTIONS)
@settings(max_examples=examples(10))
def test_a_flushed_scanner_is_as_new(dialect: str, data: st.DataObject, options: dict[str, Any]) -> None:
    first, second = data.draw(texts(dialect)), data.draw(texts(dialect))
    scanner = make(dialect, **options)

    def run(text: str) -> tuple[list[Any], list[mg.Diagnostic]]:
        events = [event.to_json() for event in mg.coalesce(scanner.feed(text) + scanner.flush())]
        for event in events:
            event.pop("id", None)
        return events, scanner.diagnostics

    expected = run(second)
    run(first)
    assert run(second) == expected


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data())
@settings(max_examples=examples(10))
def test_events_survive_json(dialect: str, data: st.DataObject) -> None:
    for event in scan(dialect, [data.draw(texts(dialect))])[0]:
        assert mg.event_from_json(event.to_json()) == event


@given(st.text(alphabet="abc é😀,.;:!?1 "))
def test_prose_is_emitted_at_once(text: str) -> None:
    text = f"Hi{text}."
    for dialect in DIALECTS:
        scanner = mg.load_dialect(dialect).scanner()
        assert scanner.feed(text) == [mg.Text(text)]
