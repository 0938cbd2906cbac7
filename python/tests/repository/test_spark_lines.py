"""versions.toml, the build and the sources name the same lines of Spark."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from pyspark_hbase._spark.jars import MAIN_LINE

ROOT: Final = Path(__file__).parents[3]
SPARK: Final[dict[str, Any]] = tomllib.loads((ROOT / "versions.toml").read_text())["spark"]
LINES: Final[dict[str, dict[str, str]]] = SPARK["lines"]
SOURCES: Final = ROOT / "jvm/spark/src/main"
WORDS: Final = {"all": "everything", "cell": "smoke", "compiled": "compiled"}


def test_everything_runs_on_the_line_of_the_wheels_jar() -> None:
    assert [name for name, line in LINES.items() if line["tested"] == "all"] == [SPARK["main"]]
    assert SPARK["main"] == MAIN_LINE
    parent = (ROOT / "jvm/pom.xml").read_text()
    assert f"<spark.line>{MAIN_LINE}</spark.line>" in parent
    assert f"<spark.version>{LINES[MAIN_LINE]['maven']}</spark.version>" in parent
    requirements = (ROOT / "python/requirements-dev.txt").read_text()
    assert f"pyspark=={LINES[MAIN_LINE]['pyspark']}\n" in requirements


def test_each_other_line_has_a_profile() -> None:
    spark, dist = ((ROOT / f"jvm/{module}/pom.xml").read_text() for module in ("spark", "dist"))
    for name, line in LINES.items():
        if name != MAIN_LINE:
            assert f"<spark.version>{line['maven']}</spark.version>" in spark
            for pom in (spark, dist):
                assert f"<id>spark-{name}</id>" in pom


def test_each_line_has_the_same_files() -> None:
    lines: defaultdict[str, set[str]] = defaultdict(set)
    for file in SOURCES.glob("spark-*/**/*.scala"):
        folder, *path = file.relative_to(SOURCES).parts
        lines["/".join(path)].add(folder.removeprefix("spark-"))
    assert lines
    assert all(of_file == LINES.keys() for of_file in lines.values()), lines


def test_the_page_lists_every_line() -> None:
    page = (ROOT / "docs/COMPATIBILITY.md").read_text()
    assert re.findall(r"^\| (\d\.\d) \| ([\d.]+) \| (\w+) \|", page, re.M) == [
        (name, line["pyspark"], WORDS[line["tested"]]) for name, line in LINES.items()
    ]
