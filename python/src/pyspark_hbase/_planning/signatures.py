"""Types of the arguments and results of the contract's functions, as Spark's analyzer has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyspark_hbase import types
from pyspark_hbase.types import DataType, TypeKind

Kinds = tuple[TypeKind, ...]
"""Types that an argument can have; one that is cast by itself is cast to the first."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A function whose result has always the same type."""

    arguments: tuple[Kinds, ...]
    result: DataType
    optional: int = 0
    """The number of last arguments that can be left out."""
    repeated: bool = False
    """Whether there can be more arguments like the last one."""

    def kinds(self, count: int) -> tuple[Kinds, ...] | None:
        """Return the kinds that each of ``count`` arguments can have; None for a wrong count.

        >>> SIGNATURES["UPPER"].kinds(2) is None
        True
        """
        most = len(self.arguments)
        if count > most and self.repeated:
            return self.arguments + self.arguments[-1:] * (count - most)
        return self.arguments[:count] if most - self.optional <= count <= most else None


_STRING: Final = (TypeKind.STRING,)
_BINARY: Final = (TypeKind.BINARY,)
_BYTES: Final = (TypeKind.STRING, TypeKind.BINARY)
_INT: Final = (TypeKind.INT,)
_BIGINT: Final = (TypeKind.BIGINT,)
_DAYS: Final = (TypeKind.INT, TypeKind.SMALLINT, TypeKind.TINYINT)
_INTEGERS: Final = (TypeKind.BIGINT, TypeKind.INT, TypeKind.SMALLINT, TypeKind.TINYINT)
_DOUBLE: Final = (TypeKind.DOUBLE,)
_DATE: Final = (TypeKind.DATE,)
_INSTANT: Final = (TypeKind.TIMESTAMP,)
_CLOCK: Final = (TypeKind.TIMESTAMP, TypeKind.TIMESTAMP_NTZ)

