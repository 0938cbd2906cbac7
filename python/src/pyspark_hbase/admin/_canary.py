"""A table of our own on which a jar is tried before users' tables see it."""

from __future__ import annotations

import time
import uuid
from typing import Final

from pyspark_hbase import types
from pyspark_hbase.admin._checks import CANARY, count
from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.admin._jar_place import JarPlace
from pyspark_hbase.admin._model import CountedRows
from pyspark_hbase.admin._verify import describe, wrong_regions
from pyspark_hbase.errors import AdminError, PySparkHBaseError
from pyspark_hbase.expressions import col
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.table_schema import CellPlace, Column, Encoding, KeyPlace, TableSchema

MAX_REGIONS: Final = 16
# Of Canary.java: a family for each way in which blocks are walked.
_ROWS_PER_REGION: Final = 10
_FAMILIES: Final = "def"
# Words of ScannerReason.java about settings and other coprocessors, not about the jar.
_OF_THE_CLUSTER: Final = frozenset(
    {"DISABLED", "FILTER", "FOREIGN_OBSERVER", "FOREIGN_SCANNER", "FORCED"}
)
# The word where two files of a family overlap: compaction is switched off, or has a long queue.
_NOT_COMPACTED: Final = "LARGE_PATCH"
_PATIENCE_SECONDS: Final = 20.0
_PAUSE_SECONDS: Final = 0.5


def try_jar(cluster: Cluster, place: JarPlace, region_servers: int, wait_seconds: float) -> str:
    """Create the table, compare the answers of its regions with our own, and drop it.

    It has a region for each region server, which HBase spreads evenly. They are asked while the
    rows are in memory, when they lie in store files, and when these were written again and
    compacted. Returns what was found.

    Raises:
        AdminError: JAR_PATH_DENIED, RIGHT_MISSING, or CANARY_FAILED with the reason.
    """
    name = f"{CANARY}_{uuid.uuid4().hex[:8]}"
    regions = max(1, min(MAX_REGIONS, region_servers))
    rows = regions * _ROWS_PER_REGION
    try:
        cluster.create_canary(name, place.path, regions, wait_seconds)
        wrong = wrong_regions(cluster, name, place.jar.digest)
        if wrong:
            raise _failed(describe(wrong, place.jar.digest), place)
        _ask(cluster, name, rows // 2, place)
        cluster.flush(name)
        reasons = _ask_files(cluster, name, rows // 2, place)
        cluster.rewrite_canary(name, regions)
        _ask(cluster, name, rows, place)
        cluster.flush(name)
        cluster.compact(name)
        _ask_files(cluster, name, rows, place)
    except AdminError as error:
        if error.code == "HBASE_REFUSED":
            raise _failed(error.values["reason"], place) from error
        raise
    finally:
        cluster.drop(name)
    where = f"through HBase's scanner ({reasons})" if reasons else "from store files"
    return f"{count(regions, 'region')} answered right, from memory and {where}"


def _ask(cluster: Cluster, name: str, expected: int, place: JarPlace) -> CountedRows:
    plan = _plan(name)
    try:
        answer, own = (
            cluster.count_rows(name, plan, in_region_servers=in_region_servers)
            for in_region_servers in (True, False)
        )
    except AdminError:
        raise
    except PySparkHBaseError as error:
        raise _failed(str(error), place) from error
    if [answer.rows, own.rows] != [expected, expected]:
        raise _failed(f"answers {answer.rows} rows instead of {expected}", place)
    return answer


def _ask_files(cluster: Cluster, name: str, expected: int, place: JarPlace) -> str:
    """Ask until all rows come from store files, unless something on the cluster forbids it.

    Returns what does.
    """
    for answer in cluster.handshakes(name):
        if answer.through_scanner:
            _ask(cluster, name, expected, place)
            return answer.through_scanner
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        found = _ask(cluster, name, expected, place)
        if found.from_store_files == found.scanned:
            return ""
        reasons = ", ".join(found.scanner_reasons)
        if found.scanner_reasons and _OF_THE_CLUSTER.issuperset(found.scanner_reasons):
            return reasons
        if time.monotonic() > deadline:
            if reasons == _NOT_COMPACTED:
                return ""
            read = f"{found.from_store_files} of {found.scanned} rows come from store files"
            raise _failed(f"{read}: {reasons or 'no reason given'}", place)
        time.sleep(_PAUSE_SECONDS)


def _plan(name: str) -> bytes:
    columns = [
        Column(family, types.INT, CellPlace(family.encode(), b"n", Encoding.TEXT))
        for family in _FAMILIES
    ]
    schema = TableSchema(
        name=name,
        hbase_table=name,
        columns=(Column("k", types.INT, KeyPlace(0), nullable=False), *columns),
    )
    plan = SubPlan.scan(schema)
    for family in _FAMILIES:
        plan = plan.filter(col(family) % 2 == 1)
    return plan.to_bytes()


def _failed(reason: str, place: JarPlace) -> AdminError:
    return AdminError(
        "CANARY_FAILED",
        "The jar does not work on this cluster; no table was changed. The logs of the region "
        "servers have the stack.",
        jar=place.path,
        reason=reason,
    )
