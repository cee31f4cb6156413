"""Tokenizer of the dialect glm, generated from its dialect file. Do not edit."""

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
_PREFIXES = ()

OUTSIDE = 0
CALL = 1
BROKEN = 2
VALUE = 3
THOUGHT = 4

_OUTSIDE_DELIMITERS = Delimiters(
    "",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=[ \\t\\r\\n]{0,32}+<arg_key>)()",
    "(?#cut2)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y\\Z)))))))))))))))))))))",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=[ \\t\\r\\n]{0,32}+</tool_call>)()",
    "(?#cut)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))))",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=</arg_key>)()",
    "(?#cut4)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y\\Z)))))))))))))))))))))",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=<arg_value>)()",
    "(?#cut2)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z))))))))))))))))))))))",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=</arg_value>)()",
    "(?#cut)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))))",
    "(?<=<)tool_call>(?=[ \\t\\r\\n]{0,32}+<tool_call>)()",
    "(?#part)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))",
    "(?<=<)/tool_call>()",
    "(?<=<)(?:/arg_value>|arg_value>|/arg_key>|arg_key>)()",
    "(?<=<)(?!)()",
    "(?<=<)(?!)()",
    "(?<=<)(?:tool_response>|\\|observation\\|>)()",
    "(?<=<)(?:/tool_response>|\\|assistant\\|>|\\|endoftext\\|>|\\|system\\|>|\\|user\\|>|sop>)()",
    "(?<=/)nothink()",
    "(?<=\\[)gMASK\\]()",
    marks=("</tool_call>", "</arg_value>", "<arg_value>", "</arg_key>", "<arg_key>", "<tool_response>",
        "<|observation|>", "</tool_response>", "<|assistant|>", "<|endoftext|>", "<|system|>", "<|user|>",
        "/nothink", "[gMASK]", "<sop>",),
    begins=("/nothink", "</arg_ke", "</arg_va", "</think>", "</tool_c", "</tool_r", "<arg_key", "<arg_val",
        "<sop>", "<think>", "<tool_ca", "<tool_re", "<|assist", "<|endoft", "<|observ", "<|system",
        "<|user|>", "[gMASK]",),
)

_CALL_DELIMITERS = Delimiters(
    "<",
    "arg_key>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+</arg_key>[ \\t\\r\\n]{0,32}+(?></arg_key>|(?!(?:(?#open)|<(?:(?#open)|/(?:(?#open)|a(?:(?#open)|r(?:(?#open)|g(?:(?#open)|_(?:(?#open)|k(?:(?#open)|e(?:(?#open)|y(?#open))))))))))))[ \\t\\r\\n]{0,32}+<arg_value>()",
    "(?#cut)(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))|(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))))))))))))))))",
    "/tool_call>()",
    marks=("</tool_call>",),
)

_BROKEN_DELIMITERS = Delimiters(
    "<",
    "tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=[ \\t\\r\\n]{0,32}+<arg_key>)()",
    "(?#cut2)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y\\Z)))))))))))))))))))))",
    "tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=[ \\t\\r\\n]{0,32}+</tool_call>)()",
    "(?#cut)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))))",
    "/tool_call>()",
    marks=("</tool_call>",),
)

