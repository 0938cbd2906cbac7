"""Computes expressions over merged aggregates, row by row and exactly as the region servers would.

The values are internal ones (see ``_python_values``; BOOLEAN is ``bool``): Python's integers hold
every DECIMAL, and NaN, -0.0 and overflow follow Spark's rules, which those of Arrow's kernels are
not. Groups are few; the rows of the table never come here.
"""

from __future__ import annotations

from typing import Any, Final

from pyspark_hbase._planning.typed import Typed, TypedCall, TypedColumn, TypedLiteral, TypedValues
from pyspark_hbase._translation._arithmetic import ARITHMETIC
from pyspark_hbase._translation._compute import Builder, Compute, NotComputableError
from pyspark_hbase._translation._logic import LOGIC
from pyspark_hbase.types import DataType, TypeKind

_BUILDERS: Final[dict[str, Builder]] = {**LOGIC, **ARITHMETIC}


def compute(expression: Typed) -> Compute:
    """A function of a row for the value of the expression.

    Raises:
        NotComputableError: the expression has a function that is not known here.
    """
    match expression:
        case TypedColumn(position=position):
            return lambda row: row[position]
        case TypedLiteral(data_type, value):
            constant = None if value is None else _constant(value, data_type)
            return lambda row: constant
        case TypedCall():
            build = _BUILDERS.get(expression.function)
            if build is not None:
                return build(expression, [compute(part) for part in expression.arguments])
            raise NotComputableError(expression.function.lower())
        case TypedValues():
            raise NotComputableError("in")


def is_computable(expression: Typed) -> bool:
    """Whether :func:`compute` takes the expression."""
    try:
        compute(expression)
    except NotComputableError:
        return False
    return True


def _constant(value: float | bytes, data_type: DataType) -> Any:
    return bool(value) if data_type.kind is TypeKind.BOOLEAN else value
