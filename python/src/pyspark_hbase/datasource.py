"""A Spark source in pure Python: tables through a Thrift gateway, with no jar on Spark's side.

For first steps, and for sessions that take no jars, Spark Connect's among them:

```python
from pyspark_hbase.datasource import HBaseThriftSource

spark.dataSource.register(HBaseThriftSource)
spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")    # false by default
flights = (
    spark.read.format(HBaseThriftSource.name())
    .option("gateway", "thrift://gateway-host:9090")
    .option("table", "default.flights")
    .load()
)
flights.where("carrier = 'AA'").collect()
```

Region servers filter and cut columns, and each region is a task. Everything else, aggregation first
of all, happens in Spark, and every task is one more client of the gateway. The catalog of
``pyspark_hbase.session`` reads from region servers, and lets them aggregate. The package has to be
installed where executors run Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pyspark_hbase._planning.key_range import intersection
from pyspark_hbase._text.extras import require_extras
from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.connection import Connection, connect
from pyspark_hbase.errors import InvalidPlanError, SetupError
from pyspark_hbase.expressions import Expression, col, lit
from pyspark_hbase.plan import SubPlan

require_extras("The format hbase_thrift")

try:
    from pyspark.sql import datasource
except ImportError as error:
    raise SetupError(
        "The format hbase_thrift needs PySpark 4.0 or later: PySpark 3.5 takes no sources in "
        "Python. Read the tables through the catalog of pyspark_hbase.session() instead."
    ) from error
from pyspark.sql.types import StructType  # noqa: E402  (what is missing is told first, all of it)

if TYPE_CHECKING:
    import pyarrow as pa

    from pyspark_hbase.table_schema import TableSchema

__all__ = ["HBaseThriftSource"]

_OPTIONS: Final = ("gateway", "table", "columns", "filters", "mode")
_VALUES: Final = {"filters": ("true", "false"), "mode": ("failfast", "permissive")}


class HBaseThriftSource(datasource.DataSource):
    """The format ``hbase_thrift``. Spark alone calls its ``schema`` and ``reader``.

    For this package alone: schema, reader.

    Options: ``gateway``, such as ``thrift://host:9090``; ``table``, the SQL name, ``ns.table``;
    ``columns``, the names of those to read with commas between them, all without it. Spark does not
    tell sources in Python which columns a query needs: what is listed, or in ``schema``, is read.
    ``filters`` is true without it; false is for sessions where
    ``spark.sql.python.filterPushdown.enabled`` is, which Spark otherwise refuses to read with.
    ``mode`` is ``failfast`` or ``permissive``: whether a value whose bytes do not decode is an
    error or NULL. Without it the table's property ``hbase.mode`` says so.

    Raises:
        SetupError: an option is missing, unknown, or has a value that it does not take.
    """

    def __init__(self, options: dict[str, str]) -> None:
        """Refuse options that there are not, and values that an option does not have."""
        super().__init__(options)
        _check_options(options)

    @classmethod
    def name(cls) -> str:
        """Return the name that ``format`` takes."""
        return "hbase_thrift"

    def schema(self) -> str:
        """The columns, as SQL spells them."""
        with _connected(self.options) as hbase:
            table = _table(self.options, hbase)
        wanted = self.options.get("columns")
        names = (
            [column.name for column in table.columns]
            if wanted is None
            else [name.strip() for name in wanted.split(",")]
        )
        plan = SubPlan.scan(table).select(*names)
        quoted = (column.name.replace("`", "``") for column in plan.output)
        return ", ".join(
            f"`{name}` {column.type}" for name, column in zip(quoted, plan.output, strict=True)
        )

    def reader(self, schema: StructType) -> datasource.DataSourceReader:
        """A reader of the columns that ``schema`` has."""
        with _connected(self.options) as hbase:
            table = _table(self.options, hbase)
        # Spark refuses readers that would take filters where a setting forbids it to give any.
        takes_filters = self.options.get("filters", "true").lower() != "false"
        made = _FilteringReader if takes_filters else _Reader
        return made(dict(self.options), table, schema)


class _RegionPartition(datasource.InputPartition):
    """Row keys of one region; ``value`` is ``(start_row, stop_row)``."""


class _Reader(datasource.DataSourceReader):
    """Reads one table. Pickled to executors: the table, the filters and the options, no socket."""

    def __init__(self, options: dict[str, str], table: TableSchema, schema: StructType) -> None:
        self._options = options
        self._schema = schema
        self._plan = SubPlan.scan(table)

    def partitions(self) -> Sequence[datasource.InputPartition]:
        """The regions that hold row keys which can pass the filters."""
        bounds = self._plan.row_bounds
        if bounds is None:
            return []
        with _connected(self._options) as hbase:
            regions = hbase.regions(self._plan.schema)
        parts = (intersection(bounds, region) for region in regions)
        return [_RegionPartition(part) for part in parts if part is not None]

    def read(self, partition: datasource.InputPartition) -> Iterator[pa.RecordBatch]:
        """The batches of one region, as they come."""
        # Spark makes a partition of its own where there is none.
        if partition.value is not None:
            yield from self._batches(partition.value)

    def _batches(self, bounds: tuple[bytes, bytes]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa  # noqa: PLC0415  (an optional dependency)
        from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415

        from pyspark_hbase import gateway  # noqa: PLC0415
        from pyspark_hbase._codec import arrow_values  # noqa: PLC0415

        # Spark compares every part of the schema with this one.
        expected = to_arrow_schema(self._schema, timezone="UTC")
        plan = self._plan.select(*self._schema.names)
        outputs = plan.output
        with _connected(self._options) as hbase, hbase.gateway() as client:
            for frame in gateway.bounded_frames(plan, client, bounds):
                arrays = [
                    arrow_values.finished(array, column.name, column.type).cast(field.type)
                    for array, column, field in zip(
                        frame.batch.columns, outputs, expected, strict=True
                    )
                ]
                if frame.batch.num_rows:
                    yield pa.RecordBatch.from_arrays(arrays, schema=expected)


class _FilteringReader(_Reader):
    """Lets region servers filter."""

    def pushFilters(  # noqa: N802  (Spark's name)
        self, filters: list[datasource.Filter]
    ) -> Iterable[datasource.Filter]:
        """Take what has an equal meaning in region servers; what is given back Spark does."""
        for each in filters:
            condition = _expression(each)
            if condition is None:
                yield each
                continue
            try:
                self._plan = self._plan.filter(condition)
            except InvalidPlanError:
                yield each


def _check_options(options: MutableMapping[str, str]) -> None:
    for name in options:
        if name.lower() not in _OPTIONS:
            raise SetupError(
                f"The format hbase_thrift has no option {name!r}."
                f"{did_you_mean(name, _OPTIONS)} Its options are {', '.join(_OPTIONS)}."
            )
    given = {name.lower(): value for name, value in options.items()}
    for name, allowed in _VALUES.items():
        value = given.get(name)
        if value is not None and value.lower() not in allowed:
            raise SetupError(
                f"The option {name!r} of the format hbase_thrift is {' or '.join(allowed)}, not "
                f"{value!r}.{did_you_mean(value, allowed)}"
            )


def _connected(options: MutableMapping[str, str]) -> Connection:
    return connect(_option(options, "gateway"))


def _table(options: MutableMapping[str, str], hbase: Connection) -> TableSchema:
    table = hbase.table(_option(options, "table"))
    mode = options.get("mode")
    if mode is None:
        return table
    return replace(table, undecodable_as_null=mode.lower() == "permissive")


def _option(options: MutableMapping[str, str], name: str) -> str:
    value = options.get(name)
    if not value:
        raise SetupError(
            f"The format hbase_thrift needs the option {name!r}. Its options are "
            f"{', '.join(_OPTIONS)}: .option('gateway', 'thrift://host:9090')."
            f"option('table', 'ns.t')."
        )
    return value


def _expression(found: datasource.Filter) -> Expression | None:
    """Return the condition as an expression over the table; None where there is no equal one."""
    if isinstance(found, datasource.Not):
        inner = _expression(found.child)
        return None if inner is None else ~inner
    attribute: tuple[str, ...] = found.attribute  # type: ignore[attr-defined]
    if len(attribute) != 1:
        # A part of a struct.
        return None
    column = col(attribute[0])
    with suppress(TypeError):
        return _condition(found, column)
    return None


def _condition(  # noqa: PLR0911  (one for each kind)
    found: datasource.Filter, column: Expression
) -> Expression | None:
    match found:
        case datasource.IsNull():
            return column.is_null()
        case datasource.IsNotNull():
            return column.is_not_null()
        case datasource.In(_, values):
            return column.isin(*values) if values else None
        case datasource.StringStartsWith(_, text):
            return column.startswith(text)
        case datasource.StringEndsWith(_, text):
            return column.endswith(text)
        case datasource.StringContains(_, text):
            return column.contains(text)
    value = lit(found.value)  # type: ignore[attr-defined]
    match found:
        case datasource.EqualTo():
            return column == value
        case datasource.EqualNullSafe():
            return column.eq_null_safe(value)
        case datasource.GreaterThan():
            return column > value
        case datasource.GreaterThanOrEqual():
            return column >= value
        case datasource.LessThan():
            return column < value
        case datasource.LessThanOrEqual():
            return column <= value
    return None
