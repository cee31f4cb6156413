"""Tokenizer of the dialect deepseek-v4, generated from its dialect file. Do not edit."""

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
SECTION = 1
CALL = 2
FENCED = 3
MARKED = 4
INVOKE = 5
ARGUMENT = 6
OBJECT = 7
THOUGHT = 8

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    '(?:｜DSML｜|\\|DSML\\||｜DSML｜\\ |\\|DSML\\|\\ )(?:(?:tool_calls|function_calls|calls)(?:>()|(?=[ \\t\\n\\r\\f\\v/>])())|invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])()))',
    "/(?:｜DSML｜|\\|DSML\\||｜DSML｜\\ |\\|DSML\\|\\ )(?:tool_calls|function_calls|calls)[ \\t\\n\\r\\f\\v]*+>()",
    "｜tool▁call▁begin｜>function<｜tool▁sep｜>([^\\\n\\\r<]{0,257}+)\\\n```json[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#cut4)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|\\\n(?:\\Z|`(?:\\Z|`(?:\\Z|`(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n[ \\t\\r\\n]{0,32}+\\Z)))))))))))))))))))))))))))))))))))))))))))))))",
    "｜tool▁call▁begin｜>function<｜tool▁sep｜>([^\\\n\\\r<`]{0,257}+)```json[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#cut2)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<`]{0,257}+(?:\\Z|(?:\\Z|`(?:\\Z|`(?:\\Z|`(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n[ \\t\\r\\n]{0,32}+\\Z))))))))))))))))))))))))))))))))))))))))))))))",
    "｜tool▁call▁begin｜>function<｜tool▁sep｜>([^\\\n\\\r<]{0,257}+)\\\n(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#cut)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|\\\n[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))))))))))))))))))))))))",
    "｜tool▁call▁begin｜>([^\\\n\\\r<]{0,257}+)<｜tool▁sep｜>()",
    "(?#cut)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜\\Z))))))))))))))))))))))))))))))",
    "｜tool▁calls▁end｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|s(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))))))))))))",
    "｜tool▁call▁end｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))))))))))))",
    "/think>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|/(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n(?:\\Z|k(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))",
    "｜begin▁of▁sentence｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|▁(?:\\Z|o(?:\\Z|f(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|n(?:\\Z|t(?:\\Z|e(?:\\Z|n(?:\\Z|c(?:\\Z|e(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))))))))))))))))",
    "｜end▁of▁sentence｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|▁(?:\\Z|o(?:\\Z|f(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|n(?:\\Z|t(?:\\Z|e(?:\\Z|n(?:\\Z|c(?:\\Z|e(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))))))))))))))",
    "｜▁pad▁｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|▁(?:\\Z|p(?:\\Z|a(?:\\Z|d(?:\\Z|▁(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))))",
    "｜User｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|U(?:\\Z|s(?:\\Z|e(?:\\Z|r(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))",
    "｜Assistant｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|A(?:\\Z|s(?:\\Z|s(?:\\Z|i(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|n(?:\\Z|t(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))))))))",
    "\\|EOT\\|>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|E(?:\\Z|O(?:\\Z|T(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))",
    "｜search▁begin｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|s(?:\\Z|e(?:\\Z|a(?:\\Z|r(?:\\Z|c(?:\\Z|h(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))))))))))",
    "｜search▁end｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|s(?:\\Z|e(?:\\Z|a(?:\\Z|r(?:\\Z|c(?:\\Z|h(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))))))))",
    "｜fim▁hole｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|f(?:\\Z|i(?:\\Z|m(?:\\Z|▁(?:\\Z|h(?:\\Z|o(?:\\Z|l(?:\\Z|e(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))))))",
    "｜fim▁begin｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|f(?:\\Z|i(?:\\Z|m(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))))))))",
    "｜fim▁end｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|f(?:\\Z|i(?:\\Z|m(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))))))",
    "｜tool▁outputs▁end｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|o(?:\\Z|u(?:\\Z|t(?:\\Z|p(?:\\Z|u(?:\\Z|t(?:\\Z|s(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))))))))))))))",
    "｜tool▁output▁end｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|o(?:\\Z|u(?:\\Z|t(?:\\Z|p(?:\\Z|u(?:\\Z|t(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))))))))))))))",
    "｜System｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|S(?:\\Z|y(?:\\Z|s(?:\\Z|t(?:\\Z|e(?:\\Z|m(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))))",
    "｜latest_reminder｜>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|｜(?:\\Z|l(?:\\Z|a(?:\\Z|t(?:\\Z|e(?:\\Z|s(?:\\Z|t(?:\\Z|_(?:\\Z|r(?:\\Z|e(?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|d(?:\\Z|e(?:\\Z|r(?:\\Z|｜(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z))))))))))))))))))",
    "｜tool▁calls▁begin｜>()",
    "(?:｜tool▁call▁begin｜>|｜tool▁sep｜>)()",
    "think>()",
    "(?:｜tool▁outputs▁begin｜>|｜tool▁output▁begin｜>|function_results>|tool_result>)()",
    heads=("<｜DSML｜tool_calls", "<｜DSML｜function_calls", "<｜DSML｜calls", "<|DSML|tool_calls",
        "<|DSML|function_calls", "<|DSML|calls", "<｜DSML｜ tool_calls", "<｜DSML｜ function_calls",
        "<｜DSML｜ calls", "<|DSML| tool_calls", "<|DSML| function_calls", "<|DSML| calls", "<｜DSML｜invoke",
        "<|DSML|invoke", "<｜DSML｜ invoke", "<|DSML| invoke",),
    spaced=("</｜DSML｜tool_calls", "</｜DSML｜function_calls", "</｜DSML｜calls", "</|DSML|tool_calls",
        "</|DSML|function_calls", "</|DSML|calls", "</｜DSML｜ tool_calls", "</｜DSML｜ function_calls",
        "</｜DSML｜ calls", "</|DSML| tool_calls", "</|DSML| function_calls", "</|DSML| calls",),
    marks=("<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<think>",
        "<｜tool▁outputs▁begin｜>", "<｜tool▁output▁begin｜>", "<function_results>", "<tool_result>",),
)

