"""Scanners of our own with a fault put in, to see whether the corpus notices.

A mutant is made of the dialect file (a line is changed and the tokenizer generated anew), of the tokenizer (a method does
something else), or of its events (they are changed on their way out).
"""

from __future__ import annotations

import tempfile
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from minimax_grammar.bodies import Body
from minimax_grammar.conformance.chunking import few_plans, plans
from minimax_grammar.conformance.judge import Result, judge
from minimax_grammar.conformance.ops import scan_with
from minimax_grammar.dialect import Dialect
from minimax_grammar.events import Event, Text, ThinkingDelta, ThinkingEnd, ToolAbort, ToolArgDelta, ToolEnd, ToolStart
from minimax_grammar.registry import default_dialect, dialect_file, load_dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from minimax_grammar.conformance.corpus import Case
    from minimax_grammar.scanner import Scanner

    Change = Callable[[type[Scanner]], dict[str, Any]]
    """Gives the members that a mutated tokenizer has instead of those of the sound one."""

__all__ = ["MUTANTS", "Mutant", "hunt", "tokenizer_of"]

DIALECT = default_dialect()
"""The dialect whose scanner is mutated."""


class Mutant(NamedTuple):
    """One fault."""

    name: str
    edit: tuple[str, str] | None = None
    """What is replaced in the dialect file by what."""
    change: Change | None = None


_LINES = {
    "lacks-a-prefix": (", antml\n", "\n"),
    "lacks-a-thinking-tag": ("<thinking> | <think> | <scratchpad>", "<thinking> | <think>"),
    "lacks-the-usual-thinking-tag": ("<thinking> | <think> | <scratchpad>", "<thinking> | <scratchpad>"),
    "lacks-a-result-mark": ('"<function_results>" | "<tool_response>"', '"<function_results>"'),
    "lacks-a-legacy-mark": ('"<tool_name>" | "<parameters>"', '"<tool_name>"'),
    "lacks-a-foreign-mark": (' | "<|tool_call"', ""),
    "tag-limit-one-less": ("limit tag      257", "limit tag      256"),
    "tag-limit-one-more": ("limit tag      257", "limit tag      258"),
    "body-limit-one-less": ("limit argument 1_000_000", "limit argument 999_999"),
    "body-limit-one-more": ("limit argument 1_000_000", "limit argument 1_000_001"),
    "marker-without-its-line-break": ('"\\n…[parameter', '"…[parameter'),
    "wrapper-without-prefix-unreported": ("    report unprefixed-wrapper unless prefixed", ""),
    "wrapper-with-prefix-reported": (" unless prefixed", ""),
    "stray-wrapper-closer-is-text": ("-> skip             report stray-closer", "-> emit             report stray-closer"),
    "stray-wrapper-closer-unreported": ("-> skip             report stray-closer", "-> skip"),
    "stray-call-closer-swallowed": ("</invoke>         -> emit ", "</invoke>         -> skip "),
    "bare-call-unreported": ("     report bare-call", ""),
    "no-thinking-outside": ("    <think>           -> enter thought    when thinking\n    result            -> stop             when guarded     report fabricated-result\n    result            -> emit", "    result            -> stop             when guarded     report fabricated-result\n    result            -> emit"),
    "thinking-is-always-parsed": ("    <think>           -> enter thought    when thinking\n    result            -> stop             when guarded     report fabricated-result\n    result            -> emit", "    <think>           -> enter thought\n    result            -> stop             when guarded     report fabricated-result\n    result            -> emit"),
    "invented-result-unreported": ("result            -> emit             report fabricated-result", "result            -> emit"),
    "prose-in-a-wrapper-is-text": ("text              -> skip             report dropped-prose\n    </wrapper>", "text              -> emit\n    </wrapper>"),
    "prose-in-a-wrapper-unreported": ("text              -> skip             report dropped-prose\n    </wrapper>", "text              -> skip\n    </wrapper>"),
    "no-thinking-in-a-wrapper": ("    <invoke>          -> enter invoke\n    <think>           -> enter thought    when thinking\n", "    <invoke>          -> enter invoke\n"),
    "guard-misses-a-wrapper": ("    result            -> stop             when guarded     report fabricated-result\n    result            -> skip", "    result            -> skip"),
    "open-wrapper-unreported": ("leave            report unclosed-wrapper", "leave"),
    "next-call-is-swallowed": ("    before <invoke>   -> leave            report lost-closer\n", ""),
    "wrapper-closer-is-swallowed": ("    before </wrapper> -> leave            report lost-closer\n", ""),
    "lost-closer-unreported": ("before <invoke>   -> leave            report lost-closer", "before <invoke>   -> leave"),
    "prose-in-a-call-unreported": ("text              -> skip             report dropped-prose\n    <parameter>", "text              -> skip\n    <parameter>"),
    "open-call-reported-as-another": ("abort            report unclosed-call", "abort            report unclosed-wrapper"),
    "body-loses-a-line-break": ("string = parameter.string)", "string = parameter.string) trim newline"),
    "body-loses-its-blanks": ("string = parameter.string)", "string = parameter.string) trim space"),
    "string-attribute-ignored": (", string = parameter.string", ""),
    "body-ends-at-the-end-of-the-call": ("    </parameter>      -> leave\n    end", "    </parameter>      -> leave\n    before </invoke>  -> leave\n    end"),
    "body-ends-at-the-next-parameter": ("    </parameter>      -> leave\n    end", "    </parameter>      -> leave\n    before <parameter> -> leave\n    end"),
    "open-argument-reported-as-a-call": ("abort            report unclosed-argument", "abort            report unclosed-call"),
    "thinking-ends-at-any-thinking-tag": ("</think same>", "</think>"),
    "thinking-loses-a-line-break": ("mode thought is thinking\n", "mode thought is thinking trim newline\n"),
    "guard-misses-thinking": ("    result            -> stop             when guarded     report fabricated-result\n    result            -> body", "    result            -> body"),
    "open-thinking-reported-as-another": ("leave            report unclosed-thinking", "leave            report unclosed-wrapper"),
    "thinking-ends-at-a-call": ("    </think same>     -> leave\n", "    </think same>     -> leave\n    before <invoke>   -> leave\n"),
}  # fmt: skip
"""Faults in the dialect file."""


