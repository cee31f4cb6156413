"""The validator over batches: plain columns, a data set of Hugging Face, a local Ray cluster."""

from __future__ import annotations

import json
import pickle
import warnings
from pathlib import Path
from typing import Any

import pytest

from minimax_grammar.transcript.batches import BatchValidator

GOOD = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]
BAD = [
    {"role": "user", "content": "Hi"},
    {"role": "assistant", "content": '<minimax:tool_call><invoke name="a"></minimax:tool_call>'},
]


def test_columns_are_kept_and_three_are_new() -> None:
    validator = pickle.loads(pickle.dumps(BatchValidator()))
    made = validator({"id": [1, 2], "messages": [GOOD, BAD]})
    assert made["id"] == [1, 2]
    assert made["valid"] == [True, False]
    assert made["dialect"] == ["", "minimax"]
    (found,) = json.loads(made["findings"][1])
    assert (found["name"], found["turn"], found["tool"]) == ("lost-closer", 2, "a")
    assert pickle.loads(pickle.dumps(validator))({"messages": [BAD]})["valid"] == [False]


def test_rules_are_chosen_and_columns_named() -> None:
    made = BatchValidator(ignore=["lost-closer"], prefix="mg_")({"messages": [BAD]})
    assert made["mg_valid"] == [True]
    assert BatchValidator()({}) == {"valid": [], "findings": [], "dialect": []}


def test_a_data_set(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    made = datasets.Dataset.from_dict({"messages": [GOOD, BAD] * 5}).map(
        BatchValidator(), batched=True, batch_size=3, load_from_cache_file=False, keep_in_memory=True
    )
    assert made["valid"][:] == [True, False] * 5
    assert made.filter(lambda row: row["valid"], load_from_cache_file=False, keep_in_memory=True).num_rows == 5


@pytest.mark.filterwarnings("default")
def test_a_local_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray: Any = pytest.importorskip("ray")
        pytest.importorskip("ray.data")
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
        try:
            data = ray.data.from_items([{"id": n, "messages": BAD if n % 10 == 0 else GOOD} for n in range(60)])
            made = data.map_batches(BatchValidator, batch_size=16, concurrency=1).take_all()
        finally:
            ray.shutdown()
    assert sorted(row["id"] for row in made if not row["valid"]) == [0, 10, 20, 30, 40, 50]
    assert json.loads(next(row for row in made if row["id"] == 0)["findings"])[0]["name"] == "lost-closer"
