"""Says what a query reads from HBase, what runs where, and why the rest does not."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark_hbase._explain import html as _explain_html
from pyspark_hbase._explain import text
from pyspark_hbase._explain.model import ScanExplanation, parse
from pyspark_hbase._explain.scans import ordered_counters_of, planned_nodes, scan_nodes
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Explanation:
    """The explanation of a query: a text where it is printed, a page in a notebook.

    Immutable.

    For each scan: its ranges of row keys as HBase's shell takes them, the regions they touch, where
    each predicate is checked and why there, the operators of the sub-plan, whether the engine ran
    in Spark instead of the region servers, what ANALYZE learned of the table, and after a run its
    counters. The page has pictures of that: the regions along the row keys, what runs where, and
    after a run how many rows each region scanned, kept and sent, when it was read, and how evenly
    the rows lie.
    """

    def __init__(self, scans: tuple[ScanExplanation, ...]) -> None:
        self._scans = scans

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables of the scans, one for each scan."""
        return tuple(scan.table for scan in self._scans)

    def html(self) -> str:
        """One page with its pictures, which loads nothing."""
        return _explain_html.render(self._scans)

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
        return _explain_html.fragment(self._scans)


def explain(frame: DataFrame) -> Explanation:
    """Explain the HBase reads of ``frame``; with counters once it has run.

    A frame runs with ``collect``, ``toPandas`` or ``toArrow`` on this very object; ``show`` and
    ``count`` run other queries. Raises :class:`SetupError` for a frame of Spark Connect.
    """
    if not hasattr(frame, "_jdf"):
        raise SetupError(
            "explain() reads Spark's physical plan, which Spark Connect does not show. Use a "
            "session of this process: pyspark_hbase.session(quorum=...)."
        )
    nodes = scan_nodes(frame) or planned_nodes(frame)
    return Explanation(
        tuple(parse(str(node.scan().explanation()), ordered_counters_of(node)) for node in nodes)
    )
