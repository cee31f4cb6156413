"""What a scanner had to forgive: diagnostics with stable codes, and the registry of their rules.

Grammar files name rules (``report lost-closer``); code and severity are looked up here.  A code is
never reused and a name never changes its meaning.
"""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["HARMLESS", "RULES", "Diagnostic", "Rule"]

ERROR, WARNING, NOTE = "error", "warning", "note"


class Rule(NamedTuple):
    """One kind of irregularity."""

    code: str
    """``MG`` and three digits; the first says the group: 1 markup, 2 the tool's contract, 3 bodies,
    4 what leaked, 5 conversation, 6 limits, 9 the record itself."""
    name: str
    """What is wrong, readable after "allow"."""
    severity: str
    """``error``: the call or its meaning is lost; ``warning``: it was read, but something was
    irregular; ``note``: worth knowing."""
    summary: str
    """The message, where the finding itself says nothing more exact."""
    fix: str = ""
    """What to do about it, if there is one answer."""


_TABLE = (
    Rule("MG101", "bare-call", NOTE, "a call outside the wrapper", "put calls inside the wrapper"),
    Rule("MG102", "stray-closer", WARNING, "a closer with nothing open that it closes", "remove it"),
    Rule("MG103", "unclosed-wrapper", WARNING, "the stream ended inside the wrapper", "close the wrapper"),
    Rule("MG104", "unclosed-call", ERROR, "the stream ended inside a call, which is dropped", "close the call"),
    Rule("MG105", "unclosed-argument", ERROR, "the stream ended inside an argument, and its call is dropped", "close the argument and the call"),
    Rule("MG106", "unclosed-thinking", WARNING, "the stream ended inside thinking", "close the thinking block"),
    Rule("MG107", "lost-closer", WARNING, "a call was ended by what follows it: its own closer is missing", "close the call"),
    Rule("MG109", "foreign-markup", WARNING, "markup of another dialect in the text: it is text here", "scan with the dialect of the model that wrote it"),
    Rule("MG110", "dropped-prose", WARNING, "prose where only calls can stand: it is dropped", "write prose before or after the wrapper"),
    Rule("MG111", "hidden-call", WARNING, "a complete call inside thinking: it is never made", "end the thinking before the call"),
    Rule("MG113", "escaped-body", WARNING, "the body looks HTML-escaped; bodies are verbatim, so the entities stay", "write the characters themselves"),
    Rule("MG114", "unprefixed-wrapper", NOTE, "the wrapper lacks its prefix", "write the wrapper with its prefix"),
    Rule("MG115", "legacy-markup", WARNING, "a retired way to write calls: it is not read as a call", "write calls as the dialect says"),
    Rule("MG116", "cut-markup", WARNING, "a delimiter that the end of the stream cut off: it is dropped", "end the delimiter"),
    Rule("MG117", "call-in-thinking", WARNING, "a call that begins in thinking that was not closed: the thinking ends there", "close the thinking block before the call"),
    Rule("MG118", "deep-nesting", WARNING, "nested deeper than the limit: what is deeper is text", "nest less deeply"),
    Rule("MG201", "unknown-tool", WARNING, "a call to a tool that is not in the list"),
    Rule("MG202", "nameless-call", ERROR, "a call without a name: all of it is swallowed", "give the call a name"),
    Rule("MG203", "unknown-argument", WARNING, "an argument that the tool does not declare"),
    Rule("MG204", "missing-argument", ERROR, "a required argument is missing"),
    Rule("MG206", "schema-violation", ERROR, "a value that the tool's schema does not allow"),
    Rule("MG207", "duplicate-argument", WARNING, "an argument given twice: the last one counts"),
    Rule("MG208", "invalid-schema", WARNING, "the tool's own schema cannot be used: the arguments were not checked", "mend the schema"),
    Rule("MG209", "nameless-argument", ERROR, "an argument without a name: it is swallowed", "give the argument a name"),
    Rule("MG301", "invalid-json", WARNING, "the body is not JSON: its raw text is the value"),
    Rule("MG302", "repaired-json", WARNING, "the body is JSON only after repair"),
    Rule("MG303", "invalid-arguments", ERROR, "the body of a call is no arguments: the call is dropped", "write one object of arguments"),
    Rule("MG304", "truncated-json", ERROR, "the arguments break off", "leave the turn out, or raise the token limit of the model"),
    Rule("MG305", "dropped-member", WARNING, "a member of a call beside its name and its arguments: it is dropped", "write it among the arguments, or not at all"),
    Rule("MG306", "flat-arguments", ERROR, "a call whose arguments are not where arguments belong: it is made without them", "write the arguments as one object"),
    Rule("MG401", "leaked-tail", ERROR, "markup of a call at the end of a file: an agent wrote it there", "remove these lines"),
    Rule("MG402", "leaked-call", WARNING, "a line of a file that begins with markup of a call", "remove it; quote it if the file speaks of it"),
    Rule("MG403", "leaked-token", WARNING, "a token of a model in a file", "remove it; quote it if the file speaks of it"),
    Rule("MG404", "leaked-markup", WARNING, "tool markup in an answer: nothing reads it as a call", "let the parser of the model read it, or remove it"),
    Rule("MG501", "orphan-result", ERROR, "a result without a call", "remove it, or put its call before it"),
    Rule("MG502", "missing-result", WARNING, "a call without a result, though the conversation goes on", "add the result"),
    Rule("MG503", "result-order", WARNING, "results in another order than their calls: they are matched by order", "put them in the order of the calls"),
    Rule("MG504", "fabricated-result", ERROR, "a tool result written by the model itself", "stop the model at the end of its calls"),
    Rule("MG505", "announced-call", WARNING, "a call is announced at the end of a turn and never made", "leave the turn out, or let the model go on"),
    Rule("MG506", "duplicate-id", ERROR, "two recorded calls of a conversation have the same id", "give every call an id of its own"),
    Rule("MG507", "cut-off", ERROR, "the turn was cut off inside a call", "raise the token limit of the model, or leave the turn out"),
    Rule("MG508", "result-name", WARNING, "a result names another tool than its call", "name the tool that was called"),
    Rule("MG509", "early-result", ERROR, "a result before its call", "put it after the call"),
    Rule("MG510", "duplicate-call", NOTE, "the same call twice in one turn", "make it once"),
    Rule("MG511", "duplicate-result", WARNING, "two results for one call", "keep one"),
    Rule("MG601", "tag-too-long", WARNING, "a tag longer than the limit: it is not a tag"),
    Rule("MG602", "truncated-argument", WARNING, "an argument longer than the limit: its end is cut off"),
    Rule("MG901", "unreadable-record", ERROR, "a record that cannot be read", "mend or remove it"),
    Rule("MG902", "unknown-shape", ERROR, "a record that is no conversation in a known shape", "see the shapes that are read in docs/validate.md"),
    Rule("MG903", "unreadable-file", ERROR, "a file that cannot be read to its end"),
    Rule("MG904", "record-too-long", ERROR, "a record longer than the limit: it was not read", "raise the limit with --max-record"),
    Rule("MG905", "not-utf8", WARNING, "bytes that are not UTF-8", "store the text as UTF-8"),
    Rule("MG906", "invalid-tools", WARNING, "the tools of the record cannot be used: its calls were not checked against them", "mend the tools"),
)  # fmt: skip

