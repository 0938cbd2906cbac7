from __future__ import annotations

import re
import struct
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from fake_gateway import FakeGateway, frame, result
from flights import EVERYTHING, FLIGHTS
from Hbase_thrift import IllegalArgument, IOError
from thriftpy2.transport import TTransportException

import golden
from pyspark_hbase import gateway
from pyspark_hbase._execution import optional
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase.errors import (
    CoprocessorNotLoadedError,
    CorruptDataError,
    CoverageError,
    EvaluationError,
    FrameError,
    RightMissingError,
    ServerError,
    SetupError,
    TableNotFoundError,
)
from pyspark_hbase.expressions import avg, col, count, max_, sum_
from pyspark_hbase.plan import SubPlan

BY_CARRIER = SubPlan.scan(FLIGHTS).group_by("carrier").agg(count().alias("n"), sum_("fare"))
COUNT = SubPlan.scan(FLIGHTS).agg(count().alias("n"))
DELAY = SubPlan.scan(FLIGHTS).select("delay")
ELSE = SubPlan.scan(FLIGHTS).select(col("delay").alias("other"), "carrier").select("other")
DELAYS = SubPlan.scan(FLIGHTS).select("carrier", "delay")


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waits: list[float] = []
    monkeypatch.setattr(gateway.time, "sleep", waits.append)
    return waits


def test_partial_groups_of_regions_are_merged() -> None:
    hbase = FakeGateway(
        [
            frame(BY_CARRIER, b"", b"M", [(b"AA", 2, 1050, False), (b"UA", 1, 0, True)]),
            frame(BY_CARRIER, b"M", b"", [(b"UA", 4, 25, False)]),
        ]
    )
    table = BY_CARRIER.to_arrow(hbase)
    assert table.schema == pa.schema(
        [("carrier", pa.string()), ("n", pa.int64()), ("sum(fare)", pa.decimal128(20, 2))]
    )
    assert table.to_pydict() == {
        "carrier": ["AA", "UA"],
        "n": [2, 5],
        "sum(fare)": [Decimal("10.50"), Decimal("0.25")],
    }


def test_answers_come_as_pandas_and_polars_too() -> None:
    def answer() -> FakeGateway:
        return FakeGateway([frame(BY_CARRIER, b"", b"", [(b"AA", 2, 1050, False)])])

    expected = {"carrier": ["AA"], "n": [2], "sum(fare)": [Decimal("10.50")]}
    assert BY_CARRIER.to_pandas(answer()).to_dict("list") == expected
    assert BY_CARRIER.to_polars(answer()).to_dict(as_series=False) == expected


def test_a_package_that_is_missing_is_named_before_the_scan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(optional, "find_spec", lambda name: None)
    for convert in (COUNT.to_pandas, COUNT.to_polars):
        with pytest.raises(SetupError, match="pip install (pandas|polars); or use to_arrow"):
            convert(FakeGateway())


def test_the_first_rows_of_regions_are_ordered_and_cut() -> None:
    plan = DELAYS.order_by(col("delay").desc(), "carrier").limit(3)
    hbase = FakeGateway(
        [
            frame(plan, b"", b"M", [(b"AA", 1.0), (b"AB", None), (b"B6", 7.5)]),
            frame(plan, b"M", b"", [(b"UA", float("nan")), (b"VX", 7.5)]),
        ]
    )
    assert plan.to_arrow(hbase).column("carrier").to_pylist() == ["UA", "B6", "VX"]


def test_the_scan_carries_the_plan_verbatim_and_ends_an_rpc_with_each_result() -> None:
    hbase = FakeGateway([frame(COUNT, b"a", b"k", [(3,)])])
    COUNT.to_arrow(hbase, start_row=b"a", stop_row=b"k")
    (asked,) = hbase.scans
    assert asked.table == b"flights"
    assert asked.sub_plan == COUNT.to_bytes()
    scan = asked.scan
    assert (scan.startRow, scan.stopRow, scan.caching, scan.columns) == (b"a", b"k", 1, [b"p"])
    assert hbase.closed == [0]


def test_no_rows_still_make_one_global_row() -> None:
    plan = SubPlan.scan(FLIGHTS).agg(count().alias("n"), max_("day").alias("last"), avg("fare"))
    table = plan.to_arrow(FakeGateway([frame(plan, b"", b"", [])]))
    assert table.to_pylist() == [{"n": 0, "last": None, "avg(fare)": None}]


