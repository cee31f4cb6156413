"""Recorded conversations in every shape and container, and files that are none."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from minimax_grammar.transcript.checker import Checker
from minimax_grammar.transcript.documents import DocumentError, elements
from minimax_grammar.transcript.formats import Format, sniff
from minimax_grammar.transcript.jobs import LinesJob
from minimax_grammar.transcript.model import Conversation, Finding
from minimax_grammar.transcript.places import JsonOrigin
from minimax_grammar.transcript.reading import jobs_of
from minimax_grammar.transcript.slices import SliceJob
from minimax_grammar.transcript.sources import Source, expand

USER: dict[str, Any] = {"role": "user", "content": "Is it up?"}
CALL = {"id": "a", "type": "function", "function": {"name": "ping", "arguments": '{"host": "a"}'}}
CHAT: list[dict[str, Any]] = [
    USER,
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "a", "content": "pong"},
    {"role": "assistant", "content": "It is."},
]
BLOCKS: list[dict[str, Any]] = [
    {"role": "user", "content": [{"type": "text", "text": "Is it up?"}]},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "ping", "input": {"host": "a"}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "pong"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "It is."}]},
]
ITEMS: list[dict[str, Any]] = [
    USER,
    {"type": "function_call", "call_id": "a", "name": "ping", "arguments": '{"host": "a"}'},
    {"type": "function_call_output", "call_id": "a", "output": "pong"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It is."}]},
]
SHAREGPT = [
    {"from": "human", "value": "Is it up?"},
    {"from": "function_call", "value": '{"name": "ping", "arguments": {"host": "a"}}'},
    {"from": "observation", "value": "pong"},
    {"from": "gpt", "value": "It is."},
]


def written(path: Path, data: str | bytes) -> Path:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def conversations(path: Path, format: Format | None = None, limit: int = 1 << 20) -> list[Conversation]:
    return [each for job in jobs_of(Source(str(path), True), format, limit) for each in job.conversations()]


def problems(path: Path, limit: int = 1 << 20) -> list[tuple[str, int]]:
    """The problems of a file: rule and line."""
    checker = Checker()
    found: list[Finding] = [each for made in conversations(path, None, limit) for each in checker.check(made).findings]
    return [(each.name, each.line) for each in found]


def said(made: Conversation) -> list[tuple[str, list[str]]]:
    return [(turn.role, [part.kind for part in turn.parts]) for turn in made.turns]


USUAL = [("user", ["text"]), ("assistant", ["call"]), ("tool", ["result"]), ("assistant", ["text"])]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"messages": CHAT}, USUAL),
        (CHAT, USUAL),
        ({"messages": json.dumps(CHAT)}, USUAL),
        ({"request": {"messages": CHAT[:3]}, "response": {"choices": [{"message": CHAT[3]}]}}, USUAL),
        ({"messages": BLOCKS}, [USUAL[0], USUAL[1], ("user", ["result"]), USUAL[3]]),
        ({"input": ITEMS[:3], "output": ITEMS[3:]}, USUAL),
        ({"conversations": SHAREGPT}, USUAL),
        ({"prompt": "Is it up?", "completion": "It is."}, [USUAL[0], USUAL[3]]),
        ({"choices": [{"message": CHAT[1], "finish_reason": "tool_calls"}]}, [USUAL[1]]),
    ],
    ids=["chat", "list", "json-text", "request", "blocks", "items", "sharegpt", "prompt", "choices"],
)
def test_shapes_of_records(tmp_path: Path, record: Any, expected: list[tuple[str, list[str]]]) -> None:
    file = written(tmp_path / "x.jsonl", json.dumps(record) + "\n")
    (made,) = conversations(file)
    assert made.problems == []
    assert said(made) == expected
    calls = [part for turn in made.turns for part in turn.parts if part.kind == "call"]
    assert [part.name for part in calls] == ["ping"] * len(calls)


def test_one_message_a_line_is_put_together(tmp_path: Path) -> None:
    system = {"role": "system", "content": "x"}
    rows = [system, *CHAT, system, *CHAT[:1]]
    first, second = conversations(written(tmp_path / "x.jsonl", "\n".join(map(json.dumps, rows))))
    assert said(first) == [("system", ["text"]), *USUAL]
    assert said(second) == [("system", ["text"]), USUAL[0]]


def test_session_logs_are_put_together_by_their_sessions(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"type": "summary", "summary": "x"}]
    for message in BLOCKS:
        rows.append({"sessionId": "one", "type": message["role"], "message": message})
        rows.append({"sessionId": "two", "type": message["role"], "message": message})
    made = conversations(written(tmp_path / "x.jsonl", "\n".join(map(json.dumps, rows))))
    assert [len(each.turns) for each in made if each.turns] == [4, 4]


def test_sessions_that_stand_mixed_are_held_outside_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minimax_grammar.transcript.spool._IN_MEMORY", 100)
    rows = [{"conversation_id": number % 3, **message} for message in CHAT for number in range(3)]
    rows.insert(4, {"conversation_id": 7, "role": "user", "content": "x" * 3_000})
    file = written(tmp_path / "x.jsonl", "\n".join(map(json.dumps, rows)))
    made = conversations(file, None, 2_000)
    assert [each.problems[0][0] for each in made if not each.turns] == ["record-too-long"]
    whole = [each for each in made if each.turns]
    assert [said(each) for each in whole] == [USUAL] * 3
    assert [each.origin.place((3,), 0) for each in whole] == [(11, 1), (12, 1), (13, 1)]

    def full(self: Any, row: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.SpooledTemporaryFile.write", full)
    (broken,) = conversations(file)
    assert broken.problems[0][0] == "unreadable-file"
    assert "no room for a temporary file: No space left" in broken.problems[0][2]


def test_events_with_payloads(tmp_path: Path) -> None:
    rows = [{"timestamp": "t", "type": "response_item", "payload": {"type": "message", **item}} for item in ITEMS]
    rows.insert(0, {"timestamp": "t", "type": "session_meta", "payload": {"type": "meta"}})
    (made,) = conversations(written(tmp_path / "x.jsonl", "\n".join(map(json.dumps, rows))))
    assert said(made) == USUAL


def test_a_json_document_is_read_element_by_element(tmp_path: Path) -> None:
    text = json.dumps([{"messages": CHAT}, {"messages": [{"role": "assistant", "content": "<think>x"}]}], indent=2)
    file = written(tmp_path / "x.json", text)
    assert [len(each.turns) for each in conversations(file)] == [4, 1]
    line = next(number for number, row in enumerate(text.split("\n"), 1) if "<think>" in row)
    assert problems(file) == [("unclosed-thinking", line)]


def test_recorded_streams_are_joined_and_keep_their_places(tmp_path: Path) -> None:
    chunks = ["Hello </par", "ameter> you"]
    rows = [f"data: {json.dumps({'id': '1', 'choices': [{'delta': {'content': piece}}]})}\n" for piece in chunks]
    file = written(tmp_path / "x.sse", "\n".join([*rows, "data: [DONE]\n"]))
    (made,) = conversations(file)
    assert made.turns[0].parts[0].text == "Hello </parameter> you"
    (found,) = Checker("minimax").check(made).findings
    assert (found.name, found.line, found.end_line) == ("stray-closer", 1, 3)


def test_events_as_the_protocol_allows_them(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = [
        {"id": "a", "choices": [{"delta": {"content": text}}]} for text in ("Hi <thi", "nk>x")
    ]
    one, two = (json.dumps(event) for event in events)
    lines = json.dumps(events[1], indent=1).split("\n")
    for data, line in [
        (f"data: {one}\r\n\r\ndata: {two}\r\n\r\ndata: [DONE]\r\n", 1),
        (f": hello\nretry: 5\nid: 3\nevent: x\ndata:\n\ndata:{one}\n\n: hello\n\ndata:{two}\n\n", 7),
        (f"\ufeffdata: {one}\ndata: {two}\n", 1),
        (f"data: {one}\n\n" + "".join(f"data: {each}\n" for each in lines) + "\n", 1),
    ]:
        file = written(tmp_path / "x.sse", data)
        assert problems(file) == [("unclosed-thinking", line)]
        assert len(conversations(file)) == 1


def test_a_stream_that_is_cut_in_a_character(tmp_path: Path) -> None:
    data = json.dumps({"choices": [{"delta": {"content": "é"}}]}, ensure_ascii=False).encode()
    file = written(tmp_path / "x.sse", b"data: " + data + b"\n\ndata: " + data[: data.index(b"\xc3") + 1])
    assert problems(file) == [("not-utf8", 1), ("unreadable-record", 3)]


def test_streams_of_content_blocks(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "a", "name": "ping"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": '{"a":'}},
        {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}},
        {"type": "message_stop"},
    ]
    text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
    assert problems(written(tmp_path / "x.txt", text)) == [("cut-off", 5)]


def test_transcripts_and_single_turns(tmp_path: Path) -> None:
    (made,) = conversations(written(tmp_path / "a.txt", "You help.\n\nHuman: Hi\n\nAssistant: Hello.\n\nHuman: Bye"))
    assert [turn.role for turn in made.turns] == ["developer", "user", "assistant", "user"]
    (made,) = conversations(written(tmp_path / "b.txt", "Assistant is a word. Human: too"))
    assert [turn.role for turn in made.turns] == ["assistant"]


@pytest.mark.parametrize("pack", ["gz", "zst"])
def test_compressed_files(tmp_path: Path, pack: str) -> None:
    data = (json.dumps({"messages": CHAT}) + "\n").encode() * 3
    packed = gzip.compress(data) if pack == "gz" else pytest.importorskip("zstandard").ZstdCompressor().compress(data)
    file = written(tmp_path / f"x.jsonl.{pack}", packed)
    assert len(conversations(file)) == 3
    assert problems(written(file, packed[:-4]))[-1] == ("unreadable-file", 0)
    assert problems(written(file, b"no such thing")) == [("unreadable-file", 0)]


def test_tables(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    messages = [[{"role": m["role"], "content": m.get("content")} for m in CHAT if m["role"] != "tool"]] * 3
    table = pyarrow.table({"messages": messages, "score": [1, 2, 3]})
    pyarrow.parquet.write_table(table, tmp_path / "x.parquet")
    with pyarrow.OSFile(str(tmp_path / "x.arrow"), "wb") as sink, pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    for name in ("x.parquet", "x.arrow"):
        assert [len(each.turns) for each in conversations(tmp_path / name)] == [3, 3, 3]
    assert problems(written(tmp_path / "bad.parquet", b"PAR1 is not enough")) == [("unreadable-file", 0)]


def test_bad_records_are_told_by_line_and_the_run_goes_on(tmp_path: Path) -> None:
    good = json.dumps({"messages": CHAT}).encode()
    rows = [good, b"not json", b"\xff" + good, good[:-20], b"[" * 100_000, b'{"score": 1}', b"\0\0", b"", good]
    file = written(tmp_path / "x.jsonl", b"\n".join(rows))
    assert problems(file) == [
        ("unreadable-record", 2),
        ("unreadable-record", 3),
        ("unreadable-record", 4),
        ("unreadable-record", 5),
        ("unknown-shape", 6),
        ("unreadable-record", 7),
    ]
    assert sum(bool(each.turns) for each in conversations(file)) == 2


def test_bytes_that_are_not_utf8_are_told_and_kept(tmp_path: Path) -> None:
    file = written(tmp_path / "x.jsonl", b'{"messages":[{"role":"assistant","content":"caf\xe9 <think>x"}]}\n')
    assert problems(file) == [("not-utf8", 1), ("unclosed-thinking", 1)]
    record = b'{"messages":[{"role":"assistant","content":"caf\xe9"}]}'
    event = b'{"type":"assistant","message":{"role":"assistant","content":"caf\xe9"}}'
    for name, data, line in [
        ("x.json", b"[\n" + record + b"]", 2),
        ("y.json", b'[\n{"role":"user","content":"\xe9"}]', 2),
        ("y.jsonl", event + b"\n" + event.replace(b"\xe9", b"e") + b"\n", 1),
    ]:
        assert problems(written(tmp_path / name, data)) == [("not-utf8", line)]


def test_a_document_that_breaks_off_is_told_after_what_came_before(tmp_path: Path) -> None:
    text = json.dumps([{"messages": CHAT}, {"messages": CHAT}])
    file = written(tmp_path / "x.json", text[:-30])
    assert sum(bool(each.turns) for each in conversations(file)) == 1
    assert problems(file)[-1][0] == "unreadable-record"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[1,]", 1, "is no JSON: expecting value (column 4)"),
        ("[1,\n 2 3]", 2, "expected , or ]"),
        ("[1", 1, "the JSON document breaks off"),
        ("[[1], [2]] x", 1, "there is something after the end of the JSON document"),
        ('[{"a": 1},\n\n  {"a": 1, "a" 2}]', 3, "is no JSON: expecting ':' delimiter (column 16)"),
        (f"[1{'0' * 9_999}]", 1, "is no JSON: a number has more than 4,300 digits"),
        ("[" * 100_000, 1, "is no JSON: nested too deeply"),
        (f'["{"x" * 20_000}"]', 1, "longer than 10,000 bytes: neither it nor what follows was read"),
    ],
)
def test_what_is_wrong_with_a_document(text: str, line: int, message: str) -> None:
    data = text.encode()
    chunks = (data[at : at + 7] for at in range(0, len(data), 7))
    with pytest.raises(DocumentError) as caught:
        list(elements(chunks, 10_000))
    assert (caught.value.line, str(caught.value)) == (line, message)


def test_elements_know_their_places() -> None:
    text = '\ufeff [1,\n  "é", {"a":\n2} , 3]'
    for size in (1, 3, 100):
        chunks = (text.encode()[at : at + size] for at in range(0, len(text.encode()), size))
        assert list(elements(chunks, 100)) == [
            ("1", 1, 4, True),
            ('"é"', 2, 3, True),
            ('{"a":\n2}', 2, 8, True),
            ("3", 3, 6, True),
        ]


@pytest.mark.parametrize("suffix", ["jsonl", "json", "txt"])
def test_records_beyond_the_limit_are_told_and_passed_over(tmp_path: Path, suffix: str) -> None:
    long = json.dumps([{"role": "user", "content": "x" * 5_000_000}])
    file = written(
        tmp_path / f"x.{suffix}", long + "\n" if suffix == "jsonl" else long if suffix == "json" else "x" * 9999999
    )
    assert [name for name, _ in problems(file, 1_000_000)] in (["record-too-long"], ["unreadable-record"])


def test_no_regular_file(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").mkdir()
    assert problems(tmp_path / "missing.jsonl") == [("unreadable-file", 0)]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.jsonl")
        assert problems(tmp_path / "pipe.jsonl") == [("unreadable-file", 0)]


@pytest.mark.parametrize(
    ("data", "word"), [(b"\x1f\x8b\x08\0", "gzip"), (b"\x28\xb5\x2f\xfd\0", "zstd")], ids=["gzip", "zstd"]
)
def test_packed_data_without_the_suffix_is_told_as_that(tmp_path: Path, data: bytes, word: str) -> None:
    (made,) = conversations(written(tmp_path / "x.jsonl", data))
    assert made.problems[0][0] == "unreadable-file"
    assert f"is compressed with {word}" in made.problems[0][2]


def test_utf16_is_told_as_that(tmp_path: Path) -> None:
    file = written(tmp_path / "x.txt", "Human: hi".encode("utf-16"))
    (made,) = conversations(file)
    assert "UTF-16" in made.problems[0][2]


def test_directories_and_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.jsonl", "b/c.json.gz", "b/no.py", ".git/x.jsonl", "node_modules/y.json", "b/[x].jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        written(tmp_path / name, "{}")
    (tmp_path / "b" / "up").symlink_to(tmp_path)
    found = [Path(source.path).relative_to(tmp_path).as_posix() for source in expand([str(tmp_path)])]
    assert found == ["a.jsonl", "b/[x].jsonl", "b/c.json.gz"]
    monkeypatch.chdir(tmp_path)
    assert [source.path for source in expand([".", "a.jsonl"])] == ["a.jsonl", "b/[x].jsonl", "b/c.json.gz"]
    assert [source.path for source in expand(["**/*.jsonl"])] == ["a.jsonl", "b/[x].jsonl"]
    assert [source.path for source in expand(["b/[x].jsonl"])] == ["b/[x].jsonl"]


@pytest.mark.parametrize(
    ("data", "suffix", "format"),
    [
        (b'{"messages": []}\n{"messages": []}\n', "", Format.JSONL),
        (b'{"role": "user", "content": "x"}\n{"role": "assistant", "content": "x"}\n', ".jsonl", Format.MESSAGES),
        (b'[{"messages": []}]', ".json", Format.JSON),
        (b'{\n "messages": []\n}', ".json", Format.JSON),
        (b"Human: hi", ".txt", Format.TEXT),
        (b"[get_weather(city='x')]", ".txt", Format.TEXT),
        (b'data: {"choices": []}\n\n', ".txt", Format.SSE),
        (b'[{"name": "x", "parameters": {}}]', ".json", Format.NOTHING),
    ],
)
def test_formats_are_found_by_looking(data: bytes, suffix: str, format: Format) -> None:
    assert sniff(data, suffix, True) is format


@pytest.mark.parametrize("size", [1, 7, 64, 5000])
def test_stretches_of_a_file_are_together_the_file(tmp_path: Path, size: int) -> None:
    rows = [json.dumps({"messages": CHAT, "n": n}) for n in range(20)]
    rows[3:3] = ["", "x" * 3000, "{}"]
    data = ("\n".join(rows) + "\n").encode()
    for cut in (len(data), len(data) - 1, len(data) - 5):
        file = written(tmp_path / "x.jsonl", data[:cut])
        whole = LinesJob("f", 1, data[:cut], 1000)
        lines, raw, places = 0, [], []
        for start in range(0, cut, size):
            job = SliceJob(str(file), "f", start, min(start + size, cut), 1000, cut)
            parts, count = job.parts()
            places += [each.record + lines for part in parts for each in part.conversations() if each.turns]
            lines += count
            raw += job.raw()
        assert places == [each.record for each in whole.conversations() if each.turns]
        assert [row for row in raw if len(row) < 1000] == [row for row in whole.raw() if len(row) < 1000]
        assert lines == data[:cut].count(b"\n") + (not data[:cut].endswith(b"\n"))


def test_places_inside_of_json_strings() -> None:
    text = '{"a": [1, {"b": "x\\n\\u00e9\\ud83d\\ude00\\"y"}],\n "b": "z"}'
    origin = JsonOrigin("f", text, 10, 5)
    b = ("a", 1, "b")
    assert origin.place(b, 0) == (10, 22)
    assert origin.place(b, 2) == (10, 25)  # behind the line break
    assert origin.place(b, 3) == (10, 31)  # behind the é
    assert origin.place(b, 4) == (10, 43)  # behind two halves
    assert origin.place(b, 5) == (10, 45)
    assert origin.place(("b",), 0) == (11, 8)
    assert origin.place(("a", 7, "b"), 3) == (10, 11)  # the nearest value around what is not there
