"""The query of a report, when it was explained, and the versions that answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from pyspark_hbase._explain.model import ScanExplanation


@dataclass(frozen=True, slots=True)
class About:
    """The head of a page."""

    query: str
    """The query in SQL, or its sub-plans where it was not written in SQL."""
    explained_at: datetime
    versions: tuple[tuple[str, str], ...]
    """Products and their versions, empty ones left out."""

    @property
    def line(self) -> str:
        """All but the query."""
        versions = ", ".join(f"{product} {version}" for product, version in self.versions)
        return f"Explained {self.explained_at:%Y-%m-%d %H:%M %Z} with {versions}"

    @classmethod
    def of(cls, frame: DataFrame, scans: Sequence[ScanExplanation]) -> About:
        """Make the head of the report of ``frame``, now."""
        import pyspark_hbase  # noqa: PLC0415  (imports this room when it is first asked)

        versions = {
            "pyspark-hbase": pyspark_hbase.__version__,
            "Spark": frame.sparkSession.version,
            "HBase client": next((s.hbase_version for s in scans if s.hbase_version), ""),
        }
        known = tuple((name, version) for name, version in versions.items() if version)
        return cls(_sql(frame) or _sub_plans(scans), datetime.now().astimezone(), known)


def _sub_plans(scans: Sequence[ScanExplanation]) -> str:
    return "\n".join(" -> ".join(reversed(scan.sub_plan)) for scan in scans)


def _sql(frame: DataFrame) -> str:
    """Return the text that Spark parsed; empty where there is none for all of the query."""
    if not hasattr(frame, "_jdf"):
        return ""
    plan: Any = frame._jdf.queryExecution().logical()
    found = plan.origin().sqlText()
    return str(found.get()).strip() if found.isDefined() else ""
