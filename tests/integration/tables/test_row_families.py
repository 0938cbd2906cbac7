"""Some families of another program's HBase table say which rows there are."""

from __future__ import annotations

import happybase
import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession

from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase

COLUMNS = "(k STRING, v STRING, PRIMARY KEY (k)) USING hbase"
PLACES = (
    "'hbase.table' = 'row_families', 'hbase.layout' = 'columns', 'hbase.encoding' = 'string', "
    "'hbase.family' = 'a', 'hbase.column.v.qualifier' = 'v'"
)


def test_rows_of_other_families_are_no_rows(spark: SparkSession, hbase: EmbeddedHBase) -> None:
    host, port = hbase.thrift.split(":")
    gateway = happybase.Connection(host, int(port))
    gateway.create_table("row_families", {"a": {}, "b": {}, "c": {}})
    table = gateway.table("row_families")
    table.put(b"in_a", {b"a:v": b"1", b"b:x": b"x"})
    table.put(b"in_b", {b"b:x": b"x"})
    table.put(b"in_c", {b"c:x": b"x"})
    gateway.close()
    jar = spark.conf.get("spark.sql.hbase.coprocessor.jar")
    for families, expected in (
        (None, ["in_a", "in_b", "in_c"]),
        ("b", ["in_a", "in_b"]),
        ("a", ["in_a"]),
    ):
        name = f"rows_by_{families}"
        by = "" if families is None else f", 'hbase.row.families' = '{families}'"
        properties = f"{PLACES}, 'hbase.coprocessor.jar' = '{jar}'{by}"
        spark.sql(f"CREATE TABLE hbase.default.{name} {COLUMNS} TBLPROPERTIES ({properties})")
        for mode in ("auto", "off"):
            read = f"hbase.default.{name} WITH (coprocessor = '{mode}')"
            rows = spark.sql(f"SELECT k FROM {read} ORDER BY k").collect()
            assert [row.k for row in rows] == expected
            assert spark.sql(f"SELECT count(*) FROM {read}").collect() == [(len(expected),)]
            facts = spark.sql(f"SELECT k FROM {read} WHERE _region > '' ORDER BY k").collect()
            assert [row.k for row in facts] == expected
        with connect(f"thrift://{hbase.thrift}") as connection:
            counted = connection.sql(f"SELECT count(*) AS n FROM {name}").to_arrow()
            assert counted.to_pydict() == {"n": [len(expected)]}
        shown = spark.sql(f"SHOW CREATE TABLE hbase.default.{name}").collect()[0][0]
        assert ("hbase.row.families" in shown) == (families is not None)


def test_other_tables_have_no_such_property(spark: SparkSession) -> None:
    by = "TBLPROPERTIES ('hbase.row.families' = 'd')"
    with pytest.raises(AnalysisException, match="INVALID_PROPERTY.*hbase.row.families"):
        spark.sql(f"CREATE TABLE hbase.default.own_rows {COLUMNS} {by}")
