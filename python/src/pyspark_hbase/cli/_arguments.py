"""The verbs of ``pyspark-hbase`` and their options.

argparse rather than a library: nothing to install or import before the first letter of help.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

QUORUM_VARIABLE: Final = "PYSPARK_HBASE_QUORUM"
_NAMES_CLUSTER: Final = (
    "hbase.client.bootstrap.servers=",
    "spark.sql.catalog.hbase.hbase.client.bootstrap.servers=",
    "spark.sql.catalog.hbase.site=",
)
"""Values of --conf that say where the cluster is, in place of a quorum."""

_Parsers = Callable[..., argparse.ArgumentParser]

_FORMATS: Final = (
    *("auto", "table", "csv", "tsv", "json", "jsonl", "markdown", "vertical"),
    *("arrow", "parquet"),
)
"""The formats of cli/sql_prompt/_formats.py, which imports more than --help needs."""

_EPILOG: Final = f"""\
Without a verb: the PySpark shell with HBase in it, as pyspark-hbase shell --help describes.
The cluster is that of --quorum or {QUORUM_VARIABLE}; an hbase-site.xml in HBASE_CONF_DIR is read.
Exit status: 0 as asked, 1 something on the cluster is not as it should be, 2 wrong use or something
is missing on this machine.
"""


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of one verb; ``run`` is the function that does it."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in {"-h", "--help", "--version"}):
        given.insert(0, "shell")
    root = parser()
    parsed, rest = root.parse_known_args(given)
    # What the shell does not know is Spark's.
    if rest and parsed.verb != "shell":
        known = f"pyspark-hbase {parsed.verb} --help lists those that it takes"
        root.error(f"unrecognized arguments: {' '.join(rest)}; {known}")
    parsed.rest = rest
    is_named = any(
        assignment.startswith(_NAMES_CLUSTER) for assignment in getattr(parsed, "conf", ())
    )
    is_named = is_named or getattr(parsed, "connect", None) is not None
    looks_here = parsed.verb == "doctor"
    parsed.is_named = is_named or parsed.quorum is not None or _is_configured(root, looks_here)
    if not parsed.is_named and not looks_here:
        root.error(f"--quorum is missing: host:port of ZooKeeper, or set {QUORUM_VARIABLE}")
    return parsed


def _is_configured(root: argparse.ArgumentParser, looks_here: bool) -> bool:
    """Whether the hbase-site.xml in HBASE_CONF_DIR says where the cluster is.

    The doctor tells what is wrong with it, among all else.
    """
    from pyspark_hbase._spark.quorum import configured  # noqa: PLC0415  (help needs nothing of it)
    from pyspark_hbase.errors import SetupError  # noqa: PLC0415  (the same)

    try:
        return configured() is not None
    except SetupError as error:
        if looks_here:
            return False
        root.error(str(error))


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    root = argparse.ArgumentParser(
        prog="pyspark-hbase",
        description="Spark SQL on HBase: shells, and the coprocessor on tables.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    verbs = root.add_subparsers(dest="verb", required=True, metavar="VERB")
    common = _common(_cluster())

    def add(name: str, summary: str) -> argparse.ArgumentParser:
        return verbs.add_parser(name, help=summary, description=summary, parents=[common])

    _add_shells(verbs)
    _add_deployment(add)
    _add_looking(add)
    _add_report(add)
    _add_demo(verbs)
    _add_migration(verbs)
    _add_jars(verbs)
    return root


class _Version(argparse.Action):
    """Prints the version, which is found only then: that takes longer than all other help."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print and end."""
        from pyspark_hbase._spark.jars import package_version  # noqa: PLC0415

        print(f"pyspark-hbase {package_version()}")
        parser.exit()


def _cluster() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(add_help=False)
    options.add_argument(
        "--quorum",
        metavar="HOST:PORT,...",
        default=os.environ.get(QUORUM_VARIABLE),
        help=f"ZooKeeper of the cluster (default: {QUORUM_VARIABLE})",
    )
    options.add_argument(
        "--conf",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a property of HBase; in shells also of Spark (spark.*); may be repeated",
    )
    return options


