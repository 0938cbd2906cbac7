"""What ANALYZE and the region servers learned of a table: plain data, for the reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ColumnStatistics:
    """Of one column; its ends as SQL writes them, None of types without."""

    name: str
    distinct: int
    """About how many different values."""
    nulls: int
    least: str | None
    greatest: str | None


@dataclass(frozen=True, slots=True)
class KnownValues:
    """What region servers remember of one column by which the query filters.

    Ends are as SQL writes them, None where there is none but NULL.
    """

    column: str
    stretches: int
    """Of rows in store files, whose smallest and largest value are known."""
    rejected: int
    """Of these, stretches in which no value passes; their blocks are not read."""
    blocks: int
    """Of store files, that the stretches take."""
    least: str | None
    greatest: str | None

    @classmethod
    def parse(cls, given: dict[str, Any]) -> KnownValues:
        """An entry of ``known`` in the document of ``SubPlanScan.explanation``."""
        return cls(
            column=given["column"],
            stretches=given["stretches"],
            rejected=given["rejected"],
            blocks=given["blocks"],
            least=given.get("least"),
            greatest=given.get("greatest"),
        )


@dataclass(frozen=True, slots=True)
class Statistics:
    """What ``CALL hbase.system.analyze`` learned of a table."""

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
