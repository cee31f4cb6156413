"""Settings from ``minimax-grammar.toml`` or ``pyproject.toml``."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from minimax_grammar.errors import MinimaxGrammarError
from minimax_grammar.transcript.selection import SelectionError, checked_words

__all__ = ["KEYS", "LEAK_KEYS", "Config", "ConfigError", "find_config", "read_config"]


class ConfigError(MinimaxGrammarError):
    """A file of settings that cannot be used; the message names file and key."""


class Config(NamedTuple):
    """The settings of one file; what it does not set is absent."""

    values: dict[str, Any]
    """By the key as it stands in the file; paths are made absolute."""
    file: str = ""


KEYS: dict[str, type] = {
    "dialect": str,
    "tools": str,
    "format": str,
    "select": list,
    "ignore": list,
    "severity": str,
    "per-file-ignores": dict,
    "exclude": list,
    "baseline": str,
    "max-record": int,
    "jobs": int,
}
"""What may be set for ``validate``, and of which type it is."""

LEAK_KEYS: dict[str, type] = {
    "select": list,
    "ignore": list,
    "per-file-ignores": dict,
    "exclude": list,
    "tags": list,
}
"""What may be set for ``leaks``."""

_TABLES = ("validate", "leaks")
_PATHS = ("tools", "baseline")


def find_config(folder: Path, command: str = "validate", keys: dict[str, type] = KEYS) -> Config:
    """The settings of ``command`` for a run started in ``folder``: those of the nearest file in it or above.

    That is a ``minimax-grammar.toml``, or a ``pyproject.toml`` with a table ``[tool.minimax-grammar]``.  Raises
    :class:`ConfigError` for one that cannot be used.
    """
    for place in (folder, *folder.parents):
        own, project = place / "minimax-grammar.toml", place / "pyproject.toml"
        if own.is_file():
            return read_config(own, command, keys)
        if project.is_file():
            found = read_config(project, command, keys)
            if found.file:
                return found
    return Config({})


def read_config(path: Path, command: str = "validate", keys: dict[str, type] = KEYS) -> Config:
    """The settings of ``command`` in one file; empty and without a file if it is a ``pyproject.toml`` that has none."""
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: is no TOML: {error}") from None
    if path.name == "pyproject.toml":
        tool = data.get("tool")
        if not isinstance(tool, dict) or "minimax-grammar" not in tool:
            return Config({})
        data = tool["minimax-grammar"]
        if not isinstance(data, dict):
            raise ConfigError(f"{path}: 'minimax-grammar' is a table")
    for name in data:
        if name not in _TABLES:
            close = difflib.get_close_matches(name, _TABLES, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else f" (there are: {', '.join(_TABLES)})"
            raise ConfigError(f"{path}: there are no settings called {name!r}{hint}")
    table = data.get(command, {})
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: {command!r} is a table")
    return Config({key: _checked(path, command, keys, key, value) for key, value in table.items()}, str(path))


def _checked(path: Path, command: str, keys: dict[str, type], key: str, given: object) -> Any:
    if key not in keys:
        close = difflib.get_close_matches(key, keys, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else f" (there are: {', '.join(keys)})"
        raise ConfigError(f"{path}: {command} has no key {key!r}{hint}")
    kind = keys[key]
    value: Any = given
    if not isinstance(given, kind) or isinstance(given, bool):
        names = {str: "a string", list: "a list of strings", dict: "a table", int: "a whole number"}
        raise ConfigError(f"{path}: {key!r} is {names[kind]}")
    lists: list[Any] = [value] if kind is list else [*value.values()] if kind is dict else []
    if any(not isinstance(each, list) or not all(isinstance(word, str) for word in each) for each in lists):
        raise ConfigError(
            f"{path}: {key!r} holds lists of strings" if kind is dict else f"{path}: {key!r} is a list of strings"
        )
    if key in ("select", "ignore", "per-file-ignores"):
        for words in lists:
            try:
                checked_words(word for each in words for word in each.split(",") if word.strip())
            except SelectionError as error:
                raise ConfigError(f"{path}: {key!r}: {error}") from None
    if key in _PATHS or (key == "dialect" and value.endswith(".dialect")):
        return str(path.parent / value)
    return value
