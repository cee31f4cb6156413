"""Tokenizer of the dialect command-a, generated from its dialect file. Do not edit."""

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
ACTIONS = 1
THOUGHT = 2

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "/co:([^\\\n\\\r<\\]]{0,257}+)\\]>()",
    "(?#cut)(?:\\Z|/(?:\\Z|c(?:\\Z|o(?:\\Z|:[^\\\n\\\r<\\]]{0,257}+(?:\\Z|(?:\\Z|\\]\\Z))))))",
    "(?:\\|START_RESPONSE\\|>|\\|END_RESPONSE\\|>|\\|START_TEXT\\|>|\\|END_TEXT\\|>)()",
    "co>()",
    "\\|START_ACTION\\|>()",
    "\\|END_ACTION\\|>()",
    "(?!)()",
    "(?!)()",
    "\\|START_TOOL_RESULT\\|>()",
    "(?:\\|START_OF_TURN_TOKEN\\|>|\\|END_OF_TURN_TOKEN\\|>|\\|END_TOOL_RESULT\\|>|\\|CHATBOT_TOKEN\\|>|\\|SYSTEM_TOKEN\\|>|\\|USER_TOKEN\\|>|BOS_TOKEN>|EOS_TOKEN>)()",
    marks=("<|START_RESPONSE|>", "<|END_RESPONSE|>", "<|START_TEXT|>", "<|END_TEXT|>", "<co>",
        "<|START_ACTION|>", "<|END_ACTION|>", "<|START_TOOL_RESULT|>", "<|START_OF_TURN_TOKEN|>",
        "<|END_OF_TURN_TOKEN|>", "<|END_TOOL_RESULT|>", "<|CHATBOT_TOKEN|>", "<|SYSTEM_TOKEN|>",
        "<|USER_TOKEN|>", "<BOS_TOKEN>", "<EOS_TOKEN>",),
)

