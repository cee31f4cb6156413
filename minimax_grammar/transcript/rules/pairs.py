"""Calls and results belong together: which call has no result, which result no call, and in which order they come."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.transcript.maker import Maker
    from minimax_grammar.transcript.model import Part

__all__ = ["Call", "Result", "check_by_id", "check_by_order"]


class Call(NamedTuple):
    """A call as the conversation has it."""

    turn: int
    part: Part
    start: int
    end: int
    name: str
    id: str = ""


class Result(NamedTuple):
    """A result as the conversation has it."""

    turn: int
    part: Part
    start: int
    end: int
    name: str
    id: str = ""


def check_by_id(calls: list[Call], results: list[Result], last: int, maker: Maker) -> None:
    """Calls and results that carry ids; ``last`` is the number of the last turn that could hold results."""
    by_id: dict[str, Call] = {}
    for call in calls:
        if not call.id:
            continue
        if call.id in by_id:
            message = f"the id {call.id[:60]!r} is also that of a call in turn {by_id[call.id].turn}"
            maker.value("duplicate-id", call.turn, call.part.path, message, call.name, call.name)
        by_id.setdefault(call.id, call)
    answered: dict[str, Result] = {}
    unnamed = [result for result in results if not result.id]
    for result in results:
        if not result.id:
            continue
        found = by_id.get(result.id)
        if found is None:
            message = f"no call has the id {result.id[:60]!r}"
            maker.part("orphan-result", result.turn, result.part, 0, 1, message, result.name)
            continue
        if result.turn < found.turn:
            message = f"the result stands before its call, which is in turn {found.turn}"
            maker.part("early-result", result.turn, result.part, 0, 1, message, found.name)
        if result.id in answered:
            message = f"the call {result.id[:60]!r} has a result in turn {answered[result.id].turn} already"
            maker.part("duplicate-result", result.turn, result.part, 0, 1, message, found.name)
        answered.setdefault(result.id, result)
        if result.name and found.name and result.name != found.name:
            message = f"the result names {result.name[:60]!r}, its call {found.name[:60]!r}"
            maker.part("result-name", result.turn, result.part, 0, 1, message, found.name)
    if unnamed:
        open_calls = [call for call in calls if call.id not in answered]
        check_by_order(open_calls, unnamed, last, maker)
        return
    for call in calls:
        if call.turn <= last and call.id not in answered:
            message = f"the call of {call.name[:60]!r} has no result, though the conversation goes on"
            maker.value("missing-result", call.turn, call.part.path, message, call.name, call.name)


def check_by_order(calls: list[Call], results: list[Result], last: int, maker: Maker) -> None:
    """Calls and results without ids: results answer the calls of the last turn before them that made any."""
    made: dict[int, list[Call]] = {}
    for call in calls:
        made.setdefault(call.turn, []).append(call)
    turns = sorted(made)
    given: dict[int, list[Result]] = {turn: [] for turn in turns}
    for result in results:
        # A result answers the last turn before its own that made calls.
        position = bisect_left(turns, result.turn)
        if position:
            given[turns[position - 1]].append(result)
        else:
            rule = "early-result" if turns and result.turn < turns[0] else "orphan-result"
            maker.part(rule, result.turn, result.part, result.start, result.end, "", result.name)
    for turn in turns:
        if given[turn] or turn <= last:
            _compare(made[turn], given[turn], maker)


def _compare(calls: list[Call], results: list[Result], maker: Maker) -> None:
    for call in calls[len(results) :]:
        counted = f"; {len(results)} of {len(calls)} calls of the turn have one" if results else ""
        message = f"the call of {call.name[:60]!r} has no result, though the conversation goes on{counted}"
        maker.part("missing-result", call.turn, call.part, call.start, call.end, message, call.name)
    for result in results[len(calls) :]:
        message = (
            f"a result without a call: turn {calls[0].turn} made {len(calls)}, and here are {len(results)} results"
        )
        maker.part("orphan-result", result.turn, result.part, result.start, result.end, message, result.name)
    pairs = list(zip(calls, results, strict=False))
    wrong = [(call, result) for call, result in pairs if result.name and call.name and result.name != call.name]
    if not wrong:
        return
    if len(calls) == len(results) and sorted(call.name for call in calls) == sorted(result.name for result in results):
        called, answered = ", ".join(call.name[:40] for call in calls), ", ".join(each.name[:40] for each in results)
        first = wrong[0][1]
        message = f"called were {called}, but the results are of {answered}"
        maker.part("result-order", first.turn, first.part, first.start, first.end, message, first.name)
        return
    for call, result in wrong:
        message = f"the result names {result.name[:60]!r}, its call {call.name[:60]!r}"
        maker.part("result-name", result.turn, result.part, result.start, result.end, message, call.name)
