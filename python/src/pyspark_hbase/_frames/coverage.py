"""The proof that frames cover a range of rows, each row once: docs/FORMAT.md, "Result frame"."""

from __future__ import annotations

from enum import Enum, auto

from pyspark_hbase._proto import frame_pb2
from pyspark_hbase.errors import CoverageError

__all__ = ["Coverage", "RowsAgainError", "Verdict"]


class Verdict(Enum):
    """The decision about a frame."""

    TAKE = auto()
    """Its rows count; then :meth:`Coverage.advance`."""
    DROP = auto()
    """It says nothing new: rows that are answered already, none of them there."""
    AGAIN = auto()
    """It repeats rows that are answered. Discard it, and scan again from the position."""


class RowsAgainError(CoverageError):
    """A merge or a writer put rows before the position; a scan from there helps."""


class Coverage:
    """Follows the frames of one range ``[start_row, stop_row)``. Not thread-safe.

    Everything before :attr:`position` is proven; when :attr:`is_complete`, the whole range is.
    """

    def __init__(self, start_row: bytes, stop_row: bytes, plan_hash: bytes) -> None:
        self.position = start_row
        self.is_complete = stop_row != b"" and start_row >= stop_row
        self._stop_row = stop_row
        self._plan_hash = plan_hash
        self._java: frame_pb2.FrameHeader | None = None

    def judge(self, header: frame_pb2.FrameHeader, *, is_first: bool) -> Verdict:
        """Decide about a frame, the first or a later one of a scan from the position.

        Changes nothing.

        Raises:
            CoverageError: it leaves out rows, no correct server sends it for this scan, or it comes
                from a region server whose Java has other rules than the one before.
        """
        self._check(header)
        if header.from_row > self.position:
            raise self._error("Frames leave out rows; repeat the query.", header)
        if header.from_row == self.position:
            return Verdict.TAKE
        if header.statistics.rows_scanned == 0 and header.row_count == 0:
            ends_beyond = header.to_row == b"" or header.to_row > self.position
            return Verdict.TAKE if ends_beyond else Verdict.DROP
        if is_first:
            raise self._error(
                "A scan begins with rows from before its start; repeat the query.", header
            )
        return Verdict.AGAIN

    def advance(self, header: frame_pb2.FrameHeader) -> bool:
        """Move the position behind a frame that was judged TAKE, and tell whether it moved."""
        before, self.position = self.position, header.to_row
        if header.java_rules:
            self._java = header
        at_end = header.to_row == b"" or (self._stop_row and header.to_row >= self._stop_row)
        self.is_complete = bool(at_end) or header.stop_reason == frame_pb2.LIMIT_REACHED
        return self.position != before

    def rows_again(self, header: frame_pb2.FrameHeader) -> CoverageError:
        """The error for a frame that was judged AGAIN, where scanning again does not end."""
        return self._error("Frames repeat rows; repeat the query.", header, RowsAgainError)

    def require_complete(self) -> None:
        """Raise CoverageError if rows of the range have not been answered."""
        if not self.is_complete:
            raise CoverageError(
                "INCOMPLETE_ANSWER",
                "The scan ended before all rows were answered; a region may lack the coprocessor.",
                position=self.position.hex(),
                stopRow=self._stop_row.hex(),
            )

    def _check(self, header: frame_pb2.FrameHeader) -> None:
        if header.plan_hash != self._plan_hash:
            raise self._error(
                "A frame answers another sub-plan; use one version of client and servers.", header
            )
        if header.to_row and header.from_row > header.to_row:
            raise self._error(
                "A frame ends before it begins; use one version of client and servers.", header
            )
        if self._stop_row and header.from_row > self._stop_row:
            raise self._error(
                "A frame begins beyond the scan's stop row; use one version of client and servers.",
                header,
            )
        if header.row_count and header.to_row and header.from_row == header.to_row:
            raise self._error(
                "A frame has rows but covers none; use one version of client and servers.", header
            )
        self._require_one_java(header)

    def _require_one_java(self, header: frame_pb2.FrameHeader) -> None:
        """Nothing here can compute what a region server of other rules leaves out, as Spark can."""
        other = self._java
        if other is not None and header.java_rules not in (0, other.java_rules):
            raise CoverageError(
                "DIFFERENT_JAVA_RULES",
                "Region servers of this table run releases of Java whose time zones or numbers"
                " differ, so one answer would mix both. Run one release on all of them;"
                " pyspark-hbase doctor names them.",
                regions=f"{other.region}, {header.region}",
                rules=f"{other.java_rules:016x}, {header.java_rules:016x}",
            )

    def _error(
        self,
        sentence: str,
        header: frame_pb2.FrameHeader,
        kind: type[CoverageError] = CoverageError,
    ) -> CoverageError:
        return kind(
            "INCOMPLETE_ANSWER",
            sentence,
            position=self.position.hex(),
            fromRow=header.from_row.hex(),
            toRow=header.to_row.hex(),
            region=header.region,
        )
