"""A large file through the command: its peak of memory, and what is left of a run that is killed or interrupted.

``python -m benchmarks.large [GIGABYTES] [FOLDER]`` writes a file of conversations (2 GB if not said) to a new folder in
FOLDER (that of temporary files if not said), and removes it at the end.  Linux only: memory is read from /proc.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.conversations import lines

_COMMAND = [sys.executable, "-m", "minimax_grammar", "validate", "--no-config", "--no-progress"]
_BROKEN = {"messages": [{"role": "assistant", "content": '<minimax:tool_call><invoke name="a"></minimax:tool_call>'}]}


def written(file: Path, size: int) -> int:
    """Write ``size`` bytes of conversations, some with a finding; how many there are."""
    block = "".join(f"{line}\n" for line in [*lines(2_000), json.dumps(_BROKEN)]).encode()
    count = 0
    with file.open("wb") as stream:
        while stream.tell() < size:
            stream.write(block)
            count += 2_001
    return count


def _family(process: int) -> list[int]:
    found = [process]
    for each in found:
        try:
            for thread in os.listdir(f"/proc/{each}/task"):
                found += map(int, Path(f"/proc/{each}/task/{thread}/children").read_text().split())
        except (OSError, ValueError):  # it has ended
            continue
    return found


def _memory(process: int) -> int:
    """The peak of resident memory of ``process``, in KiB; 0 if it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(row.split()[1]) for row in status.splitlines() if row.startswith("VmHWM")), 0)


def run(arguments: list[str], stop: signal.Signals | None = None, after: float = 0.0) -> tuple[int, float, list[int]]:
    """Run the command, and send it ``stop`` ``after`` seconds: its exit code, time in seconds, and peaks in MiB."""
    peaks: dict[int, int] = {}
    start = time.perf_counter()
    with subprocess.Popen([*_COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        family: list[int] = []
        sent = False
        while process.poll() is None:
            family = _family(process.pid)
            for each in family:
                peaks[each] = max(peaks.get(each, 0), _memory(each))
            if stop is not None and not sent and time.perf_counter() - start > after:
                process.send_signal(stop)
                sent = True
            time.sleep(0.05)
    seconds = time.perf_counter() - start
    while any(_memory(each) for each in family[1:]):  # workers end by themselves
        time.sleep(0.05)
    return process.returncode, seconds, sorted((peak >> 10 for peak in peaks.values()), reverse=True)


def main() -> None:
    """Print a table of all runs; exit with 1 if one left something behind."""
    size = int(float(sys.argv[1] if len(sys.argv) > 1 else "2") * 1e9)
    where = sys.argv[2] if len(sys.argv) > 2 else tempfile.gettempdir()
    if shutil.disk_usage(where).free < 3 * size:
        raise SystemExit(f"{where}: {3 * size / 1e9:,.0f} GB must be free")
    table = Table("", "exit code", "seconds", "MB/s", "peak of each process, MiB", "left behind", title="")
    with tempfile.TemporaryDirectory(dir=where) as folder:
        file, outputs = Path(folder) / "large.jsonl", Path(folder) / "outputs"
        outputs.mkdir()
        count = written(file, size)
        size = file.stat().st_size
        table.title = f"{size / 1e9:.2f} GB, {count:,} conversations"
        split = ["--output-clean", str(outputs / "clean"), "--output-rejected", str(outputs / "rejected")]
        report = ["-o", "jsonl", "--output", str(outputs / "report")]
        left = False
        whole = [0.0, 0.0]

        def row(name: str, arguments: list[str], stop: signal.Signals | None, after: float, kept: set[str]) -> float:
            nonlocal left
            before = file.stat()
            code, seconds, peaks = run([str(file), *arguments], stop, after)
            names = set(os.listdir(outputs)) | set(os.listdir(folder)) - {"outputs", "large.jsonl"}
            untouched = file.stat().st_mtime_ns == before.st_mtime_ns
            rate = "" if stop is not None else f"{size / 1e6 / seconds:,.0f}"
            wrong = names != kept or not untouched
            left |= wrong
            said = ", ".join(sorted(names)) + ("" if untouched else " and the file was touched")
            table.add_row(name, str(code), f"{seconds:.0f}", rate, ", ".join(map(str, peaks)), said or "nothing")
            for each in names:
                (outputs / each).unlink(missing_ok=True)
            return seconds

        for jobs in (1, 2):
            number = ["-j", str(jobs)]
            whole[jobs - 1] = row(f"-j {jobs}", [*number, *report], None, 0, {"report"})
        row("-j 2, split", ["-j", "2", *split], None, 0, {"clean", "rejected"})
        for jobs in (1, 2):
            for stop, kept in ((signal.SIGKILL, set[str]()), (signal.SIGINT, {"report"})):
                arguments = ["-j", str(jobs), *split, *report]
                row(f"-j {jobs}, split, {stop.name} half-way", arguments, stop, whole[jobs - 1] / 2, kept)
        for stop in (signal.SIGKILL, signal.SIGINT):
            row(f"--fix, {stop.name}", ["--fix"], stop, whole[0] / 3, set())
    Console().print(table)
    raise SystemExit(int(left))


if __name__ == "__main__":
    main()
