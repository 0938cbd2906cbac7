"""The examples of docs/SHELL.md run as they stand, but for the address of the gateway."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from pyspark_hbase.cli import main
from pyspark_hbase.embedded import EmbeddedHBase

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "SHELL.md").read_text(encoding="utf-8")
COLUMNS = (
    "carrier STRING NOT NULL, flight INT NOT NULL, origin STRING, distance INT, arr_delay DOUBLE, "
    "PRIMARY KEY (carrier, flight)"
)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.M | re.S)


def test_the_commands_answer_as_the_page_says(
    hbase: EmbeddedHBase, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {}
    for example in blocks("python"):
        exec(example.replace("gateway-host:9090", hbase.thrift), names)
    printed = capsys.readouterr().out
    time = r"timestamp=[-\d:.TZ]+"
    shown = re.sub(time, "t", "\n".join(f"    {line}" for line in printed.split("\n")[:4]))
    assert shown in re.sub(time, "t", PAGE)
    assert names["texts"] == [b"fish", b"soup"]
    assert names["monday"]["f:read"] == (1).to_bytes(8, "big")
    last = printed.strip().rpartition("\n")[2]
    assert f"# {last}\n" in PAGE


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
