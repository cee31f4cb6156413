"""Conversations in the shapes of OpenAI and Anthropic, and the one shape everything here works with.

A canonical message is ``{"role": …, "content": …}`` with the roles user, developer, system, assistant and tool;
content is a string or blocks of ``text``, ``thinking``, ``tool_call`` and ``image``.  Converters change nothing that
they are given, and say in ``losses`` what the other side cannot say.
"""

from __future__ import annotations

from minimax_grammar.messages.anthropic import from_anthropic, to_anthropic
from minimax_grammar.messages.canonical import Converted, MessageError
from minimax_grammar.messages.openai_chat import from_openai, to_openai
from minimax_grammar.messages.openai_responses import from_responses, to_responses
from minimax_grammar.messages.shapes import canonical, from_any

__all__ = [
    "Converted",
    "MessageError",
    "canonical",
    "from_anthropic",
    "from_any",
    "from_openai",
    "from_responses",
    "to_anthropic",
    "to_openai",
    "to_responses",
]
