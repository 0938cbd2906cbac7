"""The tables that the cases ask: the same rows as Parquet tables and as HBase tables."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import NumericType, StringType, StructField, StructType

import hbase_admin

LAYOUTS: Final = {
    "packed": {"hbase.layout": "packed"},
    "columns": {"hbase.layout": "columns"},
    # A table that the coprocessor was never attached to.
    "no_jar": {"hbase.layout": "packed", "hbase.coprocessor.jar": ""},
}


def struct_of(columns: str) -> StructType:
    """The type of rows of these columns, as DDL has them."""
    if hasattr(StructType, "fromDDL"):
        return StructType.fromDDL(columns)
    # PySpark 3.5 has it under a name of its own.
    from pyspark.sql.types import _parse_datatype_string  # noqa: PLC0415  (as above)

    return _parse_datatype_string(columns)


@dataclass(frozen=True, slots=True)
class Namespace:
    """The form of the tables of a namespace, and the place where region servers find their rows."""

    properties: dict[str, str]
    # Else the rows are in memory, which HBase's scanner reads.
    in_files: bool = False
    # Most rows lie in groups that a bulk load wrote, others beside them, and some of both are gone.
    in_groups: bool = False
    # Of the region servers, for these tables.
    settings: dict[str, str] = field(default_factory=dict)


NAMESPACES: Final = {
    "packed": Namespace(LAYOUTS["packed"]),
    # Straight from store files.
    "packed_files": Namespace(LAYOUTS["packed"], in_files=True),
    # From store files, now and then through the scanner.
    "columns_mixed": Namespace(
        LAYOUTS["columns"], in_files=True, settings={"hbase.sparksql.direct.forced.share": "0.5"}
    ),
    # From store files through the scanner.
    "columns_scanner": Namespace(
        LAYOUTS["columns"], in_files=True, settings={"hbase.sparksql.direct.enabled": "false"}
    ),
    "columnar": Namespace({"hbase.layout": "columnar"}, in_groups=True),
    "no_jar": Namespace(LAYOUTS["no_jar"]),
}

# No row has such an id in the end.
_FIRST_GONE: Final = 1_000

_CHAR: Final = re.compile(r"(VAR)?CHAR\(\d+\)")

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One table: SQL columns, primary key, split points and rows."""

    name: str
    columns: str
    key: str
    rows: list[Row]
    splits: str = ""
    # Of a row key, which the rows of a group share; 0 where the table knows it by itself.
    group_bits: int = 0
    # Behind USING hbase.
    clause: str = ""
    properties: dict[str, str] = field(default_factory=dict)
    # Making a table takes a second, so not every one is everywhere; all namespaces where empty.
    only_in: tuple[str, ...] = ()

    @property
    def schema(self) -> StructType:
        """As a DataFrame has it: CHAR and VARCHAR are types of tables only."""
        return struct_of(_CHAR.sub("STRING", self.columns))

    def create(self, namespace: str, properties: dict[str, str]) -> str:
        """The statement that makes it in ``hbase.<namespace>``."""
        properties = {**properties, **self.properties}
        if self.splits:
            properties["hbase.splits"] = self.splits
        if self.group_bits and properties.get("hbase.layout") == "columnar":
            properties["hbase.group.bits"] = str(self.group_bits)
        text = ", ".join(f"'{key}' = \"{value}\"" for key, value in properties.items())
        return (
            f"CREATE TABLE hbase.{namespace}.{self.name} "
            f"({self.columns}, PRIMARY KEY ({self.key})) USING hbase {self.clause} "
            f"TBLPROPERTIES ({text})"
        )

    def is_in(self, namespace: str) -> bool:
        """Whether the namespace has this table."""
        return not self.only_in or namespace in self.only_in


def are_in(namespace: str, sql: str) -> bool:
    """Whether the namespace has every table that a query names."""
    words = set(re.findall(r"\w+", sql))
    return all(table.is_in(namespace) for table in TABLES if table.name in words)


def make(spark: SparkSession, plain: SparkSession, folder: Path, quorum: str) -> None:
    """Create every table: in ``plain``, and in each namespace of catalog hbase."""
    for name in NAMESPACES:
        spark.sql(f"CREATE NAMESPACE hbase.{name}")
    for table in TABLES:
        path = str(folder / table.name)
        spark.createDataFrame(table.rows, table.schema).write.parquet(path)
        # A table and not a view of the files: only so are CHAR columns padded.
        plain.sql(f"CREATE TABLE {table.name} ({table.columns}) USING parquet LOCATION '{path}'")
        for name, namespace in NAMESPACES.items():
            if not table.is_in(name):
                continue
            spark.sql(table.create(name, namespace.properties))
            rows = spark.read.parquet(path)
            if namespace.in_groups:
                _write_groups(rows, table, f"hbase.{name}.{table.name}")
            else:
                rows.writeTo(f"hbase.{name}.{table.name}").append()
    with hbase_admin.connect(spark, quorum) as admin:
        for name, namespace in NAMESPACES.items():
            for table in filter(lambda one: one.is_in(name), TABLES):
                if namespace.settings:
                    admin.set_values(f"{name}:{table.name}", namespace.settings)
                if namespace.in_files:
                    admin.flush(f"{name}:{table.name}")


