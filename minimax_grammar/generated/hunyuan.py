"""Tokenizer of the dialect hunyuan, generated from its dialect file. Do not edit."""

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

BEGIN = 0
OUTSIDE = 1
ANSWER = 2
CALLS = 3
THOUGHT = 4

_BEGIN_DELIMITERS = Delimiters(
    "",
    "(?<=<)answer>[ \\t\\r\\n]{0,32}+助手：()",
    "(?#part)(?<=<)(?:\\Z|a(?:\\Z|n(?:\\Z|s(?:\\Z|w(?:\\Z|e(?:\\Z|r(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|助(?:\\Z|手\\Z))))))))))",
    "(?<=<)answer>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?<=<)(?:\\Z|a(?:\\Z|n(?:\\Z|s(?:\\Z|w(?:\\Z|e(?:\\Z|r(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))",
    "(?<=<)/think>(?!)[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?<=助)手：()",
    "(?<=<)tool_calls>()",
    "(?<=<)/tool_calls>()",
    "(?<=<)(?!)()",
    "(?<=<)tool_response>()",
    "(?<=<)(?:/tool_response>|\\|startoftext\\|>|\\|extra_0\\|>|\\|extra_4\\|>|\\|eos\\|>)()",
    marks=("助手：", "<tool_calls>", "</tool_calls>", "<tool_response>", "</tool_response>", "<|startoftext|>",
        "<|extra_0|>", "<|extra_4|>", "<|eos|>",),
    begins=("</think>", "</tool_c", "</tool_r", "<answer>", "<think>", "<tool_ca", "<tool_re", "<|eos|>",
        "<|extra_", "<|starto", "助手：",),
)

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "/think>(?!)[ \\t\\r\\n]{0,32}+(?#more)()",
    "tool_calls>()",
    "/tool_calls>()",
    "(?!)()",
    "tool_response>()",
    "(?:/tool_response>|\\|startoftext\\|>|\\|extra_0\\|>|\\|extra_4\\|>|\\|eos\\|>)()",
    marks=("<tool_calls>", "</tool_calls>", "<tool_response>", "</tool_response>", "<|startoftext|>",
        "<|extra_0|>", "<|extra_4|>", "<|eos|>",),
)

_ANSWER_DELIMITERS = Delimiters(
    "",
    "(?<=\\\n)</answer>()",
    "(?<=<)/answer>()",
    "(?<=<)tool_calls>()",
    "(?<=<)/tool_calls>()",
    "(?<=<)tool_response>()",
    "(?<=<)(?:/tool_response>|\\|startoftext\\|>|\\|extra_0\\|>|\\|extra_4\\|>|\\|eos\\|>)()",
    marks=("\n</answer>", "</answer>", "<tool_calls>", "</tool_calls>", "<tool_response>",
        "</tool_response>", "<|startoftext|>", "<|extra_0|>", "<|extra_4|>", "<|eos|>",),
    begins=("\n</answe", "</answer", "</tool_c", "</tool_r", "<tool_ca", "<tool_re", "<|eos|>", "<|extra_",
        "<|starto",),
)

