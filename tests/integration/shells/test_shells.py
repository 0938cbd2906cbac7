"""``pyspark-hbase`` and ``pyspark-hbase sql`` on a terminal and in pipes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pyarrow as pa
import pytest
from pyspark.errors import ArithmeticException
from pyspark.sql import SparkSession

from pyspark_hbase import shell
from pyspark_hbase.cli.sql_prompt._engines import Progress
from pyspark_hbase.cli.sql_prompt._spark_engine import SparkEngine
from pyspark_hbase.cli.sql_prompt._thrift_engine import ThriftEngine
from pyspark_hbase.cli.sql_prompt._thrift_settings import TIME_ZONE
from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import EvaluationError, TableNotFoundError

TIMEOUT_SECONDS = 120
ROOT = Path(__file__).resolve().parents[3]
CTRL_D = "\x04"


@pytest.fixture(scope="module")
def table(spark: SparkSession) -> Iterator[str]:
    session = spark.newSession()
    session.sql("CREATE NAMESPACE hbase.shells")
    session.sql(
        "CREATE TABLE hbase.shells.flights (carrier STRING NOT NULL, flight INT NOT NULL, "
        "arr_delay DOUBLE, PRIMARY KEY (carrier, flight)) USING hbase "
        "TBLPROPERTIES ('hbase.splits' = \"'M'\")"
    )
    session.sql(
        "INSERT INTO hbase.shells.flights VALUES ('AA', 1, 11.0), ('AA', 2, NULL), ('UA', 3, 1.0)"
    )
    yield "flights"
    session.sql("DROP TABLE hbase.shells.flights PURGE")


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "XDG_STATE_HOME": str(folder),
        # pexpect's terminal does not say where its cursor is.
        "PROMPT_TOOLKIT_NO_CPR": "1",
        "PAGER": "cat",
        "TERM": "xterm",
    }


def terminal(command: str, arguments: list[str], settings: dict[str, str]) -> pexpect.spawn:
    return pexpect.spawn(
        command,
        arguments,
        env=settings,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        dimensions=(40, 160),
    )


def piped(hbase: EmbeddedHBase, *arguments: str, text: str = "") -> subprocess.CompletedProcess:
    line = [sys.executable, "-m", "pyspark_hbase.cli", "sql", "--namespace", "shells"]
    line += ["--connect", f"thrift://{hbase.thrift}", *arguments]
    return subprocess.run(
        line, input=text, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
    )


def test_the_prompt_answers_completes_and_remembers(
    hbase: EmbeddedHBase, table: str, tmp_path: Path
) -> None:
    line = f"-m pyspark_hbase.cli sql --namespace shells --connect thrift://{hbase.thrift}"
    child = terminal(sys.executable, line.split(), environment(tmp_path))
    child.expect_exact("hbase>")
    child.send("SELECT carrier, count(*) AS n FROM fl\t")
    child.expect_exact("ights")
    child.send("\r")
    child.expect_exact("->")
    child.send("GROUP BY carrier ORDER BY carrier;\r")
    child.expect(r"AA +\| 2\r\n UA +\| 1\r\n\(2 rows\)")
    child.expect_exact("hbase>")
    child.send("SELECT * FROM flihgts;\r")
    child.expect(r"error: \[TABLE_NOT_FOUND\].*Did you mean flights")
    child.expect_exact("hbase>")
    child.send("\\d flights\r")
    child.expect("carrier +string +row key +NOT NULL")
    child.expect_exact("hbase>")
    child.send(CTRL_D)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    history = tmp_path / "pyspark-hbase" / "sql_history"
    assert "+GROUP BY carrier" in history.read_text()
    assert history.stat().st_mode & 0o077 == 0


def test_a_pipe_gets_plain_rows_and_a_status(hbase: EmbeddedHBase, table: str) -> None:
    query = "SELECT carrier, arr_delay FROM flights ORDER BY carrier, arr_delay"
    found = piped(hbase, "--format", "jsonl", text=f"{query};\n")
    assert (found.returncode, found.stderr) == (0, "")
    assert [json.loads(row) for row in found.stdout.splitlines()] == [
        {"carrier": "AA", "arr_delay": None},
        {"carrier": "AA", "arr_delay": 11.0},
        {"carrier": "UA", "arr_delay": 1.0},
    ]
    failed = piped(hbase, "-e", "SELECT rank() OVER (ORDER BY flight) FROM flights")
    assert failed.returncode == 1
    assert failed.stdout == ""
    assert failed.stderr.startswith("error: [NEEDS_SPARK]")
    assert "Traceback" not in failed.stderr and "\x1b" not in failed.stderr


def test_thrift_tells_regions_and_rows_while_it_answers(hbase: EmbeddedHBase, table: str) -> None:
    engine = ThriftEngine(f"thrift://{hbase.thrift}", "shells")
    told: list[Progress] = []
    found = engine.run("SELECT count(*) AS n FROM flights", told.append)
    assert found is not None and found.to_pydict() == {"n": [3]}
    assert told[-1] == Progress(2, 2, "regions", 3)
    told.clear()
    engine.run("SELECT * FROM flights WHERE carrier = 'UA'", told.append)
    assert told[-1] == Progress(1, 1, "regions", 1)
    plan = engine.run("explain SELECT * FROM flights WHERE carrier = 'UA'", None)
    assert plan is not None and plan["plan"][0].as_py().startswith("Rows: [UA")
    assert "flights" in engine.tables() and "shells.flights" not in engine.tables()
    engine.close()


def test_thrift_takes_what_other_prompts_take(hbase: EmbeddedHBase, table: str) -> None:
    engine = ThriftEngine(f"thrift://{hbase.thrift}", "shells", {TIME_ZONE: "America/New_York"})

    def answer(statement: str) -> list[dict[str, object]]:
        found = engine.run(statement, None)
        assert found is not None
        return found.to_pylist()

    assert answer("SELECT 1 AS one") == [{"one": 1}]
    assert {"table": "shells.flights"} in answer("SHOW TABLES IN shells")
    assert answer("DESCRIBE TABLE flights")[0] == {
        "col_name": "carrier", "data_type": "string", "key": "row key", "null": "NOT NULL"
    }  # fmt: skip
    at = "SELECT TIMESTAMP_SECONDS(flight) AS at FROM flights WHERE carrier = 'UA'"
    [row] = answer(at)
    assert str(row["at"]) == "1969-12-31 19:00:03-05:00"
    assert answer("SET TIME ZONE 'UTC'") == [{"key": TIME_ZONE, "value": "UTC"}]
    assert str(answer(at)[0]["at"]) == "1970-01-01 00:00:03+00:00"
    divided = "SELECT flight / 0 AS x FROM flights WHERE carrier = 'UA'"
    with pytest.raises(EvaluationError, match="ansi=False") as failed:
        engine.run(divided, None)
    assert "try_divide" not in str(failed.value)
    engine.run("SET spark.sql.ansi.enabled=false", None)
    assert answer(divided) == [{"x": None}]
    engine.close()


def test_each_table_is_listed_once_at_both_prompts(
    hbase: EmbeddedHBase, spark: SparkSession
) -> None:
    """No layout, family or HBase table changes that; an HBase table alone is not listed."""
    session = spark.newSession()
    gateway = shell.connect(f"thrift://{hbase.thrift}")
    for namespace in ("listed", "listed_too"):
        session.sql(f"CREATE NAMESPACE hbase.{namespace}")
    gateway.create("listed:of_others", "f")
    columns = "(k INT NOT NULL, a INT, b INT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES "
    tables = {
        "listed.packed": "('hbase.layout' = 'packed', 'hbase.column.b.family' = 'e')",
        "listed.cells": "('hbase.layout' = 'columns', 'hbase.column.b.family' = 'e')",
        "listed.columnar": "('hbase.layout' = 'columnar')",
        "listed.same_cells": "('hbase.layout' = 'columns', 'hbase.table' = 'listed:cells', "
        "'hbase.column.b.family' = 'e')",
        "listed.mapped": "('hbase.layout' = 'columns', 'hbase.table' = 'listed:of_others', "
        "'hbase.family' = 'f')",
        "listed_too.packed": "('hbase.splits' = '1;2')",
    }
    for name, properties in tables.items():
        session.sql(f"CREATE TABLE hbase.{name} {columns} {properties}")
    session.sql("INSERT INTO hbase.listed.packed VALUES (1, 2, 3)")
    session.sql("CREATE TEMPORARY VIEW cells AS SELECT 1")
    names = sorted(name.partition(".")[2] for name in tables if name.startswith("listed."))
    of_spark = SparkEngine(session, "listed")
    of_thrift = ThriftEngine(f"thrift://{hbase.thrift}", "listed")
    for engine in (of_spark, of_thrift):
        shown = engine.tables()
        assert sorted(name for name in shown if "." not in name) == names
        for statement in ("SHOW TABLES", "SHOW TABLES IN listed"):
            found = engine.run(statement, None)
            assert found is not None
            column = "tableName" if engine is of_spark else "table"
            listed = [name.removeprefix("listed.") for name in found[column].to_pylist()]
            assert sorted(name for name in listed if "." not in name) == names
            assert len(listed) == len(set(listed))
    of_thrift.close()
    for name in tables:
        session.sql(f"DROP TABLE hbase.{name}")
    for name in ("of_others", "packed", "cells", "columnar"):
        gateway.disable(f"listed:{name}")
        gateway.drop(f"listed:{name}")
    gateway.disable("listed_too:packed")
    gateway.drop("listed_too:packed")
    for namespace in ("listed", "listed_too"):
        session.sql(f"DROP NAMESPACE hbase.{namespace}")


def test_a_missing_table_has_a_name_like_it_everywhere(
    hbase: EmbeddedHBase, spark: SparkSession, table: str
) -> None:
    with connect(f"thrift://{hbase.thrift}", namespace="shells") as connection:
        with pytest.raises(TableNotFoundError, match="Did you mean flights"):
            connection.sql("SELECT * FROM flihgts")
    engine = SparkEngine(spark.newSession(), "shells")
    for name in ("flihgts", "hbase.shells.flihgts"):
        with pytest.raises(TableNotFoundError, match="Did you mean flights") as failed:
            engine.run(f"SELECT * FROM {name}", None)
        assert failed.value.code == "TABLE_OR_VIEW_NOT_FOUND"
    with pytest.raises(TableNotFoundError, match="Did you mean flights"):
        engine.columns("flihgts")


def test_a_statement_that_fails_prints_no_trace_of_its_watcher(
    spark: SparkSession, table: str, capfd: pytest.CaptureFixture[str]
) -> None:
    engine = SparkEngine(spark.newSession(), "shells")
    with pytest.raises(ArithmeticException):
        engine.run("SELECT 1/0", lambda _: None)
    printed = capfd.readouterr()
    assert "Exception in thread" not in printed.err and "Traceback" not in printed.err


def test_spark_answers_everything_and_tells_its_tasks(spark: SparkSession, table: str) -> None:
    engine = SparkEngine(spark.newSession(), "shells")
    assert engine.run("CREATE NAMESPACE shells_two", None) is None
    engine.run("DROP NAMESPACE shells_two", None)
    told: list[Progress] = []
    query = "SELECT count(*) AS n FROM flights WHERE carrier <> 'x'"
    found = engine.run(query, told.append)
    assert found is not None and found.to_pydict() == {"n": [3]}
    assert told and told[-1].unit == "tasks" and all(each.done <= each.total for each in told)
    assert engine.tables() == ["flights"] and engine.namespace == "shells"
    assert [(c.name, c.is_key, c.is_nullable) for c in engine.columns("flights")] == [
        ("carrier", True, False),
        ("flight", True, False),
        ("arr_delay", False, True),
    ]
    assert "Scan of shells.flights" in engine.explain("SELECT * FROM flights")
    table_of = engine.run("SELECT CAST(1.5 AS DECIMAL(3,1)) AS d", None)
    assert table_of is not None and table_of.schema.types == [pa.decimal128(3, 1)]


def test_the_pyspark_shell_has_the_context_and_the_commands(
    hbase: EmbeddedHBase, table: str, tmp_path: Path
) -> None:
    startup = tmp_path / "startup.py"
    startup.write_text("mine = 'still run'\n")
    line = f"--master=local[1] --quorum {hbase.quorum} --conf spark.ui.enabled=false"
    command = str(ROOT / "bin" / "pyspark-hbase")
    settings = {**environment(tmp_path), "PYTHONSTARTUP": str(startup)}
    child = terminal(command, line.split(), settings)
    child.expect_exact(">>> ")
    child.send(
        "print(hsqlContext.sql('SELECT count(*) FROM shells.flights').collect()[0][0] + 40)\r"
    )
    child.expect_exact("43")
    child.send("print(spark.table('hbase.shells.flights').count() + 50)\r")
    child.expect_exact("53")
    child.send("list('shells:.*')\r")
    child.expect("TABLE.*shells:flights.*1 row")
    child.send("scan('shells:flights', LIMIT=1)\r")
    child.expect(r"ROW +COLUMN\+CELL.*AA.*1 row\(s\)")
    child.send("scan('shells:flights', LIMITS=1)\r")
    child.expect("Did you mean LIMIT[?]")
    child.send("mine, list((1, 2)), isinstance([], list)\r")
    child.expect_exact("('still run', [1, 2], True)")
    child.send(CTRL_D)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_the_command_of_a_clone_says_that_nothing_is_built(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    command = shutil.copy(ROOT / "bin" / "pyspark-hbase", tmp_path / "bin")
    ran = subprocess.run([command, "--help"], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.strip().endswith("Run ./build.sh python first.")
