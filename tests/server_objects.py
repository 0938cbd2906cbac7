"""Objects and figures of the Java process of a server."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

from ports import free_port

from pyspark_hbase._spark.java import java_command

CLASS_LOADER = "org.apache.hadoop.hbase.util.CoprocessorClassLoader"
"""One for each jar of coprocessors that is loaded."""
OPEN_SCAN = "org.apache.hadoop.hbase.regionserver.RSRpcServices$RegionScannerHolder"
LEASE = "org.apache.hadoop.hbase.regionserver.LeaseManager$Lease"
MEMSTORE_CHUNK = "org.apache.hadoop.hbase.regionserver.OnheapChunk"
"""Memory for cells, of 2 MiB, or a tenth of that; HBase keeps it in a pool when it is empty."""
OURS = "org.apache.spark.sql.hbase."
_LINE = re.compile(r"^\s*\d+:\s+(\d+)\s+(\d+)\s+(\S+)", re.M)
_THREAD = re.compile(r'\s*"(.+?)" ')
_NUMBER = re.compile(r"0x[0-9a-f]+|\d+")


def objects(pid: int) -> dict[str, int]:
    """The number of objects of each class that a full collection of garbage leaves."""
    return {name: number for name, (number, _) in objects_and_bytes(pid).items()}


def objects_and_bytes(pid: int) -> dict[str, tuple[int, int]]:
    """As :func:`objects`, with the bytes that they take together."""
    histogram = _jcmd(pid, "GC.class_histogram")
    return {name: (int(number), int(size)) for number, size, name in _LINE.findall(histogram)}


def stacks(pid: int) -> Counter[str]:
    """The number of threads of each name, without numbers, that stand at the same place."""
    found: Counter[str] = Counter()
    for thread in _jcmd(pid, "Thread.print").split("\n\n"):
        if name := _THREAD.match(thread):
            calls = [line.strip() for line in thread.splitlines() if line.startswith("\tat ")]
            found["\n  ".join([_NUMBER.sub("N", name[1]), *calls])] += 1
    return found


def figures(pid: int) -> dict[str, str]:
    """The figures that monitoring reads over JMX: of our coprocessor, and of HBase's caches."""
    port = str(free_port())
    options = [f"jmxremote.port={port}", "jmxremote.authenticate=false", "jmxremote.ssl=false"]
    _jcmd(pid, "ManagementAgent.start", *options)
    try:
        program = str(Path(__file__).with_name("Figures.java"))
        line = [str(Path(java_command()).resolve()), program, port]
        printed = subprocess.run(line, check=True, capture_output=True, text=True).stdout
    finally:
        _jcmd(pid, "ManagementAgent.stop")
    return dict(line.rsplit(" ", 2)[1:] for line in printed.splitlines())


def _jcmd(pid: int, *command: str) -> str:
    program = Path(java_command()).resolve().with_name("jcmd")
    return subprocess.run(
        [str(program), str(pid), *command], capture_output=True, text=True, check=True
    ).stdout
