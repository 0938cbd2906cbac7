"""A session whose Kryo takes registered classes only reads and writes as every other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import programs

from pyspark_hbase.embedded import EmbeddedHBase

PROGRAM = """
import sys
import pyspark_hbase
spark = pyspark_hbase.session(
    quorum=sys.argv[1],
    **{
        "spark.serializer": "org.apache.spark.serializer.KryoSerializer",
        "spark.kryo.registrationRequired": "true",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": 2,
    },
)
spark.sql("CREATE NAMESPACE hbase.kryo")
spark.sql("USE hbase.kryo")
columns = "(k INT, v STRING, PRIMARY KEY (k))"
spark.sql(f"CREATE TABLE t {columns} USING hbase TBLPROPERTIES ('hbase.splits' = '50')")
spark.sql("INSERT INTO t SELECT id, concat('v', id % 7) FROM range(100)")
more = spark.sql("SELECT CAST(id + 100 AS INT) AS k, 'bulk' AS v FROM range(10)")
more.writeTo("t").option("write", "bulk").append()
spark.sql("UPDATE t SET v = 'changed' WHERE k < 3")
merge = "MERGE INTO t USING (SELECT 5 AS k) u ON t.k = u.k WHEN MATCHED THEN UPDATE SET "
spark.sql(merge + "v = 'merged'")
spark.sql("DELETE FROM t WHERE k = 7")
spark.sql("DELETE FROM t WHERE v LIKE '%6' AND k < 50")
spark.sql("CALL hbase.system.analyze(table => 'kryo.t')").collect()
print(sorted(tuple(row) for row in spark.sql("SELECT v, count(*) FROM t GROUP BY v").collect()))
joined = "SELECT /*+ {}(b) */ count(*) FROM t a JOIN t b ON a.k = b.k + 1 WHERE b.v = 'v1'"
print([spark.sql(joined.format(hint)).collect()[0][0] for hint in ("BROADCAST", "MERGE")])
# So few that a Bloom filter stands for the keys.
spark.conf.set("spark.sql.hbase.join.runtime.keys", 5)
print(spark.sql(joined.format("MERGE")).collect()[0][0])
print([row.k for row in spark.sql("SELECT k FROM t ORDER BY v, k DESC LIMIT 3").collect()])
try:
    spark.sql("INSERT INTO t SELECT CAST(1 AS INT), repeat('x', 10500000)")
except Exception as error:
    print(error.getCondition())
spark.sql("TRUNCATE TABLE t")
print(spark.table("t").count())
"""


def test_all_statements_run(hbase: EmbeddedHBase, tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, hbase.quorum]
    process: subprocess.Popen[str] = programs.start(command, tmp_path)
    counts, joined, by_filter, ordered, refused, left = programs.output(process, tmp_path)
    assert ("'bulk', 10" in counts) and ("'changed', 3" in counts) and ("'merged', 1" in counts)
    assert (joined, by_filter) == ("[14, 14]", "14")
    assert ordered == "[109, 108, 107]"
    assert (refused, left) == ("SPARKSQL_HBASE.CELL_TOO_LARGE", "0")
