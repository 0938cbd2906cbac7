"""A console shows little besides answers, says that HBase gives no answer, and shows no stacks."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from programs import PATIENCE_SECONDS, output, start

from pyspark_hbase.embedded import EmbeddedHBase

STACK = re.compile(r"^\s+at \S+\(|Caused by|Traceback|Exception in thread", re.M)
DEPRECATED = "ZKConnectionRegistry"
MOST_LINES = 20
SECONDS_UNTIL_TOLD = 25
SECONDS_UNTIL_GIVEN_UP = 50
TOLD = re.compile(
    r"HBase leaves requests without an answer: server \S+:\d+ of quorum \S+, for \d+ s "
    r"\([^)]+\)\. .* up to \d+ s"
)

WITHOUT_COPROCESSOR = """
from pyspark_hbase import session
from pyspark_hbase.admin import Cluster, undeploy

settings = {"spark.ui.enabled": False, "spark.ui.showConsoleProgress": False}
spark = session(quorum="QUORUM", **settings)
spark.sql("CREATE NAMESPACE hbase.quiet")
spark.sql("CREATE TABLE hbase.quiet.t (k INT NOT NULL, v STRING, PRIMARY KEY (k)) USING hbase")
spark.sql("INSERT INTO hbase.quiet.t VALUES (1, 'a'), (2, 'b')")


def ask():
    found = spark.sql("SELECT k FROM hbase.quiet.t WHERE k > 1 AND v <> 'c'").collect()
    grouped = spark.sql("SELECT count(*) FROM hbase.quiet.t WHERE v > 'a'").collect()
    print(found, grouped)


spark.conf.set("spark.sql.hbase.coprocessor", "false")
ask()
spark.conf.unset("spark.sql.hbase.coprocessor")
undeploy(Cluster.of_session(spark), ["quiet:t"])
ask()
spark.sql("DROP TABLE hbase.quiet.t PURGE")
spark.stop()
"""

# A statement waits 8 s for HBase here; else two minutes.
SILENCE = """
import os, signal, sys, time
from pyspark.errors import PySparkException
from pyspark_hbase import session

settings = {
    "spark.ui.enabled": False,
    "spark.ui.showConsoleProgress": False,
    "spark.sql.catalog.hbase.hbase.client.operation.timeout": "8000",
    "spark.sql.catalog.hbase.hbase.client.meta.operation.timeout": "5000",
}
spark = session(quorum="QUORUM", **settings)
spark.sql("CREATE TABLE hbase.default.t (k INT NOT NULL, v STRING, PRIMARY KEY (k)) USING hbase")
spark.sql("INSERT INTO hbase.default.t VALUES (1, 'a')")
os.kill(PID, signal.SIGSTOP)
for statement in (
    "SELECT count(*) FROM hbase.default.t",
    "INSERT INTO hbase.default.t VALUES (2, 'b')",
):
    begin = time.monotonic()
    try:
        spark.sql(statement).collect()
    except PySparkException as error:
        seconds = int(time.monotonic() - begin)
        print(error.getCondition(), sorted(error.getMessageParameters()), seconds, flush=True)
os._exit(0)
"""


# It asks after the file "killed" is there. No setting shortens the two minutes of HBase's client.
KILLED = """
import os, time
from pathlib import Path
from pyspark.errors import PySparkException
from pyspark_hbase import session

settings = {"spark.ui.enabled": False, "spark.ui.showConsoleProgress": False}
spark = session(quorum="QUORUM", **settings)
spark.sql("CREATE TABLE hbase.default.k (k INT NOT NULL, v STRING, PRIMARY KEY (k)) USING hbase")
spark.sql("INSERT INTO hbase.default.k VALUES (1, 'a')")
known = spark.table("hbase.default.k")
print(known.collect(), flush=True)
Path("ready").touch()
while not Path("killed").exists():
    time.sleep(0.1)
for ask in (
    lambda: spark.sql("SELECT count(*) FROM hbase.default.k").collect(),
    lambda: known.where("v > 'A'").collect(),
    lambda: known.count(),
    lambda: spark.sql("INSERT INTO hbase.default.k VALUES (2, 'b')"),
):
    begin = time.monotonic()
    try:
        print("answered", ask())
    except PySparkException as error:
        seconds = int(time.monotonic() - begin)
        print(error.getCondition(), sorted(error.getMessageParameters()), seconds, flush=True)
