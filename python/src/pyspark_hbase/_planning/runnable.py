"""The interface of a sub-plan for the ways to run it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pyspark_hbase._planning.operators import (
    AggregateOperator,
    Operator,
    OutputColumn,
    TopNOperator,
)
from pyspark_hbase.table_schema import TableSchema

__all__ = ["RunnablePlan"]


class RunnablePlan(Protocol):
    """:class:`pyspark_hbase.plan.SubPlan` as the modules that run it see it."""

    @property
    def schema(self) -> TableSchema:
        """The table that is read."""

    @property
    def operators(self) -> Sequence[Operator]:
        """The operators on its rows, in order."""

    @property
    def aggregate(self) -> AggregateOperator | None:
        """The aggregation at the end, whose states have to be merged."""

    @property
    def top_n(self) -> TopNOperator | None:
        """The order at the end, in which the first rows of all answers are chosen again."""

    @property
    def result_limit(self) -> int | None:
        """The number of rows wanted in the result."""

    @property
    def _wire_output(self) -> tuple[OutputColumn, ...]:
        """Columns of the frames."""

    @property
    def output(self) -> tuple[OutputColumn, ...]:
        """Columns of the result."""

    @property
    def row_bounds(self) -> tuple[bytes, bytes] | None:
        """Row keys that can pass the filters; None if there are none."""

    @property
    def _is_verbatim(self) -> bool:
        """Whether the message was given as bytes, and may say more than the operators."""

    def to_bytes(self) -> bytes:
        """The message that region servers get."""
