"""Tokenizer of the dialect minimax-m3, generated from its dialect file. Do not edit."""

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
SECTION = 2
INVOKE = 3
LEAF = 4
GIVEN = 5
NESTED = 6
THOUGHT = 7

_BEGIN_DELIMITERS = Delimiters(
    "",
    "(?<=\\])<\\]minimax\\[>\\[(?:<||\\ <|\\\n<)(?:tool_call(?=[ \\t\\n\\r\\f\\v/>])()|invoke(?=[ \\t\\n\\r\\f\\v/>])())",
    "(?<=<)(?!)()",
    "(?<=<)/mm:think>()",
    "(?#mark)(?<=\\])<\\]minimax\\[>\\[()",
    heads=("]<]minimax[>[<tool_call", "]<]minimax[>[tool_call", "]<]minimax[>[ <tool_call",
        "]<]minimax[>[\n<tool_call", "]<]minimax[>[<invoke", "]<]minimax[>[invoke", "]<]minimax[>[ <invoke",
        "]<]minimax[>[\n<invoke",),
    marks=("</mm:think>", "]<]minimax[>[",),
    begins=("</mm:thi", "<mm:thin", "]<]minim",),
)

_OUTSIDE_DELIMITERS = Delimiters(
    "",
    '(?<=\\])<\\]minimax\\[>\\[(?:<||\\ <|\\\n<)(?:tool_call(?:>()|(?=[ \\t\\n\\r\\f\\v/>])())|invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])()))',
    "(?<=\\])<\\]minimax\\[>\\[(?:</|\\ </|\\\n</)(?:tool_call[ \\t\\n\\r\\f\\v]*+>()|invoke[ \\t\\n\\r\\f\\v]*+>())",
    "(?<=\\])\\~b\\]tool()",
    "(?#part)(?<=\\])(?:\\Z|\\~(?:\\Z|b(?:\\Z|\\](?:\\Z|t(?:\\Z|o(?:\\Z|o\\Z))))))",
    "(?<=\\])(?:\\~!b\\[|\\~b\\])()",
    "(?<=\\[)e\\~\\[()",
    "(?<=<)response>()",
    "(?#mark)(?<=\\])<\\]minimax\\[>\\[()",
    heads=("]<]minimax[>[<tool_call", "]<]minimax[>[tool_call", "]<]minimax[>[ <tool_call",
        "]<]minimax[>[\n<tool_call", "]<]minimax[>[<invoke", "]<]minimax[>[invoke", "]<]minimax[>[ <invoke",
        "]<]minimax[>[\n<invoke",),
    spaced=("]<]minimax[>[</tool_call", "]<]minimax[>[ </tool_call", "]<]minimax[>[\n</tool_call",
        "]<]minimax[>[</invoke", "]<]minimax[>[ </invoke", "]<]minimax[>[\n</invoke",),
    marks=("]~!b[", "]~b]", "[e~[", "<response>", "]<]minimax[>[",),
    begins=("<respons", "[e~[", "]<]minim", "]~!b[", "]~b]",),
)

_SECTION_DELIMITERS = Delimiters(
    "",
    '(?<=\\])<\\]minimax\\[>\\[(?:<||\\ <|\\\n<)invoke(?: name="([A-Za-z0-9_.:/-]{1,60}+)">|(?=[ \\t\\n\\r\\f\\v/>])())',
    "(?<=\\])<\\]minimax\\[>\\[(?:</|\\ </|\\\n</)tool_call[ \\t\\n\\r\\f\\v]*+>()",
    "(?<=<)response>()",
    "(?<=\\])\\~b\\]tool()",
    heads=("]<]minimax[>[<invoke", "]<]minimax[>[invoke", "]<]minimax[>[ <invoke", "]<]minimax[>[\n<invoke",),
    spaced=("]<]minimax[>[</tool_call", "]<]minimax[>[ </tool_call", "]<]minimax[>[\n</tool_call",),
    marks=("<response>", "]~b]tool",),
)

