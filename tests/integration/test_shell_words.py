"""The words of HBase's shell, through the Thrift gateway and through HBase's own client."""

from __future__ import annotations

from collections.abc import Iterator

import happybase
import pytest
from pyspark.sql import SparkSession

from pyspark_hbase import shell
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import ShellError
from pyspark_hbase.shell import HBaseShell

ROWS = 30


@pytest.fixture(scope="module")
def over_thrift(hbase: EmbeddedHBase) -> Iterator[HBaseShell]:
    with shell.connect(f"thrift://{hbase.thrift}") as words:
        yield words


@pytest.fixture(scope="module")
def over_client(spark: SparkSession) -> Iterator[HBaseShell]:
    """HBase's client of the Java process that Spark has."""
    with shell.of_session(spark) as words:
        yield words


@pytest.fixture(scope="module", params=["over_thrift", "over_client"])
def words(request: pytest.FixtureRequest) -> HBaseShell:
    """Either way."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, HBaseShell)
    return found


@pytest.fixture(scope="module")
def table(words: HBaseShell) -> Iterator[str]:
    """A table with rows ``r00`` to ``r29`` that the words have made, and drop again."""
    name = f"words_{type(words._store).__name__}"
    words.create(name, "f", {"NAME": "g", "VERSIONS": 3, "BLOOMFILTER": "ROWCOL"})
    for i in range(ROWS):
        words.put(name, f"r{i:02}", "f:n", i)
    yield name
    words.disable(name)
    assert words.is_disabled(name)
    words.drop(name)
    assert not words.exists(name)


def test_tables_are_listed_and_described(words: HBaseShell, table: str) -> None:
    assert table in words.list()
    assert list(words.list("words_.*x")) == []
    assert words.exists(table) and words.is_enabled(table)
    described = words.describe(table)
    assert list(described.families) == ["f", "g"]
    assert described.families["g"]["VERSIONS"] == "3"
    assert described.families["g"]["BLOOMFILTER"] == "ROWCOL"
    assert repr(described).startswith(f"Table {table} is ENABLED\n")


def test_scans_are_bounded_as_in_the_shell_of_hbase(words: HBaseShell, table: str) -> None:
    def keys(**given: object) -> list[bytes]:
        return [row.key for row in words.scan(table, **given)]

    everything = [b"r%02d" % i for i in range(ROWS)]
    assert keys() == keys(CACHE=7) == everything
    assert keys(STARTROW="r03", STOPROW=b"r05") == [b"r03", b"r04"]
    assert keys(ROWPREFIXFILTER="r1") == everything[10:20]
    assert keys(LIMIT=10, CACHE=4) == everything[:10]
    assert keys(LIMIT=0) == []
    assert keys(REVERSED=True, STARTROW="r02", LIMIT=2) == [b"r02", b"r01"]
    assert keys(FILTER="ValueFilter(=, 'binary:17')") == [b"r17"]
    assert keys(COLUMNS=["g"]) == []
    assert keys(COLUMNS="f:n", STOPROW="r01") == [b"r00"]
    assert keys(TIMERANGE=[0, 10]) == []


def test_a_scan_runs_anew_each_time_and_may_be_left(words: HBaseShell, table: str) -> None:
    rows = words.scan(table, CACHE=5)
    assert rows.first() is not None and rows.first() == next(iter(rows))
    assert len(rows.to_list()) == ROWS
    assert " r00  column=f:n, timestamp=" in repr(rows)
    assert rows.to_arrow().column_names == ["row", "f:n"]


def test_rows_are_counted(
    words: HBaseShell, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words.count(table) == ROWS
    assert words.count(table, STARTROW="r10", INTERVAL=15) == 20
    assert capsys.readouterr().err == "Current count: 15, row: r24\n"


def test_bytes_come_back_as_they_were(words: HBaseShell, table: str, hbase: EmbeddedHBase) -> None:
    key, value = bytes(range(1, 256)), b"\x00\xff\\x"
    words.put(table, key, b"g:\xff\x00", value, timestamp=5)
    words.put(table, "é", "g:ü", "ñ")
    row = words.get(table, key)
    assert [(cell.column, cell.timestamp, cell.value) for cell in row.cells] == [
        (b"g:\xff\x00", 5, value)
    ]
    assert row["g:\\xFF\\x00"] == value
    host, _, port = hbase.thrift.partition(":")
    connection = happybase.Connection(host, int(port))
    assert connection.table(table).row("é".encode()) == {"g:ü".encode(): "ñ".encode()}
    connection.close()
    for each in (key, "é"):
        words.deleteall(table, each)
        assert not words.get(table, each)


def test_gets_are_narrowed(words: HBaseShell, table: str) -> None:
    words.put(table, "x", "g:a", "1")
    words.put(table, "x", "g:b", "2")
    assert dict(words.get(table, "x", "g:b")) == {"g:b": b"2"}
    assert dict(words.get(table, "x", COLUMNS=["g:a", "f"])) == {"g:a": b"1"}
    assert dict(words.get(table, "x", FILTER="QualifierFilter(=, 'binary:a')")) == {"g:a": b"1"}
    assert not words.get(table, "nowhere")
    words.deleteall(table, "x", "g:a")
    assert dict(words.get(table, "x")) == {"g:b": b"2"}
    words.delete(table, "x", "g:b")
    assert not words.get(table, "x")


def test_counters_count_and_values_grow(words: HBaseShell, table: str) -> None:
    assert words.get_counter(table, "c", "f:hits") is None
    assert [words.incr(table, "c", "f:hits"), words.incr(table, "c", "f:hits", 2**40)] == [
        1,
        2**40 + 1,
    ]
    assert words.incr(table, "c", "f:hits", -1) == words.get_counter(table, "c", "f:hits")
    assert words.append(table, "c", "f:log", "a") == b"a"
    assert words.append(table, "c", "f:log", b"\xff") == b"a\xff"
    for word in (words.get_counter, words.incr):
        with pytest.raises(ShellError, match="NOT_A_COUNTER"):
            word(table, "c", "f:log")
    words.deleteall(table, "c")


def test_what_is_wrong_is_said_with_what_was_meant(words: HBaseShell, table: str) -> None:
    with pytest.raises(ShellError, match=f"Did you mean {table}[?]") as caught:
        words.scan(table[:-1])
    assert caught.value.code == "TABLE_NOT_FOUND"
    for call in (
        lambda: words.get("no_such_table_at_all", "r"),
        lambda: words.put("no_such_table_at_all", "r", "f:a", "v"),
        lambda: words.describe("no_such_table_at_all"),
        lambda: words.count("no_such_table_at_all"),
    ):
        with pytest.raises(ShellError, match=r"TABLE_NOT_FOUND.*list\(\) gives all"):
            call()
    with pytest.raises(ShellError, match="UNKNOWN_FAMILY"):
        words.put(table, "r", "h:a", "v")
    with pytest.raises(ShellError, match="TABLE_EXISTS"):
        words.create(table, "f")
    with pytest.raises(ShellError, match=r"TABLE_NOT_DISABLED.*disable\(table\)"):
        words.drop(table)
    with pytest.raises(ShellError, match="give family:qualifier"):
        words.put(table, "r", "f", "v")
    with pytest.raises(ShellError, match=r"HBASE_REFUSED.* table=words_"):
        words.scan(table, FILTER="Prefix(").to_list()
    with pytest.raises(AttributeError, match=r"no such word here\. Did you mean scan[?]"):
        words.scna(table)


def test_versions_and_times_are_those_of_hbases_client(over_client: HBaseShell) -> None:
    over_client.create("words_versions", {"NAME": "f", "VERSIONS": 5}, SPLITS=[b"\xff"])
    assert over_client.get_splits("words_versions") == [b"\xff"]
    for at, value in ((10, "a"), (20, "b"), (30, "c")):
        over_client.put("words_versions", "r", "f:v", value, at)
    newest = over_client.get("words_versions", "r", VERSIONS=5)
    assert [(cell.timestamp, cell.value) for cell in newest.cells] == [
        (30, b"c"),
        (20, b"b"),
        (10, b"a"),
    ]
    assert over_client.get("words_versions", "r", TIMERANGE=[10, 30])["f:v"] == b"b"
    [row] = over_client.scan("words_versions", TIMESTAMP=10)
    assert row["f:v"] == b"a"
    over_client.delete("words_versions", "r", "f:v")
    assert over_client.get("words_versions", "r")["f:v"] == b"b"
    over_client.deleteall("words_versions", "r", "f:v", 10)
    assert len(over_client.get("words_versions", "r", VERSIONS=5).cells) == 1
    over_client.flush("words_versions")
    over_client.compact("words_versions")
    over_client.major_compact("words_versions", "f")
    over_client.truncate_preserve("words_versions")
    assert over_client.count("words_versions") == 0
    assert over_client.get_splits("words_versions") == [b"\xff"]
    over_client.put("words_versions", "a", "f:v", "1")
    over_client.put("words_versions", "z", "f:v", "2")
    over_client.split("words_versions", "k")
    over_client.disable("words_versions")
    with pytest.raises(ShellError, match=r"TABLE_DISABLED.*enable\(table\)"):
        over_client.get("words_versions", "a")
    over_client.enable("words_versions")
    assert over_client.get_splits("words_versions") == [b"k", b"\xff"]
    assert over_client.count("words_versions") == 2
    over_client.truncate("words_versions")
    assert over_client.count("words_versions") == 0
    assert over_client.get_splits("words_versions") == []
    # Without the splits, and with all else.
    assert over_client.describe("words_versions").families["f"]["VERSIONS"] == "5"
    over_client.disable("words_versions")
    over_client.truncate("words_versions")
    assert over_client.is_enabled("words_versions")
    with pytest.raises(ShellError, match="TABLE_NOT_FOUND"):
        over_client.truncate("words_none")
    over_client.disable("words_versions")
    over_client.drop("words_versions")


def test_what_thrift_does_not_have_is_said(over_thrift: HBaseShell, hbase: EmbeddedHBase) -> None:
    with pytest.raises(ShellError, match="NEEDS_QUORUM"):
        over_thrift.create("words_none", "f", SPLITS=["a"])
    with pytest.raises(ShellError, match="NEEDS_QUORUM.*what=MIN_VERSIONS"):
        over_thrift.create("words_none", {"NAME": "f", "MIN_VERSIONS": 1})
    assert not over_thrift.exists("words_none")
    over_thrift.create("words_none", {"NAME": "f", "TTL": 100})
    for refused in (
        lambda: over_thrift.flush("words_none"),
        lambda: over_thrift.truncate("words_none"),
        lambda: over_thrift.split("words_none", "a"),
        lambda: over_thrift.get("words_none", "r", VERSIONS=2),
        lambda: over_thrift.scan("words_none", TIMERANGE=[1, 2]).to_list(),
    ):
        with pytest.raises(ShellError, match=r"NEEDS_QUORUM.*shell\.connect"):
            refused()
    over_thrift.major_compact("words_none")
    over_thrift.disable("words_none")
    over_thrift.drop("words_none")
