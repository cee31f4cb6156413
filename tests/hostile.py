"""An implementation of the protocol that misbehaves in the way its argument names; run as a program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HOW = sys.argv[1]
START = {"version": 1, "name": HOW, "language": "Python", "dialects": ["minimax"], "ops": ["scan", "json_repair"]}


def say(reply: Any) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def scan(request: dict[str, Any]) -> dict[str, Any]:
    """Everything is text."""
    if HOW == "keeps" and len(request["feeds"]) > 1:  # the first feed is lost when there are several
        request["feeds"][0] = ""
    events = [[{"type": "text", "text": text}] if text else [] for text in request["feeds"]]
    return {"seq": request["seq"], "events": events, "flush": [], "diagnostics": [], "stopped": False}


def misbehave(request: dict[str, Any]) -> None:
    answer = scan(request)
    match HOW:
        case "garbage":
            print("Traceback (most recent call last):", flush=True)
        case "binary":
            sys.stdout.buffer.write(b"\xff\xfe\x00" * 10 + b"\n")
            sys.stdout.flush()
        case "list":
            say([answer])
        case "deep":
            print(f'{{"seq":{request["seq"]},"error":{"[" * 50_000 + "]" * 50_000}}}', flush=True)
        case "endless":
            while True:
                sys.stdout.write("x" * 65536)
        case "endless-lines":
            while True:
                sys.stdout.write("\n" * 65536)
        case "endless-errors":
            while True:
                sys.stderr.write("x" * 65536)
        case "huge":
            say({**answer, "more": "x" * 40_000_000})
        case "silent":
            time.sleep(60)
        case "busy":
            while True:
                pass
        case "exits" | "mute-when-started-again":
            print("out of cheese", file=sys.stderr, flush=True)
            sys.exit(3)
        case "killed":
            os.kill(os.getpid(), 11)
        case "closes":
            os.close(1)
            time.sleep(60)
        case "deaf":
            os.close(0)
            time.sleep(60)
        case "half":
            sys.stdout.write('{"seq":')
            sys.stdout.flush()
            sys.exit(0)
        case "twice":
            say(answer)
            say(answer)
        case "ahead":
            say({**answer, "seq": request["seq"] + 1})
        case "no-seq":
            del answer["seq"]
            say(answer)
        case "no-events":
            say({"seq": request["seq"]})
        case "bad-events":
            say({**answer, "events": [[{"type": "text", "text": 5}] for _ in request["feeds"]]})
        case "few-events":
            say({**answer, "events": []})
        case "unknown-event":
            say({**answer, "flush": [{"type": "applause"}]})
        case "bad-diagnostics":
            say({**answer, "diagnostics": ["lost-closer"]})
        case "error":
            say({"seq": request["seq"], "error": "cannot"})
        case "steers":
            say({"seq": request["seq"], "error": "\x1b[2J\x07bad\ud800\u202e"})
        case "skips-and-steers":
            say({"seq": request["seq"], "skipped": "\x1b[2Jbad"})
        case "steers-and-exits":
            print("\x1b[2Jbad", file=sys.stderr, flush=True)
            sys.exit(3)
        case "nan":
            print(f'{{"seq":{request["seq"]},"events":NaN}}', flush=True)
        case "forks" | "forks-and-exits":
            subprocess.Popen([sys.executable, "-c", f"import time; time.sleep(47.{os.getpid()})"])
            if HOW == "forks-and-exits":
                os._exit(0)
            say(answer)
        case _:
            say(answer)


def main() -> None:
    if HOW == "dies-at-start":
        print("no cheese at all", file=sys.stderr)
        sys.exit(7)
    for line in sys.stdin:
        request = json.loads(line)
        if request["cmd"] == "stop":
            return
        if request["cmd"] == "start":
            match HOW:
                case "mute-at-start":
                    time.sleep(60)
                case "other-version":
                    say({**START, "version": 2})
                case "odd-omits":
                    say({**START, "omits": ["text", "diagnostic\x1b"]})
                case "true-version":
                    say({**START, "version": True})
                case "mute-when-started-again":
                    once = Path(sys.argv[2])
                    if once.exists():
                        time.sleep(60)
                    once.touch()
                    say(START)
                case "no-dialects":
                    say({"version": 1})
                case "garbage-at-start":
                    print("Welcome!", flush=True)
                case _:
                    say(START)
        elif HOW == "dies-later" and request["seq"] == 3:
            sys.exit(1)
        else:
            misbehave(request)


if __name__ == "__main__":
    main()
