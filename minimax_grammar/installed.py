"""The dialects that installed packages bring, through entry points.

Whatever is wrong with such a package is told of it by name, and harms no other dialect.
"""

from __future__ import annotations

from functools import cache

from minimax_grammar.errors import Finding, GrammarError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from pathlib import Path

__all__ = ["GROUP", "bringer", "installed", "installed_file"]

GROUP = "minimax_grammar.dialects"
"""The group of entry points; each has the name of a dialect and loads to the path of its file."""


@cache
def installed() -> dict[str, EntryPoint]:
    """The entry points by the names of their dialects; of several packages that bring the same the first counts."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, entry)
    return found


def bringer(name: str) -> str:
    """The package that brings the dialect ``name``, for messages."""
    entry = installed()[name]
    return f"the package {entry.dist.name}" if entry.dist is not None else "an installed package"


def installed_file(name: str) -> Path | None:
    """The file of the dialect ``name``, if a package brings one of that name.

    Raises :class:`GrammarError`, naming the package, if it cannot say where the file is.
    """
    import os
    from pathlib import Path

    entry = installed().get(name)
    if entry is None:
        return None
    try:
        path = entry.load()
    except (Exception, SystemExit) as error:  # code of another package: whatever it raises is a finding about it
        reason = f"loading {entry.value!r} failed: {type(error).__name__}: {error}"
    else:
        if isinstance(path, str | os.PathLike) and os.path.isfile(os.fspath(path)):
            return Path(os.fsdecode(path))
        reason = f"{entry.value!r} is {path!r:.100}, not the path of a dialect file"
    message = f"{bringer(name)} brings the dialect {name!r}, but {reason}; mend or remove the package"
    raise GrammarError([Finding(GROUP, 0, 0, message)])
