"""The findings of the doctor in tables."""

from __future__ import annotations

import platform
import re
import sys
import zipfile
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import cast

import pytest

from fake_cluster import FakeCluster
from pyspark_hbase import admin
from pyspark_hbase._spark.jars import RegionServerJar
from pyspark_hbase.admin import Cluster, Level, RegionState, status
from pyspark_hbase.admin._doctor import tables, this_machine
from pyspark_hbase.admin._model import Handshake, JavaRules
from pyspark_hbase.cli import main
from pyspark_hbase.errors import AdminError

JAR = RegionServerJar(Path("/wheel/a.jar"), "1.0", "d" * 64)
OWN = JavaRules("time zones 19278ece (Java 17, tzdata 2025a)", "0123abcd", "Java 17, tzdata 2025a")


@dataclass
class FakeJavas(FakeCluster):
    """Region servers say what they take from Java."""

    theirs: JavaRules | None = OWN

    def java_rules(self) -> JavaRules:
        return OWN

    def handshakes(self, name: str) -> list[Handshake]:
        return [replace(answer, java=self.theirs) for answer in super().handshakes(name)]


def test_who_may_not_read_the_metadata_still_sees_the_tables_with_the_coprocessor() -> None:
    class Guarded(FakeJavas):
        def sql_tables(self) -> list[str]:
            raise AdminError("RIGHT_MISSING", "Have READ granted to you.", table="metadata")

    files = {"a.jar": JAR.digest}
    checks = tables(cast(Cluster, Guarded({"t": "a.jar", "u": None}, files=files)), JAR)
    assert [(each.name, each.level.name) for each in checks[:2]] == [
        ("table t", "OK"),
        ("tables", "WARN"),
    ]
    assert "Have READ granted" in checks[1].finding
    [only] = tables(cast(Cluster, Guarded({"u": None})), JAR)
    assert only.name == "tables" and "Have READ granted" in only.finding
    told: list[AdminError] = []
    guarded = cast(Cluster, Guarded({"t": "a.jar", "u": None}, files=files))
    assert [each.table.name for each in status(guarded, unknown=told.append)] == ["t"]
    assert [each.code for each in told] == ["RIGHT_MISSING"]
    with pytest.raises(AdminError, match="RIGHT_MISSING"):
        status(guarded)


def test_sql_tables_without_the_coprocessor_are_named() -> None:
    cluster = FakeJavas(
        {"t": "a.jar", "u": None, "v": None}, files={"a.jar": JAR.digest}, sql=("t", "u", "gone")
    )
    checks = tables(cast(Cluster, cluster), JAR)
    [check] = [check for check in checks if check.name == "table u"]
    assert (check.level.name, check.advice) == ("WARN", "pyspark-hbase deploy u")
    assert "queries run in Spark" in check.finding
    assert not any(check.name in {"table v", "table gone"} for check in checks)
    assert [each.table.name for each in status(cast(Cluster, cluster))] == ["t", "u"]
    loaded = FakeJavas({"u": None}, sql=("u",), of_servers=JAR.digest)
    assert [check.level.name for check in tables(cast(Cluster, loaded), JAR)] == ["OK"]


def test_one_region_runs_the_jar() -> None:
    class OneRegion(FakeJavas):
        def handshakes(self, name: str) -> list[Handshake]:
            return super().handshakes(name)[:1]

    checks = tables(cast(Cluster, OneRegion({"t": "a.jar"}, files={"a.jar": JAR.digest})), JAR)
    assert checks[0].finding == "1 region runs 1.0, this jar"


def found(theirs: JavaRules | None) -> list[str]:
    cluster = FakeJavas({"t": "a.jar"}, files={"a.jar": JAR.digest}, theirs=theirs)
    checks = tables(cast(Cluster, cluster), JAR)
    return [
        f"{check.level.name} {check.finding}" for check in checks if check.name == "rules of Java"
    ]


def test_equal_rules_are_well_whatever_the_release_of_java() -> None:
    assert found(OWN) == [f"OK {OWN.text}"]
    assert found(replace(OWN, text="other words (Java 21)")) == [f"OK {OWN.text}"]


def test_other_rules_are_named_with_their_servers() -> None:
    theirs = JavaRules("time zones aaaaaaaa (Java 8)", "aaaaaaaa", "Java 8")
    assert found(theirs) == [f"WARN a:1: {theirs.text}; here: {OWN.text}"]
    # The text is for people: it may be the same where a rule that it does not show is another.
    assert found(replace(OWN, digest="0")) == [f"WARN a:1: {OWN.text}; here: {OWN.text}"]


def test_servers_that_do_not_say_their_rules_are_no_finding() -> None:
    assert found(None) == []


def doctor(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, list[str]]]:
    """The exit status, and level and finding of each check by its name."""
    code = main(["doctor", *options])
    lines = (re.split(" {2,}", line, maxsplit=2) for line in capsys.readouterr().out.splitlines())
    return code, {name: [level, finding] for level, name, finding in lines}


