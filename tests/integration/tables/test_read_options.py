"""Options of a read choose the table, whether Spark tells them to the catalog or a rule does."""

from __future__ import annotations

import time

import pyspark
from pyspark.sql import SparkSession

TABLE = "hbase.default.read_options"


def test_a_read_with_options_stands_beside_one_without(spark: SparkSession) -> None:
    spark.sql(f"CREATE TABLE {TABLE} (id INT, v STRING NOT NULL, PRIMARY KEY (id))")
    spark.sql(f"INSERT INTO {TABLE} VALUES (1, 'old')")
    time.sleep(0.01)
    between = int(time.time() * 1000)
    time.sleep(0.01)
    spark.sql(f"INSERT INTO {TABLE} VALUES (2, 'new')")
    later = spark.read.option("time.start", between).table(TABLE)
    everything = spark.table(TABLE)
    assert [tuple(row) for row in later.collect()] == [(2, "new")]
    # A cell of that time may be absent.
    assert later.schema["v"].nullable
    assert not everything.schema["v"].nullable
    assert later.where("v IS NULL").count() == 0
    assert later.join(everything, "id").count() == 1
    assert everything.join(later, "id", "left_anti").select("id").first() == (1,)
    permissive = spark.read.option("mode", "permissive").table(TABLE).where("id > 1").select("id")
    # Spark 3.5 has no options in SQL.
    if not pyspark.__version__.startswith("3."):
        in_sql = spark.sql(f"SELECT id FROM {TABLE} WITH (mode = 'permissive') WHERE id > 1")
        assert in_sql.collect() == permissive.collect()
    assert [row.id for row in permissive.collect()] == [2]
    spark.sql(f"DROP TABLE {TABLE} PURGE")