def test_rows_of_all_types_come_as_pyspark_gives_them() -> None:
    plan = SubPlan.scan(EVERYTHING, time_zone="Asia/Tokyo").select("*")
    row = (True, -1, -2, -3, -4, 0.5, 0.25, 12345, "Zürich".encode(), b"\xff", 1, 0, 0)
    table = plan.to_arrow(FakeGateway([frame(plan, b"", b"", [row, (None,) * 13])]))
    assert table.schema.field("at").type == pa.timestamp("us", tz="UTC")
    assert list(table.to_pylist()[0].values()) == [
        True, -1, -2, -3, -4, 0.5, 0.25, Decimal("123.45"), "Zürich", b"\xff", date(1970, 1, 2),
        datetime(1970, 1, 1, tzinfo=timezone.utc), datetime(1970, 1, 1),
    ]  # fmt: skip
    assert set(table.to_pylist()[1].values()) == {None}


def test_a_limit_stops_the_scan_when_there_are_enough_rows() -> None:
    plan = DELAYS.limit(3)
    many = [(b"AA", 1.0)] * 2
    hbase = FakeGateway(
        [frame(plan, b"", b"k", many), frame(plan, b"k", b"m", many), frame(plan, b"m", b"", many)]
    )
    assert plan.to_arrow(hbase).num_rows == 3
    assert hbase.closed == [0]


def test_a_region_that_reached_the_limit_ends_the_scan() -> None:
    plan = DELAYS.limit(1)
    only = frame(plan, b"", b"a\x00", [(b"AA", 1.0)], stop_reason=frame_pb2.LIMIT_REACHED)
    assert plan.to_arrow(FakeGateway([only])).num_rows == 1


def test_what_the_user_of_the_gateway_may_not_read_is_refused_at_once(
    no_waiting: list[float],
) -> None:
    refusal = IOError(
        message=b"org.apache.hadoop.hbase.security.AccessDeniedException: Insufficient permissions "
        b"(user=thrift, scope=flights, action=READ)\n\tat org.apache.hadoop.hbase.Foo.bar"
    )
    for hbase in (FakeGateway(refusal), FakeGateway([refusal])):
        with pytest.raises(RightMissingError, match=r"RIGHT_MISSING.*user=thrift") as caught:
            COUNT.to_arrow(hbase)
        assert "Foo.bar" not in str(caught.value)
    assert no_waiting == []


def test_a_lost_connection_goes_on_where_the_frames_end(no_waiting: list[float]) -> None:
    hbase = FakeGateway(
        [frame(COUNT, b"", b"k", [(3,)]), TTransportException(message="reset")],
        OSError("refused"),
        [frame(COUNT, b"k", b"", [(4,)])],
    )
    assert COUNT.to_arrow(hbase).to_pydict() == {"n": [7]}
    assert [asked.scan.startRow for asked in hbase.scans] == [None, b"k", b"k"]
    assert hbase.reconnects == 2
    assert no_waiting == [0.1, 0.2]


def test_a_lost_scanner_goes_on_over_the_same_connection() -> None:
    hbase = FakeGateway(
        [frame(COUNT, b"", b"k", [(3,)]), IllegalArgument(message=b"scanner ID is invalid")],
        [frame(COUNT, b"k", b"", [(4,)])],
    )
    assert COUNT.to_arrow(hbase).to_pydict() == {"n": [7]}
    assert hbase.reconnects == 0


def test_progress_starts_the_patience_anew(no_waiting: list[float]) -> None:
    lost = TTransportException(message="reset")
    rows = [bytes([row]) for row in range(1, 15)]
    answers = [
        [frame(COUNT, start, stop, [(1,)]), lost]
        for start, stop in zip([b"", *rows], rows, strict=False)
    ]
    hbase = FakeGateway(*answers, [frame(COUNT, rows[-1], b"", [(1,)])])
    assert COUNT.to_arrow(hbase).to_pydict() == {"n": [15]}
    assert set(no_waiting) == {0.1}


def test_a_gateway_that_stays_away_is_an_error_after_some_attempts(no_waiting: list[float]) -> None:
    hbase = FakeGateway(OSError("connection refused"))
    with pytest.raises(ServerError, match='problem="connection refused"') as caught:
        COUNT.to_arrow(hbase)
    assert caught.value.code == "CLUSTER_UNREACHABLE"
    assert tuple(no_waiting) == gateway.RETRY_DELAYS_SECONDS


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(result(b"\x00\x01", b"p:r"), id="a cell of the table"),
        pytest.param(result(b"\x00\x01"), id="no magic"),
    ],
)
def test_plain_rows_mean_that_the_coprocessor_is_not_loaded(raw: Any) -> None:
    hbase = FakeGateway([frame(COUNT, b"", b"k", [(3,)]), raw])
    with pytest.raises(CoprocessorNotLoadedError, match="pyspark-hbase deploy"):
        COUNT.to_arrow(hbase)
    assert len(hbase.scans) == 1


