"""A first look at the package: help, completion, the text of objects, type checkers."""

from __future__ import annotations

import pydoc
import subprocess
import sys
from pathlib import Path

import pytest
from public_modules import public_module

import pyspark_hbase
from pyspark_hbase import SubPlan, TableSchema, types
from pyspark_hbase.expressions import avg, col, count, max_, sum_
from pyspark_hbase.table_schema import CellPlace, Column, KeyPlace

SCREEN_LINES = 40
NUMBERS = [f"number_of_the_day_{i}" for i in range(60)]
WIDE = TableSchema(
    name="default.wide",
    hbase_table="ns:wide",
    columns=(
        Column("id", types.BIGINT, KeyPlace(0), nullable=False),
        *(Column(name, types.DOUBLE, CellPlace(b"f", name.encode())) for name in NUMBERS),
    ),
)
PUBLIC = sorted(
    path.stem
    for path in Path(pyspark_hbase.__path__[0]).iterdir()
    if not path.name.startswith("_") and path.suffix in {"", ".py"} and path.name != "jars"
)


def test_the_first_screen_of_help_has_every_public_name() -> None:
    lines = pydoc.plain(pydoc.render_doc(pyspark_hbase)).splitlines()
    screen = "\n".join(lines[:SCREEN_LINES])
    assert [name for name in pyspark_hbase.__all__ if f"``{name}``" not in screen] == []


@pytest.mark.parametrize("module", PUBLIC)
def test_a_public_module_says_which_names_are_public(module: str) -> None:
    found = public_module(module)
    assert [
        name for name in found.__all__ if name.startswith("_") or not hasattr(found, name)
    ] == []


def test_objects_show_themselves_in_a_few_lines() -> None:
    plan = (
        SubPlan.scan(WIDE)
        .filter((col("id") > 5) & col("number_of_the_day_1").is_not_null())
        .group_by("number_of_the_day_2")
        .agg(count(), *(aggregate(name) for name in NUMBERS for aggregate in (sum_, avg, max_)))
    )
    grouped = SubPlan.scan(WIDE).group_by("id")
    ordered = SubPlan.scan(WIDE).order_by("id")
    for each in (plan, grouped, ordered, WIDE, plan.output[0], WIDE.columns[0], col("id") > 5):
        assert len(repr(each)) < 400, repr(each)
    assert repr(WIDE) == (
        "TableSchema('default.wide', hbase_table='ns:wide', key=(id), 61 columns)"
    )
    assert repr(SubPlan.scan(WIDE).limit(3)) == "SubPlan(Scan(default.wide) -> Limit(3))"
    assert repr(plan).startswith("SubPlan(Scan(default.wide) -> Filter((id > 5) AND")
    first, second, *others = WIDE.describe().splitlines()
    assert first == repr(WIDE) and second.split()[:4] == ["id", "bigint", "NOT", "NULL,"]
    assert len(others) == len(NUMBERS)


def test_completion_of_a_sub_plan_offers_what_users_call() -> None:
    public = {name for name in dir(SubPlan) if not name.startswith("_")}
    assert public.isdisjoint({"wire_output", "is_verbatim"})
    assert {"filter", "select", "group_by", "to_arrow", "explain"} <= public


def test_a_type_checker_finds_a_misspelt_name(tmp_path: Path) -> None:
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nignore_missing_imports = True\n"
        "[mypy-pyspark.*,py4j.*,pyarrow.*,pandas.*,polars.*,google.*]\nfollow_imports = skip\n"
    )
    (tmp_path / "program.py").write_text(
        "import pyspark_hbase\n"
        "spark = pyspark_hbase.session(quorum='a:1')\n"
        "pyspark_hbase.sesion()\n"
        "pyspark_hbase.connect('thrift://a').sqll('SELECT 1 FROM t')\n"
        "from pyspark_hbase.expressions import coll\n"
    )
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "program.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
    assert [line.split(":")[1] for line in told] == ["3", "4", "5"], told
    assert "sesion" in told[0] and "sqll" in told[1] and "coll" in told[2]
