"""The coprocessors that run in the regions of tables, and the switch for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pyspark_hbase.admin._checks import gone_jars
from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.admin._model import Handshake, RegionState, TableInfo
from pyspark_hbase.errors import AdminError

WAIT_SECONDS: Final = 300.0
ENABLED: Final = "hbase.sparksql.enabled"


@dataclass(frozen=True, slots=True)
class TableStatus:
    """A table and what its regions say; no regions are asked where nothing is attached."""

    table: TableInfo
    handshakes: tuple[Handshake, ...] = ()
    jar_is_gone: bool = False
    """Whether the jar that the table names is not there: its regions serve until they are closed,
    and then open nowhere."""

    def in_state(self, *states: RegionState) -> list[Handshake]:
        """The regions in one of these states."""
        return [answer for answer in self.handshakes if answer.state in states]

    @property
    def versions(self) -> list[str]:
        """The versions of the code that answers, each once."""
        return sorted({answer.version for answer in self.handshakes if answer.version})

    @property
    def digests(self) -> list[str]:
        """The digests of the jars whose code answers, each once."""
        return sorted({answer.digest for answer in self.handshakes if answer.digest})

    @property
    def is_sound(self) -> bool:
        """Whether all regions run the same code, or are told not to."""
        answering = self.in_state(RegionState.ON, RegionState.OFF)
        is_same = len(answering) == len(self.handshakes) and len(self.digests) <= 1
        return is_same and not self.jar_is_gone


def status(
    cluster: Cluster,
    tables: Iterable[str] = (),
    *,
    unknown: Callable[[AdminError], None] | None = None,
) -> list[TableStatus]:
    """Return the coprocessors of tables, by name or pattern.

    Without a name, of all tables that have our coprocessor or a SQL table over them. ``unknown`` is
    told why the SQL tables are not known, and those without the coprocessor are left out.

    Raises:
        AdminError: RIGHT_MISSING or CORRUPT_METADATA where it is not known which SQL tables there
            are, and ``unknown`` is None.
    """
    names = list(tables)
    if names:
        return _statuses(cluster, cluster.find_tables(names))
    of_sql: set[str] = set()
    try:
        of_sql.update(cluster.sql_tables())
    except AdminError as error:
        if unknown is None or error.code not in {"RIGHT_MISSING", "CORRUPT_METADATA"}:
            raise
        unknown(error)
    found = [table for table in cluster.tables() if table.jar is not None or table.name in of_sql]
    return _statuses(cluster, found)


def switch(
    cluster: Cluster, tables: Iterable[str], *, on: bool, wait_seconds: float = WAIT_SECONDS
) -> list[str]:
    """Let region servers run the sub-plans of tables, or refuse them: queries then run in Spark.

    Returns the tables that were changed; their regions were opened again.
    """
    changed = []
    for table in cluster.find_tables(tables):
        if table.is_switched_off == on:
            cluster.set_value(table.name, ENABLED, None if on else "false", wait_seconds)
            changed.append(table.name)
    return changed


def _statuses(cluster: Cluster, tables: Sequence[TableInfo]) -> list[TableStatus]:
    gone = gone_jars(cluster, tables)
    return [_status(cluster, table, jar_is_gone=table.jar in gone) for table in tables]


def _status(cluster: Cluster, table: TableInfo, *, jar_is_gone: bool) -> TableStatus:
    is_asked = table.jar is not None and table.is_enabled
    handshakes = tuple(cluster.handshakes(table.name)) if is_asked else ()
    return TableStatus(table, handshakes, jar_is_gone)