def test_a_scan_that_ends_early_is_an_error() -> None:
    hbase = FakeGateway([frame(COUNT, b"", b"k", [(3,)])])
    with pytest.raises(CoverageError):
        COUNT.to_arrow(hbase)


def test_a_gap_between_frames_is_an_error() -> None:
    hbase = FakeGateway([frame(COUNT, b"", b"k", [(3,)]), frame(COUNT, b"l", b"", [(3,)])])
    with pytest.raises(CoverageError, match="leave out rows"):
        COUNT.to_arrow(hbase)


@pytest.mark.parametrize(("script", "case"), golden.cases("coverage"))
def test_scripts_of_frames_are_read_as_java_reads_them(
    script: golden.Json, case: golden.Json
) -> None:
    hbase = FakeGateway(*[[scripted(each) for each in scan["frames"]] for scan in case["scans"]])
    start, stop = row_key(script["start"]), row_key(script["stop"])
    asked: list[float] = []
    try:
        asked = DELAY.to_arrow(hbase, start_row=start, stop_row=stop).column(0).to_pylist()
        outcome = "answered"
    except CoverageError as error:
        is_short = re.search("leave out rows|ended before", error.sentence)
        outcome = "incomplete" if is_short else "refused"
    assert outcome == case["outcome"]
    assert [asked.scan.startRow for asked in hbase.scans] == [
        row_key(scan["start"]) for scan in case["scans"]
    ]
    if outcome == "answered":
        assert asked == [float(row) for part in case["answer"] for row in range(*part)]


def row_key(row: int) -> bytes:
    return struct.pack(">i", row) if row >= 0 else b""


def scripted(given: golden.Json) -> bytes:
    rows = [(float(row),) for row in range(*given.get("rows", [0, 0]))]
    return frame(
        ELSE if given.get("plan") == "other" else DELAY,
        row_key(given["from"]),
        row_key(given["to"]),
        rows,
        stop_reason=frame_pb2.StopReason.Value(given.get("stop_reason", "TIME_BOUND")),
        rows_scanned=given.get("rows_scanned", len(rows)),
    )


def test_rows_that_come_again_for_ever_are_an_error(no_waiting: list[float]) -> None:
    again = [frame(COUNT, b"k", b"m", [], rows_scanned=0), frame(COUNT, b"b", b"", [(3,)])]
    hbase = FakeGateway([frame(COUNT, b"", b"k", [(3,)]), frame(COUNT, b"b", b"", [(3,)])], again)
    with pytest.raises(CoverageError, match="repeat rows"):
        COUNT.to_arrow(hbase)
    # One for the scan that had been lost, and all after the first one got as far as m.
    assert tuple(no_waiting) == (0.1, *gateway.RETRY_DELAYS_SECONDS)


def test_frames_of_another_plan_are_refused() -> None:
    hbase = FakeGateway([frame(BY_CARRIER, b"", b"", [(b"AA", 2, 1050, False)])])
    with pytest.raises(CoverageError, match="another sub-plan"):
        COUNT.to_arrow(hbase)


def test_frames_with_other_columns_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    value = frame(COUNT, b"", b"", [(3,)])
    monkeypatch.setattr(SubPlan, "_wire_output", BY_CARRIER._wire_output)
    with pytest.raises(FrameError, match="other columns"):
        list(gateway.frames(COUNT, FakeGateway([value])))


def test_errors_of_region_servers_are_typed_and_not_tried_again() -> None:
    text = b"java.io.IOException: [SPARKSQL_HBASE.DIVIDE_BY_ZERO] Division by zero. row=AA\n\tat x"
    hbase = FakeGateway([IOError(message=text)])
    with pytest.raises(EvaluationError) as caught:
        COUNT.to_arrow(hbase)
    assert caught.value.code == "DIVIDE_BY_ZERO"
    assert dict(caught.value.values) == {"row": "AA"}
    assert len(hbase.scans) == 1


def test_a_missing_table_is_named() -> None:
    hbase = FakeGateway(IOError(message=b"org.apache.hadoop.hbase.TableNotFoundException: flights"))
    with pytest.raises(TableNotFoundError, match="table=flights"):
        COUNT.to_arrow(hbase)


def test_strings_that_are_not_utf8_are_an_error_that_says_how_to_get_the_bytes() -> None:
    hbase = FakeGateway([frame(DELAYS, b"", b"", [(b"\xff", 1.0)])])
    with pytest.raises(CorruptDataError, match="cast the column to binary"):
        DELAYS.to_arrow(hbase)
    plan = SubPlan.scan(FLIGHTS).select(col("carrier").cast("binary").alias("raw"))
    table = plan.to_arrow(FakeGateway([frame(plan, b"", b"", [(b"\xff",)])]))
    assert table.to_pydict() == {"raw": [b"\xff"]}
