"""An implementation as a process: one request a line, one answer a line, and nothing it does can hold us up.

The process is the leader of a group of its own, which is killed as a whole.  Its pipes never block us: what it does not
read is not waited for beyond the time-out, what it writes beyond a bound is not kept, and its end is noticed even while
children of its own keep the pipes open.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.answers import unknown_aspects
from minimax_grammar.errors import MinimaxGrammarError
from minimax_grammar.language.describe import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Crash", "Fault", "Garbage", "Hang", "ImplementationError", "Pool", "Process"]

VERSION = 1
"""The version of the protocol."""

_LINE = 32 << 20
"""So many bytes any answer may have, and so many times the request beside it."""
_LINE_PER_BYTE = 64
_STDERR = 4000
"""So much of the end of standard error is kept, in bytes."""
_START_TIMEOUTS = 6
"""So many time-outs of an answer a process has to start."""
_GLANCE = 0.1
"""So often, in seconds, we look whether a silent process still runs."""
_LAST_WORDS = 0.2
"""So long, in seconds, an answer may lie in the pipe of a process that has ended."""
_PIECE = 1 << 18


class ImplementationError(MinimaxGrammarError):
    """A command that is no implementation: it cannot be started, or does not greet as the protocol asks."""


class Fault(Exception):
    """The implementation did not answer as the protocol asks; the message says how.  It has been stopped."""

    verdict = "fail"


class Crash(Fault):
    """It ended."""

    verdict = "crash"


class Hang(Fault):
    """It did not answer in time."""

    verdict = "hang"


class Garbage(Fault):
    """What it wrote is no answer."""


class Process:
    """One running implementation; :meth:`ask` it, and :meth:`close` it."""

    def __init__(
        self,
        command: str | Sequence[str],
        timeout: float,
        first_timeout: float | None = None,
        started: Callable[[Process], None] | None = None,
    ) -> None:
        """Start ``command`` and greet it.

        ``timeout`` is for an answer, in seconds; ``first_timeout`` for the greeting, since a start may take longer.
        ``started`` is called between the two: another thread may have to end a process that does not greet.
        Raises :class:`ImplementationError` if there is no such command or it speaks another version, and a
        :class:`Fault` if it does not greet.
        """
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise ImplementationError(f"the command {command!r} cannot be taken apart: {error}") from error
        if not words:
            raise ImplementationError("the command of the implementation is empty")
        self._timeout = timeout
        self._seq = 0
        self._rest = b""
        self._stderr = b""
        self.open = True
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            self.open = False
            raise ImplementationError(f"{words[0]}: cannot be started: {error.strerror or error}") from error
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        assert all(pipes)
        self._stdin, self._stdout, self._errors = (pipe.fileno() for pipe in pipes if pipe is not None)
        for number in (self._stdin, self._stdout, self._errors):
            os.set_blocking(number, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        try:
            if started is not None:
                started(self)
            self.greeting = self._greet(first_timeout or timeout)
        except BaseException:
            self.close()
            raise

    def _greet(self, timeout: float) -> dict[str, Any]:
        reply = self._exchange({"cmd": "start", "version": VERSION}, timeout)
        if reply.get("version") != VERSION or isinstance(reply["version"], bool):
            said = json.dumps(reply, ensure_ascii=True)[:200]
            raise ImplementationError(f"the implementation does not speak version {VERSION} of the protocol: {said}")
        for field in ("dialects", "ops"):
            if not _strings(reply.get(field)):
                raise ImplementationError(f"the answer to start has no {field}: a list of strings")
        if not _strings(reply.get("omits", [])):
            raise ImplementationError("omits, in the answer to start, is a list of strings")
        unknown = unknown_aspects(reply.get("omits", []))
        if unknown:
            raise ImplementationError(f"omits, in the answer to start: {printable(unknown)}")
        for field, usual in (("name", "unnamed"), ("language", "")):
            reply[field] = printable(str(reply.get(field) or usual)[:100])
        return reply

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``request``, of which ``cmd`` and ``seq`` are set here.

        Raises a :class:`Fault` if there is none; the process is closed then.
        """
        self._seq += 1
        try:
            reply = self._exchange({"cmd": "run", "seq": self._seq, **request}, self._timeout)
            if reply.get("seq") != self._seq or isinstance(reply.get("seq"), bool):
                raise Garbage(self._out_of_turn(reply))
            if self._rest.strip():
                raise Garbage(f"wrote more than one line: {_shown(self._rest)}")
        except BaseException:
            self.close()
            raise
        return reply

    def _out_of_turn(self, reply: dict[str, Any]) -> str:
        seq = reply.get("seq")
        if seq is None:
            return f"the answer to request {self._seq} has no seq: {_shown(json.dumps(reply).encode())}"
        twice = isinstance(seq, int) and seq < self._seq
        return f"was asked {self._seq}, and answered {str(seq)[:40]}{' a second time' if twice else ''}"

    def kill(self) -> None:
        """Kill the process and what it started; another thread that waits for an answer learns of a :class:`Crash`."""
        if self.open:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Kill it, and let go of it."""
        if not self.open:
            return
        self.kill()
        self.open = False
        self._process.kill()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process.wait()

    def stop(self) -> str:
        """Ask it to end, as the protocol has it; how it failed to, or nothing.  It is closed in any case."""
        try:
            self._exchange({"cmd": "stop"}, self._timeout)
        except Crash:
            code = self._process.returncode
            return f"ended {_ending(code)} after stop" if code else ""
        except Hang:
            return "did not end after stop"
        except Fault as fault:
            return f"after stop: {fault}"
        finally:
            self.close()
        return "answered stop, which has no answer"

    # -- one line out, one line in ------------------------------------------------------------------

    def _exchange(self, request: dict[str, Any], timeout: float) -> dict[str, Any]:
        line = json.dumps(request, ensure_ascii=True).encode() + b"\n"
        answer = self._line(line, timeout)
        try:
            reply = json.loads(answer, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise Garbage(f"is no JSON: {_shown(answer)}") from None
        if not isinstance(reply, dict):
            raise Garbage(f"is no JSON object: {_shown(answer)}")
        return reply

    def _line(self, line: bytes, timeout: float) -> bytes:
        """Write ``line``, and read the line that answers it."""
        most = _LINE + _LINE_PER_BYTE * len(line)
        deadline = time.monotonic() + timeout
        found, self._rest = [self._rest], b""
        size = len(found[0])
        unsent = self._send(memoryview(line))
        died = 0.0
        selector = self._selector
        if unsent:
            selector.register(self._stdin, selectors.EVENT_WRITE)
        while (end := found[-1].find(b"\n")) < 0:
            now = time.monotonic()
            if now >= deadline:
                raise Hang(f"no answer within {timeout:g} s{self._said()}")
            if size > most:
                raise Garbage(f"an answer of more than {most:,} bytes: {_shown(found[0] or found[1])}")
            if died and now >= died:
                raise Crash(f"ended {_ending(self._process.returncode)}{self._said()}")
            ready = selector.select(min(_GLANCE, deadline - now))
            if not ready and not died and self._process.poll() is not None:
                died = now + _LAST_WORDS
            for key, _ in ready:
                if key.fd == self._stdin:
                    unsent = self._send(unsent)
                    if not unsent:
                        selector.unregister(self._stdin)
                elif key.fd == self._errors:
                    self._listen()
                elif (data := self._read(self._stdout)) is not None:
                    if not data:
                        self._ended(deadline)
                    found.append(data)
                    size += len(data)
        if unsent:
            raise Garbage(f"answered before it had read the request: {_shown(b''.join(found))}")
        self._rest = found[-1][end + 1 :]
        found[-1] = found[-1][:end]
        return b"".join(found)

    def _listen(self) -> None:
        """Take what it wrote to standard error; its end is kept."""
        data = self._read(self._errors)
        if data:
            self._stderr = (self._stderr + data)[-_STDERR:]
        elif data is not None:
            self._selector.unregister(self._errors)

    def _send(self, unsent: memoryview) -> memoryview:
        try:
            return unsent[os.write(self._stdin, unsent[:_PIECE]) :]
        except BlockingIOError:
            return unsent
        except OSError:  # it no longer reads; whether it has ended shows in what it writes
            return unsent[len(unsent) :]

    @staticmethod
    def _read(number: int) -> bytes | None:
        """What there is to read; nothing at the end, None if it only seemed that there was something."""
        try:
            return os.read(number, _PIECE)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _ended(self, deadline: float) -> None:
        """It closed its output: wait, not for long, for its exit code, and say so."""
        try:
            code: int | None = self._process.wait(timeout=max(0.0, min(1.0, deadline - time.monotonic())))
        except subprocess.TimeoutExpired:
            code = None
        with contextlib.suppress(OSError, KeyError):
            self._listen()
        if code is None:
            raise Garbage(f"closed its standard output{self._said()}")
        raise Crash(f"ended {_ending(code)}{self._said()}")

    def _said(self) -> str:
        """The end of what it wrote to standard error, without what would steer a terminal."""
        lines = self._stderr.decode("utf-8", "replace").strip().splitlines()[-8:]
        return "; it wrote:\n" + "\n".join(f"  {printable(line[:300])}" for line in lines) if lines else ""


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


def _strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _ending(code: int | None) -> str:
    if code is None:
        return "without an exit code"
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"by {signal.Signals(-code).name}"
    return f"with exit code {code}"


def _shown(data: bytes) -> str:
    text = data[:400].decode("utf-8", "replace")
    return json.dumps(text if len(text) <= 120 else f"{text[:119]}…", ensure_ascii=True)


class Pool:
    """Processes of one command, for several threads: taken, and given back if they still answer."""

    def __init__(self, command: str | Sequence[str], timeout: float) -> None:
        self._command = command
        self._timeout = timeout
        self._lock = threading.Lock()
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._closed = False

    def take(self) -> Process:
        """A process that waits for requests; raises as :class:`Process` does."""
        with self._lock:
            if self._closed:
                raise Crash("the run was ended")
            if self._idle:
                return self._idle.pop()
        return Process(self._command, self._timeout, self._timeout * _START_TIMEOUTS, self._started)

    def _started(self, process: Process) -> None:
        with self._lock:
            self._all = {each for each in self._all if each.open}
            self._all.add(process)
            if self._closed:
                process.kill()

    def give_back(self, process: Process) -> None:
        """``process`` is no longer needed by who took it."""
        with self._lock:
            if process.open and not self._closed:
                self._idle.append(process)
            else:
                process.close()
                self._all.discard(process)

    def close(self) -> None:
        """End all processes; those in use are killed, and let go of when they are given back."""
        with self._lock:
            self._closed = True
            for process in self._idle:
                process.close()
            self._idle.clear()
            self._all = {process for process in self._all if process.open}
            for process in self._all:
                process.kill()