_SECTION_DELIMITERS = Delimiters(
    "<",
    "｜tool▁call▁begin｜>function<｜tool▁sep｜>([^\\\n\\\r<]{0,257}+)\\\n```json[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#cut4)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|\\\n(?:\\Z|`(?:\\Z|`(?:\\Z|`(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n[ \\t\\r\\n]{0,32}+\\Z)))))))))))))))))))))))))))))))))))))))))))))))",
    "｜tool▁call▁begin｜>function<｜tool▁sep｜>([^\\\n\\\r<`]{0,257}+)```json[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#cut2)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<`]{0,257}+(?:\\Z|(?:\\Z|`(?:\\Z|`(?:\\Z|`(?:\\Z|j(?:\\Z|s(?:\\Z|o(?:\\Z|n[ \\t\\r\\n]{0,32}+\\Z))))))))))))))))))))))))))))))))))))))))))))))",
    "｜tool▁call▁begin｜>function<｜tool▁sep｜>([^\\\n\\\r<]{0,257}+)\\\n(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#cut)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|\\\n[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))))))))))))))))))))))))",
    "｜tool▁call▁begin｜>([^\\\n\\\r<]{0,257}+)<｜tool▁sep｜>()",
    "(?#cut)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜\\Z))))))))))))))))))))))))))))))",
    "｜tool▁calls▁end｜>()",
    marks=("<｜tool▁calls▁end｜>",),
)