def test_without_a_cluster_this_machine_is_looked_at(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PYSPARK_HBASE_QUORUM", raising=False)
    monkeypatch.setenv("HBASE_CONF_DIR", str(tmp_path))
    code, checks = doctor(capsys)
    assert code == 0
    assert list(checks) == [
        *("Java", "Python", "PySpark", "HBase classes", "extras"),
        *("installation", "configuration", "cluster"),
    ]
    assert checks["Python"] == ["OK", f"Python {platform.python_version()} at {sys.executable}"]
    assert checks["PySpark"][1] == f"PySpark {version('pyspark')}"
    assert checks["extras"] == ["OK", "complete: spark, thrift, sql, cli, embedded"]
    assert checks["configuration"] == ["WARN", f"no hbase-site.xml in {tmp_path}, defaults"]
    assert checks["cluster"][0] == "WARN" and "--quorum" in checks["cluster"][1]
    monkeypatch.setenv("HBASE_CONF_DIR", "/nope")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    code, checks = doctor(capsys, "--quorum", "nowhere:1")
    assert code == 1
    assert checks["Java"][0] == "FAIL" and str(tmp_path) in checks["Java"][1]
    assert checks["configuration"][0] == "FAIL" and "/nope" in checks["configuration"][1]


def jar_of_hbase(path: Path, version: str, *more: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", f"Implementation-Version: {version}\n")
        for name in ("org/apache/hadoop/hbase/util/VersionInfo.class", *more):
            jar.writestr(name, b"")
    return path


@pytest.fixture
def spark_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "spark"
    (home / "jars").mkdir(parents=True)
    (home / "conf").mkdir()
    monkeypatch.setenv("SPARK_HOME", str(home))
    monkeypatch.delenv("SPARK_CONF_DIR", raising=False)
    monkeypatch.delenv("SPARK_DIST_CLASSPATH", raising=False)
    return home


def hbase_classes() -> tuple[str, str]:
    [check] = [each for each in this_machine() if each.name == "HBase classes"]
    return check.level.name, check.finding


@pytest.mark.parametrize(
    "place",
    ["folder", "spark.jars", "spark.driver.extraClassPath", "SPARK_DIST_CLASSPATH"],
)
def test_another_release_of_hbase_on_the_class_path_of_spark_is_found(
    spark_home: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    own = jar_of_hbase(
        spark_home / "jars" / "own.jar",
        "0.1.0",
        "org/apache/spark/sql/hbase/wire/ProductVersion.class",
    )
    jar_of_hbase(spark_home / "jars" / "hbase-common.jar", "2.6.4-hadoop3")
    assert hbase_classes()[0] == "OK"
    folder = spark_home / ("jars" if place == "folder" else "elsewhere")
    found = jar_of_hbase(folder / "hbase-shaded-client.jar", "2.4.17")
    defaults = spark_home / "conf" / "spark-defaults.conf"
    if place == "SPARK_DIST_CLASSPATH":
        monkeypatch.setenv(place, f"/etc/hbase/conf:{folder}/*")
    elif place != "folder":
        entry = f"hdfs:///b.jar,file://{found}" if place == "spark.jars" else f"/etc/conf:{found}"
        defaults.write_text(f"# of this test\n{place}   {entry}\nspark.ui.enabled=false\n")
    level, finding = hbase_classes()
    assert level == "WARN" and f"{found} has HBase 2.4.17," in finding
    assert str(own) not in finding


def test_calls_that_a_region_server_could_not_make_are_told() -> None:
    calls = "java.lang.NoSuchMethodError: a.B.c()"
    cluster = FakeJavas({"t": "a.jar"}, files={"a.jar": JAR.digest}, unlinked=calls)
    [check] = [check for check in tables(cast(Cluster, cluster), JAR) if check.name == "table t"]
    assert check.level.name == "WARN"
    assert check.finding.endswith(f", 2 refused sub-plans: {calls}")
    assert "the whole jar" in check.advice


def test_a_jar_that_is_gone_comes_before_what_the_regions_say() -> None:
    cluster = FakeJavas({"t": "a.jar"}, failures={"t": RegionState.UNREACHABLE})
    [found] = status(cast(Cluster, cluster), ["t"])
    assert found.jar_is_gone and not found.is_sound
    [check] = [check for check in tables(cast(Cluster, cluster), JAR) if check.name == "table t"]
    assert check.level is Level.FAIL
    assert check.finding.startswith("a.jar is gone") and check.finding.endswith(
        "1 of 2 regions answer"
    )
    assert check.advice == "pyspark-hbase deploy t"


def test_a_cluster_that_does_not_answer_is_a_line_behind_those_of_this_machine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, checks = doctor(capsys, "--quorum", "127.0.0.1:1")
    assert code == 1
    assert checks["Java"][0] == "OK"
    assert checks["cluster"][0] == "FAIL" and "127.0.0.1:1" in checks["cluster"][1]


def test_the_folder_that_tables_use_is_looked_at() -> None:
    cluster = FakeJavas({"t": "hdfs:///used/a.jar"}, files={"hdfs:///used/a.jar": JAR.digest})
    found = admin.doctor(cast(Cluster, cluster))
    [folder] = [check for check in found if check.name == "jar folder"]
    assert folder.finding.startswith("hdfs:///used ")
