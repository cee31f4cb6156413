"""Tokenizer of the dialect seed-oss, generated from its dialect file. Do not edit."""

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
    "function=([^\\\n\\\r/<]{0,257}+)/>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r/<]{0,257}+(?:\\Z|(?:\\Z|/\\Z)))))))))))",
    "function=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z))))))))))",
    "seed:bos>tool()",
    "(?#part)(?:\\Z|s(?:\\Z|e(?:\\Z|e(?:\\Z|d(?:\\Z|:(?:\\Z|b(?:\\Z|o(?:\\Z|s(?:\\Z|>(?:\\Z|t(?:\\Z|o(?:\\Z|o\\Z))))))))))))",
    "seed:tool_call>()",
    "/seed:tool_call>()",
    "(?!)()",
    "(?!)()",
    "(?:seed:bos>|seed:eos>|seed:pad>)()",
    "(?:/seed:cot_budget_reflect>|seed:cot_budget_reflect>)()",
    marks=("<seed:tool_call>", "</seed:tool_call>", "<seed:bos>", "<seed:eos>", "<seed:pad>",
        "</seed:cot_budget_reflect>", "<seed:cot_budget_reflect>",),
)

_SECTION_DELIMITERS = Delimiters(
    "<",
    "function=([^\\\n\\\r/<]{0,257}+)/>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r/<]{0,257}+(?:\\Z|(?:\\Z|/\\Z)))))))))))",
    "function=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z))))))))))",
    "/seed:tool_call>()",
    "seed:bos>tool()",
    marks=("</seed:tool_call>", "<seed:bos>tool",),
)

_CALL_DELIMITERS = Delimiters(
    "<",
    "parameter=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z)))))))))))",
    "function=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z))))))))))",
    "/function>()",
    "/seed:tool_call>()",
    marks=("</function>", "</seed:tool_call>",),
)

