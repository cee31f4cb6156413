"""Tokenizer of the dialect qwen3, generated from its dialect file. Do not edit."""

from __future__ import annotations

import re

from minimax_grammar.delimiters import Delimiters, beginning
from minimax_grammar.events import Event, Text, ThinkingDelta
from minimax_grammar.constructs import typed_as
from minimax_grammar.scanner import Scanner, Shape, filtered
from minimax_grammar.tags import attributes, is_self_closing, tag_end
from minimax_grammar.text import utf16_length

_new = tuple.__new__
_TAG_LIMIT = 0
_TAG_END = ">"
_MAX_DEPTH = 64
_PREFIXES = ()

OUTSIDE = 0
CALL = 1
THOUGHT = 2

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "tool_call>()",
    "/tool_call>()",
    "(?!)()",
    "(?!)()",
    "tool_response>()",
    "(?:\\|endoftext\\|>|\\|im_start\\|>|\\|im_end\\|>)()",
    marks=("<tool_call>", "</tool_call>", "<tool_response>", "<|endoftext|>", "<|im_start|>", "<|im_end|>",),
)

_CALL_DELIMITERS = Delimiters(
    "",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"<]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=<)/tool_call>()",
    "(?<=<)tool_call>()",
    marks=("</tool_call>", "<tool_call>",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "/think>()",
    "tool_response>()",
    marks=("</think>", "<tool_response>",),
)

_OUTSIDE_DELIMITERS_4 = Delimiters(
    "<",
    "tool_call>()",
    "/tool_call>()",
    "think>()",
    "/think>()",
    "tool_response>()",
    "(?:\\|endoftext\\|>|\\|im_start\\|>|\\|im_end\\|>)()",
    marks=("<tool_call>", "</tool_call>", "<think>", "</think>", "<tool_response>", "<|endoftext|>",
        "<|im_start|>", "<|im_end|>",),
)


class Tokenizer(Scanner):
    "Qwen3 as told by a prompt: JSON in <tool_call>"

    __slots__ = ()
    DIALECT = "qwen3"
    OPTIONS = ("thinking",)
    STARTS = {"outside": (0, "", "", ("</think>", "assistant\n")), "thinking": (2, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "call", "thinking")
    ENDS = ("", "unclosed-call", "unclosed-thinking")
    DROPS = ("", "", "")
    FINISHES = ("", "leave", "leave")
    MODE_NAMES = ("outside", "call", "thought")
    LIMITS = {"call": (1000000, "")}
    FORMATS = {"call": ("json", "")}
    SHAPES = {"call": Shape("json", ("name",), ("arguments", "parameters"), ("id", "type"), True, "full", False, False, False)}
    RENDERS = {
        "call": ('<tool_call>\n{{"name":{name|json},"arguments":{arguments|json}}}\n</tool_call>', ""),
        "calls": ("{calls}", "\n"),
        "success": ("<tool_response>\n{body}\n</tool_response>", ""),
        "results": ("{results}", "\n"),
        "thinking": ("<think>\n{thinking}\n</think>", ""),
        "developer": ("<|im_start|>system\n{text}<|im_end|>\n", ""),
        "user": ("<|im_start|>user\n{text}<|im_end|>\n", ""),
        "assistant": ("<|im_start|>assistant\n{thinking}{text}{calls}<|im_end|>\n", ""),
        "outputs": ("<|im_start|>user\n{results}<|im_end|>\n", ""),
    }
    GUIDE = "hermes.guide.md"
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS_4,
            _CALL_DELIMITERS,
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
            if mode == THOUGHT and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_thinking(text)
        return Scanner.feed(self, text)

    def _scan_outside(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode outside: text -> emit"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[0].search
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
            if (self._option_guarded or not (which == 5)):
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
                    stop = self._quick_call(text, end, ('</tool_call>',), events)
                    if stop:
                        self._fresh = True
                        self._mode, start, self._spelling = self._stack.pop()
                        return stop
                return end
            if which == 2:
                # call-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 3:
                # think -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 4:
                # think-end -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 5:
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # result -> emit report fabricated-result
                self._report("fabricated-result", pos, end)
                pos = end
                continue
            if which == 6:
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
            if which == 1:  # a string, and what follows it
                pos = found.end()
                continue
            if which == 2:  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            end = found.end()
            if plain < pos:
                self._calls_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which == 3:
                # call-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_calls(text, end, events, emit=False)
                return end
            if which == 4:
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

    def _scan_thought(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode thought is thinking: text -> body"""
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

    MODES = (_scan_outside, _scan_call, _scan_thought,)
