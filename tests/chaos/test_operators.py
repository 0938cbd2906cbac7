"""Operators while a part of the cluster is away: what they are told, and what repairs it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from apart import REGION_SERVERS, Apart
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from workers import typed

from pyspark_hbase.admin import Cluster, DeployOptions, Level, deploy, doctor, status
from pyspark_hbase.errors import ServerError


def test_a_jar_that_is_gone_is_named_and_deploy_repairs_it(
    apart: Apart, spark: SparkSession, tmp_path: Path
) -> None:
    spark.sql(
        "CREATE TABLE hbase.default.of_jar (id INT NOT NULL, v INT, PRIMARY KEY (id)) USING hbase "
        "TBLPROPERTIES ('hbase.splits' = '100; 200')"
    )
    spark.sql("INSERT INTO hbase.default.of_jar SELECT CAST(id AS INT), 1 FROM range(300)")
    options = DeployOptions(jar_folder=tmp_path.as_uri(), canary=False)
    with Cluster.of_session(spark) as cluster:
        report = deploy(cluster, ["of_jar"], options)
        assert report.succeeded, report
        [jar] = tmp_path.glob("*.jar")
        jar.unlink()
        for name in REGION_SERVERS:
            apart.servers.restart(name)
        [found] = status(cluster, ["of_jar"])
        assert found.jar_is_gone and not found.is_sound
        [check] = [c for c in doctor(cluster) if c.name == "table of_jar"]
        assert check.level is Level.FAIL
        assert f"{jar.as_uri()} is gone" in check.finding
        assert check.advice == "pyspark-hbase deploy of_jar"
        texts = [check.finding, *(answer.problem for answer in found.handshakes)]
        assert not any("\n" in text or "\tat " in text for text in texts)
        told: list[tuple[str, str]] = []
        report = deploy(cluster, ["of_jar"], options, tell=lambda *step: told.append(step))
        assert any(step == "warning of named jars" and jar.name in text for step, text in told)
        assert report.succeeded, report
        [found] = status(cluster, ["of_jar"])
        assert found.is_sound
    [row] = spark.sql("SELECT count(*), sum(v) FROM hbase.default.of_jar").collect()
    assert tuple(row) == (300, 300)
    spark.sql("DROP TABLE hbase.default.of_jar PURGE")


def test_a_master_that_is_away_is_named_within_a_bounded_time(
    apart: Apart, spark: SparkSession
) -> None:
    create = (
        "CREATE TABLE hbase.default.of_master (id INT NOT NULL, v INT, PRIMARY KEY (id)) "
        "USING hbase"
    )
    with Cluster.of_session(spark) as cluster:
        apart.servers.kill("master")
        try:
            with pytest.raises(ServerError, match="CLUSTER_UNREACHABLE.*master") as refused:
                cluster.info()
            assert refused.value.values["quorum"] == apart.quorum
            assert "attempts" not in refused.value.values["reason"]
            checks = doctor(cluster)
            assert {"Java", "Python", "installation"} <= {check.name for check in checks}
            assert checks[-1].level is Level.FAIL
            assert "CLUSTER_UNREACHABLE" in checks[-1].finding
            began = time.monotonic()
            with pytest.raises(PySparkException) as caught:
                spark.sql(create)
            assert typed(caught.value) == "CLUSTER_UNREACHABLE", str(caught.value)
            assert time.monotonic() - began < 90.0
        finally:
            apart.servers.restart("master")
    spark.sql(create)
    spark.sql("DROP TABLE hbase.default.of_master PURGE")
