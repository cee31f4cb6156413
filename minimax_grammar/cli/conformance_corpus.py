"""``minimax-grammar conformance list|show|stats|new|manifest``: the corpus as data."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import click

from minimax_grammar.cli.conformance_run import choosing, chosen
from minimax_grammar.cli.inputs import Failure, TextSource, open_dialect, read_tools
from minimax_grammar.cli.outputs import text_to_stdout, write_file

__all__ = ["list_cases", "manifest", "new", "show", "stats"]

_CORPUS = click.option(
    "--corpus", type=click.Path(path_type=Path, file_okay=False), help="A corpus other than the shipped one."
)


@click.command("list")
@choosing
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to write them.")
def list_cases(corpus: Path | None, dialect: tuple[str, ...], op: tuple[str, ...], pattern: str, form: str) -> None:
    """Name cases, and say why each exists."""
    text_to_stdout()
    cases = chosen(corpus, dialect, op, pattern)
    if form == "json":
        known = ("id", "op", "dialect", "about", "spec", "tags", "file")
        click.echo(json.dumps([{name: getattr(case, name) for name in known} for case in cases], indent=1))
        return
    width = min(60, max(len(case.id) for case in cases))
    for case in cases:
        click.echo(f"{case.id:{width}}  {case.op:16} {case.spec:>3}  {case.about}")


@click.command()
@click.argument("case_id", metavar="ID")
@_CORPUS
def show(case_id: str, corpus: Path | None) -> None:
    """Print one case in full, with the rule it serves and where it stands."""
    from minimax_grammar.conformance.authoring import as_entry
    from minimax_grammar.conformance.corpus import load_corpus
    from minimax_grammar.conformance.rules import rule_of, rules

    text_to_stdout()
    cases = {case.id: case for case in load_corpus(corpus)}
    if case_id not in cases:
        raise Failure(_no_case(case_id, list(cases)))
    case = cases[case_id]
    rule = rule_of(case.spec, rules(corpus))
    click.echo(f"{case.id}: {case.about}")
    click.echo(f"{case.file}, section {case.spec}{': ' + rule['title'] if rule else ''}")
    if rule:
        click.echo(rule["rule"])
    click.echo(json.dumps(as_entry(case), indent=1))


def _no_case(case_id: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(case_id, known, n=1, cutoff=0.5)
    return f"no case has the id {case_id!r}{f'; did you mean {close[0]!r}?' if close else ''}"


@click.command()
@choosing
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to write them.")
def stats(corpus: Path | None, dialect: tuple[str, ...], op: tuple[str, ...], pattern: str, form: str) -> None:
    """Count cases by dialect, operation and rule."""
    from minimax_grammar.conformance.chunking import plans
    from minimax_grammar.conformance.manifest import checksum, version
    from minimax_grammar.conformance.rules import rule_of, rules

    cases = chosen(corpus, dialect, op, pattern)
    fed = [case for case in cases if case.op in ("scan", "project")]
    found: dict[str, Any] = {
        "version": version(corpus),
        "checksum": checksum(corpus),
        "cases": len(cases),
        "cuttings": sum(sum(1 for _ in plans(case.text)) for case in fed if len(case.text) < 10_000),
        "dialects": dict(Counter(case.dialect or "(none)" for case in cases).most_common()),
        "ops": dict(Counter(case.op for case in cases).most_common()),
        "rules": dict(sorted(Counter(case.spec.partition(".")[0] for case in cases).items(), key=lambda i: int(i[0]))),
    }
    if form == "json":
        click.echo(json.dumps(found, indent=1))
        return
    click.echo(f"corpus {found['version']}, {found['checksum']}")
    click.echo(f"{found['cases']:,} cases, in {found['cuttings']:,} cuttings")
    known = rules(corpus)
    for title in ("dialects", "ops", "rules"):
        click.echo(f"\n{title}")
        for name, number in found[title].items():
            about = rule_of(name, known).get("title", "") if title == "rules" else ""
            click.echo(f"{number:6}  {name}{'  ' + about if about else ''}")


@click.command()
@click.argument("file", metavar="INPUT", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--id", "case_id", required=True, help="The id of the case, as mine/closer-in-a-string.")
@click.option("--about", required=True, help="Why the case exists: one sentence, in the present tense.")
@click.option("--spec", required=True, help="The section it belongs to: a number of rules.json.")
@click.option("--dialect", required=True, help="The dialect, by name.")
@click.option("--tag", "tags", multiple=True, help="A tag; may be given several times.")
@click.option("--tools", help="The name of a tool set of the corpus, or a JSON file with tools.")
@click.option("--start", help="Where scanning starts.")
@click.option("--guarded", is_flag=True, help="Scanning stops at an invented result.")
@click.option("--no-thinking", is_flag=True, help="Thinking is not parsed.")
@click.option("--events", is_flag=True, help="Expect the exact events too.")
@click.option("--into", type=click.Path(path_type=Path, dir_okay=False), help="Add it to this case file.")
@_CORPUS
def new(
    file: str,
    case_id: str,
    about: str,
    spec: str,
    dialect: str,
    tags: tuple[str, ...],
    tools: str | None,
    start: str | None,
    guarded: bool,
    no_thinking: bool,
    events: bool,
    into: Path | None,
    corpus: Path | None,
) -> None:
    """Write a scan case for the text INPUT (- for standard input).

    Its expectation is what this package makes of it: check it before it is committed.
    """
    from minimax_grammar.conformance.authoring import as_entry, with_entry
    from minimax_grammar.conformance.corpus import Case, check_entries
    from minimax_grammar.conformance.expectation import NoExpectationError, expecting
    from minimax_grammar.conformance.ops import respond

    text_to_stdout()
    if not re.fullmatch(r"[a-z0-9.-]+(/[a-z0-9.-]+)+", case_id):
        raise click.UsageError("--id is lower-case words with a folder before them, such as mine/closer-in-a-string")
    open_dialect(dialect)
    text = "".join(TextSource(file))
    name, given = _tools(tools, corpus)
    options = {"start": start, "guarded": guarded or None, "parse_thinking": False if no_thinking else None}
    case = Case(
        id=case_id,
        op="scan",
        about=about,
        spec=spec,
        input=text,
        expect={},
        file=str(into or ""),
        dialect=dialect,
        tools=given,
        tags=tags,
        options={key: value for key, value in options.items() if value is not None},
    )
    try:
        entry = as_entry(expecting(case, respond, events=events), name)
    except NoExpectationError as error:
        raise Failure(str(error)) from error
    check_entries(str(into or "the case"), [entry])
    if into is None:
        click.echo(json.dumps(entry, indent=1))
    else:
        write_file(str(into), with_entry(into, entry))
    click.echo("The expectation is what this package made of the input: check it.", err=True)


def _tools(tools: str | None, corpus: Path | None) -> tuple[str | None, Any]:
    """A tool set of the corpus by its name, or the tools in a file."""
    from minimax_grammar.conformance.corpus import tool_sets

    if tools is None:
        return None, None
    known = tool_sets(corpus)
    if tools in known:
        return tools, known[tools]
    if not Path(tools).is_file():
        raise Failure(f"{tools!r} is neither a tool set of the corpus ({', '.join(known)}) nor a file")
    read_tools(tools)
    data = json.loads(Path(tools).read_bytes())
    return None, data["tools"] if isinstance(data, dict) else data


@click.command()
@_CORPUS
@click.option("--write", is_flag=True, help="Write the file instead of checking it.")
@click.pass_context
def manifest(ctx: click.Context, corpus: Path | None, write: bool) -> None:
    """Check that manifest.json is that of the corpus: its version, and a checksum of every file.

    Exit code 0 if it is, 1 if it is not.
    """
    from minimax_grammar.conformance.corpus import load_corpus
    from minimax_grammar.conformance.manifest import NAME, manifest_text, stale
    from minimax_grammar.resources import conformance_dir

    load_corpus(corpus)
    file = (corpus or conformance_dir()) / NAME
    if write:
        write_file(str(file), manifest_text(corpus))
        return
    found = stale(corpus)
    for line in found:
        click.echo(line)
    ctx.exit(1 if found else 0)
