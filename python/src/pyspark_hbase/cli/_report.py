"""The verb that runs a query and writes what it read from HBase as a page."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException, ParseException, PySparkException

from pyspark_hbase._explain.report import Explanation, explain
from pyspark_hbase._spark.session import CATALOG, session
from pyspark_hbase.cli._connection import spark_settings
from pyspark_hbase.cli._quiet import hush
from pyspark_hbase.cli._writing import print_json
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

OK, WRONG = 0, 1


def report(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase report``; no row of the answer comes to Python.

    Names without a catalog are HBase's, as at the prompt.
    """
    conf: dict[str, Any] = {
        "spark.ui.enabled": False,
        "spark.ui.showConsoleProgress": sys.stderr.isatty(),
        **spark_settings(arguments.conf),
    }
    spark = session(quorum=arguments.quorum, master=arguments.master, **conf).newSession()
    if not arguments.verbose:
        hush(spark)
    # Of a session of its own: a program that calls this keeps its catalog.
    spark.sql(f"SET CATALOG {CATALOG}")
    try:
        frame = spark.sql(arguments.sql)
        rows = _run(frame)
    except (PySparkException, Py4JJavaError) as error:
        print(_message(error), file=sys.stderr)
        return WRONG
    explanation = explain(frame)
    file = _saved(explanation, arguments.file)
    if arguments.json:
        print_json({"file": file, "rows": rows, "scans": explanation.tables})
    else:
        scanned = ", ".join(explanation.tables) or "no HBase table"
        print(f"{file}: {rows:,} row{'' if rows == 1 else 's'} from {scanned}")
    return OK


def _run(frame: DataFrame) -> int:
    """Run the very plan of a frame, whose counters are asked for afterwards; counts its rows."""
    return int(frame._jdf.queryExecution().toRdd().count())


def _saved(explanation: Explanation, file: str) -> str:
    try:
        return str(explanation.save(file))
    except OSError as error:
        raise SetupError(
            f"The report cannot be written to {file}: {error.strerror}. Name a file in a folder "
            "that exists and that you may write to."
        ) from error


def _message(error: Exception) -> str:
    """Without the trace of the JVM, and without the plan behind what Spark's analysis says."""
    lines = str(error).splitlines()
    trace = next((i for i, line in enumerate(lines) if line.startswith("\tat ")), len(lines))
    message = "\n".join(lines[:trace])
    has_plan = isinstance(error, AnalysisException) and not isinstance(error, ParseException)
    return message.partition(";\n")[0] if has_plan else message
