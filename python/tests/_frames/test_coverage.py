from __future__ import annotations

import pytest

from pyspark_hbase._frames.coverage import Coverage, Verdict
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase.errors import CoverageError

HASH = b"12345678"


def header(  # noqa: PLR0913  (a frame says much)
    from_row: bytes,
    to_row: bytes,
    *,
    scanned: int = 1,
    rows: int = 0,
    reason: frame_pb2.StopReason = frame_pb2.TIME_BOUND,
    plan_hash: bytes = HASH,
    java_rules: int = 0,
) -> frame_pb2.FrameHeader:
    return frame_pb2.FrameHeader(
        plan_hash=plan_hash,
        from_row=from_row,
        to_row=to_row,
        stop_reason=reason,
        row_count=rows,
        statistics=frame_pb2.FrameStatistics(rows_scanned=scanned),
        java_rules=java_rules,
    )


def take(coverage: Coverage, frame: frame_pb2.FrameHeader) -> None:
    assert coverage.judge(frame, is_first=False) is Verdict.TAKE
    coverage.advance(frame)


def test_frames_that_join_cover_the_table() -> None:
    coverage = Coverage(b"", b"", HASH)
    take(coverage, header(b"", b"c"))
    assert coverage.position == b"c"
    assert not coverage.is_complete
    take(coverage, header(b"c", b""))
    assert coverage.is_complete
    coverage.require_complete()


def test_a_range_is_covered_when_its_stop_row_is_reached() -> None:
    coverage = Coverage(b"b", b"d", HASH)
    take(coverage, header(b"b", b"c"))
    take(coverage, header(b"c", b"d"))
    assert coverage.is_complete
    assert Coverage(b"b", b"b", HASH).is_complete


def test_a_limit_ends_the_cover() -> None:
    coverage = Coverage(b"", b"", HASH)
    take(coverage, header(b"", b"a\x00", reason=frame_pb2.LIMIT_REACHED))
    assert coverage.is_complete


@pytest.mark.parametrize(
    ("frame", "verdict"),
    [
        pytest.param(header(b"a", b"b", scanned=0), Verdict.DROP, id="nothing in proven rows"),
        pytest.param(header(b"b", b"c", scanned=0), Verdict.DROP, id="nothing up to the position"),
        pytest.param(header(b"b", b"d", scanned=0), Verdict.TAKE, id="nothing, and goes on"),
        pytest.param(header(b"b", b"", scanned=0), Verdict.TAKE, id="nothing, to the end"),
        pytest.param(header(b"", b"c"), Verdict.AGAIN, id="rows again"),
        pytest.param(header(b"b", b"d"), Verdict.AGAIN, id="rows again, and more"),
    ],
)
def test_a_frame_from_before_the_position(frame: frame_pb2.FrameHeader, verdict: Verdict) -> None:
    coverage = Coverage(b"", b"", HASH)
    coverage.advance(header(b"", b"c"))
    assert coverage.judge(frame, is_first=False) is verdict
    assert coverage.position == b"c"
    if verdict is Verdict.AGAIN:
        with pytest.raises(CoverageError, match="begins with rows from before its start"):
            coverage.judge(frame, is_first=True)


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        pytest.param(header(b"d", b"e"), "leave out rows", id="gap"),
        pytest.param(header(b"c", b"d", plan_hash=b"87654321"), "another sub-plan", id="plan"),
        pytest.param(header(b"f", b"d"), "ends before it begins", id="order"),
        pytest.param(header(b"y", b"z"), "beyond the scan's stop row", id="beyond"),
        pytest.param(header(b"c", b"c", rows=1), "covers none", id="none"),
    ],
)
def test_a_frame_that_does_not_join_is_an_error(bad: frame_pb2.FrameHeader, sentence: str) -> None:
    coverage = Coverage(b"", b"x", HASH)
    coverage.advance(header(b"", b"c"))
    with pytest.raises(CoverageError, match=sentence):
        coverage.judge(bad, is_first=False)


def test_a_cover_that_ends_early_is_an_error() -> None:
    coverage = Coverage(b"", b"", HASH)
    coverage.advance(header(b"", b"c"))
    with pytest.raises(CoverageError, match="position=63"):
        coverage.require_complete()


def test_frames_by_rules_of_different_releases_of_java_do_not_make_one_answer() -> None:
    coverage = Coverage(b"", b"", HASH)
    take(coverage, header(b"", b"b", java_rules=7))
    take(coverage, header(b"b", b"c"))
    take(coverage, header(b"c", b"d", java_rules=7))
    with pytest.raises(CoverageError, match="DIFFERENT_JAVA_RULES"):
        coverage.judge(header(b"d", b"", java_rules=8), is_first=False)