_INVOKE_DELIMITERS = Delimiters(
    "]",
    "<\\]minimax\\[>\\[(?:<||\\ <|\\\n<)invoke(?=[ \\t\\n\\r\\f\\v/>])()",
    "<\\]minimax\\[>\\[(?:</|\\ </|\\\n</)(?:invoke[ \\t\\n\\r\\f\\v]*+>()|tool_call[ \\t\\n\\r\\f\\v]*+>())",
    "<\\]minimax\\[>\\[[ \\t\\r\\n]{0,32}+</([^\\\n\\\r>\\]]{0,257}+)>()",
    "(?#cut)(?:\\Z|<(?:\\Z|\\](?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|\\[(?:\\Z|>(?:\\Z|\\[[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/[^\\\n\\\r>\\]]{0,257}+(?:\\Z|\\Z))))))))))))))))",
    "<\\]minimax\\[>\\[[ \\t\\r\\n]{0,32}+<([^\\\n\\\r>\\]]{0,257}+)>()",
    "(?#cut)(?:\\Z|<(?:\\Z|\\](?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|\\[(?:\\Z|>(?:\\Z|\\[[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<[^\\\n\\\r>\\]]{0,257}+(?:\\Z|\\Z)))))))))))))))",
    "<\\]minimax\\[>\\[([^\\\n\\\r\\]]{0,257}+)\\]<\\]minimax\\[>\\[</([^\\\n\\\r>\\]]{0,257}+)>()",
    "(?#cut)(?:\\Z|<(?:\\Z|\\](?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|\\[(?:\\Z|>(?:\\Z|\\[[^\\\n\\\r\\]]{0,257}+(?:\\Z|(?:\\Z|\\](?:\\Z|<(?:\\Z|\\](?:\\Z|m(?:\\Z|i(?:\\Z|n(?:\\Z|i(?:\\Z|m(?:\\Z|a(?:\\Z|x(?:\\Z|\\[(?:\\Z|>(?:\\Z|\\[(?:\\Z|<(?:\\Z|/[^\\\n\\\r>\\]]{0,257}+(?:\\Z|\\Z)))))))))))))))))))))))))))))",
    "(?#mark)<\\]minimax\\[>\\[()",
    heads=("]<]minimax[>[<invoke", "]<]minimax[>[invoke", "]<]minimax[>[ <invoke", "]<]minimax[>[\n<invoke",),
    spaced=("]<]minimax[>[</invoke", "]<]minimax[>[ </invoke", "]<]minimax[>[\n</invoke",
        "]<]minimax[>[</tool_call", "]<]minimax[>[ </tool_call", "]<]minimax[>[\n</tool_call",),
    marks=("]<]minimax[>[",),
)

_LEAF_DELIMITERS = Delimiters(
    "]<]minimax[>[",
    "(?:</|\\ </|\\\n</)invoke[ \\t\\n\\r\\f\\v]*+>()",
    "[ \\t\\r\\n]{0,32}+</([^\\\n\\\r>\\]]{0,257}+)>()",
    "(?#cut)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/[^\\\n\\\r>\\]]{0,257}+(?:\\Z|\\Z))))",
    "[ \\t\\r\\n]{0,32}+<([^\\\n\\\r>\\]]{0,257}+)>()",
    "(?#cut)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<[^\\\n\\\r>\\]]{0,257}+(?:\\Z|\\Z)))",
    spaced=("]<]minimax[>[</invoke", "]<]minimax[>[ </invoke", "]<]minimax[>[\n</invoke",),
)

_GIVEN_DELIMITERS = Delimiters(
    "]<]minimax[>[",
    "[ \\t\\r\\n]{0,32}+</([^\\\n\\\r>\\]]{0,257}+)>()",
    "(?#cut)[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|<(?:\\Z|/[^\\\n\\\r>\\]]{0,257}+(?:\\Z|\\Z))))",
)

_THOUGHT_DELIMITERS = Delimiters(
    "",
    "(?<=\\])<\\]minimax\\[>\\[(?:<||\\ <|\\\n<)tool_call(?=[ \\t\\n\\r\\f\\v/>])()",
    "(?<=<)/mm:think>()",
    "(?#mark)(?<=\\])<\\]minimax\\[>\\[()",
    heads=("]<]minimax[>[<tool_call", "]<]minimax[>[tool_call", "]<]minimax[>[ <tool_call",
        "]<]minimax[>[\n<tool_call",),
    marks=("</mm:think>", "]<]minimax[>[",),
    begins=("</mm:thi", "]<]minim",),
)

_BEGIN_DELIMITERS_8 = Delimiters(
    "",
    "(?<=\\])<\\]minimax\\[>\\[(?:<||\\ <|\\\n<)(?:tool_call(?=[ \\t\\n\\r\\f\\v/>])()|invoke(?=[ \\t\\n\\r\\f\\v/>])())",
    "(?<=<)mm:think>()",
    "(?<=<)/mm:think>()",
    "(?#mark)(?<=\\])<\\]minimax\\[>\\[()",
    heads=("]<]minimax[>[<tool_call", "]<]minimax[>[tool_call", "]<]minimax[>[ <tool_call",
        "]<]minimax[>[\n<tool_call", "]<]minimax[>[<invoke", "]<]minimax[>[invoke", "]<]minimax[>[ <invoke",
        "]<]minimax[>[\n<invoke",),
    marks=("<mm:think>", "</mm:think>", "]<]minimax[>[",),
    begins=("</mm:thi", "<mm:thin", "]<]minim",),
)