_CALL_DELIMITERS = Delimiters(
    "",
    "(?<=\\\n)```[ \\t\\r\\n]{0,32}+<｜tool▁call▁end｜>()",
    "(?#part)(?<=\\\n)(?:\\Z|`(?:\\Z|`(?:\\Z|`[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜\\Z))))))))))))))))))))",
    "(?<=`)``[ \\t\\r\\n]{0,32}+<｜tool▁call▁end｜>()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜\\Z)))))))))))))))))))",
    "(?<=<)｜tool▁call▁begin｜>([^\\\n\\\r<]{0,257}+)<｜tool▁sep｜>()",
    "(?#cut)(?<=<)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜\\Z))))))))))))))))))))))))))))))",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^\\\n"<`]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=<)｜tool▁call▁end｜>()",
    "(?<=<)｜tool▁calls▁end｜>()",
    marks=("<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>",),
)

_FENCED_DELIMITERS = Delimiters(
    "",
    "(?<=\\\n)```[ \\t\\r\\n]{0,32}+<｜tool▁call▁end｜>()",
    "(?#part)(?<=\\\n)(?:\\Z|`(?:\\Z|`(?:\\Z|`[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜\\Z))))))))))))))))))))",
    "(?<=`)``[ \\t\\r\\n]{0,32}+<｜tool▁call▁end｜>()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|▁(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|▁(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜\\Z)))))))))))))))))))",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^\\\n"<`]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=<)｜tool▁call▁end｜>()",
    "(?<=<)｜tool▁calls▁end｜>()",
    marks=("<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>",),
)

_MARKED_DELIMITERS = Delimiters(
    "<",
    '(?:｜DSML｜|\\|DSML\\||｜DSML｜\\ |\\|DSML\\|\\ )invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())',
    "/(?:｜DSML｜|\\|DSML\\||｜DSML｜\\ |\\|DSML\\|\\ )(?:tool_calls|function_calls|calls)[ \\t\\n\\r\\f\\v]*+>()",
    heads=("<｜DSML｜invoke", "<|DSML|invoke", "<｜DSML｜ invoke", "<|DSML| invoke",),
    spaced=("</｜DSML｜tool_calls", "</｜DSML｜function_calls", "</｜DSML｜calls", "</|DSML|tool_calls",
        "</|DSML|function_calls", "</|DSML|calls", "</｜DSML｜ tool_calls", "</｜DSML｜ function_calls",
        "</｜DSML｜ calls", "</|DSML| tool_calls", "</|DSML| function_calls", "</|DSML| calls",),
)

_INVOKE_DELIMITERS = Delimiters(
    "",
    '(?<=<)(?:｜DSML｜|\\|DSML\\||｜DSML｜\\ |\\|DSML\\|\\ )(?:parameter(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())|invoke(?=[ \\t\\n\\r\\f\\v/>])())',
    "(?<=<)/(?:｜DSML｜|\\|DSML\\||｜DSML｜\\ |\\|DSML\\|\\ )(?:invoke[ \\t\\n\\r\\f\\v]*+>()|(?:tool_calls|function_calls|calls)[ \\t\\n\\r\\f\\v]*+>())",
    "(?<=\\{)()",
    heads=("<｜DSML｜parameter", "<|DSML|parameter", "<｜DSML｜ parameter", "<|DSML| parameter", "<｜DSML｜invoke",
        "<|DSML|invoke", "<｜DSML｜ invoke", "<|DSML| invoke",),
    spaced=("</｜DSML｜invoke", "</|DSML|invoke", "</｜DSML｜ invoke", "</|DSML| invoke", "</｜DSML｜tool_calls",
        "</｜DSML｜function_calls", "</｜DSML｜calls", "</|DSML|tool_calls", "</|DSML|function_calls",
        "</|DSML|calls", "</｜DSML｜ tool_calls", "</｜DSML｜ function_calls", "</｜DSML｜ calls",
        "</|DSML| tool_calls", "</|DSML| function_calls", "</|DSML| calls",),
    marks=("{",),
)

