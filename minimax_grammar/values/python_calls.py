"""Calls written as Python source, read without running anything.

One pass over the words of the source, with a stack of open brackets, makes the values of literals on the way.  What
is no literal stays source text, after Python's own parser was asked whether it is an expression at all.
"""

from __future__ import annotations

import re
from collections import Counter
from keyword import iskeyword, kwlist
from typing import Any

from minimax_grammar.values.python_json import Written, read_like_json
from minimax_grammar.values.python_parts import CONSTANTS, Call, Expression, Frame, Note, value_of
from minimax_grammar.values.python_tokens import PyToken, number, tokens

__all__ = ["parse_python_calls"]

_MAX_DEPTH = 100
"""How deep brackets nest; Python itself allows 200."""
_CLOSED_BY = {")": "(", "]": "[", "}": "{"}
# What can stand around the points of a dotted name.
_BLANKS = re.compile(r"[\s\\]++")
_EQUALS = re.compile(r"[\s\\]*+=(?!=)")


def parse_python_calls(text: str, *, last: bool, notes: list[Note] | None = None) -> list[Call]:
    """The calls that ``text`` makes: their names, their arguments, and where they stand, in code points.

    Calls stand alone, one a line or with ``;`` or ``,`` between them, in lists and tuples, in ``print(…)``, and after
    ``name =``.  ``last`` says that of a dotted name only the last part counts.  Arguments are those with keywords
    (and those of ``**{…}``), and a keyword may be any name; others do not count.  Literals are values: strings (also
    of bytes), numbers, booleans, None, lists, dicts, whose keys become strings.  ``true``, ``false`` and ``null`` are
    what they are in JSON.  Any other expression, a call or a tuple too, is its source text, and so is a number
    that is not finite.

    A call that is not Python is left out, and with it nothing but what stands in its brackets; a call that does not
    end reaches up to the next one at the start of a line.  What is left out beside calls is told in ``notes``, as
    names of diagnostics with messages.  Never raises, and linear in ``text``.
    """
    plain = _PLAIN.fullmatch(text)
    if plain is not None and bool(plain[1]) == bool(plain[3]):
        return _plain_calls(text, plain.span(2), last, notes)
    if (like_json := read_like_json(text, _HEAD, _KEYWORD)) is not None:
        return _like_json_calls(like_json, last, notes)
    reader = _Reader(text, last)
    calls = reader.read()
    if notes is not None and calls:
        notes += reader.notes(calls)
    return calls


# The plainest calls: names, keywords, and strings without escapes, small whole numbers and constants.
_NAME = r"(?!(?:print|{})\b)[A-Za-z_]\w*+".format("|".join(kwlist))
_VALUE = r"""(?:"[^"\\\n]*+"|'[^'\\\n]*+'|-?(?:0|[1-9][0-9]{0,14})(?![\w.])|(?:True|False|None)\b)"""
_ARGUMENT = rf"{_NAME}={_VALUE}"
_CALL = rf"{_NAME}(?:\.{_NAME})*+\((?:{_ARGUMENT}(?:, ?{_ARGUMENT})*+)?\)"
_PLAIN = re.compile(rf"\s*+(\[?)({_CALL}(?:, ?{_CALL})*+)(\]?)\s*+", re.ASCII)
_CALLS = re.compile(rf"({_NAME}(?:\.{_NAME})*+)\(((?:{_ARGUMENT}(?:, ?)?)*+)\)", re.ASCII)
_ARGUMENTS = re.compile(rf"""({_NAME})=(?:"([^"\\\n]*+)"|'([^'\\\n]*+)'|(-?[0-9]++)|(True|False|None))""", re.ASCII)


_HEAD = re.compile(rf"({_NAME}(?:\.{_NAME})*+)\(", re.ASCII)
_KEYWORD = re.compile(rf"({_NAME})=(?!=)", re.ASCII)


def _like_json_calls(found: list[Written], last: bool, notes: list[Note] | None) -> list[Call]:
    """A short way for calls whose values are JSON but for the constants, with the same outcome."""
    calls: list[Call] = []
    for name, given, span in found:
        arguments = dict(given)
        if notes is not None and len(arguments) < len(given):
            times = Counter(key for key, _ in given)
            notes += [_twice(key) for key in times for _ in range(times[key] - 1)]
        calls.append((name.rpartition(".")[2] if last else name, arguments, span))
    return calls


