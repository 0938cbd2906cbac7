"""What a newcomer runs first prints no stack trace of Java, on either stream."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from programs import PATIENCE_SECONDS, start

from pyspark_hbase.embedded import EmbeddedHBase

PROJECT = Path(__file__).resolve().parents[3]
FLIGHTS = """
spark.sql("CREATE TABLE IF NOT EXISTS hbase.default.flights (carrier STRING NOT NULL, "
    "flight INT NOT NULL, origin STRING, distance INT, arr_delay DOUBLE, "
    "PRIMARY KEY (carrier, flight)) USING hbase")
spark.sql("INSERT INTO hbase.default.flights VALUES ('AA', 1, 'JFK', 2475, 11.0)")
"""


def _program(page: str, hbase: EmbeddedHBase) -> str:
    """The Python blocks of a page, one behind the other."""
    text = (PROJECT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    if page == "README.md":
        blocks.insert(1, FLIGHTS)
        # Tests of the page make the table, too.
        blocks.append('spark.sql("DROP TABLE hbase.default.orders PURGE")')
    joined = "\n".join(["from pyspark_hbase import session", *blocks, "spark.stop()"])
    for written, here in (
        ("zk1:2181,zk2:2181", hbase.quorum),
        ("localhost:2181", hbase.quorum),
        ("gateway-host:9090", hbase.thrift),
        ("localhost:9090", hbase.thrift),
    ):
        joined = joined.replace(written, here)
    return joined


def _traces(folder: Path) -> list[str]:
    lines = [
        line for name in ("output", "errors") for line in (folder / name).read_text().splitlines()
    ]
    return [line for line in lines if re.search(r"^\s+at \S+\(|Caused by", line)]


@pytest.mark.parametrize("page", ["README.md", "docs/TUTORIAL.md"])
def test_the_examples_of_a_page_print_none(page: str, hbase: EmbeddedHBase, tmp_path: Path) -> None:
    running = start([sys.executable, "-"], tmp_path, _program(page, hbase))
    assert running.wait(PATIENCE_SECONDS) == 0, (tmp_path / "errors").read_text()[-3000:]
    assert _traces(tmp_path) == [], (tmp_path / "errors").read_text()[:6000]


def test_the_demo_prints_none(tmp_path: Path) -> None:
    running = start([sys.executable, "-m", "pyspark_hbase.demo"], tmp_path)
    assert running.wait(PATIENCE_SECONDS) == 0, (tmp_path / "errors").read_text()[-3000:]
    assert _traces(tmp_path) == [], (tmp_path / "errors").read_text()[:6000]
