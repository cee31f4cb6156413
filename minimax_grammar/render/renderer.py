"""What a dialect's templates make of calls, results, thinking and whole conversations (SPEC 10)."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import Any

from minimax_grammar.errors import RenderError
from minimax_grammar.events import ThinkingEnd, ToolArgDelta, ToolEnd, ToolStart
from minimax_grammar.render.encode import compact_json, encode_value, same_json
from minimax_grammar.render.records import Record, read_records
from minimax_grammar.render.template import Template, parse_template
from minimax_grammar.render.thinking import unwrapped
from minimax_grammar.tools import Tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from minimax_grammar.scanner import Scanner

__all__ = ["Renderer"]

_BLANKS = " \t\n\r\f\v"


class Renderer:
    """Renders for one dialect.

    What is rendered reads back the same: a call is scanned, a block of results is read again, and where the
    outcome is another one a :class:`RenderError` says which part cannot be carried.  ``allow_unsafe`` lets it
    through.
    """

    def __init__(self, tokenizer: type[Scanner]) -> None:
        self._tokenizer = tokenizer
        self._templates = {name: parse_template(*pair) for name, pair in tokenizer.RENDERS.items()}

    def template(self, name: str) -> Template:
        """The template of ``name``.  Raises :class:`RenderError` if the dialect has none."""
        found = self._templates.get(name)
        if found is None and name == "failure":
            found = self._templates.get("success")
        if found is None:
            raise RenderError(f"the dialect {self._tokenizer.DIALECT} does not say how to render {name}")
        return found

    # -- calls ----------------------------------------------------------------------------------------

    def call(self, call: Mapping[str, Any], tools: object = None, *, allow_unsafe: bool = False) -> str:
        """One call, without its wrapper."""
        known = Tools.of(tools)
        name, arguments = _name_and_arguments(call)
        tool = known.get(name)
        argument = self.template("argument")
        pieces = []
        for key, value in arguments.items():
            try:
                pieces.append(argument(key=key, value=encode_value(value, tool, key)))
            except ValueError as error:
                raise RenderError(f"the argument {key!r} of {name!r} is no JSON: {error}", name, key) from None
        text = self.template("call")(name=name, arguments=argument.joined.join(pieces))
        if not allow_unsafe and not self._reads_back(text, name, arguments, known):
            raise self._refusal(name, arguments, known)
        return text

    def calls(self, calls: Iterable[Mapping[str, Any]], tools: object = None, *, allow_unsafe: bool = False) -> str:
        """Several calls in their wrapper; the empty string for none."""
        known = Tools.of(tools)
        rendered = [self.call(call, known, allow_unsafe=allow_unsafe) for call in calls]
        template = self.template("calls")
        return template(calls=template.joined.join(rendered)) if rendered else ""

    def _reads_back(self, text: str, name: str, arguments: Mapping[str, Any], tools: Tools) -> bool:
        scanner = self._tokenizer(tools, raw_blocks=False)
        events = scanner.feed(self.template("calls")(calls=text)) + scanner.flush()
        if not events or not isinstance(events[0], ToolStart) or not isinstance(events[-1], ToolEnd):
            return False
        kinds = {type(event) for event in events[1:-1]} - {ToolArgDelta}
        end = events[-1]
        return not kinds and end.name == name and same_json(dict(arguments), end.arguments)

    def _refusal(self, name: str, arguments: Mapping[str, Any], tools: Tools) -> RenderError:
        """Why a call cannot be rendered: the argument, and where in its body."""
        if not self._reads_back(self.call({"name": name, "arguments": {}}, tools, allow_unsafe=True), name, {}, tools):
            return RenderError(f"the name {name!r} cannot be written so that it reads back the same", name)
        for key, value in arguments.items():
            one = {key: value}
            if self._reads_back(
                self.call({"name": name, "arguments": one}, tools, allow_unsafe=True), name, one, tools
            ):
                continue
            body = encode_value(value, tools.get(name), key)
            offset = self._closer(body)
            if offset >= 0:
                held = f"its body holds {body[offset : offset + 40]!r} at offset {offset}, which would end it"
                return RenderError(f"the argument {key!r} of {name!r} cannot be carried: {held}", name, key, offset)
            reason = "its body would be read as another value by the schema, or its name as another, or it is too long"
            return RenderError(f"the argument {key!r} of {name!r} cannot be carried: {reason}", name, key)
        return RenderError(f"the call of {name!r} cannot be written so that it reads back the same", name)

    def _closer(self, body: str) -> int:
        """Where in ``body`` something stands that would end it; -1 if nothing does."""
        tokenizer = self._tokenizer
        mode = tokenizer.CONSTRUCTS.index("argument")
        patterns = next(reversed(tokenizer.PATTERNS.values()))[mode]
        at = 0
        while (found := patterns.search(body, at)) is not None:
            if found.lastindex is not None:
                return int(found.start())
            at = found.start() + 1
        return -1

    # -- results --------------------------------------------------------------------------------------

    def results(self, results: Iterable[Mapping[str, Any]], *, allow_unsafe: bool = False) -> str:
        """Results as one block; the empty string for none."""
        records = [_record(result) for result in results]
        if not records:
            return ""
        block = self.template("results")
        pieces = [
            self.template("failure" if record.is_error else "success")(name=record.name, body=record.text)
            for record in records
        ]
        text = block(results=block.joined.join(pieces))
        if not allow_unsafe:
            self._check_results(text, records)
        return text

    def read_results(self, text: str) -> list[Record] | None:
        """The results of a rendered block; None if ``text`` is none."""
        kinds = {"success": self.template("success"), "failure": self.template("failure")}
        return read_records(text, self.template("results"), kinds)

    def _check_results(self, text: str, records: list[Record]) -> None:
        """No result holds what would end it: a model that reads it could not tell where it ends."""
        for number, record in enumerate(records):
            template = self.template("failure" if record.is_error else "success")
            closing = template.around("body")[1].split()
            offset = record.text.find(closing[0]) if closing else -1
            if offset >= 0:
                held = f"holds {closing[0]!r} at offset {offset}"
                message = (
                    f"result {number + 1} ({record.name!r}) cannot be carried: its text {held}, which would end it"
                )
                raise RenderError(message, record.name, "", offset)
        read = self.read_results(text) or []
        if [record.text for record in read] != [record.text for record in records]:
            raise RenderError("these results cannot be written so that they read back the same")

    # -- thinking and conversations -------------------------------------------------------------------

    def thinking(self, text: str, *, allow_unsafe: bool = False) -> str:
        """Thinking in its tags; the empty string for an empty text."""
        if not isinstance(text, str):
            raise RenderError("thinking is a text")
        if not text:
            return ""
        template = self.template("thinking")
        before, after = template.around("thinking")
        inner = unwrapped(text, before.strip(_BLANKS), after.strip(_BLANKS))
        rendered = template(thinking=inner)
        if not allow_unsafe:
            scanner = self._tokenizer()
            events = scanner.feed(rendered) + scanner.flush()
            if not events or not isinstance(events[-1], ThinkingEnd) or inner not in events[-1].thinking:
                offset = max(inner.find(after.strip(_BLANKS)), 0)
                raise RenderError(
                    f"the thinking cannot be carried: what it holds at offset {offset} would end it", offset=offset
                )
        return rendered

    def transcript(
        self, messages: Iterable[Mapping[str, Any]], tools: object = None, *, allow_unsafe: bool = False
    ) -> str:
        """A whole conversation as one text."""
        known = Tools.of(tools)
        text = ""
        for is_tool, run in groupby(messages, key=lambda message: message["role"] == "tool"):
            if is_tool:
                results = [_result_of(message, _with_images(message["content"])) for message in run]
                text += self.template("user")(text=self.results(results, allow_unsafe=allow_unsafe))
                continue
            for message in run:
                text += self._turn(message, known, bool(text), allow_unsafe)
        return text

    def _turn(self, message: Mapping[str, Any], tools: Tools, follows: bool, allow_unsafe: bool) -> str:
        role, content = message["role"], message["content"]
        if role == "user":
            return self.template("user")(text=_with_images(content))
        if role == "assistant":
            blocks = _blocks(content)
            thoughts = "\n".join(block["thinking"] for block in blocks if block["type"] == "thinking")
            return self.template("assistant")(
                thinking=self.thinking(thoughts, allow_unsafe=allow_unsafe),
                text=_with_images([block for block in blocks if block["type"] in ("text", "image")]),
                calls=self.calls(
                    [block for block in blocks if block["type"] == "tool_call"], tools, allow_unsafe=allow_unsafe
                ),
            )
        words = _with_images(content)
        gap = self.template("gap")() if follows and words else ""
        return self.template("developer")(gap=gap, text=words)

    @cached_property
    def result_marks(self) -> tuple[str, ...]:
        """What a rendered block of results begins with."""
        before = self.template("results").around("results")[0]
        openings = [self.template(kind).parts[0].literal for kind in ("success", "failure")]
        return (before,) if before else tuple(openings)


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
    return Record(str(result.get("name") or ""), text, bool(result.get("is_error")))


def _blocks(content: Any) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _with_images(content: Any) -> str:
    """The text of a message, with a mark in the place of each image."""
    pieces = []
    for block in _blocks(content):
        if block["type"] == "text":
            pieces.append(block["text"])
        elif block["type"] == "image":
            kind = block.get("media_type")
            pieces.append(f"[Image: {kind}]" if kind else "[Image]")
    return "".join(pieces)


def _result_of(message: Mapping[str, Any], text: str) -> dict[str, Any]:
    return {"name": message.get("name"), "text": text, "is_error": message.get("is_error", False)}
