"""Tokenizer of the dialect harmony, generated from its dialect file. Do not edit."""

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
ANSWER = 1
SKIPPED = 2
BUILTIN = 3
CALL = 4
THOUGHT = 5

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "\\|start\\|>functions\\.(?!)()",
    "\\|start\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut2)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|channel\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|channel\\|>analysis\\ ()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>(?:\\Z|a(?:\\Z|n(?:\\Z|a(?:\\Z|l(?:\\Z|y(?:\\Z|s(?:\\Z|i(?:\\Z|s\\Z))))))))))))))))))",
    "\\|channel\\|>final\\ ()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>(?:\\Z|f(?:\\Z|i(?:\\Z|n(?:\\Z|a(?:\\Z|l\\Z)))))))))))))))",
    "\\|start\\|>assistant()",
    "(?#part)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|a(?:\\Z|s(?:\\Z|s(?:\\Z|i(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|n\\Z))))))))))))))))",
    "(?:\\|return\\|>|\\|call\\|>|\\|end\\|>)()",
    "(?:\\|channel\\|>|\\|start\\|>)()",
    "(?:\\|constrain\\|>|\\|message\\|>)()",
    marks=("<|return|>", "<|call|>", "<|end|>", "<|channel|>", "<|start|>", "<|constrain|>", "<|message|>",),
)

_ANSWER_DELIMITERS = Delimiters(
    "<",
    "\\|start\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut2)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|channel\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|start\\|>assistant()",
    "(?#part)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|a(?:\\Z|s(?:\\Z|s(?:\\Z|i(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|n\\Z))))))))))))))))",
    "(?:\\|return\\|>|\\|call\\|>|\\|end\\|>)()",
    "(?:\\|channel\\|>|\\|start\\|>)()",
    "(?:\\|constrain\\|>|\\|message\\|>)()",
    marks=("<|return|>", "<|call|>", "<|end|>", "<|channel|>", "<|start|>", "<|constrain|>", "<|message|>",),
)

_SKIPPED_DELIMITERS = Delimiters(
    "<",
    "\\|start\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut2)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|channel\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "(?:\\|return\\|>|\\|call\\|>|\\|end\\|>)()",
    marks=("<|return|>", "<|call|>", "<|end|>",),
)

_CALL_DELIMITERS = Delimiters(
    "",
    "(?<=<)\\|start\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut2)(?<=<)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "(?<=<)\\|channel\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut)(?<=<)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"<]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=<)(?:\\|return\\|>|\\|call\\|>|\\|end\\|>)()",
    "(?<=<)(?:\\|constrain\\|>|\\|message\\|>)()",
    marks=("<|return|>", "<|call|>", "<|end|>", "<|constrain|>", "<|message|>",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "\\|call\\|>(?=[ \\t\\r\\n]{0,32}+<\\|start\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|\\Z))))))))))))))))",
    "\\|call\\|>(?=[ \\t\\r\\n]{0,32}+(?:<(?:\\|(?:s(?:t(?:a(?:r(?:t(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))",
    "\\|return\\|>(?=[ \\t\\r\\n]{0,32}+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|r(?:\\Z|e(?:\\Z|t(?:\\Z|u(?:\\Z|r(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))",
    "\\|start\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut2)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|channel\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|end\\|>()",
    marks=("<|end|>",),
)

