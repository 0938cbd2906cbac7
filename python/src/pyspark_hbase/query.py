"""A query that runs when its result is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from pyspark_hbase import gateway
from pyspark_hbase._codec.arrow_values import to_rows
from pyspark_hbase._execution.optional import pandas_frame, polars_frame, require
from pyspark_hbase._execution.prepared import PreparedPlan, prepared
from pyspark_hbase._planning.operators import OutputColumn
from pyspark_hbase._text.binary_text import shown

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from pyspark_hbase._execution.point_read import PointRead
    from pyspark_hbase._proto.frame_pb2 import FrameHeader
    from pyspark_hbase._sql._select import PlannedQuery
    from pyspark_hbase._thrift.row_requests import Cells
    from pyspark_hbase.plan import SubPlan

__all__ = ["KnownRow", "Query"]


@dataclass(frozen=True, slots=True)
class KnownRow:
    """The get that answers a query, known before the query is planned."""

    point_read: PointRead
    ask: Callable[[], Cells | None]
    """Its cells, if the table is still the one that the get is for; None if not, or refused."""
    planned: Callable[[], Query]
    """The query, planned for the table that is there now."""


class Query:
    """What :meth:`pyspark_hbase.connection.Connection.sql` gives. Immutable.

    Each ``to_...``, and each iteration, asks the cluster anew.
    """

    def __init__(
        self,
        plan: Callable[[], PlannedQuery],
        use: Callable[[Callable[[Any], Any]], Any],
        row: KnownRow | None = None,
    ) -> None:
        """``plan`` is called when the plan is asked for.

        ``use`` calls a function with the open happybase connection, for one thread at a time.
        """
        self._plan = plan
        self._use = use
        self._row = row
        self._is_confirmed = False

    @cached_property
    def _planned(self) -> PlannedQuery:
        return self._plan()

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """Names and types of the result, known before it runs."""
        outputs = self._planned.finish.outputs
        return tuple(OutputColumn(name, output.type) for name, output in outputs)

    @property
    def plan(self) -> SubPlan:
        """What region servers do."""
        return self._planned.plan

    @cached_property
    def _prepared(self) -> PreparedPlan:
        """The plan, prepared once; two threads may do it twice, with the same result."""
        return prepared(self._planned.plan)

    @cached_property
    def _point_read(self) -> PointRead | None:
        """The get that has the answer; None where there is more to do than that."""
        found = self._prepared.point_read
        if found is None or not self._planned.finish.changes_nothing(found.shape.names):
            return None
        return found

    def explain(self) -> str:
        """The row keys that are read, what region servers do, and what is done here with it.

        One line each; those of row keys and of the work here are left out where there is nothing to
        say. A point read is a get, and all work is done here.
        """
        plan, lines = self._planned.plan, []
        point_read = self._prepared.point_read
        if point_read is not None:
            return f"Row: {shown(point_read.row)}, read by a get\nHere: {plan.explain()}"
        bounds = plan.row_bounds
        if bounds is None:
            lines.append("Rows: none can pass")
        elif any(bounds):
            lines.append(f"Rows: [{shown(bounds[0])}, {shown(bounds[1])})")
        lines.append(f"Region servers: {plan.explain()}")
        finish = self._planned.finish.explain(plan)
        return "\n".join([*lines, *([f"Here: {finish}"] if finish else [])])

    def to_arrow(self, watch: Callable[[FrameHeader], None] | None = None) -> pa.Table:
        """Run it; an Arrow table with the types that PySpark's ``toArrow`` has.

        ``watch`` is given the header of each frame as it comes.

        Raises:
            CoprocessorNotLoadedError: the table, or one of its regions, has no coprocessor.
            SubPlanError: other errors of region servers, and of the work here.
        """
        if watch is None and self._row is not None:
            cells = self._cells(self._row)
            found = None if cells is None else self._row.point_read.table(cells)
            return self._row.planned().to_arrow() if found is None else found
        if watch is None and self._point_read is not None:
            table: pa.Table | None = self._use(partial(gateway.point_table, self._point_read))
            return self._scanned() if table is None else table
        finish, prepared_plan = self._planned.finish, self._prepared
        scanned: pa.Table = self._use(lambda opened: finish.run(prepared_plan, opened, watch))
        return scanned

    def _cells(self, row: KnownRow) -> Cells | None:
        """Of a known row: the first answer says whether the table was the same, too."""
        if self._is_confirmed:
            answers: list[Cells] | None = self._use(row.point_read.ask)
            return None if answers is None else answers[0]
        cells = row.ask()
        self._is_confirmed = cells is not None
        return cells

    def _scanned(self) -> pa.Table:
        """The result, from frames: a query that watches them scans."""
        return self.to_arrow(lambda header: None)

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
        if self._row is not None:
            cells = self._cells(self._row)
            known = None if cells is None else self._row.point_read.rows(cells)
            return iter(self._row.planned() if known is None else known)
        if self._point_read is not None:
            rows = self._use(partial(gateway.point_rows, self._point_read))
            return iter(to_rows(self._scanned()) if rows is None else rows)
        names = [column.name for column in self.columns]
        if len(set(names)) < len(names):
            raise ValueError(f"rows need names that differ, name columns with AS: {names}")
        return iter(to_rows(self.to_arrow()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{column.name}: {column.type}" for column in self.columns)
        return f"Query[{fields}]"
