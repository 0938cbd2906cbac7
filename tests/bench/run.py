"""Benchmarks: ``./build.sh bench NAME``; the names are those of ``main``, and ``peers``.

``--rows N`` rows of the table; ``--json FILE`` writes the measurements there too.

``engine`` times the engine's kernels alone (JMH), then its queries inside a region server.
``rows`` times how frames become Spark's rows in an executor.
``points`` compares ways to read single rows, for few and many row keys.
``planning`` times how the driver gets from conditions to tasks for a table of many regions.
``write`` compares INSERT through Spark with a program of HBase's client that writes the same rows.
``load`` compares bulk load with HFileOutputFormat2 and with puts.
``idle`` compares gets, scans and puts of a table with the coprocessor to those of one without.
``gets`` times gets while 64 clients send sub-plans that compute much, or scan.
``groups`` compares group-bys of many groups with rows that Spark alone groups.
``memory`` counts the objects that remembered columns are in the heap of a region server.
``skip-scan`` reads rows at random places as the connector does, and all rows, and by gets.
``short`` compares short queries of one table with Spark on Parquet.
``cold`` compares queries of tables on HDFS, ten times the block cache, with Parquet there.
``point-reads`` compares small questions through the Thrift gateway with happybase's own calls.
``start-up`` times fresh processes that import the package or print the command's help.
``tpch`` times the queries of TPC-H beside Parquet; ``--page`` writes docs/benchmarks/tpch-SF.md.
``tpch-rows`` counts the rows that TPC-H reads; ``--page`` writes docs/benchmarks/tpch-rows.md.
``floor`` measures what one row costs inside the region server. An empty loop over the region's
scanner runs first, then our engine with three queries. Then the same queries come from Spark, with
and without the coprocessor. Each layout runs in a fresh JVM, because the virtual machine optimises
the scan path for the layout that it saw first. ``floor --mixed`` measures only a row of cells with
long names: in a fresh JVM, and in one that has read all other layouts before. ``peers`` has
arguments of its own, see ``peers/command.py``.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import os
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cold_reads
import engine_kernels
import floor_spark
import jvm_programs
import many_groups
import memory_objects
import point_reads
import pyspark
import short_queries
import skip_scan
import start_up
import tpch_rows
import tpch_times
from peers import command as peers_command

from pyspark_hbase.embedded import EmbeddedHBase

FLOOR_MAIN = "org.apache.spark.sql.hbase.client.bench.BenchFloor"
ROWS_MAIN = "org.apache.spark.sql.hbase.read.reader.BenchArrowRows"
PLANNING_MAIN = "org.apache.spark.sql.hbase.read.BenchPlanning"
PLANNING_HEAP = "-Xmx200m"
WRITERS = {
    "write": "org.apache.spark.sql.hbase.write.BenchWrite",
    "load": "org.apache.spark.sql.hbase.bulkload.BenchLoad",
}
WRITE_HEAP = "4g"
IDLE_MAIN = "org.apache.spark.sql.hbase.client.bench.BenchIdle"
IDLE_PAIRS = 40
IDLE_CALLS = 16_000
SKIP_SCAN_MAIN = "org.apache.spark.sql.hbase.client.bench.BenchSkipScan"
GETS_MAIN = "org.apache.spark.sql.hbase.client.bench.BenchGets"
POINTS_MAIN = "org.apache.spark.sql.hbase.client.bench.BenchPoints"
LAYOUTS = {layout: [layout] for layout in ("columns", "fast_diff", "packed", "columnar")}
"""The layouts that one JVM of ``floor`` reads; the last one is measured."""
MIXED = {"named": ["named"], "named, mixed": ["columnar", "packed", "columns", "named"]}
"""The layouts that one JVM of ``floor --mixed`` reads; the last one is measured."""

Measurement = dict[str, Any]


def main(arguments: list[str]) -> None:
    """Run the benchmark that the command line names."""
    if arguments[:1] == ["peers"]:
        sys.exit(peers_command.main(arguments[1:]))
    parser = argparse.ArgumentParser(prog="./build.sh bench", allow_abbrev=False)
    parser.add_argument(
        "name",
        nargs="?",
        choices=[
            "floor",
            "engine",
            "rows",
            "planning",
            "idle",
            "gets",
            "groups",
            "memory",
            "skip-scan",
            "points",
            "point-reads",
            "short",
            "cold",
            "start-up",
            "tpch",
            "tpch-rows",
            *WRITERS,
            "peers",
        ],
        default="floor",
    )
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the table")
    parser.add_argument("--json", type=Path, help="also write the measurements to this file")
    parser.add_argument("--page", action="store_true", help="tpch, tpch-rows: write its page")
    parser.add_argument("--scale", type=float, default=0.1, help="tpch: TPC-H's scale factor")
    parser.add_argument("--rounds", type=int, default=3, help="tpch: counted runs of each query")
    parser.add_argument(
        "--table-input-format", action="store_true", help="tpch: also time HBase's TableInputFormat"
    )
    parser.add_argument("--mixed", action="store_true", help="floor: in a JVM that read others")
    options = parser.parse_args(arguments)
    if min(options.rows, options.rounds) < 1 or not 0 < options.scale <= 1:
        parser.error("--rows and --rounds must be at least 1, --scale above 0 and at most 1")
    if options.name == "peers":
        parser.error("peers comes before its arguments: ./build.sh bench peers --help")
    if options.name in PRINTED:
        print(PRINTED[options.name](options.rows))
        return
    if options.name.startswith("tpch"):
        _tpch(options)
        return
    measurements: list[Measurement] = []
    if options.name == "engine":
        kernels = engine_kernels.measure()
        print(engine_kernels.table(kernels))
        measurements += [{"from": "jmh", **dataclasses.asdict(k)} for k in kernels]
    in_server = floor(options.rows, MIXED if options.mixed else LAYOUTS)
    print(table(in_server))
    measurements += in_server
    if options.name == "floor" and not options.mixed:
        from_spark = floor_spark.measure(rows=options.rows)
        print(floor_spark.table(from_spark, options.rows))
        measurements += [{"from": "spark", **dataclasses.asdict(m)} for m in from_spark]
    if options.json:
        options.json.write_text(json.dumps(measurements, indent=2) + "\n")


def _tpch(options: argparse.Namespace) -> None:
    if options.name == "tpch":
        pull = options.table_input_format
        measured = tpch_times.measure(options.scale, options.rounds, pull=pull)
        page = tpch_times.page_of(options.scale)
        text = tpch_times.page(measured, options.scale, options.rounds)
    else:
        page, text = tpch_rows.PAGE, tpch_rows.page(tpch_rows.measure())
    print(text)
    if options.page:
        page.parent.mkdir(exist_ok=True)
        page.write_text(text)


def spark_rows() -> str:
    """Time the rows of frames in memory."""
    return jvm_programs.run(_spark_class_path(), ROWS_MAIN)


def planning() -> str:
    """Time the planning of tasks in a small heap."""
    return jvm_programs.run(_spark_class_path(), PLANNING_HEAP, PLANNING_MAIN)


def write(name: str, rows: int) -> str:
    """Compare ways to write; HBase runs in a process of its own."""
    with EmbeddedHBase(region_servers=1, heap=WRITE_HEAP) as hbase:
        options = jvm_programs.spark_options()
        return jvm_programs.run(
            _spark_class_path(), *options, WRITERS[name], hbase.quorum, str(rows)
        )


def _spark_class_path() -> str:
    """The module's tests; Spark's classes are PySpark's."""
    jars = Path(pyspark.__file__).parent / "jars" / "*"
    return os.pathsep.join([jvm_programs.class_path("spark"), str(jars)])


