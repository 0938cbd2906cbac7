"""``pyspark-hbase sql``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pyspark_hbase._text.assignments import settings
from pyspark_hbase._text.extras import require_extras
from pyspark_hbase.cli._connection import spark_settings
from pyspark_hbase.cli._input import read_text
from pyspark_hbase.cli.sql_prompt._destination import Output
from pyspark_hbase.cli.sql_prompt._engines import Engine
from pyspark_hbase.cli.sql_prompt._errors import described
from pyspark_hbase.cli.sql_prompt._runner import QuitError, Runner, Settings, inputs
from pyspark_hbase.errors import PySparkHBaseError, SetupError

OK, WRONG = 0, 1


def sql(arguments: argparse.Namespace) -> int:
    """Statements of ``-e`` and ``-f``, or of the input if it is no terminal; or the prompt."""
    texts = _texts(arguments)
    way = "pyspark-hbase sql" if arguments.connect is None else "pyspark-hbase sql --connect"
    require_extras(way, *(["The prompt"] if texts is None else []))
    shown = Settings(
        format=arguments.format or "auto",
        shows_types=arguments.types,
        is_timed=arguments.timing,
        is_interactive=texts is None,
    )
    output = Output(Path(arguments.output) if arguments.output else None, is_paged=texts is None)
    output.check(shown.format)
    if texts is None:
        from pyspark_hbase.cli.sql_prompt._prompt import converse  # noqa: PLC0415

    try:
        engine = _engine(arguments)
    except PySparkHBaseError:
        raise
    except Exception as error:
        # Spark's own: a namespace that is not there, a master that does not answer.
        raise SetupError(described(error)) from error
    runner = Runner(engine, output, shown)
    try:
        if texts is None:
            print("\\? for help, \\q to leave")
            converse(runner)
            return OK
        return OK if _run_all(runner, texts) else WRONG
    finally:
        runner.close()
        engine.close()


def _texts(arguments: argparse.Namespace) -> list[str] | None:
    """Return the statements to run; None for a prompt."""
    if arguments.statements and arguments.file:
        raise SetupError("-e and -f do not go together: put the statement into the file.")
    if arguments.statements:
        return list(arguments.statements)
    if arguments.file is None and sys.stdin.isatty():
        return None
    return [read_text("-" if arguments.file is None else arguments.file)]


def _engine(arguments: argparse.Namespace) -> Engine:
    if arguments.connect is not None:
        from pyspark_hbase.cli.sql_prompt._thrift_engine import ThriftEngine  # noqa: PLC0415

        return ThriftEngine(arguments.connect, arguments.namespace, settings(arguments.conf))
    from pyspark_hbase.cli.sql_prompt._spark_engine import SparkEngine  # noqa: PLC0415  (half a second)

    conf = spark_settings(arguments.conf)
    return SparkEngine.start(arguments.quorum, arguments.master, arguments.namespace, conf)


def _run_all(runner: Runner, texts: Iterable[str]) -> bool:
    """Stops at the first that fails."""
    try:
        return all(runner.run(each) for each in _all_inputs(texts))
    except QuitError:
        return True


def _all_inputs(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from inputs(text)
