"""All rules over one conversation."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any, NamedTuple

from minimax_grammar.errors import ToolsError
from minimax_grammar.registry import dialects as all_dialects
from minimax_grammar.tools import Tools
from minimax_grammar.transcript.detect import Detection, Detector
from minimax_grammar.transcript.maker import Maker
from minimax_grammar.transcript.rules.inband import InBand
from minimax_grammar.transcript.rules.native import check_call
from minimax_grammar.transcript.rules.pairs import Call, Result, check_by_id, check_by_order
from minimax_grammar.transcript.rules.prose import check_announced, leaked_at, looks_like
from minimax_grammar.transcript.scanning import TurnScanner
from minimax_grammar.transcript.signs import any_sign, any_weak_sign, signs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from minimax_grammar.transcript.model import Conversation, Finding, Part

__all__ = ["AUTO", "Checked", "Checker"]

AUTO = "auto"
_CUT = ("length", "max_tokens", "max_output_tokens", "MAX_TOKENS")
_NO_DETECTION = Detection("", 1.0, 0, (), ())


class Checked(NamedTuple):
    """What came out for one conversation."""

    findings: list[Finding]
    """By turn, then by place."""
    dialect: str
    """What it was read as; empty if nothing in it is of a dialect."""
    confidence: float
    """How sure that is, from 0 to 1; 1 if the dialect was given."""
    calls: Counter[str]
    """How often each tool was called, in text or as structure."""


class Checker:
    """Checks conversations; made once, used for many.

    ``dialect`` is a name, the path of a dialect file, or ``auto``: then every conversation is read in the dialect that
    fits it best, of ``among`` (all there are, if None).  ``tools`` are those of conversations without their own.
    ``wanted`` says of a rule's name whether it is looked for.  ``context`` asks for the turns of findings as well.
    """

    def __init__(
        self,
        dialect: str | Path = AUTO,
        tools: object = None,
        *,
        among: Sequence[str] | None = None,
        wanted: Callable[[str], bool] | None = None,
        context: bool = False,
    ) -> None:
        self._fixed = None if dialect == AUTO else TurnScanner(dialect)
        self._tools = None if tools is None else Tools.of(tools)
        names = tuple(all_dialects() if among is None else among)
        self._names = names
        known = tuple(dict.fromkeys((*names, *((str(dialect),) if self._fixed is not None else ()))))
        self._sign = any_sign(known, ("calls", "opens", "closes", "turns"))
        self._weak_sign = any_weak_sign(known).search
        self._signs = [signs_of(name) for name in known]
        # A dialect that is given by its path is looked for as well, in thinking and where nothing reads it.
        self._detector = Detector(known)
        self._wanted = wanted
        self._context = context

    def check(self, conversation: Conversation) -> Checked:
        """Everything that is wrong with ``conversation``.  Never raises because of what is in it."""
        turns = conversation.turns
        offered = conversation.tools is not None or self._tools is not None
        marked: list[tuple[int, Part]] = []
        texts: list[tuple[int, Part]] = []
        calls: list[tuple[int, Part]] = []
        results: list[tuple[int, Part]] = []
        thoughts: list[tuple[int, Part]] = []
        sign = self._sign
        for number, turn in enumerate(turns, 1):
            speaks = turn.role == "assistant"
            for part in turn.parts:
                kind = part.kind
                if kind == "text":
                    if speaks:
                        texts.append((number, part))
                        if sign(part.text):
                            marked.append((number, part))
                elif kind == "call":
                    calls.append((number, part))
                elif kind == "result":
                    results.append((number, part))
                elif kind == "thinking" and sign(part.text):
                    thoughts.append((number, part))
        maker = Maker(conversation, self._wanted)
        for name, path, message in conversation.problems:
            maker.value(name, 0, path, message)
        tools = self._tools_of(conversation, maker)
        detection = _NO_DETECTION
        scanner = self._fixed
        if scanner is not None:
            detection = Detection(scanner.name, 1.0, 0, (), ())
        elif not calls:
            read = [part.text for _, part in marked]
            if not read and (offered or results):
                read = [part.text for _, part in texts if self._weak_sign(part.text)]
            if read:
                detection = self._detector.detect(read, conversation.model, tools, answered=bool(results))
            scanner = self._detector.scanner(detection.dialect) if detection.dialect else None
        maker.read_as(
            detection.dialect,
            (scanner.segments if scanner is not None else _no_segments) if self._context else None,
        )
        counted: Counter[str] = Counter()
        if calls or results or scanner is not None:
            self._check_tools(conversation, detection, scanner, tools, texts, calls, results, maker, counted)
        if marked and (calls or scanner is None):
            self._leaks(marked, bool(calls or results or tools), maker)
        if thoughts:
            self._thoughts(thoughts, maker)
        if tools or calls or counted:
            calling = {number for number, _ in calls}
            self._announced(conversation, calling, maker)
        found = maker.found
        if len(found) > 1:
            found = sorted(dict.fromkeys(found), key=lambda each: (each.turn, each.line, each.column))
        return Checked(found, detection.dialect, detection.confidence, counted)

    # -- one kind of rule each ----------------------------------------------------------------------

    def _check_tools(
        self,
        conversation: Conversation,
        detection: Detection,
        scanner: TurnScanner | None,
        tools: Tools | None,
        texts: list[tuple[int, Part]],
        calls: list[tuple[int, Part]],
        results: list[tuple[int, Part]],
        maker: Maker,
        counted: Counter[str],
    ) -> None:
        turns = conversation.turns
        if calls or scanner is None:
            made = []
            for number, part in calls:
                counted[part.name] += 1
                check_call(part, number, tools, maker, turns[number - 1].finish in _CUT)
                made.append(Call(number, part, 0, 1, part.name, part.id))
            _repeated(calls, maker)
            given = [Result(number, part, 0, 1, part.name, part.id) for number, part in results]
            last = _last_but_results(conversation)
            if any(call.id for call in made):
                check_by_id(made, given, last, maker)
            elif made or given:
                check_by_order(made, given, last, maker)
            return
        inband = InBand(scanner, tools, self._detector, maker, counted, detection.same)
        for number, part in texts:
            inband.turn(number, part, turns[number - 1].finish in _CUT)
        said: list[Result] = []
        recorded: dict[int, list[Result]] = {}
        for number, part in results:
            recorded.setdefault(number, []).append(Result(number, part, 0, 1, part.name))
        for number, turn in enumerate(turns, 1):
            if turn.role in ("user", "tool"):
                said += inband.results(number, turn) or recorded.get(number, [])
        made = inband.calls
        if not said:
            # What a user says next may be the results, in a form that nothing tells of.
            made = [call for call in made if call.turn < len(turns) and turns[call.turn].role == "assistant"]
        if made or said:
            check_by_order(made, said, _last_but_results(conversation), maker)

    def _leaks(self, marked: list[tuple[int, Part]], tooled: bool, maker: Maker) -> None:
        for number, part in marked:
            where = leaked_at(part.text, self._signs, tooled)
            if where is not None:
                start, end = where
                message = f"{part.text[start:end][:40]} in an answer: nothing reads it as a call"
                maker.part("leaked-markup", number, part, start, end, message + looks_like(part.text, self._detector))

    def _thoughts(self, thoughts: list[tuple[int, Part]], maker: Maker) -> None:
        for number, part in thoughts:
            found = self._detector.detect([part.text])
            if found.dialect and found.calls:
                start, end = self._detector.first_call(found.dialect, part.text)
                maker.part("hidden-call", number, part, start, end)

    def _announced(self, conversation: Conversation, calling: set[int], maker: Maker) -> None:
        turns = conversation.turns
        if self._wanted is not None and not self._wanted("announced-call"):
            return
        for number, turn in enumerate(turns, 1):
            if turn.role != "assistant" or number in calling or not turn.parts or turn.finish in _CUT:
                continue
            following = turns[number].role if number < len(turns) else "user"
            if following == "user" and turn.parts[-1].kind == "text":
                check_announced(turn.parts[-1], number, maker)

    # -- what rules need ----------------------------------------------------------------------------

    def scanner(self, dialect: str) -> TurnScanner:
        """What reads turns in ``dialect``, as :attr:`Checked.dialect` names it."""
        if self._fixed is not None and self._fixed.name == dialect:
            return self._fixed
        return self._detector.scanner(dialect)

    def tools_of(self, conversation: Conversation) -> Tools | None:
        """The tools that the calls of ``conversation`` are checked against; None if none are known."""
        return self._tools_of(conversation, Maker(conversation))

    def _tools_of(self, conversation: Conversation, maker: Maker) -> Tools | None:
        if conversation.tools is None:
            return self._tools
        try:
            return Tools.of(conversation.tools)
        except (ToolsError, ValueError, RecursionError) as error:
            maker.value("invalid-tools", 0, ("tools",), f"the tools of the record cannot be used: {error}")
            return self._tools


def _no_segments(text: str) -> tuple[tuple[str, int, int], ...]:
    return (("text", 0, len(text)),)


def _last_but_results(conversation: Conversation) -> int:
    """The number of the last turn after which something other than results comes; 0 if there is none."""
    turns = conversation.turns
    for number in range(len(turns) - 1, 0, -1):
        turn = turns[number]
        if turn.role not in ("tool", "system", "developer") and any(part.kind != "result" for part in turn.parts):
            return number
    return 0


def _repeated(calls: list[tuple[int, Part]], maker: Maker) -> None:
    """Report calls of one turn that are the same to the last character of their arguments."""
    if not any(one[0] == next_[0] for one, next_ in pairwise(calls)):
        return
    seen: set[tuple[int, str, str]] = set()
    for number, part in calls:
        key = (number, part.name, part.text or _written(part.value))
        if key in seen:
            message = f"the same call of {part.name[:60]!r} stands in this turn already"
            maker.value("duplicate-call", number, part.path, message, part.name, part.name)
        seen.add(key)


def _written(value: Any) -> str:
    try:
        return json.dumps(value, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return repr(id(value))
