"""The parts of computing an expression in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from pyspark_hbase._planning.typed import TypedCall
from pyspark_hbase.types import TypeKind

Row = Sequence[Any]
"""Internal values of columns (see ``_codec.python_values``), but BOOLEAN as ``bool``."""
Compute = Callable[[Row], Any]
Builder = Callable[[TypedCall, list[Compute]], Compute]
"""From a call and the computations of its arguments to its own."""

INTEGERS: Final = (TypeKind.TINYINT, TypeKind.SMALLINT, TypeKind.INT, TypeKind.BIGINT)
EXACT: Final = (*INTEGERS, TypeKind.DECIMAL)
FLOATING: Final = (TypeKind.FLOAT, TypeKind.DOUBLE)


class NotComputableError(Exception):
    """A function that only region servers and Spark compute."""
