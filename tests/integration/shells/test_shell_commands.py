"""The commands of HBase's shell, through the Thrift gateway and through HBase's own client."""

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
    with shell.connect(f"thrift://{hbase.thrift}") as commands:
        yield commands


@pytest.fixture(scope="module")
def over_client(spark: SparkSession) -> Iterator[HBaseShell]:
    """HBase's client of the Java process that Spark has."""
    with shell.of_session(spark) as commands:
        yield commands


@pytest.fixture(scope="module", params=["over_thrift", "over_client"])
def commands(request: pytest.FixtureRequest) -> HBaseShell:
    """Either way."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, HBaseShell)
    return found


@pytest.fixture(scope="module")
def table(commands: HBaseShell) -> Iterator[str]:
    """A table with rows ``r00`` to ``r29`` that the commands have made, and drop again."""
    name = f"commands_{type(commands._store).__name__}"
    commands.create(name, "f", {"NAME": "g", "VERSIONS": 3, "BLOOMFILTER": "ROWCOL"})
    for i in range(ROWS):
        commands.put(name, f"r{i:02}", "f:n", i)
    yield name
    commands.disable(name)
    assert commands.is_disabled(name)
    commands.drop(name)
    assert not commands.exists(name)


def test_tables_are_listed_and_described(commands: HBaseShell, table: str) -> None:
    assert table in commands.list()
    assert list(commands.list("commands_.*x")) == []
    assert commands.exists(table) and commands.is_enabled(table)
    described = commands.describe(table)
    assert list(described.families) == ["f", "g"]
    assert described.families["g"]["VERSIONS"] == "3"
    assert described.families["g"]["BLOOMFILTER"] == "ROWCOL"
    assert repr(described).startswith(f"Table {table} is ENABLED\n")


def test_scans_are_bounded_as_in_the_shell_of_hbase(commands: HBaseShell, table: str) -> None:
    def keys(**given: object) -> list[bytes]:
        return [row.key for row in commands.scan(table, **given)]

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


def test_a_scan_runs_anew_each_time_and_may_be_left(commands: HBaseShell, table: str) -> None:
    rows = commands.scan(table, CACHE=5)
    assert rows.first() is not None and rows.first() == next(iter(rows))
    assert len(rows.to_list()) == ROWS
    assert " r00  column=f:n, timestamp=" in repr(rows)
    assert rows.to_arrow().column_names == ["row", "f:n"]


def test_rows_are_counted(
    commands: HBaseShell, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.count(table) == ROWS
    assert commands.count(table, STARTROW="r10", INTERVAL=15) == 20
    assert capsys.readouterr().err == "Current count: 15, row: r24\n"


def test_bytes_come_back_as_they_were(
    commands: HBaseShell, table: str, hbase: EmbeddedHBase
) -> None:
    key, value = bytes(range(1, 256)), b"\x00\xff\\x"
    commands.put(table, key, b"g:\xff\x00", value, timestamp=5)
    commands.put(table, "é", "g:ü", "ñ")
    row = commands.get(table, key)
    assert [(cell.column, cell.timestamp, cell.value) for cell in row.cells] == [
        (b"g:\xff\x00", 5, value)
    ]
    assert row["g:\\xFF\\x00"] == value
    host, _, port = hbase.thrift.partition(":")
    connection = happybase.Connection(host, int(port))
    assert connection.table(table).row("é".encode()) == {"g:ü".encode(): "ñ".encode()}
    connection.close()
    for each in (key, "é"):
        commands.deleteall(table, each)
        assert not commands.get(table, each)


def test_gets_are_narrowed(commands: HBaseShell, table: str) -> None:
    commands.put(table, "x", "g:a", "1")
    commands.put(table, "x", "g:b", "2")
    assert dict(commands.get(table, "x", "g:b")) == {"g:b": b"2"}
    assert dict(commands.get(table, "x", COLUMNS=["g:a", "f"])) == {"g:a": b"1"}
    assert dict(commands.get(table, "x", FILTER="QualifierFilter(=, 'binary:a')")) == {"g:a": b"1"}
    assert not commands.get(table, "nowhere")
    commands.deleteall(table, "x", "g:a")
    assert dict(commands.get(table, "x")) == {"g:b": b"2"}
    commands.delete(table, "x", "g:b")
    assert not commands.get(table, "x")


def test_counters_count_and_values_grow(commands: HBaseShell, table: str) -> None:
    assert commands.get_counter(table, "c", "f:hits") is None
    assert [commands.incr(table, "c", "f:hits"), commands.incr(table, "c", "f:hits", 2**40)] == [
        1,
        2**40 + 1,
    ]
    assert commands.incr(table, "c", "f:hits", -1) == commands.get_counter(table, "c", "f:hits")
    assert commands.append(table, "c", "f:log", "a") == b"a"
    assert commands.append(table, "c", "f:log", b"\xff") == b"a\xff"
    for command in (commands.get_counter, commands.incr):
        with pytest.raises(ShellError, match="NOT_A_COUNTER"):
            command(table, "c", "f:log")
    commands.deleteall(table, "c")


def test_what_is_wrong_is_said_with_what_was_meant(commands: HBaseShell, table: str) -> None:
    with pytest.raises(ShellError, match=f"Did you mean {table}[?]") as caught:
        commands.scan(table[:-1])
    assert caught.value.code == "TABLE_NOT_FOUND"
    for call in (
        lambda: commands.get("no_such_table_at_all", "r"),
        lambda: commands.put("no_such_table_at_all", "r", "f:a", "v"),
        lambda: commands.describe("no_such_table_at_all"),
        lambda: commands.count("no_such_table_at_all"),
    ):
        with pytest.raises(ShellError, match=r"TABLE_NOT_FOUND.*list\(\) gives all"):
            call()
    with pytest.raises(ShellError, match="UNKNOWN_FAMILY"):
        commands.put(table, "r", "h:a", "v")
    with pytest.raises(ShellError, match="TABLE_EXISTS"):
        commands.create(table, "f")
    with pytest.raises(ShellError, match=r"TABLE_NOT_DISABLED.*disable\(table\)"):
        commands.drop(table)
    with pytest.raises(ShellError, match="give family:qualifier"):
        commands.put(table, "r", "f", "v")
    with pytest.raises(ShellError, match=r"HBASE_REFUSED.* table=commands_"):
        commands.scan(table, FILTER="Prefix(").to_list()
    with pytest.raises(AttributeError, match=r"no such command here\. Did you mean scan[?]"):
        commands.scna(table)


def test_versions_and_times_are_those_of_hbases_client(over_client: HBaseShell) -> None:
    over_client.create("commands_versions", {"NAME": "f", "VERSIONS": 5}, SPLITS=[b"\xff"])
    assert over_client.get_splits("commands_versions") == [b"\xff"]
    for at, value in ((10, "a"), (20, "b"), (30, "c")):
        over_client.put("commands_versions", "r", "f:v", value, at)
    newest = over_client.get("commands_versions", "r", VERSIONS=5)
    assert [(cell.timestamp, cell.value) for cell in newest.cells] == [
        (30, b"c"),
        (20, b"b"),
        (10, b"a"),
    ]
    assert over_client.get("commands_versions", "r", TIMERANGE=[10, 30])["f:v"] == b"b"
    [row] = over_client.scan("commands_versions", TIMESTAMP=10)
    assert row["f:v"] == b"a"
    over_client.delete("commands_versions", "r", "f:v")
    assert over_client.get("commands_versions", "r")["f:v"] == b"b"
    over_client.deleteall("commands_versions", "r", "f:v", 10)
    assert len(over_client.get("commands_versions", "r", VERSIONS=5).cells) == 1
    over_client.flush("commands_versions")
    over_client.compact("commands_versions")
    over_client.major_compact("commands_versions", "f")
    over_client.truncate_preserve("commands_versions")
    assert over_client.count("commands_versions") == 0
    assert over_client.get_splits("commands_versions") == [b"\xff"]
    over_client.put("commands_versions", "a", "f:v", "1")
    over_client.put("commands_versions", "z", "f:v", "2")
    over_client.split("commands_versions", "k")
    over_client.disable("commands_versions")
    with pytest.raises(ShellError, match=r"TABLE_DISABLED.*enable\(table\)"):
        over_client.get("commands_versions", "a")
    over_client.enable("commands_versions")
    assert over_client.get_splits("commands_versions") == [b"k", b"\xff"]
    assert over_client.count("commands_versions") == 2
    over_client.truncate("commands_versions")
    assert over_client.count("commands_versions") == 0
    assert over_client.get_splits("commands_versions") == []
    # Without the splits, and with all else.
    assert over_client.describe("commands_versions").families["f"]["VERSIONS"] == "5"
    over_client.disable("commands_versions")
    over_client.truncate("commands_versions")
    assert over_client.is_enabled("commands_versions")
    with pytest.raises(ShellError, match="TABLE_NOT_FOUND"):
        over_client.truncate("commands_none")
    over_client.disable("commands_versions")
    over_client.drop("commands_versions")


def test_what_thrift_does_not_have_is_said(over_thrift: HBaseShell, hbase: EmbeddedHBase) -> None:
    with pytest.raises(ShellError, match="NEEDS_QUORUM"):
        over_thrift.create("commands_none", "f", SPLITS=["a"])
    with pytest.raises(ShellError, match="NEEDS_QUORUM.*what=MIN_VERSIONS"):
        over_thrift.create("commands_none", {"NAME": "f", "MIN_VERSIONS": 1})
    assert not over_thrift.exists("commands_none")
    over_thrift.create("commands_none", {"NAME": "f", "TTL": 100})
    for refused in (
        lambda: over_thrift.flush("commands_none"),
        lambda: over_thrift.truncate("commands_none"),
        lambda: over_thrift.split("commands_none", "a"),
        lambda: over_thrift.get("commands_none", "r", VERSIONS=2),
        lambda: over_thrift.scan("commands_none", TIMERANGE=[1, 2]).to_list(),
    ):
        with pytest.raises(ShellError, match=r"NEEDS_QUORUM.*shell\.connect"):
            refused()
    over_thrift.major_compact("commands_none")
    over_thrift.disable("commands_none")
    over_thrift.drop("commands_none")
