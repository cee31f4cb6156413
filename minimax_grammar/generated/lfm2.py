"""Tokenizer of the dialect lfm2, generated from its dialect file. Do not edit."""

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
CALLS = 1
OBJECTS = 2
THOUGHT = 3

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "\\|tool_call_start\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))",
    "\\|tool_call_start\\|>(?=[ \\t\\r\\n]{0,32}+\\[[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|\\[[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))))",
    "\\|im_start\\|>tool()",
    "(?#part)(?:\\Z|\\|(?:\\Z|i(?:\\Z|m(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|t(?:\\Z|o(?:\\Z|o\\Z))))))))))))))",
    "\\|tool_call_start\\|>()",
    "\\|tool_call_end\\|>()",
    "(?!)()",
    "(?!)()",
    "\\|tool_response_start\\|>()",
    "(?:\\|tool_response_end\\|>|\\|startoftext\\|>|\\|endoftext\\|>|\\|im_start\\|>|\\|im_end\\|>)()",
    marks=("<|tool_call_start|>", "<|tool_call_end|>", "<|tool_response_start|>", "<|tool_response_end|>",
        "<|startoftext|>", "<|endoftext|>", "<|im_start|>", "<|im_end|>",),
)

_CALLS_DELIMITERS = Delimiters(
    "",
    "(?#part)(?<=')(?:\\Z|'\\Z)",
    '(?#part)(?<=")(?:\\Z|"\\Z)',
    '(?<=\')((?:\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n)))(?:[^"\\#\'<]*+(?:\'\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|"""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|\'(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n))|"(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n))|\\#(?:[^\\n]++)*+(?:(?=\\n))))*+)',
    '(?<=")((?:""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n)))(?:[^"\\#\'<]*+(?:\'\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|"""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|\'(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n))|"(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n))|\\#(?:[^\\n]++)*+(?:(?=\\n))))*+)',
    '(?<=\\#)((?:[^\\n]++)*+(?:(?=\\n))(?:[^"\\#\'<]*+(?:\'\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|"""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|\'(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n))|"(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n))|\\#(?:[^\\n]++)*+(?:(?=\\n))))*+)',
    "(?<=')''()",
    '(?<=")""()',
    "(?<=')()",
    '(?<=")()',
    "(?<=\\#)()",
    "(?<=<)\\|tool_call_end\\|>()",
    marks=("<|tool_call_end|>",),
)

