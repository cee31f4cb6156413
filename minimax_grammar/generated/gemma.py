"""Tokenizer of the dialect gemma, generated from its dialect file. Do not edit."""

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
JUNK = 2
THOUGHT = 3

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "\\|tool_call>[ \\t\\r\\n]{0,32}+call:[ \\t\\r\\n]{0,32}+([^\\\n\\\r<\\{]{0,257}+)(?=\\{)()",
    "(?#cut2)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|:[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<\\{]{0,257}+(?:\\Z|\\Z)))))))))))))))))))",
    "\\|tool_call>:call:[ \\t\\r\\n]{0,32}+([^\\\n\\\r<\\{]{0,257}+)(?=\\{)()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>(?:\\Z|:(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|:[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<\\{]{0,257}+(?:\\Z|\\Z)))))))))))))))))))",
    "\\|channel>thought\\\n(?!)()",
    "\\|channel>thought(?!)(?=<channel\\|>)()",
    "\\|tool_response>(?=(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e(?:\\Z|>\\Z)))))))))))))))",
    "\\|tool_call>()",
    "tool_call\\|>()",
    "(?!)()",
    "\\|tool_response>()",
    "(?:\\|turn>system\\\n|\\|turn>model\\\n|\\|turn>user\\\n|\\|think\\|>|turn\\|>|bos>|eos>)()",
    marks=("<|tool_call>", "<tool_call|>", "<|tool_response>", "<|turn>system\n", "<|turn>model\n",
        "<|turn>user\n", "<|think|>", "<turn|>", "<bos>", "<eos>",),
)

_CALL_DELIMITERS = Delimiters(
    "<",
    "\\|tool_call>[ \\t\\r\\n]{0,32}+call:[ \\t\\r\\n]{0,32}+([^\\\n\\\r<\\{]{0,257}+)(?=\\{)()",
    "(?#cut2)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|:[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<\\{]{0,257}+(?:\\Z|\\Z)))))))))))))))))))",
    "\\|tool_call>:call:[ \\t\\r\\n]{0,32}+([^\\\n\\\r<\\{]{0,257}+)(?=\\{)()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>(?:\\Z|:(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|:[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<\\{]{0,257}+(?:\\Z|\\Z)))))))))))))))))))",
    '(?#part)(?:\\Z|\\|(?:\\Z|"(?:\\Z|\\|\\Z)))',
    '(\\|"\\|>(?:[^<]++|<(?!\\|"\\|>|(?:\\|(?:"(?:\\|)?)?)?\\Z))*+(?:<\\|"\\|>)(?:[^<]*+(?<=[\\ \\\t\\\r\\\n\\{\\[,:=])<\\|"\\|>(?:[^<]++|<(?!\\|"\\|>|(?:\\|(?:"(?:\\|)?)?)?\\Z))*+(?:<\\|"\\|>))*+)',
    '\\|"\\|>()',
    "tool_call\\|>()",
    "turn\\|>()",
    marks=("<tool_call|>", "<turn|>",),
)

