"""The verbs that only look."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Final

from pyspark_hbase import admin
from pyspark_hbase._spark.jars import SHORT_DIGEST_LENGTH
from pyspark_hbase._text.text_table import aligned, table
from pyspark_hbase.admin import Handshake, Level, RegionInfo, RegionState, TableStatus
from pyspark_hbase.cli._connection import connect
from pyspark_hbase.cli._writing import number, print_json, size
from pyspark_hbase.errors import AdminError, PySparkHBaseError

OK, WRONG = 0, 1
_CLEAR: Final = "\x1b[2J\x1b[H"


def status(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase status``."""
    with connect(arguments) as cluster:
        found = admin.status(cluster, arguments.tables, unknown=_tell_unknown)
    if arguments.json:
        print_json(found)
    elif not found:
        print("no table has the coprocessor")
    else:
        print(_tables(found))
        if arguments.tables and any(each.handshakes for each in found):
            print()
            print(_handshakes(found))
    return OK if all(each.is_sound for each in found) else WRONG


def _tell_unknown(error: AdminError) -> None:
    print(f"SQL tables without the coprocessor are not listed. {error}", file=sys.stderr)


def doctor(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase doctor``."""
    checks = admin.this_machine()
    if not arguments.is_named:
        advice = "--quorum host:port, or set PYSPARK_HBASE_QUORUM"
        checks.append(
            admin.Check(Level.WARN, "cluster", "not looked at, no quorum is given", advice)
        )
    elif all(check.level != Level.FAIL for check in checks):
        try:
            with connect(arguments) as cluster:
                checks = admin.doctor(cluster, jar_folder=arguments.jar_folder)
        except PySparkHBaseError as error:
            checks.append(admin.Check(Level.FAIL, "cluster", str(error)))
    if arguments.json:
        print_json(checks)
    else:
        lines = []
        for check in checks:
            advice = f" -> {check.advice}" if check.advice else ""
            lines.append((f"{check.level:<4}", check.name, f"{check.finding}{advice}"))
        print("\n".join(aligned(lines)))
    return WRONG if any(check.level == Level.FAIL for check in checks) else OK


def regions(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase regions``."""
    with connect(arguments) as cluster:
        [found] = cluster.find_tables([arguments.table])[:1]
        listed = cluster.regions(found.name)
    if arguments.json:
        print_json(listed)
    else:
        print(_regions(listed))
    return OK


def top(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase top``; without ``--once`` until it is interrupted."""
    with connect(arguments) as cluster:
        names = [
            each.name
            for each in (
                cluster.find_tables(arguments.tables) if arguments.tables else cluster.tables()
            )
        ]
        before: dict[str, RegionInfo] = {}
        at = time.monotonic()
        while True:
            now = time.monotonic()
            listed = [(name, region) for name in names for region in cluster.regions(name)]
            seconds = now - at if before else 0.0
            _show(arguments, _busiest(listed, before, seconds, arguments.rows))
            if arguments.once:
                return OK
            before, at = {region.region: region for _, region in listed}, now
            time.sleep(arguments.interval)


def _show(arguments: argparse.Namespace, rows: list[dict[str, object]]) -> None:
    if arguments.json:
        print_json(rows)
        return
    if not arguments.once and sys.stdout.isatty():
        print(_CLEAR, end="")
    headers = list(rows[0]) if rows else ["table"]
    lines = [[str(value) for value in row.values()] for row in rows]
    print(table([header.replace("_", " ").upper() for header in headers], lines), flush=True)


def _busiest(
    listed: list[tuple[str, RegionInfo]],
    before: dict[str, RegionInfo],
    seconds: float,
    limit: int,
) -> list[dict[str, object]]:
    """Requests of each region: per second since ``before``, or all where that is empty."""
    rows: list[dict[str, object]] = []
    for name, region in listed:
        counts = (region.reads or 0, region.filtered_reads or 0, region.writes or 0)
        if seconds:
            earlier = before.get(region.region, RegionInfo(region.region, "", "", ""))
            was = (earlier.reads or 0, earlier.filtered_reads or 0, earlier.writes or 0)
            # A region that was opened again counts from zero.
            counts = tuple(  # type: ignore[assignment]
                round(max(0, new - old) / seconds) for new, old in zip(counts, was, strict=True)
            )
        unit = "_per_second" if seconds else ""
        rows.append(
            {
                "table": name,
                "region": region.region,
                "server": region.server,
                f"reads{unit}": counts[0],
                f"filtered_reads{unit}": counts[1],
                f"writes{unit}": counts[2],
                "stored": size(region.store_file_bytes),
            }
        )
    unit = "_per_second" if seconds else ""
    rows.sort(key=lambda row: -_load(row, unit))
    return rows[:limit]


def _load(row: dict[str, object], unit: str) -> int:
    reads, writes = row[f"reads{unit}"], row[f"writes{unit}"]
    assert isinstance(reads, int)
    assert isinstance(writes, int)
    return reads + writes


def _tables(found: list[TableStatus]) -> str:
    rows = [
        [
            each.table.name,
            _state(each),
            _answering(each),
            ", ".join(each.versions) or "-",
            ", ".join(digest[:SHORT_DIGEST_LENGTH] for digest in each.digests) or "-",
            "-" if each.table.jar is None else each.table.jar or "class path",
        ]
        for each in found
    ]
    return table(["TABLE", "STATE", "REGIONS", "VERSION", "DIGEST", "JAR"], rows)


def _state(found: TableStatus) -> str:
    if found.table.jar is None:
        return "not attached"
    if not found.table.is_enabled:
        return "disabled table"
    if found.jar_is_gone:
        return "JAR IS GONE"
    if not found.is_sound:
        return "BROKEN"
    return "off" if found.in_state(RegionState.OFF) else "on"


def _answering(found: TableStatus) -> str:
    """The regions that answer, of those that were asked; of no jar none is asked."""
    answering = found.in_state(RegionState.ON, RegionState.OFF)
    return f"{len(answering)}/{len(found.handshakes)}" if found.handshakes else "-"


def _loaded(answer: Handshake) -> str:
    return "" if answer.instances == 1 else f"loaded {answer.instances} times"


def _through_scanner(answer: Handshake) -> str:
    return f"scanner: {answer.through_scanner}" if answer.through_scanner else ""


def _handshakes(found: list[TableStatus]) -> str:
    rows = [
        [
            each.table.name,
            answer.region,
            answer.start_row or '""',
            answer.server,
            answer.state.value,
            answer.version or "-",
            answer.digest[:SHORT_DIGEST_LENGTH] or "-",
            answer.java.release if answer.java else "-",
            answer.problem or _loaded(answer) or answer.unlinked or _through_scanner(answer),
        ]
        for each in found
        for answer in each.handshakes
    ]
    headers = ["TABLE", "REGION", "START ROW", "SERVER", "STATE", "VERSION", "DIGEST"]
    return table([*headers, "JAVA", "PROBLEM"], rows)


def _regions(listed: list[RegionInfo]) -> str:
    rows = [
        [
            region.region,
            region.start_row or '""',
            region.server,
            size(region.store_file_bytes),
            size(region.mem_store_bytes),
            number(region.store_files),
            "-" if region.locality is None else f"{region.locality:.0%}",
            number(region.reads),
            number(region.filtered_reads),
            number(region.writes),
        ]
        for region in listed
    ]
    headers = ["REGION", "START ROW", "SERVER", "STORED", "MEMORY", "FILES", "LOCALITY"]
    return table([*headers, "READS", "FILTERED READS", "WRITES"], rows)
