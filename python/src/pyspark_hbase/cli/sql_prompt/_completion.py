"""Suggestions for the next word of a statement: tables, their columns, keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from pyspark_hbase.cli.sql_prompt._engines import ColumnInfo, Engine

_Found = TypeVar("_Found")

KEYWORDS: Final = tuple(
    "ALL ALTER ANALYZE AND AS ASC BETWEEN BY CALL CASE CAST CREATE CROSS DELETE DESC DESCRIBE "
    "DISTINCT DROP ELSE END EXISTS EXPLAIN FALSE FROM FULL GROUP HAVING IN INNER INSERT INTO IS "
    "JOIN LEFT LIKE LIMIT LOAD MERGE NAMESPACE NAMESPACES NOT NULL OFFSET ON OR ORDER OUTER "
    "OVERWRITE PRIMARY KEY RIGHT SELECT SET SHOW TABLE TABLES THEN TRUE TRUNCATE UNION UPDATE USE "
    "USING VALUES WHEN WHERE WITH avg( count( max( min( round( sum( upper( lower( coalesce( "
    "date_trunc( concat( substring( year( month(".split()
)
_WORD: Final = re.compile(r"[\w.:`]*\Z")
_BEFORE_TABLE: Final = re.compile(
    r"(?:\b(?:FROM|JOIN|INTO|TABLE|UPDATE|DESCRIBE|DESC|OVERWRITE)\s+|\\d\s+)[\w.`]*\Z",
    re.IGNORECASE,
)
_TABLE: Final = re.compile(
    r"\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+([\w.`]+)(?:\s+(?:AS\s+)?(?!WHERE\b|GROUP\b|ORDER\b|ON\b"
    r"|JOIN\b|LIMIT\b|SET\b|HAVING\b|VALUES\b|USING\b|SELECT\b)(\w+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A text to put in place of the word before the cursor."""

    text: str
    replaced: int
    """Characters before the cursor."""
    kind: str
    """``table``, ``keyword``, or the type of a column."""


class Names:
    """Tables and columns as they were when they were first asked for. For one thread at a time."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._tables: list[str] | None = None
        self._columns: dict[str, list[ColumnInfo]] = {}

    def forget(self) -> None:
        """A statement may have changed them."""
        self._tables = None
        self._columns = {}

    def tables(self) -> list[str]:
        """Names of tables; those of the namespace with and without it."""
        if self._tables is None:
            names = _or_none(self._engine.tables)
            own = [f"{self._engine.namespace}.{name}" for name in names if "." not in name]
            self._tables = [*names, *own]
        return self._tables

    def columns(self, table: str) -> list[ColumnInfo]:
        """Columns of a table; none if there is no such table."""
        if table not in self._columns:
            self._columns[table] = _or_none(lambda: self._engine.columns(table))
        return self._columns[table]


def suggestions(before: str, after: str, names: Names) -> Iterator[Suggestion]:
    """Yield suggestions for the cursor between ``before`` and ``after``."""
    found = _WORD.search(before)
    word = found[0] if found else ""
    if _BEFORE_TABLE.search(before):
        yield from _fitting(word, ((name, "table") for name in names.tables()))
        return
    if before.lstrip().startswith("\\"):
        return
    used = _TABLE.findall(f"{before}{after}")
    qualifier, dot, rest = word.rpartition(".")
    for table, alias in used:
        columns = [(each.name, each.type) for each in names.columns(table.replace("`", ""))]
        if not dot:
            yield from _fitting(word, columns)
        elif qualifier in {alias, table, table.rpartition(".")[2]}:
            yield from _fitting(rest, columns)
    if word and not dot:
        is_lower = word.islower()
        cased = (each.lower() if is_lower else each for each in KEYWORDS)
        yield from _fitting(word, ((each, "keyword") for each in cased))


def _fitting(word: str, candidates: Iterable[tuple[str, str]]) -> Iterator[Suggestion]:
    start = word.lower()
    for text, kind in dict(candidates).items():
        if text.lower().startswith(start) and text != word:
            yield Suggestion(text, len(word), kind)


def _or_none(ask: Callable[[], list[_Found]]) -> list[_Found]:
    try:
        return ask()
    except Exception:
        # Whatever is wrong, it is said when the statement runs; a prompt must go on taking keys.
        return []
