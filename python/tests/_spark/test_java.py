"""Tests of the choice of Java, and of the error without any."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspark_hbase._spark.java import find_java, java_command, java_versions
from pyspark_hbase.errors import SetupError


@pytest.fixture(autouse=True)
def spark_4(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the PySpark at hand be one of Spark 4."""
    monkeypatch.setattr("pyspark_hbase._spark.java.pyspark_version", lambda: "4.3.0")


def fake_java(home: Path, version: str) -> None:
    command = home / "bin" / "java"
    command.parent.mkdir(parents=True)
    command.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2025-04-15' >&2\n")
    command.chmod(0o755)


def test_java_home_comes_before_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_java(tmp_path, "17.0.15")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert java_command() == str(tmp_path / "bin" / "java")


@pytest.mark.parametrize(("text", "version"), [("17.0.15", 17), ("21.0.8", 21), ("25", 25)])
def test_a_later_java_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, version: int
) -> None:
    fake_java(tmp_path, text)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert find_java().version == version


def test_no_java_at_all_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SetupError, match=r"No Java found.*Install JDK 17"):
        java_command()


@pytest.mark.parametrize(("version", "found"), [("1.8.0_402", "Java 8 "), ("11.0.22", "Java 11")])
def test_an_older_java_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, found: str
) -> None:
    fake_java(tmp_path, version)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(SetupError, match=rf"{found}.*Java 17 or later is needed"):
        java_command()


def test_spark_3_runs_on_java_11_and_was_not_tested_on_java_21(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyspark_hbase._spark.java.pyspark_version", lambda: "3.5.9")
    fake_java(tmp_path, "11.0.22")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert find_java().version == 11
    assert java_versions() == (11, 17)