_VALUE_DELIMITERS = Delimiters(
    "",
    "(?<=<)/parameter>(?!)(?=[ \\t\\r\\n]{0,32}+(?:<parameter=|</function>|</seed:tool_call>|<function=|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e(?:r)?+)?+)?+)?+)?+)?+)?+)?+|/(?:f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+|s(?:e(?:e(?:d(?::(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?<=<)/parameter>()",
    "(?<=\\\n)(?:</seed:tool_call>|<parameter=|</function>)()",
    marks=("</parameter>", "\n</seed:tool_call>", "\n<parameter=", "\n</function>",),
    begins=("\n</funct", "\n</seed:", "\n<parame", "</parame",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "",
    "(?<=\\\n)<seed:tool_call>(?=[ \\t\\r\\n]{0,32}+<function=)()",
    "(?#part)(?<=\\\n)(?:\\Z|<(?:\\Z|s(?:\\Z|e(?:\\Z|e(?:\\Z|d(?:\\Z|:(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z))))))))))))))))))))))))))",
    "(?<=<)/seed:think>()",
    "(?<=<)seed:bos>tool()",
    "(?<=<)(?:/seed:cot_budget_reflect>|seed:cot_budget_reflect>)()",
    marks=("</seed:think>", "<seed:bos>tool", "</seed:cot_budget_reflect>", "<seed:cot_budget_reflect>",),
    begins=("\n<seed:t", "</seed:c", "</seed:t", "<seed:bo", "<seed:co",),
)

_VALUE_DELIMITERS_6 = Delimiters(
    "",
    "(?<=<)/parameter>(?=[ \\t\\r\\n]{0,32}+(?:<parameter=|</function>|</seed:tool_call>|<function=|(?:<(?:p(?:a(?:r(?:a(?:m(?:e(?:t(?:e(?:r)?+)?+)?+)?+)?+)?+)?+)?+|/(?:f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+|s(?:e(?:e(?:d(?::(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|f(?:u(?:n(?:c(?:t(?:i(?:o(?:n)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()",
    "(?#part)(?<=<)(?:\\Z|/(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|t(?:\\Z|e(?:\\Z|r\\Z))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|s(?:\\Z|e(?:\\Z|e(?:\\Z|d(?:\\Z|:(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n\\Z)))))))))|\\Z)))))))))))))",
    "(?<=<)(?!)()",
    "(?<=\\\n)(?:</seed:tool_call>|<parameter=|</function>)()",
    marks=("\n</seed:tool_call>", "\n<parameter=", "\n</function>",),
    begins=("\n</funct", "\n</seed:", "\n<parame", "</parame",),
)

_OUTSIDE_DELIMITERS_7 = Delimiters(
    "<",
    "function=([^\\\n\\\r/<]{0,257}+)/>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r/<]{0,257}+(?:\\Z|(?:\\Z|/\\Z)))))))))))",
    "function=([^\\\n\\\r<>]{0,257}+)>()",
    "(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|=[^\\\n\\\r<>]{0,257}+(?:\\Z|\\Z))))))))))",
    "seed:bos>tool()",
    "(?#part)(?:\\Z|s(?:\\Z|e(?:\\Z|e(?:\\Z|d(?:\\Z|:(?:\\Z|b(?:\\Z|o(?:\\Z|s(?:\\Z|>(?:\\Z|t(?:\\Z|o(?:\\Z|o\\Z))))))))))))",
    "seed:tool_call>()",
    "/seed:tool_call>()",
    "seed:think>()",
    "/seed:think>()",
    "(?:seed:bos>|seed:eos>|seed:pad>)()",
    "(?:/seed:cot_budget_reflect>|seed:cot_budget_reflect>)()",
    marks=("<seed:tool_call>", "</seed:tool_call>", "<seed:think>", "</seed:think>", "<seed:bos>",
        "<seed:eos>", "<seed:pad>", "</seed:cot_budget_reflect>", "<seed:cot_budget_reflect>",),
)


class Tokenizer(Scanner):
    "Seed-OSS: <function=…> and <parameter=…> in <seed:tool_call>, values as they stand"

    __slots__ = ()
    DIALECT = "seed-oss"
    OPTIONS = ("thinking", "followed")
    STARTS = {"outside": (0, "", "", ("</seed:think>", "assistant\n")), "thinking": (4, "thinking", "", ("<seed:think>", "<seed:cot_budget_reflect>"))}
    CONSTRUCTS = ("", "", "call", "argument", "thinking")
    ENDS = ("", "unclosed-wrapper", "unclosed-call", "unclosed-argument", "unclosed-thinking")
    DROPS = ("", "dropped-prose", "dropped-prose", "", "")
    FINISHES = ("", "leave", "abort", "abort", "leave")
    MODE_NAMES = ("outside", "section", "call", "value", "thought")
    LIMITS = {"value": (1000000, "\n…[parameter truncated: exceeded 1000000 UTF-16 code units]")}
    FOLLOWED = True
    RENDERS = {
        "argument": ("<parameter={key}>{value|easy}</parameter>\n", ""),
        "call": ("<seed:tool_call>\n<function={name}>\n{arguments}</function>\n</seed:tool_call>", ""),
        "calls": ("{calls}", "\n"),
        "break": ("\n\n", ""),
        "success": ("<seed:bos>tool\n{body}<seed:eos>", ""),
        "results": ("{results}", ""),
        "thinking": ("<seed:think>{thinking}</seed:think>\n", ""),
        "developer": ("<seed:bos>system\n{text}<seed:eos>", ""),
        "user": ("<seed:bos>user\n{text}<seed:eos>", ""),
        "assistant": ("<seed:bos>assistant\n{thinking}{text|tail '\n'}{calls}<seed:eos>", ""),
        "outputs": ("{results}", ""),
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
            if mode == VALUE and "<" not in text and "\n" not in text:
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
            if which == 2:
                caught = {"name": found[1] or ""}
            if which == 4:
                caught = {"name": found[3] or ""}
            if (self._option_guarded or not (which == 5)):
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
            if which == 6:
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
            if which == 2:
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
            if which == 4:
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
            if which == 10:
                # turn -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 11:
                # budget -> skip
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
        search = self._patterns[3].search
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
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (1, 2):
                # item-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + end, events)
                return end
            if which == 3:
                # before lost -> leave report lost-closer
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
            if which == 4:
                # budget -> skip
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
            self._thinking_text(text[plain:stop], events)
            if trace:
                self._trace("thinking", plain, stop)
        return stop if stop == len(text) else ~stop

    MODES = (_scan_outside, _scan_section, _scan_call, _scan_value, _scan_thought,)
