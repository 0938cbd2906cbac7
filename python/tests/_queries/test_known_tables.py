"""Tests of a connection's memory: descriptions of tables, and queries that it has planned."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from fake_gateway import FakeGateway
from fake_tables import FixedTables, connected
from flights import FLIGHTS

import golden
from pyspark_hbase._queries.known_tables import KnownTables
from pyspark_hbase._thrift.messages import IOError
from pyspark_hbase.connection import Connection
from pyspark_hbase.errors import InvalidPlanError, TableNotFoundError

NAME = "default.events"
QUERY = "SELECT note FROM events WHERE id = :id"


def cells() -> dict[bytes, bytes]:
    row = golden.load("metadata_table/packed.json")
    return {name.encode(): json.dumps(cell).encode() for name, cell in row["cells"].items()}


@pytest.fixture
def rows() -> dict[bytes, dict[bytes, bytes]]:
    return {NAME.encode(): cells()}


def alter(rows: dict[bytes, dict[bytes, bytes]]) -> None:
    """RENAME COLUMN note TO remark."""
    found = rows[NAME.encode()]
    table = json.loads(found[b"table"])
    table["schemaVersion"] += 1
    table["columns"] = ["remark" if name == "note" else name for name in table["columns"]]
    column = json.loads(found.pop(b"column:note")) | {"name": "remark"}
    found |= {b"table": json.dumps(table).encode(), b"column:remark": json.dumps(column).encode()}


def test_an_unchanged_table_is_read_once_and_then_only_asked_for_changes(rows: Any) -> None:
    hbase, known = FakeGateway([], rows=rows), KnownTables(0)
    first = known.current(hbase, NAME)
    assert known.current(hbase, NAME) is first
    assert hbase.described == [b"CF", b"CF:table"]
    alter(rows)
    assert [c.name for c in known.current(hbase, NAME).columns][-2:] == ["remark", "flag"]
    assert hbase.described[2:] == [b"CF:table", b"CF"]


def test_a_trusted_description_is_not_asked_for_until_its_time_is_over(rows: Any) -> None:
    now = [0.0]
    hbase, known = FakeGateway([], rows=rows), KnownTables(5, lambda: now[0])
    first = known.current(hbase, NAME)
    now[0] = 4.9
    assert known.current(hbase, NAME) is first
    assert len(hbase.described) == 1
    now[0] = 5
    alter(rows)
    assert known.current(hbase, NAME) is not first


@pytest.mark.parametrize("left", [{}, {b"staged": b"default:events_1"}])
def test_a_table_that_is_dropped_is_not_known_any_more(rows: Any, left: Any) -> None:
    hbase, known = FakeGateway([], rows=rows), KnownTables(0)
    known.current(hbase, NAME)
    rows[NAME.encode()] = left
    if not left:
        del rows[NAME.encode()]
    for _ in range(2):
        with pytest.raises(TableNotFoundError):
            known.current(hbase, NAME)


@pytest.fixture
def connection(rows: Any) -> Connection:
    return connected(FakeGateway([], rows=rows))


def test_a_query_is_planned_once_for_a_text_and_its_values(connection: Connection) -> None:
    first = connection.sql(QUERY, {"id": 1})
    assert connection.sql(QUERY, {"id": 1}) is first
    assert connection.sql(QUERY, {"id": 2}) is not first
    assert "id = 2" in connection.sql(QUERY, {"id": 2}).plan.explain()


def test_values_that_are_equal_but_not_the_same_literal_are_planned_apart(
    connection: Connection,
) -> None:
    text = "SELECT ? AS v, id FROM events"
    types = [
        str(connection.sql(text, [value]).columns[0].type)
        for value in (1, 1.0, True, Decimal(1), Decimal("1.0"))
    ]
    assert types == ["int", "double", "boolean", "decimal(1,0)", "decimal(2,1)"]
    zeros = [connection.sql(text, [value]).plan for value in (0.0, -0.0)]
    assert zeros[0].to_bytes() != zeros[1].to_bytes()


def test_a_query_of_a_table_that_has_changed_is_planned_anew(
    connection: Connection, rows: Any
) -> None:
    connection.sql(QUERY, {"id": 1})
    alter(rows)
    with pytest.raises(InvalidPlanError, match="note"):
        connection.sql(QUERY, {"id": 1})
    rows.clear()
    with pytest.raises(TableNotFoundError):
        connection.sql(QUERY, {"id": 1})


def test_only_the_last_queries_are_remembered(connection: Connection) -> None:
    first = connection.sql(QUERY, {"id": 0})
    again = connection.sql(QUERY, {"id": 1})
    for value in range(2, 257):
        connection.sql(QUERY, {"id": value})
        assert connection.sql(QUERY, {"id": 1}) is again
    assert connection.sql(QUERY, {"id": 0}) is not first


def test_a_sql_table_whose_hbase_table_is_missing_is_no_misspelt_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Connection, "tables", lambda self: ["default.flights", "default.planes"])
    missing = IOError(message=b"org.apache.hadoop.hbase.TableNotFoundException: flights")
    hbase = connected(FakeGateway([missing]), FixedTables(FLIGHTS))
    with pytest.raises(TableNotFoundError, match="There is no HBase table") as found:
        hbase.rows("SELECT carrier FROM flights")
    assert "Did you mean" not in str(found.value)
