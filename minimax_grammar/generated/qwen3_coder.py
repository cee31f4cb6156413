"""Tokenizer of the dialect qwen3-coder, generated from its dialect file. Do not edit."""

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
VALUE = 3
THOUGHT = 4

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "tool_call>(?=[ \\t\\r\\n]{0,32}+<function=)()",
    "(?#part)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z))))))))))))))))))))",
    "tool_call>[ \\t\\r\\n]{0,32}+(?=(?#end))()",
    "(?#part)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))",
    "function=([^\\\n\\\r/<]{0,257}+)/>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r/<]{0,257}+(?:\\Z|(?:\\Z|/\\Z)))))))))))",
    "function=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z))))))))))",
    "/tool_call>()",
    "(?!)()",
    "(?!)()",
    "tool_response>()",
    "(?:\\|endoftext\\|>|\\|im_start\\|>|\\|im_end\\|>)()",
    marks=("</tool_call>", "<tool_response>", "<|endoftext|>", "<|im_start|>", "<|im_end|>",),
)

_SECTION_DELIMITERS = Delimiters(
    "<",
    "function=([^\\\n\\\r/<]{0,257}+)/>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r/<]{0,257}+(?:\\Z|(?:\\Z|/\\Z)))))))))))",
    "function=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z))))))))))",
    "/tool_call>()",
    "tool_response>()",
    marks=("</tool_call>", "<tool_response>",),
)

_CALL_DELIMITERS = Delimiters(
    "<",
    "parameter=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z)))))))))))",
    "function=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z))))))))))",
    "/function>()",
    "/tool_call>()",
    marks=("</function>", "</tool_call>",),
)

