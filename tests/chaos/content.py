"""The tables of the chaos suite, what plain Spark answers over their rows, and a model of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyspark.sql import SparkSession

STATIC: Final = 6000
"""Rows with smaller keys stay as they are, and queries compare them with plain Spark."""
SPAN: Final = 500
"""The number of row keys that one writer owns."""
LAYOUTS: Final = ("columns", "packed", "columnar")
COLUMNS: Final = "id INT NOT NULL, g INT, v BIGINT, d DOUBLE, s STRING"
ROWS: Final = (
    "CAST(id AS INT) AS id",
    "CAST(id % 13 AS INT) AS g",
    "id * 7919 % 10007 AS v",
    "CASE WHEN id % 11 <> 0 THEN id / 4 END AS d",
    "concat('text ', id % 501) AS s",
)
QUERIES: Final = {
    "aggregate": "SELECT count(*), count(d), sum(v), min(d), max(s) FROM {t} "
    "WHERE id < {n} AND id % 3 <> {p}",
    "groups": "SELECT g, count(*), sum(v), avg(d) FROM {t} WHERE id < {n} AND v > {p} GROUP BY g",
    "top": "SELECT id, v FROM {t} WHERE id < {n} AND g <> {p} ORDER BY v DESC, id LIMIT 20",
    "filter": "SELECT id, s FROM {t} WHERE id < {n} AND g = {p} AND d > 20.0",
    "export": "SELECT id, g, v, d, s FROM {t} WHERE id < {n} AND id >= {p}",
    "point": "SELECT id, g, v, d, s FROM {t} WHERE id = {p} * 1999",
    "keys": "SELECT id, v FROM {t} WHERE id IN (7, 100{p}, 5999)",
}
JOINS: Final = {
    "join": "SELECT a.g, count(*), sum(b.v) FROM {t} a JOIN {other} b ON a.id = b.v "
    "WHERE a.id < {n} AND b.id < {n} AND b.g = {p} GROUP BY a.g",
    "broadcast": "SELECT c.name, count(*), sum(a.v) FROM {t} a "
    "JOIN (VALUES (0, 'zero'), (1, 'one'), (2, 'two')) AS c(g, name) ON a.g = c.g "
    "WHERE a.id < {n} AND a.v >= {p} GROUP BY c.name",
}
PARAMETERS: Final = range(3)

Row = tuple[Any, ...]


def canonical(rows: Iterable[Sequence[Any]]) -> list[Row]:
    """Rows in an order of their own: none of the queries promises one that is whole."""
    return sorted((tuple(row) for row in rows), key=repr)


@dataclass(frozen=True)
class Question:
    """A query of one or two tables, and its right answer."""

    name: str
    sql: str
    answer: list[Row]

    @property
    def needs_spark(self) -> bool:
        """Whether it is a join, which the gateway does not answer."""
        return self.name in JOINS


def table(layout: str) -> str:
    """The name of a table; its HBase table has the same."""
    return f"chaos_{layout}"


def create(spark: SparkSession) -> None:
    """Make a table of each layout in four regions, with its static rows in store files."""
    for layout in LAYOUTS:
        name = f"hbase.default.{table(layout)}"
        spark.sql(
            f"CREATE TABLE {name} ({COLUMNS}, PRIMARY KEY (id)) USING hbase TBLPROPERTIES "
            f"('hbase.layout' = '{layout}', 'hbase.splits' = '2048; 4096; 8192')"
        )
        rows = spark.range(0, STATIC, 1, 2).selectExpr(*ROWS)
        way = "bulk" if layout == "columnar" else "puts"
        rows.writeTo(name).option("write", way).append()


def questions(spark: SparkSession) -> list[Question]:
    """Every query with every parameter, with the answers of Spark over rows it makes itself."""
    spark.range(0, STATIC, 1, 2).selectExpr(*ROWS).createOrReplaceTempView("right")
    found = []
    for name, text in (QUERIES | JOINS).items():
        for p in PARAMETERS:
            sql = text.format(t="right", other="right", n=STATIC, p=p)
            answer = canonical(spark.sql(sql).collect())
            found.append(Question(name, text.replace("{p}", str(p)), answer))
    spark.catalog.dropTempView("right")
    return found


class Model:
    """The right content of the row keys that one writer owns, and the statements that change it.

    A statement sets constants, so that one that failed can be run again. A change counts when
    :meth:`commit` is called.
    """

    def __init__(self, name: str, first: int, seed: str) -> None:
        self.name = name
        self.first = first
        self.rows: dict[int, Row] = {}
        self.written: set[int] = set()
        """The rows of the last statement that is done."""
        self._random = random.Random(seed)
        self._next: dict[int, Row] = {}
        self._count = 0

    def statement(self) -> str:
        """The next statement of SQL, over ``{t}``."""
        self._count += 1
        self._next = dict(self.rows)
        kind = self._random.choice(("insert", "insert", "update", "merge", "delete"))
        return str(getattr(self, f"_{kind}")())

    def load(self) -> str:
        """A bulk load of many rows, over ``{t}``."""
        self._count += 1
        start, step = self.first + self._random.randrange(7), self._random.randrange(1, 5)
        self._next = dict(self.rows)
        for id in range(start, self.first + SPAN, step):
            self._next[id] = (id, self._count, id * 3, None, f"load {self._count}")
        return (
            "INSERT INTO {t} WITH ('write' = 'bulk') SELECT CAST(id AS INT), "
            f"{self._count}, id * 3, CAST(NULL AS DOUBLE), 'load {self._count}' "
            f"FROM range({start}, {self.first + SPAN}, {step}, 2)"
        )

    def commit(self) -> None:
        """The statement is done: its changes are there."""
        self.written = {id for id, row in self._next.items() if self.rows.get(id) != row}
        self.rows = self._next

    def query(self, columns: str) -> str:
        """A query of all rows that it owns, over ``{t}``."""
        return f"SELECT {columns} FROM {{t}} WHERE id >= {self.first} AND id < {self.first + SPAN}"

    @property
    def answer(self) -> list[Row]:
        """The right answer to a :meth:`query` of all columns."""
        return canonical(self.rows.values())

    def _range(self) -> tuple[int, int]:
        start = self.first + self._random.randrange(SPAN)
        return start, min(start + self._random.randrange(1, 60), self.first + SPAN)

    def _new_rows(self, ids: Iterable[int]) -> str:
        rows = []
        for id in ids:
            d = None if id % 5 == 0 else id / 8
            row = (id, self._count, id * self._count, d, f"{self.name} {self._count}")
            self._next[id] = row
            rows.append(
                f"({id}, {row[1]}, {row[2]}L, {'NULL' if d is None else f'{d}D'}, '{row[4]}')"
            )
        return ", ".join(rows)

    def _insert(self) -> str:
        return "INSERT INTO {t} VALUES " + self._new_rows(range(*self._range()))

    def _update(self) -> str:
        start, stop = self._range()
        for id in self.rows.keys() & set(range(start, stop)):
            self._next[id] = (id, -self._count, id - self._count, None, "updated")
        return (
            f"UPDATE {{t}} SET g = {-self._count}, v = id - {self._count}, d = NULL, "
            f"s = 'updated' WHERE id >= {start} AND id < {stop}"
        )

    def _merge(self) -> str:
        start, stop = self._range()
        for id in range(start, stop):
            _, g, _, d, _ = self.rows.get(id, (id, 0, None, None, None))
            self._next[id] = (id, g, self._count, d, "merged")
        return (
            f"MERGE INTO {{t}} t USING (SELECT CAST(id AS INT) AS id "
            f"FROM range({start}, {stop})) u "
            "ON t.id = u.id "
            f"WHEN MATCHED THEN UPDATE SET v = {self._count}, s = 'merged' "
            "WHEN NOT MATCHED THEN INSERT (id, g, v, d, s) "
            f"VALUES (u.id, 0, {self._count}, NULL, 'merged')"
        )

    def _delete(self) -> str:
        start, stop = self._range()
        for id in range(start, stop):
            self._next.pop(id, None)
        return f"DELETE FROM {{t}} WHERE id >= {start} AND id < {stop}"