RULES: dict[str, Rule] = {rule.name: rule for rule in _TABLE}
"""Every rule by its name."""

HARMLESS = frozenset(
    (
        "unknown-tool",
        "unknown-argument",
        "missing-argument",
        "schema-violation",
        "invalid-schema",
        "escaped-body",
    )
)
"""Rules about what a call says, not about how it is written: they say nothing about how a text is to be read."""


class Diagnostic(NamedTuple):
    """One irregularity in the input."""

    code: str
    """As in :class:`Rule`, for example ``MG107``."""
    name: str
    """As in :class:`Rule`, for example ``lost-closer``."""
    severity: str
    """``error``, ``warning`` or ``note``."""
    message: str
    """What is wrong, for a person."""
    start: int
    """Where it begins: code points from the start of the input."""
    end: int
    """Where it ends (exclusive), likewise."""
    line: int
    """The line of ``start``, from 1; lines end at a line feed."""
    column: int
    """The column of ``start``, from 1, in code points."""
    end_line: int
    """The line of ``end``."""
    end_column: int
    """The column of ``end``."""
    fix: str
    """What to do about it; empty where there is no one answer."""

    def to_json(self) -> dict[str, Any]:
        """This diagnostic as a dict of plain JSON values."""
        return dict(zip(self._fields, self, strict=True))
