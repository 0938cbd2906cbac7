"""``python -m pyspark_hbase.embedded up`` and ``down``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pyspark_hbase._text.assignments import settings
from pyspark_hbase.embedded._background import down, recorded, told, up
from pyspark_hbase.embedded._launch import Options
from pyspark_hbase.errors import PySparkHBaseError, SetupError


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pyspark_hbase.embedded", description="An HBase of this machine, in the background."
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--name", default="hbase", help="name of the cluster, where there are several"
    )
    common.add_argument(
        "--state-dir",
        type=Path,
        default=Path.home() / ".local/state/pyspark-hbase",
        help="folder of the state files",
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    start = verbs.add_parser("up", parents=[common], help="start; the last line is the quorum")
    start.add_argument("--region-servers", type=int, default=1, metavar="N")
    start.add_argument("--data", type=Path, metavar="DIR", help="folder whose tables survive")
    start.add_argument("--thrift", action="store_true", help="start a Thrift gateway too")
    start.add_argument(
        "--separate-processes", action="store_true", help="each server is a process of its own"
    )
    start.add_argument(
        "--hdfs",
        type=int,
        default=0,
        metavar="N",
        help="keep the files on HDFS, of so many data nodes; with --separate-processes",
    )
    start.add_argument(
        "--conf", action="append", default=[], metavar="KEY=VALUE", help="a setting of HBase"
    )
    stop = verbs.add_parser("down", parents=[common], help="stop the cluster")
    stop.add_argument("--all", action="store_true", help="stop every cluster")
    return parser


def _up(arguments: argparse.Namespace) -> None:
    options = Options(
        name=arguments.name,
        region_servers=arguments.region_servers,
        thrift=arguments.thrift,
        separate_processes=arguments.separate_processes,
        hdfs=arguments.hdfs,
        data=arguments.data,
        conf=settings(arguments.conf),
    )
    running = up(options, arguments.state_dir)
    print(f"embedded HBase {running.name!r} serves, {told(running.pids)}")
    if running.thrift is not None:
        print(f"thrift {running.thrift}")
    print(running.quorum)


def _down(arguments: argparse.Namespace) -> None:
    found = [
        running
        for running in recorded(arguments.state_dir)
        if arguments.all or running.name == arguments.name
    ]
    for running in found:
        down(running)
        print(f"stopped {running.name!r}, {told(running.pids)}")
    if not found and not arguments.all:
        raise SetupError(
            f"No embedded HBase named {arguments.name!r} is recorded in {arguments.state_dir}."
        )


def main() -> int:
    """Run one verb; the exit status is 2 when it cannot be done."""
    arguments = _arguments().parse_args()
    try:
        if arguments.verb == "up":
            _up(arguments)
        else:
            _down(arguments)
    except PySparkHBaseError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
