"""The engines that answer the statements of the prompt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a statement."""

    done: int
    total: int
    unit: str
    """The unit that is counted: ``regions`` or ``tasks``."""
    rows_scanned: int

    def __str__(self) -> str:
        return f"{self.done} of {self.total} {self.unit}, {self.rows_scanned:,} rows scanned"


Watch = Callable[[Progress], None]
"""Told now and then, from any thread."""


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """A column of a table."""

    name: str
    type: str
    is_key: bool
    is_nullable: bool


class Engine(Protocol):
    """Runs statements, one at a time. Errors are whatever the way to the cluster raises."""

    def run(self, statement: str, watch: Watch | None) -> pa.Table | None:
        """The result; None for a statement that has none."""
        ...

    def explain(self, statement: str) -> str:
        """Return the row keys that a query reads, and the place of each part."""
        ...

    @property
    def namespace(self) -> str:
        """The namespace of tables that statements name without one."""
        ...

    def tables(self) -> list[str]:
        """Names that statements can use, each table once: bare in the namespace."""
        ...

    def columns(self, table: str) -> list[ColumnInfo]:
        """The columns of a table."""
        ...

    def close(self) -> None:
        """End what this has opened."""
        ...
