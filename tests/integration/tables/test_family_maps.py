"""A map over a column family whose qualifiers are any bytes, without Spark."""

from __future__ import annotations

import json
import subprocess
import sys

import happybase
from pyspark.sql import SparkSession

from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase

# Of the first three no two are alike, but their texts would be, with U+FFFD in place of bytes.
ENTRIES = {b"q\xfe": 1, b"q\xff": 2, b"q\xef\xbf\xbd": 3, b"q": 4, b"": 5, b"\x00\xff\x80": 6}


def test_no_entry_is_lost(spark: SparkSession, hbase: EmbeddedHBase) -> None:
    host, port = hbase.thrift.split(":")
    gateway = happybase.Connection(host, int(port))
    gateway.create_table("any_names", {"m": {}})
    cells = {b"m:" + name: value.to_bytes(4, "big") for name, value in ENTRIES.items()}
    gateway.table("any_names").put(b"r1", cells)
    gateway.table("any_names").put(b"r2", {b"m:q": (4).to_bytes(4, "big")})
    gateway.close()
    jar = spark.conf.get("spark.sql.hbase.coprocessor.jar")
    spark.sql(
        "CREATE TABLE hbase.default.any_names (k STRING, m MAP<BINARY, INT>, PRIMARY KEY (k)) "
        "USING hbase TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.encoding' = 'hbase', "
        "'hbase.family' = 'm', 'hbase.column.m.family' = 'm', 'hbase.column.m.qualifier' = '*', "
        f"'hbase.coprocessor.jar' = '{jar}')"
    )
    of_spark = spark.sql("SELECT k, m FROM hbase.default.any_names ORDER BY k").toArrow()
    with connect(f"thrift://{hbase.thrift}") as connection:
        for condition, rows in (("true", 2), ("k = 'r1'", 1), ("k >= 'r1'", 2)):
            query = connection.sql(f"SELECT k, m FROM any_names WHERE {condition} ORDER BY k")
            found = query.to_arrow()
            assert found.num_rows == rows
            assert dict(found["m"][0].as_py()) == ENTRIES
            assert len(found["m"][0].as_py()) == len(ENTRIES)
            assert dict(next(iter(query))["m"]) == ENTRIES
            assert dict(query.to_pandas()["m"][0]) == ENTRIES
        assert dict(of_spark["m"][0].as_py()) == ENTRIES
    # The printed forms keep apart what they show.
    shown = subprocess.run(
        [sys.executable, "-m", "pyspark_hbase.cli", "sql", "--connect", f"thrift://{hbase.thrift}"]
        + ["--format", "json", "-e", "SELECT m FROM any_names WHERE k = 'r1'"],
        check=True,
        capture_output=True,
        text=True,
    )
    (printed,) = json.loads(shown.stdout)
    assert len(printed["m"]) == len(ENTRIES)
