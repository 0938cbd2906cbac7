"""The Python examples of README.md run as they stand, but for the addresses of the cluster."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from pyspark_hbase.embedded import EmbeddedHBase

README = Path(__file__).resolve().parents[3] / "README.md"


def _examples() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.M | re.S)


def test_the_examples_run(
    hbase: EmbeddedHBase, spark: SparkSession, capsys: pytest.CaptureFixture[str]
) -> None:
    with_spark, explained = _examples()
    names: dict[str, Any] = {}
    exec(with_spark.replace("zk1:2181,zk2:2181", hbase.quorum), names)
    assert names["spark"].table("hbase.default.orders").columns == ["area", "day", "id", "amount"]
    exec(explained, names)
    printed = capsys.readouterr().out
    assert "Scan of default.orders" in printed
    assert "key range  (area = 'north')" in printed
