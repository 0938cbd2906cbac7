"""The releases of HBase and the lines of Spark that the product was tested with: versions.toml.

``build.sh`` runs this file alone, so it needs nothing but Python.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

# Python 3.10 has no reader of TOML.
_ENTRY: Final = re.compile(
    r'^\[hbase\.releases\."(?P<release>[\d.]+)"\]\n'
    r'maven = "(?P<maven>[^"]+)"\ntested = "(?P<tested>\w+)"\ndirect = (?P<direct>true|false)$',
    re.M,
)
_LINE: Final = re.compile(
    r'^\[spark\.lines\."(?P<name>[\d.]+)"\]\n'
    r'maven = "(?P<maven>[^"]+)"\npyspark = "(?P<pyspark>[^"]+)"\ntested = "(?P<tested>\w+)"$',
    re.M,
)
# A distribution puts something of its own behind the release that it is built from.
_VERSION: Final = re.compile(r"(\d+\.\d+\.\d+)(?!\d)(.*)", re.S)
_OF_APACHE: Final = frozenset({"", "-hadoop3"})


@dataclass(frozen=True, slots=True)
class Release:
    """A release of HBase."""

    name: str
    maven: str
    """The version of the artifacts that tests take."""
    tested: str
    """``all``, ``cell`` or ``linked``."""
    is_direct: bool
    """Whether store files are read directly."""


@dataclass(frozen=True, slots=True)
class SparkLine:
    """A line of Spark."""

    name: str
    maven: str
    """The version of the artifacts that the line's jar is compiled with."""
    pyspark: str
    """The release of PySpark that its tests run with."""
    tested: str
    """``all``, ``cell`` or ``compiled``."""


@cache
def releases() -> dict[str, Release]:
    """By name, in ascending order."""
    found = [
        Release(match["release"], match["maven"], match["tested"], match["direct"] == "true")
        for match in _ENTRY.finditer(_text())
    ]
    return {release.name: release for release in found}


@cache
def spark_lines() -> dict[str, SparkLine]:
    """By name, in ascending order."""
    found = [SparkLine(**match.groupdict()) for match in _LINE.finditer(_text())]
    return {line.name: line for line in found}


def _text() -> str:
    return Path(__file__).with_name("versions.toml").read_text(encoding="utf-8")


def newest_release() -> Release:
    """Return the release whose classes are in the jars of this package."""
    return next(release for release in releases().values() if release.tested == "all")


def release_of(version: str) -> tuple[str, bool]:
    """The release that a version is built from, and whether it is Apache's own build.

    >>> release_of("2.6.4-hadoop3"), release_of("2.6.3.7.3.3.0-56"), release_of("2.6.1-amzn-0")
    (('2.6.4', True), ('2.6.3', False), ('2.6.1', False))
    """
    match = _VERSION.fullmatch(version)
    return (version, False) if match is None else (match[1], match[2] in _OF_APACHE)


def _values(cell: str) -> list[str]:
    """The values of ``hbase-<release>`` or ``spark-<line>`` for the build; empty for others."""
    kind, _, name = cell.partition("-")
    release = releases().get(name) if kind == "hbase" else None
    line = spark_lines().get(name) if kind == "spark" else None
    if release is not None:
        return [release.maven, release.tested]
    return [] if line is None else [line.maven, line.pyspark, line.tested]


if __name__ == "__main__":
    sys.stdout.write(" ".join(_values(sys.argv[1])))