def _write_groups(rows: DataFrame, table: Table, target: str) -> None:
    """Every third row lies beside its group, which has values of it that would raise errors."""
    keys = table.key.split(", ")
    is_beside = F.hash(*keys) % 3 == 0
    stale = rows.select(*(F.col(f.name) if f.name in keys else _stale(f) for f in rows.schema))
    later_id = (F.col("id") + _FIRST_GONE).cast(rows.schema["id"].dataType)
    gone = stale.withColumn("id", later_id)
    in_groups = rows.where(~is_beside).unionByName(stale.where(is_beside)).unionByName(gone)
    in_groups.writeTo(target).option("write", "bulk").append()
    rows.where(is_beside).unionByName(gone.limit(5)).writeTo(target).append()
    rows.sparkSession.sql(f"DELETE FROM {target} WHERE id >= {_FIRST_GONE}")


def _stale(field: StructField) -> Column:
    value = 0 if isinstance(field.dataType, NumericType) else None
    text = "x" if isinstance(field.dataType, StringType) else value
    return F.lit(text).cast(field.dataType).alias(field.name)


def _sales() -> list[Row]:
    """Enough rows for several frames a region; every value column is NULL now and then."""
    source = random.Random(20)
    start = datetime(2024, 1, 1, tzinfo=UTC)

    def sometimes(value: Any) -> Any:
        return None if source.random() < 0.1 else value

    rows = []
    for number in range(600):
        moment = start + timedelta(microseconds=source.randrange(0, 366 * 86_400 * 10**6))
        rows.append(
            (
                source.choice(["east", "north", "south", "west"]),
                date(2024, 1, 1) + timedelta(days=source.randrange(366)),
                number,
                sometimes(source.choice(["tea", "coffee", "café", "", "maté"])),
                sometimes(source.randrange(-100, 100)),
                sometimes(source.randrange(-30_000, 30_000)),
                sometimes(source.randrange(-(10**6), 10**6)),
                sometimes(source.randrange(-(10**12), 10**12)),
                sometimes(source.uniform(-1000, 1000)),
                sometimes(source.randrange(-4000, 4000) / 4),
                sometimes(Decimal(source.randrange(-(10**7), 10**7)).scaleb(-2)),
                sometimes(Decimal(source.randrange(-(10**24), 10**24)).scaleb(-6)),
                sometimes(source.random() < 0.5),
                sometimes(moment),
                sometimes(moment.replace(tzinfo=None)),
            )
        )
    return rows


_MAX_DECIMAL: Final = Decimal(10**38 - 1)
_MIN_DECIMAL: Final = Decimal(1 - 10**38)


