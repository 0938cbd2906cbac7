"""Tests that every statement takes any letters in the names of tables, columns and fields.

``--names N`` draws so many tables (default 1), ``--names-seed`` says from which seed.
"""

from __future__ import annotations

import getpass
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import Row, SparkSession

from pyspark_hbase._spark.older_pyspark import condition_of
from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase

NAMESPACE = "Names_1"
PIECES = (
    "user-id", "order id", "größe", "a.b", "it's", 'say "x"', "back`tick", "select", "Table",
    "UPPER", "表", "😀", "a,b", "a;b", "a=b", "a:b", "a/b", "a\\b", "a\\x41", "%", "*", "_",
    "$x", "{y}", " lead", "trail ", "2024", "1e5", "null", "hbase.column", "x.qualifier", "(", ")",
    "a\tb", "--", "/*", "?", ":p", "x" * 200,
)  # fmt: skip
# No part of a name that is one of them clashes with another name of the same table.
KINDS = ("k1", "k2", "v", "w", "s", "f", "g", "new", "renamed")


@dataclass(frozen=True)
class Names:
    """The names of one table."""

    table: str
    hbase_table: str | None
    columns: dict[str, str]

    def __getitem__(self, kind: str) -> str:
        return quoted(self.columns[kind])

    @property
    def sql(self) -> str:
        return f"hbase.{NAMESPACE}.{quoted(self.table)}"


def quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def text(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def draw(generator: random.Random, number: int) -> Names:
    """Each piece comes up in the end: as itself, behind another one, before one."""

    def name(kind: str) -> str:
        first, second = generator.choice(PIECES), generator.choice(PIECES)
        # The part in which names of one table differ stands where HBase and parsers care least.
        forms = (
            f"{first}_{kind}",
            f"{kind}{first}",
            f"{first}{kind}{second}",
            f"{kind} {first}.{second}",
        )
        return generator.choice(forms)[:200]

    table = name(f"t{number}")
    legal = all(c.isascii() and (c.isalnum() or c in "_-.") for c in table) and table[0] not in "-."
    return Names(table, None if legal else f"{NAMESPACE}:t{number}", {k: name(k) for k in KINDS})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "names" in metafunc.fixturenames:
        seed = metafunc.config.getoption("--names-seed")
        generator = random.Random(seed)
        drawn = [draw(generator, number) for number in range(metafunc.config.getoption("--names"))]
        metafunc.parametrize("names", drawn, ids=[f"{seed}-{i}" for i in range(len(drawn))])


@pytest.fixture(scope="module")
def classic(spark: SparkSession) -> SparkSession:
    session = spark.newSession()
    session.sql(f"CREATE NAMESPACE IF NOT EXISTS hbase.{NAMESPACE}")
    return session


@pytest.fixture(scope="module")
def connected(classic: SparkSession, hbase: EmbeddedHBase) -> Iterator[Any]:
    """A session of Spark Connect, which sees the same tables."""
    from pyspark.sql.connect.session import (  # noqa: PLC0415  (it needs more packages)
        SparkSession as RemoteSession,
    )

    port = classic.conf.get("spark.connect.grpc.binding.port")
    remote = RemoteSession.builder.remote(f"sc://127.0.0.1:{port}").create()
    remote.conf.set("spark.sql.catalog.hbase", "org.apache.spark.sql.hbase.HBaseCatalog")
    remote.conf.set("spark.sql.catalog.hbase.quorum", hbase.quorum)
    yield remote
    remote.stop()


@pytest.fixture
def sql(request: pytest.FixtureRequest) -> Any:
    """A classic session, but where a test asks for the other kind."""
    return request.getfixturevalue(getattr(request, "param", "classic"))


BOTH = pytest.mark.parametrize("sql", ["classic", "connected"], indirect=True)


@pytest.fixture
def table(sql: Any, names: Names) -> Iterator[Names]:
    """The table, filled, and gone afterwards."""
    layout, prefix, struct = _shape(names)
    properties = [f"'hbase.layout' = '{layout}'"]
    if names.hbase_table:
        properties.append(f"'hbase.table' = {text(names.hbase_table)}")
    if struct:
        for field in ("f", "g"):
            name = f"hbase.column.{names.columns['s']}.{names.columns[field]}.qualifier"
            properties.append(f"{text(name)} = '{field}'")
    if prefix == "hash":
        properties.append("'hbase.key.hash.bytes' = '2'")
        properties.append(f"'hbase.key.hash.columns' = {text(names['k1'])}")
    sql.sql(
        f"CREATE TABLE {names.sql} ({names['k1']} STRING, {names['k2']} INT, "
        f"{names['v']} BIGINT DEFAULT 7, {names['w']} STRING COMMENT 'it''s', "
        f"{names['s']} STRUCT<{names['f']}: INT, {names['g']}: STRING>, "
        f"PRIMARY KEY ({names['k1']}, {names['k2']})) USING hbase "
        + (f"CLUSTERED BY ({names['k1']}) INTO 4 BUCKETS " if prefix == "salt" else "")
        + f"TBLPROPERTIES ({', '.join(properties)})"
    )
    sql.sql(
        f"INSERT INTO {names.sql} VALUES ('a', 1, 10, 'x', struct(1, 'p')), ('b', 2, 20, 'y', NULL)"
    )
    yield names
    sql.sql(f"DROP TABLE IF EXISTS {names.sql} PURGE")


def _shape(names: Names) -> tuple[str, str, bool]:
    """Layout, what stands before row keys, whether fields of the STRUCT have cells."""
    number = sum(map(ord, names.columns["v"]))
    layout = ("packed", "columns")[number % 2]
    return layout, ("none", "salt", "hash")[number % 3], layout == "columns" and number % 5 < 3


def rows(sql: Any, names: Names) -> list[tuple[Any, ...]]:
    found = sql.sql(
        f"SELECT {names['k1']}, {names['k2']}, {names['v']} FROM {names.sql} ORDER BY 1, 2"
    )
    return [tuple(row) for row in found.collect()]


@BOTH
def test_every_statement_takes_the_names(sql: Any, table: Names, tmp_path: Path) -> None:
    n = table
    sql.sql(f"INSERT INTO {n.sql} ({n['k2']}, {n['k1']}) VALUES (3, 'c')")
    sql.sql(f"UPDATE {n.sql} SET {n['v']} = {n['v']} + 1 WHERE {n['w']} = 'x'")
    sql.sql(f"UPDATE {n.sql} SET {n['s']}.{n['f']} = 5 WHERE {n['s']}.{n['g']} = 'p'")
    sql.sql(
        f"MERGE INTO {n.sql} AS t USING (SELECT 'b' AS {n['k1']}, 2 AS {n['k2']}, "
        f"5L AS {n['v']} UNION ALL SELECT 'd', 4, 6L) AS u "
        f"ON t.{n['k1']} = u.{n['k1']} AND t.{n['k2']} = u.{n['k2']} "
        f"WHEN MATCHED THEN UPDATE SET {n['v']} = u.{n['v']} "
        f"WHEN NOT MATCHED THEN INSERT ({n['k1']}, {n['k2']}, {n['v']}) "
        f"VALUES (u.{n['k1']}, u.{n['k2']}, u.{n['v']})"
    )
    assert rows(sql, n) == [("a", 1, 11), ("b", 2, 5), ("c", 3, 7), ("d", 4, 6)]
    sql.sql(f"DELETE FROM {n.sql} WHERE {n['k1']} = 'c' AND {n['k2']} = 3")
    sql.sql(f"DELETE FROM {n.sql} WHERE {n['v']} = 6")
    assert rows(sql, n) == [("a", 1, 11), ("b", 2, 5)]
    load = sql.sql(f"SELECT * FROM {n.sql}").write.option("write", "bulk").mode("append")
    # HBase's folder of a load is named by user, table and 64 letters.
    if len(getpass.getuser()) + len(n.hbase_table or f"{NAMESPACE}:{n.table}") + 68 <= 255:
        load.insertInto(n.sql)
    else:
        with pytest.raises(AnalysisException, match="UNSUPPORTED_BULK_LOAD"):
            load.insertInto(n.sql)
    assert rows(sql, n) == [("a", 1, 11), ("b", 2, 5)]


@BOTH
def test_queries_take_the_names(sql: Any, table: Names) -> None:
    n = table
    assert sql.sql(
        f"SELECT {n['k1']}, sum({n['v']}) AS {n['new']}, max({n['s']}.{n['f']}) "
        f"FROM {n.sql} WHERE {n['v']} > 1 GROUP BY {n['k1']} ORDER BY {n['new']} DESC"
    ).collect() == [("b", 20, None), ("a", 10, 1)]
    for hint in ("BROADCAST(y)", "MERGE(y)"):
        joined = sql.sql(
            f"SELECT /*+ {hint} */ x.{n['v']}, y.{n['w']} FROM {n.sql} x "
            f"JOIN {n.sql} y ON x.{n['k1']} = y.{n['k1']} WHERE y.{n['w']} LIKE 'x%'"
        )
        assert joined.collect() == [(10, "x")]
    grouped = sql.sql(
        f"SELECT {n['s']}, count(*) FROM {n.sql} GROUP BY {n['s']} ORDER BY 2, {n['s']}.{n['g']}"
    )
    assert [tuple(r) for r in grouped.collect()] == [(None, 1), (Row(1, "p"), 1)]
    assert sql.sql(
        f"SELECT {n['v']} FROM {n.sql} ORDER BY {n['k1']} DESC, {n['k2']} DESC LIMIT 1"
    ).collect() == [(20,)]
    assert sql.table(n.sql).select(n["s"] + "." + n["g"]).where(f"{n['k1']} = 'a'").collect() == [
        ("p",)
    ]
    assert sql.sql(f"SELECT count(*) FROM {n.sql}.regions").collect()[0][0] in (1, 4)
    sql.sql(
        f"CALL hbase.system.analyze(table => {text(f'{NAMESPACE}.{quoted(n.table)}')})"
    ).collect()
    assert (
        "Relation"
        in sql.sql(
            f"EXPLAIN EXTENDED SELECT {n['v']} FROM {n.sql} WHERE {n['k1']} = 'a'"
        ).collect()[0][0]
    )
    shown = {r["col_name"]: r["data_type"] for r in sql.sql(f"DESCRIBE EXTENDED {n.sql}").collect()}
    assert shown[n.columns["v"]] == "bigint"


def test_show_create_table_makes_the_table_again(sql: Any, table: Names) -> None:
    n = table
    before = sql.sql(f"SHOW CREATE TABLE {n.sql}").collect()[0][0]
    schema = sql.table(n.sql).schema
    sql.sql(f"DROP TABLE {n.sql} PURGE")
    sql.sql(before)
    assert sql.sql(f"SHOW CREATE TABLE {n.sql}").collect()[0][0] == before
    assert sql.table(n.sql).schema == schema
    sql.sql(f"INSERT INTO {n.sql} ({n['k1']}, {n['k2']}) VALUES ('z', 1)")
    assert rows(sql, n) == [("z", 1, 7)]


def test_tables_are_altered_and_renamed(sql: Any, table: Names) -> None:
    n = table
    sql.sql(f"ALTER TABLE {n.sql} ADD COLUMN {n['new']} STRING")
    sql.sql(f"INSERT INTO {n.sql} ({n['k1']}, {n['k2']}, {n['new']}) VALUES ('e', 5, 'new')")
    sql.sql(f"ALTER TABLE {n.sql} RENAME COLUMN {n['new']} TO {n['renamed']}")
    sql.sql(f"ALTER TABLE {n.sql} RENAME COLUMN {n['k1']} TO {n['new']}")
    sql.sql(f"ALTER TABLE {n.sql} ALTER COLUMN {n['v']} DROP DEFAULT")
    sql.sql(f"ALTER TABLE {n.sql} DROP COLUMN {n['w']}")
    query = f"SELECT {n['renamed']} FROM {{}} WHERE {n['new']} = 'e'"
    assert sql.sql(query.format(n.sql)).collect() == [("new",)]
    renamed = f"hbase.{NAMESPACE}.{quoted('again ' + n.table)}"
    sql.sql(f"ALTER TABLE {n.sql} RENAME TO {quoted(NAMESPACE)}.{quoted('again ' + n.table)}")
    try:
        listed = {r["tableName"] for r in sql.sql(f"SHOW TABLES IN hbase.{NAMESPACE}").collect()}
        assert "again " + n.table in listed and n.table not in listed
        assert sql.sql(query.format(renamed)).collect() == [("new",)]
        sql.sql(f"UPDATE {renamed} SET {n['renamed']} = 'more' WHERE {n['new']} = 'e'")
        assert sql.sql(query.format(renamed)).collect() == [("more",)]
    finally:
        sql.sql(f"DROP TABLE {renamed} PURGE")


def test_other_tables_are_made_of_it(sql: Any, table: Names) -> None:
    n = table
    copy = f"hbase.{NAMESPACE}.copy"
    where = f"'hbase.table' = '{NAMESPACE}:copy'"
    key = text(f"{n['k2']}, {n['k1']}")
    sql.sql(
        f"CREATE TABLE {copy} USING hbase TBLPROPERTIES ({where}, 'hbase.key' = {key}) "
        f"AS SELECT * FROM {n.sql}"
    )
    try:
        assert rows(sql, Names("copy", None, n.columns)) == [("a", 1, 10), ("b", 2, 20)]
    finally:
        sql.sql(f"DROP TABLE {copy} PURGE")
    sql.sql(f"CREATE TABLE {copy} LIKE {n.sql} TBLPROPERTIES ({where})")
    try:
        sql.sql(f"INSERT INTO {copy} SELECT * FROM {n.sql}")
        assert rows(sql, Names("copy", None, n.columns)) == [("a", 1, 10), ("b", 2, 20)]
    finally:
        sql.sql(f"DROP TABLE {copy} PURGE")


def test_files_and_streams_are_loaded_into_it(sql: Any, table: Names, tmp_path: Path) -> None:
    n = table
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "1.csv").write_text("f,6,60,z,\n")
    named = text(f"{NAMESPACE}.{quoted(n.table)}")
    if not _shape(n)[2]:
        columns = {kind: n.columns[kind] for kind in ("k1", "k2", "v")}
        (tmp_path / "in.json").write_text(
            json.dumps(dict(zip(columns.values(), ("f", 6, 60), strict=True)))
        )
        sql.sql(
            f"CALL hbase.system.bulk_load(table => {named}, "
            f"path => {text(str(tmp_path / 'in.json'))}, format => 'json')"
        ).collect()
        assert ("f", 6, 60) in rows(sql, n)
    source = sql.readStream.schema("a STRING, b INT, c BIGINT").csv(str(tmp_path / "in"))
    stream = source.toDF(*(n.columns[kind] for kind in ("k1", "k2", "v")))
    query = (
        stream.writeStream.option("checkpointLocation", str(tmp_path / "checkpoint"))
        .trigger(availableNow=True)
        .toTable(n.sql)
    )
    query.awaitTermination()
    assert ("f", 6, 60) in rows(sql, n)


