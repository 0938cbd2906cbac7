"""TPC-H at scale factor 0.01: data and official answers of DuckDB, and the tables in HBase."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import duckdb
from pyspark.sql import DataFrame, SparkSession

import tables

SCALE_FACTOR: Final = 0.01

QUERIES: Final = range(1, 23)

NAMESPACES: Final = {f"tpch_{name}": properties for name, properties in tables.LAYOUTS.items()}

KEYS: Final = {
    "customer": "c_custkey",
    "lineitem": "l_orderkey, l_linenumber",
    "nation": "n_nationkey",
    "orders": "o_orderkey",
    "part": "p_partkey",
    "partsupp": "ps_partkey, ps_suppkey",
    "region": "r_regionkey",
    "supplier": "s_suppkey",
}

# Two regions each; the others have one.
_SPLIT: Final = ("lineitem", "orders")


def sql(query: int) -> str:
    """The text of one of the 22 queries."""
    return (Path(__file__).parent / "queries" / f"q{query:02}.sql").read_text()


class Generator:
    """The data and the answers; nothing is downloaded. Not thread-safe."""

    def __init__(self, scale_factor: float = SCALE_FACTOR) -> None:
        self._scale_factor = scale_factor
        self._connection = duckdb.connect(config={"autoinstall_known_extensions": False})
        self._connection.execute(f"LOAD '{_extension()}'")

    def write(self, folder: Path) -> None:
        """One Parquet file for each table."""
        self._connection.execute(f"CALL dbgen(sf = {self._scale_factor})")
        for table in KEYS:
            self._connection.execute(f"COPY {table} TO '{folder / table}.parquet'")

    def answers(self) -> dict[int, list[list[str]]]:
        """The rows of each query's answer in their order, values as text, NULL as the empty one."""
        found = self._connection.execute(
            "SELECT query_nr, answer FROM tpch_answers() WHERE scale_factor = ?",
            [self._scale_factor],
        ).fetchall()
        # The first line has the names of the columns; each line, an empty one too, is a row.
        return {
            number: [line.split("|") for line in text.removesuffix("\n").split("\n")[1:]]
            for number, text in found
        }


def _extension() -> Path:
    """The file in the package, which imports nothing."""
    package = find_spec("duckdb_extension_tpch")
    assert package is not None
    assert package.origin is not None
    (file,) = Path(package.origin).parent.glob(f"extensions/v{duckdb.__version__}/*")
    return file


def columns(rows: DataFrame, key: str) -> str:
    """The columns of a table, as DDL has them."""
    keys = key.split(", ")
    return ", ".join(
        f"{field.name} {field.dataType.simpleString()}"
        + (" NOT NULL" if field.name in keys else "")
        for field in rows.schema
    )


def properties(table: str, fixed: Mapping[str, str], scale_factor: float = SCALE_FACTOR) -> str:
    """The properties of a table, as DDL has them, with its regions."""
    regions = {"hbase.splits": str(int(3_000_000 * scale_factor))} if table in _SPLIT else {}
    return ", ".join(f"'{name}' = '{value}'" for name, value in {**fixed, **regions}.items())


def make(
    spark: SparkSession,
    plain: SparkSession,
    folder: Path,
    namespaces: Mapping[str, dict[str, str]] = NAMESPACES,
) -> None:
    """Create and fill the tables: as views of ``plain``, and in each namespace of catalog hbase."""
    for namespace in namespaces:
        spark.sql(f"CREATE NAMESPACE hbase.{namespace}")
    for table, key in KEYS.items():
        rows = plain.read.parquet(str(folder / f"{table}.parquet"))
        rows.createTempView(table)
        for namespace, fixed in namespaces.items():
            spark.sql(
                f"CREATE TABLE hbase.{namespace}.{table} ({columns(rows, key)}, "
                f"PRIMARY KEY ({key})) USING hbase TBLPROPERTIES ({properties(table, fixed)})"
            )
            source = spark.read.parquet(str(folder / f"{table}.parquet"))
            source.writeTo(f"hbase.{namespace}.{table}").append()