_ACTIONS_DELIMITERS = Delimiters(
    "",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"<]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=<)\\|END_ACTION\\|>()",
    "(?<=<)\\|START_THINKING\\|>()",
    "(?<=<)(?:\\|START_RESPONSE\\|>|\\|END_RESPONSE\\|>|\\|START_TEXT\\|>|\\|END_TEXT\\|>)()",
    marks=("<|END_ACTION|>", "<|START_THINKING|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>",
        "<|START_TEXT|>", "<|END_TEXT|>",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "/co:([^\\\n\\\r<\\]]{0,257}+)\\]>()",
    "(?#cut)(?:\\Z|/(?:\\Z|c(?:\\Z|o(?:\\Z|:[^\\\n\\\r<\\]]{0,257}+(?:\\Z|(?:\\Z|\\]\\Z))))))",
    "co>()",
    "\\|END_THINKING\\|>()",
    "\\|START_ACTION\\|>()",
    "(?:\\|START_RESPONSE\\|>|\\|END_RESPONSE\\|>|\\|START_TEXT\\|>|\\|END_TEXT\\|>)()",
    "\\|START_TOOL_RESULT\\|>()",
    marks=("<co>", "<|END_THINKING|>", "<|START_ACTION|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>",
        "<|START_TEXT|>", "<|END_TEXT|>", "<|START_TOOL_RESULT|>",),
)

_OUTSIDE_DELIMITERS_4 = Delimiters(
    "<",
    "/co:([^\\\n\\\r<\\]]{0,257}+)\\]>()",
    "(?#cut)(?:\\Z|/(?:\\Z|c(?:\\Z|o(?:\\Z|:[^\\\n\\\r<\\]]{0,257}+(?:\\Z|(?:\\Z|\\]\\Z))))))",
    "(?:\\|START_RESPONSE\\|>|\\|END_RESPONSE\\|>|\\|START_TEXT\\|>|\\|END_TEXT\\|>)()",
    "co>()",
    "\\|START_ACTION\\|>()",
    "\\|END_ACTION\\|>()",
    "\\|START_THINKING\\|>()",
    "\\|END_THINKING\\|>()",
    "\\|START_TOOL_RESULT\\|>()",
    "(?:\\|START_OF_TURN_TOKEN\\|>|\\|END_OF_TURN_TOKEN\\|>|\\|END_TOOL_RESULT\\|>|\\|CHATBOT_TOKEN\\|>|\\|SYSTEM_TOKEN\\|>|\\|USER_TOKEN\\|>|BOS_TOKEN>|EOS_TOKEN>)()",
    marks=("<|START_RESPONSE|>", "<|END_RESPONSE|>", "<|START_TEXT|>", "<|END_TEXT|>", "<co>",
        "<|START_ACTION|>", "<|END_ACTION|>", "<|START_THINKING|>", "<|END_THINKING|>",
        "<|START_TOOL_RESULT|>", "<|START_OF_TURN_TOKEN|>", "<|END_OF_TURN_TOKEN|>", "<|END_TOOL_RESULT|>",
        "<|CHATBOT_TOKEN|>", "<|SYSTEM_TOKEN|>", "<|USER_TOKEN|>", "<BOS_TOKEN>", "<EOS_TOKEN>",),
)


class Tokenizer(Scanner):
    "Command R7B and Command A: a JSON list of numbered calls in an action, words in a response"

    __slots__ = ()
    DIALECT = "command-a"
    OPTIONS = ("thinking",)
    STARTS = {"outside": (0, "", "", ("<|END_THINKING|>", "<|CHATBOT_TOKEN|>", "<|START_RESPONSE|>")), "thinking": (2, "thinking", "", ("<|START_THINKING|>",))}
    CONSTRUCTS = ("", "calls", "thinking")
    ENDS = ("", "unclosed-call", "unclosed-thinking")
    DROPS = ("", "", "")
    FINISHES = ("", "leave", "leave")
    MODE_NAMES = ("outside", "actions", "thought")
    LIMITS = {"actions": (1000000, "")}
    FORMATS = {"actions": ("json", "")}
    SHAPES = {"actions": Shape("json", ("tool_name", "name"), ("parameters", "arguments"), ("tool_call_id",), False, "full", False, False, False)}
    RENDERS = {
        "call": ('{{"tool_call_id": "{number}", "tool_name": {name|json}, "parameters": {arguments|spaced}}}', ""),
        "calls": ("<|START_ACTION|>[\n    {calls}\n]<|END_ACTION|>", ",\n    "),
        "success": ('{{"tool_call_id": "{number}", "results": {{"0": {body|json}}}, "is_error": null}}', ""),
        "failure": ('{{"tool_call_id": "{number}", "results": {{"0": {body|json}}}, "is_error": true}}', ""),
        "results": ("<|START_TOOL_RESULT|>[\n    {results}\n]<|END_TOOL_RESULT|>", ",\n    "),
        "thinking": ("<|START_THINKING|>{thinking}<|END_THINKING|>", ""),
        "text": ("<|START_RESPONSE|>{text}<|END_RESPONSE|>", ""),
        "begin": ("<BOS_TOKEN>", ""),
        "developer": ("<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>{text}<|END_OF_TURN_TOKEN|>", ""),
        "user": ("<|START_OF_TURN_TOKEN|><|USER_TOKEN|>{text}<|END_OF_TURN_TOKEN|>", ""),
        "assistant": ("<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>{thinking}{text}{calls}<|END_OF_TURN_TOKEN|>", ""),
        "outputs": ("<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>{results}<|END_OF_TURN_TOKEN|>", ""),
    }
    GUIDE = ""
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _ACTIONS_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS_4,
            _ACTIONS_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text:
                return self._feed_text(text)
            if mode == ACTIONS and '\\' not in text and ((self._span and '"' not in text) or ("<" not in text)):
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
                if text.startswith(('</co:',), pos):
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
            if which == 3:
                # response -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (2, 4):
                # cited -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 5:
                # action -> enter actions
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = ACTIONS
                self._moved = True
                self._begin_calls("actions", pos)
                if self._quick:
                    stop = self._quick_call(text, end, ('<|END_ACTION|>',), events)
                    if stop:
                        self._fresh = True
                        self._mode, start, self._spelling = self._stack.pop()
                        return stop
                return end
            if which == 6:
                # action-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 7:
                # think -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 8:
                # think-end -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 9:
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
            if which == 10:
                # turn -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            events.append(_new(Text, (text[plain:pos],)))
            if trace:
                self._trace("text", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_actions(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode actions is calls: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        pos = self._read_ahead(text, pos)
        search = self._patterns[1].final if final else self._patterns[1].search
        while True:
            if self._span:
                pos = self._inside("actions", text, pos, final=final)
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
                # action-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_calls(text, end, events, emit=False)
                return end
            if which == 4:
                # before think -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_calls(text, pos, events, emit=False)
                return pos
            if which == 5:
                # before response -> leave report lost-closer
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
                if text.startswith(('</co:',), pos):
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
            if (self._option_guarded or not (which == 7)):
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
            if which in (2, 3):
                # cited -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 4:
                # think-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which == 5:
                # before action -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which == 6:
                # before response -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which == 7:
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

    MODES = (_scan_outside, _scan_actions, _scan_thought,)
