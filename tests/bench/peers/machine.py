"""Facts for the page about the machine and the software."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from importlib.metadata import version
from pathlib import Path

from peers import artifacts


def description() -> dict[str, str]:
    """Names and values, for people."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "processors": f"{os.cpu_count()} x {found[1] if found else platform.machine()}",
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.system()} {platform.release()}",
        "Java": _java_version(),
        "Python": platform.python_version(),
        "HBase": "2.6.4-hadoop3, embedded: one region server, local file system",
        "Spark": version("pyspark"),
        "DuckDB": version("duckdb"),
        "commit": _commit(),
    }


def _java_version() -> str:
    done = subprocess.run(
        [artifacts.java(), "-version"], check=True, stderr=subprocess.PIPE, text=True
    )
    found = re.search(r'"(.*)"', done.stderr)
    return found[1] if found else done.stderr.splitlines()[0]


def _commit() -> str:
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        check=False,
        cwd=artifacts.ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.strip() or "unknown"
