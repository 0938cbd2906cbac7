"""A sub-plan with everything that each of its runs needs, computed when it is first needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa

from pyspark_hbase._codec import arrow_values
from pyspark_hbase._execution.point_read import PointRead, point_read
from pyspark_hbase._planning import plan_bytes
from pyspark_hbase._planning.operators import AggregateOperator, OutputColumn, TopNOperator
from pyspark_hbase._planning.runnable import RunnablePlan
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase.result import plan_hash

__all__ = ["PreparedPlan", "prepared"]


@dataclass(frozen=True)
class PreparedPlan:
    """The request to the gateway, and the expectations on its answers.

    Immutable.

    Threads may share it; two may compute the same.
    """

    plan: RunnablePlan

    @cached_property
    def hbase_table(self) -> str:
        """Full name."""
        return self.plan.schema.hbase_table

    @cached_property
    def aggregate(self) -> AggregateOperator | None:
        """As of the plan, like those that follow."""
        return self.plan.aggregate

    @cached_property
    def top_n(self) -> TopNOperator | None:
        """The order at the end."""
        return self.plan.top_n

    @cached_property
    def result_limit(self) -> int | None:
        """The number of rows wanted in the result."""
        return self.plan.result_limit

    @cached_property
    def wire_output(self) -> tuple[OutputColumn, ...]:
        """Columns of the frames."""
        return self.plan._wire_output

    @cached_property
    def output(self) -> tuple[OutputColumn, ...]:
        """Columns of the result."""
        return self.plan.output

    @cached_property
    def row_bounds(self) -> tuple[bytes, bytes] | None:
        """Row keys that can pass the filters; None if there are none."""
        return self.plan.row_bounds

    @cached_property
    def data(self) -> bytes:
        """The message that region servers get."""
        return self.plan.to_bytes()

    @cached_property
    def plan_hash(self) -> bytes:
        """The hash of the message that frames carry."""
        return plan_hash(self.data)

    @cached_property
    def families(self) -> Sequence[bytes] | None:
        """The families that a scan reads; None is all."""
        if self.plan._is_verbatim:
            return list(sub_plan_pb2.SubPlan.FromString(self.data).table.families) or None
        schema = self.plan.schema
        return schema.scanned_families(plan_bytes.table_columns(schema, self.plan.operators))

    @cached_property
    def wire_schema(self) -> pa.Schema:
        """The Arrow schema of the frames."""
        types = [arrow_values.wire_type(column.type) for column in self.wire_output]
        return pa.schema([(f"c{i}", each) for i, each in enumerate(types)])

    @cached_property
    def point_read(self) -> PointRead | None:
        """The read by gets that replaces the scan, where the plan names a whole row key."""
        return None if self.plan._is_verbatim else point_read(self.plan, self.families)


def prepared(plan: RunnablePlan | PreparedPlan) -> PreparedPlan:
    """The plan, prepared if it is not yet."""
    return plan if isinstance(plan, PreparedPlan) else PreparedPlan(plan)