# -- faults in what goes out ------------------------------------------------------------------------


def _events(change: Callable[[Event], Iterable[Event]]) -> Change:
    """Every event on its way out is replaced."""

    def members(sound: type[Scanner]) -> dict[str, Any]:
        def changed(events: Iterable[Event]) -> list[Event]:
            return [new for event in events for new in change(event)]

        return {
            "feed": lambda self, text: changed(sound.feed(self, text)),
            "flush": lambda self: changed(sound.flush(self)),
        }

    return members


def _ends(**fields: Callable[[Any], Any]) -> Change:
    """Fields of the end of a call are replaced."""
    return _events(
        lambda event: [
            event._replace(**{name: new(getattr(event, name)) for name, new in fields.items()})
            if isinstance(event, ToolEnd)
            else event
        ]
    )


def _without(*kinds: type) -> Change:
    return _events(lambda event: [] if isinstance(event, kinds) else [event])


def _strings(change: Callable[[str], Any]) -> Change:
    """The values of arguments that are strings are replaced."""
    return _ends(
        arguments=lambda given: {
            key: change(value) if isinstance(value, str) else value for key, value in given.items()
        }
    )


def _reported(change: Callable[[list[Any]], list[Any]]) -> Change:
    """The diagnostics are replaced."""
    return lambda sound: {"diagnostics": property(lambda self: change(sound.diagnostics.__get__(self)))}


def _fed(change: Callable[[str], str]) -> Change:
    """What comes in is replaced."""
    return lambda sound: {"feed": lambda self, text: sound.feed(self, change(text))}


def _abort_as_end(event: Event) -> list[Event]:
    return [ToolEnd(event.id, event.name, {}, "")] if isinstance(event, ToolAbort) else [event]