_CALLS_DELIMITERS = Delimiters(
    "",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"<]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=<)/tool_calls>()",
    marks=("</tool_calls>",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "/think>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|/(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n(?:\\Z|k(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))",
    "tool_response>()",
    marks=("<tool_response>",),
)

_BEGIN_DELIMITERS_6 = Delimiters(
    "",
    "(?<=<)answer>[ \\t\\r\\n]{0,32}+助手：()",
    "(?#part)(?<=<)(?:\\Z|a(?:\\Z|n(?:\\Z|s(?:\\Z|w(?:\\Z|e(?:\\Z|r(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|助(?:\\Z|手\\Z))))))))))",
    "(?<=<)answer>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?<=<)(?:\\Z|a(?:\\Z|n(?:\\Z|s(?:\\Z|w(?:\\Z|e(?:\\Z|r(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))",
    "(?<=<)/think>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n(?:\\Z|k(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))",
    "(?<=助)手：()",
    "(?<=<)tool_calls>()",
    "(?<=<)/tool_calls>()",
    "(?<=<)think>()",
    "(?<=<)tool_response>()",
    "(?<=<)(?:/tool_response>|\\|startoftext\\|>|\\|extra_0\\|>|\\|extra_4\\|>|\\|eos\\|>)()",
    marks=("助手：", "<tool_calls>", "</tool_calls>", "<think>", "<tool_response>", "</tool_response>",
        "<|startoftext|>", "<|extra_0|>", "<|extra_4|>", "<|eos|>",),
    begins=("</think>", "</tool_c", "</tool_r", "<answer>", "<think>", "<tool_ca", "<tool_re", "<|eos|>",
        "<|extra_", "<|starto", "助手：",),
)

_OUTSIDE_DELIMITERS_7 = Delimiters(
    "<",
    "/think>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?:\\Z|/(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n(?:\\Z|k(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))",
    "tool_calls>()",
    "/tool_calls>()",
    "think>()",
    "tool_response>()",
    "(?:/tool_response>|\\|startoftext\\|>|\\|extra_0\\|>|\\|extra_4\\|>|\\|eos\\|>)()",
    marks=("<tool_calls>", "</tool_calls>", "<think>", "<tool_response>", "</tool_response>",
        "<|startoftext|>", "<|extra_0|>", "<|extra_4|>", "<|eos|>",),
)


class Tokenizer(Scanner):
    "Hunyuan A13B: a JSON list in <tool_calls>, words in <answer>"

    __slots__ = ()
    DIALECT = "hunyuan"
    OPTIONS = ("thinking",)
    STARTS = {"begin": (0, "", "", ("</think>", "<|extra_0|>")), "thinking": (4, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "", "", "calls", "thinking")
    ENDS = ("", "", "", "unclosed-call", "unclosed-thinking")
    DROPS = ("", "", "", "", "")
    FINISHES = ("", "", "", "leave", "leave")
    MODE_NAMES = ("begin", "outside", "answer", "calls", "thought")
    LIMITS = {"calls": (1000000, "")}
    FORMATS = {"calls": ("json", "")}
    SHAPES = {"calls": Shape("json", ("name",), ("arguments", "parameters"), ("id", "type"), False, "full", False, False, False)}
    BECOMES = {0: 1}
    RENDERS = {
        "call": ('{{"name": {name|json}, "arguments": {arguments|spaced}}}', ""),
        "calls": ("<tool_calls>[{calls}]</tool_calls>", ", "),
        "success": ("<tool_response>{body}</tool_response>", ""),
        "results": ("{results}", "\n"),
        "thinking": ("<think>\n{thinking}\n</think>\n", ""),
        "begin": ("<|startoftext|>", ""),
        "developer": ("{text}<|extra_4|>", ""),
        "user": ("用户：{text}<|extra_0|>", ""),
        "assistant": ("{thinking}{text}{calls}<|eos|>", ""),
        "outputs": ("{results}<|extra_0|>", ""),
    }
    GUIDE = ""
    PATTERNS = {
        (False,): (
            _BEGIN_DELIMITERS,
            _OUTSIDE_DELIMITERS,
            _ANSWER_DELIMITERS,
            _CALLS_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True,): (
            _BEGIN_DELIMITERS_6,
            _OUTSIDE_DELIMITERS_7,
            _ANSWER_DELIMITERS,
            _CALLS_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == ANSWER and "\n" not in text and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == CALLS and '\\' not in text and ((self._span and '"' not in text) or ("<" not in text)):
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_calls(text)
            if mode == THOUGHT and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_thinking(text)
        return Scanner.feed(self, text)

    def _scan_begin(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode begin: text -> become"""
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
            begin = pos - len(text[plain:pos].lstrip())
            if trace:
                self._trace("dropped", plain, begin)
            plain = begin
            if plain < pos:
                self._mode = OUTSIDE
                return plain
            plain = pos
            if which in (1, 2, 4):
                # answer -> become answer
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode = ANSWER
                return end
            if which == 5:
                # calls -> enter calls then begin
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((BEGIN, self._base + pos, ""))
                self._mode = CALLS
                self._moved = True
                self._begin_calls("calls", pos)
                if self._quick:
                    stop = self._quick_call(text, end, ('</tool_calls>',), events)
                    if stop:
                        self._fresh = True
                        self._mode, start, self._spelling = self._stack.pop()
                        return stop
                return end
            if which == 6:
                # calls-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 7:
                # think -> enter thought then begin when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((BEGIN, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 3:
                # think-end -> skip when thinking report stray-closer
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
            if which == 9:
                # turn -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        begin = pos - len(text[plain:pos].lstrip())
        if trace:
            self._trace("dropped", plain, begin)
        plain = begin
        if plain < pos:
            self._mode = OUTSIDE
            return plain
        return pos if pos == len(text) else ~pos

    def _scan_outside(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode outside: text -> emit"""
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
            if which == 2:
                # calls -> enter calls
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CALLS
                self._moved = True
                self._begin_calls("calls", pos)
                if self._quick:
                    stop = self._quick_call(text, end, ('</tool_calls>',), events)
                    if stop:
                        self._fresh = True
                        self._mode, start, self._spelling = self._stack.pop()
                        return stop
                return end
            if which == 3:
                # calls-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 4:
                # think -> enter thought then begin when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((BEGIN, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 1:
                # think-end -> become begin when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode = BEGIN
                return end
            if which == 5:
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

    def _scan_answer(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode answer: text -> emit"""
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
                # answer-end -> become outside
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode = OUTSIDE
                return end
            if which == 3:
                # calls -> enter calls
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((ANSWER, self._base + pos, ""))
                self._mode = CALLS
                self._moved = True
                self._begin_calls("calls", pos)
                if self._quick:
                    stop = self._quick_call(text, end, ('</tool_calls>',), events)
                    if stop:
                        self._fresh = True
                        self._mode, start, self._spelling = self._stack.pop()
                        return stop
                return end
            if which == 4:
                # calls-end -> skip report stray-closer
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
                # result -> skip report fabricated-result
                self._report("fabricated-result", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
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

    def _scan_calls(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode calls is calls: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        pos = self._read_ahead(text, pos)
        search = self._patterns[3].final if final else self._patterns[3].search
        while True:
            if self._span:
                pos = self._inside("calls", text, pos, final=final)
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
                # calls-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_calls(text, end, events, emit=False)
                return end
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
        search = self._patterns[4].final if final else self._patterns[4].search
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

    MODES = (_scan_begin, _scan_outside, _scan_answer, _scan_calls, _scan_thought,)