def skip_scan_rows(rows: int) -> str:
    """Compare how rows at random places are read with reading all rows and with gets."""
    printed = jvm_programs.run(jvm_programs.class_path("client"), SKIP_SCAN_MAIN, str(rows))
    return skip_scan.table([json.loads(line) for line in printed.splitlines()])


def idle() -> str:
    """Compare a table with the coprocessor to one without, for requests that do not use it."""
    printed = jvm_programs.run(
        jvm_programs.class_path("client"), IDLE_MAIN, str(IDLE_PAIRS), str(IDLE_CALLS)
    )
    lines = [
        "ns per request (a scan: 1,000 rows), and what an empty observer and ours add",
        f"{'request':8}{'in region':>10}{'empty':>15}{'ours':>15}{'handlers':>10}{'share':>8}"
        "  ratio of handlers, middle half",
    ]
    for found in map(json.loads, printed.splitlines()):
        empty = f"{found['empty']:,.0f} +-{found['emptyNotch']:,.0f}"
        ours = f"{found['ours']:,.0f} +-{found['oursNotch']:,.0f}"
        lines.append(
            f"{found['request']:8}{found['regionNanos']:10,.0f}{empty:>15}{ours:>15}"
            f"{found['handlerNanos']:10,.0f}{found['ours'] / found['handlerNanos']:8.2%}"
            f"  {found['ratio']:.4f}, {found['ratioLow']:.4f} to {found['ratioHigh']:.4f}"
        )
    return "\n".join(lines)


