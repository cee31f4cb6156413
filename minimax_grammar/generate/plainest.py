"""The plainest spellings of calls and arguments, which models write most: found whole, by one match.

They stay well below the limits of tags and bodies, so that these need not be checked.
"""

from __future__ import annotations

import re

from minimax_grammar.language.model import Action, Construct, Dialect, Kind, Mode, Rule, Tag

__all__ = [
    "BODY",
    "NAME",
    "PLAIN_NAME",
    "argument_pattern",
    "leaves",
    "needs_sources",
    "opening",
    "plain_argument",
    "plainly_bound",
]

PLAIN_NAME = 60
"""The greatest length of a plain name, in code points."""
_PLAIN_BODY = 400
NAME = f"[A-Za-z0-9_.:/-]{{1,{PLAIN_NAME}}}+"
"""The pattern of a plain name."""
BODY = f"[^<]{{0,{_PLAIN_BODY}}}+"
"""The pattern of a plain body."""


def argument_pattern(dialect: Dialect, call: Mode) -> str:
    """The pattern of one argument of ``call`` in its plainest spelling, with its key and its body as groups."""
    rule, closer = plain_argument(dialect, call) or (None, "")
    if rule is None:
        return ""
    tag = dialect.tags[rule.trigger.name]
    return f'{opening(tag)}({NAME})">({BODY}){closer}'


def opening(tag: Tag) -> str:
    """The beginning of a tag whose first attribute is plain, up to its value."""
    return f'<{re.escape(tag.spellings[0])} {re.escape(tag.attributes[0])}="'


def plain_argument(dialect: Dialect, call: Mode) -> tuple[Rule, str] | None:
    """The rule by which ``call`` enters an argument that only its own closing tag ends, and that closing tag."""
    for rule in call.rules:
        target = dialect.modes.get(rule.target)
        if target is None or target.construct is not Construct.ARGUMENT or rule.when or rule.report:
            continue
        if rule.trigger.kind is not Kind.OPEN:
            continue
        tag = dialect.tags[rule.trigger.name]
        inside = [inner for inner in target.rules if inner.trigger.kind not in (Kind.TEXT, Kind.END)]
        if (
            len(inside) == 1
            and len(tag.spellings) == 1
            and leaves(inside[0], tag)
            and plainly_bound(target)
            and target.bindings.keys() <= {"key", "string"}
            and not (target.trim or rule.then or rule.conditions)
            and tag.attributes[:1] == (target.bindings["key"].sources[0].attribute.lower(),)
            and dialect.limits[target.name].value >= 2 * _PLAIN_BODY
        ):
            return rule, f"</{re.escape(tag.spellings[0])}>"
    return None


def leaves(rule: Rule, tag: Tag) -> bool:
    """Whether ``rule`` says that the closing tag of ``tag`` ends the mode, and nothing else."""
    return (
        rule.action is Action.LEAVE
        and (rule.trigger.kind, rule.trigger.name) == (Kind.CLOSE, tag.name)
        and not (rule.trigger.before or rule.when or rule.report)
    )


def plainly_bound(mode: Mode) -> bool:
    """Whether the properties of ``mode`` are attributes as they stand."""
    return all(
        len(binding.sources) == 1 and binding.sources[0].attribute and not binding.sources[0].filters
        for binding in mode.bindings.values()
        if not binding.words
    )


def needs_sources(rule: Rule, dialect: Dialect) -> bool:
    """Whether ``rule`` needs to know what its delimiter caught."""
    target = dialect.modes.get(rule.target)
    bound = target is not None and any(binding.sources for binding in target.bindings.values())
    return bound or bool(rule.conditions)
