"""Benchmarks: ``./build.sh bench floor [--rows N] [--json FILE]``.

``floor`` measures what one row costs inside the region server: an empty loop over the region's
scanner, then our engine with three queries; then the same queries from Spark, with and without the
coprocessor. Each layout runs in a fresh JVM, because the virtual machine optimises the scan path
for the layout that it saw first.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import floor_spark

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "jvm" / "client" / "target"
CLASS_PATH_FILE = ROOT / "build" / "bench" / "classpath.txt"
FLOOR_MAIN = "org.apache.spark.sql.hbase.client.bench.BenchFloor"
LAYOUTS = ("columns", "packed")

Measurement = dict[str, Any]


def main(arguments: list[str]) -> None:
    """Run the benchmark that the command line names."""
    parser = argparse.ArgumentParser(prog="./build.sh bench")
    parser.add_argument("name", nargs="?", choices=["floor"], default="floor")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the table")
    parser.add_argument("--json", type=Path, help="also write the measurements to this file")
    options = parser.parse_args(arguments)
    if options.rows < 1:
        parser.error("--rows must be at least 1")
    measurements = floor(options.rows)
    print(table(measurements))
    from_spark = floor_spark.measure(rows=options.rows)
    print(floor_spark.table(from_spark, options.rows))
    if options.json:
        measurements += [{"from": "spark", **dataclasses.asdict(m)} for m in from_spark]
        options.json.write_text(json.dumps(measurements, indent=2) + "\n")


def floor(rows: int) -> list[Measurement]:
    """Measure each layout in a JVM of its own."""
    class_path = test_class_path()
    measurements = []
    for layout in LAYOUTS:
        print(f"==> {rows:,} rows, layout {layout}", flush=True)
        measurements += [
            json.loads(line) for line in run_java(class_path, layout, str(rows)).splitlines()
        ]
    return measurements


def test_class_path() -> str:
    """Compile the client module with its tests; the benchmark is one of them."""
    CLASS_PATH_FILE.parent.mkdir(parents=True, exist_ok=True)
    command = [
        "mvn",
        "-q",
        "-B",
        "-ntp",
        "-f",
        str(ROOT / "jvm" / "pom.xml"),
        "-pl",
        "client",
        "-am",
        "test-compile",
        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
        f"-Dmdep.outputFile={CLASS_PATH_FILE}",
    ]
    print("+", *command, flush=True)
    subprocess.run(command, check=True)
    # Maven builds the client last, so the file is the client's.
    folders = [str(CLIENT / "test-classes"), str(CLIENT / "classes")]
    return os.pathsep.join([*folders, CLASS_PATH_FILE.read_text().strip()])


def run_java(class_path: str, *arguments: str) -> str:
    """Run the benchmark and return the JSON lines it prints."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else shutil.which("java") or "java"
    command = [java, "-Xmx3g", "-cp", class_path, FLOOR_MAIN, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def table(measurements: list[Measurement]) -> str:
    """Format measurements as a table: one line per loop, two columns per layout."""
    sizes = {m["layout"]: m for m in measurements if "storeFileBytes" in m}
    timed = [m for m in measurements if "what" in m]
    header = f"{'ns per row in the region server':34}"
    units = " " * 34
    for layout in LAYOUTS:
        size = f"{layout} ({sizes[layout]['storeFileBytes'] / 1e6:,.0f} MB)"
        header += f"{size:>24}"
        units += f"{'CPU':>12}{'wall':>12}"
    lines = [header, units]
    for what in dict.fromkeys(m["what"] for m in timed):
        line = f"{what:34}"
        for layout in LAYOUTS:
            [found] = [m for m in timed if m["what"] == what and m["layout"] == layout]
            line += f"{found['cpuNanosPerRow']:12,.1f}{found['wallNanosPerRow']:12,.1f}"
        lines.append(line)
    return "\n".join(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
