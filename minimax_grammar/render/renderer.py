"""What a dialect's templates make of calls, results, thinking and whole conversations (SPEC 10)."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from minimax_grammar.errors import RenderError
from minimax_grammar.events import Text, ThinkingDelta, ThinkingEnd, ThinkingStart, ToolArgDelta, ToolEnd, ToolStart
from minimax_grammar.render.encode import compact_json, encode_value, same_json
from minimax_grammar.render.fields import json_type
from minimax_grammar.render.records import Record, read_records
from minimax_grammar.render.refusal import Refusal
from minimax_grammar.render.template import Template, parse_template
from minimax_grammar.render.thinking import unwrapped
from minimax_grammar.render.transcript import Transcript
from minimax_grammar.tools import Tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from minimax_grammar.scanner import Scanner
    from minimax_grammar.tools import Tool

__all__ = ["Call", "Renderer"]

_BLANKS = " \t\n\r\f\v"
_NO_ID = "\0{}"
"""The ids of calls in which the scanner reads none."""
_INSTEAD = {"failure": "success", "single": "calls"}
"""What is used where a dialect has no template of its own."""


class Call(NamedTuple):
    """A call that is to be written."""

    name: str
    arguments: dict[str, Any]
    id: str
    """The id that is written for it; empty if it has none."""
    number: int
    """Its place among the calls of its turn, from 0."""


class Renderer:
    """Renders for one dialect.

    What is rendered reads back the same: a call is scanned, a block of results is read again, and where the
    outcome is another one a :class:`RenderError` says which part cannot be carried.  ``allow_unsafe`` lets it
    through.
    """

    def __init__(self, tokenizer: type[Scanner]) -> None:
        self._tokenizer = tokenizer
        self._templates = {name: parse_template(*pair) for name, pair in tokenizer.RENDERS.items()}
        value = self._templates["argument"].part("value") if "argument" in self._templates else None
        self._bare = value is not None and (value.has("plain") or value.has("easy"))

    def says(self, name: str) -> bool:
        """Whether the dialect has a template of its own for ``name``."""
        return name in self._templates

    @property
    def tells_failures(self) -> bool:
        """Whether a result that is an error is written otherwise than one that is none."""
        return self.says("failure") and self.template("failure").parts != self.template("success").parts

    def template(self, name: str) -> Template:
        """The template of ``name``.  Raises :class:`RenderError` if the dialect has none."""
        found = self._templates.get(name) or self._templates.get(_INSTEAD.get(name, ""))
        if found is None:
            raise RenderError(f"the dialect {self._tokenizer.DIALECT} does not say how to render {name}")
        return found

    # -- calls ----------------------------------------------------------------------------------------

    def call(self, call: Mapping[str, Any], tools: object = None, *, allow_unsafe: bool = False) -> str:
        """One call, without its wrapper."""
        known = Tools.of(tools)
        return self._safe(self._written([call])[0], known, allow_unsafe)

    def calls(self, calls: Iterable[Mapping[str, Any]], tools: object = None, *, allow_unsafe: bool = False) -> str:
        """Several calls in their wrapper; the empty string for none."""
        known = Tools.of(tools)
        written = self._written(calls)
        if not written:
            return ""
        text = self._wrapped([self._text(call, known) for call in written])
        if (allow_unsafe and not self._bare) or self._reads_back(text, written, known):
            return text
        text = self._wrapped([self._safe(call, known, allow_unsafe) for call in written])
        if not allow_unsafe and not self._reads_back(text, written, known):
            raise RenderError("these calls cannot be written together so that they read back the same")
        return text

    def behind(self, words: str, calls: str, between: str = "") -> str:
        """``words`` and then ``calls``; ``between`` is what separates them where the dialect says nothing."""
        if not words or not calls:
            return words + calls
        if self.says("break"):
            between = self.template("break")()
            # What the calls begin with themselves is not doubled.
            end = next(size for size in range(len(between), -1, -1) if calls.startswith(between[len(between) - size :]))
            between = between[: len(between) - end]
        return words + between + calls

    def ids(self, calls: Iterable[Mapping[str, Any]], taken: Iterable[str] = ()) -> list[str]:
        """The ids that are written for ``calls``; empty texts where the dialect writes none.

        Ids made anew are none of ``taken``, those of earlier turns.
        """
        return [call.id for call in self._written(calls, taken)]

    def _written(self, calls: Iterable[Mapping[str, Any]], before: Iterable[str] = ()) -> list[Call]:
        given = list(calls)
        taken = {*before, *(call["id"] for call in given if isinstance(call.get("id"), str))}
        written: list[Call] = []
        for number, call in enumerate(given):
            name, arguments = _name_and_arguments(call)
            # Ids made anew count on past those that are taken.
            ids = (self._id(call.get("id"), name, place) for place in count(number))
            ident = next(ident for ident in ids if ident == call.get("id") or ident not in taken or not ident)
            taken.add(ident)
            written.append(Call(name, arguments, ident, number))
        return written

    def _id(self, given: object, name: str, number: int) -> str:
        """The id of a call or result: the one it has, if that is one of the dialect, or else a new one."""
        template = self._templates.get("id")
        if template is None:
            return given if isinstance(given, str) else ""
        if isinstance(given, str):
            fields = {"name": re.escape(name), "number": "[0-9]+", "position": "[1-9][0-9]*"}
            pattern = "".join(fields[part.field] if part.field else re.escape(part.literal) for part in template.parts)
            if re.fullmatch(pattern, given):
                return given
        return template(name=name, number=str(number), position=str(number + 1))

    def _text(self, call: Call, tools: Tools, quoted: frozenset[str] = frozenset()) -> str:
        """``call`` as it is written; the values of the arguments in ``quoted`` are JSON even if they are texts."""
        template = self.template("call")
        place = template.part("arguments")
        arguments: Any = call.arguments
        if place is None or not place.as_value:
            argument = self.template("argument")
            tool = tools.get(call.name)
            pieces = []
            for key, value in call.arguments.items():
                try:
                    pieces.append(_argument(argument, key, value, tool, key in quoted))
                except (ValueError, RecursionError) as error:
                    message = f"the argument {key!r} of {call.name!r} is no JSON: {error}"
                    raise RenderError(message, call.name, key) from None
            arguments = argument.joined.join(pieces)
        try:
            return template(
                name=call.name,
                arguments=arguments,
                id=call.id,
                number=str(call.number),
                position=str(call.number + 1),
            )
        except (ValueError, RecursionError) as error:
            raise self._no_json(call, error) from None

    def _no_json(self, call: Call, error: Exception) -> RenderError:
        for key, value in call.arguments.items():
            try:
                compact_json(value)
            except ValueError as reason:
                return RenderError(f"the argument {key!r} of {call.name!r} is no JSON: {reason}", call.name, key)
        return RenderError(f"the call of {call.name!r} is no JSON: {error}", call.name)

    def _wrapped(self, texts: list[str]) -> str:
        template = self.template("single" if len(texts) == 1 else "calls")
        return template(calls=template.joined.join(texts))

    def _safe(self, call: Call, tools: Tools, allow_unsafe: bool) -> str:
        """``call`` as text that reads back the same."""
        text = self._text(call, tools)
        if (allow_unsafe and not self._bare) or self._reads_back(self._wrapped([text]), [call], tools):
            return text
        if self._bare:
            # A text that would be read as another value may be told apart by its quotes.
            odd = frozenset(
                key
                for key, value in call.arguments.items()
                if not self.carries(call._replace(arguments={key: value}), tools)
            )
            quoted = self._text(call, tools, odd)
            if self._reads_back(self._wrapped([quoted]), [call], tools):
                return quoted
        if allow_unsafe:
            return text
        raise Refusal(self, self._tokenizer, call, tools).error()

    def alone(self, call: Call, tools: Tools) -> str:
        """``call`` as it is written where it is the only one, whether it reads back or not."""
        return self._wrapped([self._text(call, tools)])

    def body(self, call: Call, key: str, tools: Tools) -> tuple[str, str]:
        """What stands before the body of an argument, and its body; empty if arguments are not written one by one."""
        if "argument" not in self._templates:
            return "", ""
        template, value, tool = self.template("argument"), call.arguments[key], tools.get(call.name)
        at = next(number for number, part in enumerate(template.parts) if part.field == "value")
        parts = (template.parts[:at], [template.parts[at]])
        before, body = (_argument(Template(each, ""), key, value, tool, False) for each in parts)
        return before, body

    def carries(self, call: Call, tools: Tools) -> bool:
        """Whether ``call`` reads back the same as it is written."""
        return self._reads_back(self.alone(call, tools), [call], tools)

    def _reads_back(self, text: str, calls: list[Call], tools: Tools) -> bool:
        # Where no tools are known, any may be called.
        scanner = self._tokenizer(tools or None, raw_blocks=False, ids=map(_NO_ID.format, count()))
        ends = []
        for event in scanner.feed(text) + scanner.flush():
            if isinstance(event, ToolEnd):
                ends.append(event)
            elif isinstance(event, Text):
                if event.text.strip(_BLANKS):
                    return False
            elif not isinstance(event, ToolStart | ToolArgDelta):
                return False
        if len(ends) != len(calls):
            return False
        return all(
            end.name == call.name and self._same_id(call, end.id) and same_json(call.arguments, end.arguments)
            for call, end in zip(calls, ends, strict=True)
        )

    def _same_id(self, call: Call, read: str) -> bool:
        """Whether the id that was written is the one that was read; where none is written or read, any is the same."""
        if "id" in self._templates:
            return read == call.id
        return not (call.id and self._reads_ids) or read == call.id

    @cached_property
    def _reads_ids(self) -> bool:
        """Whether the dialect reads the ids that it writes."""
        if self.template("call").part("id") is None:
            return False
        scanner = self._tokenizer(raw_blocks=False, ids=map(_NO_ID.format, count()))
        text = self.alone(Call("f", {}, "a1", 0), Tools.of(None))
        return any(isinstance(event, ToolEnd) and event.id == "a1" for event in scanner.feed(text) + scanner.flush())

    # -- results --------------------------------------------------------------------------------------

    def results(self, results: Iterable[Mapping[str, Any]], *, allow_unsafe: bool = False) -> str:
        """Results as one block; the empty string for none."""
        records = [_record(result) for result in results]
        if not records:
            return ""
        text = self.template("results")(results=self._joined(records))
        if not allow_unsafe:
            self._check_results(text, records)
        return text

    def outputs(self, results: Iterable[Mapping[str, Any]], *, allow_unsafe: bool = False) -> str:
        """Results as :meth:`results` writes them, without what stands around the block."""
        records = [_record(result) for result in results]
        text = self._joined(records)
        if not allow_unsafe:
            self._check_results(self.template("results")(results=text), records)
        return text

    def _joined(self, records: list[Record]) -> str:
        pieces = []
        for number, record in enumerate(records):
            place = number if record.number < 0 else record.number
            try:
                piece = self.template("failure" if record.is_error else "success")(
                    name=record.name,
                    body=record.text,
                    id=self._id(record.id, record.name, place),
                    number=str(place),
                    position=str(place + 1),
                )
            except (ValueError, RecursionError) as error:
                raise RenderError(f"result {number + 1} ({record.name!r}) cannot be written: {error}") from None
            pieces.append(piece)
        return self.template("results").joined.join(pieces)

    def read_results(self, text: str) -> list[Record] | None:
        """The results of a rendered block; None if ``text`` is none."""
        kinds = {"success": self.template("success"), "failure": self.template("failure")}
        return read_records(text, self.template("results"), kinds)

    def _check_results(self, text: str, records: list[Record]) -> None:
        """No result holds what would end it: a model that reads it could not tell where it ends."""
        for number, record in enumerate(records):
            template = self.template("failure" if record.is_error else "success")
            body = template.part("body")
            closing = "" if body is None or body.as_value else _closing(template.around("body")[1])
            offset = record.text.find(closing) if closing else -1
            if offset >= 0:
                held = f"holds {closing!r} at offset {offset}"
                message = (
                    f"result {number + 1} ({record.name!r}) cannot be carried: its text {held}, which would end it"
                )
                raise RenderError(message, record.name, "", offset)
        read = self.read_results(text) or []
        if [record.text for record in read] != [record.text for record in records]:
            raise RenderError("these results cannot be written so that they read back the same")

    # -- thinking -------------------------------------------------------------------------------------

    def thinking(self, text: str, *, allow_unsafe: bool = False) -> str:
        """Thinking in its tags; the empty string for an empty text."""
        if not isinstance(text, str):
            raise RenderError("thinking is a text")
        if not text:
            return ""
        template = self.template("thinking")
        before, after = template.around("thinking")
        place = template.part("thinking")
        inner = text
        if place is not None and place.has("unwrapped"):
            inner = unwrapped(text, before.strip(_BLANKS), after.strip(_BLANKS))
        rendered = template(thinking=inner)
        if not allow_unsafe and not self._is_thinking(rendered, inner):
            closing = after.strip(_BLANKS)
            offset = max(inner.find(closing), 0) if closing else 0
            raise RenderError(
                f"the thinking cannot be carried: what it holds at offset {offset} would end it", offset=offset
            )
        return rendered

    def _is_thinking(self, text: str, inner: str) -> bool:
        scanner = self._tokenizer()
        events = scanner.feed(text) + scanner.flush()
        found = [event for event in events if not isinstance(event, ThinkingStart | ThinkingDelta)]
        # Layout around it is no part of it; where it is blank there may be nothing to say at all.
        last = found[0].thinking if len(found) == 1 and isinstance(found[0], ThinkingEnd) else None
        return last is not None and last.strip(_BLANKS) == inner.strip(_BLANKS) if found else not inner.strip(_BLANKS)

    def transcript(
        self, messages: Iterable[Mapping[str, Any]], tools: object = None, *, allow_unsafe: bool = False
    ) -> str:
        """A whole conversation as one text."""
        return Transcript(self, Tools.of(tools), allow_unsafe).of(messages)

    @cached_property
    def result_marks(self) -> tuple[str, ...]:
        """What a rendered block of results begins with."""
        before = self.template("results").around("results")[0]
        openings = [self.template(kind).parts[0].literal for kind in ("success", "failure")]
        return (before,) if before else tuple(openings)


def _argument(template: Template, key: str, value: Any, tool: Tool | None, quoted: bool) -> str:
    words = {"type": json_type(value), "string": "true" if isinstance(value, str) else "false"}
    if quoted or not _as_value(template):
        value = compact_json(value) if quoted else encode_value(value, tool, key)
    return template(key=key, value=value, **words)


def _as_value(template: Template) -> bool:
    place = template.part("value")
    return place is not None and place.as_value


def _closing(text: str) -> str:
    """What ends a body: the first word after it, or where that is punctuation, as of a fence, a line of it."""
    first, *_ = text.split() or [""]
    if not any(character.isalnum() for character in first):
        return text.rstrip() if text.startswith("\n") else first
    return first


def _name_and_arguments(call: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    name, arguments = call.get("name"), call.get("arguments")
    if not isinstance(name, str):
        raise RenderError('a call is {"name": …, "arguments": {…}}; this one has no name')
    if not isinstance(arguments, dict) or not all(isinstance(key, str) for key in arguments):
        raise RenderError(f"the arguments of {name!r} are no JSON object", name)
    return name, arguments


def _record(result: Mapping[str, Any]) -> Record:
    text = result.get("text", "")
    if not isinstance(text, str):
        text = compact_json(text)
    name, ident = str(result.get("name") or ""), str(result.get("id") or "")
    return Record(name, text, bool(result.get("is_error")), ident, result.get("number", -1))
