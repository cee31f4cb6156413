"""Tokenizer of the dialect mistral-v11, generated from its dialect file. Do not edit."""

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
CALLS = 2
THOUGHT = 3
SPOKEN = 4

_OUTSIDE_DELIMITERS = Delimiters(
    "",
    "(?<=\\[)TOOL_CALLS\\][ \\t\\r\\n]{0,32}+(?=\\[TOOL_CALLS\\])()",
    "(?#part)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|\\[(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S\\Z)))))))))))))))))))))))",
    "(?<=\\[)TOOL_CALLS\\](?=[ \\t\\r\\n]{0,32}+\\[)()",
    "(?#part)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))",
    "(?<=\\[)TOOL_CALLS\\](?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))",
    "(?<=\\[)TOOL_CALLS\\][ \\t\\r\\n]{0,32}+([^\\\n\\\r\\[]{0,257}+)(?>\\[CALL_ID\\]([^\\\n\\\r\\[]{0,257}+)|(?!(?:(?#open)|\\[(?:(?#open)|C(?:(?#open)|A(?:(?#open)|L(?:(?#open)|L(?:(?#open)|_(?:(?#open)|I(?:(?#open)|D(?:(?#open)|\\][^\\\n\\\r\\[]{0,257}+(?#open))))))))))))\\[ARGS\\]()",
    "(?#cut2)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r\\[]{0,257}+(?:\\Z|(?:(?:\\Z|\\[(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|_(?:\\Z|I(?:\\Z|D(?:\\Z|\\][^\\\n\\\r\\[]{0,257}+(?:\\Z|(?:\\Z|\\[(?:\\Z|A(?:\\Z|R(?:\\Z|G(?:\\Z|S\\Z)))))))))))))))|(?:\\Z|(?:\\Z|\\[(?:\\Z|A(?:\\Z|R(?:\\Z|G(?:\\Z|S\\Z))))))))))))))))))))",
    "(?<=\\[)TOOL_CALLS\\][ \\t\\r\\n]{0,32}+([^\\\n\\\r\\[\\{]{0,257}+)(?=\\{)()",
    "(?#cut)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r\\[\\{]{0,257}+(?:\\Z|\\Z)))))))))))))",
    "(?<=\\[)TOOL_CALLS\\]()",
    "(?<=\\[)(?!)()",
    "(?<=\\[)(?!)()",
    "(?<=<)(?!)()",
    "(?<=<)(?!)()",
    "(?<=\\[)TOOL_RESULTS\\]()",
    "(?<=\\[)(?:/AVAILABLE_TOOLS\\]|AVAILABLE_TOOLS\\]|/SYSTEM_PROMPT\\]|SYSTEM_PROMPT\\]|/TOOL_RESULTS\\]|TOOL_CONTENT\\]|CALL_ID\\]|/INST\\]|INST\\]|ARGS\\])()",
    "(?<=<)(?:/s>|s>)()",
    marks=("[TOOL_CALLS]", "[TOOL_RESULTS]", "[/AVAILABLE_TOOLS]", "[AVAILABLE_TOOLS]", "[/SYSTEM_PROMPT]",
        "[SYSTEM_PROMPT]", "[/TOOL_RESULTS]", "[TOOL_CONTENT]", "[CALL_ID]", "[/INST]", "[INST]", "[ARGS]",
        "</s>", "<s>",),
    begins=("</s>", "</think>", "<s>", "<think>", "[/AVAILA", "[/INST]", "[/SYSTEM", "[/THINK]", "[/TOOL_R",
        "[ARGS]", "[AVAILAB", "[CALL_ID", "[INST]", "[SYSTEM_", "[THINK]", "[TOOL_CA", "[TOOL_CO",
        "[TOOL_RE",),
)

