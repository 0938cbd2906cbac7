"""Questions through the Thrift gateway that Ctrl-C ends in the middle, and many threads at once."""

from __future__ import annotations

import multiprocessing
import random
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import happybase
import pytest
from pyspark.sql import SparkSession
from thriftpy2.transport import TSocket

from pyspark_hbase.connection import Connection, connect
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.shell._requests import ReadRequest
from pyspark_hbase.shell._thrift import ThriftStore

ROWS = 400
INTERRUPTS = 120
THREADS = 8


@pytest.fixture(scope="module")
def table(spark: SparkSession) -> str:
    """Comes in many frames, since a frame has 50 rows at most."""
    spark.sql("CREATE NAMESPACE hbase.interrupts")
    spark.sql(
        "CREATE TABLE hbase.interrupts.t (k INT NOT NULL, v STRING, PRIMARY KEY (k)) USING hbase "
        "TBLPROPERTIES ('hbase.splits' = '100; 200')"
    )
    spark.sql(
        f"INSERT INTO hbase.interrupts.t SELECT CAST(id AS INT), concat('v', id) FROM range({ROWS})"
    )
    return "t"


@pytest.fixture
def asking(hbase: EmbeddedHBase, table: str) -> Iterator[Connection]:
    with connect(f"thrift://{hbase.thrift}", namespace="interrupts") as connection:
        yield connection


def one_row(hbase: Connection, number: int) -> None:
    key = number % ROWS
    assert hbase.rows("SELECT v FROM t WHERE k = ?", [key]) == [{"v": f"v{key}"}]


def some_rows(hbase: Connection, number: int) -> None:
    stop = number % ROWS
    found = hbase.sql("SELECT k FROM t WHERE k < :stop", {"stop": stop}).to_arrow()
    assert sorted(found.column("k").to_pylist()) == list(range(stop))


def groups(hbase: Connection, number: int) -> None:
    by = number % 7 + 1
    found = hbase.rows(f"SELECT k % {by} AS g, count(*) AS n FROM t GROUP BY ALL ORDER BY g")
    assert found == [{"g": g, "n": len(range(g, ROWS, by))} for g in range(by)]


def names(hbase: Connection, number: int) -> None:
    assert "interrupts.t" in hbase.tables()
    assert [column.name for column in hbase.table("t").columns] == ["k", "v"]


def regions(hbase: Connection, number: int) -> None:
    bounds = hbase.regions(hbase.table("t"))
    assert len(bounds) == 3
    assert bounds[0][0] == bounds[-1][1] == b""


def cells(hbase: Connection, number: int) -> None:
    store = ThriftStore(hbase)
    name = hbase.table("t").hbase_table
    assert len(list(store.scan(ReadRequest(name, caching=37)))) == ROWS
    assert store.is_enabled(name)


QUESTIONS: list[Callable[[Connection, int], None]] = [
    one_row,
    some_rows,
    groups,
    names,
    regions,
    cells,
]


def test_what_is_asked_after_ctrl_c_has_its_own_answer(asking: Connection) -> None:
    drawn = random.Random(14)
    interrupts = 0

    def ctrl_c(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ctrl_c)
    try:
        for number in range(INTERRUPTS * 20):
            try:
                signal.setitimer(signal.ITIMER_REAL, drawn.uniform(0.0002, 0.02))
                drawn.choice(QUESTIONS)(asking, number)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                interrupts += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            drawn.choice(QUESTIONS)(asking, number)
            if interrupts == INTERRUPTS:
                break
    finally:
        signal.signal(signal.SIGALRM, before)
    assert interrupts == INTERRUPTS


class CutSocket(TSocket):  # type: ignore[misc]
    """Ctrl-C comes when so many bytes have been read of all sockets together."""

    left: int | None = None

    def read(self, size: int) -> bytes:
        left = CutSocket.left
        if left is None:
            return bytes(super().read(size))
        if left == 0:
            CutSocket.left = None
            raise KeyboardInterrupt
        found = bytes(super().read(min(size, left)))
        CutSocket.left = left - len(found)
        return found


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_may_be_cut_at_any_byte(
    hbase: EmbeddedHBase,
    table: str,
    monkeypatch: pytest.MonkeyPatch,
    question: Callable[[Connection, int], None],
) -> None:
    monkeypatch.setattr(happybase.connection, "TSocket", CutSocket)
    drawn = random.Random(question.__name__)
    url = f"thrift://{hbase.thrift}"
    with connect(url, namespace="interrupts") as asked, connect(url) as after:
        question(asked, 1)
        for number in range(25):
            CutSocket.left = int(10 ** drawn.uniform(0, 3.5))
            try:
                question(asked, number)
            except KeyboardInterrupt:
                assert CutSocket.left is None
            CutSocket.left = None
            for each in QUESTIONS:
                each(asked, number)
        assert "interrupts.t" in after.tables()


def test_threads_that_share_a_connection_have_their_own_answers(asking: Connection) -> None:
    start = threading.Barrier(THREADS)

    def ask(thread: int) -> None:
        drawn = random.Random(thread)
        start.wait(30)
        for number in range(15):
            drawn.choice(QUESTIONS)(asking, thread * 37 + number)

    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(ask, thread) for thread in range(THREADS)]:
            done.result(120)


def _ask_all(asking: Connection, failures: Any) -> None:
    try:
        for number in range(10):
            for question in QUESTIONS:
                question(asking, number)
    except BaseException as error:
        failures.put(repr(error))
        raise


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_has_a_socket_of_its_own(asking: Connection) -> None:
    one_row(asking, 1)
    forking = multiprocessing.get_context("fork")
    failures = forking.Queue()
    children = [forking.Process(target=_ask_all, args=(asking, failures)) for _ in range(2)]
    for child in children:
        child.start()
    socket = asking.link.socket
    for number in range(10):
        for question in QUESTIONS:
            question(asking, number)
    assert asking.link.socket is socket
    for child in children:
        child.join(60)
        assert child.exitcode == 0, failures.get(timeout=5)
