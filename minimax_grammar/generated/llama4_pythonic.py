"""Tokenizer of the dialect llama4-pythonic, generated from its dialect file. Do not edit."""

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
CALL = 2
OBJECT = 3

_BEGIN_DELIMITERS = Delimiters(
    "",
    "(?<=<)\\|python_start\\|>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))))))))))",
    "(?<=\\[)()",
    "(?<=\\{)()",
    "(?<=<)(?:\\|begin_of_text\\|>|\\|python_end\\|>|\\|header_end\\|>|\\|eot\\|>|\\|eom\\|>)()",
    "(?<=<)(?!)()",
    marks=("[", "{", "<|begin_of_text|>", "<|python_end|>", "<|header_end|>", "<|eot|>", "<|eom|>",),
    begins=("<|begin_", "<|eom|>", "<|eot|>", "<|header", "<|python", "[", "{",),
)

_OUTSIDE_DELIMITERS = Delimiters(
    "",
    "(?<=<)\\|python_start\\|>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))))))))))",
    "(?<=<)\\|header_start\\|>ipython()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|h(?:\\Z|e(?:\\Z|a(?:\\Z|d(?:\\Z|e(?:\\Z|r(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|i(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o\\Z)))))))))))))))))))))",
    "(?<=\\\n)\\[()",
    "(?<=<)(?:\\|begin_of_text\\|>|\\|python_end\\|>|\\|header_end\\|>|\\|eot\\|>|\\|eom\\|>)()",
    "(?<=<)\\|header_start\\|>()",
    marks=("\n[", "<|begin_of_text|>", "<|python_end|>", "<|header_end|>", "<|eot|>", "<|eom|>",
        "<|header_start|>",),
    begins=("\n[", "<|begin_", "<|eom|>", "<|eot|>", "<|header", "<|python",),
)

_CALL_DELIMITERS = Delimiters(
    "",
    "(?#part)(?<=')(?:\\Z|'\\Z)",
    '(?#part)(?<=")(?:\\Z|"\\Z)',
    '(?<=\')((?:\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n)))(?:[^"\\#\'\\(\\)\\[\\]\\{\\}]*+(?:\'\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|"""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|\'(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n))|"(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n))|\\#(?:[^\\n]++)*+(?:(?=\\n))))*+)',
    '(?<=")((?:""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n)))(?:[^"\\#\'\\(\\)\\[\\]\\{\\}]*+(?:\'\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|"""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|\'(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n))|"(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n))|\\#(?:[^\\n]++)*+(?:(?=\\n))))*+)',
    '(?<=\\#)((?:[^\\n]++)*+(?:(?=\\n))(?:[^"\\#\'\\(\\)\\[\\]\\{\\}]*+(?:\'\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|"""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|\'(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n))|"(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n))|\\#(?:[^\\n]++)*+(?:(?=\\n))))*+)',
    "(?<=')''()",
    '(?<=")""()',
    "(?<=')()",
    '(?<=")()',
    "(?<=\\#)()",
    "(?<=[\\[\\{\\(])()",
    "(?<=[\\]\\}\\)])()",
)

_OBJECT_DELIMITERS = Delimiters(
    "",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"\\[\\]\\{\\}]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=[\\[\\{])()",
    "(?<=[\\]\\}])()",
)

_BEGIN_DELIMITERS_5 = Delimiters(
    "",
    "(?<=<)\\|python_start\\|>[ \\t\\r\\n]{0,32}+(?#more)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+\\Z)))))))))))))))",
    "(?<=\\[)()",
    "(?<=\\{)()",
    "(?<=<)(?:\\|begin_of_text\\|>|\\|python_end\\|>|\\|header_end\\|>|\\|eot\\|>|\\|eom\\|>)()",
    "(?<=<)\\|header_start\\|>ipython()",
    marks=("[", "{", "<|begin_of_text|>", "<|python_end|>", "<|header_end|>", "<|eot|>", "<|eom|>",
        "<|header_start|>ipython",),
    begins=("<|begin_", "<|eom|>", "<|eot|>", "<|header", "<|python", "[", "{",),
)


