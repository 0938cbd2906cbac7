"""Runs sub-plans through Spark: the data source ``hbase`` reads frames, Spark merges partials."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pyspark import cloudpickle
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812  (as everybody who uses PySpark)

from pyspark_hbase._frames import decimal_average
from pyspark_hbase._planning.decimal_types import sum_type
from pyspark_hbase._planning.operators import AggregateCall, SortKey
from pyspark_hbase._planning.typed import ANSI, LEGACY
from pyspark_hbase._text.error_text import format_error
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.types import DataType, TypeKind

if TYPE_CHECKING:
    from pyspark_hbase._planning.runnable import RunnablePlan

_ANSI_SETTING: Final = "spark.sql.ansi.enabled"

# Executors need not have this package for the one function that Spark itself does not have.
cloudpickle.register_pickle_by_value(decimal_average)  # type: ignore[no-untyped-call]


def read(plan: RunnablePlan, spark: SparkSession, quorum: str | None) -> DataFrame:
    """The result of a sub-plan; see :meth:`pyspark_hbase.plan.SubPlan.to_dataframe`."""
    _check_mode(plan, spark)
    reader = (
        spark.read.format("hbase")
        .option("hbaseTableName", plan.schema.hbase_table)
        .option("subPlan", base64.b64encode(plan.to_bytes()).decode())
    )
    if plan.schema.row_prefix:
        reader = reader.option("rowPrefix", base64.b64encode(plan.schema.row_prefix).decode())
    if quorum is not None:
        reader = reader.option("quorum", quorum)
    # The contract has no names: columns of the source are c0, c1, ...
    frames = reader.load()
    if plan.top_n is not None:
        frames = frames.orderBy(*map(_order, plan.top_n.keys)).limit(plan.top_n.rows)
        return frames.select(*_renamed(plan))
    result = frames.select(*_renamed(plan)) if plan.aggregate is None else _merged(plan, frames)
    return result if plan.result_limit is None else result.limit(plan.result_limit)


def _order(key: SortKey) -> Column:
    column = F.col(f"c{key.column.position}")
    if key.descending:
        return column.desc_nulls_last() if key.nulls_last else column.desc_nulls_first()
    return column.asc_nulls_last() if key.nulls_last else column.asc_nulls_first()


def _check_mode(plan: RunnablePlan, spark: SparkSession) -> None:
    """Merging overflows, or not, as the session says: it has to say what the sub-plan says."""
    modes = {call.eval_mode for call in plan.aggregate.calls} if plan.aggregate else set()
    session_mode = ANSI if spark.conf.get(_ANSI_SETTING) == "true" else LEGACY
    if modes - {None, session_mode}:
        raise InvalidPlanError(
            "ANSI_MISMATCH",
            "The sub-plan and the session treat overflow differently; "
            f"scan with another ansi, or set {_ANSI_SETTING}.",
            subPlan=", ".join(sorted(mode for mode in modes if mode)),
            session=session_mode,
        )


def _renamed(plan: RunnablePlan) -> list[Column]:
    return [F.col(f"c{i}").alias(column.name) for i, column in enumerate(plan.output)]


def _merged(plan: RunnablePlan, frames: DataFrame) -> DataFrame:
    assert plan.aggregate is not None
    groups = plan.aggregate.groups
    keys = [F.col(f"c{i}").alias(group.name) for i, group in enumerate(groups)]
    results = []
    position = len(groups)
    for call in plan.aggregate.calls:
        width = len(call.state)
        state = [F.col(f"c{i}") for i in range(position, position + width)]
        position += width
        results.append(_result(call, state).alias(call.name))
    if not results:
        return frames.select(*keys).distinct()
    return frames.groupBy(*keys).agg(*results)


def _result(call: AggregateCall, state: list[Column]) -> Column:
    if call.argument_type.kind is TypeKind.DECIMAL and call.function == "SUM":
        total, is_empty = state
        return _decimal_total(call, total, ~is_empty)
    if call.argument_type.kind is TypeKind.DECIMAL and call.function == "AVG":
        return _decimal_average_of(call, *state)
    if call.function not in _RESULTS:
        raise InvalidPlanError(
            "UNSUPPORTED_FUNCTION",
            "A DataFrame cannot merge the states of this function. Use to_arrow(gateway), or ask "
            "the question in Spark's SQL.",
            function=call.function.lower(),
        )
    return _RESULTS[call.function](*state)


def _average(total: Column, count: Column) -> Column:
    return F.when(F.sum(count) > 0, F.sum(total) / F.sum(count))


_RESULTS: Final[dict[str, Callable[..., Column]]] = {
    "COUNT": lambda count: F.coalesce(F.sum(count), F.lit(0).cast("bigint")),
    "SUM": F.sum,
    "AVG": _average,
    "MIN": F.min,
    "MAX": F.max,
}


def _decimal_total(call: AggregateCall, total: Column, has_values: Column) -> Column:
    """The sum of partial sums; one that has values but no sum has overflowed."""
    data_type = sum_type(call.argument_type)
    overflowed = F.max(has_values & total.isNull())
    return (
        F.when(~F.max(has_values), None)
        .when(overflowed, _overflow(call, data_type))
        .otherwise(F.sum(total).cast(str(data_type)))
    )


def _decimal_average_of(call: AggregateCall, total: Column, count: Column) -> Column:
    result = call.result_type
    precision = result.precision if call.eval_mode == LEGACY else None
    scale = result.scale
    average = F.udf(
        lambda t, n: decimal_average.decimal_average(t, n, scale, precision),
        str(result),
        useArrow=False,
    )
    values = F.sum(count)
    return F.when(values > 0, average(_decimal_total(call, total, count > 0), values))


def _overflow(call: AggregateCall, data_type: DataType) -> Column:
    if call.eval_mode == LEGACY:
        return F.lit(None)
    sentence = "An aggregate does not fit its type; cast its argument to a wider one."
    text = format_error("ARITHMETIC_OVERFLOW", sentence, {"aggregate": str(call)})
    return F.raise_error(F.lit(text)).cast(str(data_type))
