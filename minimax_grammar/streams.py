"""Streams of chunks, sync and async, as streams of events.

::

    for event in scan(chunks, tools=tools):
        ...
    async for event in ascan(chunks, tools=tools):
        ...

Once iteration has begun, the source is closed when it ends, however it ends: exhausted, broken off with ``close`` or
``aclose``, cancelled, or failed.  If the source raises, the events of all that had arrived come first, as if
the stream had ended there, and then its exception.  A guarded scan that stopped reads no further.
"""

from __future__ import annotations

from typing import Any

from minimax_grammar.dialect import Dialect
from minimax_grammar.registry import default_dialect, load_dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterable, Callable, Generator, Iterable
    from pathlib import Path
    from typing import TypedDict, Unpack

    from minimax_grammar.bodies import Argument, Body
    from minimax_grammar.events import Event
    from minimax_grammar.scanner import Scanner

    class Options(TypedDict, total=False):
        """The keyword arguments of :class:`Scanner`."""

        parse_thinking: bool
        guarded: bool
        start: str | None
        raw_blocks: bool
        ids: Iterable[str] | None
        bodies: Callable[[Argument], Body] | None
        trace: bool


__all__ = ["ascan", "scan"]


def scan(
    chunks: Iterable[str],
    dialect: str | Path | Dialect | None = None,
    tools: object = None,
    *,
    scanner: Scanner | None = None,
    **options: Unpack[Options],
) -> Generator[Event, None, None]:
    """The events of the stream ``chunks``, each as soon as it is certain.

    ``dialect`` is a name, the path of a dialect file, or a loaded :class:`Dialect`; the default dialect if
    None.  ``tools`` and ``options`` are those of :class:`Scanner`.  Bring a ``scanner`` of your own instead to
    read its diagnostics afterwards; it is flushed at the end of the stream, but not if you break off early.

    Raises at once what :func:`load_dialect` and :class:`Scanner` raise; while iterating, only what ``chunks``
    raises.
    """
    return _scan(chunks, _scanner(scanner, dialect, tools, options))


def ascan(
    chunks: AsyncIterable[str],
    dialect: str | Path | Dialect | None = None,
    tools: object = None,
    *,
    scanner: Scanner | None = None,
    **options: Unpack[Options],
) -> AsyncGenerator[Event, None]:
    """As :func:`scan`, for an asynchronous stream.

    A cancelled task sees no further events.  Break off early with ``aclose`` (or
    ``contextlib.aclosing``): as with every asynchronous generator, ``break`` alone leaves the source open
    until the event loop finds it.
    """
    return _ascan(chunks, _scanner(scanner, dialect, tools, options))


def _scanner(scanner: Scanner | None, dialect: str | Path | Dialect | None, tools: object, options: Options) -> Scanner:
    if scanner is not None:
        if dialect is not None or tools is not None or options:
            raise TypeError("a scanner of your own brings its dialect, tools and options; give it alone")
        return scanner
    if not isinstance(dialect, Dialect):
        dialect = load_dialect(default_dialect() if dialect is None else dialect)
    return dialect.scanner(tools, **options)


def _scan(chunks: Iterable[str], scanner: Scanner) -> Generator[Event, None, None]:
    source = iter(chunks)
    try:
        while not scanner.stopped:
            try:
                chunk = next(source)
            except StopIteration:
                break
            except Exception:
                yield from scanner.flush()
                raise
            yield from scanner.feed(chunk)
        yield from scanner.flush()
    finally:
        _close(source)
        if source is not chunks:
            _close(chunks)


async def _ascan(chunks: AsyncIterable[str], scanner: Scanner) -> AsyncGenerator[Event, None]:
    source = aiter(chunks)
    try:
        while not scanner.stopped:
            try:
                chunk = await anext(source)
            except StopAsyncIteration:
                break
            except Exception:
                for event in scanner.flush():
                    yield event
                raise
            for event in scanner.feed(chunk):
                yield event
        for event in scanner.flush():
            yield event
    finally:
        await _aclose(source)
        if source is not chunks:
            await _aclose(chunks)


def _close(source: Any) -> None:
    """Close what can be closed: a generator, a response, a file."""
    close = getattr(source, "close", None)
    if close is not None:
        close()


async def _aclose(source: Any) -> None:
    close = getattr(source, "aclose", None)
    if close is not None:
        await close()
