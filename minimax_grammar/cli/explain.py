"""``minimax-grammar explain``: what a diagnostic means."""

from __future__ import annotations

import difflib

import click

from minimax_grammar.cli.inputs import Failure
from minimax_grammar.cli.outputs import emphasised
from minimax_grammar.diagnostics import RULES, Rule

__all__ = ["explain"]

_SEVERITIES = {
    "error": "the call or its meaning is lost",
    "warning": "it was read, but something was irregular",
    "note": "worth knowing",
}
_GROUPS = {
    "1": "markup",
    "2": "the tool's contract",
    "3": "bodies",
    "4": "what leaked",
    "5": "conversation",
    "6": "limits",
    "9": "the record itself",
}


@click.command()
@click.argument("rule", metavar="[CODE|NAME]", required=False)
def explain(rule: str | None) -> None:
    """Explain a diagnostic, such as MG107 or lost-closer; without an argument, list them all."""
    if rule is None:
        width = max(map(len, RULES))
        for each in sorted(RULES.values()):
            click.echo(f"{each.code}  {each.severity:7}  {each.name:{width}}  {each.summary}")
        return
    found = _find(rule)
    click.echo(emphasised(f"{found.code} {found.name}"))
    click.echo(f"  {found.summary[0].upper()}{found.summary[1:]}.")
    click.echo(f"  Severity: {found.severity} – {_SEVERITIES[found.severity]}.")
    click.echo(f"  Group: {_GROUPS.get(found.code[2:3], 'other')}.")
    if found.fix:
        click.echo(f"  Fix: {found.fix}.")
    _examples(found)


def _examples(rule: Rule) -> None:
    from minimax_grammar.transcript.explained import explanation_of

    told = explanation_of(rule.name)
    if told is None:
        return
    click.echo(f"\n{told.why}")
    if told.about:
        click.echo(told.about)
    for title, example in (("This breaks it", told.bad), ("This does not", told.good)):
        if example:
            click.echo("\n" + emphasised(title) + "\n")
            click.echo("\n".join(f"    {line}" for line in example.split("\n")))


def _find(word: str) -> Rule:
    known = {key: rule for rule in RULES.values() for key in (rule.code.lower(), rule.name)}
    wanted = word.lower().replace("_", "-")
    if wanted in known:
        return known[wanted]
    close = difflib.get_close_matches(wanted, known, n=1, cutoff=0.7)
    hint = f"; did you mean {known[close[0]].code} {known[close[0]].name}?" if close else ""
    raise Failure(f"no diagnostic is called {word!r}{hint} (list them with 'minimax-grammar explain')")