def _in_pieces(event: Event) -> list[Event]:
    return [Text(character) for character in event.text[1:]] if isinstance(event, Text) else [event]


_EVENTS: dict[str, Change] = {
    "no-flush": lambda sound: {"flush": lambda self: []},
    "no-deltas": _without(ToolArgDelta),
    "no-aborts": _without(ToolAbort),
    "no-thinking-deltas": _without(ThinkingDelta),
    "no-starts": _without(ToolStart),
    "blank-text-is-dropped": _events(lambda e: [] if isinstance(e, Text) and e.text.isspace() else [e]),
    "text-loses-its-first-character": _events(_in_pieces),
    "a-call-cut-short-looks-complete": _events(_abort_as_end),
    "thinking-ends-without-its-text": _events(lambda e: [ThinkingEnd("")] if isinstance(e, ThinkingEnd) else [e]),
    "thinking-ends-stripped": _events(lambda e: [ThinkingEnd(e.thinking.strip())] if isinstance(e, ThinkingEnd) else [e]),
    "keys-of-deltas-lost": _events(lambda e: [e._replace(key="")] if isinstance(e, ToolArgDelta) else [e]),
    "no-source": _ends(raw_block=lambda raw: ""),
    "source-lacks-its-last-character": _ends(raw_block=lambda raw: raw[:-1]),
    "source-with-a-line-break": _ends(raw_block=lambda raw: raw + "\n"),
    "names-in-lower-case": _ends(name=str.lower),
    "names-cut-at-a-point": _ends(name=lambda name: name.rpartition(".")[2]),
    "strings-stripped": _strings(str.strip),
    "strings-without-line-break-at-the-end": _strings(lambda text: text.removesuffix("\n")),
    "numbers-read-in-strings": _strings(lambda text: int(text) if text.isdecimal() else text),
    "null-read-in-strings": _strings(lambda text: None if text == "null" else text),
    "entities-decoded-in-bodies": _strings(lambda text: text.replace("&lt;", "<").replace("&amp;", "&")),
    "empty-arguments-dropped": _ends(arguments=lambda given: {k: v for k, v in given.items() if v != ""}),
    "null-arguments-dropped": _ends(arguments=lambda given: {k: v for k, v in given.items() if v is not None}),
    "everything-is-a-string": _ends(arguments=lambda given: {k: v if isinstance(v, str) else repr(v) for k, v in given.items()}),
    "prototype-is-refused": _ends(arguments=lambda given: {k: v for k, v in given.items() if k != "__proto__"}),
    "no-diagnostics": _reported(lambda found: []),
    "only-one-diagnostic": _reported(lambda found: found[:1]),
    "diagnostics-in-reverse": _reported(lambda found: found[::-1]),
    "columns-from-zero": _reported(lambda found: [d._replace(column=d.column - 1) for d in found]),
    "lines-from-zero": _reported(lambda found: [d._replace(line=d.line - 1) for d in found]),
    "ends-inclusive": _reported(lambda found: [d._replace(end=d.end - 1) for d in found]),
    "starts-one-late": _reported(lambda found: [d._replace(start=d.start + 1) for d in found]),
    "line-breaks-unified": _fed(lambda text: text.replace("\r\n", "\n")),
    "halves-of-pairs-replaced": _fed(lambda text: text.encode("utf-8", "replace").decode()),
    "zero-characters-dropped": _fed(lambda text: text.replace("\0", "")),
    "closers-in-any-case": _fed(lambda text: text.replace("</INVOKE>", "</invoke>").replace("<INVOKE", "<invoke")),
    "blanks-after-the-bracket": _fed(lambda text: text.replace("< invoke", "<invoke").replace("< /", "</")),
    "the-end-of-feeds-lost": _fed(lambda text: text[:-1] if len(text) > 40 else text),
}  # fmt: skip
"""Faults in what goes in and comes out."""


# -- faults within ----------------------------------------------------------------------------------


def _nothing_held(sound: type[Scanner]) -> dict[str, Any]:
    def feed(self: Any, text: str) -> list[Event]:
        events = sound.feed(self, text)
        held, self._held = self._held, ""
        return [*events, Text(held)] if held else events

    return {"feed": feed}


