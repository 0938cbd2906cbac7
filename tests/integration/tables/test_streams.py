"""The streaming query of docs/SQL.md runs as it stands, with the jar as users have it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pyspark.sql import Row, SparkSession

PAGE = Path(__file__).resolve().parents[3] / "docs" / "SQL.md"


def _example() -> str:
    section = PAGE.read_text(encoding="utf-8").split("\n### Streams\n")[1].split("\n## ")[0]
    (example,) = re.findall(r"^```python\n(.*?)^```", section, re.M | re.S)
    return example


def test_the_query_of_the_page_writes_its_counts(spark: SparkSession, tmp_path: Path) -> None:
    lines = [json.dumps({"page": page}) for page in ("/", "/a", "/")]
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "1.json").write_text("\n".join(lines))
    spark.sql(
        "CREATE TABLE hbase.default.page_counts (page STRING, hits BIGINT, PRIMARY KEY (page))"
        " USING hbase"
    )
    events = spark.readStream.schema("page STRING").json(str(tmp_path / "events"))
    names: dict[str, Any] = {"events": events, "checkpoint": str(tmp_path / "checkpoint")}
    exec(_example(), names)
    try:
        names["query"].processAllAvailable()
    finally:
        names["query"].stop()
    assert spark.table("hbase.default.page_counts").orderBy("page").collect() == [
        Row("/", 2),
        Row("/a", 1),
    ]
    spark.sql("DROP TABLE hbase.default.page_counts PURGE")
