"""Tests of :func:`pyspark_hbase.add_to` with Spark Connect servers that lack something."""

from __future__ import annotations

import logging
import re
from types import SimpleNamespace
from typing import Any

import pyspark
import pytest
from pyspark.errors import AnalysisException

from pyspark_hbase import add_to
from pyspark_hbase._spark.jars import package_version
from pyspark_hbase._spark.session import EXTENSIONS_CLASS
from pyspark_hbase.errors import SetupError, VersionMismatchError


class FakeSession:
    """A session as its client sees it; ``answer`` is the version, or what the server raises."""

    def __init__(self, answer: str | Exception, **conf: str) -> None:
        self.settings = {key.replace("__", "."): value for key, value in conf.items()}
        self.conf = SimpleNamespace(set=self.settings.__setitem__, get=self.settings.get)
        self._answer = answer

    def sql(self, text: str) -> Any:
        assert text == "CALL hbase.system.version()"
        if isinstance(self._answer, Exception):
            raise self._answer
        return SimpleNamespace(collect=lambda: [(self._answer,)])


# Sessions are told by where their class lies: classic PySpark has one of the same name.
FakeSession.__module__ = "pyspark.sql.connect.session"


def add(session: FakeSession, quorum: str | None = "zk1") -> None:
    assert add_to(session, quorum=quorum) is session  # type: ignore[arg-type, comparison-overlap]


def test_a_server_with_all_there_is_gets_the_catalog(caplog: pytest.LogCaptureFixture) -> None:
    session = FakeSession(package_version(), spark__sql__extensions=f"a.B,{EXTENSIONS_CLASS}")
    add(session)
    assert session.settings["spark.sql.catalog.hbase.quorum"] == "zk1:2181"
    assert session.settings["spark.sql.catalog.hbase"].endswith(".HBaseCatalog")
    assert caplog.text == ""


def test_the_quorum_of_the_server_is_kept() -> None:
    session = FakeSession(package_version(), spark__sql__catalog__hbase__quorum="zk7:2181")
    add(session, quorum=None)
    assert session.settings["spark.sql.catalog.hbase.quorum"] == "zk7:2181"
    with pytest.raises(SetupError, match="No quorum is known"):
        add(FakeSession(package_version()), quorum=None)


def test_a_server_without_the_extensions_is_one_line_of_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        add(FakeSession(package_version()))
    assert "region servers get conditions, limits and simple aggregations; other" in caplog.text


def test_a_server_without_the_jar_is_refused() -> None:
    missing = AnalysisException(
        "Cannot find catalog plugin class for catalog 'hbase': "
        "org.apache.spark.sql.hbase.HBaseCatalog."
    )
    # PyPI's PySpark 3.5 has Scala 2.12.
    line = ".".join(pyspark.__version__.split(".")[:2])
    jar = f"spark-{line}_2.1{2 if line == '3.5' else 3}.jar"
    with pytest.raises(
        SetupError, match=rf"without the jars.*--jars .*common\.jar,.*{re.escape(jar)}"
    ):
        add(FakeSession(missing))
    other = AnalysisException("permission denied")
    with pytest.raises(AnalysisException, match="permission denied"):
        add(FakeSession(other))


def test_a_server_with_the_jar_of_another_version_is_refused() -> None:
    with pytest.raises(VersionMismatchError) as caught:
        add(FakeSession("9.9.9"))
    assert caught.value.values["found"] == "9.9.9"


def test_a_session_that_is_none_of_spark_connect_is_refused() -> None:
    with pytest.raises(SetupError, match="add_to is for sessions of Spark Connect"):
        add_to(SimpleNamespace())  # type: ignore[arg-type]
