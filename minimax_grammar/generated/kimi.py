"""Tokenizer of the dialect kimi, generated from its dialect file. Do not edit."""

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
UNNAMED = 3
NAMELESS = 4
THOUGHT = 5

_OUTSIDE_DELIMITERS = Delimiters(
    "",
    "(?<=<)\\|tool_call_begin\\|>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+<\\|tool_call_argument_begin\\|>()",
    "(?#cut)(?<=<)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))))))))))))))))))))",
    "(?<=<)(?:\\|tool_calls_section_begin\\|>|\\|tool_call_section_begin\\|>)()",
    "(?<=<)(?:\\|tool_calls_section_end\\|>|\\|tool_call_section_end\\|>)()",
    "(?<=<)\\|tool_call_end\\|>()",
    "(?<=<)\\|tool_call_argument_begin\\|>()",
    "(?<=<)(?!)()",
    "(?<=<)(?!)()",
    "(?<=<)\\|im_system\\|>()",
    "(?<=<)(?:\\|im_assistant\\|>|\\|im_middle\\|>|\\|im_user\\|>|\\|im_end\\|>)()",
    "(?<=\\[)EOS\\]()",
    marks=("<|tool_calls_section_begin|>", "<|tool_call_section_begin|>", "<|tool_calls_section_end|>",
        "<|tool_call_section_end|>", "<|tool_call_end|>", "<|tool_call_argument_begin|>", "<|im_system|>",
        "<|im_assistant|>", "<|im_middle|>", "<|im_user|>", "<|im_end|>", "[EOS]",),
    begins=("</think>", "<think>", "<|im_ass", "<|im_end", "<|im_mid", "<|im_sys", "<|im_use", "<|tool_c",
        "[EOS]",),
)

_SECTION_DELIMITERS = Delimiters(
    "<",
    "\\|tool_call_begin\\|>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+<\\|tool_call_argument_begin\\|>()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))))))))))))))))))))",
    "(?:\\|tool_calls_section_end\\|>|\\|tool_call_section_end\\|>)()",
    "\\|tool_call_end\\|>()",
    "\\|tool_call_argument_begin\\|>()",
    "\\|im_system\\|>()",
    marks=("<|tool_calls_section_end|>", "<|tool_call_section_end|>", "<|tool_call_end|>",
        "<|tool_call_argument_begin|>", "<|im_system|>",),
)

_CALL_DELIMITERS = Delimiters(
    "",
    "(?<=<)\\|tool_call_begin\\|>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+<\\|tool_call_argument_begin\\|>()",
    "(?#cut)(?<=<)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))))))))))))))))))))",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"<]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=<)\\|tool_call_end\\|>()",
    "(?<=<)(?:\\|tool_calls_section_end\\|>|\\|tool_call_section_end\\|>)()",
    marks=("<|tool_call_end|>", "<|tool_calls_section_end|>", "<|tool_call_section_end|>",),
)

