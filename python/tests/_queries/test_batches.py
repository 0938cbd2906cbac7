"""Batches of a query as they come, and what else takes a query."""

from __future__ import annotations

import gc
import pickle
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pytest
from fake_gateway import FakeGateway, frame
from fake_tables import FixedTables, connected
from flights import FLIGHTS

from pyspark_hbase import gateway
from pyspark_hbase._explain.report import Explanation
from pyspark_hbase.connection import Connection
from pyspark_hbase.errors import CoverageError, ServerError, SubPlanError
from pyspark_hbase.expressions import col
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.result import ResultFrame, decode_frame

DELAYS = SubPlan.scan(FLIGHTS).select("carrier", "delay")
SQL = "SELECT carrier, delay FROM flights"
REGIONS = 100


class Regions:
    """Frames of many regions, each made when it is asked for."""

    def __init__(self, plan: SubPlan = DELAYS, rows: int = 2) -> None:
        self.plan = plan
        self.rows = rows
        self.asked = 0

    def __iter__(self) -> Iterator[Any]:
        for i in range(REGIONS):
            self.asked += 1
            start, stop = _row(i) if i else b"", _row(i + 1) if i + 1 < REGIONS else b""
            is_text = [str(column.type) == "string" for column in self.plan.output]
            rows = [
                tuple(f"{i:03}".encode() if text else float(j) for text in is_text)
                for j in range(self.rows)
            ]
            yield frame(self.plan, start, stop, rows)


def asking(gateway: FakeGateway) -> Connection:
    return connected(gateway, FixedTables(FLIGHTS))


def _row(region: int) -> bytes:
    return f"{region:03}".encode()


def test_the_first_batch_comes_before_the_last_region_is_read() -> None:
    regions = Regions()
    batches = asking(FakeGateway(regions)).sql(SQL).to_batches()
    assert regions.asked == 0
    assert batches.read_next_batch().to_pydict() == {"carrier": ["000"] * 2, "delay": [0.0, 1.0]}
    assert regions.asked == 1
    assert sum(batch.num_rows for batch in batches) == 2 * (REGIONS - 1)
    assert regions.asked == REGIONS


def test_no_more_than_a_few_frames_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[weakref.ref[pa.RecordBatch]] = []

    def decode(value: bytes) -> ResultFrame:
        found = decode_frame(value)
        decoded.append(weakref.ref(found.batch))
        return found

    def held() -> int:
        return sum(batch() is not None for batch in decoded)

    monkeypatch.setattr(gateway, "decode_frame", decode)
    query = asking(FakeGateway(Regions(), Regions())).sql(SQL)
    assert max(held() for _ in query.to_batches()) <= 2
    assert len(decoded) == REGIONS
    # The table has all of them.
    assert query.to_arrow().column("delay").num_chunks == REGIONS


def test_a_sub_plan_gives_batches_too() -> None:
    regions = Regions()
    batches = DELAYS.to_batches(FakeGateway(regions))
    assert batches.schema == pa.schema([("carrier", pa.string()), ("delay", pa.float64())])
    batches.read_next_batch()
    assert regions.asked == 1


def test_batches_together_are_the_table() -> None:
    for sql in (
        SQL,
        f"{SQL} LIMIT 5",
        f"{SQL} LIMIT 5 OFFSET 3",
        "SELECT delay AS a, carrier, delay AS b FROM flights OFFSET 195",
        f"{SQL} LIMIT 0",
    ):
        query = asking(FakeGateway(Regions())).sql(sql)
        plan = query.plan
        batches = asking(FakeGateway(Regions(plan))).sql(sql).to_batches()
        expected = asking(FakeGateway(Regions(plan))).sql(sql).to_arrow()
        assert batches.read_all().equals(expected), sql


def test_what_takes_all_rows_comes_as_batches_too() -> None:
    sql = f"{SQL} ORDER BY delay DESC, carrier LIMIT 2"
    plan = asking(FakeGateway([])).sql(sql).plan
    query = asking(FakeGateway([frame(plan, b"", b"", [(b"AA", 1.0), (b"UA", 2.0)])])).sql(sql)
    assert query.to_batches().read_all().to_pydict()["carrier"] == ["UA", "AA"]
    assert query.to_batches().schema.equals(query.to_arrow().schema)


def test_an_error_between_batches_is_the_same_as_of_the_table() -> None:
    lost = FakeGateway([frame(DELAYS, b"", b"M", [(b"AA", 1.0)])])
    batches = asking(lost).sql(SQL).to_batches()
    batches.read_next_batch()
    with pytest.raises(CoverageError):
        batches.read_next_batch()


def test_a_connection_answers_between_batches() -> None:
    regions = Regions()
    hbase = asking(FakeGateway(regions, [frame(DELAYS, b"", b"", [(b"UA", 7.0)])]))
    batches = hbase.sql(SQL).to_batches()
    batches.read_next_batch()
    assert hbase.run(DELAYS).to_pydict()["carrier"] == ["UA"]
    assert sum(batch.num_rows for batch in batches) == 2 * (REGIONS - 1)


