"""Queries of one row that are asked for another row key: the same as if they were planned anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any

import pytest
from fake_gateway import FakeGateway, row_result
from fake_tables import link, options, prepared_queries
from flights import EVERYTHING, FLIGHTS
from Hbase_thrift import IOError

import golden
from pyspark_hbase import types
from pyspark_hbase._codec.key_form import ESCAPED, KeyForm, KeyFormKind
from pyspark_hbase._planning import key_range
from pyspark_hbase._queries.known_tables import KnownTables
from pyspark_hbase._translation._select import PlannedQuery, Planner
from pyspark_hbase.connection import Connection
from pyspark_hbase.errors import (
    InvalidPlanError,
    PySparkHBaseError,
    RightMissingError,
    TableNotFoundError,
)
from pyspark_hbase.packed import PackedSchema
from pyspark_hbase.query import Query
from pyspark_hbase.table_schema import (
    CellPlace,
    Column,
    Encoding,
    KeyPlace,
    KeyPrefix,
    KeyPrefixKind,
    TableSchema,
)
from pyspark_hbase.types import DataType

KEY_TYPES = (
    types.BOOLEAN, types.TINYINT, types.SMALLINT, types.INT, types.BIGINT, types.DOUBLE,
    types.decimal(5, 2), types.decimal(30), types.STRING, types.BINARY, types.DATE,
    types.TIMESTAMP, types.TIMESTAMP_NTZ,
)  # fmt: skip
VALUES = (
    None, True, False, 0, 7, -7, 127, 128, 1 << 31, 1 << 62, 1 << 70, 7.0, 0.1, float("nan"),
    Decimal(7), Decimal("7.00"), Decimal("7.125"), Decimal("1e20"), Decimal("NaN"), "", "x", "7",
    "2024-02-29", "2024-02-30", "2024-02-29 12:30:00.5", "a\0b", b"", b"\xff", date(2024, 2, 29),
    datetime(2024, 2, 29, 1, 2, 3), datetime(2024, 2, 29, tzinfo=timezone.utc), [1], object(),
)  # fmt: skip

PLAIN = KeyPlace(0)


def table(key: DataType, place: KeyPlace = PLAIN) -> TableSchema:
    columns = (
        Column("k", key, place, nullable=False),
        Column("v", types.INT, CellPlace(b"f", b"v")),
    )
    return TableSchema("default.t", "t", columns, families=(b"f",))


class Warm:
    """Queries of tables without a gateway, some of them asked for before."""

    def __init__(self, *schemas: TableSchema) -> None:
        self._queries = prepared_queries(*schemas, time_zone="Europe/Berlin")

    def sql(self, text: str, args: Any = None) -> Query:
        return self._queries.query(text, args)

    def get(self, text: str, args: Any = None) -> tuple[bytes, Any, Any] | None:
        """Return the facts known before the query is planned."""
        found = self._queries.bound(text, args)
        return None if found is None else _facts(found[1])


def _facts(point_read: Any) -> tuple[bytes, Any, Any]:
    return point_read.row, point_read.of_key, point_read.shape.names


def planned_get(text: str, args: Any, *schemas: TableSchema) -> tuple[bytes, Any, Any] | None:
    """Return the get of queries that have never seen the text; None for errors too."""
    try:
        queries = prepared_queries(*schemas, time_zone="Europe/Berlin")
        point_read = queries.prepared(text, args).point_read
    except (PySparkHBaseError, TypeError):
        return None
    return None if point_read is None else _facts(point_read)


@pytest.mark.parametrize("data_type", KEY_TYPES, ids=str)
def test_every_value_means_what_it_means_in_a_plan(data_type: DataType) -> None:
    schema = table(data_type)
    text = "SELECT v, k FROM t WHERE k = ?"
    keyed = 0
    for first in VALUES:
        if planned_get(text, [first], schema) is None:
            continue
        warm = Warm(schema)
        warm.sql(text, [first])
        for value in VALUES:
            expected = planned_get(text, [value], schema)
            found = warm.get(text, [value])
            # Not every get has to be known before, but none may be another one.
            assert found is None or repr(found) == repr(expected), (first, value)
            keyed += found is not None
    # A number with a point has two zeros, so there is no one row key for all values.
    assert keyed or data_type == types.DOUBLE


FORMS = (
    KeyPlace(0, Encoding.ORDERED, True),
    KeyPlace(0, Encoding.HBASE),
    KeyPlace(0, Encoding.ORDERED, False, KeyForm(KeyFormKind.REVERSED)),
)


@pytest.mark.parametrize("place", FORMS, ids=str)
def test_row_keys_are_written_as_the_table_says(place: KeyPlace) -> None:
    schema = replace(table(types.INT, place), key_prefix=KeyPrefix(KeyPrefixKind.SALT, 8, (0,)))
    warm = Warm(schema)
    warm.sql("SELECT v FROM t WHERE k = :k", {"k": 0})
    for value in (1, -5, 1 << 30):
        found = warm.get("SELECT v FROM t WHERE k = :k", {"k": value})
        assert found is not None
        assert found[0] == key_range.row_key_schema(schema).encode([value])


def test_a_text_that_phoenix_leaves_out_is_planned() -> None:
    keys = [
        Column(name, types.STRING, KeyPlace(i, Encoding.PHOENIX), nullable=False)
        for i, name in enumerate("ab")
    ]
    schema = TableSchema("default.t", "t", (Column("v", types.INT, CellPlace(b"f", b"v")), *keys))
    text = "SELECT v FROM t WHERE a = ? AND b = ?"
    warm = Warm(schema)
    warm.sql(text, ["x", "y"])
    found = warm.get(text, ["z", "y"])
    assert found is not None and found[0] == b"z\0y"
    assert warm.get(text, ["x", ""]) is None and planned_get(text, ["x", ""], schema) is None


@pytest.mark.parametrize("form", [KeyForm(), ESCAPED], ids=str)
def test_row_keys_of_several_columns_are_those_of_the_codec(form: KeyForm) -> None:
    kinds = (types.STRING, types.SMALLINT, types.BIGINT, types.STRING)
    forms = (form, KeyForm(), KeyForm(), KeyForm())
    keys = [
        Column(f"k{i}", kind, KeyPlace(i, form=each), nullable=False)
        for i, (kind, each) in enumerate(zip(kinds, forms, strict=True))
    ]
    schema = TableSchema("default.t", "t", (*keys, table(types.INT).columns[1]), families=(b"f",))
    text = "SELECT v FROM t WHERE k3 = :d AND k1 = :b AND k2 = :c AND k0 = :a"
    warm = Warm(schema)
    warm.sql(text, {"a": "a", "b": 1, "c": 2, "d": "d"})
    for a in ("", "ab", "Zürich", "a\0b", "x" * 32_760):
        for b, c in ((0, 0), (-(1 << 15), (1 << 63) - 1), ((1 << 15), 1)):
            for d in ("", "\0", "yyyy"):
                args = {"a": a, "b": b, "c": c, "d": d}
                expected = planned_get(text, args, schema)
                found = warm.get(text, args)
                assert found == expected
    assert planned_get(text, {"a": "", "b": 0, "c": 0, "d": ""}, schema) is not None


def everything(text: str, first: Any, then: Any) -> tuple[Any, Any]:
    """The get that a warm connection knows, and that of a new one."""
    warm = Warm(EVERYTHING, FLIGHTS)
    warm.sql(text, first)
    return warm.get(text, then), planned_get(text, then, EVERYTHING, FLIGHTS)


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("SELECT price FROM everything WHERE text = ? AND big = ?", ["a", 1], ["b", 2]),
        ("SELECT price FROM everything WHERE big = ? AND ? = text", [1, "a"], [2, "b"]),
        (
            "SELECT * FROM everything e WHERE (e.text = :t) AND (:b <=> BIG)",
            {"t": "a", "b": 1},
            {"b": 2, "t": "b"},
        ),
        ("SELECT raw FROM everything WHERE text = 'x' AND big = ?", [1], [2]),
        ("SELECT carrier, carrier AS c FROM flights WHERE carrier = ? LIMIT 3", ["AA"], ["UA"]),
        ("SELECT delay FROM flights WHERE carrier = :c ORDER BY delay", {"c": "AA"}, {"c": "UA"}),
    ],
)
def test_only_the_row_key_is_computed_for_other_arguments(text: str, first: Any, then: Any) -> None:
    found, expected = everything(text, first, then)
    assert found is not None
    assert repr(found) == repr(expected)


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("SELECT ? AS one, delay FROM flights WHERE carrier = ?", [1, "AA"], [2, "AA"]),
        (
            "SELECT delay FROM flights WHERE carrier = :c LIMIT :n",
            {"c": "AA", "n": 1},
            {"c": "AA", "n": 0},
        ),
        ("SELECT delay FROM flights WHERE carrier = ? AND distance = ?", ["AA", 1], ["AA", 2]),
        ("SELECT delay FROM flights WHERE carrier > ?", ["AA"], ["AB"]),
        ("SELECT delay FROM flights WHERE carrier = upper(?)", ["aa"], ["ab"]),
        ("SELECT delay AS d, delay AS d FROM flights WHERE carrier = ?", ["AA"], ["AB"]),
        ("SELECT delay FROM flights WHERE carrier = ?", ["AA"], []),
        ("SELECT delay FROM flights WHERE carrier = ?", ["AA"], "AB"),
        ("SELECT delay FROM flights WHERE carrier = :c", {"c": "AA"}, {"d": "AA"}),
    ],
)
def test_what_a_parameter_says_beyond_the_row_key_is_planned(
    text: str, first: Any, then: Any
) -> None:
    assert everything(text, first, then)[0] is None


FIRST = "SELECT delay FROM flights WHERE carrier = 'AA'"


SIMILAR = (
    "SELECT delay FROM flights WHERE carrier = 'AA' AND distance = 5",
    "SELECT delay FROM flights WHERE carrier = 'AA' OR carrier = 'UA'",
    "SELECT delay FROM flights WHERE carrier = 'A''A'",
    "SELECT delay FROM flights WHERE carrier = 'A' 'A'",
    "SELECT delay FROM flights WHERE carrier = 'A\\'A'",
    'SELECT delay FROM flights WHERE carrier = "AA"',
    "SELECT delay FROM flights WHERE carrier = 'AA' -- = 'UA'",
    "SELECT delay FROM flights WHERE carrier = 'AA' /* = 'UA' */",
    "SELECT delay /* = 'UA' */ FROM flights WHERE carrier = 'AA'",
    "SELECT delay AS `= 'UA'` FROM flights WHERE carrier = 'AA'",
    "SELECT delay FROM flights WHERE carrier = 'AA' LIMIT 0",
    "SELECT delay FROM flights WHERE carrier = 'AA' AND carrier = 'UA'",
    "SELECT delay FROM flights WHERE carrier <= 'AA'",
    "SELECT delay FROM flights WHERE carrier = :v0",
    "SELECT delay FROM flights WHERE carrier = ?",
    "SELECT delay FROM flights WHERE NOT carrier = 'AA'",
    "SELECT raw FROM everything WHERE big = 5L AND text = 'x'",
    "SELECT raw FROM everything WHERE big = 5.0 AND text = 'x'",
    "SELECT raw FROM everything WHERE big = 5e0 AND text = 'x'",
    "SELECT raw FROM everything WHERE big = -5 AND text = 'x'",
    "SELECT raw FROM everything WHERE big = - 5 AND text = 'x'",
    "SELECT raw FROM everything WHERE big = 5 + 1 AND text = 'x'",
    "SELECT raw FROM everything WHERE big = 99999999999999999999 AND text = 'x'",
    "SELECT raw FROM everything WHERE big = 007 AND text = 'x'",
    "SELECT raw FROM everything WHERE big == 5 AND text == 'x'",
    "SELECT raw FROM everything WHERE big = 5 AND text = 'x' AND 1 = 1",
    "SELECT raw, big = 5 AS b FROM everything WHERE big = 5 AND text = 'x'",
    "SELECT raw FROM everything WHERE big = 5 AND text = DATE'2024-01-01'",
    "SELECT raw FROM everything WHERE big = '5' AND text = 'x'",
)


@pytest.mark.parametrize("text", SIMILAR)
def test_no_text_is_taken_for_another_one(text: str) -> None:
    warm = Warm(EVERYTHING, FLIGHTS)
    warm.sql(FIRST)
    warm.sql("SELECT raw FROM everything WHERE big = 1 AND text = 'y'")
    warm.sql("SELECT delay FROM flights WHERE carrier = :v0", {"v0": "AA"})
    for before in (*SIMILAR, text):
        try:
            warm.sql(before)
        except PySparkHBaseError:
            continue
    expected = planned_get(text, None, EVERYTHING, FLIGHTS)
    found = warm.get(text)
    assert found is None or found == expected


@pytest.fixture
def plannings(monkeypatch: pytest.MonkeyPatch) -> list[TableSchema]:
    """The table of each query that is planned."""
    found: list[TableSchema] = []

    def plan(planner: Planner) -> PlannedQuery:
        planned = plan_of(planner)
        found.append(planned.plan.schema)
        return planned

    plan_of = Planner.plan
    monkeypatch.setattr(Planner, "plan", plan)
    return found


@pytest.mark.parametrize("prefix", [b"", b"a"])
@pytest.mark.parametrize("key", [types.STRING, types.BINARY], ids=str)
def test_a_point_read_is_planned_once_for_all_row_keys(
    plannings: list[TableSchema], key: DataType, prefix: bytes
) -> None:
    schema = replace(table(key), row_prefix=prefix)
    warm, text = Warm(schema), "SELECT v FROM t WHERE k = ?"
    for value in ("a", "ab", "a" * 40) if key == types.STRING else (b"a", b"ab", b"a\xff"):
        query = warm.sql(text, [value])
        assert warm.get(text, [value]) is not None and query is not None
    assert plannings == [schema]


def test_a_row_key_of_another_table_in_the_hbase_table_is_planned() -> None:
    schema = replace(table(types.STRING), row_prefix=b"a")
    warm, text = Warm(schema), "SELECT v FROM t WHERE k = ?"
    warm.sql(text, ["a"])
    assert warm.get(text, ["b"]) is None
    assert warm.sql(text, ["b"]).explain().startswith("Rows: none can pass")


def test_the_plan_is_there_for_who_asks_for_it() -> None:
    warm, text = Warm(FLIGHTS), "SELECT delay FROM flights WHERE carrier = ?"
    first, args = warm.sql(text, ["AA"]), ["UA"]
    second = warm.sql(text, args)
    args[0] = "DL"
    assert second.explain() == first.explain().replace("AA", "UA")
    assert second.columns == first.columns


# --- rows ---

TEXT = "SELECT note, amount, id FROM events WHERE id = ? AND at = TIMESTAMP '2024-01-01 00:00:00'"


class Events(FakeGateway):
    """The table of a golden file, and rows of it."""

    def __init__(self) -> None:
        super().__init__()
        row = golden.load("metadata_table/packed.json")
        self.metadata = {n.encode(): json.dumps(c).encode() for n, c in row["cells"].items()}
        self.notes = {1: "one", 2: "two"}
        self.asked: list[str] = []
        self.refusal: Exception | None = None

    def getRowWithColumns(self, table: bytes, row: bytes, columns: Any, attributes: Any) -> Any:  # noqa: N802
        if table == b"SPARK_SQL_HBASE_TABLE":
            self.asked.append("whole" if columns == [b"CF"] else "state")
            if columns == [b"CF:table"] and self.refusal is not None:
                raise self.refusal
            names = self.metadata if columns == [b"CF"] else {b"table"} & self.metadata.keys()
            found = {b"CF:" + name: self.metadata[name] for name in names}
            return [row_result(row, found)] if found else []
        number = int.from_bytes(row[:4], "big") - (1 << 31)
        self.asked.append(f"row {number}")
        if number not in self.notes:
            return []
        small = PackedSchema((types.decimal(12, 2), types.BOOLEAN)).encode((number, None))
        big = PackedSchema((types.STRING,)).encode((self.notes[number],))
        return [row_result(row, {b"d:_p": small, b"big:_p": big})]

    def alter(self) -> None:
        """RENAME COLUMN note TO remark."""
        described = json.loads(self.metadata[b"table"])
        described["schemaVersion"] += 1
        described["columns"] = ["remark" if n == "note" else n for n in described["columns"]]
        column = json.loads(self.metadata.pop(b"column:note")) | {"name": "remark"}
        self.metadata |= {
            b"table": json.dumps(described).encode(),
            b"column:remark": json.dumps(column).encode(),
        }


@pytest.fixture
def events() -> Events:
    return Events()


@pytest.fixture
def opened(events: Events) -> Callable[..., Connection]:
    def connection(trusted_seconds: float = 0) -> Connection:
        return Connection(link(lambda: events), KnownTables(trusted_seconds), options())

    return connection


def row(number: int, note: str) -> dict[str, Any]:
    return {"note": note, "amount": Decimal(f"{number}.00"), "id": number}


def test_a_row_and_the_state_of_its_table_are_asked_for_together(
    opened: Callable[..., Connection], events: Events
) -> None:
    hbase = opened()
    assert hbase.rows(TEXT, [1]) == [row(1, "one")]
    assert events.asked == ["whole", "row 1"]
    events.asked.clear()
    assert hbase.rows(TEXT, [2]) == [row(2, "two")]
    assert hbase.rows(TEXT, [3]) == []
    assert events.asked == ["state", "row 2", "state", "row 3"]
    events.asked.clear()
    assert list(hbase.sql(TEXT, [2])) == hbase.sql(TEXT, [2]).to_arrow().to_pylist()
    assert events.asked == ["state", "row 2"] * 2


def test_a_table_that_is_trusted_is_not_asked_for(
    opened: Callable[..., Connection], events: Events
) -> None:
    hbase = opened(60)
    for number in (1, 2):
        assert hbase.rows(TEXT, [number])[0]["id"] == number
    assert events.asked == ["whole", "row 1", "row 2"]


def test_a_row_of_a_table_that_has_changed_is_read_by_its_new_description(
    opened: Callable[..., Connection], events: Events
) -> None:
    hbase, text = opened(), "SELECT * FROM events WHERE id = ? AND at = TIMESTAMP '2024-01-01'"
    assert "note" in hbase.rows(text, [1])[0]
    events.alter()
    assert hbase.rows(text, [2])[0]["remark"] == "two"
    with pytest.raises(InvalidPlanError, match="note"):
        hbase.rows(TEXT, [1])
    # The new description is as good as the old one was.
    events.asked.clear()
    assert hbase.rows(text, [1])[0]["remark"] == "one"
    assert events.asked == ["state", "row 1"]
    events.metadata.clear()
    with pytest.raises(TableNotFoundError):
        hbase.rows(text, [2])


def test_a_query_for_another_row_key_asks_nothing_before_it_runs(
    opened: Callable[..., Connection], events: Events
) -> None:
    hbase, text = opened(), "SELECT * FROM events WHERE id = ? AND at = TIMESTAMP '2024-01-01'"
    hbase.rows(text, [1])
    events.asked.clear()
    args = [2]
    query = hbase.sql(text, args)
    args[0] = 1
    assert events.asked == []
    assert query.to_arrow().to_pylist() == list(query)
    # A query that is kept asks nothing but its row.
    assert events.asked == ["state", "row 2", "row 2"]
    first, second = hbase.sql(text, [2]), hbase.sql(text, [2])
    # A change between question and answer is seen, and the next query knows it.
    events.alter()
    assert next(iter(first))["remark"] == "two"
    assert second.to_arrow()["remark"].to_pylist() == ["two"]
    events.asked.clear()
    assert next(iter(hbase.sql(text, [1])))["remark"] == "one"
    assert events.asked == ["state", "row 1"]
    events.metadata.clear()
    with pytest.raises(TableNotFoundError):
        hbase.sql(text, [2]).to_arrow()


def test_a_state_that_may_not_be_read_is_the_error_of_a_query(
    opened: Callable[..., Connection], events: Events
) -> None:
    hbase = opened()
    hbase.rows(TEXT, [1])
    events.refusal = IOError(message=b"org.apache.hadoop.hbase.security.AccessDeniedException: x")
    with pytest.raises(RightMissingError):
        hbase.rows(TEXT, [2])
    events.refusal = None
    assert hbase.rows(TEXT, [2]) == [row(2, "two")]


def test_other_queries_have_rows_too(opened: Callable[..., Connection]) -> None:
    twice = "SELECT id AS a, note AS a FROM events WHERE id = 1 AND at = TIMESTAMP '2024-01-01'"
    with pytest.raises(ValueError, match="rows need names that differ"):
        opened().rows(twice)
