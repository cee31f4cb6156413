"""Tokenizer of the dialect step3, generated from its dialect file. Do not edit."""

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
INVOKE = 2
VALUE = 3
THOUGHT = 4

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    'steptml:invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())',
    "/steptml:(?:invoke[ \\t\\n\\r\\f\\v]*+>()|parameter[ \\t\\n\\r\\f\\v]*+>())",
    "｜tool_call_begin｜>([^\\\n\\\r<]{0,257}+)<｜tool_sep｜>()",
    "(?#cut)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜\\Z))))))))))))))))))))))))))))))",
    "\\|BOT\\|>tool_response()",
    "(?#part)(?:\\Z|\\|(?:\\Z|B(?:\\Z|O(?:\\Z|T(?:\\Z|\\|(?:\\Z|>(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s\\Z))))))))))))))))))",
    "｜tool_calls_begin｜>()",
    "｜tool_calls_end｜>()",
    "｜tool_call_end｜>()",
    "(?:｜tool_call_begin｜>|｜tool_sep｜>)()",
    "(?!)()",
    "(?!)()",
    "(?:｜tool_outputs_begin｜>|｜tool_output_begin｜>|tool_response>)()",
    "(?:｜tool_outputs_end｜>|｜tool_output_end｜>|/tool_response>|\\|BOT\\|>|\\|EOT\\|>)()",
    heads=("<steptml:invoke",),
    spaced=("</steptml:invoke", "</steptml:parameter",),
    marks=("<｜tool_calls_begin｜>", "<｜tool_calls_end｜>", "<｜tool_call_end｜>", "<｜tool_call_begin｜>",
        "<｜tool_sep｜>", "<｜tool_outputs_begin｜>", "<｜tool_output_begin｜>", "<tool_response>",
        "<｜tool_outputs_end｜>", "<｜tool_output_end｜>", "</tool_response>", "<|BOT|>", "<|EOT|>",),
)

_SECTION_DELIMITERS = Delimiters(
    "<",
    'steptml:invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())',
    "｜tool_call_begin｜>([^\\\n\\\r<]{0,257}+)<｜tool_sep｜>()",
    "(?#cut)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜\\Z))))))))))))))))))))))))))))))",
    "｜tool_call_end｜>()",
    "｜tool_calls_end｜>()",
    "(?:｜tool_call_begin｜>|｜tool_sep｜>)()",
    "(?:｜tool_outputs_begin｜>|｜tool_output_begin｜>|\\|BOT\\|>tool_response|tool_response>)()",
    heads=("<steptml:invoke",),
    marks=("<｜tool_call_end｜>", "<｜tool_calls_end｜>", "<｜tool_call_begin｜>", "<｜tool_sep｜>",
        "<｜tool_outputs_begin｜>", "<｜tool_output_begin｜>", "<|BOT|>tool_response", "<tool_response>",),
)

_INVOKE_DELIMITERS = Delimiters(
    "<",
    'steptml:(?:parameter(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())|invoke(?=[ \\t\\n\\r\\f\\v/>])())',
    "/steptml:invoke[ \\t\\n\\r\\f\\v]*+>()",
    "｜tool_call_end｜>()",
    "｜tool_calls_end｜>()",
    heads=("<steptml:parameter", "<steptml:invoke",),
    spaced=("</steptml:invoke",),
    marks=("<｜tool_call_end｜>", "<｜tool_calls_end｜>",),
)

