"""The examples in docstrings run as they stand, but for addresses; docs/api/ shows them."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

import pyspark_hbase
from pyspark_hbase.embedded import EmbeddedHBase

MODULES = ["pyspark_hbase"] + [
    f"pyspark_hbase.{module.name}"
    for module in pkgutil.iter_modules(pyspark_hbase.__path__)
    if not module.name.startswith("_") and module.name not in ("cli", "demo")
]
COLUMNS = (
    "carrier STRING NOT NULL, flight INT NOT NULL, origin STRING, distance INT, arr_delay DOUBLE, "
    "PRIMARY KEY (carrier, flight)"
)


def examples(module: str) -> Iterator[str]:
    """The fences of a module's docstring, and of those of its public names that have no other."""
    found = importlib.import_module(module)
    public = [getattr(found, name) for name in found.__all__]
    named = [name for name in public if inspect.isclass(name) or inspect.isfunction(name)]
    own = [name for name in named if name.__module__ == module or name.__module__ not in MODULES]
    for each in [found, *own]:
        fences = re.findall(r"^( *)```python\n(.*?)^ *```", each.__doc__ or "", re.M | re.S)
        yield from (textwrap.dedent(code) for _, code in fences)


@pytest.mark.parametrize("module", [m for m in MODULES if any(examples(m))])
def test_the_examples_run(
    module: str,
    hbase: EmbeddedHBase,
    spark: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # One of them writes a file.
    monkeypatch.chdir(tmp_path)
    session = spark.newSession()
    session.sql(f"CREATE TABLE IF NOT EXISTS hbase.default.flights ({COLUMNS}) USING hbase")
    session.sql(
        "INSERT INTO hbase.default.flights VALUES "
        "('AA', 1, 'JFK', 2475, 11.0), ('AA', 2, 'JFK', 2475, NULL), ('UA', 3, 'EWR', 200, 1.0)"
    )
    port = spark.conf.get("spark.connect.grpc.binding.port")
    addresses = {
        "gateway-host:9090": hbase.thrift,
        "zk1:2181,zk2:2181": hbase.quorum,
        "spark-host:15002": f"127.0.0.1:{port}",
    }
    partitions = spark.conf.get("spark.sql.shuffle.partitions")
    try:
        for example in examples(module):
            names: dict[str, Any] = {"spark": session}
            exec(_with_addresses(example, addresses), names)
            if "sc://" in example:
                names["spark"].stop()
    finally:
        spark.conf.set("spark.sql.shuffle.partitions", str(partitions))


def _with_addresses(example: str, addresses: dict[str, str]) -> str:
    for written, real in addresses.items():
        example = example.replace(written, real)
    if "sc://" in example:
        # In a process that has a session of its own, the class that a client alone has.
        return example.replace("pyspark.sql import", "pyspark.sql.connect.session import")
    return example
