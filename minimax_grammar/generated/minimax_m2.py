"""Tokenizer of the dialect minimax-m2, generated from its dialect file. Do not edit."""

from __future__ import annotations

import re

from minimax_grammar.delimiters import Delimiters, beginning
from minimax_grammar.events import Event, Text, ThinkingDelta
from minimax_grammar.constructs import typed_as
from minimax_grammar.scanner import Scanner, Shape, filtered
from minimax_grammar.tags import attributes, is_self_closing, tag_end
from minimax_grammar.text import utf16_length

_new = tuple.__new__
_TAG_LIMIT = 257
_TAG_END = ">"
_MAX_DEPTH = 64
_PREFIXES = ("minimax:", "antml:")

OUTSIDE = 0
SECTION = 1
INVOKE = 2
ARGUMENT = 3
THOUGHT = 4

_OUTSIDE_DELIMITERS = Delimiters(
    "",
    '(?<=<)(?:minimax:|antml:)?(?:tool_call(?:>()|(?=[ \\t\\n\\r\\f\\v/>])())|invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())|(?!)(?:>()|(?=[ \\t\\n\\r\\f\\v/>])()))',
    "(?<=<)/(?:minimax:|antml:)?(?:tool_call[ \\t\\n\\r\\f\\v]*+>()|invoke[ \\t\\n\\r\\f\\v]*+>()|parameter[ \\t\\n\\r\\f\\v]*+>()|(?!)())",
    "(?<=\\])\\~b\\]tool()",
    "(?#part)(?<=\\])(?:\\Z|\\~(?:\\Z|b(?:\\Z|\\](?:\\Z|t(?:\\Z|o(?:\\Z|o\\Z))))))",
    "(?<=<)response>()",
    "(?<=<)(?:parameters>|tool_name>)()",
    "(?<=<)(?:function_calls>|tool_calls>|\\|tool_call|function=|arg_key>)()",
    "(?<=\\])(?:\\~!b\\[|\\~b\\])()",
    "(?<=\\[)e\\~\\[()",
    heads=("<tool_call", "<minimax:tool_call", "<antml:tool_call", "<invoke", "<minimax:invoke",
        "<antml:invoke",),
    spaced=("</tool_call", "</minimax:tool_call", "</antml:tool_call", "</invoke", "</minimax:invoke",
        "</antml:invoke", "</parameter", "</minimax:parameter", "</antml:parameter",),
    marks=("<response>", "<parameters>", "<tool_name>", "<function_calls>", "<tool_calls>", "<|tool_call",
        "<function=", "<arg_key>", "]~!b[", "]~b]", "[e~[",),
    begins=("</antml:", "</invoke", "</minima", "</parame", "</think", "</tool_c", "<antml:i", "<antml:t",
        "<arg_key", "<functio", "<invoke", "<minimax", "<paramet", "<respons", "<think", "<tool_ca",
        "<tool_na", "<|tool_c", "[e~[", "]~!b[", "]~b]",),
)

_SECTION_DELIMITERS = Delimiters(
    "",
    '(?<=<)(?:minimax:|antml:)?(?:invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())|(?!)(?:>()|(?=[ \\t\\n\\r\\f\\v/>])()))',
    "(?<=<)/(?:minimax:|antml:)?tool_call[ \\t\\n\\r\\f\\v]*+>()",
    "(?<=<)response>()",
    "(?<=\\])\\~b\\]tool()",
    "(?<=<)(?:parameters>|tool_name>)()",
    heads=("<invoke", "<minimax:invoke", "<antml:invoke",),
    spaced=("</tool_call", "</minimax:tool_call", "</antml:tool_call",),
    marks=("<response>", "]~b]tool", "<parameters>", "<tool_name>",),
)

_INVOKE_DELIMITERS = Delimiters(
    "<",
    '(?:minimax:|antml:)?(?:parameter(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())|invoke(?=[ \\t\\n\\r\\f\\v/>])())',
    "/(?:minimax:|antml:)?(?:invoke[ \\t\\n\\r\\f\\v]*+>()|tool_call[ \\t\\n\\r\\f\\v]*+>())",
    "(?:parameters>|tool_name>)()",
    heads=("<parameter", "<minimax:parameter", "<antml:parameter", "<invoke", "<minimax:invoke",
        "<antml:invoke",),
    spaced=("</invoke", "</minimax:invoke", "</antml:invoke", "</tool_call", "</minimax:tool_call",
        "</antml:tool_call",),
    marks=("<parameters>", "<tool_name>",),
)

