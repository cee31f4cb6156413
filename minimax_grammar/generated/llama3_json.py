"""Tokenizer of the dialect llama3-json, generated from its dialect file. Do not edit."""

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
TAGGED = 2
AFTER = 3
BARE = 4
CALL = 5
BUILTIN = 6

_BEGIN_DELIMITERS = Delimiters(
    "",
    "(?<=<)\\|python_tag\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|t(?:\\Z|a(?:\\Z|g(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))",
    "(?<=<)\\|python_start\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))",
    "(?<=<)\\|python_tag\\|>[ \\t\\r\\n]{0,32}+(\\w{0,257}+)\\.call(?=\\()()",
    "(?#cut)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|t(?:\\Z|a(?:\\Z|g(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\w{0,257}+(?:\\Z|(?:\\Z|\\.(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))",
    "(?<=\\{)()",
    "(?<=<)(?:\\|begin_of_text\\|>|\\|end_header_id\\|>|\\|python_start\\|>|\\|python_tag\\|>|\\|python_end\\|>|\\|header_end\\|>|\\|eot_id\\|>|\\|eom_id\\|>|\\|eot\\|>|\\|eom\\|>)()",
    "(?<=<)(?!)()",
    marks=("{", "<|begin_of_text|>", "<|end_header_id|>", "<|python_start|>", "<|python_tag|>",
        "<|python_end|>", "<|header_end|>", "<|eot_id|>", "<|eom_id|>", "<|eot|>", "<|eom|>",),
    begins=("<|begin_", "<|end_he", "<|eom_id", "<|eom|>", "<|eot_id", "<|eot|>", "<|header", "<|python",
        "<|start_", "{",),
)

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "\\|python_tag\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|t(?:\\Z|a(?:\\Z|g(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))",
    "\\|python_start\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))",
    "\\|python_tag\\|>[ \\t\\r\\n]{0,32}+(\\w{0,257}+)\\.call(?=\\()()",
    "(?#cut)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|t(?:\\Z|a(?:\\Z|g(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\w{0,257}+(?:\\Z|(?:\\Z|\\.(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))",
    "\\|start_header_id\\|>ipython()",
    "(?#part)(?:\\Z|\\|(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|_(?:\\Z|h(?:\\Z|e(?:\\Z|a(?:\\Z|d(?:\\Z|e(?:\\Z|r(?:\\Z|_(?:\\Z|i(?:\\Z|d(?:\\Z|\\|(?:\\Z|>(?:\\Z|i(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o\\Z))))))))))))))))))))))))",
    "\\|header_start\\|>ipython()",
    "(?#part)(?:\\Z|\\|(?:\\Z|h(?:\\Z|e(?:\\Z|a(?:\\Z|d(?:\\Z|e(?:\\Z|r(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>(?:\\Z|i(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o\\Z)))))))))))))))))))))",
    "(?:\\|begin_of_text\\|>|\\|end_header_id\\|>|\\|python_start\\|>|\\|python_tag\\|>|\\|python_end\\|>|\\|header_end\\|>|\\|eot_id\\|>|\\|eom_id\\|>|\\|eot\\|>|\\|eom\\|>)()",
    "(?:\\|start_header_id\\|>|\\|header_start\\|>)()",
    marks=("<|begin_of_text|>", "<|end_header_id|>", "<|python_start|>", "<|python_tag|>", "<|python_end|>",
        "<|header_end|>", "<|eot_id|>", "<|eom_id|>", "<|eot|>", "<|eom|>", "<|start_header_id|>",
        "<|header_start|>",),
)

_TAGGED_DELIMITERS = Delimiters(
    "{",
    "()",
    marks=("{",),
)

