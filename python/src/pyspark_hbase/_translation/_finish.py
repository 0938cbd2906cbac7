"""The work in this process on answers of region servers.

HAVING, results of aggregates, order, cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from pyspark_hbase import gateway
from pyspark_hbase._codec import arrow_values
from pyspark_hbase._frames import merge
from pyspark_hbase._frames import ordering as _ordering
from pyspark_hbase._planning.operators import SortKey
from pyspark_hbase._planning.typed import Typed, TypedColumn
from pyspark_hbase._translation._evaluate import compute

if TYPE_CHECKING:
    from pyspark_hbase._execution.prepared import PreparedPlan
    from pyspark_hbase._planning.runnable import RunnablePlan


@dataclass(frozen=True, slots=True)
class OrderKey:
    """A key by which rows are ordered."""

    expression: Typed
    descending: bool
    nulls_last: bool

    def __str__(self) -> str:
        direction = "DESC" if self.descending else "ASC"
        return f"{self.expression} {direction} NULLS {'LAST' if self.nulls_last else 'FIRST'}"


@dataclass(frozen=True, slots=True)
class Finish:
    """Steps from the columns of a sub-plan, or of its merged groups, to those of a query."""

    outputs: Sequence[tuple[str, Typed]]
    """Names and values of the result columns."""
    order: Sequence[OrderKey]
    distinct: bool
    limit: int | None
    offset: int
    having: Typed | None = None
    counted: int = 0
    """The number of last group columns that are arguments of count(DISTINCT ...)."""
    merges: bool = False
    """Whether there are groups to merge."""

    def explain(self, plan: RunnablePlan) -> str:
        """The steps on one line; empty if there is none."""
        steps = ["Merge"] if self.merges else []
        if self.having is not None:
            steps.append(f"Filter{_parenthesized(self.having)}")
        sort = [f"Sort({', '.join(map(str, self.order))})"] if self.order else []
        steps += [] if self.distinct else sort
        same = [(column.name, i) for i, column in enumerate(plan.output)]
        found = [(n, e.position if isinstance(e, TypedColumn) else -1) for n, e in self.outputs]
        if found != same:
            steps.append(f"Project({', '.join(_named(*output) for output in self.outputs)})")
        steps += ["Distinct", *sort] if self.distinct else []
        if self.limit is not None and (self.merges or self.order):
            steps.append(f"Limit({self.limit})")
        steps += [f"Offset({self.offset})"] if self.offset else []
        return " -> ".join(steps)

    def require_names_that_differ(self) -> None:
        """Refuse rows by column name where two columns have one.

        Raises:
            ValueError: two columns have one name.
        """
        names = [name for name, _ in self.outputs]
        if len(set(names)) < len(names):
            raise ValueError(f"rows need names that differ, name columns with AS: {names}")

    def changes_nothing(self, names: Sequence[str]) -> bool:
        """Whether columns of these names, of at most one row, are the result as they are."""
        is_kept = self.limit != 0 and not self.offset and self.having is None
        return is_kept and not self.merges and self._takes_all(names)

    def run(
        self, plan: PreparedPlan, connection: Any, watch: gateway.Watch | None = None
    ) -> pa.Table:
        """Run the sub-plan and all steps; ``watch`` is given the header of each frame."""
        if self.merges:
            return self._of_groups(plan, connection, watch)
        table = gateway.read(plan, connection, watch=watch)
        if self.order:
            table = table.take(self._sorted_rows(table))
        elif not self.offset and self._takes_all(table.schema.names):
            # The sub-plan has cut it.
            return table
        columns = []
        for _, output in self.outputs:
            assert isinstance(output, TypedColumn)
            columns.append(table.column(output.position))
        found = pa.Table.from_arrays(columns, names=[name for name, _ in self.outputs])
        return found.slice(self.offset, self.limit)

    def batches(self, plan: PreparedPlan, connection: Any) -> Iterator[pa.RecordBatch]:
        """Yield the result of :meth:`run` in batches, as they come where no step needs all rows."""
        if self.merges or self.order or not gateway.gives_rows(plan):
            yield from self.run(plan, connection).to_batches()
            return
        positions = [o.position for _, o in self.outputs if isinstance(o, TypedColumn)]
        names = [name for name, _ in self.outputs]
        skipped, left = self.offset, self.limit
        with closing(gateway.batches(plan, connection)) as found:
            for batch in found:
                rest = batch.slice(skipped, left)
                skipped = max(0, skipped - batch.num_rows)
                if left is not None:
                    left -= rest.num_rows
                if rest.num_rows:
                    yield pa.RecordBatch.from_arrays(
                        [rest.column(position) for position in positions], names=names
                    )
                if left == 0:
                    return

    def _takes_all(self, names: Sequence[str]) -> bool:
        """Whether the outputs are the columns of these names, as they are."""
        return len(names) == len(self.outputs) and all(
            isinstance(output, TypedColumn) and output.position == i and name == names[i]
            for i, (name, output) in enumerate(self.outputs)
        )

    def _sorted_rows(self, table: pa.Table) -> list[int]:
        columns = []
        for key in self.order:
            assert isinstance(key.expression, TypedColumn)
            values = table.column(key.expression.position).combine_chunks()
            columns.append(_internal(values, key.expression))
        return self._positions(columns, table.num_rows)

    def _positions(self, columns: list[list[Any]], rows: int) -> list[int]:
        keys = [
            SortKey(TypedColumn(key.expression.type, i, ""), key.descending, key.nulls_last)
            for i, key in enumerate(self.order)
        ]
        return _ordering.first_rows(keys, columns, rows)

    def _of_groups(
        self, plan: PreparedPlan, connection: Any, watch: gateway.Watch | None
    ) -> pa.Table:
        frames = gateway.bounded_frames(plan, connection, watch=watch)
        columns = gateway.merged_values(plan, frames, self.counted)
        rows: Iterable[tuple[Any, ...]] = zip(*columns, strict=True)
        if self.having is not None:
            keeps = compute(self.having)
            rows = (row for row in rows if keeps(row) is True)
        visible = [compute(output) for _, output in self.outputs]
        ordering = [compute(key.expression) for key in self.order]
        found = [
            (tuple(each(row) for each in visible), tuple(each(row) for each in ordering))
            for row in rows
        ]
        if self.distinct:
            found = list(
                {tuple(map(merge.group_key, row)): (row, key) for row, key in found}.values()
            )
        if self.order:
            by_key = [[key[i] for _, key in found] for i in range(len(self.order))]
            found = [found[position] for position in self._positions(by_key, len(found))]
        end = None if self.limit is None else self.offset + self.limit
        return self.table([row for row, _ in found[self.offset : end]])

    def table(self, rows: list[tuple[Any, ...]]) -> pa.Table:
        """The result of rows of internal values."""
        arrays = []
        for i, (name, output) in enumerate(self.outputs):
            values = arrow_values.from_values([row[i] for row in rows], output.type)
            arrays.append(arrow_values.finished(values, name, output.type))
        return pa.Table.from_arrays(arrays, names=[name for name, _ in self.outputs])


def _internal(values: pa.Array[Any], column: TypedColumn) -> list[Any]:
    wire = arrow_values.wire_type(column.type)
    return arrow_values.to_internal(values.cast(wire), column.type)


def _parenthesized(expression: Typed) -> str:
    text = str(expression)
    return text if text.startswith("(") and text.endswith(")") else f"({text})"


def _named(name: str, expression: Typed) -> str:
    text = str(expression)
    return text if text == name else f"{text} AS {name}"