def _common(cluster: argparse.ArgumentParser) -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(add_help=False, parents=[cluster])
    options.add_argument("--json", action="store_true", help="print one JSON document")
    options.add_argument("--verbose", action="store_true", help="show the log of HBase's client")
    return options


def _add_shells(verbs: Any) -> None:
    summary = "The PySpark shell with spark, hsqlContext and the commands of HBase's shell."
    shell = verbs.add_parser(
        "shell",
        help=summary,
        description=f"{summary} All other options go to pyspark.",
        parents=[_cluster()],
        allow_abbrev=False,
    )
    _master(shell)
    shell.set_defaults(run=_runner("_shell", "shell"))
    summary = "A SQL prompt, over Spark or over HBase's Thrift gateway."
    sql = verbs.add_parser(
        "sql",
        help=summary,
        description=f"{summary} Statements end with a semicolon.",
        epilog="Exit status: 0 all answered, 1 a statement failed, 2 wrong use, 130 interrupted.",
        parents=[_cluster()],
        allow_abbrev=False,
    )
    sql.add_argument(
        "--connect",
        metavar="thrift://HOST:PORT",
        help="ask this Thrift gateway: queries of one table, without Spark and Java",
    )
    _master(sql)
    sql.add_argument("--namespace", default="default", help="namespace of bare table names")
    sql.add_argument(
        "-e",
        dest="statements",
        action="append",
        default=[],
        metavar="SQL",
        help="run this statement and end; may be repeated",
    )
    sql.add_argument("-f", dest="file", metavar="FILE", help="run a file and end; - is the input")
    sql.add_argument(
        "--format",
        choices=_FORMATS,
        help="format of results (default: auto, a table, or vertical where a row is too wide)",
    )
    sql.add_argument("--types", action="store_true", help="show the types of columns")
    sql.add_argument("-o", dest="output", metavar="FILE", help="write results to a file")
    sql.add_argument("--timing", action="store_true", help="print the time of each statement")
    sql.set_defaults(run=_runner("_sql_verb", "sql"))


def _master(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--master", metavar="URL", default="local[2]", help="master of Spark (default: local[2])"
    )


def _add_deployment(add: _Parsers) -> None:
    deploy = add("deploy", "Attach the coprocessor to tables, check it, and undo it on failure.")
    _tables(deploy, required=True)
    deploy.add_argument(
        "--jar-folder",
        metavar="URI",
        help="folder that all servers can read (default: pyspark-hbase/lib in hbase.rootdir)",
    )
    deploy.add_argument("--dry-run", action="store_true", help="check and plan, change nothing")
    deploy.add_argument(
        "--no-canary", action="store_true", help="do not try the jar on a table of its own"
    )
    deploy.add_argument(
        "--rolling",
        type=int,
        nargs="?",
        const=1,
        default=0,
        metavar="N",
        help="open at most N regions of a table again at once (1 without N; default: all)",
    )
    deploy.add_argument("--jar", metavar="FILE", help="another jar than the one in this package")
    _wait(deploy)
    deploy.set_defaults(run=_runner("_deployment", "deploy"))
    undeploy = add("undeploy", "Take the coprocessor off tables; queries go on, in Spark.")
    _tables(undeploy, required=True)
    undeploy.add_argument("--dry-run", action="store_true", help="print the tables, change nothing")
    _wait(undeploy)
    undeploy.set_defaults(run=_runner("_deployment", "undeploy"))
    jars = add("gc-jars", "Delete published jars that no table names any more.")
    jars.add_argument("--jar-folder", metavar="URI", help="folder of the jars, as for deploy")
    jars.add_argument("--dry-run", action="store_true", help="print the jars, delete nothing")
    jars.add_argument(
        "--older-than",
        type=float,
        default=1.0,
        metavar="DAYS",
        help="keep younger jars, which somebody may be about to attach (default: 1)",
    )
    jars.set_defaults(run=_runner("_deployment", "gc_jars"))
    for name, summary in (
        ("enable", "Let region servers run the sub-plans of tables again."),
        ("disable", "Kill switch: region servers refuse sub-plans, queries run in Spark."),
    ):
        switch = add(name, summary)
        _tables(switch, required=True)
        _wait(switch)
        switch.set_defaults(run=_runner("_deployment", "switch"))


