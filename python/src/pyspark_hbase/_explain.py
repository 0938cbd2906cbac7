"""Says what a query reads from HBase, what runs where, and why the rest does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal

from pyspark_hbase import _explain_html, _explain_text
from pyspark_hbase._explanation import ScanExplanation, parse
from pyspark_hbase._scans import counters_of, planned_nodes, scan_nodes
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_RENDERERS: Final[dict[str, Callable[[Sequence[ScanExplanation]], str]]] = {
    "text": _explain_text.render,
    "html": _explain_html.render,
}


def explain(frame: DataFrame, format: Literal["text", "html"] = "text") -> str:  # noqa: A002
    """What ``frame`` reads from HBase, as a text or as one HTML page that loads nothing.

    For each scan: its ranges of row keys as HBase's shell takes them, the regions they touch, where
    each predicate is checked and why there, the operators of the sub-plan, whether the engine ran
    in Spark instead of the region servers, and after ``frame`` has run its counters. A frame runs
    with ``collect``, ``toPandas`` or ``toArrow`` on this very object; ``show`` and ``count`` run
    other queries.
    """
    if format not in _RENDERERS:
        raise ValueError(f"There is no report of format {format!r}; there are text and html.")
    if not hasattr(frame, "_jdf"):
        raise SetupError(
            "explain() reads Spark's physical plan, which Spark Connect does not show. Use a "
            "session of this process: pyspark_hbase.session(quorum=...)."
        )
    nodes = scan_nodes(frame) or planned_nodes(frame)
    scans = [parse(str(node.scan().explanation()), counters_of(node)) for node in nodes]
    return _RENDERERS[format](scans)
