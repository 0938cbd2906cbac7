"""Two attempts of one task: an executor stops, Spark runs the task elsewhere, the first goes on."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from clusters import LEASE_SECONDS
from gate import awaited
from ports import free_port
from programs import SPARK_HOME, output, start
from server_objects import OPEN_SCAN, objects

from pyspark_hbase.embedded import EmbeddedHBase

ROWS = 200_000
TABLE = "hbase.default.twice"
PROGRAM_SECONDS = 600
"""A minute or two on a machine that does nothing else."""
MASTER_HOST = "127.0.0.2"
HOSTS = ("127.0.0.3", "127.0.0.4")
"""Spark runs no second attempt on the host of the first one."""
CREATE = (
    f"CREATE TABLE {TABLE} (id INT NOT NULL, v BIGINT, text STRING, PRIMARY KEY (id)) "
    "USING hbase TBLPROPERTIES ('hbase.splits' = '70000; 140000')"
)
FILL = f"INSERT INTO {TABLE} SELECT CAST(id AS INT), id, repeat('x', 100) FROM range(0, {ROWS}, 1, "
LOOK = f"SELECT count(*), sum(v), sum(length(text)), count(DISTINCT _timestamp) FROM {TABLE}"
LATER = (
    f"UPDATE {TABLE} SET v = 0, text = NULL WHERE id % 20000 = 7",
    f"DELETE FROM {TABLE} WHERE id % 20000 = 8",
)
"""Statements after the one of the two attempts, which its late attempt must not undo."""


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, int]]]:
    """The URL of a master of Spark, and its two workers of one core by their hosts."""
    folder = tmp_path_factory.mktemp("spark")
    port = free_port()
    url = f"spark://{MASTER_HOST}:{port}"
    with ExitStack() as running:

        def deployed(host: str, name: str, *more: str) -> int:
            own = folder / host
            own.mkdir()
            main = f"org.apache.spark.deploy.{name.lower()}.{name}"
            line = [str(SPARK_HOME / "bin/spark-class"), main, "--host", host, "--webui-port", "0"]
            names = {"SPARK_LOCAL_HOSTNAME": host, "SPARK_WORKER_DIR": str(own / "work")}
            process = start([*line, *more], own, **names)
            running.callback(process.wait)
            running.callback(process.terminate)
            return process.pid

        deployed(MASTER_HOST, "Master", "--port", str(port))
        # A worker that comes before its master asks again only after ten seconds.
        awaited(lambda: _listens(port), "the master listens")
        options = ("--cores", "1", "--memory", "1g", url)
        yield url, {host: deployed(host, "Worker", *options) for host in HOSTS}


def _listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex((MASTER_HOST, port)) == 0


class Case(NamedTuple):
    """A statement with two attempts of its last task."""

    before: tuple[str, ...]
    sql: str
    value: Callable[[int], int]
    """The value of ``v`` that it leaves in the row of an ``id``."""

    @property
    def lines(self) -> list[str]:
        """The lines for the program."""
        looks = [LOOK, *LATER, LOOK, "resume", LOOK]
        return [CREATE, *self.before, f"stop {self.sql}", *looks, f"DROP TABLE {TABLE} PURGE"]


CASES = {
    "insert": Case((), f"{FILL}3)", lambda id: id),
    "bulk load": Case(
        (), FILL.replace(TABLE, f"{TABLE} WITH ('write' = 'bulk')") + "1)", lambda id: id
    ),
    "update": Case((f"{FILL}3)",), f"UPDATE {TABLE} SET v = v + 1", lambda id: id + 1),
    "merge": Case(
        (f"{FILL}3)", f"DELETE FROM {TABLE} WHERE id % 3 = 0"),
        f"MERGE INTO {TABLE} t USING (SELECT /*+ BROADCAST */ id FROM range({ROWS})) s "
        "ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = 5 WHEN NOT MATCHED THEN "
        "INSERT (id, v, text) VALUES (CAST(s.id AS INT), 5, repeat('y', 100))",
        lambda id: 5,
    ),
}
QUERY = [
    CREATE,
    f"{FILL}3)",
    f"stop SELECT id, v FROM {TABLE} WHERE length(sha2(repeat(text, 100), 512)) = 128",
    "resume",
    f"DROP TABLE {TABLE} PURGE",
]


@pytest.fixture(scope="module")
def told(
    apart: EmbeddedHBase,
    workers: tuple[str, dict[str, int]],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, list[Any]]:
    """The answers of one run of the program to the lines of each case. It leaves nothing."""
    master, pids = workers
    folder = tmp_path_factory.mktemp("program")
    bulk = folder / "bulk"
    bulk.mkdir()
    program = str(Path(__file__).with_name("slow_executor.py"))
    line = [sys.executable, program, apart.quorum, master, str(bulk), json.dumps(pids)]
    paths = f"{Path(__file__).parent}:{Path(__file__).parents[1]}"
    asked = {name: case.lines for name, case in CASES.items()} | {"query": QUERY}
    text = "\n".join(line for lines in asked.values() for line in lines)
    process = start(line, folder, text=text, PYTHONPATH=paths)
    try:
        process.wait(PROGRAM_SECONDS)
        answers = map(json.loads, output(process, folder))
    finally:
        process.kill()
    awaited(lambda: _open_scans(apart) == 0, "no scan is open", 3 * LEASE_SECONDS)
    assert not list(bulk.rglob("*"))
    return {name: [next(answers) for _ in lines] for name, lines in asked.items()}


def _open_scans(apart: EmbeddedHBase) -> int:
    pids = apart.servers.pids
    return sum(objects(pids[f"region-server-{n}"]).get(OPEN_SCAN, 0) for n in (1, 2))


def assert_twice(attempts: list[list[Any]]) -> None:
    """Spark has repeated the task beside its first attempt, and takes one of them."""
    assert [is_repeated for is_repeated, _ in attempts] == [False, True]
    assert sorted(state for _, state in attempts) == ["KILLED", "SUCCESS"]


@pytest.mark.parametrize("name", CASES)
def test_a_statement_with_two_attempts_writes_once(name: str, told: dict[str, list[Any]]) -> None:
    value = CASES[name].value
    whole, _, _, changed, attempts, late, _ = told[name][-7:]
    assert_twice(attempts)
    assert whole == [[ROWS, sum(map(value, range(ROWS))), 100 * ROWS, 1]]
    rest = [id for id in range(ROWS) if id % 20_000 not in (7, 8)]
    assert changed == late == [[len(rest) + 10, sum(map(value, rest)), 100 * len(rest), 2]]


def test_a_query_with_two_attempts_has_each_row_once(told: dict[str, list[Any]]) -> None:
    _, _, rows, attempts, _ = told["query"]
    assert_twice(attempts)
    assert sorted(rows) == [[id, id] for id in range(ROWS)]
