"""The examples of docs/PYTHON.md run as they stand, but for the address of the gateway."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from pyspark_hbase.embedded import EmbeddedHBase

PAGE = Path(__file__).resolve().parents[3] / "docs" / "PYTHON.md"


def test_the_examples_run(
    hbase: EmbeddedHBase,
    spark: SparkSession,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # One of them writes a file.
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    session = spark.newSession()
    names: dict[str, Any] = {"spark": session}
    for example in re.findall(r"^```python\n(.*?)^```", page, re.M | re.S):
        exec(example.replace("gateway-host:9090", hbase.thrift), names)
    printed = capsys.readouterr().out
    assert names["table"].to_pylist() == [{"origin": "JFK", "flights": 2, "delay": 11.0}]
    assert "a window function at 2:8" in printed
    explained = [line.strip() for line in printed.split("\n")[:2]]
    assert "\n".join(f"    {line}" for line in explained) in page
    (looked_up,) = (line for line in printed.split("\n") if line.endswith("read by a get"))
    assert f"    {looked_up}\n" in page
    assert "Scan of default.flights" in printed
    assert "<svg " in (tmp_path / "late.html").read_text(encoding="utf-8")
    assert names["flights"].where("carrier = 'AA'").count() == 2
    names["hbase"].close()