class Tokenizer(Scanner):
    "Llama 4: a Python list of calls"

    __slots__ = ()
    DIALECT = "llama4-pythonic"
    OPTIONS = ("guarded",)
    STARTS = {"begin": (0, "", "", ())}
    CONSTRUCTS = ("", "", "calls", "calls")
    ENDS = ("", "", "unclosed-call", "unclosed-call")
    DROPS = ("", "", "", "")
    FINISHES = ("", "", "emit", "emit")
    MODE_NAMES = ("begin", "outside", "call", "object")
    LIMITS = {"call": (1000000, ""), "object": (1000000, "")}
    FORMATS = {"call": ("python", ""), "object": ("json", "")}
    SHAPES = {"call": Shape("python", (), (), (), False, "full", True, False, False), "object": Shape("json", ("name",), ("parameters", "arguments"), ("id", "type"), False, "full", True, True, False)}
    BECOMES = {0: 1}
    RENDERS = {
        "argument": ("{key}={value|python}", ", "),
        "call": ("{name}({arguments})", ""),
        "calls": ("[{calls}]", ", "),
        "break": ("\n", ""),
        "success": ("<|header_start|>ipython<|header_end|>\n\n{body}<|eot|>", ""),
        "results": ("{results}", ""),
        "begin": ("<|begin_of_text|>", ""),
        "developer": ("<|header_start|>system<|header_end|>\n\n{text}<|eot|>", ""),
        "user": ("<|header_start|>user<|header_end|>\n\n{text}<|eot|>", ""),
        "assistant": ("<|header_start|>assistant<|header_end|>\n\n{text}{calls}<|eot|>", ""),
        "outputs": ("{results}", ""),
    }
    GUIDE = "llama4-pythonic.guide.md"
    PATTERNS = {
        (False,): (
            _BEGIN_DELIMITERS,
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _OBJECT_DELIMITERS,
        ),
        (True,): (
            _BEGIN_DELIMITERS_5,
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _OBJECT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text and "\n" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_text(text)
            if mode == CALL and "'" not in text and '"' not in text and "\\" not in text and "\n" not in text and (self._span or ("'" not in text and '"' not in text and "#" not in text and "[" not in text and "{" not in text and "(" not in text and "]" not in text and "}" not in text and ")" not in text)) and self._depth:
                return self._feed_calls(text)
            if mode == OBJECT and '\\' not in text and ((self._span and '"' not in text) or ("[" not in text and "{" not in text and "]" not in text and "}" not in text)) and self._depth:
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_calls(text)
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
            if which == 2:
                # before list -> enter call then begin
                self._fresh = True
                self._stack.append((BEGIN, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_calls("call", pos)
                return pos
            if which == 3:
                # before brace -> enter object then begin
                self._fresh = True
                self._stack.append((BEGIN, self._base + pos, ""))
                self._mode = OBJECT
                self._moved = True
                self._begin_calls("object", pos)
                return pos
            if which in (1, 4):
                # turn -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 5:
                # result -> stop when guarded report fabricated-result
                self._report("fabricated-result", pos, end)
                self._fresh = True
                return self._stop(text, pos, events)
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
            if which == 3:
                # before line -> become begin
                self._fresh = True
                self._mode = BEGIN
                return pos
            if which in (1, 4):
                # turn -> become begin
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode = BEGIN
                return end
            if which == 5:
                # header -> skip
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 2:
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
        """mode call is calls: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        if not self._depth:
            pos = len(text) - len(text[pos:].lstrip())
            if pos == len(text):
                if plain < pos:
                    self._calls_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                return pos
            if text[pos] not in "[{(":  # it is no such body
                if plain < pos:
                    self._calls_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                if not self._end_calls(text, pos, events, emit=True):
                    self._mode = OUTSIDE
                return pos
            pos = plain
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
                pos += 1
                continue
            if which in (1, 2, 3):  # a string, and what follows it
                pos = found.end()
                continue
            if which in (4, 5, 6, 7, 8):  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            if which == 9:
                self._depth += 1
                pos = found.end()
                continue
            if which == 10:
                self._depth -= 1
                pos = found.end()
                if self._depth > 0:
                    continue
                # balanced -> leave
                if plain < pos:
                    self._calls_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                if not self._end_calls(text, pos, events, emit=True):
                    self._mode = OUTSIDE
                return pos
            if plain < pos:
                self._calls_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._calls_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_object(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode object is calls: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        if not self._depth:
            pos = len(text) - len(text[pos:].lstrip())
            if pos == len(text):
                if plain < pos:
                    self._calls_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                return pos
            if text[pos] not in "[{":  # it is no such body
                if plain < pos:
                    self._calls_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                if not self._end_calls(text, pos, events, emit=True):
                    self._mode = OUTSIDE
                return pos
            pos = plain
        pos = self._read_ahead(text, pos)
        if plain < pos and not self._depth:
            # balanced -> leave
            if plain < pos:
                self._calls_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            self._mode, start, self._spelling = self._stack.pop()
            self._depth = 0
            if not self._end_calls(text, pos, events, emit=True):
                self._mode = OUTSIDE
            return pos
        search = self._patterns[3].final if final else self._patterns[3].search
        while True:
            if self._span:
                pos = self._inside("object", text, pos, final=final)
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
            if which == 3:
                self._depth += 1
                pos = found.end()
                continue
            if which == 4:
                self._depth -= 1
                pos = found.end()
                if self._depth > 0:
                    continue
                # balanced -> leave
                if plain < pos:
                    self._calls_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                if not self._end_calls(text, pos, events, emit=True):
                    self._mode = OUTSIDE
                return pos
            if plain < pos:
                self._calls_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._calls_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    MODES = (_scan_begin, _scan_outside, _scan_call, _scan_object,)