def test_the_thread_that_reads_batches_may_change() -> None:
    hbase = FakeGateway(Regions())
    batches = asking(hbase).sql(SQL).to_batches()
    batches.read_next_batch()
    found: list[int] = []
    rest = threading.Thread(
        target=lambda: found.append(sum(batch.num_rows for batch in batches)), daemon=True
    )
    rest.start()
    rest.join(10)
    assert found == [2 * (REGIONS - 1)]
    assert hbase.reconnects == 1


def test_batches_that_are_left_close_their_scanner() -> None:
    hbase = FakeGateway(Regions())
    batches = asking(hbase).sql(SQL).to_batches()
    batches.read_next_batch()
    del batches
    gc.collect()
    assert hbase.closed == [0]
    assert hbase.reconnects == 1


def test_a_forked_process_leaves_the_scanner_of_its_parent_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hbase = FakeGateway(Regions())
    batches = asking(hbase).sql(SQL).to_batches()
    batches.read_next_batch()
    # A process of its own, as far as the scan can tell.
    monkeypatch.setattr("pyspark_hbase.gateway.os.getpid", lambda: -1)
    del batches
    gc.collect()
    assert hbase.closed == []


def test_a_table_that_changes_before_its_first_batch_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query = asking(FakeGateway([])).sql(SQL)
    other = pa.RecordBatch.from_pydict({"carrier": [1], "delay": [2]})
    monkeypatch.setattr(type(query._prepared), "batches", lambda prepared: iter([other]))
    with pytest.raises(SubPlanError, match="TABLE_CHANGED"):
        query.to_batches().read_next_batch()


def test_a_forked_process_does_not_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = asking(FakeGateway(Regions())).sql(SQL).to_batches()
    batches.read_next_batch()
    monkeypatch.setattr("pyspark_hbase.gateway.os.getpid", lambda: -1)
    with pytest.raises(ServerError, match="READ_BY_FORKED_PROCESS"):
        batches.read_next_batch()


def test_duckdb_polars_pandas_and_arrow_take_a_query() -> None:
    regions = Regions()
    query = asking(FakeGateway(regions, Regions())).sql(SQL)
    assert pa.table(query).num_rows == 2 * REGIONS
    assert regions.asked == REGIONS
    found = duckdb.sql("SELECT count(*), sum(delay) FROM query").fetchall()
    assert found == [(2 * REGIONS, float(REGIONS))]
    assert pl.DataFrame(query).shape == (2 * REGIONS, 2)
    assert pa.table(query).to_pandas().equals(query.to_pandas())


def test_a_query_casts_its_stream_to_a_schema_that_is_asked_for() -> None:
    query = asking(FakeGateway(Regions())).sql(SQL)
    wanted = pa.schema([("carrier", pa.large_string()), ("delay", pa.float32())])
    taken = pa.RecordBatchReader.from_stream(query, schema=wanted)
    assert taken.schema == wanted


def test_a_notebook_shows_the_first_rows_of_a_query_and_reads_no_more() -> None:
    regions = Regions()
    hbase = FakeGateway(regions)
    html = asking(hbase).sql(SQL)._repr_html_()
    assert html.count("<tr>") == 1 + 20
    assert "<th>carrier<br><small>string</small></th>" in html
    assert "<td>009</td><td>1.0</td>" in html
    assert "The first 20 rows." in html
    assert regions.asked <= 12
    assert hbase.closed == [0]
    assert hbase.reconnects == 1


def test_values_are_shown_as_they_are() -> None:
    rows = [(b"<b>&", None)]
    html = asking(FakeGateway([frame(DELAYS, b"", b"", rows)])).sql(SQL)._repr_html_()
    assert "<td>&lt;b&gt;&amp;</td><td><i>NULL</i></td>" in html
    assert "1 row." in html


def test_what_holds_a_socket_says_that_it_does_not_pickle() -> None:
    hbase = asking(FakeGateway([]))
    for held, instead in ((hbase, "connect()"), (hbase.sql(SQL), "to_arrow()")):
        with pytest.raises(TypeError, match="cannot be pickled") as found:
            pickle.dumps(held)
        assert instead in str(found.value)


def test_plans_tables_and_explanations_pickle(tmp_path: Path) -> None:
    plan = DELAYS.filter(col("delay") > 5)
    assert pickle.loads(pickle.dumps(plan)) == plan
    table = asking(FakeGateway(Regions())).sql(SQL).to_arrow()
    assert pickle.loads(pickle.dumps(table)).equals(table)
    from explained import scan_after_run  # noqa: PLC0415  (of the tools, which need Spark)

    explanation = Explanation((scan_after_run(),))
    assert str(pickle.loads(pickle.dumps(explanation))) == str(explanation)