class Tokenizer(Scanner):
    "MiniMax M3: a marker before every tag, values as nested tags"

    __slots__ = ()
    DIALECT = "minimax-m3"
    OPTIONS = ("thinking", "followed")
    STARTS = {"begin": (0, "", "", ("ai\n",)), "outside": (1, "", "", ("</mm:think>",)), "thinking": (7, "thinking", "", ("<mm:think>",))}
    CONSTRUCTS = ("", "", "", "call", "argument", "argument", "part", "thinking")
    ENDS = ("", "", "unclosed-wrapper", "unclosed-call", "unclosed-argument", "unclosed-argument", "", "unclosed-thinking")
    DROPS = ("", "", "dropped-prose", "dropped-prose", "", "", "", "")
    FINISHES = ("", "", "leave", "abort", "abort", "abort", "abort", "leave")
    MODE_NAMES = ("begin", "outside", "section", "invoke", "leaf", "given", "nested", "thought")
    LIMITS = {"given": (1000000, "\n…[parameter truncated: exceeded 1000000 UTF-16 code units]"), "leaf": (1000000, "\n…[parameter truncated: exceeded 1000000 UTF-16 code units]")}
    FORMATS = {"leaf": ("tree", "")}
    UNTYPED = frozenset(("leaf", "given"))
    NULLS = frozenset(("leaf",))
    TREES = (("]<]minimax[>[<", "]<]minimax[>[", "]<]minimax[>[ <", "]<]minimax[>[\n<"), ("]<]minimax[>[</", "]<]minimax[>[ </", "]<]minimax[>[\n</"), 
        ">")
    BECOMES = {0: 1}
    RENDERS = {
        "argument": ("]<]minimax[>[<{key}>{value|tree}]<]minimax[>[</{key}>", ""),
        "call": (']<]minimax[>[<invoke name="{name|attr}">{arguments}]<]minimax[>[</invoke>', ""),
        "calls": ("]<]minimax[>[<tool_call>\n{calls}\n]<]minimax[>[</tool_call>", "\n"),
        "success": ("<response>{body}</response>", ""),
        "results": ("]~b]tool\n{results}[e~[\n", "\n"),
        "thinking": ("<mm:think>{thinking}</mm:think>", ""),
        "begin": ("]~!b[", ""),
        "developer": ("]~b]system\n{text}[e~[\n", ""),
        "user": ("]~b]user\n{text}[e~[\n", ""),
        "assistant": ("]~b]ai\n{thinking}{text}{calls|lead '\n'}[e~[\n", ""),
        "outputs": ("]~b]tool\n{results}[e~[\n", ""),
    }
    GUIDE = "minimax-m3.guide.md"
    PATTERNS = {
        (False, False): (
            _BEGIN_DELIMITERS,
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _LEAF_DELIMITERS,
            _GIVEN_DELIMITERS,
            _LEAF_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (False, True): (
            _BEGIN_DELIMITERS,
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _LEAF_DELIMITERS,
            _GIVEN_DELIMITERS,
            _LEAF_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True, False): (
            _BEGIN_DELIMITERS_8,
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _LEAF_DELIMITERS,
            _GIVEN_DELIMITERS,
            _LEAF_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True, True): (
            _BEGIN_DELIMITERS_8,
            _OUTSIDE_DELIMITERS,
            _SECTION_DELIMITERS,
            _INVOKE_DELIMITERS,
            _LEAF_DELIMITERS,
            _GIVEN_DELIMITERS,
            _LEAF_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "]" not in text and "[" not in text and "<" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == LEAF and "]" not in text:
                return self._feed_argument(text)
            if mode == GIVEN and "]" not in text:
                return self._feed_argument(text)
            if mode == THOUGHT and "]" not in text and "<" not in text:
                return self._feed_thinking(text)
        return Scanner.feed(self, text)

    def _scan_begin(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode begin: text -> become"""
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
                if text.startswith((']<]minimax[>[<', ']<]minimax[>[', ']<]minimax[>[ <', ']<]minimax[>[\n<', ']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos):
                    begin = pos - len(text[plain:pos].lstrip())
                    if trace:
                        self._trace("dropped", plain, begin)
                    plain = begin
                    if plain < pos:
                        self._mode = OUTSIDE
                        return plain
                    plain = pos
                    self._cut_off(text, pos)
                    plain = pos = len(text)
                    break
                pos += 1
                continue
            if which in (1, 2):  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
                if end <= 0:
                    if end and not final:
                        break
                    if end:
                        begin = pos - len(text[plain:pos].lstrip())
                        if trace:
                            self._trace("dropped", plain, begin)
                        plain = begin
                        if plain < pos:
                            self._mode = OUTSIDE
                            return plain
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
            begin = pos - len(text[plain:pos].lstrip())
            if trace:
                self._trace("dropped", plain, begin)
            plain = begin
            if plain < pos:
                self._mode = OUTSIDE
                return plain
            plain = pos
            if which == 3:
                # think -> enter thought then outside when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 4:
                # think-end -> become outside
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode = OUTSIDE
                return end
            if which == 1:
                # before <wrapper> -> become outside
                self._fresh = True
                self._mode = OUTSIDE
                return pos
            if which == 2:
                # before <invoke> -> become outside
                self._fresh = True
                self._mode = OUTSIDE
                return pos
            if which == 5:
                # lone -> skip
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
                if found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                if text.startswith((']<]minimax[>[<', ']<]minimax[>[', ']<]minimax[>[ <', ']<]minimax[>[\n<', ']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos):
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
            if which in (2, 4):  # the name of an opening tag
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
            if end - pos > _TAG_LIMIT // 2 and which in (5, 6):
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if (self._option_guarded or not (which in (7, 10))):
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
                # <wrapper> -> enter section
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                closed = which != 1 and is_self_closing(text, found.end(), end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = SECTION
                self._moved = True
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (3, 4):
                # <invoke> -> enter invoke report bare-call
                self._report("bare-call", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                if which == 3:
                    name = found[3]
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
            if which == 5:
                # </wrapper> -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 6:
                # </invoke> -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 11:
                # lone -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (8, 9):
                # turn -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (7, 10):
                # result -> stop when guarded report fabricated-result
                if self._option_guarded:
                    self._report("fabricated-result", pos, end)
                    self._fresh = True
                    return self._stop(text, pos, events)
                # result -> emit report fabricated-result
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
            events.append(_new(Text, (text[plain:stop],)))
            if trace:
                self._trace("text", plain, stop)
        return stop if stop == len(text) else ~stop

    def _scan_section(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode section: text -> skip"""
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
                if text.startswith((']<]minimax[>[<', ']<]minimax[>[', ']<]minimax[>[ <', ']<]minimax[>[\n<', ']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos):
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
            if end - pos > _TAG_LIMIT // 2 and which == 3:
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
            if which == 3:
                # </wrapper> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            if which in (4, 5):
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
        search = self._patterns[3].final if final else self._patterns[3].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if text.startswith((']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos) and found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                if text.startswith((']<]minimax[>[', ']<]minimax[>[<', ']<]minimax[>[ <', ']<]minimax[>[\n<', ']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos):
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
            if which == 1:  # the name of an opening tag
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
            if end - pos > _TAG_LIMIT // 2 and which in (2, 3):
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if which == 7:
                caught = {"key": found[6] or ""}
            if which == 10:
                caught = {"value": found[8] or "", "key": found[9] or ""}
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which == 2:
                # </invoke> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, end, events)
                return end
            if which == 1:
                # before <invoke> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which == 3:
                # before </wrapper> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which == 5:
                # value-end -> skip report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 7:
                # value -> enter leaf
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                key = filtered(caught.get("key", ""))
                self._stack.append((INVOKE, self._base + pos, ""))
                self._mode = LEAF
                self._moved = True
                self._spelling = "\0".join(caught.values())
                self._begin_argument("leaf", key, None)
                return end
            if which == 10:
                # orphan -> enter given closed
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                key = filtered(caught.get("key", ""))
                value = caught.get("value", "")
                self._stack.append((INVOKE, self._base + pos, ""))
                self._mode = GIVEN
                self._moved = True
                self._begin_argument("given", key, None)
                if value:
                    self._argument_text(value, events)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + end, events, "given")
                return end
            if which == 11:
                # lone -> skip
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

    def _scan_leaf(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode leaf is argument: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[4].final if final else self._patterns[4].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                if not final:
                    pos -= beginning(text, plain, "]<]minimax[>[")
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if text.startswith((']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos) and found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                if text.startswith((']<]minimax[>[', ']<]minimax[>[<', ']<]minimax[>[ <', ']<]minimax[>[\n<', ']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos):
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
            end = found.end()
            if end - pos > _TAG_LIMIT // 2 and which == 1:
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if which == 3:
                caught = {"key": found[2] or ""}
                if not (("\0".join(caught.values()) == self._spelling)):
                    pos += 1
                    continue
            if which == 5:
                caught = {"key": found[4] or ""}
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which == 3:
                # value-end same -> leave
                if "\0".join(caught.values()) == self._spelling:
                    self._fresh = True
                    if trace:
                        self._trace("markup", pos, end)
                    self._mode, start, self._spelling = self._stack.pop()
                    self._depth = 0
                    self._end_argument(start, self._base + end, events, "leaf")
                    return end
            if which == 1:
                # before </invoke> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_argument(start, self._base + pos, events, "leaf")
                return pos
            if which == 5:
                # value -> enter nested
                if len(self._stack) >= _MAX_DEPTH:
                    self._report("deep-nesting", pos, end)
                    pos = end
                    continue
                if pos < end:
                    self._argument_text(text[pos:end], events)
                    if trace:
                        self._trace("body", pos, end)
                self._stack.append((LEAF, self._base + pos, self._spelling))
                self._mode = NESTED
                self._moved = True
                self._spelling = "\0".join(caught.values())
                return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._argument_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_given(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode given is argument: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[5].final if final else self._patterns[5].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                if not final:
                    pos -= beginning(text, plain, "]<]minimax[>[")
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if not final:
                    break
                if text.startswith((']<]minimax[>[', ']<]minimax[>[<', ']<]minimax[>[ <', ']<]minimax[>[\n<', ']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos):
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
            end = found.end()
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which == 2:
                # value-end -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_argument(start, self._base + end, events, "given")
                return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._argument_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_nested(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode nested is part: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[6].final if final else self._patterns[6].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                if not final:
                    pos -= beginning(text, plain, "]<]minimax[>[")
                break
            pos = found.start()
            which = found.lastindex
            if which is None:  # what may still become a delimiter
                if text.startswith((']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos) and found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                if text.startswith((']<]minimax[>[', ']<]minimax[>[<', ']<]minimax[>[ <', ']<]minimax[>[\n<', ']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos):
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
            end = found.end()
            if end - pos > _TAG_LIMIT // 2 and which == 1:
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if which == 3:
                caught = {"key": found[2] or ""}
            if which == 5:
                caught = {"key": found[4] or ""}
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which == 3:
                # value-end same -> leave
                if "\0".join(caught.values()) == self._spelling:
                    if pos < end:
                        self._argument_text(text[pos:end], events)
                        if trace:
                            self._trace("body", pos, end)
                    self._mode, start, self._spelling = self._stack.pop()
                    return end
                # before value-end -> leave
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                return pos
            if which == 5:
                # value -> enter nested
                if len(self._stack) >= _MAX_DEPTH:
                    self._report("deep-nesting", pos, end)
                    pos = end
                    continue
                if pos < end:
                    self._argument_text(text[pos:end], events)
                    if trace:
                        self._trace("body", pos, end)
                self._stack.append((NESTED, self._base + pos, self._spelling))
                self._mode = NESTED
                self._moved = True
                self._spelling = "\0".join(caught.values())
                return end
            if which == 1:
                # before </invoke> -> leave
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
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
        search = self._patterns[7].search
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
                if text.startswith((']<]minimax[>[<', ']<]minimax[>[', ']<]minimax[>[ <', ']<]minimax[>[\n<', ']<]minimax[>[</', ']<]minimax[>[ </', ']<]minimax[>[\n</'), pos):
                    if plain < pos:
                        self._thinking_text(text[plain:pos], events)
                        if trace:
                            self._trace("thinking", plain, pos)
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
                            self._thinking_text(text[plain:pos], events)
                            if trace:
                                self._trace("thinking", plain, pos)
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
                self._thinking_text(text[plain:pos], events)
                if trace:
                    self._trace("thinking", plain, pos)
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
                # before <wrapper> -> leave report call-in-thinking
                self._report("call-in-thinking", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return pos
            if which == 3:
                # lone -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._thinking_text(text[plain:pos], events)
            if trace:
                self._trace("thinking", plain, pos)
        return pos if pos == len(text) else ~pos

    MODES = (_scan_begin, _scan_outside, _scan_section, _scan_invoke, _scan_leaf, _scan_given, _scan_nested, _scan_thought,)