_OBJECTS_DELIMITERS = Delimiters(
    "",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"<]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=<)\\|tool_call_end\\|>()",
    marks=("<|tool_call_end|>",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "\\|tool_call_start\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))",
    "\\|tool_call_start\\|>(?=[ \\t\\r\\n]{0,32}+\\[[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|\\[[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))))",
    "/think>()",
    "\\|tool_call_start\\|>()",
    "(?:\\|tool_response_start\\|>|\\|im_start\\|>tool)()",
    marks=("</think>", "<|tool_call_start|>", "<|tool_response_start|>", "<|im_start|>tool",),
)

_OUTSIDE_DELIMITERS_5 = Delimiters(
    "<",
    "\\|tool_call_start\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))",
    "\\|tool_call_start\\|>(?=[ \\t\\r\\n]{0,32}+\\[[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|\\[[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)))))))))))))))))))))",
    "\\|im_start\\|>tool()",
    "(?#part)(?:\\Z|\\|(?:\\Z|i(?:\\Z|m(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|t(?:\\Z|o(?:\\Z|o\\Z))))))))))))))",
    "\\|tool_call_start\\|>()",
    "\\|tool_call_end\\|>()",
    "think>()",
    "/think>()",
    "\\|tool_response_start\\|>()",
    "(?:\\|tool_response_end\\|>|\\|startoftext\\|>|\\|endoftext\\|>|\\|im_start\\|>|\\|im_end\\|>)()",
    marks=("<|tool_call_start|>", "<|tool_call_end|>", "<think>", "</think>", "<|tool_response_start|>",
        "<|tool_response_end|>", "<|startoftext|>", "<|endoftext|>", "<|im_start|>", "<|im_end|>",),
)


class Tokenizer(Scanner):
    "LFM2: a Python list of calls between tokens, or JSON on request"

    __slots__ = ()
    DIALECT = "lfm2"
    OPTIONS = ("thinking",)
    STARTS = {"outside": (0, "", "", ("</think>", "assistant\n")), "thinking": (3, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "calls", "calls", "thinking")
    ENDS = ("", "unclosed-call", "unclosed-call", "unclosed-thinking")
    DROPS = ("", "", "", "")
    FINISHES = ("", "abort", "leave", "leave")
    MODE_NAMES = ("outside", "calls", "objects", "thought")
    LIMITS = {"calls": (1000000, ""), "objects": (1000000, "")}
    FORMATS = {"calls": ("python", ""), "objects": ("json", "")}
    SHAPES = {"calls": Shape("python", (), (), (), False, "full", False, False, False), "objects": Shape("json", ("name",), ("arguments", "parameters"), ("id", "type"), False, "full", False, False, False)}
    RENDERS = {
        "argument": ("{key}={value|python}", ", "),
        "call": ("{name}({arguments})", ""),
        "calls": ("<|tool_call_start|>[{calls}]<|tool_call_end|>", ", "),
        "success": ("<|im_start|>tool\n<|tool_response_start|>{body}<|tool_response_end|><|im_end|>\n", ""),
        "results": ("{results}", ""),
        "thinking": ("<think>{thinking}</think>", ""),
        "begin": ("<|startoftext|>", ""),
        "developer": ("<|im_start|>system\n{text}<|im_end|>\n", ""),
        "user": ("<|im_start|>user\n{text}<|im_end|>\n", ""),
        "assistant": ("<|im_start|>assistant\n{thinking}{text}{calls}<|im_end|>\n", ""),
        "outputs": ("{results}", ""),
    }
    GUIDE = ""
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _CALLS_DELIMITERS,
            _OBJECTS_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS_5,
            _CALLS_DELIMITERS,
            _OBJECTS_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == CALLS and "'" not in text and '"' not in text and "\\" not in text and "\n" not in text and (self._span or ("'" not in text and '"' not in text and "#" not in text and "<" not in text)):
                return self._feed_calls(text)
            if mode == OBJECTS and '\\' not in text and ((self._span and '"' not in text) or ("<" not in text)):
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
                # object -> enter objects
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = OBJECTS
                self._moved = True
                self._begin_calls("objects", pos)
                if self._quick:
                    stop = self._quick_call(text, end, ('<|tool_call_end|>',), events)
                    if stop:
                        self._fresh = True
                        self._mode, start, self._spelling = self._stack.pop()
                        return stop
                return end
            if which == 4:
                # calls -> enter calls
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CALLS
                self._moved = True
                self._begin_calls("calls", pos)
                return end
            if which == 5:
                # calls-end -> skip report stray-closer
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
            if which in (3, 8):
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
        search = self._patterns[1].final if final else self._patterns[1].search
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
            if which in (1, 2, 3):  # a string, and what follows it
                pos = found.end()
                continue
            if which in (4, 5, 6, 7, 8):  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            end = found.end()
            if plain < pos:
                self._calls_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which == 9:
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

    def _scan_objects(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode objects is calls: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        pos = self._read_ahead(text, pos)
        search = self._patterns[2].final if final else self._patterns[2].search
        while True:
            if self._span:
                pos = self._inside("objects", text, pos, final=final)
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
            if (self._option_guarded or not (which == 5)):
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
            if which == 3:
                # think-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which in (1, 2):
                # before object -> leave report call-in-thinking
                self._report("call-in-thinking", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which == 4:
                # before calls -> leave report call-in-thinking
                self._report("call-in-thinking", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which == 5:
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

    MODES = (_scan_outside, _scan_calls, _scan_objects, _scan_thought,)