def test_python_without_spark_reads_it(sql: Any, table: Names, hbase: EmbeddedHBase) -> None:
    n = table
    with connect(f"thrift://{hbase.thrift}", namespace=NAMESPACE) as connection:
        query = (
            f"SELECT {n['k1']}, sum({n['v']}) AS {n['new']} "
            f"FROM {quoted(NAMESPACE)}.{quoted(n.table)} WHERE {n['v']} > 1 "
            f"GROUP BY {n['k1']} ORDER BY {n['k1']}"
        )
        answer = connection.sql(query).to_arrow()
        assert answer.to_pydict() == {n.columns["k1"]: ["a", "b"], n.columns["new"]: [10, 20]}


def test_a_catalog_of_shc_takes_them(sql: Any, table: Names) -> None:
    n = table
    cells = {
        n.columns["k1"]: {"cf": "rowkey", "col": "key", "type": "string"},
        n.columns["v"]: {"cf": "cf", "col": n.columns["w"], "type": "bigint"},
    }
    catalog = {
        "table": {"namespace": NAMESPACE, "name": "of_shc", "tableCoder": "PrimitiveType"},
        "rowkey": "key",
        "columns": cells,
    }
    options = {"catalog": json.dumps(catalog), "newtable": "1"}
    frame = sql.sql(f"SELECT {n['k1']}, {n['v']} FROM {n.sql}")
    frame.write.format("hbase").options(**options).mode("append").save()
    back = sql.read.format("hbase").options(**options).load()
    assert sorted(map(tuple, back.where(f"{n['v']} > 10").collect())) == [("b", 20)]


@pytest.mark.parametrize("name", ["orders 2024", "a/b", "-x", "😀"])
def test_a_name_that_hbase_does_not_take_says_what_to_write(sql: Any, name: str) -> None:
    with pytest.raises(AnalysisException) as caught:
        sql.sql(
            f"CREATE TABLE hbase.{NAMESPACE}.{quoted(name)} (k INT, PRIMARY KEY (k)) USING hbase"
        )
    assert condition_of(caught.value) == "SPARKSQL_HBASE.INVALID_HBASE_NAME"
    assert "hbase.table" in str(caught.value)
    with pytest.raises(AnalysisException) as caught:
        sql.sql(f"CREATE NAMESPACE hbase.{quoted(name)}")
    assert condition_of(caught.value) == "SPARKSQL_HBASE.INVALID_HBASE_NAME"
