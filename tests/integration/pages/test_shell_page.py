"""The examples of docs/SHELL.md run as they stand, but for the address of the gateway."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from pyspark_hbase import shell
from pyspark_hbase.cli import main
from pyspark_hbase.embedded import EmbeddedHBase

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "SHELL.md").read_text(encoding="utf-8")
COLUMNS = (
    "carrier STRING NOT NULL, flight INT NOT NULL, origin STRING, distance INT, arr_delay DOUBLE, "
    "PRIMARY KEY (carrier, flight)"
)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.M | re.S)


@pytest.fixture(params=["thrift", "quorum"])
def address(request: pytest.FixtureRequest, hbase: EmbeddedHBase) -> str:
    """Both ways to HBase that ``shell.connect`` has."""
    return f"thrift://{hbase.thrift}" if request.param == "thrift" else hbase.quorum


def test_the_commands_answer_as_the_page_says(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {}
    for example in blocks("python"):
        exec(example.replace("thrift://gateway-host:9090", address), names)
    printed = capsys.readouterr().out
    time = r"timestamp=[-\d:.TZ]+"
    shown = re.sub(time, "t", "\n".join(f"    {line}" for line in printed.split("\n")[:4]))
    assert shown in re.sub(time, "t", PAGE)
    assert names["texts"] == [b"fish", b"soup"]
    assert names["monday"]["f:read"] == (1).to_bytes(8, "big")
    last = printed.strip().rpartition("\n")[2]
    assert f"# {last}\n" in PAGE


FIRST_COMMANDS = {
    "create": "hbase.create('first_made', 'f'); print(hbase.exists('first_made'))",
    "put": "hbase.put('first', 'b', 'f:text', 'soup'); print(hbase.get('first', 'b')['f:text'])",
    "get": "print(hbase.get('first', 'a')['f:text'])",
    "scan": "print([row.key for row in hbase.scan('first', LIMIT=1)])",
    "count": "print(hbase.count('first') > 0)",
    "append": "hbase.append('first', 'c', 'f:text', 'x'); print(hbase.get('first', 'c')['f:text'])",
    "incr": "print(hbase.incr('first', 'd', 'f:n'))",
    "delete": "hbase.delete('first', 'x', 'f:text'); print(len(hbase.get('first', 'x').cells))",
    "deleteall": "hbase.deleteall('first', 'gone'); print(len(hbase.get('first', 'x').cells))",
    "describe": "print('f' in hbase.describe('first').families)",
    "list": "print('first' in list(hbase.list()))",
    "disable": "hbase.disable('first_off'); print(hbase.is_enabled('first_off'))",
}
ANSWERS = {
    **{name: "True" for name in ("create", "count", "describe", "list")},
    **{"put": "b'soup'", "get": "b'fish'", "scan": "[b'a']", "append": "b'x'", "incr": "1"},
    **{"delete": "0", "deleteall": "0", "disable": "False"},
}


@pytest.fixture(scope="module")
def first_table(hbase: EmbeddedHBase) -> Iterator[str]:
    with shell.connect(f"thrift://{hbase.thrift}") as commands:
        for name in ("first", "first_off"):
            commands.create(name, "f")
        commands.put("first", "a", "f:text", "fish")
        yield "first"
        commands.disable("first")
        if commands.exists("first_made"):
            commands.disable("first_made")
        for name in ("first", "first_off", "first_made"):
            if commands.exists(name):
                commands.drop(name)


@pytest.mark.parametrize("command", FIRST_COMMANDS)
def test_each_command_is_the_first_of_a_process(
    command: str, hbase: EmbeddedHBase, first_table: str
) -> None:
    program = (
        "from pyspark_hbase import shell\n"
        f"with shell.connect('thrift://{hbase.thrift}') as hbase:\n    {FIRST_COMMANDS[command]}"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (found.stdout.strip(), found.stderr) == (ANSWERS[command], "")


def test_the_commands_print_what_the_page_shows(
    hbase: EmbeddedHBase, spark: SparkSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session = spark.newSession()
    session.sql(f"CREATE TABLE IF NOT EXISTS hbase.default.flights ({COLUMNS}) USING hbase")
    session.sql(
        "INSERT INTO hbase.default.flights VALUES "
        "('AA', 1, 'JFK', 2475, 11.0), ('AA', 2, 'JFK', 2475, NULL), ('UA', 3, 'EWR', 200, 1.0)"
    )
    [console] = blocks("console")
    expected = [part.partition("\n") for part in console.split("$ ")[1:]]
    for line, _, shown in expected:
        program, *arguments = shlex.split(line.replace("gateway-host:9090", hbase.thrift))
        assert program == "pyspark-hbase"
        main(arguments)
        printed = capsys.readouterr()
        assert printed.out + printed.err == shown
