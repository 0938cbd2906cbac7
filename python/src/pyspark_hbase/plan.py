"""Sub-plans: what region servers do with the rows of a table before they send anything.

>>> from pyspark_hbase import types
>>> from pyspark_hbase.expressions import avg, col, count, sum_
>>> from pyspark_hbase.table_schema import CellPlace, Column, KeyPlace, TableSchema
>>> flights = TableSchema(
...     name="default.flights",
...     hbase_table="flights",
...     columns=(
...         Column("carrier", types.STRING, KeyPlace(0), nullable=False),
...         Column("distance", types.INT, CellPlace(b"f", b"distance")),
...         Column("delay", types.DOUBLE, CellPlace(b"f", b"delay")),
...     ),
... )
>>> plan = (
...     SubPlan.scan(flights)
...     .filter(col("distance") > 500)
...     .group_by("carrier")
...     .agg(count().alias("n"), sum_("distance"), avg("delay").filter(col("delay") > 0))
... )
>>> print(plan.explain())
Scan(default.flights) -> Filter(distance > 500) -> Aggregate(by [carrier]: count(1) AS n,
sum(distance), avg(delay) FILTER (WHERE delay > 0.0) AS avg(delay) FILTER (WHERE (delay > 0)))
>>> [f"{column.name} {column.type}" for column in plan.output[:3]]
['carrier string', 'n bigint', 'sum(distance) bigint']

More of the methods, over the same table:

>>> scan = SubPlan.scan(flights)
>>> print(scan.where(col("delay") > 0).select("carrier", col("delay") / 60).explain())
Scan(default.flights) -> Filter(delay > 0.0) -> Project(carrier, delay / 60.0 AS (delay /
60))
>>> scan.with_column("hours", col("delay") / 60).with_column_renamed("delay", "minutes").columns
['carrier', 'distance', 'minutes', 'hours']
>>> scan.withColumn("far", col("distance") > 1000).withColumnRenamed("delay", "d").columns
['carrier', 'distance', 'd', 'far']
>>> scan.drop("delay", "distance").columns
['carrier']
>>> print(scan.select("carrier").limit(3).explain())
Scan(default.flights) -> Project(carrier) -> Limit(3)
>>> print(scan.order_by(col("delay").desc(), "carrier").limit(10).explain())
Scan(default.flights) -> TopN(10, [delay DESC NULLS LAST, carrier ASC NULLS FIRST])
>>> scan.sort("delay").limit(1).top_n == scan.orderBy("delay").limit(1).top_n
True
>>> print(scan.agg(count().alias("flights")).explain())
Scan(default.flights) -> Aggregate(by []: count(1) AS flights)
>>> print(scan.groupBy("carrier").count().aggregate)
Aggregate(by [carrier]: count(1) AS count)
>>> scan.filter(col("carrier").startswith("A")).row_bounds
(b'A', b'B')
>>> sent = scan.select("carrier").to_bytes()
>>> SubPlan.from_bytes(sent, hbase_table="flights").columns
['c0']
>>> grouped = SubPlan.scan(flights).group_by("carrier")
>>> isinstance(grouped, GroupedSubPlan)
True
>>> grouped.agg(count().alias("n"), avg("delay")).columns
['carrier', 'n', 'avg(delay)']
>>> [plan.columns[1] for plan in (grouped.count(), grouped.sum("distance"), grouped.avg("delay"))]
['count', 'sum(distance)', 'avg(delay)']
>>> [plan.columns[1] for plan in (grouped.min("delay"), grouped.max("delay"))]
['min(delay)', 'max(delay)']
>>> grouped.mean("delay").columns
['carrier', 'avg(delay)']
>>> ordered = SubPlan.scan(flights).order_by("carrier")
>>> isinstance(ordered, OrderedSubPlan)
True
>>> ordered.limit(5).columns
['carrier', 'distance', 'delay']

The same bytes, :meth:`SubPlan.to_bytes`, run through Spark (:meth:`SubPlan.to_dataframe`) and
through an HBase Thrift gateway without Spark (:meth:`SubPlan.to_arrow`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from google.protobuf.message import DecodeError

from pyspark_hbase import types
from pyspark_hbase._execution.optional import pandas_frame, polars_frame, require
from pyspark_hbase._planning import key_range, plan_bytes
from pyspark_hbase._planning.coercion import Resolver
from pyspark_hbase._planning.operators import (
    INDEX_BITS,
    MOMENTS,
    AggregateCall,
    AggregateOperator,
    FilterOperator,
    LimitOperator,
    Operator,
    OutputColumn,
    ProjectOperator,
    SortKey,
    TopNOperator,
)
from pyspark_hbase._planning.typed import ANSI, LEGACY, Typed, TypedColumn, TypedLiteral
from pyspark_hbase._text.shortened import shortened
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.expressions import (
    AggregateExpression,
    Aliased,
    Expression,
    Named,
    Ordered,
    avg,
    count,
    max_,
    min_,
    sum_,
)
from pyspark_hbase.table_schema import TableSchema
from pyspark_hbase.types import TypeKind

if TYPE_CHECKING:
    import happybase
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["GroupedSubPlan", "OrderedSubPlan", "OutputColumn", "SubPlan"]

_NOT_NUMBERS: Final = frozenset(
    {
        TypeKind.BOOLEAN,
        TypeKind.STRING,
        TypeKind.BINARY,
        TypeKind.DATE,
        TypeKind.TIMESTAMP,
        TypeKind.TIMESTAMP_NTZ,
    }
)


@dataclass(frozen=True, slots=True)
class SubPlan:
    """Operators over one table, in order. Immutable and lazy: nothing runs before ``to_...``.

    Every method that adds something returns a new sub-plan. Types, casts and errors are Spark's.
    With ``ansi``, which is the default as in Spark 4, overflow, division by zero and bad casts
    raise. Without it integers wrap and the others give NULL. ``time_zone`` is what ``hour``,
    ``date_trunc`` and casts of timestamps refer to.

    A plan runs on rows of this process, through a gateway, or through Spark:

    ```python
    import pyarrow as pa
    from pyspark_hbase import connect
    from pyspark_hbase.expressions import col

    hbase = connect("thrift://gateway-host:9090")
    plan = hbase.scan("flights").select("carrier", "flight").filter(col("carrier") == "AA")
    rows = pa.table({"carrier": ["AA", "UA"], "flight": pa.array([1, 2], pa.int32())})
    plan.run_local(rows)                    # a pyarrow.Table
    with hbase.gateway() as connection:
        plan.to_arrow(connection)
        plan.to_pandas(connection)
        plan.to_polars(connection)
        for batch in plan.to_batches(connection):
            print(batch.num_rows)
    plan.to_dataframe(spark).collect()
    ```

    Raises:
        InvalidPlanError: ``UNKNOWN_TIME_ZONE``; and from the methods that add something,
            ``UNKNOWN_COLUMN``, ``DATATYPE_MISMATCH`` and ``INVALID_PLAN`` for what has no meaning.
    """

    schema: TableSchema
    operators: tuple[Operator, ...] = ()
    ansi: bool = True
    time_zone: str = "UTC"
    result_limit: int | None = None
    """Rows of the whole result; None is all."""
    _verbatim: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.time_zone)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise InvalidPlanError(
                "UNKNOWN_TIME_ZONE",
                "There is no time zone of this name; IANA names are like Europe/Berlin.",
                timeZone=self.time_zone,
            ) from error

    @staticmethod
    def scan(schema: TableSchema, *, ansi: bool = True, time_zone: str = "UTC") -> SubPlan:
        """Start with all columns and rows of a table."""
        return SubPlan(schema, ansi=ansi, time_zone=time_zone)

    @staticmethod
    def from_bytes(data: bytes, *, hbase_table: str) -> SubPlan:
        """Take serialized bytes, which stay as they are, and the HBase table that they are for.

        The contract has no names for columns of results: they are ``c0``, ``c1``, ...

        Raises:
            InvalidPlanError: ``INVALID_PLAN`` or ``UNSUPPORTED_PLAN_VERSION``.
        """
        try:
            schema, operators = plan_bytes.decode(data, hbase_table)
        except (DecodeError, ValueError) as error:
            raise InvalidPlanError(
                "INVALID_PLAN",
                "The bytes are not a sub-plan of this version; build it with SubPlan.",
                problem=error,
            ) from error
        last = operators[-1] if operators else None
        limit = last.rows if isinstance(last, LimitOperator | TopNOperator) else None
        ansi = all(call.eval_mode != LEGACY for call in _calls(operators))
        return SubPlan(schema, operators, ansi=ansi, result_limit=limit, _verbatim=data)

    def filter(self, predicate: Expression) -> SubPlan:
        """Keep the rows for which ``predicate`` is true; NULL counts as false, as in SQL."""
        return self._with(FilterOperator(self._resolver().predicate(predicate)))

    where = filter

    def with_column(self, name: str, column: Expression) -> SubPlan:
        """Add a column behind the others, or replace the one of this name, whatever its case."""
        resolver = self._resolver()
        typed = resolver.typed(column)
        names = [each.name for each in resolver.inputs]
        found = [i for i, each in enumerate(names) if each.lower() == name.lower()]
        expressions: list[Typed] = list(resolver.inputs)
        for i in found:
            expressions[i], names[i] = typed, name
        if not found:
            expressions.append(typed)
            names.append(name)
        return self._with(ProjectOperator(tuple(expressions), tuple(names)))

    def with_column_renamed(self, existing: str, new: str) -> SubPlan:
        """Rename the columns of a name; a name that no column has changes nothing."""
        inputs = self._resolver().inputs
        names = [new if c.name.lower() == existing.lower() else c.name for c in inputs]
        if names == [column.name for column in inputs]:
            return self
        return self._with(ProjectOperator(tuple(inputs), tuple(names)))

    def drop(self, *columns: Expression | str) -> SubPlan:
        """Leave out columns, given as :meth:`select` takes them.

        A name that no column has changes nothing.
        """
        inputs = self._resolver().inputs
        names = [column.name if isinstance(column, Named) else column for column in columns]
        dropped = set()
        for name in names:
            if isinstance(name, Expression):
                raise InvalidPlanError(
                    "INVALID_PLAN",
                    "drop takes columns or their names; this is an expression.",
                    expression=str(name),
                )
            dropped.add(name.lower())
        kept = [column for column in inputs if column.name.lower() not in dropped]
        if not kept:
            raise InvalidPlanError(
                "INVALID_PLAN", "drop leaves columns; no column would be left.", columns=names
            )
        if len(kept) == len(inputs):
            return self
        return self._with(ProjectOperator(tuple(kept), tuple(column.name for column in kept)))

    withColumn = with_column  # noqa: N815  (PySpark's names, here and below)
    withColumnRenamed = with_column_renamed  # noqa: N815

    def select(self, *columns: Expression | str) -> SubPlan:
        """Keep or compute columns, in this order; ``"*"`` is all there are."""
        if not columns:
            raise InvalidPlanError("INVALID_PLAN", "select takes at least one column.")
        resolver = self._resolver()
        expressions: list[Typed] = []
        names: list[str] = []
        for column in columns:
            if isinstance(column, str) and column == "*":
                expressions += resolver.inputs
                names += [each.name for each in resolver.inputs]
            else:
                typed, name = _typed_and_named(resolver, column)
                expressions.append(typed)
                names.append(name)
        return self._with(ProjectOperator(tuple(expressions), tuple(names)))

    def group_by(self, *columns: Expression | str) -> GroupedSubPlan:
        """Group the rows by columns or expressions; NaN is one group, as are 0.0 and -0.0."""
        resolver = self._resolver()
        groups = [_typed_and_named(resolver, column) for column in columns]
        return GroupedSubPlan(
            self, tuple(typed for typed, _ in groups), tuple(n for _, n in groups)
        )

    groupBy = group_by  # noqa: N815

    def agg(self, *aggregates: AggregateExpression) -> SubPlan:
        """Aggregate all rows to one; there is one even if there are no rows."""
        return self.group_by().agg(*aggregates)

    def order_by(self, *keys: Ordered | Expression | str) -> OrderedSubPlan:
        """Order the rows by columns, to keep the first with :meth:`OrderedSubPlan.limit`.

        Expressions have to be columns first: ``select`` them. Ascending with NULL first, where
        ``desc()`` and the like do not say something else.
        """
        if not keys:
            raise InvalidPlanError("INVALID_PLAN", "order_by takes at least one column.")
        resolver = self._resolver()
        return OrderedSubPlan(self, tuple(_sort_key(resolver, key) for key in keys))

    sort = order_by
    orderBy = order_by  # noqa: N815

    def limit(self, rows: int) -> SubPlan:
        """Keep at most ``rows`` rows of the result; which ones is not defined.

        Without aggregation each region stops early; above an aggregation it cuts the merged result
        and is no part of :meth:`to_bytes`.
        """
        if rows < 0:
            raise InvalidPlanError(
                "INVALID_PLAN", "A limit is not negative; give 0 or more rows.", rows=rows
            )
        if self.result_limit is not None:
            rows = min(rows, self.result_limit)
        if self.aggregate is not None:
            return replace(self, result_limit=rows)
        if self.top_n is not None:
            last: Operator = replace(self.top_n, rows=rows)
        else:
            last = LimitOperator(rows)
        kept = (o for o in self.operators if not isinstance(o, LimitOperator | TopNOperator))
        operators = (*kept, last)
        return replace(self, operators=operators, result_limit=rows, _verbatim=None)

    @property
    def aggregate(self) -> AggregateOperator | None:
        """The aggregation, if there is one."""
        found = [o for o in self.operators if isinstance(o, AggregateOperator)]
        return found[0] if found else None

    @property
    def top_n(self) -> TopNOperator | None:
        """The order of the result, if it has one."""
        last = self.operators[-1] if self.operators else None
        return last if isinstance(last, TopNOperator) else None

    @property
    def _wire_output(self) -> tuple[OutputColumn, ...]:
        """Columns of the frames: for an aggregation, groups and the state of each aggregate.

        State columns are called ``<name>.sum``, ``<name>.isEmpty``, ``<name>.count``,
        ``<name>.min`` and ``<name>.max``.
        """
        aggregate = self.aggregate
        if aggregate is None:
            return self.output
        states = (column for call in aggregate.calls for column in call.state)
        return (*aggregate.groups, *states)

    @property
    def output(self) -> tuple[OutputColumn, ...]:
        """Columns of the result."""
        aggregate = self.aggregate
        if aggregate is None:
            return tuple(OutputColumn(column.name, column.type) for column in self._columns())
        results = (OutputColumn(call.name, call.result_type) for call in aggregate.calls)
        return (*aggregate.groups, *results)

    @property
    def columns(self) -> list[str]:
        """Names of the columns of the result."""
        return [column.name for column in self.output]

    @property
    def row_bounds(self) -> tuple[bytes, bytes] | None:
        """Row keys that can pass the filters: ``[start_row, stop_row)``; None if there are none.

        Empty bytes are no bound. They come from conditions on the columns of the row key, from the
        first column on. No condition which could raise an error stands before them.
        """
        return key_range.row_bounds(self.schema, self.operators)

    @property
    def _is_verbatim(self) -> bool:
        """Whether this is :meth:`from_bytes` of given bytes."""
        return self._verbatim is not None

    def __repr__(self) -> str:
        """The operators, shortened; :meth:`explain` has all of them."""
        return f"SubPlan({shortened(self.explain())})"

    def explain(self) -> str:
        """The operators on one line, with the casts that the types ask for."""
        steps = [f"Scan({self.schema.name})", *map(str, self.operators)]
        if self.aggregate is not None and self.result_limit is not None:
            steps += [f"Merge -> Limit({self.result_limit})"]
        return " -> ".join(steps)

    def to_bytes(self) -> bytes:
        """The message ``pyspark_hbase.v1.SubPlan``, as it goes to region servers.

        Raises:
            InvalidPlanError: ``PLAN_TOO_LARGE``: more than 1 MiB.
        """
        if self._verbatim is not None:
            return self._verbatim
        return plan_bytes.encode(self.schema, self.operators)

    def to_arrow(
        self, connection: happybase.Connection, *, start_row: bytes = b"", stop_row: bytes = b""
    ) -> pa.Table:
        """Run through an HBase Thrift gateway, without Spark, and merge what regions answer.

        ``start_row`` and ``stop_row`` bound the row keys: ``[start_row, stop_row)``, further than
        :attr:`row_bounds` does.

        Raises:
            CoprocessorNotLoadedError: the table, or one of its regions, has no coprocessor.
            SubPlanError: other errors of region servers.
        """
        from pyspark_hbase import gateway  # noqa: PLC0415  (an optional dependency)

        return gateway.read(self, connection, start_row=start_row, stop_row=stop_row)

    def to_batches(self, connection: happybase.Connection) -> pa.RecordBatchReader:
        """Run through a gateway as batches are read, with at most two result frames in memory.

        A plan with an aggregation or an order needs all frames first. Until the last batch, or
        ``del`` of the reader, ask nothing else over ``connection``.

        Raises:
            SubPlanError: as :meth:`to_arrow`, with the batch that has the error.
        """
        from pyspark_hbase import gateway  # noqa: PLC0415  (an optional dependency)

        return gateway.reader(self, connection)

    def to_pandas(
        self, connection: happybase.Connection, *, start_row: bytes = b"", stop_row: bytes = b""
    ) -> pd.DataFrame:
        """Return the result of :meth:`to_arrow` in pandas.

        Raises:
            SetupError: pandas is not installed.
            SubPlanError: as :meth:`to_arrow`.
        """
        require("pandas")
        return pandas_frame(self.to_arrow(connection, start_row=start_row, stop_row=stop_row))

    def to_polars(
        self, connection: happybase.Connection, *, start_row: bytes = b"", stop_row: bytes = b""
    ) -> pl.DataFrame:
        """Return the result of :meth:`to_arrow` in Polars.

        Raises:
            SetupError: Polars is not installed.
            SubPlanError: as :meth:`to_arrow`.
        """
        require("polars")
        return polars_frame(self.to_arrow(connection, start_row=start_row, stop_row=stop_row))

    def run_local(self, rows: pa.Table | Iterable[pa.RecordBatch]) -> pa.Table:
        """Return the result of the plan for a table with these ``rows``; to try plans.

        The engine of the region servers runs in a Java process, without HBase and without Spark.
        ``rows`` need the columns that the plan uses and those of the row key, in the types that
        PySpark's ``toArrow`` has. Their order does not matter. For thousands of rows, not for
        millions. Needs the extras ``spark``, for its jars, and ``thrift``.

        Raises:
            InvalidPlanError: ``UNKNOWN_COLUMN``, ``DATATYPE_MISMATCH`` or ``UNSUPPORTED_FEATURE``
                for rows that do not fit the table.
            CodecError: a value has no place in a row key.
            SubPlanError: what the engine says, as in region servers.
        """
        from pyspark_hbase._execution import local_run  # noqa: PLC0415  (optional dependencies)

        return local_run.run(self, rows)

    def to_dataframe(self, spark: SparkSession, *, quorum: str | None = None) -> DataFrame:
        """Run through Spark: its scans carry :meth:`to_bytes`, its executors merge the answers.

        ``quorum`` is needed where the session's catalog ``hbase`` is another cluster's.
        """
        from pyspark_hbase._execution import dataframe  # noqa: PLC0415  (an optional dependency)

        return dataframe.read(self, spark, quorum)

    def _with(self, operator: Operator) -> SubPlan:
        return replace(self, operators=(*self.operators, operator), _verbatim=None)

    def _columns(self) -> tuple[TypedColumn, ...]:
        """Columns above the last operator that is not an aggregation."""
        for operator in reversed(self.operators):
            if isinstance(operator, ProjectOperator):
                parts = zip(operator.expressions, operator.names, strict=True)
                return tuple(TypedColumn(e.type, i, n) for i, (e, n) in enumerate(parts))
        columns = enumerate(self.schema.columns)
        return tuple(TypedColumn(column.type, i, column.name) for i, column in columns)

    def _resolver(self) -> Resolver:
        if self.aggregate is not None or self.result_limit is not None:
            raise InvalidPlanError(
                "UNSUPPORTED_OPERATOR_ORDER",
                "A sub-plan ends with its aggregation, limit or order; go on with the result, "
                "a DataFrame or an Arrow table.",
                plan=self.explain(),
            )
        return Resolver(self._columns(), self.ansi, self.time_zone)


@dataclass(frozen=True, slots=True)
class GroupedSubPlan:
    """A sub-plan with groups, waiting for :meth:`agg`.

    Raises:
        InvalidPlanError: no column or aggregate is named, or one that has no meaning.
    """

    plan: SubPlan
    group_by: tuple[Typed, ...]
    names: tuple[str, ...]

    def agg(self, *aggregates: AggregateExpression) -> SubPlan:
        """Compute one row for each group; without ``aggregates`` the distinct groups."""
        if not aggregates and not self.group_by:
            raise InvalidPlanError(
                "INVALID_PLAN", "Without groups, agg needs an aggregate; give one."
            )
        resolver = self.plan._resolver()
        calls = tuple(_call(resolver, aggregate) for aggregate in aggregates)
        return self.plan._with(AggregateOperator(self.group_by, self.names, calls))

    def count(self) -> SubPlan:
        """Count the rows of each group, in a column ``count``."""
        return self.agg(count().alias("count"))

    def sum(self, *columns: Expression | str) -> SubPlan:
        """Sum columns for each group; so do the others with their functions."""
        return self._each(sum_, columns)

    def avg(self, *columns: Expression | str) -> SubPlan:
        """Average columns for each group."""
        return self._each(avg, columns)

    mean = avg

    def min(self, *columns: Expression | str) -> SubPlan:
        """Take the smallest values of columns for each group."""
        return self._each(min_, columns)

    def max(self, *columns: Expression | str) -> SubPlan:
        """Take the largest values of columns for each group."""
        return self._each(max_, columns)

    def _each(
        self,
        function: Callable[[Expression | str], AggregateExpression],
        columns: tuple[Expression | str, ...],
    ) -> SubPlan:
        if not columns:
            raise InvalidPlanError("INVALID_PLAN", "Name at least one column to aggregate.")
        return self.agg(*map(function, columns))


@dataclass(frozen=True, slots=True)
class OrderedSubPlan:
    """A sub-plan with an order, waiting for :meth:`limit`: a region never sorts all its rows."""

    plan: SubPlan
    keys: tuple[SortKey, ...]

    def limit(self, rows: int) -> SubPlan:
        """Keep the first ``rows`` rows of the result, in order; regions send the first of theirs.

        Raises:
            InvalidPlanError: ``rows`` is negative.
        """
        if rows < 0:
            raise InvalidPlanError(
                "INVALID_PLAN", "A limit is not negative; give 0 or more rows.", rows=rows
            )
        ordered = self.plan._with(TopNOperator(rows, self.keys))
        return replace(ordered, result_limit=rows)


def _sort_key(resolver: Resolver, key: Ordered | Expression | str) -> SortKey:
    expression = Named(key) if isinstance(key, str) else key
    ordered = expression if isinstance(expression, Ordered) else Ordered(expression)
    column = resolver.typed(ordered.expression)
    if not isinstance(column, TypedColumn):
        raise InvalidPlanError(
            "INVALID_PLAN",
            "Rows are ordered by columns of the result; select the expression first.",
            expression=ordered.expression,
        )
    return SortKey(column, ordered.descending, ordered.nulls_last)


def _call(resolver: Resolver, aggregate: AggregateExpression) -> AggregateCall:
    arguments = tuple(resolver.typed(argument) for argument in aggregate.arguments)
    of_numbers = ("SUM", "AVG", *MOMENTS)
    if aggregate.function in of_numbers and arguments[0].type.kind in _NOT_NUMBERS:
        raise InvalidPlanError(
            "DATATYPE_MISMATCH",
            "Sums and means take numbers; cast the column.",
            aggregate=aggregate,
            type=arguments[0].type,
        )
    if aggregate.function in MOMENTS:
        arguments = (resolver.coerced(arguments[0], types.DOUBLE),)
    elif aggregate.function == "APPROX_COUNT_DISTINCT":
        arguments = (*arguments, TypedLiteral(types.INT, INDEX_BITS))
    condition = aggregate.condition
    mode = ANSI if resolver.ansi else LEGACY
    return AggregateCall(
        aggregate.function,
        arguments,
        None if condition is None else resolver.predicate(condition),
        mode if aggregate.function in ("SUM", "AVG") else None,
        aggregate.output_name,
    )


def _typed_and_named(resolver: Resolver, column: Expression | str) -> tuple[Typed, str]:
    expression = Named(column) if isinstance(column, str) else column
    typed = resolver.typed(expression)
    if isinstance(expression, Aliased):
        return typed, expression.name
    return typed, typed.name if isinstance(typed, TypedColumn) else str(expression)


def _calls(operators: Sequence[Operator]) -> list[AggregateCall]:
    return [call for o in operators if isinstance(o, AggregateOperator) for call in o.calls]