def _edges() -> list[Row]:
    """Values at the ends of their types, special floating-point values, strange strings."""
    long, integer = 2**63 - 1, 2**31 - 1
    nan, infinity = float("nan"), float("inf")
    early = datetime(2, 1, 1, tzinfo=UTC)
    late = datetime(9998, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
    # Los Angeles: the hour of autumn that happens twice, and the end of the one that never does.
    autumn = datetime(2024, 11, 3, 8, 30, tzinfo=UTC)
    spring = datetime(2024, 3, 10, 10, 0, tzinfo=UTC)
    return [
        (
            1,
            127,
            32767,
            integer,
            long,
            nan,
            nan,
            _MAX_DECIMAL,
            "",
            b"",
            date(1, 1, 1),
            early,
        ),
        (
            2,
            -128,
            -32768,
            -integer - 1,
            -long - 1,
            -0.0,
            -0.0,
            _MIN_DECIMAL,
            "a\x00b",
            b"\x00",
            date(9999, 12, 31),
            late,
        ),
        (
            3,
            0,
            0,
            0,
            0,
            0.0,
            0.0,
            Decimal(0),
            "\U0001f600é",
            b"\xff\xff",
            date(1970, 1, 1),
            autumn,
        ),
        (
            4,
            1,
            1,
            1,
            1,
            infinity,
            infinity,
            Decimal(1),
            "%_\\",
            b"abc",
            date(1969, 12, 31),
            spring,
        ),
        (
            5,
            -1,
            -1,
            -1,
            -1,
            -infinity,
            -infinity,
            Decimal(-1),
            "ﬀ",
            b"\x80",
            date(2024, 2, 29),
            autumn + timedelta(hours=1),
        ),
        (
            6,
            1,
            1,
            2,
            2,
            5e-324,
            1e-45,
            Decimal(2),
            "A",
            b"ab",
            date(1582, 10, 4),
            early,
        ),
        (7, None, None, None, None, None, None, None, None, None, None, None),
        (
            8,
            1,
            1,
            2,
            long,
            1.7976931348623157e308,
            3.4e38,
            _MAX_DECIMAL,
            "a",
            b"a",
            date(1582, 10, 15),
            late,
        ),
    ]


def _nested() -> list[Row]:
    """Structs, arrays and maps, with NULL and nothing at every level, and CHAR beside them."""
    at = datetime(2024, 3, 10, 10, 0, tzinfo=UTC)
    ada, bob = ("ada", 36), ("bob", None)
    return [
        (1, (1, ("x", Decimal("12.50"), at), 0.5), [1, 2, 3], {"a": 1}, [ada, bob], "ab", "ab"),
        (2, (2, ("é", None, None), -0.0), [None, 9], {"a": -5, "b": None}, [None], "abcde", ""),
        (3, (None, None, float("nan")), [], {}, [], "", "x  "),
        (4, None, None, None, None, None, None),
        (5, (1, (None, Decimal("-1.00"), at), None), [1], {"": 2**62}, [ada], "äö", "äöü"),
    ]


def _visits() -> list[Row]:
    """Each host and page several times; texts that begin like others, and an empty one."""
    hosts = ("db", "web", "web1", "web10", "äö")
    return [
        (hosts[n % 5], "/" * (n % 4) + "p" * (n % 3), n * 37 % 256 - 128, n, n % 7 or None)
        for n in range(120)
    ]


def _zeros() -> list[Row]:
    """Any byte in every column of the row key: U+0000, 00, FF at each end, and nothing at all."""
    texts = ("", "\x00", "a", "a\x00", "a\x00b", "a\x01", "ab", "ÿ\x00")
    bytes_ = (b"", b"\x00", b"\x00\x00", b"\x00\x01", b"\x00\xff", b"\x01", b"\xff", b"\xff\xff")
    return [
        (texts[n % 8], bytes_[n // 8 % 8], texts[n * 5 // 3 % 8], n, n % 7 or None, texts[n % 5])
        for n in range(320)
    ]


_VISITS: Final = (
    "host STRING NOT NULL, page STRING NOT NULL, n INT NOT NULL, id INT NOT NULL, v INT"
)

TABLES: Final = (
    Table(
        name="sales",
        columns=(
            "area STRING NOT NULL, day DATE NOT NULL, id BIGINT NOT NULL, product STRING, "
            "tiny TINYINT, small SMALLINT, qty INT, big BIGINT, price DOUBLE, weight FLOAT, "
            "amount DECIMAL(12,2), huge DECIMAL(38,6), paid BOOLEAN, at TIMESTAMP, "
            "wall TIMESTAMP_NTZ"
        ),
        key="area, day, id",
        rows=_sales(),
        splits="'north'; 'south', DATE '2024-06-01'; 'west'",
        group_bits=40,
    ),
    Table(
        name="edges",
        columns=(
            "id INT NOT NULL, tiny TINYINT, small SMALLINT, i INT, l BIGINT, d DOUBLE, f FLOAT, "
            "n DECIMAL(38,0), s STRING, b BINARY, day DATE, at TIMESTAMP"
        ),
        key="id",
        rows=_edges(),
        splits="4",
        # Groups of four, so that the split is between two of them.
        group_bits=30,
    ),
    Table(
        name="nested",
        columns=(
            "id INT NOT NULL, s STRUCT<i: INT, t: STRUCT<name: STRING, amount: DECIMAL(12,2), "
            "at: TIMESTAMP>, d: DOUBLE>, a ARRAY<INT>, m MAP<STRING, BIGINT>, "
            "people ARRAY<STRUCT<name: STRING, age: INT>>, c CHAR(5), v VARCHAR(5)"
        ),
        key="id",
        rows=_nested(),
        splits="3",
    ),
    Table(
        name="salted",
        columns=_VISITS,
        key="host, n, id",
        rows=_visits(),
        clause="CLUSTERED BY (host) INTO 3 BUCKETS",
        properties={"hbase.column.n.order": "desc"},
        only_in=("packed",),
    ),
    Table(
        name="forms",
        columns=_VISITS,
        key="host, page, n, id",
        rows=_visits(),
        properties={
            "hbase.key.hash.bytes": "1",
            "hbase.column.host.delimiter": "|",
            "hbase.column.page.form": "length_prefixed",
            "hbase.column.n.form": "reversed",
            "hbase.column.id.order": "desc",
        },
        only_in=("packed", "columns_mixed"),
    ),
    Table(
        name="zeros",
        columns=(
            "s STRING NOT NULL, b BINARY NOT NULL, t STRING NOT NULL, id INT NOT NULL, v INT, "
            "w STRING"
        ),
        key="s, b, t, id",
        rows=_zeros(),
        splits="'a'; 'ab'",
        group_bits=24,
        properties={"hbase.column.b.order": "desc"},
    ),
    Table(name="nothing", columns="id INT NOT NULL, v INT, s STRING", key="id", rows=[]),
)
