"""Tokenizer of the dialect kimi-k3, generated from its dialect file. Do not edit."""

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
_TAG_END = "<|sep|>"
_MAX_DEPTH = 64
_PREFIXES = ()

OUTSIDE = 0
RESPONSE = 1
SECTION = 2
CALL = 3
VALUE = 4
WHOLE = 5
THOUGHT = 6
DONE = 7

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "\\|open\\|>(?:|\\ )(?:(?!)(?:<\\|sep\\|>()|(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())|response(?:<\\|sep\\|>()|(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())|call(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)()|message(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+call\\ )()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+tools)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l\\Z))))))))))))))))))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+think[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n(?:\\Z|k[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+message[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))))",
    "\\|end_of_msg\\|>()",
    heads=("<|open|>response", "<|open|> response", "<|open|>call", "<|open|> call", "<|open|>message",
        "<|open|> message",),
    marks=("<|open|>response<|sep|>", "<|open|> response<|sep|>", "<|open|>call<|sep|>",
        "<|open|> call<|sep|>", "<|open|>message<|sep|>", "<|open|> message<|sep|>", "<|end_of_msg|>",),
)

_RESPONSE_DELIMITERS = Delimiters(
    "<",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+tools)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l\\Z)))))))))))))))))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+message)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g\\Z))))))))))))))))))))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|end_of_msg\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|_(?:\\Z|o(?:\\Z|f(?:\\Z|_(?:\\Z|m(?:\\Z|s(?:\\Z|g(?:\\Z|\\|\\Z)))))))))))))))))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+message)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g\\Z)))))))))))))))))))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+response)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s\\Z))))))))))))))))))))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+think)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n\\Z)))))))))))))))))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+(?:<(?:\\|(?:e(?:n(?:d(?:_(?:o(?:f(?:_(?:m(?:s(?:g(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response(?=<\\|open\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|\\Z))))))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+call\\ )()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+tools)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l\\Z))))))))))))))))))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+message[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|end_of_msg\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|_(?:\\Z|o(?:\\Z|f(?:\\Z|_(?:\\Z|m(?:\\Z|s(?:\\Z|g(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+message[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+(?:<(?:\\|(?:e(?:n(?:d(?:_(?:o(?:f(?:_(?:m(?:s(?:g(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))))))))",
    "\\|end_of_msg\\|>()",
    marks=("<|end_of_msg|>",),
)

_SECTION_DELIMITERS = Delimiters(
    "<",
    '\\|open\\|>(?:|\\ )call(?: tool="([A-Za-z0-9_.:/-]{1,60}+)"<\\|sep\\|>|(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())',
    "\\|close\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+tools(?=<\\|close\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+message[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))))",
    "\\|end_of_msg\\|>()",
    heads=("<|open|>call", "<|open|> call",),
    marks=("<|open|>call<|sep|>", "<|open|> call<|sep|>", "<|end_of_msg|>",),
)

_CALL_DELIMITERS = Delimiters(
    "<",
    '\\|open\\|>(?:|\\ )(?:argument(?: key="([A-Za-z0-9_.:/-]{1,60}+)"<\\|sep\\|>|(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())|json(?:<\\|sep\\|>()|(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())|call(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())',
    "\\|close\\|>[ \\t\\r\\n]{0,32}+call[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+tools(?=<\\|close\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+message[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))))",
    "\\|end_of_msg\\|>()",
    heads=("<|open|>argument", "<|open|> argument", "<|open|>json", "<|open|> json", "<|open|>call",
        "<|open|> call",),
    marks=("<|open|>argument<|sep|>", "<|open|> argument<|sep|>", "<|open|>json<|sep|>",
        "<|open|> json<|sep|>", "<|open|>call<|sep|>", "<|open|> call<|sep|>", "<|end_of_msg|>",),
)

_VALUE_DELIMITERS = Delimiters(
    "<|close|>",
    "[ \\t\\r\\n]{0,32}+argument[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+json\\ )()",
    "(?#part)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n\\Z)))))))))))))))))))))))))))))))",
    "[ \\t\\r\\n]{0,32}+argument[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+argument\\ )()",
    "(?#part)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t\\Z)))))))))))))))))))))))))))))))))))",
    "[ \\t\\r\\n]{0,32}+argument[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+call)()",
    "(?#part)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z)))))))))))))))))))))))))))))))",
    "[ \\t\\r\\n]{0,32}+argument[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+call\\ )()",
    "(?#part)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))))))))))",
    "[ \\t\\r\\n]{0,32}+argument[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+tools)()",
    "(?#part)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l\\Z))))))))))))))))))))))))))))))))",
    "[ \\t\\r\\n]{0,32}+argument[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+message)()",
    "(?#part)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g\\Z))))))))))))))))))))))))))))))))))",
    "[ \\t\\r\\n]{0,32}+argument[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|end_of_msg\\|>)()",
    "(?#part)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|_(?:\\Z|o(?:\\Z|f(?:\\Z|_(?:\\Z|m(?:\\Z|s(?:\\Z|g(?:\\Z|\\|\\Z)))))))))))))))))))))))))))))))",
)

_WHOLE_DELIMITERS = Delimiters(
    "",
    "(?<=<)\\|close\\|>[ \\t\\r\\n]{0,32}+json[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+call)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l\\Z)))))))))))))))))))))))))))))))))))",
    "(?<=<)\\|close\\|>[ \\t\\r\\n]{0,32}+json[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+call\\ )()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))))))))))))))",
    "(?<=<)\\|close\\|>[ \\t\\r\\n]{0,32}+json[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+tools)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l\\Z))))))))))))))))))))))))))))))))))))",
    "(?<=<)\\|close\\|>[ \\t\\r\\n]{0,32}+json[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+message)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g\\Z))))))))))))))))))))))))))))))))))))))",
    "(?<=<)\\|close\\|>[ \\t\\r\\n]{0,32}+json[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|end_of_msg\\|>)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|_(?:\\Z|o(?:\\Z|f(?:\\Z|_(?:\\Z|m(?:\\Z|s(?:\\Z|g(?:\\Z|\\|\\Z)))))))))))))))))))))))))))))))))))",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"<]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "\\|open\\|>(?:|\\ )response(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)()",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+think[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n(?:\\Z|k[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+think(?=<\\|open\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n(?:\\Z|k(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|\\Z)))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+call\\ )()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+tools)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l\\Z))))))))))))))))))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+message[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|end_of_msg\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|_(?:\\Z|o(?:\\Z|f(?:\\Z|_(?:\\Z|m(?:\\Z|s(?:\\Z|g(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+message[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+(?:<(?:\\|(?:e(?:n(?:d(?:_(?:o(?:f(?:_(?:m(?:s(?:g(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))))))))",
    "\\|end_of_msg\\|>()",
    heads=("<|open|>response", "<|open|> response",),
    marks=("<|open|>response<|sep|>", "<|open|> response<|sep|>", "<|end_of_msg|>",),
)

_DONE_DELIMITERS = Delimiters(
    "<",
    "\\|open\\|>(?:|\\ )message(?:<\\|sep\\|>()|(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+message[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))))",
    "\\|end_of_msg\\|>()",
    heads=("<|open|>message", "<|open|> message",),
    marks=("<|open|>message<|sep|>", "<|open|> message<|sep|>", "<|end_of_msg|>",),
)

_OUTSIDE_DELIMITERS_9 = Delimiters(
    "<",
    "\\|open\\|>(?:|\\ )(?:think(?:<\\|sep\\|>()|(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())|response(?:<\\|sep\\|>()|(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())|call(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)()|message(?=[ \\t\\n\\r\\f\\v/]|<\\|sep\\|>)())",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|open\\|>[ \\t\\r\\n]{0,32}+call\\ )()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+<\\|close\\|>[ \\t\\r\\n]{0,32}+tools)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l\\Z))))))))))))))))))))))))))))))))))))",
    "\\|open\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>(?=[ \\t\\r\\n]{0,32}+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|o(?:\\Z|p(?:\\Z|e(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+think[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n(?:\\Z|k[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+response[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z))))))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+tools[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|s[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))",
    "\\|close\\|>[ \\t\\r\\n]{0,32}+message[ \\t\\r\\n]{0,32}+<\\|sep\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|l(?:\\Z|o(?:\\Z|s(?:\\Z|e(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|\\|\\Z)))))))))))))))))))))))",
    "\\|end_of_msg\\|>()",
    heads=("<|open|>think", "<|open|> think", "<|open|>response", "<|open|> response", "<|open|>call",
        "<|open|> call", "<|open|>message", "<|open|> message",),
    marks=("<|open|>think<|sep|>", "<|open|> think<|sep|>", "<|open|>response<|sep|>",
        "<|open|> response<|sep|>", "<|open|>call<|sep|>", "<|open|> call<|sep|>", "<|open|>message<|sep|>",
        "<|open|> message<|sep|>", "<|end_of_msg|>",),
)


