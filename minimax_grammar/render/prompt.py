"""What a model is told so that it calls tools in a dialect (SPEC 11)."""

from __future__ import annotations

from minimax_grammar.errors import RenderError
from minimax_grammar.render.encode import compact_json
from minimax_grammar.tools import Tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.dialect import Dialect

__all__ = ["catalog", "prompt"]

_INTRODUCTION = (
    "You can call the tools listed here. A call is text that you write in your answer, in the form told below; it is "
    "not a native tool message, and nothing else you write calls a tool."
)


def catalog(tools: object) -> str:
    """``tools`` as one compact JSON object a line: type, and the function with name, description, parameters."""
    lines = []
    for number, tool in enumerate(Tools.of(tools), 1):
        try:
            lines.append(compact_json({"type": "function", "function": tool.declaration}))
        except ValueError as error:
            raise RenderError(f"tool {number} ({tool.name!r}) is no JSON: {error}", tool.name) from None
    return "\n".join(lines)


def prompt(dialect: Dialect, tools: object) -> str:
    """The whole section of a system prompt: introduction, catalog, and the dialect's guide."""
    listed = catalog(tools)
    return f"# Tools\n\n{_INTRODUCTION}\n\n<tools>\n{listed}\n</tools>\n\n{dialect.guide()}"