_ARGUMENT_DELIMITERS = Delimiters(
    "</",
    "(?:｜DSML｜|\\|DSML\\||｜DSML｜\\ |\\|DSML\\|\\ )parameter[ \\t\\n\\r\\f\\v]*+>()",
    "｜DSML｜parameter(?!)[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<｜DSML｜parameter|<\\|DSML\\|parameter|<｜DSML｜\\ parameter|<\\|DSML\\|\\ parameter|\\{|</｜DSML｜invoke|</\\|DSML\\|invoke|</｜DSML｜\\ invoke|</\\|DSML\\|\\ invoke|<｜DSML｜invoke|<\\|DSML\\|invoke|<｜DSML｜\\ invoke|<\\|DSML\\|\\ invoke|</｜DSML｜tool_calls|</｜DSML｜function_calls|</｜DSML｜calls|</\\|DSML\\|tool_calls|</\\|DSML\\|function_calls|</\\|DSML\\|calls|</｜DSML｜\\ tool_calls|</｜DSML｜\\ function_calls|</｜DSML｜\\ calls|</\\|DSML\\|\\ tool_calls|</\\|DSML\\|\\ function_calls|</\\|DSML\\|\\ calls|(?#end)))()",
    "\\|DSML\\|parameter(?!)[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<｜DSML｜parameter|<\\|DSML\\|parameter|<｜DSML｜\\ parameter|<\\|DSML\\|\\ parameter|\\{|</｜DSML｜invoke|</\\|DSML\\|invoke|</｜DSML｜\\ invoke|</\\|DSML\\|\\ invoke|<｜DSML｜invoke|<\\|DSML\\|invoke|<｜DSML｜\\ invoke|<\\|DSML\\|\\ invoke|</｜DSML｜tool_calls|</｜DSML｜function_calls|</｜DSML｜calls|</\\|DSML\\|tool_calls|</\\|DSML\\|function_calls|</\\|DSML\\|calls|</｜DSML｜\\ tool_calls|</｜DSML｜\\ function_calls|</｜DSML｜\\ calls|</\\|DSML\\|\\ tool_calls|</\\|DSML\\|\\ function_calls|</\\|DSML\\|\\ calls|(?#end)))()",
    "｜DSML｜\\ parameter(?!)[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<｜DSML｜parameter|<\\|DSML\\|parameter|<｜DSML｜\\ parameter|<\\|DSML\\|\\ parameter|\\{|</｜DSML｜invoke|</\\|DSML\\|invoke|</｜DSML｜\\ invoke|</\\|DSML\\|\\ invoke|<｜DSML｜invoke|<\\|DSML\\|invoke|<｜DSML｜\\ invoke|<\\|DSML\\|\\ invoke|</｜DSML｜tool_calls|</｜DSML｜function_calls|</｜DSML｜calls|</\\|DSML\\|tool_calls|</\\|DSML\\|function_calls|</\\|DSML\\|calls|</｜DSML｜\\ tool_calls|</｜DSML｜\\ function_calls|</｜DSML｜\\ calls|</\\|DSML\\|\\ tool_calls|</\\|DSML\\|\\ function_calls|</\\|DSML\\|\\ calls|(?#end)))()",
    "\\|DSML\\|\\ parameter(?!)[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<｜DSML｜parameter|<\\|DSML\\|parameter|<｜DSML｜\\ parameter|<\\|DSML\\|\\ parameter|\\{|</｜DSML｜invoke|</\\|DSML\\|invoke|</｜DSML｜\\ invoke|</\\|DSML\\|\\ invoke|<｜DSML｜invoke|<\\|DSML\\|invoke|<｜DSML｜\\ invoke|<\\|DSML\\|\\ invoke|</｜DSML｜tool_calls|</｜DSML｜function_calls|</｜DSML｜calls|</\\|DSML\\|tool_calls|</\\|DSML\\|function_calls|</\\|DSML\\|calls|</｜DSML｜\\ tool_calls|</｜DSML｜\\ function_calls|</｜DSML｜\\ calls|</\\|DSML\\|\\ tool_calls|</\\|DSML\\|\\ function_calls|</\\|DSML\\|\\ calls|(?#end)))()",
    spaced=("</｜DSML｜parameter", "</|DSML|parameter", "</｜DSML｜ parameter", "</|DSML| parameter",),
)

