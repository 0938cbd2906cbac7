"""The statements of tests/statements in a classic session, through Spark Connect, and from Java."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import happybase
import programs
import pytest
import statement_list
from pyspark.sql import SparkSession

from pyspark_hbase.embedded import EmbeddedHBase

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def cells(hbase: EmbeddedHBase) -> None:
    """HBase tables of another program, one for each session."""
    host, port = hbase.thrift.split(":")
    connection = happybase.Connection(host, int(port))
    for namespace in ("in_classic", "in_connect", "in_java"):
        connection.create_table(f"cells_{namespace}", {"who": {}, "facts": {}})
    connection.close()


@pytest.fixture(scope="module")
def java(
    cells: None, hbase: EmbeddedHBase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """The program, which goes on while the other sessions do the same."""
    folder = tmp_path_factory.mktemp("java")
    arguments = [str(statement_list.FOLDER), "in_java", folder.as_uri()]
    process = programs.submit_java("Statements", folder, hbase, arguments)
    yield process, folder
    process.terminate()
    process.wait(programs.PATIENCE_SECONDS)


def assert_as_written(session: Any, namespace: str, folder: Path) -> None:
    different = []
    for statement in statement_list.statements(namespace, folder.as_uri()):
        outcome = statement_list.run(session.sql, statement)
        different += statement_list.differences(statement, outcome)
    assert not different, "\n\n".join(different)


@pytest.fixture(scope="module")
def classic(
    cells: None, spark: SparkSession, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Future[None]]:
    """A classic session, which also goes on meanwhile."""
    with ThreadPoolExecutor(1) as thread:
        session, folder = spark.newSession(), tmp_path_factory.mktemp("classic")
        yield thread.submit(assert_as_written, session, "in_classic", folder)


@pytest.mark.usefixtures("java", "classic")
def test_a_session_of_spark_connect_does_what_is_written(
    spark: SparkSession, hbase: EmbeddedHBase, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port = spark.conf.get("spark.connect.grpc.binding.port")
    (example,) = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs/JVM.md").read_text(), re.M | re.S
    )
    text = example.replace("connect-host:15002", f"127.0.0.1:{port}")
    # A session of this process is live, so that the example's builder would find that one.
    text = text.replace("from pyspark.sql import", "from pyspark.sql.connect.session import")
    text = text.replace("getOrCreate", "create").replace("zk1:2181", hbase.quorum)
    names: dict[str, Any] = {}
    exec(text, names)
    remote = names["spark"]
    try:
        assert caplog.text == ""
        assert_as_written(remote, "in_connect", tmp_path)
        goods = remote.sql("SELECT item, count FROM hbase.in_connect.goods WHERE shop = 2")
        assert goods.toPandas().to_dict("list") == {"item": ["nail"], "count": [7]}
    finally:
        remote.stop()


def test_a_classic_session_does_what_is_written(classic: Future[None]) -> None:
    classic.result(programs.PATIENCE_SECONDS)


def test_a_program_in_java_does_what_is_written(
    java: tuple[subprocess.Popen[str], Path],
) -> None:
    process, folder = java
    printed = programs.output(process, folder)
    *outcomes, in_context, north, south, where = printed
    written = list(statement_list.statements("in_java", folder.as_uri()))
    assert len(outcomes) == len(written)
    different = []
    for statement, line in zip(written, outcomes, strict=True):
        outcome = statement_list.Outcome(**json.loads(line))
        different += statement_list.differences(statement, outcome)
    assert not different, "\n\n".join(different)
    # What InContext prints, then QuickStart.
    assert in_context == "30 true"
    assert (north, south, where) == (
        "north 10.00",
        "south null",
        "aggregated in the region servers",
    )
