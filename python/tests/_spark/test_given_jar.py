"""Jars that users name, looked at before anybody uploads them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from pyspark_hbase._spark.jars import RegionServerJar, common_jar, region_server_jar
from pyspark_hbase.errors import SetupError

OBSERVER = "org/apache/spark/sql/hbase/coprocessor/SparkSQLRegionObserver.class"


def test_the_jar_of_the_package_is_one() -> None:
    assert RegionServerJar.given(region_server_jar()) == RegionServerJar.read(region_server_jar())


def test_other_files_are_refused_with_what_they_lack(tmp_path: Path) -> None:
    text = tmp_path / "passwd"
    text.write_text("root:x:0:0")
    with pytest.raises(SetupError, match="passwd is no jar"):
        RegionServerJar.given(text)
    with pytest.raises(SetupError, match="has no SparkSQLRegionObserver"):
        RegionServerJar.given(common_jar())
    nameless = tmp_path / "nameless.jar"
    with zipfile.ZipFile(nameless, "w") as jar:
        jar.writestr(OBSERVER, b"")
    with pytest.raises(SetupError, match="says no version"):
        RegionServerJar.given(nameless)
    with pytest.raises(SetupError, match="cannot be read: No such file"):
        RegionServerJar.given(tmp_path / "missing.jar")
