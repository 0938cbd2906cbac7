"""The zones of columns in the region servers: plain data, for the reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ColumnZones:
    """The zones of one column by which the query filters, as region servers hold them.

    A zone is a stretch of rows of a store file with its smallest and largest value. Values are as
    SQL writes them, None where there is none but NULL.
    """

    column: str
    count: int
    rejected: int
    """Number of zones in which no value passes; their blocks are not read."""
    blocks: int
    """Number of blocks of store files that the zones take."""
    least: str | None
    greatest: str | None

    @classmethod
    def parse(cls, given: dict[str, Any]) -> ColumnZones:
        """Read an entry of ``known`` in the document of ``SubPlanScan.explanation``."""
        return cls(
            column=given["column"],
            count=given["stretches"],
            rejected=given["rejected"],
            blocks=given["blocks"],
            least=given.get("least"),
            greatest=given.get("greatest"),
        )
