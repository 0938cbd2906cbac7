"""A cluster with the table of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pyspark_hbase
from bi_tools_page import Page
from pyspark_hbase._spark.jars import published_region_server_jar
from pyspark_hbase.embedded import EmbeddedHBase


@pytest.fixture(scope="session")
def orders(hbase: EmbeddedHBase) -> Iterator[EmbeddedHBase]:
    """The cluster, with the coprocessor on table orders."""
    spark = pyspark_hbase.session(
        quorum=hbase.quorum,
        **{
            "spark.ui.enabled": False,
            "spark.sql.hbase.coprocessor.jar": published_region_server_jar().as_uri(),
        },
    )
    spark.sql(
        "CREATE TABLE hbase.default.orders (id INT NOT NULL, area STRING, amount DECIMAL(9,2), "
        "PRIMARY KEY (id)) USING hbase"
    )
    spark.sql(
        "INSERT INTO hbase.default.orders SELECT id, if(id % 2 = 0, 'north', 'south'), id / 2 "
        "FROM range(100)"
    )
    spark.stop()
    yield hbase


@pytest.fixture
def page(orders: EmbeddedHBase) -> Page:
    return Page(orders)
