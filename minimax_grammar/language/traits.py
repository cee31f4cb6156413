"""What distinguishes dialects, in a few words each; all of it is read off their files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from minimax_grammar.language.model import Action, Construct, Dialect, Kind, Mode, Trigger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Traits", "opener", "traits_of"]

_BODIES = (Construct.CALL, Construct.CALLS, Construct.ARGUMENT, Construct.ARGUMENTS)
_RENDERED = {"calls": "call", "results": "success", "thinking": "thinking", "transcript": "assistant"}


@dataclass(frozen=True, slots=True)
class Traits:
    """The traits of one dialect."""

    name: str
    title: str
    extends: str
    default: bool
    fallback: bool
    starts: tuple[str, ...]
    """Where scanning may start; first the usual one."""
    bodies: tuple[str, ...]
    """What calls are written in: ``verbatim`` texts, a format, or an ``envelope`` in one, which names the call too."""
    wrapper: tuple[str, ...]
    """What a block of calls begins with."""
    thinking: tuple[str, ...]
    """What a block of thinking begins with."""
    typing: tuple[str, ...]
    """What says which type a value has: the ``schema`` of the tool, the delimiters on the ``wire``, the ``syntax``."""
    closers: str
    models: tuple[str, ...]
    """Patterns of the models that are told of it."""
    native_models: tuple[str, ...]
    """Patterns of the models that write it by themselves, but are told of another one."""
    renders: tuple[str, ...]
    """What the dialect can write."""
    guide: bool
    """Whether there is a text that tells a model of it."""


def traits_of(dialect: Dialect) -> Traits:
    """The traits of ``dialect``."""
    modes = dialect.modes.values()
    return Traits(
        name=dialect.name,
        title=dialect.title,
        extends=dialect.extends,
        default=dialect.default,
        fallback=dialect.fallback,
        starts=tuple(start.name for start in dialect.starts),
        bodies=_unique(_body(mode) for mode in modes if mode.construct in _BODIES),
        wrapper=_openers(dialect, lambda mode: mode.construct is None and _holds_calls(dialect, mode)),
        thinking=_openers(dialect, lambda mode: mode.construct is Construct.THINKING),
        typing=_unique(word for mode in modes if mode.construct in _BODIES for word in _typing(mode)),
        closers=dialect.closers,
        models=dialect.models,
        native_models=dialect.native_models,
        renders=tuple(word for word, needed in _RENDERED.items() if needed in dialect.renders),
        guide=bool(dialect.guide),
    )


def opener(dialect: Dialect, trigger: Trigger) -> str:
    """The delimiter of ``trigger``, as it begins in its first spelling."""
    if trigger.kind is Kind.MARK:
        return dialect.marks[trigger.name].forms[0].literal
    begins = dialect.tag_close if trigger.kind is Kind.CLOSE else dialect.tag_open
    tag = dialect.tags[trigger.name]
    more = " …" if tag.attributes and trigger.kind is Kind.OPEN else ""
    return f"{begins[0]}{tag.spellings[0]}{more}{dialect.tag_end}"


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in dict.fromkeys(words) if word)


def _body(mode: Mode) -> str:
    if mode.envelope and mode.format and (mode.format != "json" or "name" in mode.bindings):
        return f"{mode.format} envelope"
    if mode.format:
        return mode.format
    return "verbatim" if mode.construct is Construct.ARGUMENT else ""


def _typing(mode: Mode) -> Iterable[str]:
    if mode.typed or {"string", "type"} & mode.bindings.keys():
        yield "wire"
    if mode.typed:
        return
    if mode.construct is Construct.ARGUMENT:
        yield "schema"
    elif mode.format:
        yield "syntax"


def _holds_calls(dialect: Dialect, mode: Mode) -> bool:
    """Whether calls begin in ``mode``, and it begins and ends itself."""
    targets = [dialect.modes[rule.target] for rule in mode.rules if rule.action is Action.ENTER]
    calls = any(target.construct in (Construct.CALL, Construct.CALLS) for target in targets)
    return calls and mode.name not in {start.mode for start in dialect.starts}


def _openers(dialect: Dialect, wanted: Callable[[Mode], bool]) -> tuple[str, ...]:
    """The delimiters with which the ``wanted`` modes begin."""
    return _unique(
        opener(dialect, rule.trigger).strip("\n")
        for mode in dialect.modes.values()
        for rule in mode.rules
        if rule.target and wanted(dialect.modes[rule.target]) and rule.trigger.kind in (Kind.OPEN, Kind.MARK)
    )
