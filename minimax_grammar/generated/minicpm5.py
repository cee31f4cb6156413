"""Tokenizer of the dialect minicpm5, generated from its dialect file. Do not edit."""

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
VALUE = 2
THOUGHT = 3

_OUTSIDE_DELIMITERS = Delimiters(
    "<",
    "function(?=[ \\t\\n\\r\\f\\v/>])()",
    'functionname="([^\\\n\\\r"<]{0,257}+)">()',
    '(?#cut2)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=(?:\\Z|"[^\\\n\\\r"<]{0,257}+(?:\\Z|(?:\\Z|"\\Z))))))))))))))))',
    'functionĠname="([^\\\n\\\r"<]{0,257}+)">()',
    '(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|Ġ(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=(?:\\Z|"[^\\\n\\\r"<]{0,257}+(?:\\Z|(?:\\Z|"\\Z)))))))))))))))))',
    "(?!)()",
    "tool_response>()",
    heads=("<function",),
    marks=("<tool_response>",),
)

_CALL_DELIMITERS = Delimiters(
    "<",
    "(?:param(?=[ \\t\\n\\r\\f\\v/>])()|function(?=[ \\t\\n\\r\\f\\v/>])())",
    "/function[ \\t\\n\\r\\f\\v]*+>()",
    'paramname="([^\\\n\\\r"<]{0,257}+)">()',
    '(?#cut2)(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=(?:\\Z|"[^\\\n\\\r"<]{0,257}+(?:\\Z|(?:\\Z|"\\Z)))))))))))))',
    'paramĠname="([^\\\n\\\r"<]{0,257}+)">()',
    '(?#cut)(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|Ġ(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=(?:\\Z|"[^\\\n\\\r"<]{0,257}+(?:\\Z|(?:\\Z|"\\Z))))))))))))))',
    'functionname="([^\\\n\\\r"<]{0,257}+)">()',
    '(?#cut2)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=(?:\\Z|"[^\\\n\\\r"<]{0,257}+(?:\\Z|(?:\\Z|"\\Z))))))))))))))))',
    'functionĠname="([^\\\n\\\r"<]{0,257}+)">()',
    '(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|Ġ(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=(?:\\Z|"[^\\\n\\\r"<]{0,257}+(?:\\Z|(?:\\Z|"\\Z)))))))))))))))))',
    heads=("<param", "<function",),
    spaced=("</function",),
)

_VALUE_DELIMITERS = Delimiters(
    "<",
    "/param[ \\t\\n\\r\\f\\v]*+>()",
    '/param(?!)[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<param|<paramname="|<paramĠname="|</function|<function|<functionname="|<functionĠname="|(?:<(?:p(?:a(?:r(?:a(?:m(?:n(?:a(?:m(?:e(?:=)?+)?+)?+)?+|Ġ(?:n(?:a(?:m(?:e(?:=)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:f(?:u(?:n(?:c(?:t(?:i(?:o)?+)?+)?+)?+)?+)?+)?+|f(?:u(?:n(?:c(?:t(?:i(?:o(?:n(?:n(?:a(?:m(?:e(?:=)?+)?+)?+)?+|Ġ(?:n(?:a(?:m(?:e(?:=)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()',
    "(?#part)(?:\\Z|!(?:\\Z|\\[(?:\\Z|C(?:\\Z|D(?:\\Z|A(?:\\Z|T(?:\\Z|A\\Z)))))))",
    "(!\\[CDATA\\[(?:[^\\]]++|\\](?!\\]>|(?:\\])?\\Z))*+(?:\\]\\]>)(?:[^<]*+<!\\[CDATA\\[(?:[^\\]]++|\\](?!\\]>|(?:\\])?\\Z))*+(?:\\]\\]>))*+)",
    "!\\[CDATA\\[()",
    spaced=("</param",),
)

_THOUGHT_DELIMITERS = Delimiters(
    "<",
    "/think>()",
    marks=("</think>",),
)

