"""The streaming query of docs/SQL.md runs as it stands, with the jar as users have it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pyspark.sql import Row, SparkSession

PAGE = Path(__file__).resolve().parents[2] / "docs" / "SQL.md"


def _example() -> str:
    section = PAGE.read_text(encoding="utf-8").split("\n### Streams\n")[1].split("\n## ")[0]
    (example,) = re.findall(r"^```python\n(.*?)^```", section, re.M | re.S)
    return example


def _run(spark: SparkSession, folder: Path) -> None:
    events = spark.readStream.schema("page STRING").json(str(folder / "events"))
    names: dict[str, Any] = {"events": events, "checkpoint": str(folder / "checkpoint")}
    exec(_example(), names)
    try:
        names["query"].processAllAvailable()
    finally:
        names["query"].stop()


def _write(folder: Path, name: str, *pages: str) -> None:
    lines = [json.dumps({"page": page}) for page in pages]
    (folder / "events" / name).write_text("\n".join(lines))


def test_a_query_goes_on_where_it_stopped(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    spark.sql(
        "CREATE TABLE hbase.default.page_counts (page STRING, hits BIGINT, PRIMARY KEY (page))"
        " USING hbase"
    )
    _write(tmp_path, "1.json", "/", "/a", "/")
    _run(spark, tmp_path)
    _write(tmp_path, "2.json", "/", "/b")
    _run(spark, tmp_path)
    assert spark.table("hbase.default.page_counts").orderBy("page").collect() == [
        Row("/", 3),
        Row("/a", 1),
        Row("/b", 1),
    ]
    spark.sql("DROP TABLE hbase.default.page_counts PURGE")
