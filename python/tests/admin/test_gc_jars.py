"""Tests of the jars that are deleted, and of the reasons to keep the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from fake_cluster import FakeCluster
from pyspark_hbase._spark.jars import RegionServerJar, cache_folder
from pyspark_hbase.admin import Cluster, JarOutcome, gc_jars
from pyspark_hbase.errors import AdminError

FOLDER = "hdfs:///jars"
CURRENT = RegionServerJar(Path("/wheel/a.jar"), "1.1", "c" * 64)


def path(letter: str, version: str = "1.0") -> str:
    return f"{FOLDER}/pyspark-hbase-region-server-{version}-{letter * 12}.jar"


OLD, YOUNG, NAMED = path("a"), path("b"), path("d")


def cluster(**changes: Any) -> FakeCluster:
    given: dict[str, Any] = {
        "jars": {"t": NAMED, "u": NAMED, "without": None, "of_others": "hdfs:///theirs.jar"},
        "files": dict.fromkeys((OLD, YOUNG, NAMED, path("c", "1.1")), "digest"),
        "ages": {YOUNG: 3600.0},
        "disabled": {"t"},
    }
    return FakeCluster(**given | changes)


def kept(found: FakeCluster, **options: Any) -> dict[str, str]:
    reports = gc_jars(cast(Cluster, found), jar_folder=FOLDER, current=CURRENT, **options)
    assert [r.path for r in reports if r.outcome == JarOutcome.DELETED] == [
        r.path for r in reports if not r.reason
    ]
    return {report.path: report.reason for report in reports if report.reason}


def test_jars_that_nothing_names_are_deleted() -> None:
    found = cluster()
    assert kept(found) == {
        NAMED: "t and 1 more name it",
        YOUNG: "too young",
        path("c", "1.1"): "of this installation",
    }
    assert found.changes == [f"delete {OLD}"]


def test_jars_of_other_clusters_of_this_machine_are_not_deleted() -> None:
    found = cluster(settings={})
    with pytest.raises(AdminError, match="JAR_FOLDER_SHARED.*--jar-folder"):
        gc_jars(cast(Cluster, found), current=CURRENT)
    assert found.changes == []
    gc_jars(cast(Cluster, found), jar_folder=cache_folder().as_uri(), current=CURRENT)


def test_a_dry_run_deletes_nothing() -> None:
    found = cluster()
    assert OLD not in kept(found, dry_run=True)
    assert found.changes == []


def test_how_young_is_too_young_can_be_said() -> None:
    assert YOUNG not in kept(cluster(), kept_seconds=3600)


def test_a_snapshot_may_name_the_jars_of_its_time_and_before() -> None:
    snapshot = cluster(snapshot=("monthly", 500.0), ages={YOUNG: 499.0})
    reasons = kept(snapshot, kept_seconds=0)
    assert reasons[OLD] == "snapshot monthly may name it"
    assert YOUNG not in reasons


@pytest.mark.parametrize("named", ["/jars/*.jar", "hdfs:///jars", "hdfs:///jars/", OLD[7:]])
def test_a_path_that_means_several_files_or_has_no_scheme_keeps_what_it_can_mean(
    named: str,
) -> None:
    assert kept(cluster(jars={"t": named}))[OLD] == "t names it"


def test_who_does_not_see_all_tables_deletes_nothing() -> None:
    found = cluster(denied={"t"})
    with pytest.raises(AdminError, match=r"RIGHT_MISSING.*global right ADMIN"):
        kept(found)
    assert found.changes == []