_OBJECT_DELIMITERS = Delimiters(
    "",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"\\[\\]\\{\\}]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=[\\[\\{])()",
    "(?<=[\\]\\}])()",
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "(?:｜DSML｜|\\|DSML\\||｜DSML｜\\ |\\|DSML\\|\\ )(?:tool_calls|function_calls|calls)(?=[ \\t\\n\\r\\f\\v/>])()",
    "/think>()",
    heads=("<｜DSML｜tool_calls", "<｜DSML｜function_calls", "<｜DSML｜calls", "<|DSML|tool_calls",
        "<|DSML|function_calls", "<|DSML|calls", "<｜DSML｜ tool_calls", "<｜DSML｜ function_calls",
        "<｜DSML｜ calls", "<|DSML| tool_calls", "<|DSML| function_calls", "<|DSML| calls",),
    marks=("</think>",),
)

_ARGUMENT_DELIMITERS_10 = Delimiters(
    "</",
    "(?:｜DSML｜|\\|DSML\\||｜DSML｜\\ |\\|DSML\\|\\ )(?!)()",
    "｜DSML｜parameter[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<｜DSML｜parameter|<\\|DSML\\|parameter|<｜DSML｜\\ parameter|<\\|DSML\\|\\ parameter|\\{|</｜DSML｜invoke|</\\|DSML\\|invoke|</｜DSML｜\\ invoke|</\\|DSML\\|\\ invoke|<｜DSML｜invoke|<\\|DSML\\|invoke|<｜DSML｜\\ invoke|<\\|DSML\\|\\ invoke|</｜DSML｜tool_calls|</｜DSML｜function_calls|</｜DSML｜calls|</\\|DSML\\|tool_calls|</\\|DSML\\|function_calls|</\\|DSML\\|calls|</｜DSML｜\\ tool_calls|</｜DSML｜\\ function_calls|</｜DSML｜\\ calls|</\\|DSML\\|\\ tool_calls|</\\|DSML\\|\\ function_calls|</\\|DSML\\|\\ calls|(?#end)))()",
    "(?#part)(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z))))))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z))))))))))))))))|\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))))))))))))",
    "\\|DSML\\|parameter[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<｜DSML｜parameter|<\\|DSML\\|parameter|<｜DSML｜\\ parameter|<\\|DSML\\|\\ parameter|\\{|</｜DSML｜invoke|</\\|DSML\\|invoke|</｜DSML｜\\ invoke|</\\|DSML\\|\\ invoke|<｜DSML｜invoke|<\\|DSML\\|invoke|<｜DSML｜\\ invoke|<\\|DSML\\|\\ invoke|</｜DSML｜tool_calls|</｜DSML｜function_calls|</｜DSML｜calls|</\\|DSML\\|tool_calls|</\\|DSML\\|function_calls|</\\|DSML\\|calls|</｜DSML｜\\ tool_calls|</｜DSML｜\\ function_calls|</｜DSML｜\\ calls|</\\|DSML\\|\\ tool_calls|</\\|DSML\\|\\ function_calls|</\\|DSML\\|\\ calls|(?#end)))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z))))))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z))))))))))))))))|\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))))))))))))",
    "｜DSML｜\\ parameter[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<｜DSML｜parameter|<\\|DSML\\|parameter|<｜DSML｜\\ parameter|<\\|DSML\\|\\ parameter|\\{|</｜DSML｜invoke|</\\|DSML\\|invoke|</｜DSML｜\\ invoke|</\\|DSML\\|\\ invoke|<｜DSML｜invoke|<\\|DSML\\|invoke|<｜DSML｜\\ invoke|<\\|DSML\\|\\ invoke|</｜DSML｜tool_calls|</｜DSML｜function_calls|</｜DSML｜calls|</\\|DSML\\|tool_calls|</\\|DSML\\|function_calls|</\\|DSML\\|calls|</｜DSML｜\\ tool_calls|</｜DSML｜\\ function_calls|</｜DSML｜\\ calls|</\\|DSML\\|\\ tool_calls|</\\|DSML\\|\\ function_calls|</\\|DSML\\|\\ calls|(?#end)))()",
    "(?#part)(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z))))))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z))))))))))))))))|\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))))))))))))",
    "\\|DSML\\|\\ parameter[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<｜DSML｜parameter|<\\|DSML\\|parameter|<｜DSML｜\\ parameter|<\\|DSML\\|\\ parameter|\\{|</｜DSML｜invoke|</\\|DSML\\|invoke|</｜DSML｜\\ invoke|</\\|DSML\\|\\ invoke|<｜DSML｜invoke|<\\|DSML\\|invoke|<｜DSML｜\\ invoke|<\\|DSML\\|\\ invoke|</｜DSML｜tool_calls|</｜DSML｜function_calls|</｜DSML｜calls|</\\|DSML\\|tool_calls|</\\|DSML\\|function_calls|</\\|DSML\\|calls|</｜DSML｜\\ tool_calls|</｜DSML｜\\ function_calls|</｜DSML｜\\ calls|</\\|DSML\\|\\ tool_calls|</\\|DSML\\|\\ function_calls|</\\|DSML\\|\\ calls|(?#end)))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z))))))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z))))))))))))))))|\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|｜(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|｜(?:\\Z|\\ (?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|\\|(?:\\Z|D(?:\\Z|S(?:\\Z|M(?:\\Z|L(?:\\Z|\\|(?:\\Z|\\ (?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))))))))))))",
)


