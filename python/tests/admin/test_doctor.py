"""The findings of the doctor in tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from fake_cluster import FakeCluster
from pyspark_hbase._spark.jars import RegionServerJar
from pyspark_hbase.admin import Cluster
from pyspark_hbase.admin._doctor import tables
from pyspark_hbase.admin._model import Handshake

JAR = RegionServerJar(Path("/wheel/a.jar"), "1.0", "d" * 64)
OWN = "time zones 19278ece, some longer digits (Java 17, tzdata 2025a)"


@dataclass
class FakeJavas(FakeCluster):
    """Region servers say what they take from Java."""

    theirs: str = OWN

    def java_rules(self) -> str:
        return OWN

    def handshakes(self, name: str) -> list[Handshake]:
        return [replace(answer, java=self.theirs) for answer in super().handshakes(name)]


def found(theirs: str) -> list[str]:
    cluster = FakeJavas({"t": "a.jar"}, files={"a.jar": JAR.digest}, theirs=theirs)
    checks = tables(cast(Cluster, cluster), JAR)
    return [
        f"{check.level.name} {check.finding}" for check in checks if check.name == "rules of Java"
    ]


def test_equal_rules_are_well_whatever_the_release_of_java() -> None:
    assert found(OWN) == [f"OK {OWN}"]
    assert found(OWN.replace("Java 17", "Java 21")) == [f"OK {OWN}"]


def test_other_rules_are_named_with_their_servers() -> None:
    theirs = OWN.replace("19278ece", "aaaaaaaa").replace("2025a", "2022a")
    assert found(theirs) == [f"WARN a:1: {theirs}; here: {OWN}"]


def test_servers_that_do_not_say_their_rules_are_no_finding() -> None:
    assert found("") == []
