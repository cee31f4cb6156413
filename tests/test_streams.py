"""Streams of chunks as streams of events, and how they end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

import minimax_grammar as mg
from minimax_grammar.events import Event, Text, ThinkingEnd, ToolAbort, ToolEnd
from minimax_grammar.streams import ascan, scan

TEXT = 'Hi. <invoke name="a"><parameter name="k">1</parameter></invoke> bye <'
CUT = [TEXT[at : at + 5] for at in range(0, len(TEXT), 5)]


class Source:
    """A source that fails or ends, and knows whether it was closed."""

    def __init__(self, chunks: list[str], error: BaseException | None = None) -> None:
        self.chunks = iter(chunks)
        self.error = error
        self.read = 0
        self.closed = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        for chunk in self.chunks:
            self.read += 1
            return chunk
        if self.error is not None:
            raise self.error
        raise StopIteration

    def close(self) -> None:
        self.closed += 1

    def __aiter__(self) -> AsyncIterator[str]:
        return self

    async def __anext__(self) -> str:
        await asyncio.sleep(0)
        try:
            return next(self)
        except StopIteration:
            raise StopAsyncIteration from None

    async def aclose(self) -> None:
        self.closed += 1


def whole(text: str) -> list[Event]:
    return mg.coalesce(mg.parse(text, ids=iter("xyz")).events)


async def collect(source: Source) -> list[Event]:
    return [event async for event in ascan(source, ids=iter("xyz"))]


async def keep(events: AsyncIterator[Event], got: list[Event]) -> None:
    """Keep every event as it comes: also those before an error."""
    async for event in events:
        got += [event]


def test_the_events_are_those_of_the_whole_text() -> None:
    source = Source(CUT)
    assert mg.coalesce(list(scan(source, ids=iter("xyz")))) == whole(TEXT)
    assert source.closed == 1
    assert mg.coalesce(asyncio.run(collect(Source(CUT)))) == whole(TEXT)


def test_each_event_comes_before_the_next_chunk_is_read() -> None:
    source = Source(["one ", "two ", "three"])
    events = scan(source)
    assert next(events) == Text("one ")
    assert source.read == 1


def test_closing_early_closes_the_source() -> None:
    source = Source(CUT)
    events = scan(source)
    next(events)
    events.close()
    assert source.closed == 1
    assert source.read < len(CUT)


def test_closing_early_closes_a_generator() -> None:
    ended = []

    def chunks() -> Iterator[str]:
        try:
            yield from CUT
        finally:
            ended.append(True)

    events = scan(chunks())
    next(events)
    events.close()
    assert ended


def test_an_iterable_is_closed_with_its_iterator() -> None:
    class Response:
        closed = False

        def __iter__(self) -> Iterator[str]:
            return iter(CUT)

        def close(self) -> None:
            self.closed = True

    response = Response()
    assert list(scan(response))
    assert response.closed


def test_a_failing_source_gives_what_had_arrived_and_then_its_error() -> None:
    source = Source(["a <thinking>hm", "m <"], ConnectionResetError("gone"))
    events = scan(source)
    got: list[Event] = []
    with pytest.raises(ConnectionResetError, match="gone"):
        got.extend(events)
    assert got[-1] == ThinkingEnd("hmm <")
    assert source.closed == 1


def test_a_failing_async_source_drops_the_open_call_and_raises() -> None:
    async def run() -> list[Event]:
        got: list[Event] = []
        with pytest.raises(ValueError, match="gone"):
            await keep(ascan(Source(['<invoke name="a">'], ValueError("gone"))), got)
        return got

    assert isinstance(asyncio.run(run())[-1], ToolAbort)


def test_a_guarded_scan_reads_no_further_than_where_it_stops() -> None:
    source = Source(["text ", "<function_results>", "invented", "more"])
    assert list(scan(source, guarded=True)) == [Text("text ")]
    assert source.read == 2
    assert source.closed == 1


def test_cancelling_closes_the_source_at_once() -> None:
    async def run() -> tuple[list[Event], Source]:
        source = Source(["a ", "b "])
        got: list[Event] = []
        waiting = asyncio.Event()

        async def endless() -> AsyncIterator[str]:
            try:
                async for chunk in source:
                    yield chunk
                waiting.set()
                await asyncio.Event().wait()
            finally:
                await source.aclose()

        task = asyncio.create_task(keep(ascan(endless()), got))
        await waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return got, source

    got, source = asyncio.run(run())
    assert got == [Text("a "), Text("b ")]
    assert source.closed == 1


def test_aclose_closes_the_source() -> None:
    async def run() -> Source:
        source = Source(CUT)
        events = ascan(source)
        assert await anext(events) == Text("Hi. ")
        await events.aclose()
        return source

    assert asyncio.run(run()).closed == 1


def test_a_scanner_of_your_own() -> None:
    scanner = mg.load_dialect("minimax").scanner()
    events = list(scan([TEXT], scanner=scanner))
    assert any(isinstance(event, ToolEnd) for event in events)
    assert [found.name for found in scanner.diagnostics] == ["bare-call"]
    with pytest.raises(TypeError, match="give it alone"):
        scan([TEXT], "minimax", scanner=scanner)


def test_errors_of_the_arguments_come_at_once() -> None:
    with pytest.raises(mg.UnknownDialectError):
        scan([], "nope")
    with pytest.raises(mg.ToolsError):
        ascan(Source([]), tools=3)
    with pytest.raises(ValueError, match="cannot start"):
        scan([], start="nowhere")


def test_other_dialects_and_loaded_ones() -> None:
    loaded = mg.load_dialect("xml")
    assert list(scan(CUT, loaded, ids=iter("x"))) == list(scan(CUT, "xml", ids=iter("x")))