class Tokenizer(Scanner):
    "DeepSeek V4: tags of the DSML kind, which say whether a value is a string"

    __slots__ = ()
    DIALECT = "deepseek-v4"
    OPTIONS = ("followed",)
    STARTS = {"outside": (0, "", "", ("</think>", "<｜Assistant｜>")), "thinking": (8, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "", "call", "call", "", "call", "argument", "arguments", "thinking")
    ENDS = ("", "unclosed-wrapper", "unclosed-call", "unclosed-call", "unclosed-wrapper", "unclosed-call", "unclosed-argument", "unclosed-call", "unclosed-thinking")
    DROPS = ("", "dropped-prose", "", "", "dropped-prose", "dropped-prose", "", "", "")
    FINISHES = ("", "leave", "abort", "abort", "leave", "abort", "abort", "abort", "leave")
    MODE_NAMES = ("outside", "section", "call", "fenced", "marked", "invoke", "argument", "object", "thought")
    LIMITS = {"call": (1000000, ""), "fenced": (1000000, ""), "object": (1000000, ""), "argument": (1000000, "\n…[parameter truncated: exceeded 1000000 UTF-16 code units]")}
    FORMATS = {"call": ("json", ""), "fenced": ("json", ""), "object": ("json", "")}
    UNTYPED = frozenset(("argument",))
    RENDERS = {
        "call": ('<｜DSML｜invoke name="{name|attr}">\n{arguments}</｜DSML｜invoke>', ""),
        "calls": ("<｜DSML｜tool_calls>\n{calls}\n</｜DSML｜tool_calls>", "\n"),
        "success": ("<tool_result>{body}</tool_result>", ""),
        "results": ("{results}", "\n\n"),
        "thinking": ("<think>{thinking}</think>", ""),
        "begin": ("<｜begin▁of▁sentence｜>", ""),
        "developer": ("{text}", ""),
        "user": ("<｜User｜>{text}", ""),
        "assistant": ("<｜Assistant｜>{thinking}{text}{calls|lead '\n\n'}<｜end▁of▁sentence｜>", ""),
        "outputs": ("<｜User｜>{results}", ""),
        "argument": ('<｜DSML｜parameter name="{key|attr}" string="{string}">{value|easy}</｜DSML｜parameter>\n', ""),
    }
    GUIDE = "deepseek-v4.guide.md"
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _FENCED_DELIMITERS,
            _MARKED_DELIMITERS,
            _INVOKE_DELIMITERS,
            _ARGUMENT_DELIMITERS,
            _OBJECT_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _FENCED_DELIMITERS,
            _MARKED_DELIMITERS,
            _INVOKE_DELIMITERS,
            _ARGUMENT_DELIMITERS_10,
            _OBJECT_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == CALL and '"' not in text and "\\" not in text and self._span:
                return self._feed_argument(text)
            if mode == FENCED and '"' not in text and "\\" not in text and self._span:
                return self._feed_argument(text)
            if mode == ARGUMENT and "<" not in text:
                return self._feed_argument(text)
            if mode == OBJECT and '"' not in text and "\\" not in text and self._span:
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
                if text.startswith(('</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos) and found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                if text.startswith(('<｜tool▁call▁begin｜>function<｜tool▁sep｜>', '<｜tool▁call▁begin｜>', '<｜DSML｜', '<|DSML|', '<｜DSML｜ ', '<|DSML| ', '</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos):
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
            if which in (2, 4):  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
                if end <= 0:
                    if end and not final:
                        break
                    if end:
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
            if which in (7, 9, 11):
                if which == 7:
                    caught = {"name": found[6] or ""}
                elif which == 9:
                    caught = {"name": found[8] or ""}
                elif which == 11:
                    caught = {"name": found[10] or ""}
            if which == 13:
                caught = {"name": found[12] or ""}
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
                # <wrapper> -> enter marked
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                closed = which != 1 and is_self_closing(text, found.end(), end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = MARKED
                self._moved = True
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                return end
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
            if which == 5:
                # </wrapper> -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 32:
                # calls -> enter section
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = SECTION
                self._moved = True
                return end
            if which in (7, 9, 11):
                # typed -> enter fenced report bare-call
                self._report("bare-call", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = FENCED
                self._moved = True
                self._begin_call(name, pos, end, events)
                self._begin_arguments("fenced")
                return end
            if which == 13:
                # call -> enter call report bare-call
                self._report("bare-call", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_call(name, pos, end, events)
                self._begin_arguments("call")
                return end
            if which in (14, 15, 33):
                # loose -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 34:
                # think -> enter thought when thinking
                if self._option_thinking:
                    self._fresh = True
                    if trace:
                        self._trace("markup", pos, end)
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = THOUGHT
                    self._moved = True
                    self._begin_thinking(events)
                    return end
                # think -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 16:
                # stray -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 35:
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
            if which in (17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31):
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
                if not final:
                    break
                if text.startswith(('<｜tool▁call▁begin｜>function<｜tool▁sep｜>', '<｜tool▁call▁begin｜>', '<｜DSML｜', '<|DSML|', '<｜DSML｜ ', '<|DSML| ', '</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos):
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
            if which in (2, 4, 6):
                if which == 2:
                    caught = {"name": found[1] or ""}
                elif which == 4:
                    caught = {"name": found[3] or ""}
                elif which == 6:
                    caught = {"name": found[5] or ""}
            if which == 8:
                caught = {"name": found[7] or ""}
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which in (2, 4, 6):
                # typed -> enter fenced
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((SECTION, self._base + pos, ""))
                self._mode = FENCED
                self._moved = True
                self._begin_call(name, pos, end, events)
                self._begin_arguments("fenced")
                return end
            if which == 8:
                # call -> enter call
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((SECTION, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_call(name, pos, end, events)
                self._begin_arguments("call")
                return end
            if which == 9:
                # calls-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
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
        search = self._patterns[2].final if final else self._patterns[2].search
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
                if text.startswith(('<｜tool▁call▁begin｜>', '<｜DSML｜', '<|DSML|', '<｜DSML｜ ', '<|DSML| ', '</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos):
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
            if which == 5:  # a string, and what follows it
                pos = found.end()
                continue
            if which == 6:  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            end = found.end()
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which == 7:
                # call-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, end, events, keep=False)
                return end
            if which in (1, 2):
                # fence -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, end, events, keep=False)
                return end
            if which == 8:
                # before calls-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, pos, events, keep=False)
                return pos
            if which == 4:
                # before call -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, pos, events, keep=False)
                return pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._argument_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_fenced(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode fenced is call: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[3].final if final else self._patterns[3].search
        while True:
            if self._span:
                pos = self._inside("fenced", text, pos, final=final)
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
                if text.startswith(('<｜DSML｜', '<|DSML|', '<｜DSML｜ ', '<|DSML| ', '</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos):
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
            if which == 3:  # a string, and what follows it
                pos = found.end()
                continue
            if which == 4:  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            end = found.end()
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (1, 2):
                # fence -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("fenced", text, end, events, keep=False)
                return end
            if which == 5:
                # call-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("fenced", text, end, events, keep=False)
                return end
            if which == 6:
                # before calls-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("fenced", text, pos, events, keep=False)
                return pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._argument_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_marked(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode marked: text -> skip"""
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
                if found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                if text.startswith(('<｜DSML｜', '<|DSML|', '<｜DSML｜ ', '<|DSML| ', '</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos):
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
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
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
            if end - pos > _TAG_LIMIT // 2 and which == 3:
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
                self._stack.append((MARKED, self._base + pos, ""))
                self._mode = INVOKE
                self._moved = True
                self._begin_call(name, pos, end, events)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_call(text, end, events)
                return end
            if which == 3:
                # </wrapper> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
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
        search = self._patterns[5].final if final else self._patterns[5].search
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
                if text.startswith(('<｜DSML｜', '<|DSML|', '<｜DSML｜ ', '<|DSML| ', '</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos):
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
            if which in (2, 3):  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
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
            if which == 6:
                # before brace -> enter object
                self._fresh = True
                self._stack.append((INVOKE, self._base + pos, ""))
                self._mode = OBJECT
                self._moved = True
                self._begin_arguments("object")
                return pos
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
        search = self._patterns[6].final if final else self._patterns[6].search
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
                if text.startswith(('<｜DSML｜', '<|DSML|', '<｜DSML｜ ', '<|DSML| ', '</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos):
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
            if end - pos > _TAG_LIMIT // 2 and which in (1, 2, 3, 4, 5):
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (1, 2, 3, 4, 5):
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

    def _scan_object(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode object is arguments: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        if not self._depth:
            pos = len(text) - len(text[pos:].lstrip())
            if pos == len(text):
                if plain < pos:
                    self._argument_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                return pos
            if text[pos] not in "[{(":  # it is no such body
                if plain < pos:
                    self._argument_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_object("object", start, self._base + pos, events, keep=False)
                return pos
            pos = plain
        search = self._patterns[7].final if final else self._patterns[7].search
        while True:
            if self._span:
                pos = self._inside("object", text, pos, final=final)
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
                if text.startswith(('<｜DSML｜', '<|DSML|', '<｜DSML｜ ', '<|DSML| ', '</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos):
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
            if which == 1:  # a string, and what follows it
                pos = found.end()
                continue
            if which == 2:  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            if which == 3:
                self._depth += 1
                pos = found.end()
                continue
            if which == 4:
                self._depth -= 1
                pos = found.end()
                if self._depth > 0:
                    continue
                # balanced -> leave
                if plain < pos:
                    self._argument_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_object("object", start, self._base + pos, events, keep=False)
                return pos
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
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
        search = self._patterns[8].search
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
                if text.startswith(('<｜DSML｜', '<|DSML|', '<｜DSML｜ ', '<|DSML| ', '</｜DSML｜', '</|DSML|', '</｜DSML｜ ', '</|DSML| '), pos):
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
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
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
            if which == 2:
                # think-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which == 1:
                # before <wrapper> -> leave report call-in-thinking
                self._report("call-in-thinking", pos, end)
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

    MODES = (_scan_outside, _scan_section, _scan_call, _scan_fenced, _scan_marked, _scan_invoke, _scan_argument, _scan_object, _scan_thought,)
