"""Spark SQL on HBase: sub-plans of Spark queries run inside HBase region servers.

:func:`session` and :func:`configure` need PySpark; what else this package has does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark_hbase._session import configure, session

__all__ = ["configure", "session"]


def __getattr__(name: str) -> Any:
    """Import PySpark only for those who ask for a session."""
    if name in __all__:
        from pyspark_hbase import _session  # noqa: PLC0415

        return getattr(_session, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
