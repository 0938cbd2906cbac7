"""The statistics that ANALYZE made of a table: plain data, for the reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ColumnStatistics:
    """The statistics of one column; its ends as SQL writes them, None for types without ends."""

    name: str
    distinct: int
    """About how many different values."""
    nulls: int
    least: str | None
    greatest: str | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a table, by ``CALL hbase.system.analyze``."""

    analyzed_at: str
    rows: int
    key_parts: int
    """Pieces of about equal size that the sample of row keys divides the table into."""
    columns: tuple[ColumnStatistics, ...]

    @property
    def text(self) -> str:
        """All but the columns, as a sentence."""
        return (
            f"{self.rows:,} rows and a sample of the row keys in {self.key_parts:,} parts, "
            f"analyzed {self.analyzed_at}"
        )

    @classmethod
    def parse(cls, given: dict[str, Any]) -> Statistics:
        """``statistics`` in the document of ``SubPlanScan.explanation``."""
        columns = (
            ColumnStatistics(
                c["name"], c["distinct"], c["nulls"], c.get("least"), c.get("greatest")
            )
            for c in given["columns"]
        )
        return cls(given["analyzedAt"], given["rows"], given["keyParts"], tuple(columns))
