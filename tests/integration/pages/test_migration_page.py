"""The Python examples of docs/MIGRATION.md run as they stand."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

import happybase
import pytest
from pyspark.sql import Row, SparkSession

from pyspark_hbase._schema.json_catalog import create_table
from pyspark_hbase.embedded import EmbeddedHBase

PAGE = Path(__file__).resolve().parents[3] / "docs" / "MIGRATION.md"


@pytest.fixture
def thrift(hbase: EmbeddedHBase) -> Any:
    """HBase as another client sees it."""
    host, port = hbase.thrift.split(":")
    connection = happybase.Connection(host, int(port))
    yield connection
    connection.close()


def test_the_examples_run_and_write_what_the_other_connectors_write(
    spark: SparkSession, thrift: happybase.Connection
) -> None:
    # What Astro writes: a whole number with its sign bit flipped, a text at the end of the row key.
    thrift.create_table("sales", {"f": {}})
    sales = thrift.table("sales")
    for day, item, price in [(1, b"ink", 5), (1, b"pen", -2), (2, b"ink", 7)]:
        price_bytes = struct.pack(">Q", price + (1 << 63))
        sales.put(struct.pack(">I", day + (1 << 31)) + item, {b"f:p": price_bytes})
    shc, hbase_spark, proposal, happybase_program = re.findall(
        r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S
    )
    names: dict[str, Any] = {"spark": spark.newSession()}
    exec(shc, names)
    assert names["contacts"].collect() == [Row(region=7, id="a1", phone="555-1234", spent=12.5)]
    assert list(thrift.table("contacts").scan()) == [
        (
            struct.pack(">i", 7) + b"a1",
            {b"personal:phone": b"555-1234", b"office:spent": struct.pack(">d", 12.5)},
        )
    ]
    exec(hbase_spark, names)
    assert [(r.id, r.name, str(r.price)) for r in names["prices"].collect()] == [
        ("b2", "Ada", "9.95")
    ]
    # Bytes.toBytes(BigDecimal): the scale, then the unscaled value.
    assert dict(thrift.table("contacts2").scan())[b"b2"][b"cf:price"] == (
        struct.pack(">i", 2) + (995).to_bytes(2, "big")
    )
    exec(proposal, names)
    assert sorted(map(tuple, names["sales"].groupBy("day").sum("price").collect())) == [
        (1, 3),
        (2, 7),
    ]
    # The statement of the catalog declares the same table for good.
    text = PAGE.read_text(encoding="utf-8")
    (statement,) = re.findall(r"^```text migrate-catalog\n(.*?)^```", text, re.M | re.S)
    assert create_table(names["catalog"]) + ";\n" == statement
    spark.sql(statement.rstrip(";\n"))
    assert spark.table("hbase.default.contacts").collect() == names["contacts"].collect()
    spark.sql("DROP TABLE hbase.default.contacts")
    spark.sql("CREATE TABLE hbase.default.prices (id INT, price INT, PRIMARY KEY (id)) USING hbase")
    spark.sql("INSERT INTO hbase.default.prices VALUES (1, 5), (2, 7)")
    names["connection"] = thrift
    exec(happybase_program, names)
    assert names["total"].to_pydict() == {"total": [12]}
    spark.sql("DROP TABLE hbase.default.prices PURGE")