def gets(rows: int) -> str:
    """Compare gets beside sub-plans with gets beside plain scans; medians of the rounds."""
    printed = jvm_programs.run(jvm_programs.class_path("client"), GETS_MAIN, str(rows))
    rounds: dict[str, list[Measurement]] = {}
    for found in map(json.loads, printed.splitlines()):
        rounds.setdefault(found["load"], []).append(found)
    lines = [
        f"microseconds of a get beside 64 clients that read {rows:,} rows; p99 in each round",
        f"{'they send':14}{'median':>9}{'p99':>9}{'most':>10}{'answers':>9}{'refused':>9}  p99",
    ]
    for load, measured in rounds.items():
        median, p99, most, answers, refused = (
            statistics.median(m[what] for m in measured)
            for what in ("median", "p99", "most", "answers", "refused")
        )
        each = ", ".join(f"{m['p99']:,.0f}" for m in measured)
        lines.append(
            f"{load.replace('_', ' '):14}{median:9,.0f}{p99:9,.0f}{most:10,.0f}"
            f"{answers:9,.0f}{refused:9,.0f}  {each}"
        )
    return "\n".join(lines)


def points(rows: int) -> str:
    """Compare gets, scans of one row and the skip scan; one region, one client."""
    printed = jvm_programs.run(jvm_programs.class_path("client"), POINTS_MAIN, str(rows))
    lines = [f"milliseconds of the fastest pass, {rows:,} rows in one region"]
    for found in map(json.loads, printed.splitlines()):
        lines.append(f"{found.pop('keys'):,} row keys")
        lines += [f"  {what:32}{millis:10,.2f}" for what, millis in found.items()]
    return "\n".join(lines)


def floor(rows: int, jvms: dict[str, list[str]]) -> list[Measurement]:
    """Measure the last layout of each of these JVMs, after it has read the others."""
    class_path = jvm_programs.class_path("client")
    measurements = []
    for name, layouts in jvms.items():
        print(f"==> {rows:,} rows, {name}", flush=True)
        printed = jvm_programs.run(class_path, FLOOR_MAIN, *layouts, str(rows))
        measurements += [{**json.loads(line), "layout": name} for line in printed.splitlines()]
    return measurements


def table(measurements: list[Measurement]) -> str:
    """Format measurements as a table: one line per loop, two columns per layout."""
    sizes = {m["layout"]: m for m in measurements if "storeFileBytes" in m}
    timed = [m for m in measurements if "what" in m]
    header = f"{'ns per row in the region server':34}"
    units = " " * 34
    for layout in sizes:
        size = f"{layout} ({sizes[layout]['storeFileBytes'] / 1e6:,.0f} MB)"
        header += f"{size:>24}"
        units += f"{'CPU':>12}{'wall':>12}"
    lines = [header, units]
    for what in dict.fromkeys(m["what"] for m in timed):
        line = f"{what:34}"
        for layout in sizes:
            of_layout = [m for m in timed if m["what"] == what and m["layout"] == layout]
            if not of_layout:
                line += f"{'-':>12}{'-':>12}"
                continue
            [found] = of_layout
            if "bytesPerRow" in found:
                line += f"{found['bytesPerRow']:12,.1f}{'':12}"
            else:
                line += f"{found['cpuNanosPerRow']:12,.1f}{found['wallNanosPerRow']:12,.1f}"
        lines.append(line)
    return "\n".join(lines)


PRINTED: dict[str, Callable[[int], str]] = {
    "rows": lambda _: spark_rows(),
    "planning": lambda _: planning(),
    **{name: functools.partial(write, name) for name in WRITERS},
    "idle": lambda _: idle(),
    "gets": gets,
    "groups": many_groups.table,
    "memory": memory_objects.table,
    "points": points,
    "short": short_queries.table,
    "cold": cold_reads.table,
    "skip-scan": skip_scan_rows,
    "start-up": lambda _: start_up.table(),
    "point-reads": lambda _: point_reads.table(point_reads.measure()),
}
"""Benchmarks that are one text, by name; they are given the number of rows."""


if __name__ == "__main__":
    main(sys.argv[1:])
