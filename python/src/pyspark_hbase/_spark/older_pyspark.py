"""Calls that PySpark 3.5 has under other names than PySpark 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JError, Py4JJavaError

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.errors import PySparkException
    from pyspark.sql import DataFrame


def condition_of(error: PySparkException | Py4JJavaError) -> str | None:
    """The name of an error, such as ``TABLE_OR_VIEW_NOT_FOUND``; None for one without.

    PySpark 3.5 leaves errors of tasks as they are in Java, as the cause of another error.
    """
    if isinstance(error, Py4JJavaError):
        return _condition_in_java(error.java_exception)
    ask = getattr(error, "getCondition", None) or error.getErrorClass
    return ask()


def _condition_in_java(error: Any) -> str | None:
    while error is not None:
        try:
            condition: str | None = error.getErrorClass()
        except Py4JError:  # not an error of Spark, so it has no such method
            condition = None
        if condition is not None:
            return condition
        error = error.getCause()
    return None


def to_arrow(frame: DataFrame) -> pa.Table:
    """Run a frame, and return its rows as an Arrow table."""
    if hasattr(frame, "toArrow"):
        return frame.toArrow()
    import pyarrow as pa  # noqa: PLC0415  (an optional dependency)
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415  (the same)

    # The types of PySpark 4 take an unknown attribute for a column.
    batches = frame._collect_as_arrow()  # type: ignore[operator]
    schema = to_arrow_schema(frame.schema)
    return pa.Table.from_batches(batches).cast(schema) if batches else schema.empty_table()
