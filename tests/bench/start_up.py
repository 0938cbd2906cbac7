"""Measures the time until a process can work: the interpreter, the package, the command."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from typing import Final

RUNS: Final = 15
COMMANDS: Final = {
    "python alone": ["-c", "pass"],
    "import pyspark_hbase": ["-c", "import pyspark_hbase"],
    "import pyspark_hbase, connect": ["-c", "from pyspark_hbase import connect"],
    "pyspark-hbase --help": ["-m", "pyspark_hbase.cli", "--help"],
    "pyspark-hbase deploy --help": ["-m", "pyspark_hbase.cli", "deploy", "--help"],
}


def table() -> str:
    """Medians of fresh processes, which take turns; the first round fills the caches of files."""
    seconds: dict[str, list[float]] = {what: [] for what in COMMANDS}
    for number in range(RUNS + 1):
        for what, arguments in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
            if number:
                seconds[what].append(time.perf_counter() - start)
    return "\n".join(
        f"{what:32}{statistics.median(found) * 1000:7.0f} ms" for what, found in seconds.items()
    )
