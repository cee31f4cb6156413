"""Read, check and generate the in-band tool-call dialects of language models.

The usual way in::

    import minimax_grammar as mg

    scanner = mg.load_dialect("minimax").scanner(tools=tools)
    for chunk in stream:
        for event in scanner.feed(chunk):
            ...
    for event in scanner.flush():
        ...
"""

from __future__ import annotations

from minimax_grammar.bodies import Argument, Body
from minimax_grammar.diagnostics import RULES, Diagnostic, Rule
from minimax_grammar.dialect import Dialect
from minimax_grammar.errors import (
    CorpusError,
    Finding,
    GrammarError,
    MinimaxGrammarError,
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
from minimax_grammar.parsing import Call, Parsed, parse
from minimax_grammar.registry import dialects, load_dialect
from minimax_grammar.scanner import Scanner, Segment
from minimax_grammar.tools import Tool, Tools

__version__ = "0.1.0"

__all__ = [
    "RULES",
    "Argument",
    "Body",
    "Call",
    "CorpusError",
    "Diagnostic",
    "Dialect",
    "Event",
    "Finding",
    "GrammarError",
    "MinimaxGrammarError",
    "Parsed",
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
    "coalesce",
    "dialects",
    "event_from_json",
    "load_dialect",
    "parse",
]
