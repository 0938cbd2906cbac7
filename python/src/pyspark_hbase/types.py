"""SQL types, as the row-key codec, the value codecs and the sub-plan builder know them.

>>> DataType.parse("decimal(12,2)")
DataType(kind=<TypeKind.DECIMAL: 8>, precision=12, scale=2, nested=(), names=())
>>> str(INT)
'int'
>>> DataType.parse("array<int>").kind is TypeKind.ARRAY
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

__all__ = [
    "BIGINT",
    "BINARY",
    "BOOLEAN",
    "DATE",
    "DOUBLE",
    "DataType",
    "FLOAT",
    "INT",
    "MAX_LONG_PRECISION",
    "MAX_PRECISION",
    "SMALLINT",
    "STRING",
    "TIMESTAMP",
    "TIMESTAMP_NTZ",
    "TINYINT",
    "TypeKind",
    "decimal",
]

MAX_PRECISION: Final = 38
MAX_LONG_PRECISION: Final = 18
"""The largest DECIMAL precision whose unscaled values fit 64 bits."""


class TypeKind(IntEnum):
    """The kind of a SQL type; names and numbers as in ``sub_plan.proto``."""

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
    STRUCT = 14
    ARRAY = 15
    MAP = 16


@dataclass(frozen=True, slots=True)
class DataType:
    """A SQL type. ``precision`` and ``scale`` belong to DECIMAL and are 0 otherwise.

    ``nested`` are the types inside a nested type. A STRUCT has its fields, which have ``names``, an
    ARRAY its element, a MAP key and value.

    Raises:
        ValueError: a precision or scale that DECIMAL does not have, or wrong ``nested``.
    """

    kind: TypeKind
    precision: int = 0
    scale: int = 0
    nested: tuple[DataType, ...] = ()
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind is TypeKind.DECIMAL:
            legal = 1 <= self.precision <= MAX_PRECISION and 0 <= self.scale <= self.precision
        else:
            legal = self.precision == 0 and self.scale == 0
        expected = {TypeKind.STRUCT: max(1, len(self.names)), TypeKind.ARRAY: 1, TypeKind.MAP: 2}
        if len(self.nested) != expected.get(self.kind, 0):
            raise ValueError(
                f"not a SQL type: {self.kind.name.lower()} of {len(self.nested)} types"
            )
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

        Raises:
            ValueError: it is no type of Spark SQL that tables have.
        """
        if "<" in text:
            return _NestedSpelling(text).parse()
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
        parts = [str(part) for part in self.nested]
        if self.kind is TypeKind.STRUCT:
            quoted = ["`" + name.replace("`", "``") + "`" for name in self.names]
            parts = [f"{name}: {part}" for name, part in zip(quoted, parts, strict=True)]
        return self.kind.name.lower() + (f"<{', '.join(parts)}>" if parts else "")


class _NestedSpelling:
    """Reads the spelling of a nested type: names of fields stand between backquotes.

    >>> str(DataType.parse("STRUCT<`a b`: INT, `l`: ARRAY<DECIMAL(9,2)>>"))
    'struct<`a b`: int, `l`: array<decimal(9,2)>>'
    """

    _NAME = re.compile(r"\s*`((?:[^`]|``)*)`\s*:")
    _WORD = re.compile(r"\s*([A-Za-z_]+(?:\s*\([\d\s,]*\))?)\s*")

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def parse(self) -> DataType:
        found = self._type()
        if self._text[self._at :].strip():
            raise ValueError(f"unknown SQL type {self._text!r}")
        return found

    def _type(self) -> DataType:
        word = self._match(self._WORD)
        if not self._accept("<"):
            return DataType.parse(word)
        kind = _KINDS.get(word.strip().lower())
        if kind not in (TypeKind.STRUCT, TypeKind.ARRAY, TypeKind.MAP):
            raise ValueError(f"unknown SQL type {self._text!r}")
        names, nested = [], []
        while True:
            if kind is TypeKind.STRUCT:
                names.append(self._match(self._NAME).replace("``", "`"))
            nested.append(self._type())
            if not self._accept(","):
                break
        if not self._accept(">"):
            raise ValueError(f"unknown SQL type {self._text!r}")
        return DataType(kind, nested=tuple(nested), names=tuple(names))

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise ValueError(f"unknown SQL type {self._text!r}")
        self._at = match.end()
        return match[1]

    def _accept(self, wanted: str) -> bool:
        rest = self._text[self._at :].lstrip()
        if not rest.startswith(wanted):
            return False
        self._at = len(self._text) - len(rest) + len(wanted)
        return True


def decimal(precision: int, scale: int = 0) -> DataType:
    """The type of numbers with ``precision`` digits, ``scale`` of them behind the point.

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
