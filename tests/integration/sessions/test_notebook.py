"""Pictures and tables in a notebook: cells that a kernel of Jupyter runs against HBase."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from pyspark.sql import SparkSession

from pyspark_hbase.embedded import EmbeddedHBase

TIMEOUT_SECONDS = 120
STACK = re.compile(r"^\s+at \S+\(|Caused by|Traceback", re.M)
VOID = {"br", "hr", "img", "input", "link", "meta"}

CELLS = (
    """
import pyspark_hbase

spark = pyspark_hbase.session(quorum="QUORUM", master="local[1]", **{"spark.ui.enabled": False})
noted = spark.table("hbase.default.noted").where("n > 1 AND area <> '<i>'")
frame = noted.groupBy("area").sum("n")
""",
    "frame.collect()",
    "pyspark_hbase.explain(frame)",
    """
hbase = pyspark_hbase.connect("thrift://GATEWAY")
hbase.sql("SELECT area, n FROM noted WHERE n > 1")
""",
    'hbase.sql("SELECT 1 AS one")',
    "pyspark_hbase.explain(hbase.sql('SELECT n FROM noted'))",
)


class Balanced(HTMLParser):
    """The elements of a page, each of which is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


@pytest.fixture(scope="module")
def table(spark: SparkSession) -> Iterator[None]:
    spark.sql(
        "CREATE TABLE hbase.default.noted (area STRING, id INT, n INT, PRIMARY KEY (area, id)) "
        "USING hbase TBLPROPERTIES ('hbase.splits' = \"'m'\")"
    )
    spark.sql(
        "INSERT INTO hbase.default.noted VALUES ('<b>', 1, 1), ('<b>', 2, 2), ('north', 1, 3)"
    )
    yield
    spark.sql("DROP TABLE hbase.default.noted PURGE")


@pytest.mark.usefixtures("table")
def test_cells_show_pictures_and_tables(
    hbase: EmbeddedHBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    texts = [each.replace("QUORUM", hbase.quorum) for each in CELLS]
    texts = [each.replace("GATEWAY", str(hbase.thrift)).strip() for each in texts]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in texts])
    client = NotebookClient(
        notebook, timeout=TIMEOUT_SECONDS, kernel_name="python3", allow_errors=True,
        resources={"metadata": {"path": str(tmp_path)}},
    )  # fmt: skip
    client.execute()
    # For eyes, where this fails: pytest prints the folder.
    nbformat.write(notebook, tmp_path / "executed.ipynb")
    start, rows, explained, table, constants, refused = [cell.outputs for cell in notebook.cells]
    for outputs in (start, rows, explained, table, constants):
        assert [each for each in outputs if each.output_type == "error"] == []
        assert not STACK.search("".join(each.get("text", "") for each in outputs)), outputs
    assert "Row(area='north', sum(n)=3)" in _result(rows)["text/plain"]

    page = _result(explained)
    seen = Balanced(page["text/html"]).seen
    assert seen.count("svg") >= 4
    assert {"script", "link", "img"}.isdisjoint(seen)
    assert "@media (prefers-color-scheme: dark)" in page["text/html"]
    assert "data-jp-theme-light" in page["text/html"]
    assert "&lt;i&gt;" in page["text/html"] and "<i>" not in page["text/html"]
    assert page["text/plain"].startswith("Scan of default.noted (HBase table noted)\n")
    assert re.search(r"rows scanned in region servers +3\n", page["text/plain"])

    shown = _result(table)
    assert Balanced(shown["text/html"]).seen.count("tr") == 3
    assert "&lt;b&gt;" in shown["text/html"] and "<b>" not in shown["text/html"]
    assert shown["text/plain"] == "Query[area: string, n: int]"
    assert "<td>1</td>" in _result(constants)["text/html"]

    [error] = refused
    assert (error.ename, error.evalue) == (
        "TypeError",
        "pyspark_hbase.explain() takes a DataFrame of PySpark, not Query. A query of connect() "
        "explains itself: print(query.explain()).",
    )


def _result(outputs: list[Any]) -> dict[str, str]:
    """The one result of a cell, by type."""
    [found] = [each for each in outputs if each.output_type == "execute_result"]
    return dict(found.data)
