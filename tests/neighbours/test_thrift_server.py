"""Spark's Thrift server over the catalog, asked by PyHive as by a BI tool."""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ports import free_port
from programs import SPARK_HOME
from pyhive import exc, hive

from bi_tools_page import SUMS, Page

PATIENCE_SECONDS = 120.0


@pytest.fixture
def server(page: Page, tmp_path: Path) -> Iterator[int]:
    """Port of a Thrift server that runs on the settings of the page."""
    port = free_port()
    of_test = {
        "spark.master": "local[1]",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "1",
        "spark.hadoop.hive.server2.thrift.bind.host": "127.0.0.1",
        "spark.hadoop.hive.server2.thrift.port": str(port),
        # A login by SASL needs a library in C.
        "spark.hadoop.hive.server2.authentication": "NOSASL",
        "spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:memory:hive;create=true",
    }
    lines = [page.snippet("settings"), *(f"{key} {value}" for key, value in of_test.items())]
    (tmp_path / "spark-defaults.conf").write_text("\n".join(lines))
    submit, *arguments = shlex.split(page.snippet("thrift server"))
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [str(SPARK_HOME / "bin" / submit), *arguments],
            cwd=tmp_path,
            env=os.environ | {"SPARK_HOME": str(SPARK_HOME), "SPARK_CONF_DIR": str(tmp_path)},
            stdout=log,
            stderr=log,
        )
    try:
        await_port(port, process, tmp_path / "log")
        yield port
    finally:
        process.terminate()
        process.wait()


def await_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"no Thrift server:\n{log.read_text()[-4000:]}") from None
            time.sleep(0.2)
        else:
            return


def ask(cursor: Any, statement: str) -> list[Any]:
    cursor.execute(statement)
    return list(cursor.fetchall())


def test_the_thrift_server_answers_from_region_servers(
    server: int, page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    example = page.snippet("client").replace(
        '"thriftserver", 10000', f'"127.0.0.1", {server}, auth="NOSASL"'
    )
    exec(example, {})
    assert capsys.readouterr().out.strip() == str(SUMS)
    with hive.connect("127.0.0.1", server, auth="NOSASL") as connection:
        cursor = connection.cursor()
        # dbt's test leaves tables in the same catalog.
        assert ("default", "orders") in [row[:2] for row in ask(cursor, "SHOW TABLES")]
        assert [row[:2] for row in ask(cursor, "DESCRIBE orders")][:2] == [
            ("id", "int"),
            ("area", "string"),
        ]
        sums = "SELECT area, count(*), sum(amount) FROM orders GROUP BY area"
        assert "in region servers" in plan(cursor, sums)
        ask_nothing(cursor, "SET spark.sql.hbase.coprocessor=false")
        assert "in region servers" not in plan(cursor, sums)
        assert sorted(ask(cursor, sums)) == SUMS
        with hive.connect("127.0.0.1", server, auth="NOSASL") as other:
            assert "in region servers" in plan(other.cursor(), sums)
        ask_nothing(cursor, "CREATE TABLE parts (id INT NOT NULL, PRIMARY KEY (id))")
        ask_nothing(cursor, "INSERT INTO parts VALUES (1), (2)")
        assert sorted(ask(cursor, "SELECT id FROM parts")) == [(1,), (2,)]
        with pytest.raises(exc.OperationalError, match="Did you mean hbase.default.orders"):
            cursor.execute("SELECT * FROM ordres")
        ask_nothing(cursor, "DROP TABLE parts PURGE")
        with pytest.raises(exc.OperationalError, match="MISSING_CATALOG_ABILITY.VIEWS"):
            cursor.execute("CREATE VIEW north AS SELECT * FROM orders WHERE area = 'north'")


def plan(cursor: Any, query: str) -> str:
    [(text,)] = ask(cursor, f"EXPLAIN {query}")
    return str(text)


def ask_nothing(cursor: Any, statement: str) -> None:
    cursor.execute(statement)
