"""The statement that makes the demo's table."""

from __future__ import annotations

from pyspark_hbase.demo._flights import REGIONS, create_table


def test_only_the_key_columns_are_not_null() -> None:
    lines = [line.strip(" ,") for line in create_table().splitlines()]
    assert [line for line in lines if line.endswith("NOT NULL")] == [
        "carrier STRING NOT NULL",
        "flight INT NOT NULL",
        "time_hour TIMESTAMP NOT NULL",
    ]
    assert "PRIMARY KEY (time_hour, carrier, flight))" in lines


def test_there_is_one_split_point_less_than_regions() -> None:
    splits = create_table().split("'hbase.splits' = ")[1]
    assert splits.count("TIMESTAMP") == REGIONS - 1
