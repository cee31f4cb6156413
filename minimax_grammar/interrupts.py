"""Ctrl-C that waits for a good moment."""

from __future__ import annotations

import signal
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

__all__ = ["HeldInterrupts", "ignore_interrupts"]


class HeldInterrupts:
    """Inside this ``with`` block an interrupt is noted, and raised as ``KeyboardInterrupt`` at its end.

    A pool of processes that is interrupted while it starts one, or while it holds a lock, never ends.  Processes that
    are started in the block do not get interrupts.  Does nothing where interrupts are somebody else's: outside of the
    main thread, or with a handler of its own in place.  May be used again and again, but not inside itself.
    """

    def __init__(self) -> None:
        self._noted = False
        self._mask: Any = None
        self._held = False

    def __enter__(self) -> None:
        if not _ours():
            return
        self._held = True
        signal.signal(signal.SIGINT, self._note)
        if hasattr(signal, "pthread_sigmask"):  # what is blocked stays so in processes that are started
            self._mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._held:
            return
        self._held = False
        if self._mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, self._mask)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._noted:
            self._noted = False
            raise KeyboardInterrupt

    def _note(self, number: int, frame: object) -> None:
        self._noted = True


def ignore_interrupts() -> None:
    """Let no further interrupt come, for a process that ends because of one.

    Who starts a command often hands an interrupt on that the terminal had sent to the command already.
    """
    if _ours():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _ours() -> bool:
    """Whether interrupts are those that Python raises in this thread."""
    return (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
