"""``minimax-grammar conformance``: run the corpus, or answer a harness."""

from __future__ import annotations

import sys

import click

from minimax_grammar.cli.conformance_corpus import list_cases, manifest, new, show, stats
from minimax_grammar.cli.conformance_fuzz import fuzz
from minimax_grammar.cli.conformance_report import report
from minimax_grammar.cli.conformance_run import run
from minimax_grammar.cli.conformance_selftest import selftest
from minimax_grammar.cli.coverage import coverage

__all__ = ["conformance"]


@click.group()
def conformance() -> None:
    """Run the conformance corpus, look into it, or be driven by a harness."""


for _command in (run, fuzz, report, list_cases, show, stats, new, manifest, selftest, coverage):
    conformance.add_command(_command)


@conformance.command()
def serve() -> None:
    """Answer the harness protocol on standard input and output."""
    from minimax_grammar.conformance.serve import serve as answer_all

    answer_all(sys.stdin.buffer, sys.stdout)