def _add_looking(add: _Parsers) -> None:
    status = add(
        "status", "Show which coprocessor answers, by table and, for named tables, by region."
    )
    _tables(status, required=False)
    status.set_defaults(run=_runner("_looking", "status"))
    doctor = add("doctor", "Check everything that pushdown needs; change nothing.")
    doctor.add_argument("--jar-folder", metavar="URI", help="folder of the jars, as for deploy")
    doctor.set_defaults(run=_runner("_looking", "doctor"))
    regions = add("regions", "Size, locality and requests of a table's regions.")
    regions.add_argument("table", metavar="TABLE")
    regions.set_defaults(run=_runner("_looking", "regions"))
    top = add("top", "The busiest regions of tables, live.")
    _tables(top, required=False)
    top.add_argument("--once", action="store_true", help="one snapshot: requests since opening")
    top.add_argument("--interval", type=float, default=2.0, metavar="SECONDS")
    top.add_argument("--rows", type=int, default=20, metavar="N", help="regions to show")
    top.set_defaults(run=_runner("_looking", "top"))


def _add_report(add: _Parsers) -> None:
    report = add("report", "Run a query and write what it read from HBase as a page with pictures.")
    report.add_argument("file", metavar="FILE", help="the page, replaced if it is there")
    report.add_argument("--sql", required=True, help="the query; its rows are counted, not shown")
    _master(report)
    report.set_defaults(run=_runner("_report", "report"))


def _add_demo(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summary = "Start an HBase of its own, load real data, ask it three ways, compare the answers."
    demo = verbs.add_parser("demo", help=summary, description=summary)
    demo.add_argument("--json", metavar="FILE", help="write the results there too")
    demo.set_defaults(run=_runner("_demo", "demo"), quorum="")


def _add_migration(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summary = "Print the CREATE TABLE of a JSON catalog of SHC or hbase-spark; asks no cluster."
    migrate = verbs.add_parser("migrate-catalog", help=summary, description=summary)
    migrate.add_argument("file", metavar="FILE", help="the JSON catalog; - is standard input")
    migrate.add_argument(
        "--table", metavar="NAME", help="the SQL table (default: hbase.<namespace>.<name>)"
    )
    migrate.set_defaults(run=_runner("_migration", "migrate_catalog"), quorum="")


def _add_jars(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summary = "Print the paths of the jars for Spark: spark-submit --jars $(pyspark-hbase jars)."
    jars = verbs.add_parser("jars", help=summary, description=summary)
    jars.set_defaults(run=_runner("_jars", "jars"), quorum="")


def _tables(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument(
        "tables",
        nargs="+" if required else "*",
        metavar="TABLE",
        help="namespace:table, or a pattern with * and ?" + ("" if required else "; default: all"),
    )


def _wait(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--wait",
        type=float,
        default=300.0,
        metavar="SECONDS",
        help="time of the master for one table, or its next region (default: 300)",
    )


def _runner(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """A verb, whose module is imported when it runs: it may need packages of an extra."""

    def run(arguments: argparse.Namespace) -> int:
        from importlib import import_module  # noqa: PLC0415

        from pyspark_hbase._text.extras import ENTRY_POINTS, require_extras  # noqa: PLC0415  (help needs no more)

        # What pyspark-hbase sql needs depends on its options.
        if arguments.verb != "sql" and f"pyspark-hbase {arguments.verb}" in ENTRY_POINTS:
            require_extras(f"pyspark-hbase {arguments.verb}")
        return int(getattr(import_module(f"pyspark_hbase.cli.{module}"), function)(arguments))

    return run
