"""A query that runs when its result is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from pyspark_hbase._binary_text import shown
from pyspark_hbase._operators import OutputColumn
from pyspark_hbase._optional import pandas_frame, polars_frame, require

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from pyspark_hbase._prepared import PreparedPlan
    from pyspark_hbase._proto.frame_pb2 import FrameHeader
    from pyspark_hbase._sql._select import PlannedQuery
    from pyspark_hbase.plan import SubPlan

__all__ = ["Query"]


class Query:
    """What :meth:`pyspark_hbase.connection.Connection.sql` gives. Immutable.

    Each ``to_...``, and each iteration, asks the cluster anew.
    """

    def __init__(
        self, planned: PlannedQuery, gateway: Callable[[], AbstractContextManager[Any]]
    ) -> None:
        """``gateway`` gives the open happybase connection, to one thread at a time."""
        self._planned = planned
        self._gateway = gateway
        self._prepared: PreparedPlan | None = None

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """Names and types of the result, known before it runs."""
        outputs = self._planned.finish.outputs
        return tuple(OutputColumn(name, output.type) for name, output in outputs)

    @property
    def plan(self) -> SubPlan:
        """What region servers do."""
        return self._planned.plan

    def explain(self) -> str:
        """The row keys that are read, what region servers do, and what is done here with it.

        One line each; those of row keys and of the work here are left out where there is nothing to
        say. A row that is looked up by its whole row key is read by a get, and all work is done
        here.
        """
        plan, lines = self._planned.plan, []
        look_up = self._prepare().look_up
        if look_up is not None:
            return f"Row: {shown(look_up.row)}, read by a get\nHere: {plan.explain()}"
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
        prepared = self._prepare()
        with self._gateway() as connection:
            return self._planned.finish.run(prepared, connection, watch)

    def _prepare(self) -> PreparedPlan:
        """The plan, prepared once; two threads may do it twice, with the same result."""
        if self._prepared is None:
            from pyspark_hbase._prepared import prepared  # noqa: PLC0415  (an optional dependency)

            self._prepared = prepared(self._planned.plan)
        return self._prepared

    def to_pandas(self) -> pd.DataFrame:
        """Run it; a pandas DataFrame."""
        require("pandas")
        return pandas_frame(self.to_arrow())

    def to_polars(self) -> pl.DataFrame:
        """Run it; a Polars DataFrame."""
        require("polars")
        return polars_frame(self.to_arrow())

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Run it; its rows, by column name. Columns of one name have to be named apart."""
        names = [column.name for column in self.columns]
        if len(set(names)) < len(names):
            raise ValueError(f"rows need names that differ, name columns with AS: {names}")
        return iter(self.to_arrow().to_pylist())

    def __repr__(self) -> str:
        fields = ", ".join(f"{column.name}: {column.type}" for column in self.columns)
        return f"Query[{fields}]"