_AFTER_DELIMITERS = Delimiters(
    "",
    "(?<=;)(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=;)[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)",
    "(?<=,)(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=,)[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z)",
    "(?<=<)\\|python_tag\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|t(?:\\Z|a(?:\\Z|g(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))",
    "(?<=<)\\|python_start\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))",
    "(?<=<)\\|python_tag\\|>[ \\t\\r\\n]{0,32}+(\\w{0,257}+)\\.call(?=\\()()",
    "(?#cut)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|t(?:\\Z|a(?:\\Z|g(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\w{0,257}+(?:\\Z|(?:\\Z|\\.(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))",
    "(?<=\\{)()",
    "(?<=<)(?:\\|begin_of_text\\|>|\\|end_header_id\\|>|\\|python_start\\|>|\\|python_tag\\|>|\\|python_end\\|>|\\|header_end\\|>|\\|eot_id\\|>|\\|eom_id\\|>|\\|eot\\|>|\\|eom\\|>)()",
    marks=("{", "<|begin_of_text|>", "<|end_header_id|>", "<|python_start|>", "<|python_tag|>",
        "<|python_end|>", "<|header_end|>", "<|eot_id|>", "<|eom_id|>", "<|eot|>", "<|eom|>",),
    begins=(",", ";", "<|begin_", "<|end_he", "<|eom_id", "<|eom|>", "<|eot_id", "<|eot|>", "<|header",
        "<|python", "{",),
)

_BARE_DELIMITERS = Delimiters(
    "",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"\\[\\]\\{\\}]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=[\\[\\{])()",
    "(?<=[\\]\\}])()",
)