class Tokenizer(Scanner):
    "Kimi K3: elements between tokens, which say the type of each value"

    __slots__ = ()
    DIALECT = "kimi-k3"
    OPTIONS = ("thinking", "followed")
    STARTS = {"outside": (0, "", "", ('role="assistant"<|sep|>',)), "thinking": (6, "thinking", "", ("<|open|>think<|sep|>",)), "response": (1, "", "", ("<|open|>response<|sep|>",))}
    CONSTRUCTS = ("", "", "", "call", "argument", "arguments", "thinking", "")
    ENDS = ("", "", "unclosed-wrapper", "unclosed-call", "unclosed-argument", "unclosed-call", "unclosed-thinking", "")
    DROPS = ("", "", "dropped-prose", "dropped-prose", "", "", "", "dropped-prose")
    FINISHES = ("", "leave", "leave", "abort", "abort", "abort", "leave", "")
    MODE_NAMES = ("outside", "response", "section", "call", "value", "whole", "thought", "done")
    LIMITS = {"value": (1000000, "\n…[argument truncated: exceeded 1000000 UTF-16 code units]"), "whole": (1000000, "")}
    FORMATS = {"whole": ("json", "")}
    UNCERTAIN = frozenset(("whole",))
    UNTYPED = frozenset(("value",))
    RENDERS = {
        "argument": ('<|open|>argument key="{key|quoted}" type="{type}"<|sep|>{value|easy}<|close|>argument<|sep|>', ""),
        "call": ('<|open|>call tool="{name|quoted}" index="{position}"<|sep|>{arguments}<|close|>call<|sep|>', ""),
        "calls": ("<|open|>tools<|sep|>{calls}<|close|>tools<|sep|>", ""),
        "success": ('<|open|>message role="tool" tool="{name|quoted}" index="{position}"<|sep|>{body}<|close|>message<|sep|><|end_of_msg|>', ""),
        "results": ("{results}", ""),
        "thinking": ("<|open|>think<|sep|>{thinking}<|close|>think<|sep|>", ""),
        "text": ("<|open|>response<|sep|>{text}<|close|>response<|sep|>", ""),
        "developer": ('<|open|>message role="system"<|sep|>{text}<|close|>message<|sep|><|end_of_msg|>', ""),
        "user": ('<|open|>message role="user"<|sep|>{text}<|close|>message<|sep|><|end_of_msg|>', ""),
        "assistant": ('<|open|>message role="assistant"<|sep|>{thinking}{text}{calls}<|close|>message<|sep|><|end_of_msg|>', ""),
        "outputs": ("{results}", ""),
    }
    GUIDE = "kimi-k3.guide.md"
    PATTERNS = {
        (False, False): (
            _OUTSIDE_DELIMITERS,
            _RESPONSE_DELIMITERS,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS,
            _WHOLE_DELIMITERS,
            _THOUGHT_DELIMITERS,
            _DONE_DELIMITERS,
        ),
        (False, True): (
            _OUTSIDE_DELIMITERS,
            _RESPONSE_DELIMITERS,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS,
            _WHOLE_DELIMITERS,
            _THOUGHT_DELIMITERS,
            _DONE_DELIMITERS,
        ),
        (True, False): (
            _OUTSIDE_DELIMITERS_9,
            _RESPONSE_DELIMITERS,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS,
            _WHOLE_DELIMITERS,
            _THOUGHT_DELIMITERS,
            _DONE_DELIMITERS,
        ),
        (True, True): (
            _OUTSIDE_DELIMITERS_9,
            _RESPONSE_DELIMITERS,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS,
            _WHOLE_DELIMITERS,
            _THOUGHT_DELIMITERS,
            _DONE_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and not self._fresh and text[-1] not in " \t\n\r":
                return self._feed_text(text)
            if mode == RESPONSE and "<" not in text:
                return self._feed_text(text)
            if mode == VALUE and "<" not in text:
                return self._feed_argument(text)
            if mode == WHOLE and '\\' not in text and ((self._span and '"' not in text) or ("<" not in text)):
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_argument(text)
            if mode == THOUGHT and "<" not in text:
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
                if text.startswith(('<|open|>', '<|open|> ', '<|close|>', '<|close|> '), pos):
                    if self._fresh:
                        begin = self._lead(text, plain, pos, "space")
                        if trace:
                            self._trace("markup", plain, begin)
                        plain = begin
                    stop = self._trail(text, plain, pos, "space")
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
            if which in (2, 4, 5, 6):  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT, _TAG_END)
                if end <= 0:
                    if end and not final:
                        break
                    if end:
                        if self._fresh:
                            begin = self._lead(text, plain, pos, "space")
                            if trace:
                                self._trace("markup", plain, begin)
                            plain = begin
                        stop = self._trail(text, plain, pos, "space")
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
                    if not end:
                        self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
            else:
                end = found.end()
            if which == 5:
                caught = attributes(text, found.end(), end, _TAG_END)
                if not (((self._listed(filtered(caught.get("tool", "")))))):
                    pos += 1
                    continue
            if which == 6:
                caught = attributes(text, found.end(), end, _TAG_END)
            if self._fresh:
                begin = self._lead(text, plain, pos, "space")
                if trace:
                    self._trace("markup", plain, begin)
                plain = begin
            stop = self._trail(text, plain, pos, "space")
            if plain < stop:
                events.append(_new(Text, (text[plain:stop],)))
                if trace:
                    self._trace("text", plain, stop)
            if trace:
                self._trace("markup", stop, pos)
            plain = pos
            if which in (1, 2):
                # <think> -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                closed = which != 1 and is_self_closing(text, found.end(), end, _TAG_END)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_thinking(events)
                return end
            if which in (3, 4):
                # <response> -> enter response
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                closed = which != 3 and is_self_closing(text, found.end(), end, _TAG_END)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = RESPONSE
                self._moved = True
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (7, 8, 9):
                # tools -> enter section
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = SECTION
                self._moved = True
                return end
            if which == 5:
                # <call> -> enter call if listed call.tool report bare-call
                if (self._listed(filtered(caught.get("tool", "")))):
                    self._report("bare-call", pos, end)
                    self._fresh = True
                    if trace:
                        self._trace("markup", pos, end)
                    name = filtered(caught.get("tool", ""))
                    closed = is_self_closing(text, found.end(), end, _TAG_END)
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = CALL
                    self._moved = True
                    self._begin_call(name, pos, end, events)
                    if closed:
                        self._mode, start, self._spelling = self._stack.pop()
                        self._end_call(text, end, events)
                    return end
            if which in (10, 11, 12):
                # stray -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (13, 14):
                # over -> become done
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode = DONE
                return end
            if which == 6:
                # <message> -> skip if message.role is 'assistant'
                if (filtered(caught.get("role", "")) in ('assistant',)):
                    self._fresh = True
                    if trace:
                        self._trace("markup", pos, end)
                    plain = pos = end
                    continue
                # <message> -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # <message> -> become done report fabricated-result
                self._report("fabricated-result", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode = DONE
                return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if self._fresh:
            begin = self._lead(text, plain, pos, "space")
            if trace:
                self._trace("markup", plain, begin)
            plain = begin
        stop = pos if final else self._trail(text, plain, pos, "space")
        if plain < stop:
            events.append(_new(Text, (text[plain:stop],)))
            if trace:
                self._trace("text", plain, stop)
        return stop if stop == len(text) else ~stop

    def _scan_response(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode response: text -> emit"""
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
                if text.startswith(('<|open|>', '<|open|> ', '<|close|>', '<|close|> '), pos):
                    if plain < pos:
                        events.append(_new(Text, (text[plain:pos],)))
                        if trace:
                            self._trace("text", plain, pos)
                    plain = pos
                    self._cut_off(text, pos)
                    plain = pos = len(text)
                    break
                pos += 1
                continue
            end = found.end()
            if plain < pos:
                events.append(_new(Text, (text[plain:pos],)))
                if trace:
                    self._trace("text", plain, pos)
            plain = pos
            if which in (1, 2, 3, 4, 5, 6, 7, 8):
                # response-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (9, 10, 11):
                # before tools -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                return pos
            if which in (12, 13, 14):
                # before final -> leave
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                return pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            events.append(_new(Text, (text[plain:pos],)))
            if trace:
                self._trace("text", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_section(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode section: text -> skip"""
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
                if text.startswith(('<|open|>', '<|open|> ', '<|close|>', '<|close|> '), pos):
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
            if which == 2:  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT, _TAG_END)
                if end <= 0:
                    if end and not final:
                        break
                    if end:
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
                    if not end:
                        self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
            else:
                end = found.end()
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which in (1, 2):
                # <call> -> enter call
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                if which == 1:
                    name = found[1]
                    closed = False
                else:
                    read = attributes(text, found.end(), end, _TAG_END)
                    name = read.get("tool", "").strip()
                    closed = is_self_closing(text, found.end(), end, _TAG_END)
                self._stack.append((SECTION, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_call(name, pos, end, events)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_call(text, end, events)
                return end
            if which in (3, 4):
                # tools-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (5, 6):
                # before over -> leave report lost-closer
                self._report("lost-closer", pos, end)
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

    def _scan_call(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode call is call: text -> skip"""
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
                if text.startswith(('<|open|>', '<|open|> ', '<|close|>', '<|close|> '), pos):
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
            if which in (2, 4, 5):  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT, _TAG_END)
                if end <= 0:
                    if end and not final:
                        break
                    if end:
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
                    if not end:
                        self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
            else:
                end = found.end()
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which in (1, 2):
                # <argument> -> enter value
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                if which == 1:
                    key = found[1]
                    type = None
                    closed = False
                else:
                    read = attributes(text, found.end(), end, _TAG_END)
                    key = read.get("key", "").strip()
                    type = read.get("type")
                    closed = is_self_closing(text, found.end(), end, _TAG_END)
                self._stack.append((CALL, self._base + pos, ""))
                self._mode = VALUE
                self._moved = True
                self._begin_argument("value", key, typed_as(type))
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_argument(start, self._base + end, events, "value")
                return end
            if which in (3, 4):
                # <object> -> enter whole
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                closed = which != 3 and is_self_closing(text, found.end(), end, _TAG_END)
                self._stack.append((CALL, self._base + pos, ""))
                self._mode = WHOLE
                self._moved = True
                self._begin_arguments("whole")
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._depth = 0
                    self._end_object("whole", start, self._base + end, events, keep=False)
                return end
            if which == 6:
                # call-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, end, events)
                return end
            if which == 5:
                # before <call> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which in (7, 8):
                # before tools-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which in (9, 10):
                # before over -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
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
        search = self._patterns[4].final if final else self._patterns[4].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                if not final:
                    pos -= beginning(text, plain, "<|close|>")
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if not final:
                    break
                if text.startswith(('<|open|>', '<|open|> ', '<|close|>', '<|close|> '), pos):
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
            if which in (1, 2, 3, 4, 5, 6, 7):
                # argument-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + end, events, "value")
                return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._argument_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_whole(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode whole is arguments: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        pos = self._read_ahead(text, pos)
        search = self._patterns[5].final if final else self._patterns[5].search
        while True:
            if self._span:
                pos = self._inside("whole", text, pos, final=final)
                if self._span:
                    break
            found = search(text, pos)
            if found is None:
                pos = len(text)
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if not final:
                    break
                if text.startswith(('<|open|>', '<|open|> ', '<|close|>', '<|close|> '), pos):
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
            if which == 6:  # a string, and what follows it
                pos = found.end()
                continue
            if which == 7:  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            end = found.end()
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (1, 2, 3, 4, 5):
                # object-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_object("whole", start, self._base + end, events, keep=False)
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
        search = self._patterns[6].final if final else self._patterns[6].search
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
                if text.startswith(('<|open|>', '<|open|> ', '<|close|>', '<|close|> '), pos):
                    if plain < pos:
                        self._thinking_text(text[plain:pos], events)
                        if trace:
                            self._trace("thinking", plain, pos)
                    plain = pos
                    self._cut_off(text, pos)
                    plain = pos = len(text)
                    break
                pos += 1
                continue
            if which == 1:  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT, _TAG_END)
                if end <= 0:
                    if end and not final:
                        break
                    if end:
                        if plain < pos:
                            self._thinking_text(text[plain:pos], events)
                            if trace:
                                self._trace("thinking", plain, pos)
                        plain = pos
                        self._cut_off(text, pos)
                        plain = pos = len(text)
                        break
                    if not end:
                        self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
            else:
                end = found.end()
            if plain < pos:
                self._thinking_text(text[plain:pos], events)
                if trace:
                    self._trace("thinking", plain, pos)
            plain = pos
            if which in (2, 3):
                # think-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which == 1:
                # before <response> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which in (4, 5, 6):
                # before tools -> leave report call-in-thinking
                self._report("call-in-thinking", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which in (7, 8, 9):
                # before final -> leave
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._thinking_text(text[plain:pos], events)
            if trace:
                self._trace("thinking", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_done(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode done: text -> skip"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[7].final if final else self._patterns[7].search
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
                if text.startswith(('<|open|>', '<|open|> ', '<|close|>', '<|close|> '), pos):
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
            if which == 2:  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT, _TAG_END)
                if end <= 0:
                    if end and not final:
                        break
                    if end:
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
                    if not end:
                        self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
            else:
                end = found.end()
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which in (3, 4):
                # over -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (1, 2):
                # <message> -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # <message> -> skip report fabricated-result
                self._report("fabricated-result", pos, end)
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

    MODES = (_scan_outside, _scan_response, _scan_section, _scan_call, _scan_value, _scan_whole, _scan_thought, _scan_done,)