_VALUE_DELIMITERS = Delimiters(
    "",
    "(?<=<)/parameter>(?!)(?=[ \\t\\r\\n]{0,32}+(?:<parameter=|</function>|</tool_call>|<function=|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e(?:r)?+)?+)?+)?+)?+)?+)?+)?+|/(?:f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+|f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?<=\\\n)<parameter=([^\\\n\\\r>]{0,257}+)>(?=\\\n)()",
    "(?#cut12)(?<=\\\n)(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|=[^\\\n\\\r>]{0,257}+(?:\\Z|(?:\\Z|>\\Z)))))))))))))",
    "(?<=\\\n)</function>(?=[ \\t\\r\\n]{0,32}+</tool_call>)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))",
    "(?<=\\\n)</function>(?=[ \\t\\r\\n]{0,32}+<function=)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z)))))))))))))))))))))",
    "(?<=\\\n)</function>(?=[ \\t\\r\\n]{0,32}+(?:<(?:/(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+|f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))",
    "(?<=\\\n)</tool_call>(?=[ \\t\\r\\n]{0,32}+<tool_call>)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))",
    "(?<=\\\n)</tool_call>(?=[ \\t\\r\\n]{0,32}+<\\|im_end\\|>)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|i(?:\\Z|m(?:\\Z|_(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|\\|\\Z))))))))))))))))))))))",
    "(?<=\\\n)</tool_call>(?=[ \\t\\r\\n]{0,32}+(?:<(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+|\\|(?:i(?:m(?:_(?:e(?:n(?:d(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))",
    "(?<=<)/parameter>()",
    marks=("</parameter>",),
    begins=("\n</funct", "\n</tool_", "\n<parame", "</parame",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "",
    "(?<=\\\n)<tool_call>(?=[ \\t\\r\\n]{0,32}+<function=)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z)))))))))))))))))))))",
    "(?<=<)/think>()",
    "(?<=<)tool_response>()",
    marks=("</think>", "<tool_response>",),
    begins=("\n<tool_c", "</think>", "<tool_re",),
)

_VALUE_DELIMITERS_6 = Delimiters(
    "",
    "(?<=<)/parameter>(?=[ \\t\\r\\n]{0,32}+(?:<parameter=|</function>|</tool_call>|<function=|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e(?:r)?+)?+)?+)?+)?+)?+)?+)?+|/(?:f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+|t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+|f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r\\Z))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z)))))))))|\\Z)))))))))))))",
    "(?<=\\\n)<parameter=([^\\\n\\\r>]{0,257}+)>(?=\\\n)()",
    "(?#cut12)(?<=\\\n)(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|=[^\\\n\\\r>]{0,257}+(?:\\Z|(?:\\Z|>\\Z)))))))))))))",
    "(?<=\\\n)</function>(?=[ \\t\\r\\n]{0,32}+</tool_call>)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))",
    "(?<=\\\n)</function>(?=[ \\t\\r\\n]{0,32}+<function=)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z)))))))))))))))))))))",
    "(?<=\\\n)</function>(?=[ \\t\\r\\n]{0,32}+(?:<(?:/(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+|f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))",
    "(?<=\\\n)</tool_call>(?=[ \\t\\r\\n]{0,32}+<tool_call>)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z)))))))))))))))))))))))",
    "(?<=\\\n)</tool_call>(?=[ \\t\\r\\n]{0,32}+<\\|im_end\\|>)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|i(?:\\Z|m(?:\\Z|_(?:\\Z|e(?:\\Z|n(?:\\Z|d(?:\\Z|\\|\\Z))))))))))))))))))))))",
    "(?<=\\\n)</tool_call>(?=[ \\t\\r\\n]{0,32}+(?:<(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+|\\|(?:i(?:m(?:_(?:e(?:n(?:d(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|/(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))",
    "(?<=<)(?!)()",
    begins=("\n</funct", "\n</tool_", "\n<parame", "</parame",),
)

_OUTSIDE_DELIMITERS_7 = Delimiters(
    "<",
    "tool_call>(?=[ \\t\\r\\n]{0,32}+<function=)()",
    "(?#part)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z))))))))))))))))))))",
    "tool_call>[ \\t\\r\\n]{0,32}+(?=(?#end))()",
    "(?#part)(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))",
    "function=([^\\\n\\\r/<]{0,257}+)/>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r/<]{0,257}+(?:\\Z|(?:\\Z|/\\Z)))))))))))",
    "function=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z))))))))))",
    "/tool_call>()",
    "think>()",
    "/think>()",
    "tool_response>()",
    "(?:\\|endoftext\\|>|\\|im_start\\|>|\\|im_end\\|>)()",
    marks=("</tool_call>", "<think>", "</think>", "<tool_response>", "<|endoftext|>", "<|im_start|>",
        "<|im_end|>",),
)


class Tokenizer(Scanner):
    "Qwen3-Coder: <function=…> and <parameter=…>, values on lines of their own"

    __slots__ = ()
    DIALECT = "qwen3-coder"
    OPTIONS = ("thinking", "followed")
    STARTS = {"outside": (0, "", "", ("</think>", "assistant\n")), "thinking": (4, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "", "call", "argument", "thinking")
    ENDS = ("", "unclosed-wrapper", "unclosed-call", "unclosed-argument", "unclosed-thinking")
    DROPS = ("", "dropped-prose", "dropped-prose", "", "")
    FINISHES = ("", "leave", "abort", "abort", "leave")
    MODE_NAMES = ("outside", "section", "call", "value", "thought")
    LIMITS = {"value": (1000000, "\n…[parameter truncated: exceeded 1000000 UTF-16 code units]")}
    UNTYPED = frozenset(("value",))
    NULLS = frozenset(("value",))
    FOLLOWED = True
    RENDERS = {
        "argument": ("<parameter={key}>\n{value|easy}\n</parameter>\n", ""),
        "call": ("<tool_call>\n<function={name}>\n{arguments}</function>\n</tool_call>", ""),
        "calls": ("{calls}", "\n"),
        "break": ("\n\n", ""),
        "success": ("<tool_response>\n{body}\n</tool_response>", ""),
        "results": ("{results}", "\n"),
        "thinking": ("<think>\n{thinking}\n</think>", ""),
        "developer": ("<|im_start|>system\n{text}<|im_end|>\n", ""),
        "user": ("<|im_start|>user\n{text}<|im_end|>\n", ""),
        "assistant": ("<|im_start|>assistant\n{thinking|tail '\n\n'}{text}{calls}<|im_end|>\n", ""),
        "outputs": ("<|im_start|>user\n{results}\n<|im_end|>\n", ""),
    }
    GUIDE = "qwen3-coder.guide.md"
    PATTERNS = {
        (False, False): (
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (False, True): (
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS_6,
            _THOUGHT_DELIMITERS,
        ),
        (True, False): (
            _OUTSIDE_DELIMITERS_7,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True, True): (
            _OUTSIDE_DELIMITERS_7,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS_6,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == VALUE and "<" not in text and "\n" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_argument(text)
            if mode == THOUGHT and "\n" not in text and "<" not in text and not self._fresh and text[-1] not in "\n":
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
                if text.startswith(('<function=',), pos):
                    if self._fresh:
                        begin = self._lead(text, plain, pos, "layout")
                        if trace:
                            self._trace("markup", plain, begin)
                        plain = begin
                    stop = self._trail(text, plain, pos, "layout")
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
            if which == 4:
                caught = {"name": found[3] or ""}
            if which == 6:
                caught = {"name": found[5] or ""}
            if (self._option_guarded or not (which == 10)):
                if self._fresh:
                    begin = self._lead(text, plain, pos, "layout")
                    if trace:
                        self._trace("markup", plain, begin)
                    plain = begin
                stop = self._trail(text, plain, pos, "layout")
                if plain < stop:
                    events.append(_new(Text, (text[plain:stop],)))
                    if trace:
                        self._trace("text", plain, stop)
                if trace:
                    self._trace("markup", stop, pos)
                plain = pos
            if which in (1, 2):
                # wrapper -> enter section
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = SECTION
                self._moved = True
                return end
            if which == 7:
                # wrapper-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 4:
                # empty -> enter call closed report bare-call
                self._report("bare-call", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_call(name, pos, end, events)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, end, events)
                return end
            if which == 6:
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
                return end
            if which == 8:
                # think -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 9:
                # think-end -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 10:
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # result -> emit report fabricated-result
                self._report("fabricated-result", pos, end)
                pos = end
                continue
            if which == 11:
                # turn -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if self._fresh:
            begin = self._lead(text, plain, pos, "layout")
            if trace:
                self._trace("markup", plain, begin)
            plain = begin
        if final and self._fresh:  # nothing but white space
            if trace:
                self._trace("markup", plain, pos)
            plain = pos
        stop = pos if final else self._trail(text, plain, pos, "layout")
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
                if text.startswith(('<function=',), pos):
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
                caught = {"name": found[1] or ""}
            if which == 4:
                caught = {"name": found[3] or ""}
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which == 2:
                # empty -> enter call closed
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((SECTION, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_call(name, pos, end, events)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, end, events)
                return end
            if which == 4:
                # call -> enter call
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((SECTION, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_call(name, pos, end, events)
                return end
            if which == 5:
                # wrapper-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which == 6:
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

    def _scan_call(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode call is call: text -> skip"""
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
                if text.startswith(('<parameter=', '<function='), pos):
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
                # item -> enter value
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                key = filtered(caught.get("key", ""))
                self._stack.append((CALL, self._base + pos, ""))
                self._mode = VALUE
                self._moved = True
                self._begin_argument("value", key, None)
                return end
            if which == 5:
                # call-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, end, events)
                return end
            if which == 6:
                # before wrapper-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which == 4:
                # before call -> leave report lost-closer
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
                if not final:
                    break
                if text.startswith(('\n<parameter=',), pos):
                    if self._fresh:
                        begin = self._lead(text, plain, pos, "newline")
                        if trace:
                            self._trace("markup", plain, begin)
                        plain = begin
                    stop = self._trail(text, plain, pos, "newline")
                    if plain < stop:
                        self._argument_text(text[plain:stop], events)
                        if trace:
                            self._trace("body", plain, stop)
                    if trace:
                        self._trace("markup", stop, pos)
                    plain = pos
                    self._cut_off(text, pos)
                    plain = pos = len(text)
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
                self._argument_text(text[plain:stop], events)
                if trace:
                    self._trace("body", plain, stop)
            if trace:
                self._trace("markup", stop, pos)
            plain = pos
            if which in (1, 10):
                # item-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + end, events, "value")
                return end
            if which in (3, 4, 5, 6, 7, 8, 9):
                # before lost -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + pos, events, "value")
                return pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if self._fresh:
            begin = self._lead(text, plain, pos, "newline")
            if trace:
                self._trace("markup", plain, begin)
            plain = begin
        stop = pos if final else self._trail(text, plain, pos, "newline")
        if plain < stop:
            self._argument_text(text[plain:stop], events)
            if trace:
                self._trace("body", plain, stop)
        return stop if stop == len(text) else ~stop

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
                # before leak -> leave report call-in-thinking
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

    MODES = (_scan_outside, _scan_section, _scan_call, _scan_value, _scan_thought,)
