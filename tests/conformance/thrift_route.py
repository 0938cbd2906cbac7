"""Sends the sub-plans that Spark planned through the Thrift gateway, without Spark."""

from __future__ import annotations

from typing import Final

import happybase
import pyarrow as pa
from pyspark.sql import SparkSession

from pyspark_hbase._explain.scans import HBaseScan
from pyspark_hbase._planning.operators import MERGED_FUNCTIONS
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase._spark.older_pyspark import to_arrow
from pyspark_hbase.demo._answers import Answer, answer
from pyspark_hbase.demo._answers import difference as rows_differ
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.types import TypeKind
from sub_plan_messages import messages

_OPERATORS: Final = {"filter", "project", "aggregate", "limit"}

# DataFrames of sub-plans merge no other states; sql_without_spark.sql asks for those.
_COMPARED: Final = set(MERGED_FUNCTIONS) - {"APPROX_COUNT_DISTINCT"}

# Stands for what a scalar subquery gives, of which only Spark knows (Placeholders.scala).
_FIRST_PLACEHOLDER: Final = 1 << 24


def can_express(sub_plan: bytes) -> bool:
    """Whether the Python package reads the sub-plan and merges its states; else only Spark does.

    An Arrow table without columns, as of ``count(*)`` over a limit, has no rows either.
    """
    message = sub_plan_pb2.SubPlan.FromString(sub_plan)
    projects = [o.project for o in message.operators if o.WhichOneof("node") == "project"]
    calls = [call for o in message.operators for call in o.aggregate.calls]
    functions = {call.function for call in calls}
    backward = any(operator.limit.from_end for operator in message.operators)
    # The states of try_sum and try_avg are others.
    tries = any(call.eval_mode == sub_plan_pb2.TRY for call in calls)
    return (
        not tries
        and not backward
        and not _has_placeholder(message)
        and {operator.WhichOneof("node") for operator in message.operators} <= _OPERATORS
        and {sub_plan_pb2.AggregateFunction.Name(f) for f in functions} <= _COMPARED
        and all(project.expressions for project in projects)
        and {column.type.kind for column in message.table.columns} <= {*TypeKind}
    )


def _has_placeholder(sub_plan: sub_plan_pb2.SubPlan) -> bool:
    # Of an expression that is no column, this is 0.
    expressions = messages(sub_plan, sub_plan_pb2.Expression)
    return any(expression.column >= _FIRST_PLACEHOLDER for expression in expressions)


def difference(
    scan: HBaseScan, session: SparkSession, connection: happybase.Connection
) -> str | None:
    """Compare the answer through Thrift, with states merged in Python, with Spark's."""
    plan = SubPlan.from_bytes(scan.sub_plan, hbase_table=scan.hbase_table)
    without_spark = plan.to_arrow(connection)
    with_spark = to_arrow(plan.to_dataframe(session))
    if plan.result_limit is not None:
        # Which rows is not defined.
        return None if without_spark.num_rows == with_spark.num_rows else "another number of rows"
    return rows_differ(_answer(with_spark), _answer(without_spark))


def _answer(table: pa.Table) -> Answer:
    columns = [column.to_pylist() for column in table.columns]
    return answer(zip(*columns, strict=True) if columns else [()] * table.num_rows)
