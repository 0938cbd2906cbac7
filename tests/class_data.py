"""Archives of the classes that Spark and the embedded HBase load, for JVMs that tests start.

A JVM ignores an archive of other jars than its own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pyspark import SparkContext

from pyspark_hbase import session
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.embedded._launch import JAVA_OPTIONS_VARIABLE

PATIENCE_SECONDS = 120


def archive(folder: Path) -> None:
    """Write ``spark.jsa`` and ``embedded.jsa``."""
    for variable, name in (("SPARK_SUBMIT_OPTS", "spark"), (JAVA_OPTIONS_VARIABLE, "embedded")):
        # The log names each class that an archive cannot hold.
        options = f"-XX:ArchiveClassesAtExit={folder / name}.jsa -Xlog:disable"
        os.environ[variable] = f"{options} -XX:TieredStopAtLevel=1 -XX:+UseParallelGC"
    with EmbeddedHBase(region_servers=1, thrift=True) as hbase:
        spark = session(quorum=hbase.quorum, **{"spark.ui.enabled": False})
        spark.sql("CREATE TABLE hbase.default.t (k INT, v STRING, PRIMARY KEY (k)) USING hbase")
        spark.sql("INSERT INTO hbase.default.t SELECT id, concat('v', id % 7) FROM range(9)")
        spark.sql(
            "SELECT v, count(*) FROM hbase.default.t JOIN range(5) ON k = id GROUP BY v ORDER BY v"
        ).collect()
        process = SparkContext._gateway.proc
        spark.stop()
        # It writes the archive when it ends.
        process.stdin.close()
        process.wait(PATIENCE_SECONDS)


if __name__ == "__main__":
    archive(Path(sys.argv[1]).resolve())