_VALUE_DELIMITERS_5 = Delimiters(
    "<",
    "/(?!)()",
    '/param[ \\t\\r\\n]{0,32}+>(?=[ \\t\\r\\n]{0,32}+(?:<param|<paramname="|<paramĠname="|</function|<function|<functionname="|<functionĠname="|(?:<(?:p(?:a(?:r(?:a(?:m(?:n(?:a(?:m(?:e(?:=)?+)?+)?+)?+|Ġ(?:n(?:a(?:m(?:e(?:=)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+|/(?:f(?:u(?:n(?:c(?:t(?:i(?:o)?+)?+)?+)?+)?+)?+)?+|f(?:u(?:n(?:c(?:t(?:i(?:o(?:n(?:n(?:a(?:m(?:e(?:=)?+)?+)?+)?+|Ġ(?:n(?:a(?:m(?:e(?:=)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+)?+(?#end)))()',
    "(?#part)(?:\\Z|/(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m[ \\t\\r\\n]{0,32}+(?:\\Z|(?:\\Z|>[ \\t\\r\\n]{0,32}+(?:\\Z|(?:(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a\\Z)))))|(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=\\Z)))))))))))|(?:\\Z|<(?:\\Z|p(?:\\Z|a(?:\\Z|r(?:\\Z|a(?:\\Z|m(?:\\Z|Ġ(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=\\Z))))))))))))|(?:\\Z|<(?:\\Z|/(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o\\Z)))))))))|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o\\Z))))))))|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=\\Z))))))))))))))|(?:\\Z|<(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|Ġ(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=\\Z)))))))))))))))|\\Z))))))))))",
    "(?#part)(?:\\Z|!(?:\\Z|\\[(?:\\Z|C(?:\\Z|D(?:\\Z|A(?:\\Z|T(?:\\Z|A\\Z)))))))",
    "(!\\[CDATA\\[(?:[^\\]]++|\\](?!\\]>|(?:\\])?\\Z))*+(?:\\]\\]>)(?:[^<]*+<!\\[CDATA\\[(?:[^\\]]++|\\](?!\\]>|(?:\\])?\\Z))*+(?:\\]\\]>))*+)",
    "!\\[CDATA\\[()",
)

_OUTSIDE_DELIMITERS_6 = Delimiters(
    "<",
    "function(?=[ \\t\\n\\r\\f\\v/>])()",
    'functionname="([^\\\n\\\r"<]{0,257}+)">()',
    '(?#cut2)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=(?:\\Z|"[^\\\n\\\r"<]{0,257}+(?:\\Z|(?:\\Z|"\\Z))))))))))))))))',
    'functionĠname="([^\\\n\\\r"<]{0,257}+)">()',
    '(?#cut)(?:\\Z|f(?:\\Z|u(?:\\Z|n(?:\\Z|c(?:\\Z|t(?:\\Z|i(?:\\Z|o(?:\\Z|n(?:\\Z|Ġ(?:\\Z|n(?:\\Z|a(?:\\Z|m(?:\\Z|e(?:\\Z|=(?:\\Z|"[^\\\n\\\r"<]{0,257}+(?:\\Z|(?:\\Z|"\\Z)))))))))))))))))',
    "think>()",
    "tool_response>()",
    heads=("<function",),
    marks=("<think>", "<tool_response>",),
)


