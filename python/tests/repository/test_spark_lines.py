"""versions.toml, the build and the sources name the same lines of Spark."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from pyspark_hbase._spark.jars import MAIN_LINE

ROOT: Final = Path(__file__).parents[3]
SPARK: Final[dict[str, Any]] = tomllib.loads((ROOT / "versions.toml").read_text())["spark"]
LINES: Final[dict[str, dict[str, Any]]] = SPARK["lines"]
SOURCES: Final = ROOT / "jvm/spark/src/main"
BUFFER: Final = re.compile(r"va[lr] (\w+)(?:: [^=]+)? = (?:mutable\.)?\w*Buffer\b")
ITERATOR: Final = re.compile(r"(\S*(?:[iI]terator|\.grouped\(|\.sliding\().*)\.toSeq\b")
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
    for name, line in LINES.items():
        if name != MAIN_LINE:
            assert _properties(name)["spark.version"] == line["maven"]


def test_the_extras_take_every_line_that_was_run_and_no_other() -> None:
    project = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]
    run = [name for name, line in LINES.items() if line["tested"] != "compiled"]
    lines = sorted(tuple(map(int, name.split("."))) for name in run)
    (oldest, least), (newest, most) = lines[0], lines[-1]
    span = f">={oldest}.{least},<{newest}.{most + 1}"
    extras = project["optional-dependencies"]
    assert extras["spark"] == [f"pyspark{span}"]
    assert f"pyspark[connect]{span}" in extras["connect"]


def test_the_build_knows_the_lines_beside_its_own() -> None:
    others = [name for name in LINES if name != MAIN_LINE]
    assert _said("spark-others") == others
    assert _said("spark-scalas") == [f"{n}_{scala}" for n in others for scala in LINES[n]["scala"]]


def _said(asked: str) -> list[str]:
    said = subprocess.run(
        [sys.executable, ROOT / "python/src/pyspark_hbase/admin/_releases.py", asked],
        capture_output=True,
        text=True,
        check=True,
    )
    return said.stdout.split()


def test_the_build_takes_the_folders_of_a_line() -> None:
    for name in LINES:
        taken = {value for key, value in _properties(name).items() if key.startswith("shim.")}
        assert taken == {folder.name for folder in _folders() if _has(folder, name)}, name


def test_each_line_has_the_same_files_and_each_file_once() -> None:
    lines: defaultdict[Path, list[str]] = defaultdict(list)
    for folder in _folders():
        for file in folder.glob("**/*.scala"):
            lines[file.relative_to(folder)] += [name for name in LINES if _has(folder, name)]
    assert lines
    assert all(sorted(of_file) == sorted(LINES) for of_file in lines.values()), lines


def test_each_scala_has_the_same_files() -> None:
    scalas = {scala for line in LINES.values() for scala in line["scala"]}
    files = {
        folder.name.removeprefix("scala-"): {f.relative_to(folder) for f in folder.rglob("*.scala")}
        for folder in SOURCES.glob("scala-*")
    }
    assert scalas <= files.keys()
    assert len({frozenset(of_scala) for of_scala in files.values()}) == 1


def test_no_sequence_is_a_buffer_or_lazy_with_scala_2_12() -> None:
    """There toSeq of a buffer is the buffer itself, and of an iterator it is lazy."""
    texts = {file.name: file.read_text() for file in SOURCES.rglob("*.scala")}
    found = [
        f"{file}: {name}.toSeq; say toList"
        for file, text in texts.items()
        for name in [*BUFFER.findall(text), *ITERATOR.findall(text)]
        if f"{name}.toSeq" in text
    ]
    assert texts
    assert not found


def _folders() -> list[Path]:
    return list(SOURCES.glob("spark-*"))


def _has(folder: Path, line: str) -> bool:
    """Whether a folder, ``spark-4.3`` or ``spark-4.1-4.2``, is for a line."""
    first, _, last = folder.name.removeprefix("spark-").partition("-")
    return float(first) <= float(line) <= float(last or first)


def _properties(line: str) -> dict[str, str]:
    """The properties of the Spark module for a line; profiles come over what the module says."""
    pom = ElementTree.parse(ROOT / "jvm/spark/pom.xml").getroot()
    of_profiles = {
        profile.findtext("{*}id"): profile.find("{*}properties")
        for profile in pom.iterfind("{*}profiles/{*}profile")
    }
    found: dict[str, str] = {}
    others = [] if line == MAIN_LINE else [of_profiles["spark-line"], of_profiles[f"spark-{line}"]]
    for properties in [pom.find("{*}properties"), *others]:
        assert properties is not None
        # Comments have no tag.
        named = [p for p in properties if isinstance(p.tag, str)]
        found |= {p.tag.partition("}")[2]: p.text or "" for p in named}
    return found


def test_the_page_lists_every_line() -> None:
    page = (ROOT / "docs/COMPATIBILITY.md").read_text()
    assert re.findall(r"^\| (\d\.\d) \| ([\d.]+) \| (\w+) \|", page, re.M) == [
        (name, line["pyspark"], WORDS[line["tested"]]) for name, line in LINES.items()
    ]
