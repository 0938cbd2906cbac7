"""JSON catalogs of other connectors as CREATE TABLE; the cases are the Scala reader's too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pyspark_hbase._schema.json_catalog import create_table
from pyspark_hbase.cli import main
from pyspark_hbase.errors import CatalogError

CASES = json.loads(
    Path(__file__, "../../../../tests/golden/json_catalog/catalogs.json").resolve().read_text()
)


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["name"])
def test_a_catalog_becomes_a_statement(case: dict[str, Any]) -> None:
    assert create_table(case["catalog"]).splitlines() == case["statement"]


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["name"])
def test_what_cannot_be_read_exactly_is_refused_with_the_reason(case: dict[str, Any]) -> None:
    with pytest.raises(CatalogError) as caught:
        create_table(case["catalog"])
    assert caught.value.code == case["code"]
    assert case["says"] in caught.value.values["reason"]


def test_the_command_prints_the_statement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "catalog.json"
    file.write_text(CASES["cases"][1]["catalog"])
    assert main(["migrate-catalog", str(file), "--table", "hbase.shop.prices"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("CREATE TABLE hbase.shop.prices (\n")
    assert printed.endswith("'q');\n")


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate-catalog", str(tmp_path / "nothing.json")]) == 2
    assert "nothing.json cannot be read" in capsys.readouterr().err
    file = tmp_path / "catalog.json"
    file.write_text(CASES["refused"][0]["catalog"])
    assert main(["migrate-catalog", str(file)]) == 2
    assert "[SPARKSQL_HBASE.FOREIGN_ENCODING]" in capsys.readouterr().err
