"""Asks the text of a case without Spark, through the Thrift gateway."""

from __future__ import annotations

from typing import Any, Final

import cases
from pyspark_hbase.connection import connect
from pyspark_hbase.demo._answers import Answer, answer
from pyspark_hbase.demo._answers import difference as rows_differ
from pyspark_hbase.errors import EvaluationError, InvalidPlanError, NeedsSparkError
from pyspark_hbase.types import DataType, TypeKind
from variants import Variant

# Besides what needs Spark: texts that only Spark reads, types that only Spark brings together, and
# calls that the engine refuses.
_REFUSALS: Final = frozenset({"PARSE_SYNTAX_ERROR", "DATATYPE_MISMATCH", "UNSUPPORTED_FUNCTION"})


def difference(
    case: cases.Case, variant: Variant, expected: Answer | str, gateway: str
) -> str | None:
    """Return the difference from the answer of plain Spark.

    None also where the query is refused.
    """
    found = _outcome(case, variant, gateway)
    if found is None or (isinstance(expected, str) and isinstance(found, str)):
        return None
    if isinstance(expected, str) or isinstance(found, str):
        return f"expected {expected}, found {found}"
    return rows_differ(expected, found)


def _outcome(case: cases.Case, variant: Variant, gateway: str) -> Answer | str | None:
    """Rows, the code of an error of values, or None for a query that is refused."""
    semantics = variant.semantics
    with connect(
        f"thrift://{gateway}",
        namespace=variant.namespace,
        ansi=semantics.ansi,
        time_zone=semantics.time_zone,
    ) as cluster:
        try:
            query = cluster.sql(case.sql)
            table = query.to_arrow()
        except NeedsSparkError:
            return None
        except EvaluationError as error:
            return error.code
        except InvalidPlanError as error:
            if error.code in _REFUSALS:
                return None
            raise
    columns = [
        [_collected(value, column.type) for value in values.to_pylist()]
        for column, values in zip(query.columns, table.columns, strict=True)
    ]
    return answer(zip(*columns, strict=True), ordered=case.ordered)


def _collected(value: Any, data_type: DataType) -> Any:
    """A value of Arrow's as PySpark's ``collect`` gives it."""
    if data_type.kind is TypeKind.TIMESTAMP and value is not None:
        return value.astimezone().replace(tzinfo=None)
    return value