_OUTSIDE_DELIMITERS_6 = Delimiters(
    "<",
    "\\|start\\|>functions\\.()",
    "(?#part)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|s\\Z)))))))))))))))))",
    "\\|start\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut2)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|channel\\|>([^\\\n\\\r<]{0,257}+)(?><\\|channel\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|h(?:(?#open)|a(?:(?#open)|n(?:(?#open)|n(?:(?#open)|e(?:(?#open)|l(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))(?><\\|constrain\\|>([^\\\n\\\r<]{0,257}+)|(?!(?:(?#open)|<(?:(?#open)|\\|(?:(?#open)|c(?:(?#open)|o(?:(?#open)|n(?:(?#open)|s(?:(?#open)|t(?:(?#open)|r(?:(?#open)|a(?:(?#open)|i(?:(?#open)|n(?:(?#open)|\\|(?:(?#open)|>[^\\\n\\\r<]{0,257}+(?#open))))))))))))))))<\\|message\\|>()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:(?:\\Z|<(?:\\Z|\\|(?:\\Z|c(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|t(?:\\Z|r(?:\\Z|a(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z))))))))))))))))))))))))|(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|m(?:\\Z|e(?:\\Z|s(?:\\Z|s(?:\\Z|a(?:\\Z|g(?:\\Z|e(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|channel\\|>analysis\\ ()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>(?:\\Z|a(?:\\Z|n(?:\\Z|a(?:\\Z|l(?:\\Z|y(?:\\Z|s(?:\\Z|i(?:\\Z|s\\Z))))))))))))))))))",
    "\\|channel\\|>final\\ ()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|(?:\\Z|>(?:\\Z|f(?:\\Z|i(?:\\Z|n(?:\\Z|a(?:\\Z|l\\Z)))))))))))))))",
    "\\|start\\|>assistant()",
    "(?#part)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|a(?:\\Z|s(?:\\Z|s(?:\\Z|i(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|n\\Z))))))))))))))))",
    "(?:\\|return\\|>|\\|call\\|>|\\|end\\|>)()",
    "(?:\\|channel\\|>|\\|start\\|>)()",
    "(?:\\|constrain\\|>|\\|message\\|>)()",
    marks=("<|return|>", "<|call|>", "<|end|>", "<|channel|>", "<|start|>", "<|constrain|>", "<|message|>",),
)