_VALUE_DELIMITERS = Delimiters(
    "",
    "(?<=<)/arg_value>(?!)(?=[ \\t\\r\\n]{0,32}+(?:<arg_key>|</tool_call>|(?:<(?:a(?:r(?:g(?:_(?:k(?:e(?:y)?+)?+)?+)?+)?+)?+|/(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?<=<)/arg_key>[ \\t\\r\\n]{0,32}+</arg_value>()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))",
    "(?<=<)/arg_key>(?=[ \\t\\r\\n]{0,32}+<arg_key>)()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y\\Z))))))))))))))))))",
    "(?<=<)/arg_key>(?=[ \\t\\r\\n]{0,32}+</tool_call>)()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))",
    "(?<=<)arg_key>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+</arg_key>[ \\t\\r\\n]{0,32}+(?></arg_key>|(?!(?:(?#open)|<(?:(?#open)|/(?:(?#open)|a(?:(?#open)|r(?:(?#open)|g(?:(?#open)|_(?:(?#open)|k(?:(?#open)|e(?:(?#open)|y(?#open))))))))))))[ \\t\\r\\n]{0,32}+<arg_value>()",
    "(?#cut)(?<=<)(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))|(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))))))))))))))))",
    "(?<=\\\n)<arg_key>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+</arg_key>[ \\t\\r\\n]{0,32}+<arg_value>()",
    "(?#cut)(?<=\\\n)(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))))))))))))))",
    "(?<=<)/tool_call>(?=[ \\t\\r\\n]{0,32}+<tool_call>)()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))",
    "(?<=<)/tool_call>(?=[ \\t\\r\\n]{0,32}+<\\|observation\\|>)()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|b(?:\\Z|s(?:\\Z|e(?:\\Z|r(?:\\Z|v(?:\\Z|a(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|\\|\\Z))))))))))))))))))))))))))",
    "(?<=<)/tool_call>(?=[ \\t\\r\\n]{0,32}+(?:<(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+|\\|(?:o(?:b(?:s(?:e(?:r(?:v(?:a(?:t(?:i(?:o(?:n(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))",
    "(?<=<)/arg_value>()",
    marks=("</arg_value>",),
    begins=("\n<arg_ke", "</arg_ke", "</arg_va", "</tool_c", "<arg_key",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "/think>()",
    "(?:tool_response>|\\|observation\\|>)()",
    marks=("</think>", "<tool_response>", "<|observation|>",),
)

_VALUE_DELIMITERS_6 = Delimiters(
    "",
    "(?<=<)/arg_value>(?=[ \\t\\r\\n]{0,32}+(?:<arg_key>|</tool_call>|(?:<(?:a(?:r(?:g(?:_(?:k(?:e(?:y)?+)?+)?+)?+)?+)?+|/(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y\\Z))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))|\\Z)))))))))))))",
    "(?<=<)/arg_key>[ \\t\\r\\n]{0,32}+</arg_value>()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))",
    "(?<=<)/arg_key>(?=[ \\t\\r\\n]{0,32}+<arg_key>)()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y\\Z))))))))))))))))))",
    "(?<=<)/arg_key>(?=[ \\t\\r\\n]{0,32}+</tool_call>)()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))",
    "(?<=<)arg_key>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+</arg_key>[ \\t\\r\\n]{0,32}+(?></arg_key>|(?!(?:(?#open)|<(?:(?#open)|/(?:(?#open)|a(?:(?#open)|r(?:(?#open)|g(?:(?#open)|_(?:(?#open)|k(?:(?#open)|e(?:(?#open)|y(?#open))))))))))))[ \\t\\r\\n]{0,32}+<arg_value>()",
    "(?#cut)(?<=<)(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))|(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))))))))))))))))",
    "(?<=\\\n)<arg_key>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+</arg_key>[ \\t\\r\\n]{0,32}+<arg_value>()",
    "(?#cut)(?<=\\\n)(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))))))))))))))",
    "(?<=<)/tool_call>(?=[ \\t\\r\\n]{0,32}+<tool_call>)()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))",
    "(?<=<)/tool_call>(?=[ \\t\\r\\n]{0,32}+<\\|observation\\|>)()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|b(?:\\Z|s(?:\\Z|e(?:\\Z|r(?:\\Z|v(?:\\Z|a(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|\\|\\Z))))))))))))))))))))))))))",
    "(?<=<)/tool_call>(?=[ \\t\\r\\n]{0,32}+(?:<(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+|\\|(?:o(?:b(?:s(?:e(?:r(?:v(?:a(?:t(?:i(?:o(?:n(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))",
    "(?<=<)(?!)()",
    begins=("\n<arg_ke", "</arg_ke", "</arg_va", "</tool_c", "<arg_key",),
)

_OUTSIDE_DELIMITERS_7 = Delimiters(
    "",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=[ \\t\\r\\n]{0,32}+<arg_key>)()",
    "(?#cut2)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y\\Z)))))))))))))))))))))",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=[ \\t\\r\\n]{0,32}+</tool_call>)()",
    "(?#cut)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))))",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=</arg_key>)()",
    "(?#cut4)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|k(?:\\Z|e(?:\\Z|y\\Z)))))))))))))))))))))",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=<arg_value>)()",
    "(?#cut2)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z))))))))))))))))))))))",
    "(?<=<)tool_call>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)(?=</arg_value>)()",
    "(?#cut)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|_(?:\\Z|v(?:\\Z|a(?:\\Z|l(?:\\Z|u(?:\\Z|e\\Z)))))))))))))))))))))))",
    "(?<=<)tool_call>(?=[ \\t\\r\\n]{0,32}+<tool_call>)()",
    "(?#part)(?<=<)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))",
    "(?<=<)/tool_call>()",
    "(?<=<)(?:/arg_value>|arg_value>|/arg_key>|arg_key>)()",
    "(?<=<)think>()",
    "(?<=<)/think>()",
    "(?<=<)(?:tool_response>|\\|observation\\|>)()",
    "(?<=<)(?:/tool_response>|\\|assistant\\|>|\\|endoftext\\|>|\\|system\\|>|\\|user\\|>|sop>)()",
    "(?<=/)nothink()",
    "(?<=\\[)gMASK\\]()",
    marks=("</tool_call>", "</arg_value>", "<arg_value>", "</arg_key>", "<arg_key>", "<think>", "</think>",
        "<tool_response>", "<|observation|>", "</tool_response>", "<|assistant|>", "<|endoftext|>",
        "<|system|>", "<|user|>", "/nothink", "[gMASK]", "<sop>",),
    begins=("/nothink", "</arg_ke", "</arg_va", "</think>", "</tool_c", "</tool_r", "<arg_key", "<arg_val",
        "<sop>", "<think>", "<tool_ca", "<tool_re", "<|assist", "<|endoft", "<|observ", "<|system",
        "<|user|>", "[gMASK]",),
)


