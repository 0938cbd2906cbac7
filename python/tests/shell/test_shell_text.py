"""Tests of the arguments of the shell's commands, and of the text of their results."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pyspark_hbase.errors import ShellError
from pyspark_hbase.shell import Cell, Names, Row, Rows, TableDescription, _arguments
from pyspark_hbase.shell._list import list_command
from pyspark_hbase.shell._refusals import refused
from pyspark_hbase.shell._values import SHOWN_ROWS

MIDNIGHT = 1_704_067_200_000


def row(key: bytes, *values: bytes) -> Row:
    return Row(key, tuple(Cell(b"f:%d" % i, MIDNIGHT, each) for i, each in enumerate(values)))


def test_a_scan_looks_as_in_the_shell_of_hbase() -> None:
    rows = Rows(lambda: iter([row(b"r1", b"x"), row(b"long\x00row", b"\xff", b"z")]))
    assert repr(rows).split("\n") == [
        "ROW           COLUMN+CELL",
        " r1           column=f:0, timestamp=2024-01-01T00:00:00.000Z, value=x",
        " long\\x00row  column=f:0, timestamp=2024-01-01T00:00:00.000Z, value=\\xFF",
        " long\\x00row  column=f:1, timestamp=2024-01-01T00:00:00.000Z, value=z",
        "2 row(s)",
    ]


def test_a_result_without_rows_has_its_head() -> None:
    assert repr(Rows(lambda: iter(()))).split("\n")[1:] == ["0 row(s)"]
    assert repr(Row(b"r", ())).split("\n") == ["COLUMN  CELL", "0 row(s)"]
    assert not Row(b"r", ())


def test_what_is_shown_ends_and_says_so_but_a_loop_does_not() -> None:
    read = 0

    def endless() -> Iterator[Row]:
        nonlocal read
        while True:
            read += 1
            yield row(b"r", b"x")

    text = repr(Rows(endless))
    assert read == SHOWN_ROWS + 1
    assert f"{SHOWN_ROWS} row(s)\nand more" in text


def test_rows_are_values_to_go_on_with() -> None:
    rows = Rows(lambda: iter([row(b"a", b"1"), row(b"b", b"2", b"3")]))
    assert [each["f:0"] for each in rows] == [b"1", b"2"]
    assert rows.first() == row(b"a", b"1")
    assert rows.to_arrow().to_pydict() == {
        "row": [b"a", b"b"],
        "f:0": [b"1", b"2"],
        "f:1": [None, b"3"],
    }


def test_the_newest_version_is_the_value_of_a_column() -> None:
    found = Row(b"r", (Cell(b"f:a", 2, b"new"), Cell(b"f:a", 1, b"old")))
    assert dict(found) == {"f:a": b"new"}
    assert [cell.value for cell in found.cells] == [b"new", b"old"]


def test_names_and_descriptions_look_as_in_the_shell_of_hbase() -> None:
    assert repr(Names(["a", "ns:b"])).split("\n") == ["TABLE", "a", "ns:b", "2 row(s)"]
    described = TableDescription("t", False, {"f": {"VERSIONS": "1"}}, {"k": "v"})
    assert repr(described).split("\n") == [
        "Table t is DISABLED",
        "t, {TABLE_ATTRIBUTES => {k => 'v'}}",
        "COLUMN FAMILIES DESCRIPTION",
        "{NAME => 'f', VERSIONS => '1'}",
        "1 row(s)",
    ]


def test_list_is_a_command_and_stays_pythons() -> None:
    command = list_command(lambda pattern=".*": Names([pattern]))
    assert (command(), command("a.*")) == ([".*"], ["a.*"])
    assert command((1, 2)) == [1, 2]
    assert isinstance([], command)
    assert issubclass(Names, command)
    assert isinstance({"a": [1]}, dict) and not isinstance((), command)


def test_arguments_have_the_names_of_hbases_shell_in_any_case() -> None:
    given = {"startrow": "a", "ENDROW": b"\xff", "Column": "f:q", "LIMIT": 3}
    request = _arguments.read_request("t", _arguments.named("scan", given, _arguments.SCANNING))
    assert (request.start_row, request.stop_row) == (b"a", b"\xff")
    assert (request.columns, request.limit) == ((b"f:q",), 3)


def test_a_prefix_is_a_range_of_row_keys() -> None:
    request = _arguments.read_request("t", {"ROWPREFIXFILTER": b"a\xff"})
    assert (request.start_row, request.stop_row) == (b"a\xff", b"b")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"STARTROWS": "a"}, "Did you mean STARTROW[?].* argument=STARTROWS"),
        ({"LIMIT": "3"}, "give a whole number from 0 on.*argument=LIMIT found='3'"),
        ({"LIMIT": True}, "whole number"),
        ({"VERSIONS": 0}, "whole number from 1 on"),
        ({"REVERSED": 1}, "True or False"),
        ({"TIMERANGE": [5, 2]}, r"\[from, to\] in milliseconds"),
        ({"FILTER": 1}, "PrefixFilter"),
        ({"STARTROW": object()}, "text, bytes or a number"),
        ({"ROWPREFIXFILTER": "a", "STOPROW": "b"}, "no STARTROW, STOPROW or REVERSED beside it"),
    ],
)
def test_a_wrong_argument_is_named(given: dict[str, object], message: str) -> None:
    with pytest.raises(ShellError, match=message):
        _arguments.read_request("t", _arguments.named("scan", given, _arguments.SCANNING))


@pytest.mark.parametrize(
    ("families", "message"),
    [
        ([], "at least one column family"),
        (["f", "f"], "each column family once"),
        (["f:q"], "without a colon"),
        ([{"VERSIONS": 3}], "the name of a column family"),
        ([{"NAME": "f", "VERSION": 3}], "Did you mean VERSIONS[?]"),
        ([{"NAME": "f", "VERSIONS": "many"}], "whole number"),
        ([{"NAME": "f", "COMPRESSION": "ZIP"}], "NONE or GZ or LZ4"),
        ([{"NAME": "f", "IN_MEMORY": 3}], "TRUE or FALSE"),
    ],
)
def test_a_wrong_family_is_named(families: list[object], message: str) -> None:
    with pytest.raises(ShellError, match=message):
        _arguments.families(families)


@pytest.mark.parametrize("name", ["", "a b", "a:b:c", ".hidden", None, 3])
def test_a_name_that_no_table_has_is_refused(name: object) -> None:
    with pytest.raises(ShellError, match="table or namespace:table"):
        _arguments.table_name(name)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: x", "UNKNOWN_FAMILY"),
        ("org.apache.hadoop.hbase.TableExistsException: t", "TABLE_EXISTS"),
        ("org.apache.hadoop.hbase.TableNotEnabledException: t is disabled.", "TABLE_DISABLED"),
        ("org.apache.hadoop.hbase.TableNotDisabledException: t", "TABLE_NOT_DISABLED"),
        ("org.apache.hadoop.hbase.security.AccessDeniedException: no", "RIGHT_MISSING"),
        (": java.io.IOException: no space left\n\tat a.B.c(B.java:1)", "HBASE_REFUSED"),
    ],
)
def test_what_hbase_refuses_has_a_code_and_no_stack(text: str, code: str) -> None:
    error = refused(text, table="t")
    assert error.code == code
    assert "\tat" not in str(error)
    assert error.values.get("reason", "no space left") == "no space left"
