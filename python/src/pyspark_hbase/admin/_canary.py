"""A table of our own on which a jar is tried before users' tables see it."""

from __future__ import annotations

import uuid
from typing import Final

from pyspark_hbase import types
from pyspark_hbase.admin._checks import CANARY
from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.admin._jar_place import JarPlace
from pyspark_hbase.admin._verify import wrong_regions
from pyspark_hbase.errors import AdminError, PySparkHBaseError
from pyspark_hbase.expressions import col
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.table_schema import CellPlace, Column, Encoding, KeyPlace, TableSchema

MAX_REGIONS: Final = 16
# Of Canary.java.
_ROWS_PER_REGION: Final = 10


def try_jar(cluster: Cluster, place: JarPlace, region_servers: int, wait_seconds: float) -> int:
    """Create the table, compare an answer of its regions with our own, and drop it.

    It has a region for each region server, which HBase spreads evenly. Returns how many.

    Raises:
        AdminError: JAR_PATH_DENIED, RIGHT_MISSING, or CANARY_FAILED with the reason.
    """
    name = f"{CANARY}_{uuid.uuid4().hex[:8]}"
    regions = max(1, min(MAX_REGIONS, region_servers))
    try:
        cluster.create_canary(name, place.path, regions, wait_seconds)
        wrong = wrong_regions(cluster, name, place.jar.digest)
        if wrong:
            raise _failed(wrong[0].problem or f"a region is {wrong[0].state}", place)
        _compare(cluster, name, regions, place)
    except AdminError as error:
        if error.code == "HBASE_REFUSED":
            raise _failed(error.values["reason"], place) from error
        raise
    finally:
        cluster.drop(name)
    return regions


def _compare(cluster: Cluster, name: str, regions: int, place: JarPlace) -> None:
    plan = _plan(name)
    expected = regions * _ROWS_PER_REGION // 2
    try:
        answers = [
            cluster.count_rows(name, plan, in_region_servers=in_region_servers)
            for in_region_servers in (True, False)
        ]
    except AdminError:
        raise
    except PySparkHBaseError as error:
        raise _failed(str(error), place) from error
    if answers != [expected, expected]:
        raise _failed(f"answers {answers[0]} rows instead of {expected}", place)


def _plan(name: str) -> bytes:
    schema = TableSchema(
        name=name,
        hbase_table=name,
        columns=(
            Column("k", types.INT, KeyPlace(0), nullable=False),
            Column("n", types.INT, CellPlace(b"d", b"n", Encoding.TEXT)),
        ),
    )
    return SubPlan.scan(schema).filter(col("n") % 2 == 1).to_bytes()


def _failed(reason: str, place: JarPlace) -> AdminError:
    return AdminError(
        "CANARY_FAILED",
        "The jar does not work on this cluster; no table was changed. The logs of the region "
        "servers have the stack.",
        jar=place.path,
        reason=reason,
    )
