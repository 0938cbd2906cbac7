"""One sub-plan built in Python, run through Spark and, without Spark, through Thrift."""

from __future__ import annotations

from typing import Any, Final

import happybase
from pyspark.sql import SparkSession

from pyspark_hbase._explain.scans import hbase_scans
from pyspark_hbase.demo._answers import answer, difference, digest
from pyspark_hbase.demo._flights import TIME_ZONE
from pyspark_hbase.demo._runs import WrongAnswerError
from pyspark_hbase.expressions import avg, col, count, max_
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.table_schema import TableSchema

_MILES: Final = 1000
_SQL: Final = (
    "SELECT origin, count(*), avg(arr_delay), max(distance) FROM flights_parquet\n"
    f"WHERE distance > {_MILES} AND dep_delay <= 0 GROUP BY origin"
)


def run(spark: SparkSession, thrift: str) -> dict[str, Any]:
    """Build, serialize, run on both routes, compare with Spark's answer on Parquet."""
    host, port = thrift.split(":")
    connection = happybase.Connection(host, int(port))
    try:
        plan = (
            SubPlan.scan(TableSchema.load(connection, "default.flights"), time_zone=TIME_ZONE)
            .filter((col("distance") > _MILES) & (col("dep_delay") <= 0))
            .group_by("origin")
            .agg(count().alias("flights"), avg("arr_delay").alias("delay"), max_("distance"))
        )
        print(plan.explain())
        print(f"{len(plan.to_bytes())} bytes of protobuf, sent as they are")
        frame = plan.to_dataframe(spark)
        through_spark = answer(frame.collect())
        table = plan.to_arrow(connection)
    finally:
        connection.close()
    frame.show()
    for scan in hbase_scans(frame):
        print(scan.description)
    through_thrift = answer(list(row.values()) for row in table.to_pylist())
    expected = answer(spark.sql(_SQL).collect())
    for route, found in (("Spark", through_spark), ("Thrift", through_thrift)):
        problem = difference(expected, found)
        if problem is not None:
            raise WrongAnswerError(f"The sub-plan through {route} differs from Parquet: {problem}.")
    print("through Spark, through Thrift without Spark, and SQL on Parquet: three equal answers")
    return {
        "explain": plan.explain(),
        "bytes": len(plan.to_bytes()),
        "digest": digest(expected),
        "spark": digest(through_spark),
        "thrift": digest(through_thrift),
    }