def _plain_calls(text: str, span: tuple[int, int], last: bool, notes: list[Note] | None) -> list[Call]:
    """A short way for calls in their plainest form, with the same outcome."""
    calls: list[Call] = []
    for call in _CALLS.finditer(text, *span):
        given = _ARGUMENTS.findall(call[2])
        arguments = {
            key: int(number) if number else CONSTANTS[word] if word else double or single
            for key, double, single, number, word in given
        }
        if notes is not None and len(arguments) < len(given):
            notes += [_twice(key) for key, times in Counter(key for key, *_ in given).items() if times > 1]
        name = call[1].rpartition(".")[2] if last else call[1]
        calls.append((name, arguments, call.span()))
    return calls


class _Reader:
    def __init__(self, text: str, last: bool) -> None:
        self.text = text
        self.last = last
        self.frames = [Frame("top", 0)]
        self.open = {"(": 0, "[": 0, "{": 0}
        self.deep = 0
        """How many brackets are open that are too deep."""
        self.late: list[Call] = []
        """Calls at the start of a line, in brackets that may never close."""
        self.broken: list[tuple[int, int, str]] = []
        """Where something was called in a way that is no Python, and what."""
        self.dropped: list[tuple[int, Note]] = []
        """What else is left out, and where that is, or where the call starts that it belongs to."""

    def read(self) -> list[Call]:
        top = self.frames[0]
        for token in tokens(self.text):
            if self.deep:
                self.deep += (token.kind == "open") - (token.kind == "close")
            elif token.kind == "open":
                self.opened(token)
            elif token.kind == "close":
                self.closed(token)
            elif token.kind == "operator":
                self.operator(token)
            elif token.kind == "name":
                self.named(token)
            elif token.kind == "newline":
                if len(self.frames) == 1:
                    self.finish_item(top)
            elif token.kind != "blank":
                self.literal(token)
        late = []
        if len(self.frames) > 1:
            late = [call for call in self.late if call[2][0] > self.frames[1].start]
            if any(frame.role in ("list", "paren") for frame in self.frames):
                self.dropped.append((-1, ("unclosed-wrapper", "the list of calls is not closed")))
            complete = len(self.broken)
            while len(self.frames) > 1:
                self.pop(len(self.text), broken=True)
            del self.broken[complete:]  # that the end cuts something off is told as such
        self.finish_item(top)
        calls, end = [], -1
        # Longer ones first: a call in another one is none of its own.
        for call in sorted(top.calls + late, key=lambda call: (call[2][0], -call[2][1])):
            if call[2][0] >= end:
                calls.append(call)
                end = call[2][1]
        return calls

    def notes(self, calls: list[Call]) -> list[Note]:
        """What is to be told of all that is not in ``calls``."""
        starts = {start for *_, (start, _) in calls}
        notes = [note for start, note in self.dropped if start < 0 or start in starts]
        reached = -1
        places = [(start, end, "") for *_, (start, end) in calls] + self.broken
        for _, end, name in sorted(places, key=lambda place: (place[0], -place[1])):
            # Of what stands in one another the outermost is told.
            if end > reached and name:
                notes.append(("invalid-arguments", f"the call of {_short(name)} is no Python: it is left out"))
            reached = max(reached, end)
        return notes

    # -- tokens -------------------------------------------------------------------------------------

    def literal(self, token: PyToken) -> None:
        expression = self.frames[-1].expression
        if token.kind == "string":
            expression.extend(token.start, token.end, '""', "string")
            if expression.kind == "string":
                if expression.value is None:
                    expression.value = []
                expression.value.append(token.value)
        elif token.kind == "number":
            sign = expression.kind == "sign"
            expression.extend(token.start, token.end, "0", "number")
            try:
                value = number(token.value)
            except ValueError:
                expression.kind = "other"
                # What is no number is no Python either, unless it is too large or imaginary.
                if not re.fullmatch(r"[0-9_.eE+\-]++j?", token.value) or re.match("0[0-9_]", token.value):
                    expression.mask[-1] = "0 0"
                return
            if sign:
                expression.kind = "number"
                value = -value if expression.value == "-" else value
            if expression.kind == "number":
                expression.value = value
        else:
            expression.extend(token.start, token.end, '""', "other")
            expression.broken = expression.broken or token.kind == "broken"

    def named(self, token: PyToken) -> None:
        frame = self.frames[-1]
        expression = frame.expression
        keyword = iskeyword(token.value) and token.value not in CONSTANTS and not self.names(token, frame)
        if expression.kind == "call" and not keyword and not expression.dotted and frame.role in ("top", "list"):
            self.finish_item(frame)  # a comma is missing
            expression = frame.expression
        if keyword:
            if token.value == "await" and not expression.kind and frame.role == "top":
                return
            expression.extend(token.start, token.end, token.value, "other", operand=False)
            expression.lambdas += token.value == "lambda"
            frame.opaque = frame.opaque or token.value == "for"
            return
        if expression.dotted:
            kind, start = expression.kind, expression.name_start
            part = expression.part_start if self.text[expression.end - 1] == "-" else token.start
            expression.extend(token.start, token.end, token.value, kind)
            expression.kind = kind
        else:
            start = part = token.start
            expression.extend(token.start, token.end, token.value, "name")
        expression.name_start, expression.part_start = start, part

    def names(self, token: PyToken, frame: Frame) -> bool:
        """Whether the word ``token`` names an argument, as any word may."""
        return (
            frame.role == "call"
            and frame.key is None
            and not frame.expression.kind
            and _EQUALS.match(self.text, token.end) is not None
        )

    def operator(self, token: PyToken) -> None:
        frame = self.frames[-1]
        expression = frame.expression
        sign = token.value
        name = expression.name_start
        if sign == "," and not (expression.lambdas and frame.role != "top"):
            self.finish_item(frame)
            frame.commas += 1
        elif sign == ";" and frame.role == "top":
            self.finish_item(frame)
        elif sign == "=" and frame.role == "top":
            frame.expression = Expression()
        elif sign == "=" and self.is_key(frame):
            frame.key = self.key_of(expression)
            frame.expression = Expression()
        elif sign == ":" and frame.role == "brace" and frame.key is None and expression.kind and not expression.lambdas:
            value, right = value_of(self.text, expression, frame.role, None)
            scalar = isinstance(value, str | int | float) or value is None
            frame.key = str(value) if scalar else self.text[expression.start : expression.end]
            frame.broken = frame.broken or not right
            frame.expression = Expression()
        elif name >= 0 and not expression.dotted and (sign == "." or self.joins(token, expression)):
            kind, part = expression.kind, expression.part_start
            expression.extend(token.start, token.end, sign, kind, operand=False)
            expression.kind = kind
            expression.name_start, expression.part_start, expression.dotted = name, part, True
        else:
            kind = "sign" if sign in ("-", "+") else "spread" if sign == "**" else "other"
            if not expression.kind and kind == "sign":
                expression.value = sign
            expression.extend(token.start, token.end, sign, kind, operand=False)
            expression.lambdas -= sign == ":" and expression.lambdas > 0
            frame.opaque = frame.opaque or (kind == "spread" and frame.role == "brace" and expression.kind == "spread")

    def joins(self, token: PyToken, expression: Expression) -> bool:
        """Whether the sign ``token`` is a hyphen in a name."""
        after = self.text[token.end : token.end + 1]
        return token.value == "-" and token.start == expression.end and (after == "_" or after.isalpha())

    def opened(self, token: PyToken) -> None:
        expression = self.frames[-1].expression
        if len(self.frames) > _MAX_DEPTH:
            expression.extend(token.start, token.end, "", "other")
            expression.broken = True
            self.deep = 1
            return
        if token.value == "{":
            frame = Frame("brace", token.start)
        elif token.value == "[":
            frame = Frame("index" if expression.operand else "list", token.start)
        elif expression.name_start >= 0 and not expression.dotted:
            start = expression.part_start if self.last else expression.name_start
            name = _BLANKS.sub("", self.text[start : expression.end])
            frame = Frame("call", token.start, expression.name_start, name)
        else:
            frame = Frame("call" if expression.operand else "paren", token.start)
        self.frames.append(frame)
        self.open[token.value] += 1

    def closed(self, token: PyToken) -> None:
        opener = _CLOSED_BY[token.value]
        if not self.open[opener]:
            self.frames[-1].expression.extend(token.start, token.end, "", "other")
            self.frames[-1].expression.broken = True
            return
        while self.frames[-1].opener != opener:
            self.pop(token.start, broken=True)
        self.pop(token.end)

    # -- expressions --------------------------------------------------------------------------------

    def pop(self, end: int, broken: bool = False) -> None:
        """The innermost bracket closes, before ``end``, and becomes part of the expression around it."""
        frame = self.frames[-1]
        inner = frame.expression
        alone = frame.role == "paren" and not frame.commas and inner.kind != ""
        self.finish_item(frame)
        self.frames.pop()
        self.open[frame.opener] -= 1
        frame.broken = frame.broken or broken or (len(frame.items) > 0 and len(frame.members) > 0)
        outer = self.frames[-1].expression
        outer.broken = outer.broken or frame.broken
        if frame.role == "call":
            self.called(frame, outer, end)
        elif frame.role == "index":
            outer.extend(frame.start, end, "[0]", "other")
        elif alone and not outer.kind:
            outer.extend(frame.start, end, "", "other")
            outer.mask = ["(", *inner.mask, ")"]
            if inner.kind in ("number", "string", "group", "call"):
                outer.kind, outer.value, outer.calls = inner.kind, inner.value, inner.calls
            elif inner.kind == "name" and frame.items and not isinstance(frame.items[0], str):
                outer.kind, outer.value = "group", frame.items[0]
        else:
            before = outer.kind
            outer.extend(frame.start, end, "(0)" if alone else "[]", "other" if frame.opaque else "group")
            if before == "spread" and frame.role == "brace" and not frame.items and not frame.opaque:
                outer.kind = "merge"
            if frame.role == "list":
                outer.value = frame.items
            elif frame.role == "brace" and not frame.items:
                outer.value = frame.members
            else:  # a tuple, a set
                outer.value = self.text[frame.start : end]
            outer.calls = frame.calls

    def called(self, frame: Frame, outer: Expression, end: int) -> None:
        """The brackets of a call close, before ``end``."""
        whole = outer.kind == "name"
        outer.extend(frame.start, end, "()", "other")
        start = frame.name_start
        if start < 0:
            return
        if self.text[start : frame.start].rstrip() == "print":
            calls = frame.calls
        else:
            calls = [] if frame.broken else [(frame.name, frame.members, (start, end))]
            if frame.broken:
                self.broken.append((start, end, frame.name))
            elif frame.unnamed:
                message = f"{frame.unnamed} of the arguments of {_short(frame.name)} have no name"
                self.dropped.append((start, ("nameless-argument", message)))
            self.dropped += [(start, _twice(key)) for key in frame.twice]
        if whole:
            outer.kind, outer.calls = "call", calls
        if len(self.frames) > 1 and (start == 0 or self.text[start - 1] in "\r\n"):
            self.late += calls

    def finish_item(self, frame: Frame) -> None:
        """What is being read ends, and with it an item, an argument or a statement."""
        expression, key = frame.expression, frame.key
        frame.expression, frame.key = Expression(), None
        if not expression.kind:
            if key is not None and frame.role == "call":
                self.member(frame, key, "")  # nothing is the source of its value
            else:
                frame.broken = frame.broken or key is not None
            return
        if key is None and expression.kind in ("call", "group"):
            if frame.calls:
                frame.calls += expression.calls
            else:
                frame.calls = expression.calls
        if frame.role == "top":
            self.late.clear()
            if not expression.calls and not expression.broken:
                words = _short(self.text[expression.start : min(expression.end, expression.start + 60)])
                self.dropped.append((-1, ("dropped-prose", f"{words} is no call")))
            return
        if frame.broken:
            return
        value, right = value_of(self.text, expression, frame.role, key)
        frame.broken = not right
        if key is not None:
            self.member(frame, key, value)
        elif frame.role != "call":
            frame.items.append(value)
        elif expression.kind == "merge" and right:
            for inner, given in expression.value.items():
                self.member(frame, inner, given)
        else:
            frame.unnamed += 1

    def member(self, frame: Frame, key: str, value: Any) -> None:
        """An argument, or a member of a dict."""
        if key in frame.members:
            call = next((outer for outer in reversed(self.frames) if outer.role == "call"), frame)
            call.twice.append(key)
        frame.members[key] = value

    def is_key(self, frame: Frame) -> bool:
        """Whether what was read is the keyword of an argument, if an equals sign follows."""
        expression = frame.expression
        named = expression.kind == "name" and not expression.dotted
        return frame.role == "call" and frame.key is None and (named or expression.kind == "string")

    def key_of(self, expression: Expression) -> str:
        """The keyword that was read."""
        if expression.kind == "string":
            return "".join(expression.value)
        return _BLANKS.sub("", self.text[expression.start : expression.end])


def _twice(key: str) -> Note:
    return "duplicate-argument", f"{_short(key)} is given again: the last one counts"


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