class Tokenizer(Scanner):
    "GLM as told by a prompt: one pair of key and value a line"

    __slots__ = ()
    DIALECT = "glm"
    OPTIONS = ("thinking", "followed")
    STARTS = {"outside": (0, "", "", ("</think>", "<|assistant|>")), "thinking": (4, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "call", "", "argument", "thinking")
    ENDS = ("", "unclosed-call", "", "unclosed-argument", "unclosed-thinking")
    DROPS = ("", "dropped-prose", "dropped-prose", "", "")
    FINISHES = ("", "abort", "leave", "abort", "leave")
    MODE_NAMES = ("outside", "call", "broken", "value", "thought")
    LIMITS = {"value": (1000000, "\n…[value truncated: exceeded 1000000 UTF-16 code units]")}
    STRICT = frozenset(("value",))
    FOLLOWED = True
    RENDERS = {
        "argument": ("<arg_key>{key}</arg_key>\n<arg_value>{value}</arg_value>\n", ""),
        "call": ("<tool_call>{name}\n{arguments}</tool_call>", ""),
        "calls": ("{calls}", "\n"),
        "success": ("<tool_response>\n{body}\n</tool_response>", ""),
        "results": ("<observation>\n{results}\n</observation>", "\n"),
        "thinking": ("<think>\n{thinking}\n</think>", ""),
        "begin": ("[gMASK]<sop>", ""),
        "developer": ("<|system|>\n{text}", ""),
        "user": ("<|user|>\n{text}", ""),
        "assistant": ("<|assistant|>\n{thinking}{text}{calls}", ""),
        "outputs": ("<|observation|>\n{results}", ""),
    }
    GUIDE = "glm-4.5.guide.md"
    PATTERNS = {
        (False, False): (
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _BROKEN_DELIMITERS,
            _VALUE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (False, True): (
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _BROKEN_DELIMITERS,
            _VALUE_DELIMITERS_6,
            _THOUGHT_DELIMITERS,
        ),
        (True, False): (
            _OUTSIDE_DELIMITERS_7,
            _CALL_DELIMITERS,
            _BROKEN_DELIMITERS,
            _VALUE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True, True): (
            _OUTSIDE_DELIMITERS_7,
            _CALL_DELIMITERS,
            _BROKEN_DELIMITERS,
            _VALUE_DELIMITERS_6,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and "/" not in text and "[" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == VALUE and "<" not in text and "\n" not in text:
                return self._feed_argument(text)
            if mode == THOUGHT and "<" not in text and not self._fresh and text[-1] not in "\n":
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
                if not final:
                    break
                if text.startswith(('<tool_call>',), pos):
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
                    self._cut_off(text, pos)
                    plain = pos = len(text)
                    break
                pos += 1
                continue
            end = found.end()
            if which in (2, 4):
                if which == 2:
                    caught = {"name": found[1] or ""}
                elif which == 4:
                    caught = {"name": found[3] or ""}
            if (self._option_guarded or not (which == 16)):
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
            if which in (2, 4):
                # call -> enter call
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_call(name, pos, end, events)
                return end
            if which in (6, 8, 10):
                # broken -> enter broken report nameless-call
                self._report("nameless-call", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = BROKEN
                self._moved = True
                return end
            if which == 12:
                # call-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (11, 13):
                # pieces -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 14:
                # think -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 15:
                # think-end -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 16:
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # result -> emit report fabricated-result
                self._report("fabricated-result", pos, end)
                pos = end
                continue
            if which in (17, 18, 19):
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

    def _scan_call(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode call is call: text -> skip"""
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
                if not final:
                    break
                if text.startswith(('<arg_key>',), pos):
                    if plain < pos:
                        if not text[plain:pos].isspace():
                            self._drop(text, plain, pos)
                        if trace:
                            self._trace("dropped", plain, pos)
                    if self._drop_start >= 0:
                        self._end_drop("dropped-prose")
                    plain = pos
                    self._cut_off(text, pos)
                    plain = pos = len(text)
                    break
                pos += 1
                continue
            end = found.end()
            if which == 2:
                caught = {"key": found[1] or ""}
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which == 2:
                # argument -> enter value
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                key = filtered(caught.get("key", ""))
                self._stack.append((CALL, self._base + pos, ""))
                self._mode = VALUE
                self._moved = True
                self._begin_argument("value", key, None)
                return end
            if which == 3:
                # call-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, end, events)
                return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            if not text[plain:pos].isspace():
                self._drop(text, plain, pos)
            if trace:
                self._trace("dropped", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_broken(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode broken: text -> skip"""
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
                if not final:
                    break
                if text.startswith(('<tool_call>',), pos):
                    if plain < pos:
                        if not text[plain:pos].isspace():
                            self._drop(text, plain, pos)
                        if trace:
                            self._trace("dropped", plain, pos)
                    if self._drop_start >= 0:
                        self._end_drop("dropped-prose")
                    plain = pos
                    self._cut_off(text, pos)
                    plain = pos = len(text)
                    break
                pos += 1
                continue
            end = found.end()
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which == 5:
                # call-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (2, 4):
                # before call -> leave
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                return pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            if not text[plain:pos].isspace():
                self._drop(text, plain, pos)
            if trace:
                self._trace("dropped", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_value(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode value is argument: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[3].final if final else self._patterns[3].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if not final:
                    break
                if text.startswith(('<arg_key>', '\n<arg_key>'), pos):
                    if plain < pos:
                        self._argument_text(text[plain:pos], events)
                        if trace:
                            self._trace("body", plain, pos)
                    plain = pos
                    self._cut_off(text, pos)
                    plain = pos = len(text)
                    break
                pos += 1
                continue
            end = found.end()
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (1, 2, 12):
                # value-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + end, events, "value")
                return end
            if which in (3, 4):
                # before key-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + pos, events, "value")
                return pos
            if which == 6:
                # before argument -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + pos, events, "value")
                return pos
            if which == 8:
                # before next -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + pos, events, "value")
                return pos
            if which in (9, 10, 11):
                # before lost -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + pos, events, "value")
                return pos
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
        search = self._patterns[4].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if not final:
                    break
                pos += 1
                continue
            end = found.end()
            if (self._option_guarded or not (which == 2)):
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
                # think-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which == 2:
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

    MODES = (_scan_outside, _scan_call, _scan_broken, _scan_value, _scan_thought,)