_CALL_DELIMITERS = Delimiters(
    "",
    "(?<=\\[)TOOL_CALLS\\][ \\t\\r\\n]{0,32}+([^\\\n\\\r\\[]{0,257}+)(?>\\[CALL_ID\\]([^\\\n\\\r\\[]{0,257}+)|(?!(?:(?#open)|\\[(?:(?#open)|C(?:(?#open)|A(?:(?#open)|L(?:(?#open)|L(?:(?#open)|_(?:(?#open)|I(?:(?#open)|D(?:(?#open)|\\][^\\\n\\\r\\[]{0,257}+(?#open))))))))))))\\[ARGS\\]()",
    "(?#cut2)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r\\[]{0,257}+(?:\\Z|(?:(?:\\Z|\\[(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|_(?:\\Z|I(?:\\Z|D(?:\\Z|\\][^\\\n\\\r\\[]{0,257}+(?:\\Z|(?:\\Z|\\[(?:\\Z|A(?:\\Z|R(?:\\Z|G(?:\\Z|S\\Z)))))))))))))))|(?:\\Z|(?:\\Z|\\[(?:\\Z|A(?:\\Z|R(?:\\Z|G(?:\\Z|S\\Z))))))))))))))))))))",
    "(?<=\\[)TOOL_CALLS\\][ \\t\\r\\n]{0,32}+([^\\\n\\\r\\[\\{]{0,257}+)(?=\\{)()",
    "(?#cut)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r\\[\\{]{0,257}+(?:\\Z|\\Z)))))))))))))",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"\\[\\]\\{\\}]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=[\\[\\{])()",
    "(?<=[\\]\\}])()",
)

_CALLS_DELIMITERS = Delimiters(
    "",
    '(?<=")((?:[^"\\\\]++|\\\\[\\s\\S])*+(?:")(?:[^"\\[\\]\\{\\}]*+"(?:[^"\\\\]++|\\\\[\\s\\S])*+(?:"))*+)',
    '(?<=")()',
    "(?<=[\\[\\{])()",
    "(?<=[\\]\\}])()",
)

_THOUGHT_DELIMITERS = Delimiters(
    "[",
    "/THINK\\]()",
    marks=("[/THINK]",),
)

_SPOKEN_DELIMITERS = Delimiters(
    "<",
    "/think>()",
    marks=("</think>",),
)

_OUTSIDE_DELIMITERS_6 = Delimiters(
    "",
    "(?<=\\[)TOOL_CALLS\\][ \\t\\r\\n]{0,32}+(?=\\[TOOL_CALLS\\])()",
    "(?#part)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|\\[(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S\\Z)))))))))))))))))))))))",
    "(?<=\\[)TOOL_CALLS\\](?=[ \\t\\r\\n]{0,32}+\\[)()",
    "(?#part)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))",
    "(?<=\\[)TOOL_CALLS\\](?=[ \\t\\r\\n]{0,32}+\\{)()",
    "(?#part)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|\\Z))))))))))))",
    "(?<=\\[)TOOL_CALLS\\][ \\t\\r\\n]{0,32}+([^\\\n\\\r\\[]{0,257}+)(?>\\[CALL_ID\\]([^\\\n\\\r\\[]{0,257}+)|(?!(?:(?#open)|\\[(?:(?#open)|C(?:(?#open)|A(?:(?#open)|L(?:(?#open)|L(?:(?#open)|_(?:(?#open)|I(?:(?#open)|D(?:(?#open)|\\][^\\\n\\\r\\[]{0,257}+(?#open))))))))))))\\[ARGS\\]()",
    "(?#cut2)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r\\[]{0,257}+(?:\\Z|(?:(?:\\Z|\\[(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|_(?:\\Z|I(?:\\Z|D(?:\\Z|\\][^\\\n\\\r\\[]{0,257}+(?:\\Z|(?:\\Z|\\[(?:\\Z|A(?:\\Z|R(?:\\Z|G(?:\\Z|S\\Z)))))))))))))))|(?:\\Z|(?:\\Z|\\[(?:\\Z|A(?:\\Z|R(?:\\Z|G(?:\\Z|S\\Z))))))))))))))))))))",
    "(?<=\\[)TOOL_CALLS\\][ \\t\\r\\n]{0,32}+([^\\\n\\\r\\[\\{]{0,257}+)(?=\\{)()",
    "(?#cut)(?<=\\[)(?:\\Z|T(?:\\Z|O(?:\\Z|O(?:\\Z|L(?:\\Z|_(?:\\Z|C(?:\\Z|A(?:\\Z|L(?:\\Z|L(?:\\Z|S(?:\\Z|\\][ \\t\\r\\n]{0,32}+(?:\\Z|[^\\\n\\\r\\[\\{]{0,257}+(?:\\Z|\\Z)))))))))))))",
    "(?<=\\[)TOOL_CALLS\\]()",
    "(?<=\\[)THINK\\]()",
    "(?<=\\[)/THINK\\]()",
    "(?<=<)think>()",
    "(?<=<)/think>()",
    "(?<=\\[)TOOL_RESULTS\\]()",
    "(?<=\\[)(?:/AVAILABLE_TOOLS\\]|AVAILABLE_TOOLS\\]|/SYSTEM_PROMPT\\]|SYSTEM_PROMPT\\]|/TOOL_RESULTS\\]|TOOL_CONTENT\\]|CALL_ID\\]|/INST\\]|INST\\]|ARGS\\])()",
    "(?<=<)(?:/s>|s>)()",
    marks=("[TOOL_CALLS]", "[THINK]", "[/THINK]", "<think>", "</think>", "[TOOL_RESULTS]",
        "[/AVAILABLE_TOOLS]", "[AVAILABLE_TOOLS]", "[/SYSTEM_PROMPT]", "[SYSTEM_PROMPT]", "[/TOOL_RESULTS]",
        "[TOOL_CONTENT]", "[CALL_ID]", "[/INST]", "[INST]", "[ARGS]", "</s>", "<s>",),
    begins=("</s>", "</think>", "<s>", "<think>", "[/AVAILA", "[/INST]", "[/SYSTEM", "[/THINK]", "[/TOOL_R",
        "[ARGS]", "[AVAILAB", "[CALL_ID", "[INST]", "[SYSTEM_", "[THINK]", "[TOOL_CA", "[TOOL_CO",
        "[TOOL_RE",),
)