_JUNK_DELIMITERS = Delimiters(
    "<",
    "tool_call\\|>()",
    marks=("<tool_call|>",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "channel\\|>()",
    marks=("<channel|>",),
)

_OUTSIDE_DELIMITERS_5 = Delimiters(
    "<",
    "\\|tool_call>[ \\t\\r\\n]{0,32}+call:[ \\t\\r\\n]{0,32}+([^\\\n\\\r<\\{]{0,257}+)(?=\\{)()",
    "(?#cut2)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|:[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<\\{]{0,257}+(?:\\Z|\\Z)))))))))))))))))))",
    "\\|tool_call>:call:[ \\t\\r\\n]{0,32}+([^\\\n\\\r<\\{]{0,257}+)(?=\\{)()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|>(?:\\Z|:(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l(?:\\Z|:[ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r<\\{]{0,257}+(?:\\Z|\\Z)))))))))))))))))))",
    "\\|channel>thought\\\n()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|>(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|u(?:\\Z|g(?:\\Z|h(?:\\Z|t\\Z))))))))))))))))",
    "\\|channel>thought(?=<channel\\|>)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|>(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|u(?:\\Z|g(?:\\Z|h(?:\\Z|t(?:\\Z|<(?:\\Z|c(?:\\Z|h(?:\\Z|a(?:\\Z|n(?:\\Z|n(?:\\Z|e(?:\\Z|l(?:\\Z|\\|\\Z)))))))))))))))))))))))))",
    "\\|tool_response>(?=(?#end))()",
    "(?#part)(?:\\Z|\\|(?:\\Z|t(?:\\Z|o(?:\\Z|o(?:\\Z|l(?:\\Z|_(?:\\Z|r(?:\\Z|e(?:\\Z|s(?:\\Z|p(?:\\Z|o(?:\\Z|n(?:\\Z|s(?:\\Z|e(?:\\Z|>\\Z)))))))))))))))",
    "\\|tool_call>()",
    "tool_call\\|>()",
    "channel\\|>()",
    "\\|tool_response>()",
    "(?:\\|turn>system\\\n|\\|turn>model\\\n|\\|turn>user\\\n|\\|think\\|>|turn\\|>|bos>|eos>)()",
    marks=("<|tool_call>", "<tool_call|>", "<channel|>", "<|tool_response>", "<|turn>system\n",
        "<|turn>model\n", "<|turn>user\n", "<|think|>", "<turn|>", "<bos>", "<eos>",),
)


class Tokenizer(Scanner):
    'Gemma 4: call:NAME{key:value} between tokens, strings between <|"|>'

    __slots__ = ()
    DIALECT = "gemma"
    OPTIONS = ("thinking",)
    STARTS = {"outside": (0, "", "", ("<channel|>",)), "thinking": (3, "thinking", "", ("<|channel>thought",))}
    CONSTRUCTS = ("", "call", "", "thinking")
    ENDS = ("", "unclosed-call", "unclosed-call", "unclosed-thinking")
    DROPS = ("", "", "dropped-prose", "")
    FINISHES = ("", "abort", "leave", "leave")
    MODE_NAMES = ("outside", "call", "junk", "thought")
    LIMITS = {"call": (1000000, "")}
    FORMATS = {"call": ("notation", '<|"|>')}
    UNCERTAIN = frozenset(("call",))
    RENDERS = {
        "argument": ('{key}:{value|notation \'<|"|>\'}', ","),
        "call": ("<|tool_call>call:{name}{{{arguments}}}<tool_call|>", ""),
        "calls": ("{calls}", ""),
        "success": ('<|tool_response>response:{name}{{output:{body|parsed|notation \'<|"|>\'}}}<tool_response|>', ""),
        "results": ("{results}", ""),
        "thinking": ("<|channel>thought\n{thinking}<channel|>", ""),
        "begin": ("<bos>", ""),
        "developer": ("<|turn>system\n{text}<turn|>", ""),
        "user": ("<|turn>user\n{text}<turn|>", ""),
        "assistant": ("<|turn>model\n{thinking}{text}{calls}{results}<turn|>", ""),
    }
    GUIDE = "gemma.guide.md"
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _JUNK_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS_5,
            _CALL_DELIMITERS,
            _JUNK_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text and "<" not in text:
            mode = self._mode
            if mode == OUTSIDE:
                return self._feed_text(text)
            if mode == CALL:
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
                if not final:
                    break
                if text.startswith(('<|tool_call>', '<|tool_call>:call:'), pos):
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
            if which in (2, 4):
                if which == 2:
                    caught = {"name": found[1] or ""}
                elif which == 4:
                    caught = {"name": found[3] or ""}
            if (self._option_guarded or not (which == 11)):
                if plain < pos:
                    events.append(_new(Text, (text[plain:pos],)))
                    if trace:
                        self._trace("text", plain, pos)
                plain = pos
            if which in (2, 4):
                # call -> enter call
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
            if which == 8:
                # broken -> enter junk
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = JUNK
                self._moved = True
                return end
            if which == 9:
                # call-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (5, 6):
                # think -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 10:
                # think-end -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 7:
                # waiting -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 11:
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # result -> emit report fabricated-result
                self._report("fabricated-result", pos, end)
                pos = end
                continue
            if which == 12:
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

    def _scan_call(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode call is call: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
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
                if text.startswith(('<|tool_call>', '<|tool_call>:call:'), pos):
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
            if which in (5, 6) and not self._can_open("call", text, pos):
                pos += 5
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
            if which == 8:
                # before over -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, pos, events, keep=False)
                return pos
            if which in (2, 4):
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

    def _scan_junk(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode junk: text -> skip"""
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
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
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

    MODES = (_scan_outside, _scan_call, _scan_junk, _scan_thought,)