_VALUE_DELIMITERS = Delimiters(
    "<",
    "steptml:parameter(?=[ \\t\\n\\r\\f\\v/>])()",
    "/steptml:(?:parameter[ \\t\\n\\r\\f\\v]*+>()|invoke[ \\t\\n\\r\\f\\v]*+>())",
    "/steptml:parameter(?!)[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<steptml:parameter|</steptml:invoke|<｜tool_call_end｜>|<｜tool_calls_end｜>|<steptml:invoke|(?:<(?:s(?:t(?:e(?:p(?:t(?:m(?:l(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:s(?:t(?:e(?:p(?:t(?:m(?:l(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|｜(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l(?:_(?:e(?:n(?:d(?:｜)?+)?+)?+)?+|s(?:_(?:e(?:n(?:d(?:｜)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()",
    "｜tool_call_end｜>()",
    heads=("<steptml:parameter",),
    spaced=("</steptml:parameter", "</steptml:invoke",),
    marks=("<｜tool_call_end｜>",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "/think>()",
    "｜tool_calls_begin｜>()",
    "(?:｜tool_outputs_begin｜>|｜tool_output_begin｜>|\\|BOT\\|>tool_response|tool_response>)()",
    marks=("</think>", "<｜tool_calls_begin｜>", "<｜tool_outputs_begin｜>", "<｜tool_output_begin｜>",
        "<|BOT|>tool_response", "<tool_response>",),
)

_VALUE_DELIMITERS_6 = Delimiters(
    "<",
    "steptml:parameter(?=[ \\t\\n\\r\\f\\v/>])()",
    "/steptml:(?:(?!)()|invoke[ \\t\\n\\r\\f\\v]*+>())",
    "/steptml:parameter[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<steptml:parameter|</steptml:invoke|<｜tool_call_end｜>|<｜tool_calls_end｜>|<steptml:invoke|(?:<(?:s(?:t(?:e(?:p(?:t(?:m(?:l(?::(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e)?+)?+)?+)?+)?+)?+)?+|i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:s(?:t(?:e(?:p(?:t(?:m(?:l(?::(?:i(?:n(?:v(?:o(?:k)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|｜(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l(?:_(?:e(?:n(?:d(?:｜)?+)?+)?+)?+|s(?:_(?:e(?:n(?:d(?:｜)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?#part)(?:\\Z|/(?:\\Z|s(?:\\Z|t(?:\\Z|e(?:\\Z|p(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|s(?:\\Z|t(?:\\Z|e(?:\\Z|p(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|s(?:\\Z|t(?:\\Z|e(?:\\Z|p(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z)))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜\\Z))))))))))))))))|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|s(?:\\Z|_(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|｜\\Z)))))))))))))))))|(?:\\Z|<(?:\\Z|s(?:\\Z|t(?:\\Z|e(?:\\Z|p(?:\\Z|t(?:\\Z|m(?:\\Z|l(?:\\Z|:(?:\\Z|i(?:\\Z|n(?:\\Z|v(?:\\Z|o(?:\\Z|k\\Z))))))))))))))|\\Z))))))))))))))))))))))",
    "｜tool_call_end｜>()",
    heads=("<steptml:parameter",),
    spaced=("</steptml:invoke",),
    marks=("<｜tool_call_end｜>",),
)

_OUTSIDE_DELIMITERS_7 = Delimiters(
    "<",
    'steptml:invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())',
    "/steptml:(?:invoke[ \\t\\n\\r\\f\\v]*+>()|parameter[ \\t\\n\\r\\f\\v]*+>())",
    "｜tool_call_begin｜>([^\\\n\\\r<]{0,257}+)<｜tool_sep｜>()",
    "(?#cut)(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|｜(?:\\Z|>[^\\\n\\\r<]{0,257}+(?:\\Z|(?:\\Z|<(?:\\Z|｜(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|e(?:\\Z|p(?:\\Z|｜\\Z))))))))))))))))))))))))))))))",
    "\\|BOT\\|>tool_response()",
    "(?#part)(?:\\Z|\\|(?:\\Z|B(?:\\Z|O(?:\\Z|T(?:\\Z|\\|(?:\\Z|>(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s\\Z))))))))))))))))))",
    "｜tool_calls_begin｜>()",
    "｜tool_calls_end｜>()",
    "｜tool_call_end｜>()",
    "(?:｜tool_call_begin｜>|｜tool_sep｜>)()",
    "think>()",
    "/think>()",
    "(?:｜tool_outputs_begin｜>|｜tool_output_begin｜>|tool_response>)()",
    "(?:｜tool_outputs_end｜>|｜tool_output_end｜>|/tool_response>|\\|BOT\\|>|\\|EOT\\|>)()",
    heads=("<steptml:invoke",),
    spaced=("</steptml:invoke", "</steptml:parameter",),
    marks=("<｜tool_calls_begin｜>", "<｜tool_calls_end｜>", "<｜tool_call_end｜>", "<｜tool_call_begin｜>",
        "<｜tool_sep｜>", "<think>", "</think>", "<｜tool_outputs_begin｜>", "<｜tool_output_begin｜>",
        "<tool_response>", "<｜tool_outputs_end｜>", "<｜tool_output_end｜>", "</tool_response>", "<|BOT|>",
        "<|EOT|>",),
)


class Tokenizer(Scanner):
    "Step3: steptml tags between tokens"

    __slots__ = ()
    DIALECT = "step3"
    OPTIONS = ("thinking", "followed")
    STARTS = {"outside": (0, "", "", ("</think>", "assistant\n")), "thinking": (4, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "", "call", "argument", "thinking")
    ENDS = ("", "unclosed-wrapper", "unclosed-call", "unclosed-argument", "unclosed-thinking")
    DROPS = ("", "dropped-prose", "dropped-prose", "", "")
    FINISHES = ("", "leave", "abort", "abort", "leave")
    MODE_NAMES = ("outside", "section", "invoke", "value", "thought")
    LIMITS = {"value": (1000000, "\n…[parameter truncated: exceeded 1000000 UTF-16 code units]")}
    RENDERS = {
        "argument": ('<steptml:parameter name="{key|attr}">{value}</steptml:parameter>', ""),
        "call": ('<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="{name|attr}">{arguments}</steptml:invoke><｜tool_call_end｜>', ""),
        "calls": ("<｜tool_calls_begin｜>{calls}<｜tool_calls_end｜>", ""),
        "success": ("<｜tool_output_begin｜>{body}<｜tool_output_end｜>", ""),
        "results": ("<｜tool_outputs_begin｜>{results}<｜tool_outputs_end｜>", ""),
        "thinking": ("<think>\n{thinking}\n</think>\n", ""),
        "developer": ("<|BOT|>system\n{text}<|EOT|>", ""),
        "user": ("<|BOT|>user\n{text}<|EOT|>", ""),
        "assistant": ("<|BOT|>assistant\n{thinking}{text}{calls}<|EOT|>", ""),
        "outputs": ("<|BOT|>tool_response\n{results}<|EOT|>", ""),
    }
    GUIDE = ""
    PATTERNS = {
        (False, False): (
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _VALUE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (False, True): (
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _VALUE_DELIMITERS_6,
            _THOUGHT_DELIMITERS,
        ),
        (True, False): (
            _OUTSIDE_DELIMITERS_7,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _VALUE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True, True): (
            _OUTSIDE_DELIMITERS_7,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _VALUE_DELIMITERS_6,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text and "<" not in text:
            mode = self._mode
            if mode == OUTSIDE and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == VALUE:
                return self._feed_argument(text)
            if mode == THOUGHT and not self._fresh and text[-1] not in "\n":
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
                if text.startswith(('</steptml:',), pos) and found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                if text.startswith(('<｜tool_call_begin｜>', '<steptml:', '</steptml:'), pos):
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
            if which == 2:  # the name of an opening tag
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
            if end - pos > _TAG_LIMIT // 2 and which in (3, 4):
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
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
            if which == 8:
                # section -> enter section
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = SECTION
                self._moved = True
                return end
            if which == 6:
                # call -> skip report bare-call
                self._report("bare-call", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (1, 2):
                # <invoke> -> enter invoke report bare-call
                self._report("bare-call", pos, end)
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
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = INVOKE
                self._moved = True
                self._begin_call(name, pos, end, events)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_call(text, end, events)
                return end
            if which == 9:
                # section-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 10:
                # call-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 11:
                # pieces -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 3:
                # </invoke> -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 4:
                # </parameter> -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 12:
                # think -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 13:
                # think-end -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (7, 14):
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
            if which == 15:
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
                if text.startswith(('<｜tool_call_begin｜>', '<steptml:', '</steptml:'), pos):
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
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which == 4:
                # call -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 5:
                # call-end -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
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
            if which == 6:
                # section-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which == 7:
                # pieces -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 8:
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
                if text.startswith(('<steptml:', '</steptml:'), pos):
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
            if end - pos > _TAG_LIMIT // 2 and which == 4:
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
                # <parameter> -> enter value
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                if which == 1:
                    key = found[1]
                    closed = False
                else:
                    read = attributes(text, found.end(), end)
                    key = read.get("name", "").strip()
                    closed = is_self_closing(text, found.end(), end)
                self._stack.append((INVOKE, self._base + pos, ""))
                self._mode = VALUE
                self._moved = True
                self._begin_argument("value", key, None)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._end_argument(start, self._base + end, events)
                return end
            if which == 4:
                # </invoke> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, end, events)
                return end
            if which == 5:
                # before call-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which == 6:
                # before section-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which == 3:
                # before <invoke> -> leave report lost-closer
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
        search = self._patterns[3].final if final else self._patterns[3].search
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
                if text.startswith(('<steptml:', '</steptml:'), pos):
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
            if which == 1:  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
                if end <= 0:
                    if end and not final:
                        break
                    if end:
                        if plain < pos:
                            self._argument_text(text[plain:pos], events)
                            if trace:
                                self._trace("body", plain, pos)
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
            if end - pos > _TAG_LIMIT // 2 and which in (2, 3, 4):
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (2, 4):
                # </parameter> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + end, events)
                return end
            if which == 1:
                # before <parameter> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + pos, events)
                return pos
            if which == 3:
                # before </invoke> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + pos, events)
                return pos
            if which == 5:
                # before call-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + pos, events)
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
                if text.startswith(('<steptml:', '</steptml:'), pos):
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
                    self._cut_off(text, pos)
                    plain = pos = len(text)
                    break
                pos += 1
                continue
            end = found.end()
            if (self._option_guarded or not (which == 3)):
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
                # before section -> leave report call-in-thinking
                self._report("call-in-thinking", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which == 3:
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

    MODES = (_scan_outside, _scan_section, _scan_invoke, _scan_value, _scan_thought,)
