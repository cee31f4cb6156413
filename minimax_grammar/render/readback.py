"""Whether what a dialect's templates write is read back by its own scanner."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import Finding, RenderError
from minimax_grammar.events import Text, ThinkingEnd, ToolAbort, ToolEnd
from minimax_grammar.render.encode import compact_json
from minimax_grammar.render.renderer import Renderer

if TYPE_CHECKING:
    from collections.abc import Callable

    from minimax_grammar.language.model import Dialect
    from minimax_grammar.render.template import Template
    from minimax_grammar.scanner import Scanner

__all__ = ["template_findings"]

_NAME, _KEY, _ODD = "read_file", "path", 'a"b<c>&d'
_MOST = 160
_TEXT = 'x < y & "z"\n'
_RESULTS: list[dict[str, Any]] = [{"name": _NAME, "text": _TEXT}, {"name": "b", "text": "", "is_error": True}]


def template_findings(dialect: Dialect, tokenizer: type[Scanner]) -> list[Finding]:
    """What is wrong with the templates of ``dialect``, found by rendering samples and reading them again."""
    findings = []
    renderer = Renderer(tokenizer)
    single = "argument" not in dialect.renders
    tried: dict[str, tuple[set[str], Callable[[bool], str]]] = {
        "call": (
            {"call", "calls"} if single else {"argument", "call", "calls"},
            lambda unsafe: _calls(renderer, unsafe),
        ),
        "results": ({"success", "results"}, lambda unsafe: renderer.results(_RESULTS, allow_unsafe=unsafe)),
        "thinking": ({"thinking"}, lambda unsafe: _thinking(renderer, tokenizer, unsafe)),
    }
    for name, (needed, attempt) in tried.items():
        present = needed & dialect.renders.keys()
        if not present:
            continue
        place = dialect.renders[name if name in present else min(present)].place
        missing = sorted(needed - present)
        message = ""
        if missing:
            message = f"to render {name} the dialect also needs 'render {missing[0]}'"
        else:
            try:
                attempt(False)
            except RenderError as error:
                message = f"what it writes does not read back through the dialect's own scanner: {error}"
                message += _compared(tokenizer, name, partial(attempt, True))
        if message:
            if place.file != dialect.place.file:  # the templates are right where they stand, and wrong where they serve
                place, message = dialect.place, f"the inherited 'render' lines do not fit, write others: {message}"
            findings.append(Finding(place.file, place.line, place.column, message))
    return findings


def _calls(renderer: Renderer, unsafe: bool) -> str:
    name = _ODD if _is_quoted(renderer.template("call"), "name") else _NAME
    key = _ODD if renderer.says("argument") and _is_quoted(renderer.template("argument"), "key") else _KEY
    values = {key: (_TEXT, "string"), "list": (["b", {"a": "c"}], "array"), "empty": ("", "string")}
    arguments = {name: value for name, (value, _) in values.items()}
    types = {name: {"type": kind} for name, (_, kind) in values.items()}
    call = {"name": name, "arguments": arguments}
    tools = [{"name": name, "parameters": {"properties": types}}]
    text = renderer.calls([call], tools, allow_unsafe=unsafe)
    if not unsafe:
        renderer.calls([call, call], tools)
    return text


def _is_quoted(template: Template, field: str) -> bool:
    """Whether a field stands in quotes, where every character can be written."""
    place = template.part(field)
    return place is not None and (place.as_value or template.around(field)[0].endswith('"'))


def _thinking(renderer: Renderer, tokenizer: type[Scanner], unsafe: bool) -> str:
    text = renderer.thinking("plan", allow_unsafe=True)
    scanner = tokenizer()
    events = scanner.feed(text) + scanner.flush()
    if not unsafe and (not events or not isinstance(events[-1], ThinkingEnd) or "plan" not in events[-1].thinking):
        raise RenderError("the sample is not thinking")
    return text


def _compared(tokenizer: type[Scanner], name: str, write: Callable[[], str]) -> str:
    """What was written, and how the scanner reads it."""
    try:
        text = write()
    except RenderError:  # it cannot be written at all, and that is told
        return ""
    written = f"; written: {_short(text)}"
    if name == "results":
        return written
    scanner = tokenizer()
    read = []
    for event in scanner.feed(text) + scanner.flush():
        if isinstance(event, Text):
            read.append(f"text {_short(event.text)}")
        elif isinstance(event, ThinkingEnd):
            read.append(f"thinking {_short(event.thinking)}")
        elif isinstance(event, ToolEnd):
            read.append(f"a call of {event.name!r} with {_short(compact_json(event.arguments))}")
        elif isinstance(event, ToolAbort):
            read.append(f"a call of {event.name!r} that does not end ({event.reason})")
    return f"{written}; read: {', '.join(read) or 'nothing'}"


def _short(text: str) -> str:
    return repr(text if len(text) <= _MOST else text[: _MOST - 1] + "…")
