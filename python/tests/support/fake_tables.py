"""Connections without a cluster: tables that are given, and a gateway in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fake_gateway import FakeGateway

from pyspark_hbase._queries.known_tables import KnownTables, Tables
from pyspark_hbase._queries.prepared_queries import PreparedQueries, SQLOptions
from pyspark_hbase._thrift.gateway_link import GatewayLink
from pyspark_hbase.connection import Connection
from pyspark_hbase.errors import ServerError
from pyspark_hbase.table_schema import TableSchema


class FixedTables:
    """Tables that never change, and that nobody has to be asked for."""

    def __init__(self, *schemas: TableSchema) -> None:
        self._schemas = {schema.name: schema for schema in schemas}

    def current(self, connection: Any, name: str) -> TableSchema:
        return self._schemas[name]

    def is_current(self, schema: TableSchema) -> bool:
        return True

    def questions(self, schema: TableSchema) -> tuple[()]:
        return ()

    def confirms(self, schema: TableSchema, answers: Sequence[Any]) -> bool:
        return True


@dataclass(frozen=True)
class FakeAddress:
    """The address of a gateway in memory."""

    connection: Callable[[], Any]
    url: str = "thrift://nowhere.invalid:1"

    def unreachable(self, error: Exception, *, has_answered: bool) -> ServerError:
        return ServerError("CLUSTER_UNREACHABLE", "Nobody is here.", problem=error)


def link(connection: Callable[[], Any] = FakeGateway) -> GatewayLink:
    return GatewayLink(FakeAddress(connection))


def options(*, ansi: bool = True, time_zone: str = "UTC") -> SQLOptions:
    return SQLOptions("default", ansi, time_zone)


def connected(
    gateway: FakeGateway, tables: Tables | None = None, *, ansi: bool = True
) -> Connection:
    """A connection to a gateway in memory, which has descriptions of tables if none are given."""
    return Connection(link(lambda: gateway), tables or KnownTables(0), options(ansi=ansi))


def prepared_queries(*schemas: TableSchema, time_zone: str = "UTC") -> PreparedQueries:
    return PreparedQueries(link(), FixedTables(*schemas), options(time_zone=time_zone))