def _everything_held(sound: type[Scanner]) -> dict[str, Any]:
    def feed(self: Any, text: str) -> list[Event]:
        self.waiting = [*getattr(self, "waiting", ()), text]
        return []

    def flush(self: Any) -> list[Event]:
        text = "".join(getattr(self, "waiting", ()))
        self.waiting = []
        return [*sound.feed(self, text), *sound.flush(self)]

    return {"feed": feed, "flush": flush}


def _late(*kinds: type) -> Change:
    """Events of these kinds come with the next feed, if nothing follows them."""

    def members(sound: type[Scanner]) -> dict[str, Any]:
        def feed(self: Any, text: str) -> list[Event]:
            events = [*getattr(self, "late", ()), *sound.feed(self, text)]
            self.late = [events.pop()] if events and isinstance(events[-1], kinds) else []
            return events

        def flush(self: Any) -> list[Event]:
            events, self.late = [*getattr(self, "late", ()), *sound.flush(self)], []
            return events

        return {"feed": feed, "flush": flush}

    return members


def _last_held_lost(sound: type[Scanner]) -> dict[str, Any]:
    def flush(self: Any) -> list[Event]:
        self._held = ""
        return sound.flush(self)

    return {"flush": flush}


def _first_wins(sound: type[Scanner]) -> dict[str, Any]:
    def end(self: Any, *place: Any) -> None:
        before = dict(self._arguments or {})
        sound._end_argument(self, *place)
        if self._arguments is not None:
            self._arguments.update(before)

    return {"_end_argument": end}


def _same_ids(sound: type[Scanner]) -> dict[str, Any]:
    def init(self: Any, *given: Any, **named: Any) -> None:
        sound.__init__(self, *given, **{**named, "ids": repeat("call_0")})

    return {"__init__": init}


def _nameless_announced(sound: type[Scanner]) -> dict[str, Any]:
    return {"_begin_call": lambda self, name, *place: sound._begin_call(self, name or "unknown", *place)}


def _unlisted_refused(sound: type[Scanner]) -> dict[str, Any]:
    def begin(self: Any, name: str, *place: Any) -> None:
        sound._begin_call(self, name if self._listed(name) else "", *place)

    return {"_begin_call": begin}


def _nameless_arguments_kept(sound: type[Scanner]) -> dict[str, Any]:
    return {"_begin_argument": lambda self, mode, key, string: sound._begin_argument(self, mode, key or "?", string)}


def _cut_quietly(sound: type[Scanner]) -> dict[str, Any]:
    return {"LIMITS": {mode: (limit, "") for mode, (limit, _) in sound.LIMITS.items()}}


def _untyped(sound: type[Scanner]) -> dict[str, Any]:
    return {"_value": lambda self, mode, text: (text, ())}


def _toolless(sound: type[Scanner]) -> dict[str, Any]:
    def init(self: Any, tools: object = None, *given: Any, **named: Any) -> None:
        sound.__init__(self, None, *given, **named)

    return {"__init__": init}


def _unguarded(sound: type[Scanner]) -> dict[str, Any]:
    def init(self: Any, *given: Any, **named: Any) -> None:
        sound.__init__(self, *given, **{**named, "guarded": False})

    return {"__init__": init}


def _stop_untold(sound: type[Scanner]) -> dict[str, Any]:
    return {"stopped": property(lambda self: False)}


def _start_ignored(sound: type[Scanner]) -> dict[str, Any]:
    def init(self: Any, *given: Any, **named: Any) -> None:
        sound.__init__(self, *given, **{**named, "start": None})

    return {"__init__": init}


def _cap_in_characters(sound: type[Scanner]) -> dict[str, Any]:
    class Characters(Body):
        def _fit(self, text: str) -> str:
            room = self._limit - sum(map(len, self._pieces))
            self.truncated = self.truncated or len(text) > room
            return text[: max(room, 0)]

    def begin(self: Any, mode: str, key: str, string: str | None) -> None:
        sound._begin_argument(self, mode, key, string)
        if self._body is not None:
            self._body = Characters(self.LIMITS[mode][0])

    return {"_begin_argument": begin}


