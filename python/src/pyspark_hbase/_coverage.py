"""The proof that frames cover a range of rows, each row once: docs/FORMAT.md, "Result frame"."""

from __future__ import annotations

from pyspark_hbase._proto import frame_pb2
from pyspark_hbase.errors import CoverageError


class Coverage:
    """Follows the frames of one range ``[start_row, stop_row)``. Not thread-safe.

    Everything before :attr:`position` is proven; when :attr:`is_complete`, the whole range is.
    """

    def __init__(self, start_row: bytes, stop_row: bytes, plan_hash: bytes) -> None:
        self.position = start_row
        self.is_complete = False
        self._stop_row = stop_row
        self._plan_hash = plan_hash

    def accept(self, header: frame_pb2.FrameHeader) -> bool:
        """Whether the frame's rows count; False for a frame of rows that are proven already.

        Raises:
            CoverageError: it leaves out rows, repeats rows, or answers another sub-plan.
        """
        if header.plan_hash != self._plan_hash:
            raise self._error("A frame answers another sub-plan.", header)
        if not self.is_complete and header.from_row == self.position:
            self._move_to(header)
            return True
        is_before = self.is_complete or (header.to_row != b"" and header.to_row <= self.position)
        if is_before and header.statistics.rows_scanned == 0:
            return False
        raise self._error("Frames leave out rows, or repeat rows.", header)

    def require_complete(self) -> None:
        """Raise CoverageError if rows of the range have not been answered."""
        if not self.is_complete:
            raise CoverageError(
                "INCOMPLETE_ANSWER",
                "The scan ended before all rows were answered; a region may lack the coprocessor.",
                position=self.position.hex(),
                stopRow=self._stop_row.hex(),
            )

    def _move_to(self, header: frame_pb2.FrameHeader) -> None:
        self.position = header.to_row
        at_end = header.to_row == b"" or (self._stop_row and header.to_row >= self._stop_row)
        self.is_complete = bool(at_end) or header.stop_reason == frame_pb2.LIMIT_REACHED

    def _error(self, sentence: str, header: frame_pb2.FrameHeader) -> CoverageError:
        return CoverageError(
            "INCOMPLETE_ANSWER",
            sentence,
            position=self.position.hex(),
            fromRow=header.from_row.hex(),
            toRow=header.to_row.hex(),
            region=header.region,
        )
