"""``pyspark-hbase sql`` without a cluster: commands, errors, completion, output, exit status."""

from __future__ import annotations

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_engine import FakeEngine

from pyspark_hbase.cli import _sql_verb, main
from pyspark_hbase.cli.sql_prompt._completion import Names, suggestions
from pyspark_hbase.cli.sql_prompt._destination import Output, ProgressLine, complain
from pyspark_hbase.cli.sql_prompt._engines import Progress
from pyspark_hbase.cli.sql_prompt._errors import described
from pyspark_hbase.cli.sql_prompt._runner import QuitError, Runner, Settings
from pyspark_hbase.connection import connect
from pyspark_hbase.errors import (
    CorruptDataError,
    EvaluationError,
    NeedsSparkError,
    SetupError,
    SQLSyntaxError,
)

CONNECT = ("sql", "--connect", "thrift://nowhere.invalid")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    engine = FakeEngine()
    monkeypatch.setattr(_sql_verb, "_engine", lambda _: engine)
    return engine


@pytest.fixture
def runner() -> Runner:
    return Runner(FakeEngine(), Output(), Settings(is_interactive=True))


def test_statements_run_in_order_until_one_fails(
    engine: FakeEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([*CONNECT, "--format", "csv", "-e", "SELECT 1; SELECT bad; SELECT 3"])
    printed = capsys.readouterr()
    assert status == 1
    assert engine.statements == ["SELECT 1", "SELECT bad"]
    assert printed.out == "n\n1\n"
    assert printed.err == "error: [DIVIDE_BY_ZERO] Division by zero.\n  row: AA\n"


def test_an_error_over_thrift_shows_its_place_in_the_statement() -> None:
    with connect("thrift://127.0.0.1:1") as hbase, pytest.raises(EvaluationError) as caught:
        hbase.rows("SELECT 1, 2 / 0")
    assert described(caught.value).splitlines()[-3:] == [
        "  == SQL (line 1, position 11) ==",
        "  SELECT 1, 2 / 0",
        "            ^^^^^",
    ]


def test_an_error_of_spark_keeps_the_assignment_in_its_advice() -> None:
    text = (
        "[SPARKSQL_HBASE.TIME_NOT_KEPT] HBase may have dropped it. Set the family; or read it with "
        'option time.unchecked=true, which is exact. family=f setting="KEEP_DELETED_CELLS => TRUE"'
    )
    assert described(Exception(text)) == (
        "[TIME_NOT_KEPT] HBase may have dropped it. Set the family; or read it with "
        "option time.unchecked=true, which is exact.\n"
        "  family: f\n  setting: KEEP_DELETED_CELLS => TRUE"
    )


def test_values_of_errors_do_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in described(CorruptDataError("X", "Bad.", value="\x1b[31mrot"))
    complain(described(Exception("[PARSE_SYNTAX_ERROR] \x1b[31mrot at line 1")))
    printed = capsys.readouterr().err
    assert printed == "error: [PARSE_SYNTAX_ERROR] \\x1B[31mrot at line 1\n"


def test_a_file_has_statements_and_commands(
    engine: FakeEngine, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script = tmp_path / "a.sql"
    script.write_text("\\format jsonl\nSELECT 1;\nCREATE TABLE t;\nSELECT 2;\n\\q\nSELECT 9;")
    assert main([*CONNECT, "-f", str(script)]) == 0
    assert engine.statements == ["SELECT 1", "CREATE TABLE t", "SELECT 2"]
    assert capsys.readouterr().out == '{"n":1}\n{"n":2}\n'


def test_results_go_to_a_file(
    engine: FakeEngine, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.parquet"
    assert main([*CONNECT, "--format", "parquet", "-o", str(file), "-e", "SELECT 5"]) == 0
    assert pq.read_table(file).to_pydict() == {"n": [5]}
    assert main([*CONNECT, "--format", "parquet", "-o", str(file), "-e", "SELECT 5; SELECT 6"]) == 1
    assert "holds one result" in capsys.readouterr().err
    text = tmp_path / "a.csv"
    assert main([*CONNECT, "--format", "csv", "-o", str(text), "-e", "SELECT 5; SELECT 6"]) == 0
    assert text.read_text() == "n\n5\nn\n6\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-e", "SELECT 1", "-f", "x"], "-e and -f do not go together"),
        (["-f", "/nowhere/a.sql"], "cannot be read: No such file"),
        (["-e", "SELECT 1", "-o", "/nowhere/a.csv"], "cannot be written: No such file"),
    ],
)
def test_wrong_use_is_status_2(
    engine: FakeEngine,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    assert main([*CONNECT, *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not engine.statements


def test_a_gateway_that_is_not_there_is_said_without_a_stack(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["sql", "--connect", "thrift://127.0.0.1:1", "-e", "SELECT 1"]) == 2
    error = capsys.readouterr().err
    assert "CLUSTER_UNREACHABLE" in error
    assert "Traceback" not in error


def test_commands_answer(runner: Runner, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("\\d", "\\d flights", "\\explain SELECT 1;", "\\timing", "\\?", "\\format"):
        assert runner.run(command)
    out = capsys.readouterr().out
    assert "flights\nplanes\n" in out
    assert "carrier    string  row key  NOT NULL" in out
    assert "Scan for SELECT 1\nTiming is on.\nStatements end with" in out
    assert out.endswith("auto\n")
    assert runner.run("SELECT 1")
    assert "Time: 0.0" in capsys.readouterr().err
    with pytest.raises(QuitError):
        runner.run("\\q")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("\\tming", "There is no command \\tming. Did you mean \\timing?"),
        ("\\format cvs", "There is no format cvs. Did you mean csv? There are auto, table,"),
        ("\\timing 3", "on or off is expected, not 3."),
        ("\\explain", "\\explain needs a query"),
    ],
)
def test_a_wrong_command_is_said_with_what_it_may_have_been(
    runner: Runner, capsys: pytest.CaptureFixture[str], command: str, message: str
) -> None:
    assert not runner.run(command)
    assert capsys.readouterr().err.startswith(f"error: {message}")


def test_each_table_is_listed_once(runner: Runner, capsys: pytest.CaptureFixture[str]) -> None:
    assert runner.run("\\d")
    assert capsys.readouterr().out == "flights\nplanes\n"


def test_types_are_shown_when_asked_for(runner: Runner, capsys: pytest.CaptureFixture[str]) -> None:
    assert runner.run("\\types") and runner.run("SELECT 1")
    assert capsys.readouterr().out.split("\n") == [
        "Types are shown.", " n", " bigint", "--------", "      1", "(1 row)", ""
    ]  # fmt: skip


def test_what_goes_to_a_terminal_is_escaped_whatever_the_format(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = pa.table({"a": ["\x1b[31mrot\x9b"]})
    Output().show(table, "csv")
    assert "\x1b[31mrot\x9b" in capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Output().show(table, "csv")
    Output().say("a table \x1b[2J")
    printed = capsys.readouterr().out
    assert printed == "a\n\\x1B[31mrot\\x9B\na table \\x1B[2J\n"


def test_tables_are_completed_where_tables_are() -> None:
    names = Names(FakeEngine())
    assert [s.text for s in suggestions("SELECT * FROM fl", "", names)] == ["flights"]
    assert [s.text for s in suggestions("\\d default.", "", names)] == [
        "default.flights",
        "default.planes",
    ]
    assert [s.text for s in suggestions("select * from a join p", "", names)] == ["planes"]


def test_columns_are_those_of_the_tables_in_the_statement() -> None:
    names = Names(FakeEngine())

    def texts(before: str, after: str = "") -> list[str]:
        return [s.text for s in suggestions(before, after, names) if s.kind != "keyword"]

    assert texts("SELECT arr", " FROM flights") == ["arr_delay"]
    assert texts("SELECT * FROM flights f WHERE f.c") == ["carrier"]
    assert texts("SELECT * FROM flights f JOIN planes p ON p.") == ["tailnum"]
    assert texts("SELECT tail", " FROM flights") == []
    [found] = suggestions("select wher", "", names)
    assert (found.text, found.replaced, found.kind) == ("where", 4, "keyword")


def test_names_are_asked_for_once_until_a_statement_may_have_changed_them() -> None:
    engine = FakeEngine()
    runner = Runner(engine, Output(), Settings())
    for _ in range(2):
        runner.names.tables()
    assert runner.run("SELECT 1") and runner.names.tables()
    assert engine.asked_for_tables == 1
    assert runner.run("DROP TABLE t") and runner.names.tables()
    assert engine.asked_for_tables == 2


def test_a_prompt_without_a_cluster_still_takes_keys() -> None:
    engine = FakeEngine()
    engine.is_down = True
    assert list(suggestions("SELECT * FROM f", "", Names(engine))) == []


def test_progress_is_shown_after_half_a_second_and_taken_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    line = ProgressLine(sys.stderr)
    line.show(Progress(1, 12, "regions", 5))
    now = 0.6
    line.show(Progress(3, 12, "regions", 1204330))
    line.clear()
    assert capsys.readouterr().err == ("\r\x1b[K3 of 12 regions, 1,204,330 rows scanned\r\x1b[K")


SPARK_MESSAGE = """\
[TABLE_OR_VIEW_NOT_FOUND] The table or view `x` cannot be found. Verify the spelling.
To tolerate the error on drop use DROP VIEW IF EXISTS. SQLSTATE: 42P01; line 1 pos 14;
'Project [*]
+- 'UnresolvedRelation [x], [], false
"""
JOB_MESSAGE = """\
An error occurred while calling o72.collectToPython.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 failed: \
x.SubPlanException: [SPARKSQL_HBASE.CORRUPT_VALUE] A cell does not decode. row=AA
	at org.x.Y.z(Y.java:1)
"""


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            RuntimeError(SPARK_MESSAGE),
            "[TABLE_OR_VIEW_NOT_FOUND] The table or view `x` cannot be found. Verify the spelling."
            "\n  To tolerate the error on drop use DROP VIEW IF EXISTS. SQLSTATE: 42P01; line 1 "
            "pos 14",
        ),
        (RuntimeError(JOB_MESSAGE), "[CORRUPT_VALUE] A cell does not decode.\n  row: AA"),
        (
            CorruptDataError("CORRUPT_VALUE", "A cell does not decode.", row="AA"),
            "[CORRUPT_VALUE] A cell does not decode.\n  row: AA",
        ),
        (
            NeedsSparkError("NEEDS_SPARK", "Only Spark does this.", construct="a join"),
            "[NEEDS_SPARK] Only Spark does this.\n  construct: a join\n  Through Spark it runs: "
            "pyspark-hbase sql --quorum host:port",
        ),
        (
            SQLSyntaxError("PARSE_SYNTAX_ERROR", "The text cannot be read as a query."),
            "[PARSE_SYNTAX_ERROR] The text cannot be read as a query.\n  What only Spark reads "
            "runs there: pyspark-hbase sql --quorum host:port",
        ),
        (
            RuntimeError(
                "An error occurred while calling o1.x.\n: java.io.IOException: full\n\tat x"
            ),
            "full",
        ),
        (SetupError("Java is missing. Install it."), "Java is missing. Install it."),
        (ValueError(), "ValueError"),
    ],
)
def test_errors_are_what_why_and_what_to_do(error: Exception, text: str) -> None:
    assert described(error) == text
