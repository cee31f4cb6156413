"""The command ``minimax-grammar``: its root, and how every command ends."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from minimax_grammar import MinimaxGrammarError, __version__
from minimax_grammar.errors import CorpusError, GrammarError
from minimax_grammar.interrupts import ignore_interrupts

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["cli", "main"]

_COMMANDS = {
    "scan": "minimax_grammar.cli.scan:scan",
    "validate": "minimax_grammar.cli.validate:validate",
    "leaks": "minimax_grammar.cli.leaks:leaks",
    "explain": "minimax_grammar.cli.explain:explain",
    "grammar": "minimax_grammar.cli.grammar:grammar",
    "prompt": "minimax_grammar.cli.render:prompt",
    "render": "minimax_grammar.cli.render:render",
    "convert": "minimax_grammar.cli.convert:convert",
    "generate": "minimax_grammar.cli.generate:generate",
    "conformance": "minimax_grammar.cli.conformance:conformance",
}

_MOST_FINDINGS = 10

FINE, UNUSABLE, INTERRUPTED = 0, 2, 130


class Root(click.Group):
    """A group that imports a command when it is needed, and turns every ending into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command ``cmd_name``, imported now."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, attribute = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments, and write what --help and --version say."""
        with _reader_may_leave():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _reader_may_leave():
            return super().invoke(ctx)

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run, and exit."""
        extra["standalone_mode"] = False
        sys.exit(self._run(*args, **extra))

    def _run(self, *args: Any, **extra: Any) -> int:
        try:
            code = super().main(*args, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            error.show()
            return UNUSABLE
        except MinimaxGrammarError as error:
            _complain(error)
            return UNUSABLE
        except click.Abort:
            ignore_interrupts()
            _drop_output()
            return INTERRUPTED
        except BrokenPipeError:
            _drop_output()
            return FINE
        except OSError as error:
            _drop_output()
            where = click.format_filename(error.filename) if error.filename is not None else "standard output"
            click.echo(f"Error: {where}: {error.strerror or error}", err=True)
            return UNUSABLE
        return code if isinstance(code, int) else FINE


def _complain(error: MinimaxGrammarError) -> None:
    """Say what is wrong with the input; of a file that is something else altogether, not every line."""
    findings = error.findings if isinstance(error, GrammarError | CorpusError) else []
    for finding in findings[:_MOST_FINDINGS]:
        click.echo(finding if finding.line else f"Error: {finding}", err=True)
    if len(findings) > _MOST_FINDINGS:
        click.echo(f"… and {len(findings) - _MOST_FINDINGS:,} more", err=True)
    if not findings:
        click.echo(f"Error: {error}", err=True)


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """A reader of the output that has seen enough, as ``head`` has, is no failure, as it would be to Click."""
    try:
        yield
    except BrokenPipeError:
        _drop_output()
        raise click.exceptions.Exit(FINE) from None


def _drop_output() -> None:
    """Let nothing more be written to standard output, so that the interpreter does not fail at its own exit."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError, AttributeError):
        pass  # it is no real file


@click.group(cls=Root, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="minimax-grammar")
def cli() -> None:
    """Read, check and generate the in-band tool-call dialects of language models.

    Exit codes: 0 fine, 1 findings, 2 usage or unusable input, 130 interrupted.
    """


def main() -> NoReturn:
    """The entry point of the installed command."""
    if sys.stdout is None:  # it was closed: nobody wants it
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    sys.exit(cli(prog_name="minimax-grammar"))
