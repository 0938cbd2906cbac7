"""The verbs that change tables."""

from __future__ import annotations

import argparse
from pathlib import Path

from pyspark_hbase import admin
from pyspark_hbase._spark.jars import RegionServerJar
from pyspark_hbase._text.text_table import table
from pyspark_hbase.cli._connection import connect
from pyspark_hbase.cli._writing import print_json

OK, WRONG = 0, 1
_DAY_SECONDS = 86_400


def deploy(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase deploy``."""
    jar = RegionServerJar.given(Path(arguments.jar).absolute()) if arguments.jar else None
    with connect(arguments) as cluster:
        report = admin.deploy(
            cluster,
            arguments.tables,
            admin.DeployOptions(
                jar_folder=arguments.jar_folder,
                jar=jar,
                dry_run=arguments.dry_run,
                canary=not arguments.no_canary,
                wait_seconds=arguments.wait,
                rolling=arguments.rolling,
            ),
            tell=_silent if arguments.json else _say,
        )
    if arguments.json:
        print_json(report)
    else:
        print()
        print(_outcomes(report.tables, "would be " if report.dry_run else ""))
    return OK if report.succeeded else WRONG


def undeploy(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase undeploy``."""
    with connect(arguments) as cluster:
        reports = admin.undeploy(
            cluster, arguments.tables, dry_run=arguments.dry_run, wait_seconds=arguments.wait
        )
    if arguments.json:
        print_json(reports)
    else:
        print(_outcomes(reports, "would be " if arguments.dry_run else ""))
    return OK


def gc_jars(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase gc-jars``."""
    with connect(arguments) as cluster:
        reports = admin.gc_jars(
            cluster,
            jar_folder=arguments.jar_folder,
            dry_run=arguments.dry_run,
            kept_seconds=arguments.older_than * _DAY_SECONDS,
        )
    if arguments.json:
        print_json(reports)
        return OK
    prefix = "would be " if arguments.dry_run else ""
    rows = [
        [
            report.path,
            str(report.bytes),
            f"{prefix if report.outcome == admin.JarOutcome.DELETED else ''}{report.outcome}",
            report.reason,
        ]
        for report in reports
    ]
    print(table(["JAR", "BYTES", "OUTCOME", "REASON"], rows))
    return OK


def switch(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase enable`` and ``disable``."""
    with connect(arguments) as cluster:
        changed = admin.switch(
            cluster,
            arguments.tables,
            on=arguments.verb == "enable",
            wait_seconds=arguments.wait,
        )
    if arguments.json:
        print_json(changed)
    else:
        print("\n".join(f"{name} {arguments.verb}d" for name in changed) or "nothing to change")
    return OK


def _outcomes(reports: list[admin.TableReport], prefix: str) -> str:
    rows = [
        [
            report.table,
            f"{prefix if report.outcome != admin.Outcome.UNCHANGED else ''}{report.outcome}",
            str(report.regions or "-"),
            report.reason,
        ]
        for report in reports
    ]
    return table(["TABLE", "OUTCOME", "VERIFIED REGIONS", "REASON"], rows)


def _say(step: str, result: str) -> None:
    print(f"{step}: {result}", flush=True)


def _silent(step: str, result: str) -> None:
    """The JSON document says it all."""
