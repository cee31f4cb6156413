"""Why a call cannot be rendered: which part of it, where in its body, and what would be read instead."""

from __future__ import annotations

from typing import Any

from minimax_grammar.errors import RenderError
from minimax_grammar.events import ToolArgDelta, ToolEnd
from minimax_grammar.render.encode import compact_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.render.renderer import Call, Renderer
    from minimax_grammar.scanner import Scanner
    from minimax_grammar.tools import Tools

__all__ = ["Refusal"]

_PLAIN_ID = "call_1"
_PLAIN_VALUES = ("x", 1)
_MOST = 60
_REPORTED = {
    "truncated-argument": "it is longer than the dialect's limit for a body",
    "deep-nesting": "it is nested too deeply",
    "tag-too-long": "its name is longer than the dialect's limit for a tag",
}
"""What diagnostics of what was written say of an argument."""


class Refusal:
    """A call that does not read back as it is written."""

    def __init__(self, renderer: Renderer, tokenizer: type[Scanner], call: Call, tools: Tools) -> None:
        self._renderer = renderer
        self._tokenizer = tokenizer
        self._call = call
        self._tools = tools

    def error(self) -> RenderError:
        """The error that says why; it names the first argument that is to blame, if one is."""
        call, tools, name = self._call, self._tools, self._call.name
        if not self._carries({}):
            other = call._replace(arguments={}, id=_PLAIN_ID)
            if call.id and self._renderer.carries(other, tools):
                return RenderError(
                    f"the id {call.id!r} of {name!r} cannot be written so that it reads back the same", name
                )
            reason = "; it is no tool that was offered" if tools and tools.get(name) is None else ""
            return RenderError(f"the name {name!r} cannot be written so that it reads back the same{reason}", name)
        for key, value in call.arguments.items():
            if self._carries({key: value}):
                continue
            offset, reason = self._reason(key)
            message = f"the argument {key!r} of {name!r} cannot be carried: {reason}"
            return RenderError(message, name, key, offset)
        return RenderError(f"the call of {name!r} cannot be written so that it reads back the same", name)

    def _carries(self, arguments: dict[str, Any]) -> bool:
        return self._renderer.carries(self._call._replace(arguments=arguments), self._tools)

    def _reason(self, key: str) -> tuple[int, str]:
        """Why an argument is not read back, and where in its body; -1 if it is not about a place in it."""
        value = self._call.arguments[key]
        events, scanner = self._scanned(key)
        told = {report.name for report in scanner.diagnostics}
        for name, reason in _REPORTED.items():
            if name in told:
                return -1, reason
        read = next((event.arguments for event in events if isinstance(event, ToolEnd)), {})
        if not any(self._carries({key: plain}) for plain in _PLAIN_VALUES):
            others = [event.key for event in events if isinstance(event, ToolArgDelta) and event.key] or list(read)
            if others and others[0] != key:
                return -1, f"its name would be read as {others[0]!r}"
            return -1, "its name cannot be written so that it is read as one"
        offset, held = self._closer(key, scanner)
        if held:
            return offset, f"its body holds {held!r} at offset {offset}, which would end it"
        if key not in read:
            return -1, "what is written is not read as an argument"
        known = self._tools.get(self._call.name) is not None or isinstance(value, str)
        hint = "" if known else "; the tool is not known: where its schema is given, it says what the value is"
        return -1, f"its value would be read as {_shown(read[key])}{hint}"

    def _scanned(self, key: str) -> tuple[list[Any], Scanner]:
        """The events of the call with one argument, and the scanner that read it."""
        scanner = self._tokenizer(self._tools or None, trace=True)
        part = self._call._replace(arguments={key: self._call.arguments[key]})
        return scanner.feed(self._renderer.alone(part, self._tools)) + scanner.flush(), scanner

    def _closer(self, key: str, scanner: Scanner) -> tuple[int, str]:
        """Where in the body of an argument something stands that would end it, and what; -1 if nothing does."""
        before, body = self._renderer.body(self._call, key, self._tools)
        part = self._call._replace(arguments={key: self._call.arguments[key]})
        start = self._renderer.alone(part, self._tools).find(before + body) + len(before)
        for segment in scanner.segments:
            # Delimiters side by side are one segment.
            if body and segment.kind == "markup" and segment.end > start and segment.start < start + len(body):
                offset = max(segment.start - start, 0)
                return offset, body[offset : offset + 40]
        return -1, ""


def _shown(value: Any) -> str:
    try:
        text = compact_json(value)
    except (ValueError, RecursionError):
        text = repr(value)
    return text if len(text) <= _MOST else text[: _MOST - 1] + "…"
