"""Being asked to end, by what does not wait for us: processes that a command has started must not outlive it."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["unwound_by_signals"]

_ASKING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def unwound_by_signals() -> Iterator[None]:
    """Within it SIGTERM and SIGHUP raise ``SystemExit`` (with 128 and their number), so that what is open is closed.

    One that is ignored stays so, as under nohup, and a handler of the caller's stays too.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers
        return
    ours = [number for number in _ASKING if signal.getsignal(number) is signal.SIG_DFL]

    def end(number: int, frame: FrameType | None) -> NoReturn:
        for each in ours:
            signal.signal(each, signal.SIG_IGN)  # a second one must not break into the closing
        raise SystemExit(128 + number)

    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