_BUILTIN_DELIMITERS = Delimiters(
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

_BEGIN_DELIMITERS_7 = Delimiters(
    "",
    "(?<=<)\\|python_tag\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|t(?:\\Z|a(?:\\Z|g(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))",
    "(?<=<)\\|python_start\\|>(?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|s(?:\\Z|t(?:\\Z|a(?:\\Z|r(?:\\Z|t(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))))))",
    "(?<=<)\\|python_tag\\|>[ \\t\\r\\n]{0,32}+(\\w{0,257}+)\\.call(?=\\()()",
    "(?#cut)(?<=<)(?:\\Z|\\|(?:\\Z|p(?:\\Z|y(?:\\Z|t(?:\\Z|h(?:\\Z|o(?:\\Z|n(?:\\Z|_(?:\\Z|t(?:\\Z|a(?:\\Z|g(?:\\Z|\\|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|\\w{0,257}+(?:\\Z|(?:\\Z|\\.(?:\\Z|c(?:\\Z|a(?:\\Z|l(?:\\Z|l\\Z))))))))))))))))))))",
    "(?<=\\{)()",
    "(?<=<)(?:\\|begin_of_text\\|>|\\|end_header_id\\|>|\\|python_start\\|>|\\|python_tag\\|>|\\|python_end\\|>|\\|header_end\\|>|\\|eot_id\\|>|\\|eom_id\\|>|\\|eot\\|>|\\|eom\\|>)()",
    "(?<=<)(?:\\|start_header_id\\|>ipython|\\|header_start\\|>ipython)()",
    marks=("{", "<|begin_of_text|>", "<|end_header_id|>", "<|python_start|>", "<|python_tag|>",
        "<|python_end|>", "<|header_end|>", "<|eot_id|>", "<|eom_id|>", "<|eot|>", "<|eom|>",
        "<|start_header_id|>ipython", "<|header_start|>ipython",),
    begins=("<|begin_", "<|end_he", "<|eom_id", "<|eom|>", "<|eot_id", "<|eot|>", "<|header", "<|python",
        "<|start_", "{",),
)


class Tokenizer(Scanner):
    "Llama 3: one JSON object, at the start of the answer or after <|python_tag|>"

    __slots__ = ()
    DIALECT = "llama3-json"
    OPTIONS = ("guarded",)
    STARTS = {"begin": (0, "", "", ())}
    CONSTRUCTS = ("", "", "", "", "calls", "calls", "call")
    ENDS = ("", "", "", "", "unclosed-call", "unclosed-call", "unclosed-call")
    DROPS = ("", "", "", "", "", "", "")
    FINISHES = ("", "", "", "", "emit", "emit", "abort")
    MODE_NAMES = ("begin", "outside", "tagged", "after", "bare", "call", "builtin")
    LIMITS = {"bare": (1000000, ""), "call": (1000000, ""), "builtin": (1000000, "")}
    FORMATS = {"bare": ("json", ""), "call": ("json", ""), "builtin": ("python", "")}
    SHAPES = {"bare": Shape("json", ("name",), ("parameters", "arguments"), ("id", "type"), False, "full", True, True, False), "call": Shape("json", ("name",), ("parameters", "arguments"), ("id", "type"), False, "full", True, False, False)}
    UNCERTAIN = frozenset(("builtin",))
    BECOMES = {0: 1, 2: 1, 3: 1}
    RENDERS = {
        "call": ('{{"name": {name|json}, "parameters": {arguments|spaced}}}', ""),
        "single": ("{calls}", ""),
        "calls": ("<|python_tag|>{calls}", "; "),
        "break": ("\n<|python_tag|>", ""),
        "success": ("<|start_header_id|>ipython<|end_header_id|>\n\n{body|json}<|eot_id|>", ""),
        "results": ("{results}", ""),
        "begin": ("<|begin_of_text|>", ""),
        "developer": ("<|start_header_id|>system<|end_header_id|>\n\n{text}<|eot_id|>", ""),
        "user": ("<|start_header_id|>user<|end_header_id|>\n\n{text}<|eot_id|>", ""),
        "assistant": ("<|start_header_id|>assistant<|end_header_id|>\n\n{text}{calls}<|eot_id|>", ""),
        "outputs": ("{results}", ""),
    }
    GUIDE = "llama3-json.guide.md"
    PATTERNS = {
        (False,): (
            _BEGIN_DELIMITERS,
            _OUTSIDE_DELIMITERS,
            _TAGGED_DELIMITERS,
            _AFTER_DELIMITERS,
            _BARE_DELIMITERS,
            _BARE_DELIMITERS,
            _BUILTIN_DELIMITERS,
        ),
        (True,): (
            _BEGIN_DELIMITERS_7,
            _OUTSIDE_DELIMITERS,
            _TAGGED_DELIMITERS,
            _AFTER_DELIMITERS,
            _BARE_DELIMITERS,
            _BARE_DELIMITERS,
            _BUILTIN_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "<" not in text:
                return self._feed_text(text)
            if mode == BARE and '\\' not in text and ((self._span and '"' not in text) or ("[" not in text and "{" not in text and "]" not in text and "}" not in text)) and self._depth:
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_calls(text)
            if mode == CALL and '\\' not in text and ((self._span and '"' not in text) or ("[" not in text and "{" not in text and "]" not in text and "}" not in text)) and self._depth:
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_calls(text)
            if mode == BUILTIN and "'" not in text and '"' not in text and "\\" not in text and "\n" not in text and (self._span or ("'" not in text and '"' not in text and "#" not in text and "[" not in text and "{" not in text and "(" not in text and "]" not in text and "}" not in text and ")" not in text)) and self._depth:
                return self._feed_argument(text)
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
                if text.startswith(('<|python_tag|>',), pos):
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
            end = found.end()
            if which == 4:
                caught = {"name": found[3] or ""}
            begin = pos - len(text[plain:pos].lstrip())
            if trace:
                self._trace("dropped", plain, begin)
            plain = begin
            if plain < pos:
                self._mode = OUTSIDE
                return plain
            plain = pos
            if which == 5:
                # before brace -> enter bare then after
                self._stack.append((AFTER, self._base + pos, ""))
                self._mode = BARE
                self._moved = True
                self._begin_calls("bare", pos)
                return pos
            if which in (1, 2):
                # tagged -> become tagged
                if trace:
                    self._trace("markup", pos, end)
                self._mode = TAGGED
                return end
            if which == 4:
                # builtin -> enter builtin then after
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((AFTER, self._base + pos, ""))
                self._mode = BUILTIN
                self._moved = True
                self._begin_call(name, pos, end, events)
                self._begin_arguments("builtin")
                return end
            if which == 6:
                # turn -> skip
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 7:
                # result -> stop when guarded report fabricated-result
                self._report("fabricated-result", pos, end)
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
                if text.startswith(('<|python_tag|>',), pos):
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
            if which == 4:
                caught = {"name": found[3] or ""}
            if plain < pos:
                events.append(_new(Text, (text[plain:pos],)))
                if trace:
                    self._trace("text", plain, pos)
            plain = pos
            if which in (1, 2):
                # tagged -> become tagged
                if trace:
                    self._trace("markup", pos, end)
                self._mode = TAGGED
                return end
            if which == 4:
                # builtin -> enter builtin then after
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((AFTER, self._base + pos, ""))
                self._mode = BUILTIN
                self._moved = True
                self._begin_call(name, pos, end, events)
                self._begin_arguments("builtin")
                return end
            if which == 7:
                # turn -> skip
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 8:
                # header -> skip
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (5, 6):
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
            events.append(_new(Text, (text[plain:pos],)))
            if trace:
                self._trace("text", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_tagged(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode tagged: text -> become"""
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
            begin = pos - len(text[plain:pos].lstrip())
            if trace:
                self._trace("dropped", plain, begin)
            plain = begin
            if plain < pos:
                self._mode = OUTSIDE
                return plain
            plain = pos
            if which == 1:
                # before brace -> enter call then after
                self._stack.append((AFTER, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_calls("call", pos)
                return pos
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

    def _scan_after(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode after: text -> become"""
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
                if text.startswith(('<|python_tag|>',), pos):
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
            end = found.end()
            if which == 6:
                caught = {"name": found[5] or ""}
            begin = pos - len(text[plain:pos].lstrip())
            if trace:
                self._trace("dropped", plain, begin)
            plain = begin
            if plain < pos:
                self._mode = OUTSIDE
                return plain
            plain = pos
            if which in (1, 2):
                # more -> become tagged
                if trace:
                    self._trace("markup", pos, end)
                self._mode = TAGGED
                return end
            if which == 7:
                # before brace -> enter bare then after
                self._stack.append((AFTER, self._base + pos, ""))
                self._mode = BARE
                self._moved = True
                self._begin_calls("bare", pos)
                return pos
            if which in (3, 4):
                # tagged -> become tagged
                if trace:
                    self._trace("markup", pos, end)
                self._mode = TAGGED
                return end
            if which == 6:
                # builtin -> enter builtin then after
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                self._stack.append((AFTER, self._base + pos, ""))
                self._mode = BUILTIN
                self._moved = True
                self._begin_call(name, pos, end, events)
                self._begin_arguments("builtin")
                return end
            if which == 8:
                # turn -> skip
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

    def _scan_bare(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode bare is calls: text -> body"""
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
        search = self._patterns[4].final if final else self._patterns[4].search
        while True:
            if self._span:
                pos = self._inside("bare", text, pos, final=final)
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
        search = self._patterns[5].final if final else self._patterns[5].search
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

    def _scan_builtin(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode builtin is call: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        if not self._depth:
            pos = len(text) - len(text[pos:].lstrip())
            if pos == len(text):
                if plain < pos:
                    self._argument_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                return pos
            if text[pos] not in "[{(":  # it is no such body
                if plain < pos:
                    self._argument_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("builtin", text, pos, events, keep=False, nothing=True)
                return pos
            pos = plain
        search = self._patterns[6].final if final else self._patterns[6].search
        while True:
            if self._span:
                pos = self._inside("builtin", text, pos, final=final)
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
                    self._argument_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("builtin", text, pos, events, keep=False)
                return pos
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._argument_text(text[plain:pos], events)
            if trace:
                self._trace("body", plain, pos)
        return pos if pos == len(text) else ~pos

    MODES = (_scan_begin, _scan_outside, _scan_tagged, _scan_after, _scan_bare, _scan_call, _scan_builtin,)
