"""The table of the capability list: a column of every type, and few distinct values.

Its rows are :data:`POOL` over and over, so that an expression over any columns has few values too.
A group-by that is pushed down sends a handful of rows, one that is not sends them all.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Final

from tables import Table

REPEATED: Final = 25

COLUMNS: Final = (
    "id INT NOT NULL, pos INT, grp STRING, flag BOOLEAN, tiny TINYINT, small SMALLINT, i INT, "
    "l BIGINT, f FLOAT, d DOUBLE, n DECIMAL(12,2), w DECIMAL(38,6), s STRING, b BINARY, day DATE, "
    "at TIMESTAMP, wall TIMESTAMP_NTZ, numeral STRING, truth STRING, hexa STRING, calendar STRING, "
    "moment STRING, json STRING, dawn TIMESTAMP, ch CHAR(5), vc VARCHAR(10), "
    "st STRUCT<a: INT, b: STRUCT<c: STRING>>, list ARRAY<INT>, dict MAP<STRING, INT>, "
    "people ARRAY<STRUCT<name: STRING, age: INT>>"
)


def _row(*values: Any) -> tuple[Any, ...]:
    """Adds the columns that others are cast from."""
    pos, _, flag, tiny, _, _, _, _, _, n, _, s, _, day, at, *_ = values
    return (
        *values,
        at.replace(tzinfo=None),
        str(n.to_integral_value()),
        str(flag).lower(),
        f"{tiny & 0xFF:02X}",
        f"{day:%Y-%m-%d}",
        f"{at:%Y-%m-%d %H:%M:%S}",
        f'{{"a": {pos}, "s": "{s}"}}',
        # Small enough for a cast to TINYINT.
        datetime.fromtimestamp(tiny, UTC),
        s[:4],
        s,
        (pos, (s,)),
        [tiny, pos],
        {"x": pos, "y": tiny},
        [(s, pos), ("Ann", tiny)],
    )


def _utc(*fields: int) -> datetime:
    return datetime(*fields, tzinfo=UTC)


POOL: Final = [
    _row(1, "a", True, 1, 1, 5, 10, 1.5, 0.25, Decimal("1.25"), Decimal("1.000001"), "tea",
         b"\x00\xff", date(2024, 2, 29), _utc(2024, 2, 29, 12, 30, 15, 123456)),
    _row(2, "a", False, 2, 30, -6, -20, -2.25, -1.5, Decimal("-2.50"), Decimal("-0.000001"),
         "Coffee", b"", date(1970, 1, 1), _utc(1970, 1, 1)),
    _row(3, "a", True, -3, -30, 7, 30, 0.0, 0.0, Decimal("0.00"), Decimal(0), " padded ",
         b"abc", date(1999, 12, 31), _utc(1999, 12, 31, 23, 59, 59, 999999)),
    _row(4, "a", False, 0, 0, 0, 0, 3.75, 2.5, Decimal("3.75"), Decimal("12.5"), "",
         b"\x80", date(2024, 11, 3), _utc(2024, 11, 3, 8, 30)),
    _row(5, "b", True, 100, 5, 12, 5, 100.0, 3.5, Decimal("99.99"), Decimal("-99.5"), "café",
         b"a", date(2025, 1, 1), _utc(2024, 3, 10, 10)),
    _row(6, "b", True, -100, -7, 3, 86, -0.5, 100.0, Decimal("-0.05"), Decimal("7.654321"),
         "a,b,c", b"tea", date(1969, 12, 31), _utc(1969, 12, 31, 23, 0, 0, 1)),
    _row(7, "b", False, 7, 12, 20, 45, 2.0, -7.75, Decimal("10.00"), Decimal(1), "MATÉ",
         b"\xff", date(2000, 2, 29), _utc(2038, 1, 19, 3, 14, 8)),
    (None,) * 29,
]  # fmt: skip

# Layout columns: its cells have an encoding each.
PROPERTIES: Final = {
    "hbase.layout": "columns",
    "hbase.column.st.encoding": "json",
    "hbase.column.people.encoding": "avro",
}

KINDS: Final = Table(
    name="kinds",
    columns=COLUMNS,
    key="id",
    rows=[(number, *values) for number, values in enumerate(POOL * REPEATED)],
    splits="100",
)
