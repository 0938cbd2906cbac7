"""The command line: help, wrong use, and errors as one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from fake_cluster import FakeCluster
from pyspark_hbase._spark.jvm import command
from pyspark_hbase._spark.quorum import Quorum
from pyspark_hbase.admin import Cluster, status
from pyspark_hbase.admin._cluster import translated
from pyspark_hbase.cli import _looking, _shell, main
from pyspark_hbase.cli._arguments import parse
from pyspark_hbase.cli._connection import spark_settings
from pyspark_hbase.errors import AdminError, ServerError, SetupError
from pyspark_hbase.shell import _prompt

VERBS = (
    *("shell", "sql", "deploy", "undeploy", "enable", "disable"),
    *("status", "doctor", "regions", "top", "report"),
)


def test_help_imports_next_to_nothing() -> None:
    """Help comes at once, because it imports little: 0.1 seconds are Python's own."""
    code = (
        "import sys\nbefore = set(sys.modules)\n"
        "from pyspark_hbase.cli import main\n"
        "try: main(['sql', '--help'])\nexcept SystemExit: pass\n"
        "new = set(sys.modules) - before\n"
        "heavy = {'pyspark', 'py4j', 'pyarrow', 'happybase', 'google', 'sqlglot'}\n"
        "assert not heavy & new, heavy & new\n"
        "assert len(new) < 60, sorted(new)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "Exit status" in ran.stdout
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_package_starts_no_java_and_imports_no_spark() -> None:
    code = "import sys, pyspark_hbase.cli._looking, pyspark_hbase.cli._deployment as d; " + (
        "sys.exit('pyspark' in sys.modules or 'py4j' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([verb, "--help"])
    assert f"usage: pyspark-hbase {verb}" in capsys.readouterr().out


def test_without_a_verb_it_is_the_shell() -> None:
    for given in ([], ["--master=local[3]", "--driver-memory", "2g"], ["--conf", "a=b"]):
        parsed = parse([*given, "--quorum", "zk:1"])
        assert parsed.verb == "shell"
        assert parsed.rest == [each for each in given if each in {"--driver-memory", "2g"}]


def test_the_shell_is_pyspark_with_our_settings_beside_the_users(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(_shell, "spark_jars_option", lambda: "common.jar,spark.jar")
    given = ["--quorum", "zk:1", "--master=local[3]", "--name", "mine"]
    given += ["--conf", "spark.jars=a.jar", "--conf", "hbase.rpc.timeout=5"]
    line = _shell.command(parse(given), Quorum.parse("zk:1"))
    assert line[0].endswith("/pyspark/bin/pyspark")
    assert line[1:3] == ["--master", "local[3]"]
    assert line[line.index("--jars") + 1] == "a.jar,common.jar,spark.jar"
    assert "spark.sql.catalog.hbase.quorum=zk:1" in line
    assert "spark.sql.catalog.hbase.hbase.rpc.timeout=5" in line
    assert line[-2:] == ["--name", "mine"]
    environment = _shell.environment({"PYTHONSTARTUP": "own/start.py"})
    assert Path(environment["PYTHONSTARTUP"]).is_file()
    assert environment[_prompt.USER_STARTUP] == "own/start.py"
    assert environment["PYSPARK_PYTHON"] == sys.executable


def test_an_option_that_no_verb_has_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["sql", "--quorum", "zk:1", "--fromat", "csv"])
    told = capsys.readouterr().err
    assert "unrecognized arguments: --fromat csv; pyspark-hbase sql --help lists" in told


def test_a_table_without_the_jar_has_no_regions_to_count() -> None:
    cluster = FakeCluster({"t": "a.jar", "u": None}, files={"a.jar": "d"}, sql=("u",))
    lines = _looking._tables(status(cast(Cluster, cluster))).splitlines()
    assert [line.split()[:4] for line in lines[1:]] == [
        ["t", "on", "2/2", "1.0"],
        ["u", "not", "attached", "-"],
    ]


def test_a_missing_quorum_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PYSPARK_HBASE_QUORUM", raising=False)
    with pytest.raises(SystemExit, match="2"):
        main(["status"])
    assert "--quorum is missing" in capsys.readouterr().err


def test_a_cluster_that_is_not_there_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["status", "--quorum", "127.0.0.1:1"]) == 2
    assert "HBase is not reachable" in capsys.readouterr().err


def test_a_malformed_property_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", "--quorum", "127.0.0.1:1", "--conf", "a"]) == 2
    assert "expects KEY=VALUE" in capsys.readouterr().err


def test_settings_of_spark_and_of_hbase_go_to_the_session() -> None:
    assert spark_settings(["spark.a=b=c", "hbase.rpc.timeout=9"]) == {
        "spark.a": "b=c",
        "spark.sql.catalog.hbase.hbase.rpc.timeout": "9",
    }
    with pytest.raises(SetupError, match="expects KEY=VALUE, not a"):
        spark_settings(["a"])
    assert spark_settings(["spark.log.level=info"]) == {"spark.log.level": "info"}
    with pytest.raises(SetupError, match=r"Did you mean DEBUG\? Set it to one of ALL, TRACE"):
        spark_settings(["spark.log.level=debgu"])


def test_configuration_folders_come_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    jar = tmp_path / "spark.jar"
    monkeypatch.setattr("pyspark_hbase._spark.jvm.common_jar", lambda: jar)
    line = command({"HBASE_CONF_DIR": "/etc/hbase/conf"})
    assert line[line.index("-cp") + 1].startswith(f"/etc/hbase/conf:{jar}:")
    assert "--enable-auth" in line


@pytest.mark.parametrize(
    ("trace", "code"),
    [
        ("org.apache.hadoop.hbase.security.AccessDeniedException: Insufficient", "RIGHT_MISSING"),
        (
            "java.io.IOException: java.io.IOException: Loading file:/x.jar DENIED in "
            "hbase.coprocessor.region.whitelist.paths",
            "JAR_PATH_DENIED",
        ),
        ("org.apache.hadoop.hbase.TableNotFoundException: t", "TABLE_NOT_FOUND"),
        ("java.io.IOException: no space left", "HBASE_REFUSED"),
    ],
)
def test_java_errors_have_codes(trace: str, code: str) -> None:
    text = f"An error occurred while calling o1.attach.\n: {trace}\n\tat a.B.c(B.java:1)\n"
    error = translated(text)
    assert isinstance(error, AdminError)
    assert error.code == code
    assert "IOException" not in error.values.get("reason", "")


_ATTEMPT = "2026-11-27T01:02:03.004Z, RpcRetryingCaller{pause=100, maxAttempts=5}, "


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        ("java.io.IOException: disk full", "disk full"),
        ("java.io.IOException: java.io.IOException: disk full", "disk full"),
        ("java.util.concurrent.TimeoutException", "java.util.concurrent.TimeoutException"),
    ],
)
def test_the_last_attempt_says_why(last: str, reason: str) -> None:
    error = translated(
        "An error occurred while calling o1.attach.\n"
        ": org.apache.hadoop.hbase.client.RetriesExhaustedException: Failed after attempts=5, "
        f"exceptions:\n{_ATTEMPT}java.io.IOException: busy\n\tat a.B.c(B.java:1)\n"
        f"{_ATTEMPT}{last}\n\tat a.B.c(B.java:1)\n"
    )
    assert isinstance(error, AdminError)
    assert error.values == {"reason": reason}


def test_a_master_that_does_not_answer_is_named_with_its_quorum() -> None:
    error = translated(
        ": org.apache.hadoop.hbase.client.RetriesExhaustedException: Failed after attempts=5, "
        f"exceptions:\n{_ATTEMPT}org.apache.hadoop.hbase.MasterNotRunningException: "
        "java.net.ConnectException: Call to address=localhost:1 failed\n\tat a.B.c(B.java:1)\n",
        "zk:2181",
    )
    assert isinstance(error, ServerError)
    assert error.code == "CLUSTER_UNREACHABLE"
    assert error.values["quorum"] == "zk:2181"
    assert error.values["reason"] == "Call to address=localhost:1 failed"


def test_errors_of_our_own_java_keep_their_code() -> None:
    text = ": org.x.SubPlanException: [SPARKSQL_HBASE.CLUSTER_UNREACHABLE] No. quorum=a:1\n\tat x"
    assert isinstance(translated(text), ServerError)
