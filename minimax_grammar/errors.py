"""What the package raises. Scanning itself never raises on any text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "CorpusError",
    "Finding",
    "GrammarError",
    "MinimaxGrammarError",
    "RenderError",
    "ToolsError",
    "UnknownDialectError",
]


class MinimaxGrammarError(Exception):
    """The base of every error this package raises on purpose."""


class Finding:
    """One thing that is wrong in a file, with the place and what to do about it.

    ``line`` and ``column`` count from 1; both are 0 when the finding is about the file as a whole.
    """

    __slots__ = ("column", "file", "line", "message")

    def __init__(self, file: str, line: int, column: int, message: str) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.message = message

    def __str__(self) -> str:
        if not self.line:
            return f"{self.file}: {self.message}"
        return f"{self.file}:{self.line}:{self.column}: {self.message}"

    def __repr__(self) -> str:
        return f"Finding({str(self)!r})"


class GrammarError(MinimaxGrammarError):
    """A dialect file that cannot be used. ``findings`` holds everything that is wrong with it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = list(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))


class UnknownDialectError(MinimaxGrammarError):
    """A dialect name that nothing provides. ``known`` lists the names that exist."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        import difflib

        self.name = name
        self.known = list(known)
        close = difflib.get_close_matches(name, self.known, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        super().__init__(f"no dialect is called {name!r}{hint} (there are: {', '.join(self.known)})")


class ToolsError(MinimaxGrammarError):
    """A tool list that is not one: the message says which entry, and what shape is expected."""


class CorpusError(MinimaxGrammarError):
    """A conformance corpus that is wrong in itself. ``findings`` holds everything found."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = list(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))


class RenderError(MinimaxGrammarError):
    """What cannot be rendered so that it reads back the same.

    ``name`` is the tool, ``key`` the argument and ``offset`` the place in its body (code points), where there is
    one; otherwise they are empty and -1.
    """

    def __init__(self, message: str, name: str = "", key: str = "", offset: int = -1) -> None:
        super().__init__(message)
        self.name = name
        self.key = key
        self.offset = offset
