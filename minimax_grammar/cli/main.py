"""The command ``minimax-grammar``: its root, and how every command ends."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from minimax_grammar import MinimaxGrammarError, __version__
from minimax_grammar.errors import CorpusError, GrammarError

__all__ = ["cli", "main"]

_COMMANDS = {
    "scan": "minimax_grammar.cli.scan:scan",
    "explain": "minimax_grammar.cli.explain:explain",
    "grammar": "minimax_grammar.cli.grammar:grammar",
    "generate": "minimax_grammar.cli.generate:generate",
    "conformance": "minimax_grammar.cli.conformance:conformance",
}

FINE, FINDINGS, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


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
            lines = error.findings if isinstance(error, GrammarError | CorpusError) else [f"Error: {error}"]
            for line in lines:
                click.echo(line, err=True)
            return UNUSABLE
        except click.Abort:
            _drop_output()
            return INTERRUPTED
        except BrokenPipeError:
            # The reader has seen enough, as `head` does.
            _drop_output()
            return FINE
        except OSError as error:
            _drop_output()
            where = f"{click.format_filename(error.filename)}: " if error.filename is not None else ""
            click.echo(f"Error: {where}{error.strerror or error}", err=True)
            return UNUSABLE
        return code if isinstance(code, int) else FINE


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
    cli(prog_name="minimax-grammar")
