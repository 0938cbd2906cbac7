"""A query with its plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol

from pyspark_hbase import gateway
from pyspark_hbase._codec.arrow_values import to_rows
from pyspark_hbase._execution.prepared import PreparedPlan, prepared

if TYPE_CHECKING:
    import pyarrow as pa

    from pyspark_hbase._execution.point_read import PointRead, Row
    from pyspark_hbase._translation._finish import Finish
    from pyspark_hbase._translation._select import PlannedQuery

__all__ = ["Answering", "Link", "PreparedQuery"]


class Link(Protocol):
    """The part of :class:`pyspark_hbase._thrift.gateway_link.GatewayLink` that a query needs."""

    def use(self, action: Callable[[Any], Any]) -> Any:
        """Return the result of an action with the open connection."""

    def apart(self) -> AbstractContextManager[Any]:
        """Another connection, for as long as the ``with`` lasts."""


class Answering(Protocol):
    """A query that can be run, with its plan; that may be made when it is asked for."""

    @property
    def planned(self) -> PlannedQuery | None:
        """The plan, and the rest of the query; None for a query without FROM."""

    @property
    def plan(self) -> PreparedPlan | None:
        """The plan of the region servers; None for a query without FROM."""

    @property
    def finish(self) -> Finish:
        """The rest of the query, which is done here."""

    def table(self, watch: gateway.Watch | None = None) -> pa.Table:
        """The result; where frames are watched, there are frames."""

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The result in batches."""

    def rows(self) -> list[Row]:
        """The result as rows."""


class PreparedQuery:
    """Runs a plan, and does the rest of the query with its answer. Immutable."""

    def __init__(self, planned: PlannedQuery, link: Link) -> None:
        self.planned = planned
        self._link = link

    @property
    def finish(self) -> Finish:
        """The rest of the query, which is done here."""
        return self.planned.finish

    @cached_property
    def plan(self) -> PreparedPlan:
        """The plan, prepared once; two threads may do it twice, with the same result."""
        return prepared(self.planned.plan)

    @cached_property
    def point_read(self) -> PointRead | None:
        """The get that has the answer; None where there is more to do than that."""
        found = self.plan.point_read
        if found is None or not self.planned.finish.changes_nothing(found.shape.names):
            return None
        return found

    def table(self, watch: gateway.Watch | None = None) -> pa.Table:
        """The result; where frames are watched, there are frames."""
        if watch is None and self.point_read is not None:
            found: pa.Table | None = self._link.use(partial(gateway.point_table, self.point_read))
            return self._scanned() if found is None else found
        finish, plan = self.planned.finish, self.plan
        with self.planned.query_contexts.shown():
            scanned: pa.Table = self._link.use(lambda opened: finish.run(plan, opened, watch))
        return scanned

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The result in batches, over a socket of its own: the link answers others meanwhile.

        A point read has one batch at most, over the link.
        """
        if self.point_read is not None:
            yield from self.table().to_batches()
            return
        with self.planned.query_contexts.shown(), self._link.apart() as opened:
            yield from self.planned.finish.batches(self.plan, opened)

    def rows(self) -> list[Row]:
        """The result as rows; a point read makes no table of them."""
        if self.point_read is not None:
            found: list[Row] | None = self._link.use(partial(gateway.point_rows, self.point_read))
            return to_rows(self._scanned()) if found is None else found
        self.planned.finish.require_names_that_differ()
        return to_rows(self.table())

    def _scanned(self) -> pa.Table:
        """The result of a scan, whatever the plan is."""
        return self.table(lambda header: None)