_NAMELESS_DELIMITERS = Delimiters(
    "<",
    "\\|tool_call_begin\\|>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+<\\|tool_call_argument_begin\\|>()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))))))))))))))))))))",
    "\\|tool_call_end\\|>()",
    "(?:\\|tool_calls_section_end\\|>|\\|tool_call_section_end\\|>)()",
    marks=("<|tool_call_end|>", "<|tool_calls_section_end|>", "<|tool_call_section_end|>",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "\\|tool_calls_section_begin\\|>(?=[ \\t\\r\\n]{0,32}+<\\|tool_call_begin\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|s(?:\\Z|_(?:\\Z|s(?:\\Z|e(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))))))))))))))))))",
    "\\|tool_calls_section_begin\\|>(?=[ \\t\\r\\n]{0,32}+(?:<(?:\\|(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l(?:_(?:b(?:e(?:g(?:i(?:n(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|s(?:\\Z|_(?:\\Z|s(?:\\Z|e(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))))))))))))))",
    "\\|tool_call_section_begin\\|>(?=[ \\t\\r\\n]{0,32}+<\\|tool_call_begin\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|e(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z)))))))))))))))))))))))))))))))))))))))))))))",
    "\\|tool_call_section_begin\\|>(?=[ \\t\\r\\n]{0,32}+(?:<(?:\\|(?:t(?:o(?:o(?:l(?:_(?:c(?:a(?:l(?:l(?:_(?:b(?:e(?:g(?:i(?:n(?:\\|)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|e(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))))))))))",
    "/think>()",
    "\\|im_system\\|>()",
    marks=("</think>", "<|im_system|>",),
)

_OUTSIDE_DELIMITERS_6 = Delimiters(
    "",
    "(?<=<)\\|tool_call_begin\\|>[ \\t\\r\\n]{0,32}+([^\\\n\\\r<]{0,257}+)[ \\t\\r\\n]{0,32}+<\\|tool_call_argument_begin\\|>()",
    "(?#cut)(?<=<)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<]{0,257}+(?:\\Z|[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|a(?:\\Z|r(?:\\Z|g(?:\\Z|u(?:\\Z|m(?:\\Z|e(?:\\Z|n(?:\\Z|t(?:\\Z|_(?:\\Z|b(?:\\Z|e(?:\\Z|g(?:\\Z|i(?:\\Z|n(?:\\Z|\\|\\Z))))))))))))))))))))))))))))))))))))))))))))))))",
    "(?<=<)(?:\\|tool_calls_section_begin\\|>|\\|tool_call_section_begin\\|>)()",
    "(?<=<)(?:\\|tool_calls_section_end\\|>|\\|tool_call_section_end\\|>)()",
    "(?<=<)\\|tool_call_end\\|>()",
    "(?<=<)\\|tool_call_argument_begin\\|>()",
    "(?<=<)think>()",
    "(?<=<)/think>()",
    "(?<=<)\\|im_system\\|>()",
    "(?<=<)(?:\\|im_assistant\\|>|\\|im_middle\\|>|\\|im_user\\|>|\\|im_end\\|>)()",
    "(?<=\\[)EOS\\]()",
    marks=("<|tool_calls_section_begin|>", "<|tool_call_section_begin|>", "<|tool_calls_section_end|>",
        "<|tool_call_section_end|>", "<|tool_call_end|>", "<|tool_call_argument_begin|>", "<think>",
        "</think>", "<|im_system|>", "<|im_assistant|>", "<|im_middle|>", "<|im_user|>", "<|im_end|>",
        "[EOS]",),
    begins=("</think>", "<think>", "<|im_ass", "<|im_end", "<|im_mid", "<|im_sys", "<|im_use", "<|tool_c",
        "[EOS]",),
)


class Tokenizer(Scanner):
    "Kimi K2: calls between tokens, the name inside the id, arguments as JSON"

    __slots__ = ()
    DIALECT = "kimi"
    OPTIONS = ("thinking",)
    STARTS = {"outside": (0, "", "", ("</think>", "<|im_middle|>")), "thinking": (5, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "", "call", "call", "", "thinking")
    ENDS = ("", "unclosed-wrapper", "unclosed-call", "unclosed-call", "", "unclosed-thinking")
    DROPS = ("", "dropped-prose", "", "", "dropped-prose", "")
    FINISHES = ("", "leave", "abort", "leave", "leave", "leave")
    MODE_NAMES = ("outside", "section", "call", "unnamed", "nameless", "thought")
    LIMITS = {"call": (1000000, ""), "unnamed": (1000000, "")}
    FORMATS = {"call": ("json", ""), "unnamed": ("json", "")}
    SHAPES = {"unnamed": Shape("json", (), (), (), True, "full", False, False, False)}
    RENDERS = {
        "id": ("functions.{name}:{number}", ""),
        "call": ("<|tool_call_begin|>{id}<|tool_call_argument_begin|>{arguments|json}<|tool_call_end|>", ""),
        "calls": ("<|tool_calls_section_begin|>{calls}<|tool_calls_section_end|>", ""),
        "success": ("<|im_system|>{name}<|im_middle|>## Return of {id}\n{body}<|im_end|>", ""),
        "results": ("{results}", ""),
        "thinking": ("<think>\n{thinking}\n</think>", ""),
        "developer": ("<|im_system|>system<|im_middle|>{text}<|im_end|>", ""),
        "user": ("<|im_user|>user<|im_middle|>{text}<|im_end|>", ""),
        "assistant": ("<|im_assistant|>assistant<|im_middle|>{thinking}{text}{calls}<|im_end|>", ""),
        "outputs": ("{results}", ""),
    }
    GUIDE = "kimi.guide.md"
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _CALL_DELIMITERS,
            _NAMELESS_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS_6,
            _SECTION_DELIMITERS,
            _CALL_DELIMITERS,
            _CALL_DELIMITERS,
            _NAMELESS_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and "[" not in text:
                return self._feed_text(text)
            if mode == CALL and '\\' not in text and ((self._span and '"' not in text) or ("<" not in text)):
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_argument(text)
            if mode == UNNAMED and '\\' not in text and ((self._span and '"' not in text) or ("<" not in text)):
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_calls(text)
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
                if text.startswith(('<|tool_call_begin|>',), pos):
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
            if which == 2:
                caught = {"id": found[1] or ""}
            if not (which == 8) and (self._option_guarded or not (which == 9)):
                if plain < pos:
                    events.append(_new(Text, (text[plain:pos],)))
                    if trace:
                        self._trace("text", plain, pos)
                plain = pos
            if which == 3:
                # section -> enter section
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = SECTION
                self._moved = True
                return end
            if which == 2:
                # call -> enter call if number report bare-call
                if (filtered(caught.get("id", ""), ('after', ':'))):
                    self._report("bare-call", pos, end)
                    if trace:
                        self._trace("markup", pos, end)
                    id = filtered(caught.get("id", ""))
                    name = self._listed_end(filtered(caught.get("id", ""), ('without', 'functions.'), ('unnumbered', ':')), ".")
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = CALL
                    self._moved = True
                    self._begin_call(name, pos, end, events, id)
                    self._begin_arguments("call")
                    return end
                # call -> enter unnamed if not word report bare-call
                if not (filtered(caught.get("id", ""), ('no-number', ''))):
                    self._report("bare-call", pos, end)
                    if trace:
                        self._trace("markup", pos, end)
                    id = filtered(caught.get("id", ""))
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = UNNAMED
                    self._moved = True
                    self._begin_calls("unnamed", pos, id)
                    return end
                # call -> enter call if listed name report bare-call
                if (self._listed(self._listed_end(filtered(caught.get("id", ""), ('without', 'functions.'), ('unnumbered', ':')), "."))):
                    self._report("bare-call", pos, end)
                    if trace:
                        self._trace("markup", pos, end)
                    id = filtered(caught.get("id", ""))
                    name = self._listed_end(filtered(caught.get("id", ""), ('without', 'functions.'), ('unnumbered', ':')), ".")
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = CALL
                    self._moved = True
                    self._begin_call(name, pos, end, events, id)
                    self._begin_arguments("call")
                    return end
                # call -> enter nameless report nameless-call
                self._report("nameless-call", pos, end)
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = NAMELESS
                self._moved = True
                return end
            if which == 4:
                # section-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 5:
                # call-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 6:
                # argument -> skip report stray-closer
                self._report("stray-closer", pos, end)
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 7:
                # think -> enter thought when thinking
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 8:
                # think-end -> emit when thinking report stray-closer
                self._report("stray-closer", pos, end)
                pos = end
                continue
            if which == 9:
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    return self._stop(text, pos, events)
                # result -> emit report fabricated-result
                self._report("fabricated-result", pos, end)
                pos = end
                continue
            if which in (10, 11):
                # turn -> skip
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
                if text.startswith(('<|tool_call_begin|>',), pos):
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
                caught = {"id": found[1] or ""}
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which == 3:
                # section-end -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which == 2:
                # call -> enter call if number
                if (filtered(caught.get("id", ""), ('after', ':'))):
                    if trace:
                        self._trace("markup", pos, end)
                    id = filtered(caught.get("id", ""))
                    name = self._listed_end(filtered(caught.get("id", ""), ('without', 'functions.'), ('unnumbered', ':')), ".")
                    self._stack.append((SECTION, self._base + pos, ""))
                    self._mode = CALL
                    self._moved = True
                    self._begin_call(name, pos, end, events, id)
                    self._begin_arguments("call")
                    return end
                # call -> enter unnamed if not word
                if not (filtered(caught.get("id", ""), ('no-number', ''))):
                    if trace:
                        self._trace("markup", pos, end)
                    id = filtered(caught.get("id", ""))
                    self._stack.append((SECTION, self._base + pos, ""))
                    self._mode = UNNAMED
                    self._moved = True
                    self._begin_calls("unnamed", pos, id)
                    return end
                # call -> enter call if listed name
                if (self._listed(self._listed_end(filtered(caught.get("id", ""), ('without', 'functions.'), ('unnumbered', ':')), "."))):
                    if trace:
                        self._trace("markup", pos, end)
                    id = filtered(caught.get("id", ""))
                    name = self._listed_end(filtered(caught.get("id", ""), ('without', 'functions.'), ('unnumbered', ':')), ".")
                    self._stack.append((SECTION, self._base + pos, ""))
                    self._mode = CALL
                    self._moved = True
                    self._begin_call(name, pos, end, events, id)
                    self._begin_arguments("call")
                    return end
                # call -> enter nameless report nameless-call
                self._report("nameless-call", pos, end)
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((SECTION, self._base + pos, ""))
                self._mode = NAMELESS
                self._moved = True
                return end
            if which == 4:
                # call-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 5:
                # argument -> skip report stray-closer
                self._report("stray-closer", pos, end)
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 6:
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    return self._stop(text, pos, events)
                # result -> skip report fabricated-result
                self._report("fabricated-result", pos, end)
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
        """mode call is call: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        pos = self._read_ahead(text, pos)
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
                if text.startswith(('<|tool_call_begin|>',), pos):
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
            if which == 5:
                # call-end -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, end, events, keep=False)
                return end
            if which == 6:
                # before section-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, pos, events, keep=False)
                return pos
            if which == 2:
                # before call -> leave report lost-closer
                self._report("lost-closer", pos, end)
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

    def _scan_unnamed(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode unnamed is call: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        pos = self._read_ahead(text, pos)
        search = self._patterns[3].final if final else self._patterns[3].search
        while True:
            if self._span:
                pos = self._inside("unnamed", text, pos, final=final)
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
                if text.startswith(('<|tool_call_begin|>',), pos):
                    if plain < pos:
                        self._calls_text(text[plain:pos], events)
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
                self._calls_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which == 5:
                # call-end -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_calls(text, end, events, emit=False)
                return end
            if which == 6:
                # before section-end -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_calls(text, pos, events, emit=False)
                return pos
            if which == 2:
                # before call -> leave report lost-closer
                self._report("lost-closer", pos, end)
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

    def _scan_nameless(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode nameless: text -> skip"""
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
                if text.startswith(('<|tool_call_begin|>',), pos):
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
            if which == 3:
                # call-end -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which == 4:
                # before section-end -> leave
                self._mode, start, self._spelling = self._stack.pop()
                return pos
            if which == 2:
                # before call -> leave
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
                pos += 1
                continue
            end = found.end()
            if (self._option_guarded or not (which == 6)):
                if plain < pos:
                    self._thinking_text(text[plain:pos], events)
                    if trace:
                        self._trace("thinking", plain, pos)
                plain = pos
            if which == 5:
                # think-end -> leave
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which in (1, 2, 3, 4):
                # before leak -> leave report call-in-thinking
                self._report("call-in-thinking", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which == 6:
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    return self._stop(text, pos, events)
                # result -> body report fabricated-result
                self._report("fabricated-result", pos, end)
                pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._thinking_text(text[plain:pos], events)
            if trace:
                self._trace("thinking", plain, pos)
        return pos if pos == len(text) else ~pos

    MODES = (_scan_outside, _scan_section, _scan_call, _scan_unnamed, _scan_nameless, _scan_thought,)