class Tokenizer(Scanner):
    "MiniCPM5: <function> and <param> tags, values with entities or in CDATA"

    __slots__ = ()
    DIALECT = "minicpm5"
    OPTIONS = ("thinking", "followed")
    STARTS = {"outside": (0, "", "", ()), "thinking": (3, "thinking", "", ("<think>",))}
    CONSTRUCTS = ("", "call", "argument", "thinking")
    ENDS = ("", "unclosed-call", "unclosed-argument", "unclosed-thinking")
    DROPS = ("", "dropped-prose", "", "")
    FINISHES = ("", "abort", "abort", "leave")
    MODE_NAMES = ("outside", "call", "value", "thought")
    LIMITS = {"value": (1000000, "\n…[parameter truncated: exceeded 1000000 UTF-16 code units]")}
    FORMATS = {"value": ("entities", "")}
    STRICT = frozenset(("value",))
    RENDERS = {
        "argument": ('<param name="{key|attr}">{value|plain|cdata}</param>', ""),
        "call": ('<function name="{name|attr}">{arguments}</function>', ""),
        "calls": ("{calls}", "\n"),
        "success": ("<tool_response>\n{body}\n</tool_response>", ""),
        "results": ("{results}", "\n"),
        "thinking": ("<think>\n{thinking|unwrapped}\n</think>", ""),
        "gap": ("\n\n", ""),
        "developer": ("{gap}{text}", ""),
        "user": ("\n\nHuman: {text}", ""),
        "assistant": ("\n\nAssistant: {thinking}{text}{calls}", ""),
    }
    GUIDE = "minicpm5.guide.md"
    PATTERNS = {
        (False, False): (
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (False, True): (
            _OUTSIDE_DELIMITERS,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS_5,
            _THOUGHT_DELIMITERS,
        ),
        (True, False): (
            _OUTSIDE_DELIMITERS_6,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS,
            _THOUGHT_DELIMITERS,
        ),
        (True, True): (
            _OUTSIDE_DELIMITERS_6,
            _CALL_DELIMITERS,
            _VALUE_DELIMITERS_5,
            _THOUGHT_DELIMITERS,
        ),
    }

    def feed(self, text: str) -> list[Event]:
        """As :meth:`Scanner.feed`, with a short way for text in which no delimiter can begin."""
        if self._plain and not self._held and text and "<" not in text:
            mode = self._mode
            if mode == OUTSIDE:
                return self._feed_text(text)
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
                if text.startswith(('<functionname="', '<functionĠname="'), pos):
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
            if which == 1:  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
                if end <= 0:
                    if end and not final:
                        break
                    if not end:
                        self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
            else:
                end = found.end()
            if which == 1:
                caught = attributes(text, found.end(), end)
                if not (((self._listed(filtered(caught.get("name", "")))))):
                    pos += 1
                    continue
            if which in (3, 5):
                if which == 3:
                    caught = {"name": found[2] or ""}
                elif which == 5:
                    caught = {"name": found[4] or ""}
                if not (((self._listed(filtered(caught.get("name", "")))))):
                    pos += 1
                    continue
            if (self._option_guarded or not (which == 7)):
                if plain < pos:
                    events.append(_new(Text, (text[plain:pos],)))
                    if trace:
                        self._trace("text", plain, pos)
                plain = pos
            if which == 1:
                # <function> -> enter call if listed function.name
                if (self._listed(filtered(caught.get("name", "")))):
                    self._fresh = True
                    if trace:
                        self._trace("markup", pos, end)
                    name = filtered(caught.get("name", ""))
                    closed = is_self_closing(text, found.end(), end)
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = CALL
                    self._moved = True
                    self._begin_call(name, pos, end, events)
                    if closed:
                        self._mode, start, self._spelling = self._stack.pop()
                        self._end_call(text, end, events)
                    return end
            if which in (3, 5):
                # joined -> enter call if listed joined.name
                if (self._listed(filtered(caught.get("name", "")))):
                    self._fresh = True
                    if trace:
                        self._trace("markup", pos, end)
                    name = filtered(caught.get("name", ""))
                    self._stack.append((OUTSIDE, self._base + pos, ""))
                    self._mode = CALL
                    self._moved = True
                    self._begin_call(name, pos, end, events)
                    return end
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

    def _scan_call(self, text: str, pos: int, final: bool, events: list[Event]) -> int:
        """mode call is call: text -> skip"""
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
                if text.startswith(('</',), pos) and found.end() - pos > _TAG_LIMIT // 2 and utf16_length(found[0]) >= _TAG_LIMIT:
                    self._not_a_tag(text, pos, found.end())
                    pos += 1
                    continue
                if not final:
                    break
                if text.startswith(('<paramname="', '<paramĠname="', '<functionname="', '<functionĠname="'), pos):
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
            if which in (1, 2):  # the name of an opening tag
                end = tag_end(text, pos, found.end(), _TAG_LIMIT)
                if end <= 0:
                    if end and not final:
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
            if which == 1:
                caught = attributes(text, found.end(), end)
            if which in (5, 7):
                if which == 5:
                    caught = {"key": found[4] or ""}
                elif which == 7:
                    caught = {"key": found[6] or ""}
            if plain < pos:
                if not text[plain:pos].isspace():
                    self._drop(text, plain, pos)
                if trace:
                    self._trace("dropped", plain, pos)
            if self._drop_start >= 0:
                self._end_drop("dropped-prose")
            plain = pos
            if which == 1:
                # <param> -> enter value
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                key = filtered(caught.get("name", ""))
                closed = is_self_closing(text, found.end(), end)
                self._stack.append((CALL, self._base + pos, ""))
                self._mode = VALUE
                self._moved = True
                self._begin_argument("value", key, None)
                if closed:
                    self._mode, start, self._spelling = self._stack.pop()
                    self._depth = 0
                    self._end_argument(start, self._base + end, events, "value")
                return end
            if which in (5, 7):
                # glued -> enter value
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                key = filtered(caught.get("key", ""))
                self._stack.append((CALL, self._base + pos, ""))
                self._mode = VALUE
                self._moved = True
                self._begin_argument("value", key, None)
                return end
            if which == 3:
                # </function> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, end, events)
                return end
            if which == 2:
                # before <function> -> leave report lost-closer
                self._report("lost-closer", pos, end)
                self._fresh = True
                self._mode, start, self._spelling = self._stack.pop()
                self._end_call(text, pos, events)
                return pos
            if which in (9, 11):
                # before joined -> leave report lost-closer
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
        search = self._patterns[2].final if final else self._patterns[2].search
        while True:
            if self._span:
                pos = self._inside("value", text, pos, final=final)
                if self._span:
                    break
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
            if end - pos > _TAG_LIMIT // 2 and which in (1, 2):
                if utf16_length(text[pos:end]) > _TAG_LIMIT:
                    self._not_a_tag(text, pos, end)
                    pos += 1
                    continue
            if plain < pos:
                self._argument_text(text[plain:pos], events)
                if trace:
                    self._trace("body", plain, pos)
            plain = pos
            if which in (1, 2):
                # </param> -> leave
                self._fresh = True
                if trace:
                    self._trace("markup", pos, end)
                self._mode, start, self._spelling = self._stack.pop()
                self._depth = 0
                self._end_argument(start, self._base + end, events, "value")
                return end
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

    MODES = (_scan_outside, _scan_call, _scan_value, _scan_thought,)
