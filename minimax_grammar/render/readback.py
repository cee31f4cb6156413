"""Whether what a dialect's templates write is read back by its own scanner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import Finding, RenderError
from minimax_grammar.events import ThinkingEnd
from minimax_grammar.render.renderer import Renderer

if TYPE_CHECKING:
    from collections.abc import Callable

    from minimax_grammar.language.model import Dialect
    from minimax_grammar.render.template import Template
    from minimax_grammar.scanner import Scanner

__all__ = ["template_findings"]

_NAME, _KEY, _ODD = "read_file", "path", 'a"b<c>&d'
_TEXT = 'x < y & "z"\n'
_RESULTS: list[dict[str, Any]] = [{"name": _NAME, "text": _TEXT}, {"name": "b", "text": "", "is_error": True}]


def template_findings(dialect: Dialect, tokenizer: type[Scanner]) -> list[Finding]:
    """What is wrong with the templates of ``dialect``, found by rendering samples and reading them again."""
    findings = []
    renderer = Renderer(tokenizer)
    single = "argument" not in dialect.renders
    tried: dict[str, tuple[set[str], Callable[[], object]]] = {
        "call": (
            {"call", "calls"} if single else {"argument", "call", "calls"},
            lambda: _calls(renderer),
        ),
        "results": ({"success", "results"}, lambda: renderer.results(_RESULTS)),
        "thinking": ({"thinking"}, lambda: _thinking(renderer, tokenizer)),
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
                attempt()
            except RenderError as error:
                message = f"what it writes does not read back through the dialect's own scanner: {error}"
        if message:
            findings.append(Finding(place.file, place.line, place.column, message))
    return findings


def _calls(renderer: Renderer) -> None:
    name = _ODD if _is_quoted(renderer.template("call"), "name") else _NAME
    key = _ODD if renderer.says("argument") and _is_quoted(renderer.template("argument"), "key") else _KEY
    values = {key: (_TEXT, "string"), "list": (["b", {"a": "c"}], "array"), "empty": ("", "string")}
    arguments = {name: value for name, (value, _) in values.items()}
    types = {name: {"type": kind} for name, (_, kind) in values.items()}
    call = {"name": name, "arguments": arguments}
    renderer.calls([call], [{"name": name, "parameters": {"properties": types}}])
    renderer.calls([call, call], [{"name": name, "parameters": {"properties": types}}])


def _is_quoted(template: Template, field: str) -> bool:
    """Whether a field stands in quotes, where every character can be written."""
    place = template.part(field)
    return place is not None and (place.as_value or template.around(field)[0].endswith('"'))


def _thinking(renderer: Renderer, tokenizer: type[Scanner]) -> None:
    scanner = tokenizer()
    events = scanner.feed(renderer.thinking("plan", allow_unsafe=True)) + scanner.flush()
    if not events or not isinstance(events[-1], ThinkingEnd) or "plan" not in events[-1].thinking:
        raise RenderError("the sample is not thinking")
