"""Says what a query reads from HBase, what runs where, and why the rest does not."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pyspark_hbase._explain import html as _explain_html
from pyspark_hbase._explain import text
from pyspark_hbase._explain.about import About
from pyspark_hbase._explain.connect_scans import connect_scans, is_of_connect
from pyspark_hbase._explain.model import ScanExplanation, parse
from pyspark_hbase._explain.scans import ScanNode, counters_of, planned_nodes, scan_nodes
from pyspark_hbase._explain.thrift_scans import thrift_scans

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


_INSTEAD: Final = {
    "str": " For a query in SQL: pyspark_hbase.explain(spark.sql(text)).",
    "Query": " A query of connect() explains itself: print(query.explain()).",
    "SubPlan": " For a sub-plan: print(plan.explain()), or "
    "pyspark_hbase.explain(plan.to_dataframe(spark)).",
}
"""The remedy for other things, by the names of their classes."""


class Explanation:
    """The explanation of a query: a text where it is printed, a page in a notebook.

    Immutable.

    Each scan has its ranges of row keys, as HBase's shell takes them, and the regions they touch.
    It says where each predicate is checked, and why there, and which operators the sub-plan has.
    It says whether the engine ran in Spark instead of the region servers, and what ANALYZE learned
    of the table. After a run it has the counters.

    The page has pictures of the regions along the row keys and of the place where each part runs.
    After a run they show how many rows each region scanned, kept and sent, when it was read, and
    how evenly the rows lie.
    """

    def __init__(self, scans: tuple[ScanExplanation, ...], about: About | None = None) -> None:
        self._scans = scans
        self._about = about

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables of the scans, one for each scan."""
        return tuple(scan.table for scan in self._scans)

    def html(self) -> str:
        """One page with its pictures, which loads nothing."""
        return _explain_html.render(self._scans, self._about)

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the page to a file, which is replaced; returns its path."""
        file = Path(path)
        file.write_text(self.html(), encoding="utf-8")
        return file

    def __str__(self) -> str:
        return text.render(self._scans)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """For notebooks."""
        return _explain_html.fragment(self._scans, self._about)


def explain(frame: DataFrame) -> Explanation:
    """Explain the HBase reads of ``frame``; with counters once it has run.

    A frame runs with ``collect``, ``toPandas`` or ``toArrow`` on this very object; ``show`` and
    ``count`` run other queries. The result prints as a text, is pictures in a notebook, and
    ``html()`` and ``save("page.html")`` make a page of it.

    ```python
    import pyspark_hbase

    late = spark.table("hbase.default.flights").where("arr_delay > 10").groupBy("origin").count()
    late.collect()
    explanation = pyspark_hbase.explain(late)
    print(explanation)
    explanation.tables                # ('default.flights',)
    explanation.save("late.html")
    ```

    A frame of Spark Connect is explained by its server, as a plan: without counters.

    Raises:
        SetupError: the frame is one of Spark Connect, and its server lacks catalog ``hbase``.
        TypeError: it is no frame.
    """
    if is_of_connect(frame):
        remote = connect_scans(frame)
        return Explanation(remote, About.of(frame, remote))
    _check(frame)
    nodes = scan_nodes(frame) or planned_nodes(frame)
    scans = (*(_parsed(each) for each in nodes), *thrift_scans(frame))
    return Explanation(scans, About.of(frame, scans))


def _parsed(scan: ScanNode) -> ScanExplanation:
    document = scan.node.scan().explanation([*scan.above, scan.node])
    counters = counters_of(scan.node)
    return parse(str(document), counters, feeds_join_in_servers=scan.feeds_join_in_servers)


def _check(frame: object) -> None:
    if hasattr(frame, "_jdf"):
        return
    kind = type(frame)
    instead = _INSTEAD.get(kind.__name__, "")
    raise TypeError(
        f"pyspark_hbase.explain() takes a DataFrame of PySpark, not {kind.__name__}.{instead}"
    )