class Tokenizer(Scanner):
    "Mistral v11 and later: [TOOL_CALLS]name[ARGS]{…}, once for each call"

    __slots__ = ()
    DIALECT = "mistral-v11"
    OPTIONS = ("thinking",)
    STARTS = {"outside": (0, "", "", ("[/THINK]", "[/INST]")), "thinking": (3, "thinking", "", ("[THINK]",))}
    CONSTRUCTS = ("", "call", "calls", "thinking", "thinking")
    ENDS = ("", "unclosed-call", "unclosed-call", "unclosed-thinking", "unclosed-thinking")
    DROPS = ("", "", "", "", "")
    FINISHES = ("", "abort", "abort", "leave", "leave")
    MODE_NAMES = ("outside", "call", "calls", "thought", "spoken")
    LIMITS = {"call": (1000000, ""), "calls": (1000000, "")}
    FORMATS = {"call": ("json", ""), "calls": ("json", "")}
    SHAPES = {"calls": Shape("json", ("name",), ("arguments", "parameters"), ("id", "type"), False, "full", False, False, False)}
    RENDERS = {
        "call": ("[TOOL_CALLS]{name}[ARGS]{arguments|spaced}", ""),
        "calls": ("{calls}", ""),
        "success": ("[TOOL_RESULTS]{body}[/TOOL_RESULTS]", ""),
        "results": ("{results}", ""),
        "thinking": ("[THINK]{thinking}[/THINK]", ""),
        "begin": ("<s>", ""),
        "developer": ("[SYSTEM_PROMPT]{text}[/SYSTEM_PROMPT]", ""),
        "user": ("[INST]{text}[/INST]", ""),
        "assistant": ("{thinking}{text}{calls}</s>", ""),
        "outputs": ("{results}", ""),
    }
    GUIDE = "mistral-v11.guide.md"
    PATTERNS = {
        (False,): (
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _CALLS_DELIMITERS,
            _THOUGHT_DELIMITERS,
            _SPOKEN_DELIMITERS,
        ),
        (True,): (
            _OUTSIDE_DELIMITERS_6,
            _CALL_DELIMITERS,
            _CALLS_DELIMITERS,
            _THOUGHT_DELIMITERS,
            _SPOKEN_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text:
            mode = self._mode
            if mode == OUTSIDE and "[" not in text and "<" not in text:
                return self._feed_text(text)
            if mode == CALL and '\\' not in text and ((self._span and '"' not in text) or ("[" not in text and "{" not in text and "]" not in text and "}" not in text)) and self._depth:
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_argument(text)
            if mode == CALLS and '\\' not in text and ((self._span and '"' not in text) or ("[" not in text and "{" not in text and "]" not in text and "}" not in text)) and self._depth:
                self._ahead = False
                if text.count('"') % 2:
                    self._span = "" if self._span else '"'
                return self._feed_calls(text)
            if mode == THOUGHT and "[" not in text and not self._fresh and text[-1] not in "\n":
                return self._feed_thinking(text)
            if mode == SPOKEN and "<" not in text and not self._fresh and text[-1] not in "\n":
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
                if text.startswith(('[TOOL_CALLS]',), pos):
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
            if which in (6, 8):
                if which == 6:
                    caught = {"name": found[4] or "", "id": found[5] or ""}
                elif which == 8:
                    caught = {"name": found[7] or ""}
            if plain < pos:
                events.append(_new(Text, (text[plain:pos],)))
                if trace:
                    self._trace("text", plain, pos)
            plain = pos
            if which == 1:
                # doubled -> skip report nameless-call
                self._report("nameless-call", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which in (2, 3):
                # list -> enter calls
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CALLS
                self._moved = True
                self._begin_calls("calls", pos)
                return end
            if which in (6, 8):
                # call -> enter call
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                name = filtered(caught.get("name", ""))
                id = filtered(caught.get("id", ""))
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = CALL
                self._moved = True
                self._begin_call(name, pos, end, events, id)
                self._begin_arguments("call")
                return end
            if which == 9:
                # broken -> skip report nameless-call
                self._report("nameless-call", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 10:
                # think -> enter thought when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = THOUGHT
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 11:
                # think-end -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 12:
                # spoken -> enter spoken when thinking
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._stack.append((OUTSIDE, self._base + pos, ""))
                self._mode = SPOKEN
                self._moved = True
                self._begin_thinking(events)
                return end
            if which == 13:
                # said -> skip when thinking report stray-closer
                self._report("stray-closer", pos, end)
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                plain = pos = end
                continue
            if which == 14:
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
            if which in (15, 16):
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
        if not self._depth:
            pos = len(text) - len(text[pos:].lstrip())
            if pos == len(text):
                if plain < pos:
                    self._argument_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                return pos
            if text[pos] not in "[{":  # it is no such body
                if plain < pos:
                    self._argument_text(text[plain:pos], events)
                    if trace:
                        self._trace("body", plain, pos)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_arguments("call", text, pos, events, keep=False, nothing=True)
                return pos
            pos = plain
        pos = self._read_ahead(text, pos)
        if plain < pos and not self._depth:
            # balanced -> leave
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            self._mode, start, self._spelling = self._stack.pop()
            self._depth = 0
            self._end_arguments("call", text, pos, events, keep=False)
            return pos
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
                if text.startswith(('[TOOL_CALLS]',), pos):
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
            if which == 6:  # a string, and what follows it
                pos = found.end()
                continue
            if which == 7:  # a string begins
                self._span = found[0]
                pos = found.end()
                continue
            if which == 8:
                self._depth += 1
                pos = found.end()
                continue
            if which == 9:
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
                self._end_arguments("call", text, pos, events, keep=False)
                return pos
            end = found.end()
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (3, 5):
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

    def _scan_calls(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode calls is calls: text -> body"""
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
                self._end_calls(text, pos, events, emit=False)
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
            self._end_calls(text, pos, events, emit=False)
            return pos
        search = self._patterns[2].final if final else self._patterns[2].search
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
                self._end_calls(text, pos, events, emit=False)
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

    def _scan_spoken(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode spoken is thinking: text -> body"""
        trace = self._segments is not None
        plain = pos  # where running text begins that nothing was done with yet
        search = self._patterns[4].search
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
                # said -> leave
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

    MODES = (_scan_outside, _scan_call, _scan_calls, _scan_thought, _scan_spoken,)
