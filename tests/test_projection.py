"""A provider's stream as one message (SPEC 13)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from tests.streams import DIALECTS, TOOLS, cuts, examples, ids, texts

CALL = '<invoke name="ping"><parameter name="a">1</parameter></invoke>'


def message(parts: list[Any], dialect: str = "minimax", stop_reason: str = "stop", **options: Any) -> mg.Message:
    """The message of a stream, rebuilt from its block events on the way."""
    projector = mg.Projector(dialect, TOOLS, ids=ids(), **options)
    events = [event for part in parts for event in projector.feed(part)] + projector.finish(stop_reason)
    found = projector.message
    assert found is not None
    check_events(events, found)
    return found


def check_events(events: list[dict[str, Any]], found: mg.Message) -> None:
    open_blocks: dict[int, str] = {}
    texts_so_far: dict[int, str] = {}
    ended: set[int] = set()
    for event in events[:-1]:
        index = event["index"]
        if event["type"] == "block_start":
            open_blocks[index] = event["block"]["type"]
            texts_so_far[index] = ""
        elif event["type"] == "block_delta":
            assert index in open_blocks
            texts_so_far[index] += event["delta"]
        elif event["type"] == "block_drop":
            del open_blocks[index]
        else:
            assert index not in ended
            ended.add(index)
            assert event["block"] == found.content[index]
    assert events[-1] == {"type": "message_end", **found._asdict()}
    assert ended == set(open_blocks) == set(range(len(found.content)))
    for index, block in enumerate(found.content):
        if block["type"] in ("text", "thinking"):
            assert texts_so_far[index] == block[block["type"]]


def test_the_boundary_ends_the_turn() -> None:
    aborted: list[int] = []
    found = message(
        ["a", CALL, "\n<function_re", "sults>made up", CALL], on_abort=lambda: aborted.append(1), stop_reason="length"
    )
    assert aborted == [1]
    assert [block["type"] for block in found.content] == ["text", "tool_call", "text"]
    assert (found.stop_reason, found.aborted) == ("tool_use", True)


def test_the_boundary_can_be_drained() -> None:
    aborted: list[int] = []
    parts = [CALL, "<function_results>", "x", {"type": "done", "reason": "length"}]
    found = message(parts, abort_on_fabrication=False, on_abort=lambda: aborted.append(1))
    assert aborted == []
    assert (found.stop_reason, found.aborted, len(found.content)) == ("length", False, 1)


def test_results_in_a_body_are_data() -> None:
    body = '<invoke name="ping"><parameter name="a"><function_results></parameter></invoke>'
    found = message([body], on_abort=lambda: pytest.fail("aborted"))
    assert found.content[0]["arguments"] == {"a": "<function_results>"}


def test_partial_calls() -> None:
    cut = '<invoke name="ping"><parameter name="a">1</parameter><parameter name="b">[1, '
    kept = message([cut])
    assert kept.content == [
        {"type": "tool_call", "id": "call_0", "name": "ping", "arguments": {"a": "1", "b": "[1, "}, "incomplete": True}
    ]
    assert kept.stop_reason == "tool_use"
    assert message([cut], stop_reason="length").stop_reason == "length"
    assert message(['<invoke name="ping">']).content[0]["arguments"] == {}
    dropped = message(["x", cut], partial_calls="drop")
    assert (dropped.content, dropped.stop_reason) == ([{"type": "text", "text": "x"}], "stop")
    with pytest.raises(ValueError, match="keep"):
        message([], partial_calls="maybe")


@pytest.mark.parametrize("reason", ["length", "error", "aborted"])
def test_reasons_that_stay(reason: str) -> None:
    assert message([CALL, {"type": "done", "reason": reason}]).stop_reason == reason


def test_reasons_that_follow_from_the_message() -> None:
    assert message([CALL, {"type": "done", "reason": "stop"}]).stop_reason == "tool_use"
    assert message(["x", {"type": "done", "reason": "tool_use"}]).stop_reason == "stop"
    assert message([]) == mg.Message([], "stop", False, "", [])


def test_the_first_named_call_owns_the_turn() -> None:
    native = {"type": "tool_call", "id": "n", "name": "native", "arguments": {"k": 1}}
    found = message([CALL, native])
    assert [block["name"] for block in found.content] == ["ping"]
    assert found.suppressed == [native]
    found = message([native, CALL])
    assert [block["name"] for block in found.content] == ["native"]
    assert [call["name"] for call in found.suppressed] == ["ping"]
    nameless = {"type": "tool_call", "index": 0, "arguments": '{"k"'}
    found = message([nameless, CALL])
    assert [block["name"] for block in found.content] == ["ping"]


def test_native_fragments() -> None:
    parts = [
        {"type": "tool_call", "index": 0, "id": "a", "name": "f", "arguments": '{"k":'},
        {"type": "tool_call", "index": 1, "id": "b", "name": "g", "arguments": ""},
        {"type": "tool_call", "index": 0, "arguments": " [1]}"},
        {"type": "tool_call", "index": 2, "id": "c", "name": "h", "arguments": '{"cut'},
    ]
    found = message(parts)
    assert [block["arguments"] for block in found.content] == [{"k": [1]}, {}, '{"cut']
    assert [block.get("incomplete", False) for block in found.content] == [False, False, True]


def test_order_is_kept() -> None:
    image = {"type": "image", "media_type": "image/png", "data": "AA=="}
    found = message(
        ["a <mini", image, "b", {"type": "thinking", "thinking": "t"}, {"type": "thinking", "thinking": "u"}, "c"]
    )
    assert [block.get("text", block.get("thinking", block["type"])) for block in found.content] == [
        "a <mini",
        "image",
        "b",
        "tu",
        "c",
    ]


def test_an_error_keeps_what_had_arrived() -> None:
    found = message(["abc", {"type": "error", "message": "overloaded"}, "never read"])
    assert found == mg.Message([{"type": "text", "text": "abc"}], "error", False, "overloaded", [])


def test_parts_that_are_none() -> None:
    with pytest.raises(ValueError, match="not 'song'"):
        mg.Projector("minimax").feed({"type": "song"})


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data(), reason=st.sampled_from(["stop", "length"]), keep=st.sampled_from(["keep", "drop"]))
@settings(max_examples=examples(20))
def test_the_message_does_not_depend_on_the_cutting(dialect: str, data: st.DataObject, reason: str, keep: str) -> None:
    text = data.draw(texts(dialect))
    whole = message([text], dialect, reason, partial_calls=keep)
    assert message(data.draw(cuts(text)), dialect, reason, partial_calls=keep) == whole
    json.dumps(whole._asdict())


class Source:
    def __init__(self, *parts: Any) -> None:
        self.parts = iter(parts)
        self.closed = 0
        self.read = 0

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        part = next(self.parts)
        self.read += 1
        if isinstance(part, Exception):
            raise part
        return part

    def close(self) -> None:
        self.closed += 1

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        await asyncio.sleep(0)
        try:
            return next(self)
        except StopIteration:
            raise StopAsyncIteration from None

    async def aclose(self) -> None:
        self.close()


def test_project() -> None:
    source = Source("a", CALL)
    events = list(mg.project(source, "minimax", stop_reason="length"))
    assert events[-1]["stop_reason"] == "length"
    assert source.closed == 1


def test_project_stops_reading_at_the_boundary() -> None:
    source = Source(CALL, "<function_results>", "paid for", "in vain")
    events = list(mg.project(source, "minimax"))
    assert (source.read, source.closed) == (2, 1)
    assert events[-1]["aborted"]


def test_project_closes_its_source() -> None:
    source = Source("a", "b")
    events = mg.project(source, "minimax")
    next(events)
    events.close()
    assert source.closed == 1


def test_project_keeps_what_came_before_an_exception() -> None:
    source = Source("a", RuntimeError("gone"))
    events: list[Any] = []
    with pytest.raises(RuntimeError, match="gone"):
        events.extend(mg.project(source, "minimax"))
    assert events[-1]["content"] == [{"type": "text", "text": "a"}]
    assert events[-1]["error"] == "RuntimeError: gone"


def test_aproject() -> None:
    async def collect(source: Source) -> list[Any]:
        return [event async for event in mg.aproject(source, "minimax")]

    source = Source("a", CALL, "<tool_response>", "never")
    events = asyncio.run(collect(source))
    assert events[-1]["aborted"]
    assert (source.read, source.closed) == (3, 1)


def test_aproject_closes_its_source_when_cancelled() -> None:
    source = Source("a")

    async def main() -> None:
        started = asyncio.Event()

        class Slow(Source):
            async def __anext__(self) -> Any:
                started.set()
                await asyncio.sleep(60)

        nonlocal source
        source = Slow()

        async def consume() -> None:
            async for _ in mg.aproject(source, "minimax"):
                pass

        task = asyncio.create_task(consume())
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert source.closed == 1
