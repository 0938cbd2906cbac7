from __future__ import annotations

import pytest

from pyspark_hbase._coverage import Coverage
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase.errors import CoverageError

HASH = b"12345678"


def header(
    from_row: bytes,
    to_row: bytes,
    *,
    scanned: int = 1,
    reason: frame_pb2.StopReason = frame_pb2.TIME_BOUND,
    plan_hash: bytes = HASH,
) -> frame_pb2.FrameHeader:
    return frame_pb2.FrameHeader(
        plan_hash=plan_hash,
        from_row=from_row,
        to_row=to_row,
        stop_reason=reason,
        statistics=frame_pb2.FrameStatistics(rows_scanned=scanned),
    )


def test_frames_that_join_cover_the_table() -> None:
    coverage = Coverage(b"", b"", HASH)
    assert coverage.accept(header(b"", b"c"))
    assert coverage.position == b"c"
    assert not coverage.is_complete
    assert coverage.accept(header(b"c", b""))
    assert coverage.is_complete
    coverage.require_complete()


def test_a_range_is_covered_when_its_stop_row_is_reached() -> None:
    coverage = Coverage(b"b", b"d", HASH)
    assert coverage.accept(header(b"b", b"c"))
    assert coverage.accept(header(b"c", b"d"))
    assert coverage.is_complete


def test_a_limit_ends_the_cover() -> None:
    coverage = Coverage(b"", b"", HASH)
    assert coverage.accept(header(b"", b"a\x00", reason=frame_pb2.LIMIT_REACHED))
    assert coverage.is_complete


def test_an_empty_frame_of_proven_rows_is_dropped() -> None:
    coverage = Coverage(b"", b"", HASH)
    coverage.accept(header(b"", b"c"))
    assert not coverage.accept(header(b"a", b"b", scanned=0))
    assert coverage.position == b"c"
    coverage.accept(header(b"c", b""))
    assert not coverage.accept(header(b"c", b"", scanned=0))


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(header(b"d", b"e"), id="gap"),
        pytest.param(header(b"", b"c"), id="rows again"),
        pytest.param(header(b"b", b"d"), id="overlap"),
        pytest.param(header(b"b", b"", scanned=0), id="overlap to the end of the table"),
        pytest.param(header(b"c", b"d", plan_hash=b"87654321"), id="another plan"),
    ],
)
def test_a_frame_that_does_not_join_is_an_error(bad: frame_pb2.FrameHeader) -> None:
    coverage = Coverage(b"", b"", HASH)
    coverage.accept(header(b"", b"c"))
    with pytest.raises(CoverageError):
        coverage.accept(bad)


def test_a_cover_that_ends_early_is_an_error() -> None:
    coverage = Coverage(b"", b"", HASH)
    coverage.accept(header(b"", b"c"))
    with pytest.raises(CoverageError, match="position=63"):
        coverage.require_complete()