_TEXT: Final = {
    "STARTS_WITH": Signature((_STRING, _STRING), types.BOOLEAN),
    "ENDS_WITH": Signature((_STRING, _STRING), types.BOOLEAN),
    "CONTAINS": Signature((_STRING, _STRING), types.BOOLEAN),
    "LIKE": Signature((_STRING, _STRING, _STRING), types.BOOLEAN, optional=1),
    "RLIKE": Signature((_STRING, _STRING), types.BOOLEAN),
    "SUBSTRING": Signature((_STRING, _INT, _INT), types.STRING),
    "SUBSTRING_INDEX": Signature((_STRING, _STRING, _INT), types.STRING),
    "OVERLAY": Signature((_STRING, _STRING, _INT, _INT), types.STRING),
    "SPLIT_PART": Signature((_STRING, _STRING, _INT), types.STRING),
    "LENGTH": Signature((_BYTES,), types.INT),
    "OCTET_LENGTH": Signature((_BYTES,), types.INT),
    "BIT_LENGTH": Signature((_BYTES,), types.INT),
    "UPPER": Signature((_STRING,), types.STRING),
    "LOWER": Signature((_STRING,), types.STRING),
    "CONCAT": Signature((_STRING,), types.STRING, repeated=True),
    "CONCAT_WITH_SEPARATOR": Signature((_STRING, _STRING), types.STRING, repeated=True),
    "TRIM": Signature((_STRING, _STRING), types.STRING, optional=1),
    "TRIM_LEFT": Signature((_STRING, _STRING), types.STRING, optional=1),
    "TRIM_RIGHT": Signature((_STRING, _STRING), types.STRING, optional=1),
    "REPLACE": Signature((_STRING, _STRING, _STRING), types.STRING),
    "POSITION": Signature((_STRING, _STRING, _INT), types.INT),
    "PAD_LEFT": Signature((_STRING, _INT, _STRING), types.STRING),
    "PAD_RIGHT": Signature((_STRING, _INT, _STRING), types.STRING),
    "REVERSE": Signature((_STRING,), types.STRING),
    "REPEAT": Signature((_STRING, _INT), types.STRING),
    "TRANSLATE": Signature((_STRING, _STRING, _STRING), types.STRING),
    "ASCII": Signature((_STRING,), types.INT),
    "FIND_IN_SET": Signature((_STRING, _STRING), types.INT),
    "HEX": Signature(((TypeKind.BIGINT, TypeKind.STRING, TypeKind.BINARY),), types.STRING),
    "UNHEX": Signature((_STRING,), types.BINARY),
    "BINARY_DIGITS": Signature((_BIGINT,), types.STRING),
    "MD5": Signature((_BINARY,), types.STRING),
    "SHA1": Signature((_BINARY,), types.STRING),
    "SHA2": Signature((_BINARY, _INT), types.STRING),
    "CRC32": Signature((_BINARY,), types.BIGINT),
}
_TIMES: Final = {
    "YEAR": Signature((_DATE,), types.INT),
    "QUARTER": Signature((_DATE,), types.INT),
    "MONTH": Signature((_DATE,), types.INT),
    "DAY_OF_MONTH": Signature((_DATE,), types.INT),
    "DAY_OF_WEEK": Signature((_DATE,), types.INT),
    "DAY_OF_YEAR": Signature((_DATE,), types.INT),
    "WEEK_OF_YEAR": Signature((_DATE,), types.INT),
    "WEEKDAY": Signature((_DATE,), types.INT),
    "LAST_DAY": Signature((_DATE,), types.DATE),
    "NEXT_DAY": Signature((_DATE, _STRING), types.DATE),
    "TRUNC": Signature((_DATE, _STRING), types.DATE),
    "MAKE_DATE": Signature((_INT, _INT, _INT), types.DATE),
    "DATE_ADD": Signature((_DATE, _DAYS), types.DATE),
    "DATE_SUB": Signature((_DATE, _DAYS), types.DATE),
    "DATE_DIFF": Signature((_DATE, _DATE), types.INT),
    "ADD_MONTHS": Signature((_DATE, _INT), types.DATE),
    "HOUR": Signature((_CLOCK,), types.INT),
    "MINUTE": Signature((_CLOCK,), types.INT),
    "SECOND": Signature((_CLOCK,), types.INT),
    "DATE_TRUNC": Signature((_STRING, _INSTANT), types.TIMESTAMP),
    "DATE_FORMAT": Signature((_INSTANT, _STRING), types.STRING),
    "TIMESTAMP_SECONDS": Signature((_INTEGERS,), types.TIMESTAMP),
    "TIMESTAMP_MILLIS": Signature((_INTEGERS,), types.TIMESTAMP),
}
_DOUBLE_FUNCTIONS: Final = """
    RINT SIGNUM SQRT CBRT EXP EXPM1 LN LOG2 LOG10 LOG1P SIN COS TAN COT SEC CSC ASIN ACOS ATAN SINH
    COSH TANH ASINH ACOSH ATANH DEGREES RADIANS
"""
_MATH: Final = {
    **{name: Signature((_DOUBLE,), types.DOUBLE) for name in _DOUBLE_FUNCTIONS.split()},
    **{
        name: Signature((_DOUBLE, _DOUBLE), types.DOUBLE)
        for name in ("LOGARITHM", "POWER", "HYPOT", "ATAN2")
    },
    "FACTORIAL": Signature((_INT,), types.BIGINT),
    "WIDTH_BUCKET": Signature((_DOUBLE, _DOUBLE, _DOUBLE, _BIGINT), types.BIGINT),
    "BITWISE_COUNT": Signature(((*_INTEGERS, TypeKind.BOOLEAN),), types.INT),
}

SIGNATURES: Final[dict[str, Signature]] = {**_TEXT, **_TIMES, **_MATH}
"""The functions for which :mod:`pyspark_hbase._planning.coercion` has no rule of its own."""
