"""SQL types, as the row-key codec, the value codecs and the sub-plan builder know them.

>>> DataType.parse("decimal(12,2)")
DataType(kind=<TypeKind.DECIMAL: 8>, precision=12, scale=2)
>>> str(INT)
'int'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

MAX_PRECISION: Final = 38
MAX_LONG_PRECISION: Final = 18
"""The largest DECIMAL precision whose unscaled values fit 64 bits."""


class TypeKind(IntEnum):
    """Which SQL type; names and numbers are those of ``TypeKind`` in ``sub_plan.proto``."""

    BOOLEAN = 1
    TINYINT = 2
    SMALLINT = 3
    INT = 4
    BIGINT = 5
    FLOAT = 6
    DOUBLE = 7
    DECIMAL = 8
    STRING = 9
    BINARY = 10
    DATE = 11
    TIMESTAMP = 12
    TIMESTAMP_NTZ = 13


@dataclass(frozen=True, slots=True)
class DataType:
    """A SQL type. ``precision`` and ``scale`` belong to DECIMAL and are 0 otherwise."""

    kind: TypeKind
    precision: int = 0
    scale: int = 0

    def __post_init__(self) -> None:
        if self.kind is TypeKind.DECIMAL:
            legal = 1 <= self.precision <= MAX_PRECISION and 0 <= self.scale <= self.precision
        else:
            legal = self.precision == 0 and self.scale == 0
        if not legal:
            raise ValueError(
                f"not a SQL type: {self.kind.name.lower()}({self.precision},{self.scale}); only "
                f"decimal takes a precision (1 to {MAX_PRECISION}) and a scale (0 to precision)"
            )

    @staticmethod
    def parse(text: str) -> DataType:
        """The type that Spark SQL spells as ``text``; letter case and blanks do not matter.

        >>> DataType.parse("BIGINT") == DataType.parse("long") == BIGINT
        True
        >>> DataType.parse("decimal") == decimal(10, 0)
        True
        """
        match = _SPELLING.fullmatch(text.strip().lower())
        kind = _KINDS.get(match["name"]) if match else None
        if match is None or kind is None:
            raise ValueError(
                f"unknown SQL type {text!r}; known are {', '.join(_KINDS)}, decimal(p,s)"
            )
        if kind is not TypeKind.DECIMAL:
            if match["precision"] is not None:
                raise ValueError(f"{match['name']} takes no parameters, found {text!r}")
            return DataType(kind)
        return decimal(int(match["precision"] or 10), int(match["scale"] or 0))

    def __str__(self) -> str:
        """Spark SQL's spelling, which :meth:`parse` reads back."""
        if self.kind is TypeKind.DECIMAL:
            return f"decimal({self.precision},{self.scale})"
        return self.kind.name.lower()


def decimal(precision: int, scale: int = 0) -> DataType:
    """The type ``decimal(precision,scale)``.

    >>> str(decimal(12, 2))
    'decimal(12,2)'
    """
    return DataType(TypeKind.DECIMAL, precision, scale)


_SPELLING: Final = re.compile(
    r"(?P<name>[a-z_]+)(?:\s*\(\s*(?P<precision>\d+)\s*(?:,\s*(?P<scale>\d+)\s*)?\))?"
)

_KINDS: Final = {kind.name.lower(): kind for kind in TypeKind} | {
    "byte": TypeKind.TINYINT,
    "short": TypeKind.SMALLINT,
    "integer": TypeKind.INT,
    "long": TypeKind.BIGINT,
    "real": TypeKind.FLOAT,
    "dec": TypeKind.DECIMAL,
    "numeric": TypeKind.DECIMAL,
    "timestamp_ltz": TypeKind.TIMESTAMP,
}

BOOLEAN: Final = DataType(TypeKind.BOOLEAN)
TINYINT: Final = DataType(TypeKind.TINYINT)
SMALLINT: Final = DataType(TypeKind.SMALLINT)
INT: Final = DataType(TypeKind.INT)
BIGINT: Final = DataType(TypeKind.BIGINT)
FLOAT: Final = DataType(TypeKind.FLOAT)
DOUBLE: Final = DataType(TypeKind.DOUBLE)
STRING: Final = DataType(TypeKind.STRING)
BINARY: Final = DataType(TypeKind.BINARY)
DATE: Final = DataType(TypeKind.DATE)
TIMESTAMP: Final = DataType(TypeKind.TIMESTAMP)
TIMESTAMP_NTZ: Final = DataType(TypeKind.TIMESTAMP_NTZ)