_ARGUMENT_DELIMITERS = Delimiters(
    "</",
    "(?:minimax:|antml:)?parameter[ \\t\\n\\r\\f\\v]*+>()",
    "parameter(?!)[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<parameter|<minimax:parameter|<antml:parameter|</invoke|</minimax:invoke|</antml:invoke|<invoke|<minimax:invoke|<antml:invoke|</tool_call|</minimax:tool_call|</antml:tool_call|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+(?#end)))()",
    "minimax:parameter(?!)[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<parameter|<minimax:parameter|<antml:parameter|</invoke|</minimax:invoke|</antml:invoke|<invoke|<minimax:invoke|<antml:invoke|</tool_call|</minimax:tool_call|</antml:tool_call|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+(?#end)))()",
    "antml:parameter(?!)[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<parameter|<minimax:parameter|<antml:parameter|</invoke|</minimax:invoke|</antml:invoke|<invoke|<minimax:invoke|<antml:invoke|</tool_call|</minimax:tool_call|</antml:tool_call|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+(?#end)))()",
    spaced=("</parameter", "</minimax:parameter", "</antml:parameter",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "",
    "(?<=<)/(?:minimax:|antml:)?think[ \\t\\n\\r\\f\\v]*+>()",
    "(?<=<)minimax:tool_call>(?=[ \\t\\r\\n]{0,32}+<invoke)()",
    "(?#part)(?<=<)(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))))))))))))))",
    "(?<=<)response>()",
    "(?<=\\])\\~b\\]tool()",
    spaced=("</think", "</minimax:think", "</antml:think",),
    marks=("<response>", "]~b]tool",),
    begins=("</antml:", "</minima", "</think", "<minimax", "<respons", "]~b]tool",),
)

_ARGUMENT_DELIMITERS_6 = Delimiters(
    "</",
    "(?:minimax:|antml:)?(?!)()",
    "parameter[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<parameter|<minimax:parameter|<antml:parameter|</invoke|</minimax:invoke|</antml:invoke|<invoke|<minimax:invoke|<antml:invoke|</tool_call|</minimax:tool_call|</antml:tool_call|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?#part)(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))|(?:\\Z|<(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))|(?:\\Z|<(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z))))))))))))))))|\\Z)))))))))))))",
    "minimax:parameter[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<parameter|<minimax:parameter|<antml:parameter|</invoke|</minimax:invoke|</antml:invoke|<invoke|<minimax:invoke|<antml:invoke|</tool_call|</minimax:tool_call|</antml:tool_call|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?#part)(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))|(?:\\Z|<(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))|(?:\\Z|<(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z))))))))))))))))|\\Z)))))))))))))))))))))",
    "antml:parameter[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<parameter|<minimax:parameter|<antml:parameter|</invoke|</minimax:invoke|</antml:invoke|<invoke|<minimax:invoke|<antml:invoke|</tool_call|</minimax:tool_call|</antml:tool_call|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|m(?:i(?:n(?:i(?:m(?:a(?:x(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|a(?:n(?:t(?:m(?:l(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l)?+)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?#part)(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))|(?:\\Z|<(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))|(?:\\Z|<(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|:(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z))))))))))))))))|\\Z)))))))))))))))))))",
)

_OUTSIDE_DELIMITERS_7 = Delimiters(
    "",
    '(?<=<)(?:minimax:|antml:)?(?:tool_call(?:>()|(?=[ \\t\\n\\r\\f\\v/>])())|invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())|think(?:>()|(?=[ \\t\\n\\r\\f\\v/>])()))',
    "(?<=<)/(?:minimax:|antml:)?(?:tool_call[ \\t\\n\\r\\f\\v]*+>()|invoke[ \\t\\n\\r\\f\\v]*+>()|parameter[ \\t\\n\\r\\f\\v]*+>()|think[ \\t\\n\\r\\f\\v]*+>())",
    "(?<=\\])\\~b\\]tool()",
    "(?#part)(?<=\\])(?:\\Z|\\~(?:\\Z|b(?:\\Z|\\](?:\\Z|t(?:\\Z|o(?:\\Z|o\\Z))))))",
    "(?<=<)response>()",
    "(?<=<)(?:parameters>|tool_name>)()",
    "(?<=<)(?:function_calls>|tool_calls>|\\|tool_call|function=|arg_key>)()",
    "(?<=\\])(?:\\~!b\\[|\\~b\\])()",
    "(?<=\\[)e\\~\\[()",
    heads=("<tool_call", "<minimax:tool_call", "<antml:tool_call", "<invoke", "<minimax:invoke",
        "<antml:invoke", "<think", "<minimax:think", "<antml:think",),
    spaced=("</tool_call", "</minimax:tool_call", "</antml:tool_call", "</invoke", "</minimax:invoke",
        "</antml:invoke", "</parameter", "</minimax:parameter", "</antml:parameter", "</think",
        "</minimax:think", "</antml:think",),
    marks=("<response>", "<parameters>", "<tool_name>", "<function_calls>", "<tool_calls>", "<|tool_call",
        "<function=", "<arg_key>", "]~!b[", "]~b]", "[e~[",),
    begins=("</antml:", "</invoke", "</minima", "</parame", "</think", "</tool_c", "<antml:i", "<antml:t",
        "<arg_key", "<functio", "<invoke", "<minimax", "<paramet", "<respons", "<think", "<tool_ca",
        "<tool_na", "<|tool_c", "[e~[", "]~!b[", "]~b]",),
)

_SECTION_DELIMITERS_8 = Delimiters(
    "",
    '(?<=<)(?:minimax:|antml:)?(?:invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())|think(?:>()|(?=[ \\t\\n\\r\\f\\v/>])()))',
    "(?<=<)/(?:minimax:|antml:)?tool_call[ \\t\\n\\r\\f\\v]*+>()",
    "(?<=<)response>()",
    "(?<=\\])\\~b\\]tool()",
    "(?<=<)(?:parameters>|tool_name>)()",
    heads=("<invoke", "<minimax:invoke", "<antml:invoke", "<think", "<minimax:think", "<antml:think",),
    spaced=("</tool_call", "</minimax:tool_call", "</antml:tool_call",),
    marks=("<response>", "]~b]tool", "<parameters>", "<tool_name>",),
)


class Tokenizer(Scanner):
    "MiniMax M2: the same tags on lines of their own, and turns of its own"

    __slots__ = ()
    DIALECT = "minimax-m2"
    OPTIONS = ("thinking", "followed")
    STARTS = {"outside": (0, "", "", ("</think>", "ai\n")), "thinking": (4, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "", "call", "argument", "thinking")
    ENDS = ("", "unclosed-wrapper", "unclosed-call", "unclosed-argument", "unclosed-thinking")
    DROPS = ("", "dropped-prose", "dropped-prose", "", "")
    FINISHES = ("", "leave", "abort", "abort", "leave")
    MODE_NAMES = ("outside", "section", "invoke", "argument", "thought")
    LIMITS = {"argument": (1000000, "\n…[parameter truncated: exceeded 1000000 UTF-16 code units]")}
    UNTYPED = frozenset(("argument",))
    NULLS = frozenset(("argument",))
    RENDERS = {
        "argument": ('<parameter name="{key|attr}">{value|easy}</parameter>\n', ""),
        "call": ('<invoke name="{name|attr}">\n{arguments}</invoke>', ""),
        "calls": ("<minimax:tool_call>\n{calls}\n</minimax:tool_call>", "\n"),
        "success": ("<response>{body}</response>", ""),
        "failure": ("<response>{body}</response>", ""),
        "results": ("]~b]tool\n{results}[e~[\n", "\n"),
        "thinking": ("<think>\n{thinking|unwrapped}\n</think>", ""),
        "gap": ("\n\n", ""),
        "developer": ("]~b]system\n{text}[e~[\n", ""),
        "user": ("]~b]user\n{text}[e~[\n", ""),
        "assistant": ("]~b]ai\n{thinking|tail '\n\n'}{text}{calls|lead '\n'}[e~[\n", ""),
        "begin": ("]~!b[", ""),
        "outputs": ("]~b]tool\n{results}[e~[\n", ""),
    }
    GUIDE = "minimax-m2.guide.md"
    PATTERNS = {
        (False, False): (
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _ARGUMENT_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (False, True): (
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _ARGUMENT_DELIMITERS_6,
            _THOUGHT_DELIMITERS,
        ),
        (True, False): (
            _OUTSIDE_DELIMITERS_7,
            _SECTION_DELIMITERS_8,
            _INVOKE_DELIMITERS,
            _ARGUMENT_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True, True): (
            _OUTSIDE_DELIMITERS_7,
            _SECTION_DELIMITERS_8,
            _INVOKE_DELIMITERS,
            _ARGUMENT_DELIMITERS_6,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and "]" not in text and "[" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == ARGUMENT and "<" not in text:
                return self._feed_argument(text)
            if mode == THOUGHT and "<" not in text and "]" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_thinking(text)
        return Scanner.feed(self, text)

    def _scan_outside(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode outside: text -> emit"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[0].final if final else self._patterns[0].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                pos += 1
                continue
            if which in (2, 4, 6):  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
                if end <= 0:
                    if end and not final:
                        break
                    if not end:
                        self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
            else:
                end = found.end()
            if end - pos > _TAG_LIMIT // 2 and which in (7, 8, 9, 10):
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if not (which in (8, 9, 13, 14)) and (self._option_guarded or not (which in (11, 12))):
                if self._fresh:
                    begin = self._lead(text, plain, pos, "newlines")
                    if trace:
                        self._trace("markup", plain, begin)
                    plain = begin
                stop = self._trail(text, plain, pos, "newlines")
                if plain < stop:
                    events.append(_new(Text, (text[plain:stop],)))
                    if trace:
                        self._trace("text", plain, stop)
                if trace:
                    self._trace("markup", stop, pos)
                plain = pos
            if which in (1, 2):
                # <wrapper> -> enter section report unprefixed-wrapper unless prefixed
                if not text.startswith(_PREFIXES, pos + 1):
                    self._report("unprefixed-wrapper", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                closed = which != 1 and is_self_closing(text, found.end(), end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = SECTION
                self._moved = True
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                return end
            if which == 7:
                # </wrapper> -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (3, 4):
                # <invoke> -> enter invoke report bare-call
                self._report("bare-call", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                if which == 3:
                    name = found[3]
                    closed = False
                else:
                    read = attributes(text, found.end(), end)
                    name = read.get("name", "").strip()
                    closed = is_self_closing(text, found.end(), end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = INVOKE
                self._moved = True
                self._begin_call(name, pos, end, events)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_call(text, end, events)
                return end
            if which == 8:
                # </invoke> -> emit report stray-closer
                self._report("stray-closer", pos, end)
                pos = end
                continue
            if which == 9:
                # </parameter> -> emit report stray-closer
                self._report("stray-closer", pos, end)
                pos = end
                continue
            if which in (5, 6):
                # <think> -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                closed = which != 5 and is_self_closing(text, found.end(), end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_thinking(events)
                return end
            if which == 10:
                # </think> -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (11, 12):
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # result -> emit report fabricated-result
                self._report("fabricated-result", pos, end)
                pos = end
                continue
            if which == 13:
                # legacy -> emit report legacy-markup
                self._report("legacy-markup", pos, end)
                pos = end
                continue
            if which == 14:
                # foreign -> emit report foreign-markup
                self._report("foreign-markup", pos, end)
                pos = end
                continue
            if which in (15, 16):
                # turn -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if self._fresh:
            begin = self._lead(text, plain, pos, "newlines")
            if trace:
                self._trace("markup", plain, begin)
            plain = begin
        stop = pos if final else self._trail(text, plain, pos, "newlines")
        if plain < stop:
            events.append(_new(Text, (text[plain:stop],)))
            if trace:
                self._trace("text", plain, stop)
        return stop if stop == len(text) else ~stop

    def _scan_section(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode section: text -> skip"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[1].final if final else self._patterns[1].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                pos += 1
                continue
            if which in (2, 4):  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
                if end <= 0:
                    if end and not final:
                        break
                    if not end:
                        self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
            else:
                end = found.end()
            if end - pos > _TAG_LIMIT // 2 and which == 5:
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which == 5:
                # </wrapper> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (1, 2):
                # <invoke> -> enter invoke
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                if which == 1:
                    name = found[1]
                    closed = False
                else:
                    read = attributes(text, found.end(), end)
                    name = read.get("name", "").strip()
                    closed = is_self_closing(text, found.end(), end)
                self._stack.append((SECTION, self._base + pos, ""))
                self._mode = INVOKE
                self._moved = True
                self._begin_call(name, pos, end, events)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_call(text, end, events)
                return end
            if which in (3, 4):
                # <think> -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                closed = which != 3 and is_self_closing(text, found.end(), end)
                self._stack.append((SECTION, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_thinking(events)
                return end
            if which in (6, 7):
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # result -> skip report fabricated-result
                self._report("fabricated-result", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 8:
                # legacy -> skip report legacy-markup
                self._report("legacy-markup", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            if not text[plain:pos].isspace():
                self._drop(text, plain, pos)
            if trace:
                self._trace("dropped", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_invoke(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode invoke is call: text -> skip"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[2].final if final else self._patterns[2].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                pos += 1
                continue
            if which in (2, 3):  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
                if end <= 0:
                    if end and not final:
                        break
                    if not end:
                        self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
            else:
                end = found.end()
            if end - pos > _TAG_LIMIT // 2 and which in (4, 5):
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which in (1, 2):
                # <parameter> -> enter argument
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                if which == 1:
                    key = found[1]
                    string = None
                    closed = False
                else:
                    read = attributes(text, found.end(), end)
                    key = read.get("name", "").strip()
                    string = read.get("string")
                    closed = is_self_closing(text, found.end(), end)
                self._stack.append((INVOKE, self._base + pos, ""))
                self._mode = ARGUMENT
                self._moved = True
                self._begin_argument("argument", key, string)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_argument(start, self._base + end, events, "argument")
                return end
            if which == 4:
                # </invoke> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, end, events)
                return end
            if which == 3:
                # before <invoke> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which == 5:
                # before </wrapper> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which == 6:
                # legacy -> skip report legacy-markup
                self._report("legacy-markup", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            if not text[plain:pos].isspace():
                self._drop(text, plain, pos)
            if trace:
                self._trace("dropped", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_argument(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode argument is argument: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[3].final if final else self._patterns[3].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                if not final:
                    pos -= beginning(text, plain, "</")
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                pos += 1
                continue
            end = found.end()
            if end - pos > _TAG_LIMIT // 2 and which in (1, 2, 3, 4):
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (1, 2, 3, 4):
                # </parameter> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + end, events, "argument")
                return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._argument_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_thought(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode thought is thinking: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[4].final if final else self._patterns[4].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if text.startswith(('</',), pos) and found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                pos += 1
                continue
            end = found.end()
            if end - pos > _TAG_LIMIT // 2 and which == 1:
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if (self._option_guarded or not (which in (3, 4))):
                if self._fresh:
                    begin = self._lead(text, plain, pos, "newlines")
                    if trace:
                        self._trace("markup", plain, begin)
                    plain = begin
                stop = self._trail(text, plain, pos, "newlines")
                if plain < stop:
                    self._thinking_text(text[plain:stop], events)
                    if trace:
                        self._trace("thinking", plain, stop)
                if trace:
                    self._trace("markup", stop, pos)
                plain = pos
            if which == 1:
                # </think> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which == 2:
                # before opening -> leave report call-in-thinking
                self._report("call-in-thinking", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which in (3, 4):
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # result -> body report fabricated-result
                self._report("fabricated-result", pos, end)
                pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if self._fresh:
            begin = self._lead(text, plain, pos, "newlines")
            if trace:
                self._trace("markup", plain, begin)
            plain = begin
        stop = pos if final else self._trail(text, plain, pos, "newlines")
        if plain < stop:
            self._thinking_text(text[plain:stop], events)
            if trace:
                self._trace("thinking", plain, stop)
        return stop if stop == len(text) else ~stop

    MODES = (_scan_outside, _scan_section, _scan_invoke, _scan_argument, _scan_thought,)
