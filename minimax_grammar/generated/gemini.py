"""Tokenizer of the dialect gemini, generated from its dialect file. Do not edit."""

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
CODE = 1
THOUGHT = 2
OUTER = 3
INNER = 4

_OUTSIDE_DELIMITERS = Delimiters(
    "`",
    "``thinking(?!)(?=\\\n)()",
    "``tool_code()",
    "``tool_outputs()",
    marks=("```tool_code", "```tool_outputs",),
)

_CODE_DELIMITERS = Delimiters(
    "",
    "(?<=\\\n)```(?=(?#end))()",
    "(?#part)(?<=\\\n)(?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))",
    "(?<=\\\n)```(?=\\\n)()",
    "(?#part)(?<=\\\n)(?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))",
    "(?#part)(?<=')(?:\\Z|'\\Z)",
    '(?#part)(?<=")(?:\\Z|"\\Z)',
    '(?<=\')((?:\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n)))(?:[^\\\n"\\#\']*+(?:\'\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|"""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|\'(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n))|"(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n))|\\#(?:[^\\n]++)*+(?:(?=\\n))))*+)',
    '(?<=")((?:""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n)))(?:[^\\\n"\\#\']*+(?:\'\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|"""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|\'(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n))|"(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n))|\\#(?:[^\\n]++)*+(?:(?=\\n))))*+)',
    '(?<=\\#)((?:[^\\n]++)*+(?:(?=\\n))(?:[^\\\n"\\#\']*+(?:\'\'\'(?:[^\'\\\\]++|\\\\[\\s\\S]|\'(?!\'\'|(?:\')?\\Z))*+(?:\'\'\')|"""(?:[^"\\\\]++|\\\\[\\s\\S]|"(?!""|(?:")?\\Z))*+(?:""")|\'(?!\'\'|(?:\')?(?#open))(?:[^\'\\\\\\n]++|\\\\[\\s\\S])*+(?:\'|(?=\\n))|"(?!""|(?:")?(?#open))(?:[^"\\\\\\n]++|\\\\[\\s\\S])*+(?:"|(?=\\n))|\\#(?:[^\\n]++)*+(?:(?=\\n))))*+)',
    "(?<=')''()",
    '(?<=")""()',
    "(?<=')()",
    '(?<=")()',
    "(?<=\\#)()",
    "(?<=\\\n)```()",
    marks=("\n```",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "",
    "(?<=\\ )```(?=\\\n)()",
    "(?#part)(?<=\\ )(?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))",
    "(?<=\\ )```(?=\\ )()",
    "(?#part)(?<=\\ )(?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))",
    "(?<=\\ )```(?=(?#end))()",
    "(?#part)(?<=\\ )(?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))",
    "(?<=\\ )\\ ```(?=\\\n)()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z))))",
    "(?<=\\ )\\ ```(?=\\ )()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z))))",
    "(?<=\\ )\\ ```(?=(?#end))()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z))))",
    "(?<=\\ )\\ \\ ```(?=\\\n)()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))))",
    "(?<=\\ )\\ \\ ```(?=\\ )()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))))",
    "(?<=\\ )\\ \\ ```(?=(?#end))()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))))",
    "(?<=`)```([^\\\n\\\r]{0,257}+)\\\n()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`(?:\\Z|`[^\\\n\\\r]{0,257}+(?:\\Z|\\Z))))",
    "(?<=`)``(?=\\\n)()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`\\Z))",
    "(?<=`)``(?=\\ )()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`\\Z))",
    "(?<=`)``(?=(?#end))()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`\\Z))",
    "(?<=`)``([^\\\n\\\r]{0,257}+)\\\n()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`[^\\\n\\\r]{0,257}+(?:\\Z|\\Z)))",
    behind="\n",
    begins=("   ```", "  ```", " ```", "```",),
)

_OUTER_DELIMITERS = Delimiters(
    "````",
    "(?=\\\n)()",
    "(?#part)\\Z",
    "(?=(?#end))()",
    "(?#part)\\Z",
    behind="\n",
)

_INNER_DELIMITERS = Delimiters(
    "",
    "(?<=`)``(?=\\\n)()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`\\Z))",
    "(?<=`)``(?=\\ )()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`\\Z))",
    "(?<=`)``(?=(?#end))()",
    "(?#part)(?<=`)(?:\\Z|`(?:\\Z|`\\Z))",
    "(?<=\\ )```(?=\\\n)()",
    "(?#part)(?<=\\ )(?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))",
    "(?<=\\ )```(?=\\ )()",
    "(?#part)(?<=\\ )(?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))",
    "(?<=\\ )```(?=(?#end))()",
    "(?#part)(?<=\\ )(?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))",
    "(?<=\\ )\\ ```(?=\\\n)()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z))))",
    "(?<=\\ )\\ ```(?=\\ )()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z))))",
    "(?<=\\ )\\ ```(?=(?#end))()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z))))",
    "(?<=\\ )\\ \\ ```(?=\\\n)()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))))",
    "(?<=\\ )\\ \\ ```(?=\\ )()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))))",
    "(?<=\\ )\\ \\ ```(?=(?#end))()",
    "(?#part)(?<=\\ )(?:\\Z|\\ (?:\\Z|\\ (?:\\Z|`(?:\\Z|`(?:\\Z|`\\Z)))))",
    behind="\n",
    begins=("   ```", "  ```", " ```", "```",),
)

_OUTSIDE_DELIMITERS_6 = Delimiters(
    "`",
    "``thinking(?=\\\n)()",
    "(?#part)(?:\\Z|`(?:\\Z|`(?:\\Z|t(?:\\Z|h(?:\\Z|i(?:\\Z|n(?:\\Z|k(?:\\Z|i(?:\\Z|n(?:\\Z|g\\Z))))))))))",
    "``tool_code()",
    "``tool_outputs()",
    marks=("```tool_code", "```tool_outputs",),
)


class Tokenizer(Scanner):
    "Gemini: Python calls in a fenced tool_code block"

    __slots__ = ()
    DIALECT = "gemini"
    OPTIONS = ("thinking",)
    STARTS = {"outside": (0, "", "", ())}
    CONSTRUCTS = ("", "calls", "thinking", "part", "part")
    ENDS = ("", "unclosed-call", "unclosed-thinking", "", "")
    DROPS = ("", "", "", "", "")
    FINISHES = ("", "abort", "leave", "leave", "leave")
    MODE_NAMES = ("outside", "code", "thought", "outer", "inner")
    LIMITS = {"code": (1000000, "")}
    FORMATS = {"code": ("python", "")}
    SHAPES = {"code": Shape("python", (), (), (), False, "last", False, False, True)}
    BEHIND = 1
    RENDERS = {
        "argument": ("{key}={value|python}", ", "),
        "call": ("default_api.{name}({arguments})", ""),
        "single": ("```tool_code\n{calls}\n```", ""),
        "calls": ("```tool_code\n[{calls}]\n```", ", "),
        "success": ("```tool_outputs\n{body}\n```", ""),
        "results": ("{results}", "\n"),
        "thinking": ("```thinking\n{thinking}\n```", ""),
        "begin": ("<bos>", ""),
        "developer": ("{text}\n", ""),
        "user": ("<start_of_turn>user\n{developer}{text}<end_of_turn>\n", ""),
        "assistant": ("<start_of_turn>model\n{thinking|tail '\n'}{text}{calls}<end_of_turn>\n", ""),
    }
    GUIDE = "gemini.guide.md"
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _CODE_DELIMITERS,
            _THOUGHT_DELIMITERS,
            _OUTER_DELIMITERS,
            _INNER_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS_6,
            _CODE_DELIMITERS,
            _THOUGHT_DELIMITERS,
            _OUTER_DELIMITERS,
            _INNER_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "`" not in text:
                return self._feed_text(text)
            if mode == CODE and "'" not in text and '"' not in text and "\\" not in text and "\n" not in text and (self._span or ("\n" not in text and "'" not in text and '"' not in text and "#" not in text)):
                return self._feed_calls(text)
            if mode == THOUGHT and " " not in text and "`" not in text and not self._fresh and text[-1] not in "\n":
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
            if (self._option_guarded or not (which == 3)):
                if plain < pos:
                    events.append(_new(Text, (text[plain:pos],)))
                    if trace:
                        self._trace("text", plain, pos)
                plain = pos
            if which == 2:
                # code -> enter code
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CODE
                self._moved = True
                self._begin_calls("code", pos)
                return end
            if which == 1:
                # think -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 3:
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
        if plain < pos:
            events.append(_new(Text, (text[plain:pos],)))
            if trace:
                self._trace("text", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_code(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode code is calls: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[1].final if final else self._patterns[1].search
        while True:
            if self._span:
                pos = self._inside("code", text, pos, final=final)
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
            if which in (3, 4, 5):  # a string, and what follows it
                pos = found.end()
                continue
            if which in (6, 7, 8, 9, 10):  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            end = found.end()
            if plain < pos:
                self._calls_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (1, 2, 11):
                # fence -> leave
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
                pos += 1
                continue
            end = found.end()
            if which == 11:
                caught = {"language": found[10] or ""}
                if not (((filtered(caught.get("language", ""))))):
                    pos += 1
                    continue
            if which == 16:
                caught = {"language": found[15] or ""}
                if not (((filtered(caught.get("language", ""))))):
                    pos += 1
                    continue
            if self._fresh:
                begin = self._lead(text, plain, pos, "first")
                if trace:
                    self._trace("markup", plain, begin)
                plain = begin
            stop = self._trail(text, plain, pos, "first")
            if plain < stop:
                self._thinking_text(text[plain:stop], events)
                if trace:
                    self._trace("thinking", plain, stop)
            if trace:
                self._trace("markup", stop, pos)
            plain = pos
            if which in (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14):
                # close -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_thinking(events)
                return end
            if which == 11:
                # long -> enter outer if long.language
                if (filtered(caught.get("language", ""))):
                    if len(self._stack) >= _MAX_DEPTH:
                        self._report("deep-nesting", pos, end)
                        pos = end
                        continue
                    if pos < end:
                        self._thinking_text(text[pos:end], events)
                        if trace:
                            self._trace("thinking", pos, end)
                    self._stack.append((THOUGHT, self._base + pos, ""))
                    self._mode = OUTER
                    self._moved = True
                    return end
            if which == 16:
                # nested -> enter inner if nested.language
                if (filtered(caught.get("language", ""))):
                    if len(self._stack) >= _MAX_DEPTH:
                        self._report("deep-nesting", pos, end)
                        pos = end
                        continue
                    if pos < end:
                        self._thinking_text(text[pos:end], events)
                        if trace:
                            self._trace("thinking", pos, end)
                    self._stack.append((THOUGHT, self._base + pos, ""))
                    self._mode = INNER
                    self._moved = True
                    return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if self._fresh:
            begin = self._lead(text, plain, pos, "first")
            if trace:
                self._trace("markup", plain, begin)
            plain = begin
        stop = pos if final else self._trail(text, plain, pos, "first")
        if plain < stop:
            self._thinking_text(text[plain:stop], events)
            if trace:
                self._trace("thinking", plain, stop)
        return stop if stop == len(text) else ~stop

    def _scan_outer(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode outer is part: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[3].final if final else self._patterns[3].search
        while True:
            found = search(text, pos)
            if found is None:
                pos = len(text)
                if not final:
                    pos -= beginning(text, plain, "````")
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
                self._thinking_text(text[plain:pos], events)
                if trace:
                    self._trace("thinking", plain, pos)
            plain = pos
            if which in (1, 2):
                # closed -> leave
                if pos < end:
                    self._thinking_text(text[pos:end], events)
                    if trace:
                        self._trace("thinking", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._thinking_text(text[plain:pos], events)
            if trace:
                self._trace("thinking", plain, pos)
        return pos if pos == len(text) else ~pos

    def _scan_inner(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode inner is part: text -> body"""
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
            if plain < pos:
                self._thinking_text(text[plain:pos], events)
                if trace:
                    self._trace("thinking", plain, pos)
            plain = pos
            if which in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12):
                # close -> leave
                if pos < end:
                    self._thinking_text(text[pos:end], events)
                    if trace:
                        self._trace("thinking", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                return end
            raise AssertionError(which)
        # From here on nothing is certain yet, and nothing but running text comes before.
        if plain < pos:
            self._thinking_text(text[plain:pos], events)
            if trace:
                self._trace("thinking", plain, pos)
        return pos if pos == len(text) else ~pos

    MODES = (_scan_outside, _scan_code, _scan_thought, _scan_outer, _scan_inner,)
