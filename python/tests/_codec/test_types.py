"""Names and bounds of the SQL types."""

from __future__ import annotations

import pytest

import golden
from pyspark_hbase import types
from pyspark_hbase.types import DataType, TypeKind, decimal


@pytest.mark.parametrize("kind", [kind for kind in golden.PLAIN_KINDS])
def test_every_spelling_is_read_back(kind: TypeKind) -> None:
    assert DataType.parse(str(DataType(kind))) == DataType(kind)
    assert getattr(types, kind.name) == DataType(kind)


def test_decimal_is_read_with_and_without_parameters() -> None:
    assert DataType.parse(" Decimal ( 38 , 38 ) ") == decimal(38, 38)
    assert DataType.parse("decimal(7)") == decimal(7, 0)
    assert DataType.parse("numeric") == decimal(10, 0)


@pytest.mark.parametrize(
    "text", ["", "varchar", "int(4)", "decimal(0,0)", "decimal(39,0)", "decimal(3,4)"]
)
def test_what_is_not_a_type_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"SQL type|no parameters"):
        DataType.parse(text)


def test_only_decimal_takes_precision_and_scale() -> None:
    with pytest.raises(ValueError, match="only decimal"):
        DataType(TypeKind.INT, 3, 0)
