"""Tokenizer of the dialect internlm, generated from its dialect file. Do not edit."""

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
CODE = 2
THOUGHT = 3

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "\\|action_start\\|>[ \\t\\r\\n]{0,32}+<\\|plugin\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|a(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|p(?:\\Z|l(?:\\Z|u(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|action_start\\|>[ \\t\\r\\n]{0,32}+<\\|interpreter\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|a(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|p(?:\\Z|r(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))",
    "\\|im_start\\|>environment()",
    "(?#part)(?:\\Z|\\|(?:\\Z|i(?:\\Z|m(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|e(?:\\Z|n(?:\\Z|v(?:\\Z|i(?:\\Z|r(?:\\Z|o(?:\\Z|n(?:\\Z|m(?:\\Z|e(?:\\Z|n\\Z)))))))))))))))))))))",
    "\\|action_start\\|>()",
    "\\|action_end\\|>()",
    "(?!)()",
    "(?!)()",
    "(?:\\|interpreter\\|>|\\|im_start\\|>|\\|im_end\\|>|\\|plugin\\|>)()",
    marks=("<|action_start|>", "<|action_end|>", "<|interpreter|>", "<|im_start|>", "<|im_end|>",
        "<|plugin|>",),
)

_CALL_DELIMITERS = Delimiters(
    "",
    "(?<=<)\\|action_start\\|>[ \\t\\r\\n]{0,32}+<\\|plugin\\|>()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|a(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|p(?:\\Z|l(?:\\Z|u(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"<]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=<)\\|action_end\\|>()",
    marks=("<|action_end|>",),
)

_CODE_DELIMITERS = Delimiters(
    "<",
    "\\|action_end\\|>()",
    marks=("<|action_end|>",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "\\|action_start\\|>[ \\t\\r\\n]{0,32}+<\\|plugin\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|a(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|p(?:\\Z|l(?:\\Z|u(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "/think>()",
    "\\|im_start\\|>environment()",
    marks=("</think>", "<|im_start|>environment",),
)

_OUTSIDE_DELIMITERS_5 = Delimiters(
    "<",
    "\\|action_start\\|>[ \\t\\r\\n]{0,32}+<\\|plugin\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|a(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|p(?:\\Z|l(?:\\Z|u(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|action_start\\|>[ \\t\\r\\n]{0,32}+<\\|interpreter\\|>()",
    "(?#part)(?:\\Z|\\|(?:\\Z|a(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|i(?:\\Z|n(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|p(?:\\Z|r(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))",
    "\\|im_start\\|>environment()",
    "(?#part)(?:\\Z|\\|(?:\\Z|i(?:\\Z|m(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|e(?:\\Z|n(?:\\Z|v(?:\\Z|i(?:\\Z|r(?:\\Z|o(?:\\Z|n(?:\\Z|m(?:\\Z|e(?:\\Z|n\\Z)))))))))))))))))))))",
    "\\|action_start\\|>()",
    "\\|action_end\\|>()",
    "think>()",
    "/think>()",
    "(?:\\|interpreter\\|>|\\|im_start\\|>|\\|im_end\\|>|\\|plugin\\|>)()",
    marks=("<|action_start|>", "<|action_end|>", "<think>", "</think>", "<|interpreter|>", "<|im_start|>",
        "<|im_end|>", "<|plugin|>",),
)


class Tokenizer(Scanner):
    "InternLM and Intern-S1: one JSON object between action tokens"

    __slots__ = ()
    DIALECT = "internlm"
    OPTIONS = ("thinking",)
    STARTS = {"outside": (0, "", "", ("</think>", "assistant\n")), "thinking": (3, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "call", "", "thinking")
    ENDS = ("", "unclosed-call", "", "unclosed-thinking")
    DROPS = ("", "", "", "")
    FINISHES = ("", "leave", "leave", "leave")
    MODE_NAMES = ("outside", "call", "code", "thought")
    LIMITS = {"call": (1000000, "")}
    FORMATS = {"call": ("json", "")}
    SHAPES = {"call": Shape("json", ("name",), ("parameters", "arguments"), ("id", "type"), True, "full", False, False, False)}
    RENDERS = {
        "call": ('<|action_start|><|plugin|>\n{{"name": {name|json}, "parameters": {arguments|spaced}}}<|action_end|>', ""),
        "calls": ("{calls}", ""),
        "success": ("<|im_start|>environment name=<|plugin|>\n{body}<|im_end|>\n", ""),
        "results": ("{results}", ""),
        "thinking": ("<think>\n{thinking}\n</think>\n", ""),
        "developer": ("<|im_start|>system\n{text}<|im_end|>\n", ""),
        "user": ("<|im_start|>user\n{text}<|im_end|>\n", ""),
        "assistant": ("<|im_start|>assistant\n{thinking}{text}{calls}<|im_end|>\n", ""),
        "outputs": ("{results}", ""),
    }
    GUIDE = ""
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _CODE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS_5,
            _CALL_DELIMITERS,
            _CODE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == CALL and '\\' not in text and ((self._span and '"' not in text) or ("<" not in text)):
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_calls(text)
            if mode == CODE and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
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
                pos += 1
                continue
            end = found.end()
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
            if which == 1:
                # call -> enter call
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_calls("call", pos)
                if self._quick:
                    stop = self._quick_call(text, end, ('<|action_end|>',), events)
                    if stop:
                        self._fresh = True
                        self._mode, start, self._spelling = self._stack.pop()
                        return stop
                return end
            if which == 2:
                # code -> enter code
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CODE
                self._moved = True
                return end
            if which == 4:
                # broken -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 5:
                # call-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 6:
                # think -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 7:
                # think-end -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 3:
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
        """mode call is call: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        pos = self._read_ahead(text, pos)
        search = self._patterns[1].final if final else self._patterns[1].search
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
                pos += 1
                continue
            if which == 2:  # a string, and what follows it
                pos = found.end()
                continue
            if which == 3:  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            end = found.end()
            if plain < pos:
                self._calls_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which == 4:
                # call-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_calls(text, end, events, emit=False)
                return end
            if which == 1:
                # before call -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_calls(text, pos, events, emit=False)
                return pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._calls_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_code(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode code: text -> emit"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[2].search
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
            if self._fresh:
                begin = self._lead(text, plain, pos, "newline")
                if trace:
                    self._trace("markup", plain, begin)
                plain = begin
            stop = self._trail(text, plain, pos, "newline")
            if plain < stop:
                events.append(_new(Text, (text[plain:stop],)))
                if trace:
                    self._trace("text", plain, stop)
            if trace:
                self._trace("markup", stop, pos)
            plain = pos
            if which == 1:
                # call-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if self._fresh:
            begin = self._lead(text, plain, pos, "newline")
            if trace:
                self._trace("markup", plain, begin)
            plain = begin
        stop = pos if final else self._trail(text, plain, pos, "newline")
        if plain < stop:
            events.append(_new(Text, (text[plain:stop],)))
            if trace:
                self._trace("text", plain, stop)
        return stop if stop == len(text) else ~stop

    def _scan_thought(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode thought is thinking: text -> body"""
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
            if which == 2:
                # think-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which == 1:
                # before call -> leave report call-in-thinking
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

    MODES = (_scan_outside, _scan_call, _scan_code, _scan_thought,)