class Tokenizer(Scanner):
    "Harmony (gpt-oss): messages with headers; a recipient makes one a call"

    __slots__ = ()
    DIALECT = "harmony"
    OPTIONS = ("guarded",)
    STARTS = {"outside": (0, "", "", ()), "header": (0, "", "<|start|>assistant", ("<|start|>assistant",))}
    CONSTRUCTS = ("", "", "", "", "call", "thinking")
    ENDS = ("", "", "", "", "unclosed-call", "unclosed-thinking")
    DROPS = ("", "", "dropped-prose", "dropped-prose", "", "")
    FINISHES = ("", "leave", "leave", "leave", "leave", "leave")
    MODE_NAMES = ("outside", "answer", "skipped", "builtin", "call", "thought")
    LIMITS = {"call": (1000000, "")}
    FORMATS = {"call": ("json", "")}
    UNCERTAIN = frozenset(("call",))
    RENDERS = {
        "call": ("<|start|>assistant<|channel|>commentary to=functions.{name|without 'functions.'}<|message|>{arguments|json}<|call|>", ""),
        "calls": ("{calls}", ""),
        "success": ("<|start|>functions.{name} to=assistant<|channel|>commentary<|message|>{body}<|end|>", ""),
        "results": ("{results}", ""),
        "thinking": ("<|start|>assistant<|channel|>analysis<|message|>{thinking}<|end|>", ""),
        "text": ("<|start|>assistant<|channel|>final<|message|>{text}<|end|>", ""),
        "developer": ("<|start|>developer<|message|>{text}<|end|>", ""),
        "user": ("<|start|>user<|message|>{text}<|end|>", ""),
        "assistant": ("{thinking}{text}{calls}", ""),
        "outputs": ("{results}", ""),
    }
    GUIDE = "harmony.guide.md"
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _ANSWER_DELIMITERS,
            _SKIPPED_DELIMITERS,
            _SKIPPED_DELIMITERS,
            _CALL_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS_6,
            _ANSWER_DELIMITERS,
            _SKIPPED_DELIMITERS,
            _SKIPPED_DELIMITERS,
            _CALL_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text:
                return self._feed_text(text)
            if mode == ANSWER and "<" not in text:
                return self._feed_text(text)
            if mode == CALL and '"' not in text and "\\" not in text and self._span:
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
                if text.startswith(('<|start|>', '<|channel|>'), pos) and pos + self._base >= 0:
                    if self._base < 0:  # what is taken to have come before is no text
                        plain = max(plain, -self._base)
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
            if which in (6, 10):
                if which == 6:
                    caught = {"role": found[2] or "", "channel": found[3] or "", "again": found[4] or "", "type": found[5] or ""}
                elif which == 10:
                    caught = {"channel": found[7] or "", "again": found[8] or "", "type": found[9] or ""}
            if self._base < 0:  # what is taken to have come before is no text
                plain = max(plain, -self._base)
            if plain < pos:
                events.append(_new(Text, (text[plain:pos],)))
                if trace:
                    self._trace("text", plain, pos)
            plain = pos
            if which == 1:
                # result -> stop when guarded report fabricated-result
                self._report("fabricated-result", pos, end)
                return self._stop(text, pos, events)
            if which in (6, 10):
                # message -> enter skipped if author and author is not 'assistant' report fabricated-result
                if (filtered(caught.get("role", ""), ('first', ''))) and not (filtered(caught.get("role", ""), ('first', '')) in ('assistant',)):
                    self._report("fabricated-result", pos, end)
                    if trace:
                        self._trace("markup", pos, end)
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = SKIPPED
                    self._moved = True
                    return end
                # message -> enter call if function
                if ((filtered(caught.get("role", ""), ('word', 'to='), ('after', 'functions.')) or filtered(caught.get("channel", ""), ('word', 'to='), ('after', 'functions.')) or filtered(caught.get("again", ""), ('word', 'to='), ('after', 'functions.')))):
                    if trace:
                        self._trace("markup", pos, end)
                    name = filtered((filtered(caught.get("role", ""), ('word', 'to=')) or filtered(caught.get("channel", ""), ('word', 'to=')) or filtered(caught.get("again", ""), ('word', 'to='))), ('without', 'functions.'))
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = CALL
                    self._moved = True
                    self._begin_call(name, pos, end, events)
                    self._begin_arguments("call")
                    return end
                # message -> enter call if recipient is not 'assistant' and recipient and listed recipient
                if not ((filtered(caught.get("role", ""), ('word', 'to=')) or filtered(caught.get("channel", ""), ('word', 'to=')) or filtered(caught.get("again", ""), ('word', 'to='))) in ('assistant',)) and ((filtered(caught.get("role", ""), ('word', 'to=')) or filtered(caught.get("channel", ""), ('word', 'to=')) or filtered(caught.get("again", ""), ('word', 'to=')))) and (self._listed((filtered(caught.get("role", ""), ('word', 'to=')) or filtered(caught.get("channel", ""), ('word', 'to=')) or filtered(caught.get("again", ""), ('word', 'to='))))):
                    if trace:
                        self._trace("markup", pos, end)
                    name = filtered((filtered(caught.get("role", ""), ('word', 'to=')) or filtered(caught.get("channel", ""), ('word', 'to=')) or filtered(caught.get("again", ""), ('word', 'to='))), ('without', 'functions.'))
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = CALL
                    self._moved = True
                    self._begin_call(name, pos, end, events)
                    self._begin_arguments("call")
                    return end
                # message -> enter builtin if recipient is not 'assistant' and recipient
                if not ((filtered(caught.get("role", ""), ('word', 'to=')) or filtered(caught.get("channel", ""), ('word', 'to=')) or filtered(caught.get("again", ""), ('word', 'to='))) in ('assistant',)) and ((filtered(caught.get("role", ""), ('word', 'to=')) or filtered(caught.get("channel", ""), ('word', 'to=')) or filtered(caught.get("again", ""), ('word', 'to=')))):
                    if trace:
                        self._trace("markup", pos, end)
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = BUILTIN
                    self._moved = True
                    return end
                # message -> enter thought when thinking if channel is 'analysis'
                if (filtered(caught.get("channel", ""), ('first', '')) in ('analysis',)) and self._option_thinking:
                    if trace:
                        self._trace("markup", pos, end)
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = THOUGHT
                    self._moved = True
                    self._begin_thinking(events)
                    return end
                # message -> enter answer
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = ANSWER
                self._moved = True
                return end
            if which == 11:
                # musing -> enter thought when thinking
                if self._option_thinking:
                    if trace:
                        self._trace("markup", pos, end)
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = THOUGHT
                    self._moved = True
                    self._begin_thinking(events)
                    return end
                # musing -> enter answer
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = ANSWER
                self._moved = True
                return end
            if which == 12:
                # saying -> enter answer
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = ANSWER
                self._moved = True
                return end
            if which == 14:
                # stop -> skip
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (13, 15):
                # loose -> skip
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 16:
                # stray -> skip
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if self._base < 0:  # what is taken to have come before is no text
            plain = max(plain, -self._base)
        if plain < pos:
            events.append(_new(Text, (text[plain:pos],)))
            if trace:
                self._trace("text", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_answer(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode answer: text -> emit"""
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
                if text.startswith(('<|start|>', '<|channel|>'), pos) and pos + self._base >= 0:
                    if self._base < 0:  # what is taken to have come before is no text
                        plain = max(plain, -self._base)
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
            if self._base < 0:  # what is taken to have come before is no text
                plain = max(plain, -self._base)
            if plain < pos:
                events.append(_new(Text, (text[plain:pos],)))
                if trace:
                    self._trace("text", plain, pos)
            plain = pos
            if which == 11:
                # stop -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (5, 9):
                # before message -> leave
                self._mode, start, self._spelling = self._stack.pop()
                return pos
            if which in (10, 12):
                # loose -> skip
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 13:
                # stray -> skip
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if self._base < 0:  # what is taken to have come before is no text
            plain = max(plain, -self._base)
        if plain < pos:
            events.append(_new(Text, (text[plain:pos],)))
            if trace:
                self._trace("text", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_skipped(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode skipped: text -> skip"""
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
                if text.startswith(('<|start|>', '<|channel|>'), pos) and pos + self._base >= 0:
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
            if which == 10:
                # stop -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (5, 9):
                # before message -> leave
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

    def _scan_builtin(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode builtin: text -> skip"""
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
                if text.startswith(('<|start|>', '<|channel|>'), pos) and pos + self._base >= 0:
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
            if which == 10:
                # stop -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (5, 9):
                # before message -> leave
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
        """mode call is call: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[4].final if final else self._patterns[4].search
        while True:
            if self._span:
                pos = self._inside("call", text, pos, final=final)
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
                if text.startswith(('<|start|>', '<|channel|>'), pos) and pos + self._base >= 0:
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
            if which == 10:  # a string, and what follows it
                pos = found.end()
                continue
            if which == 11:  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            end = found.end()
            if not (which == 13):
                if plain < pos:
                    self._argument_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                plain = pos
            if which == 12:
                # stop -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, end, events, keep=True)
                return end
            if which in (5, 9):
                # before message -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, pos, events, keep=True)
                return pos
            if which == 13:
                # stray -> body
                pos = end
                continue
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
        search = self._patterns[5].final if final else self._patterns[5].search
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
                if text.startswith(('<|start|>', '<|channel|>'), pos) and pos + self._base >= 0:
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
            end = found.end()
            if plain < pos:
                self._thinking_text(text[plain:pos], events)
                if trace:
                    self._trace("thinking", plain, pos)
            plain = pos
            if which in (1, 2, 3, 13):
                # over -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which in (8, 12):
                # before message -> leave
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

    MODES = (_scan_outside, _scan_answer, _scan_skipped, _scan_builtin, _scan_call, _scan_thought,)
