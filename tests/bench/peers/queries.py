"""The tables and the queries that every peer is asked.

Prices and quantities are whole numbers (cents, hundredths): BIGINT is the one exact type that all
peers have, so that all compute the same and answers can be compared to the last digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Table:
    """SQL columns, and the first ones of them that make the row key.

    ``split`` is a literal of the first key column at about half of the rows: every table has two
    regions.
    """

    name: str
    columns: tuple[tuple[str, str], ...]
    key: tuple[str, ...]
    split: int


@dataclass(frozen=True, slots=True)
class Query:
    """One query over one table; ``{table}`` and ``{keys}`` stand for tables of the peer.

    ``columns`` are those that it reads, for peers that must be told. An ``export`` has no SQL that
    all peers share. Every column of every row reaches the client, which reports the row count and
    the sums of :data:`EXPORT_SUMS`.
    """

    name: str
    title: str
    table: Table
    columns: tuple[str, ...]
    sql: str
    export: bool = False


LINEITEM: Final = Table(
    "lineitem",
    (
        ("l_orderkey", "BIGINT"),
        ("l_linenumber", "INT"),
        ("l_partkey", "BIGINT"),
        ("l_suppkey", "BIGINT"),
        ("l_quantity", "BIGINT"),
        ("l_extendedprice", "BIGINT"),
        ("l_discount", "BIGINT"),
        ("l_tax", "BIGINT"),
        ("l_returnflag", "STRING"),
        ("l_linestatus", "STRING"),
        ("l_shipdate", "DATE"),
        ("l_commitdate", "DATE"),
        ("l_receiptdate", "DATE"),
        ("l_shipinstruct", "STRING"),
        ("l_shipmode", "STRING"),
        ("l_comment", "STRING"),
    ),
    ("l_orderkey", "l_linenumber"),
    # Times the scale factor.
    3_000_000,
)

FLIGHTS: Final = Table(
    "flights",
    (
        ("month", "INT"),
        ("day", "INT"),
        ("hour", "INT"),
        ("carrier", "STRING"),
        ("flight", "INT"),
        ("dep_delay", "INT"),
        ("arr_delay", "INT"),
        ("tailnum", "STRING"),
        ("origin", "STRING"),
        ("dest", "STRING"),
        ("air_time", "INT"),
        ("distance", "INT"),
    ),
    ("month", "day", "hour", "carrier", "flight"),
    7,
)

EXPORT_SUMS: Final = ("l_orderkey", "l_partkey", "l_extendedprice", "l_tax")


def queries(scale: float) -> tuple[Query, ...]:
    """All queries, in the order of the page; ``scale`` is TPC-H's scale factor.

    >>> [query.name for query in queries(1)][:3]
    ['count', 'sum', 'q1']
    """
    percent = round(2000 * scale)
    return (
        _lineitem("count", "count(*)", (), "SELECT count(*) FROM {table}"),
        _lineitem(
            "sum",
            "sum of one column",
            ("l_extendedprice",),
            "SELECT sum(l_extendedprice) FROM {table}",
        ),
        _lineitem(
            "q1",
            "TPC-H 1: eight aggregates, 4 groups",
            (
                "l_quantity",
                "l_extendedprice",
                "l_discount",
                "l_tax",
                "l_returnflag",
                "l_linestatus",
                "l_shipdate",
            ),
            "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice), "
            "sum(l_extendedprice * (100 - l_discount)), "
            "sum(l_extendedprice * (100 - l_discount) * (100 + l_tax)), "
            "avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*) FROM {table} "
            "WHERE l_shipdate <= DATE '1998-09-02' GROUP BY l_returnflag, l_linestatus",
        ),
        _lineitem(
            "q6",
            "TPC-H 6: filter and sum",
            ("l_quantity", "l_extendedprice", "l_discount", "l_shipdate"),
            "SELECT sum(l_extendedprice * l_discount) FROM {table} "
            "WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01' "
            "AND l_discount BETWEEN 5 AND 7 AND l_quantity < 24",
        ),
        _lineitem(
            "suppliers",
            "GROUP BY l_suppkey",
            ("l_suppkey", "l_quantity"),
            "SELECT l_suppkey, count(*), sum(l_quantity) FROM {table} GROUP BY l_suppkey",
        ),
        _lineitem(
            "orders",
            "GROUP BY l_orderkey: a group for every four rows",
            ("l_orderkey", "l_quantity"),
            "SELECT count(*), sum(n), max(q) FROM (SELECT l_orderkey, count(*) AS n, "
            "sum(l_quantity) AS q FROM {table} GROUP BY l_orderkey) groups",
        ),
        _lineitem(
            "filter",
            "1 % of the rows, 3 of 16 columns",
            ("l_orderkey", "l_partkey", "l_extendedprice"),
            "SELECT l_orderkey, l_partkey, l_extendedprice FROM {table} "
            f"WHERE l_partkey <= {percent}",
        ),
        _lineitem(
            "keys",
            f"IN over {key_count(scale):,} keys",
            ("l_orderkey", "l_extendedprice"),
            "SELECT count(*), sum(l_extendedprice) FROM {table} "
            "WHERE l_orderkey IN (SELECT k FROM {keys})",
        ),
        _lineitem(
            "top",
            "the 100 highest prices",
            ("l_orderkey", "l_linenumber", "l_extendedprice"),
            "SELECT l_orderkey, l_linenumber, l_extendedprice FROM {table} "
            "ORDER BY l_extendedprice DESC, l_orderkey, l_linenumber LIMIT 100",
        ),
        Query(
            "export",
            "every column of every row",
            LINEITEM,
            tuple(name for name, _ in LINEITEM.columns),
            "SELECT * FROM {table}",
            export=True,
        ),
        _lineitem(
            "nothing",
            "an order that is not there: what a query costs before it reads",
            ("l_orderkey",),
            "SELECT count(*) FROM {table} WHERE l_orderkey = 0",
        ),
        Query("flights-count", "flights: count(*)", FLIGHTS, (), "SELECT count(*) FROM {table}"),
        Query(
            "flights-delays",
            "flights: delays by carrier",
            FLIGHTS,
            ("carrier", "dep_delay", "arr_delay", "distance"),
            "SELECT carrier, count(*), sum(distance), avg(dep_delay), min(dep_delay), "
            "max(arr_delay) FROM {table} GROUP BY carrier",
        ),
    )


def key_count(scale: float) -> int:
    """Keys of the query ``keys``: one order in six."""
    return round(250_000 * scale)


def _lineitem(name: str, title: str, columns: tuple[str, ...], sql: str) -> Query:
    return Query(name, title, LINEITEM, columns, sql)