def _bodies_in_one(sound: type[Scanner]) -> dict[str, Any]:
    """The body comes when it is complete."""

    def text(self: Any, text: str, events: list[Event]) -> None:
        if self._body is not None:
            self._body.feed(text)

    def end(self: Any, start: int, end: int, events: list[Event], *mode: str) -> None:
        if self._body is not None and self._body.text:
            events.append(ToolArgDelta(self._id, self._name, self._key, self._body.text))
        sound._end_argument(self, start, end, events, *mode)

    return {"_argument_text": text, "_end_argument": end}


_WITHIN: dict[str, Change] = {
    "nothing-held": _nothing_held,
    "everything-held": _everything_held,
    "starts-come-late": _late(ToolStart),
    "ends-come-late": _late(ToolEnd),
    "text-comes-late": _late(Text),
    "held-text-lost-at-the-end": _last_held_lost,
    "first-of-two-arguments-wins": _first_wins,
    "ids-are-used-again": _same_ids,
    "nameless-calls-get-a-name": _nameless_announced,
    "unlisted-tools-refused": _unlisted_refused,
    "nameless-arguments-kept": _nameless_arguments_kept,
    "cut-without-a-marker": _cut_quietly,
    "schemas-ignored": _toolless,
    "values-never-read": _untyped,
    "guard-off": _unguarded,
    "stop-untold": _stop_untold,
    "start-ignored": _start_ignored,
    "cap-counts-characters": _cap_in_characters,
    "bodies-come-in-one-piece": _bodies_in_one,
}
"""Faults in how the scanner works."""

MUTANTS: tuple[Mutant, ...] = (
    *(Mutant(name, edit=edit) for name, edit in _LINES.items()),
    *(Mutant(name, change=change) for name, change in {**_EVENTS, **_WITHIN}.items()),
)
"""All of them."""


def tokenizer_of(mutant: Mutant) -> type[Scanner]:
    """The scanner with the fault; raises ``ValueError`` if the dialect file no longer holds what is to be changed."""
    sound = load_dialect(DIALECT).tokenizer
    if mutant.change is not None:
        return type("Mutant", (sound,), mutant.change(sound))
    assert mutant.edit is not None
    source = load_dialect(DIALECT).path.read_text(encoding="utf-8")
    old, new = mutant.edit
    if source.count(old) != 1:
        raise ValueError(f"{mutant.name}: the dialect file holds {source.count(old)} times {old!r}")
    from minimax_grammar.generate.load import load_tokenizer
    from minimax_grammar.language.reader import read_dialect

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{DIALECT}.dialect"
        file.write_text(source.replace(old, new), encoding="utf-8")
        return load_tokenizer(read_dialect(file, dialect_file))


def hunt(cases: Sequence[Case], mutants: Iterable[Mutant] = MUTANTS) -> Iterator[tuple[Mutant, Result | None]]:
    """Every mutant, with the first case that it fails; None if it passes all.

    Short cases come first, and before them those that caught another one; long cuttings come last.
    """
    scans = [case for case in cases if case.op == "scan" and case.dialect == DIALECT]
    scans.sort(key=lambda case: len(case.text))
    for mutant in mutants:
        found = _caught(scans, Dialect(tokenizer_of(mutant)))
        if found is not None and len(found.case.text) < _SHORT:
            scans.remove(found.case)
            scans.insert(0, found.case)
        yield mutant, found


_SHORT = 2000


def _caught(cases: Sequence[Case], dialect: Dialect) -> Result | None:
    def ask(request: dict[str, Any]) -> dict[str, Any]:
        try:
            return scan_with(dialect, request)
        except Exception as error:  # a mutant may fail in any way
            return {"error": f"{type(error).__name__}: {error}"}

    for cuttings in (few_plans, plans):
        for case in cases:
            result = judge(case, ask, quick=True, strict=False, cuttings=cuttings)
            if result.verdict != "pass":
                return result
    return None
