"""Read, check and generate the in-band tool-call dialects of language models.

The usual way in, with the name of a dialect or the path of a dialect file::

    import minimax_grammar as mg

    scanner = mg.load_dialect(name).scanner(tools=tools)
    for chunk in stream:
        for event in scanner.feed(chunk):
            ...
    for event in scanner.flush():
        ...
"""

from __future__ import annotations

from minimax_grammar.dialect import Dialect
from minimax_grammar.errors import (
    CorpusError,
    Finding,
    GrammarError,
    MinimaxGrammarError,
    RenderError,
    ToolsError,
    UnknownDialectError,
)
from minimax_grammar.events import (
    Event,
    Text,
    ThinkingDelta,
    ThinkingEnd,
    ThinkingStart,
    ToolAbort,
    ToolArgDelta,
    ToolEnd,
    ToolStart,
    coalesce,
    event_from_json,
)
from minimax_grammar.registry import dialects, load_dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.bodies import Argument, Body
    from minimax_grammar.deltas import AnthropicStream, OpenAIStream
    from minimax_grammar.diagnostics import RULES, Diagnostic, Rule
    from minimax_grammar.history import decode_history, encode_history
    from minimax_grammar.messages import MessageError
    from minimax_grammar.parsing import Call, Parsed, parse
    from minimax_grammar.projection import Message, Projector, aproject, project
    from minimax_grammar.requests import convert_request, convert_response
    from minimax_grammar.scanner import Scanner, Segment
    from minimax_grammar.selection import preferred_dialect, resolve_dialect
    from minimax_grammar.streams import ascan, scan
    from minimax_grammar.tools import Tool, Tools

__version__ = "0.1.0"

__all__ = [
    "RULES",
    "AnthropicStream",
    "Argument",
    "Body",
    "Call",
    "CorpusError",
    "Diagnostic",
    "Dialect",
    "Event",
    "Finding",
    "GrammarError",
    "Message",
    "MessageError",
    "MinimaxGrammarError",
    "OpenAIStream",
    "Parsed",
    "Projector",
    "RenderError",
    "Rule",
    "Scanner",
    "Segment",
    "Text",
    "ThinkingDelta",
    "ThinkingEnd",
    "ThinkingStart",
    "Tool",
    "ToolAbort",
    "ToolArgDelta",
    "ToolEnd",
    "ToolStart",
    "Tools",
    "ToolsError",
    "UnknownDialectError",
    "aproject",
    "ascan",
    "coalesce",
    "convert_request",
    "convert_response",
    "decode_history",
    "dialects",
    "encode_history",
    "event_from_json",
    "load_dialect",
    "parse",
    "preferred_dialect",
    "project",
    "resolve_dialect",
    "scan",
]

# A scanner is to be ready at once: what it does not need is imported when it is asked for.
_LATER = {
    "bodies": ("Argument", "Body"),
    "deltas": ("AnthropicStream", "OpenAIStream"),
    "diagnostics": ("RULES", "Diagnostic", "Rule"),
    "history": ("decode_history", "encode_history"),
    "messages": ("MessageError",),
    "parsing": ("Call", "Parsed", "parse"),
    "projection": ("Message", "Projector", "aproject", "project"),
    "requests": ("convert_request", "convert_response"),
    "scanner": ("Scanner", "Segment"),
    "selection": ("preferred_dialect", "resolve_dialect"),
    "streams": ("ascan", "scan"),
    "tools": ("Tool", "Tools"),
}
_MODULES = {name: module for module, names in _LATER.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
