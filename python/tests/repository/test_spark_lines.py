"""versions.toml, the build and the sources name the same lines of Spark."""

from __future__ import annotations

import re
import subprocess
import sys
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
    pom = (ROOT / "jvm/spark/pom.xml").read_text()
    for name, line in LINES.items():
        if name != MAIN_LINE:
            assert f"<spark.version>{line['maven']}</spark.version>" in pom
            assert f"<id>spark-{name}</id>" in pom


def test_the_extras_take_every_line_and_no_other() -> None:
    project = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]
    lines = sorted(tuple(map(int, name.split("."))) for name in LINES)
    (oldest, least), (newest, most) = lines[0], lines[-1]
    span = f">={oldest}.{least},<{newest}.{most + 1}"
    extras = project["optional-dependencies"]
    assert extras["spark"] == [f"pyspark{span}"]
    assert f"pyspark[connect]{span}" in extras["connect"]


def test_the_build_knows_the_lines_beside_its_own() -> None:
    said = subprocess.run(
        [sys.executable, ROOT / "python/src/pyspark_hbase/admin/_releases.py", "spark-others"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == [name for name in LINES if name != MAIN_LINE]


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
