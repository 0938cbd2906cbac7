"""A query that runs when its result is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pyspark_hbase._execution.optional import pandas_frame, polars_frame, require
from pyspark_hbase._planning.operators import OutputColumn
from pyspark_hbase._text.binary_text import shown
from pyspark_hbase.errors import InvalidPlanError, SubPlanError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from pyspark_hbase._proto.frame_pb2 import FrameHeader
    from pyspark_hbase._queries.prepared_query import Answering
    from pyspark_hbase.plan import SubPlan

__all__ = ["Query"]


class Query:
    """The result of :meth:`pyspark_hbase.connection.Connection.sql`.

    Immutable.

    Each ``to_...``, and each iteration, asks the cluster anew.

    ```python
    from pyspark_hbase import connect
    from pyspark_hbase.query import Query

    hbase = connect("thrift://gateway-host:9090")
    query = hbase.sql("SELECT carrier, count(*) AS flights FROM flights GROUP BY carrier")
    assert isinstance(query, Query)
    [(column.name, str(column.type)) for column in query.columns]
    query.reads_a_table               # False for SELECT 1
    print(query.plan)                 # the sub-plan of the region servers
    print(query.explain())
    query.to_arrow()
    query.to_pandas()
    query.to_polars()
    for batch in query.to_batches():
        print(batch.num_rows)
    for row in query:                 # dicts by column name
        print(row["carrier"], row["flights"])
    ```

    Raises:
        SubPlanError: every method that runs it; see :meth:`to_arrow`.
        SetupError: pandas or Polars is missing where its frame is asked for.
    """

    def __init__(self, prepared: Answering) -> None:
        self._prepared = prepared

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """Names and types of the result, known before it runs."""
        outputs = self._prepared.finish.outputs
        return tuple(OutputColumn(name, output.type) for name, output in outputs)

    @property
    def reads_a_table(self) -> bool:
        """Whether the query has a FROM; without one HBase is asked nothing."""
        return self._prepared.planned is not None

    @property
    def plan(self) -> SubPlan:
        """The part of the query that region servers run.

        Raises:
            InvalidPlanError: the query has no FROM, so there is none.
        """
        planned = self._prepared.planned
        if planned is None:
            raise InvalidPlanError(
                "INVALID_PLAN",
                "A query without FROM has no sub-plan, because its row is computed in this "
                "process. Name a table.",
            )
        return planned.plan

    def explain(self) -> str:
        """The row keys that are read, what region servers do, and what is done here with it.

        One line each; those of row keys and of the work here are left out where there is nothing to
        say. A point read is a get, and all work is done here.
        """
        prepared = self._prepared.plan
        if prepared is None:
            return f"Here: {', '.join(str(output) for _, output in self._prepared.finish.outputs)}"
        plan, lines = self.plan, []
        point_read = prepared.point_read
        if point_read is not None:
            return f"Row: {shown(point_read.row)}, read by a get\nHere: {plan.explain()}"
        bounds = plan.row_bounds
        if bounds is None:
            lines.append("Rows: none can pass")
        elif any(bounds):
            lines.append(f"Rows: [{shown(bounds[0])}, {shown(bounds[1])})")
        lines.append(f"Region servers: {plan.explain()}")
        finish = self._prepared.finish.explain(plan)
        return "\n".join([*lines, *([f"Here: {finish}"] if finish else [])])

    def to_arrow(self, watch: Callable[[FrameHeader], None] | None = None) -> pa.Table:
        """Run it; an Arrow table with the types that PySpark's ``toArrow`` has.

        ``watch`` is given the header of each frame as it comes.

        Raises:
            CoprocessorNotLoadedError: the table, or one of its regions, has no coprocessor.
            SubPlanError: other errors of region servers, and of the work here.
        """
        return self._prepared.table(watch)

    def to_batches(self) -> pa.RecordBatchReader:
        """Run it as its batches are read, with at most two result frames in memory.

        A query that merges groups, or orders its rows, needs all of them first. The first batch
        opens a socket of its own; the connection answers other questions meanwhile. The last batch
        closes the socket, and so does ``del`` of a reader that is left early; pyarrow's ``close()``
        does nothing. Errors come with the batch that has them.
        """
        import pyarrow as pa  # noqa: PLC0415  (not needed for rows)

        from pyspark_hbase._codec.arrow_values import result_schema  # noqa: PLC0415  (the same)

        schema = result_schema((column.name, column.type) for column in self.columns)
        return pa.RecordBatchReader.from_batches(schema, self._of_schema(schema))

    def _of_schema(self, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        """The batches; a point read is planned anew for a table that changed meanwhile."""
        for batch in self._prepared.batches():
            if batch.schema != schema:
                raise SubPlanError(
                    "TABLE_CHANGED",
                    "The table was dropped or changed after the query told its columns. Ask the "
                    "query again.",
                    told=str(schema),
                    found=str(batch.schema),
                )
            yield batch

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Run it for whatever takes a stream of Arrow: DuckDB, Polars, ``pyarrow.table``."""
        return self.to_batches().__arrow_c_stream__(requested_schema)  # type: ignore[no-untyped-call]

    def to_pandas(self) -> pd.DataFrame:
        """Run it; a pandas DataFrame."""
        require("pandas")
        return pandas_frame(self.to_arrow())

    def to_polars(self) -> pl.DataFrame:
        """Run it; a Polars DataFrame."""
        require("polars")
        return polars_frame(self.to_arrow())

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Run it; its rows, by column name. Columns of one name have to be named apart.

        A date or timestamp outside of Python's years 1 to 9999 is an EvaluationError,
        ``YEAR_OUT_OF_PYTHON_RANGE``; :meth:`to_arrow` holds it.

        A point read is faster so than as a table.
        """
        return iter(self._prepared.rows())

    def _repr_html_(self) -> str:
        """For notebooks: runs it, and reads no more than the first rows."""
        from pyspark_hbase._text.html_table import first_rows  # noqa: PLC0415  (not needed for rows)

        types = [(column.name, str(column.type)) for column in self.columns]
        return first_rows(types, self.to_batches())

    def __reduce__(self) -> str:
        raise TypeError(
            "A Query asks through its connection's socket and cannot be pickled. Pickle its "
            "answer, to_arrow(), or its text, and ask again in the other process."
        )

    def __repr__(self) -> str:
        fields = ", ".join(f"{column.name}: {column.type}" for column in self.columns)
        return f"Query[{fields}]"