os._exit(0)
"""


@pytest.fixture
def own_hbase() -> Iterator[EmbeddedHBase]:
    """An HBase that a test may kill."""
    with EmbeddedHBase(region_servers=1) as hbase:
        yield hbase


def test_a_program_without_the_coprocessor_logs_no_stacks(
    hbase: EmbeddedHBase, tmp_path: Path
) -> None:
    text = WITHOUT_COPROCESSOR.replace("QUORUM", hbase.quorum)
    running = start([sys.executable, "-"], tmp_path, text)
    assert running.wait(PATIENCE_SECONDS) == 0, (tmp_path / "errors").read_text()[-3000:]
    answer = "[Row(k=2)] [Row(count(1)=1)]"
    assert (tmp_path / "output").read_text().splitlines() == [answer, answer]
    logged = (tmp_path / "errors").read_text()
    assert not STACK.search(logged), logged
    assert DEPRECATED not in logged
    assert len(logged.splitlines()) < MOST_LINES, logged


def test_a_program_is_told_that_hbase_hangs(own_hbase: EmbeddedHBase, tmp_path: Path) -> None:
    text = SILENCE.replace("QUORUM", own_hbase.quorum).replace("PID", str(own_hbase.pid))
    running = start([sys.executable, "-"], tmp_path, text)
    try:
        assert running.wait(PATIENCE_SECONDS) == 0, (tmp_path / "errors").read_text()[-3000:]
    finally:
        os.kill(own_hbase.pid, signal.SIGKILL)
    logged = (tmp_path / "errors").read_text()
    assert TOLD.search(logged), logged
    errors = (tmp_path / "output").read_text().splitlines()
    assert [line.split()[0].removeprefix("SPARKSQL_HBASE.") for line in errors] == [
        "SERVER_NOT_RESPONDING",
        # Once HBase has not answered, the next statement asks first whether it does.
        "CLUSTER_UNREACHABLE",
    ]
    assert all("'quorum'" in line for line in errors)
    assert int(errors[1].split()[-1]) < SECONDS_UNTIL_TOLD
    assert not STACK.search(logged), logged


def test_a_level_of_the_log_that_is_asked_for_holds(hbase: EmbeddedHBase, tmp_path: Path) -> None:
    options = f"--quorum {hbase.quorum} --conf spark.ui.enabled=false --conf spark.log.level=info"
    line = [
        "-m",
        "pyspark_hbase.cli",
        "sql",
        *options.split(),
        "-e",
        "SELECT sum(id) FROM range(3)",
    ]
    running = start([sys.executable, *line], tmp_path)
    assert "3" in output(running, tmp_path)[2]
    logged = (tmp_path / "errors").read_text()
    assert re.search(r" INFO DAGScheduler: Job \d+ finished", logged), logged
    assert " DEBUG " not in logged


def test_the_prompt_and_a_program_say_that_hbase_does_not_answer(
    own_hbase: EmbeddedHBase, tmp_path: Path
) -> None:
    program = start([sys.executable, "-"], tmp_path, KILLED.replace("QUORUM", own_hbase.quorum))
    line = f"-m pyspark_hbase.cli sql --quorum {own_hbase.quorum} --conf spark.ui.enabled=false"
    settings = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "PROMPT_TOOLKIT_NO_CPR": "1"}
    child = pexpect.spawn(
        sys.executable,
        line.split(),
        env={**settings, "TERM": "xterm"},
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
        dimensions=(40, 250),
    )
    child.expect_exact("hbase>")
    assert DEPRECATED not in child.before
    child.send("CREATE TABLE t (k INT NOT NULL, PRIMARY KEY (k)) USING hbase;\r")
    child.expect_exact("OK")
    for failing in ("SELECT 1/0;\r", "SELECT 1/k FROM (SELECT 0 AS k);\r"):
        child.send(failing)
        child.expect(r"error: \[DIVIDE_BY_ZERO\]")
        child.expect_exact("hbase>")
        assert not STACK.search(child.before), child.before
    _wait_for(tmp_path / "ready", program)
    os.kill(own_hbase.pid, signal.SIGKILL)
    (tmp_path / "killed").touch()
    killed = time.monotonic()
    child.send("SELECT count(*) FROM t;\r")
    child.expect(TOLD.pattern)
    assert time.monotonic() - killed < SECONDS_UNTIL_TOLD
    assert not STACK.search(child.before), child.before
    child.close(force=True)
    first, *errors = output(program, tmp_path)
    assert first == "[Row(k=1, v='a')]"
    told = [(each.split()[0], int(each.split()[-1])) for each in errors]
    assert len(told) == 4
    for condition, seconds in told:
        assert condition in {
            "SPARKSQL_HBASE.SERVER_NOT_RESPONDING",
            "SPARKSQL_HBASE.CLUSTER_UNREACHABLE",
        }
        assert seconds < SECONDS_UNTIL_GIVEN_UP
    assert sum(seconds for _, seconds in told) < SECONDS_UNTIL_GIVEN_UP
    logged = (tmp_path / "errors").read_text()
    assert not STACK.search(logged), logged


def _wait_for(file: Path, program: subprocess.Popen[str]) -> None:
    """Until a program has made the file."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not file.exists() and program.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    assert file.exists(), (file.parent / "errors").read_text()[-3000:]
