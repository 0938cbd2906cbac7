"""Objects of the Java process of a server."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from pyspark_hbase._spark.java import java_command

CLASS_LOADER = "org.apache.hadoop.hbase.util.CoprocessorClassLoader"
"""One for each jar of coprocessors that is loaded."""
OPEN_SCAN = "org.apache.hadoop.hbase.regionserver.RSRpcServices$RegionScannerHolder"
OURS = "org.apache.spark.sql.hbase."
_LINE = re.compile(r"^\s*\d+:\s+(\d+)\s+\d+\s+(\S+)", re.M)


def objects(pid: int) -> dict[str, int]:
    """The number of objects of each class that a full collection of garbage leaves."""
    jcmd = Path(java_command()).resolve().with_name("jcmd")
    printed = subprocess.run(
        [str(jcmd), str(pid), "GC.class_histogram"], capture_output=True, text=True, check=True
    ).stdout
    return {name: int(number) for number, name in _LINE.findall(printed)}
