"""Bulk load from Python, with the jar as users have it; the statements are those of docs/SQL.md."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pyarrow as pa
import pyspark
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import Row, SparkSession

from pyspark_hbase._spark.older_pyspark import condition_of, to_arrow
from pyspark_hbase.cli.sql_prompt import _formats

PAGE = Path(__file__).resolve().parents[3] / "docs" / "SQL.md"
BULK_INSERT = re.compile(
    r"INSERT INTO (?P<table>\S+) WITH \('write' = 'bulk'\)\s(?P<query>.*)", re.S
)


def _statements() -> list[str]:
    section = PAGE.read_text(encoding="utf-8").split("\n## Bulk load\n")[1].split("\n## ")[0]
    (block,) = re.findall(r"^```sql\n(.*?)^```", section, re.M | re.S)
    return [s.strip() for s in block.split(";\n") if s.strip()]


def _run(spark: SparkSession, statement: str) -> list[Row]:
    """Run a statement; Spark 3.5 has no options in SQL, so those of an INSERT go another way."""
    insert = BULK_INSERT.fullmatch(statement)
    if insert is None or not pyspark.__version__.startswith("3."):
        return spark.sql(statement).collect()
    rows = spark.sql(insert["query"]).toDF(*spark.table(insert["table"]).columns)
    rows.writeTo(insert["table"]).option("write", "bulk").append()
    return []


def test_the_statements_of_the_page_load_files(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "visits.csv").write_text("2024-01-02,1,ada,0.5\n2024-01-02,3,,\n")
    (tmp_path / "visits.psv").write_text("day|shop|visitor|spent\n2024-01-03|1|bob|oops\n")
    spark.sql(
        "SELECT DATE '2024-01-04' AS day, 2.5D AS spent, 'eve' AS visitor, 7 AS shop"
    ).write.parquet(str(tmp_path / "visits.parquet"))
    answers = [_run(spark, s.replace("'visits.", f"'{tmp_path}/visits.")) for s in _statements()]
    counts = [(r.rows, r.malformed) for (r,) in answers[1:5]]
    assert counts == [(2, 0), (0, 1), (1, 0), (2, 0)]
    assert [r.record for r in spark.read.json(f"{tmp_path}/visits.bad").collect()] == [
        "2024-01-03|1|bob|oops"
    ]
    second, fourth = datetime.date(2024, 1, 2), datetime.date(2024, 1, 4)
    assert spark.table("hbase.default.visits").orderBy("day", "shop").collect() == [
        Row(second, 1, "ada", 0.5),
        Row(second, 2, "ada", 0.5),
        Row(second, 3, None, None),
        Row(second, 4, None, None),
        Row(fourth, 7, "eve", 2.5),
        Row(fourth, 8, "eve", 2.5),
    ]
    spark.sql("DROP TABLE hbase.default.visits PURGE")


@pytest.mark.parametrize(("name", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_what_the_command_line_writes_comes_back_with_its_nulls_and_empty_texts(
    spark: SparkSession, tmp_path: Path, name: str, delimiter: str
) -> None:
    texts = ["", None, "a", '"', ",", "\t", 'x""y', "NULL", " ", "\\", "é"]
    table = pa.table({"k": pa.array(range(len(texts)), pa.int32()), "a": texts, "b": texts[::-1]})
    (tmp_path / "texts").write_text(_formats.render(table, name) + "\n")
    target = f"hbase.default.texts_{name}"
    spark.sql(f"CREATE TABLE {target} (k INT, a STRING, b STRING, PRIMARY KEY (k)) USING hbase")
    page = (PAGE.parent / "SHELL.md").read_text(encoding="utf-8")
    (options,) = re.findall(r"bulk_load\(\.\.\., (options => map\(.*?\))\)`", page)
    spark.sql(
        f"CALL hbase.system.bulk_load(table => 'default.texts_{name}', path => '{tmp_path}/texts', "
        f"delimiter => '{delimiter}', {options})"
    ).collect()
    assert to_arrow(spark.table(target).orderBy("k")).to_pylist() == table.to_pylist()
    spark.sql(f"DROP TABLE {target} PURGE")


def test_two_rows_of_one_key_are_the_error_of_the_load(spark: SparkSession) -> None:
    target = "hbase.default.twice"
    spark.sql(f"CREATE TABLE {target} (k INT, v INT, PRIMARY KEY (k)) USING hbase")
    rows = spark.sql("SELECT CAST(id % 50 AS INT) AS k, 1 AS v FROM range(0, 100, 1, 1)")
    for parallel in ("false", "true"):
        writer = rows.writeTo(target).option("write", "bulk").option("parallel", parallel)
        with pytest.raises(PySparkException) as caught:
            writer.append()
        assert condition_of(caught.value) == "SPARKSQL_HBASE.DUPLICATE_ROW_KEY"
        assert "Commit denied" not in str(caught.value)
    assert spark.table(target).count() == 0
    spark.sql(f"DROP TABLE {target} PURGE")
