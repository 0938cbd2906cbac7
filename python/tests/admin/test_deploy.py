"""Tests of a deployment's changes, their order, and their undoing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

from fake_cluster import FakeCluster
from pyspark_hbase._spark.jars import RegionServerJar
from pyspark_hbase._spark.quorum import Quorum
from pyspark_hbase.admin import (
    Cluster,
    DeployOptions,
    DeployReport,
    Level,
    Outcome,
    RegionState,
    deploy,
    undeploy,
)
from pyspark_hbase.admin._cluster import translated
from pyspark_hbase.errors import AdminError

JAR = RegionServerJar(Path("/wheel/a.jar"), "1.0", "d" * 64)
PATH = f"hdfs:///jars/pyspark-hbase-region-server-1.0-{'d' * 12}.jar"


def run(
    cluster: FakeCluster, *tables: str, told: list[str] | None = None, **options: Any
) -> DeployReport:
    chosen = DeployOptions(jar_folder="hdfs:///jars", jar=JAR, **options)
    lines = [] if told is None else told

    def tell(step: str, result: str) -> None:
        lines.append(f"{step}: {result}")

    return deploy(cast(Cluster, cluster), tables or ["*"], chosen, tell=tell)


def outcomes(report: DeployReport) -> dict[str, str]:
    return {table.table: table.outcome.value for table in report.tables}


def test_the_jar_is_published_and_tried_before_tables_are_changed() -> None:
    cluster = FakeCluster({"t": None, "u": "hdfs:///old.jar"}, files={"hdfs:///old.jar": "o"})
    report = run(cluster)
    assert cluster.changes == [
        f"publish {PATH}",
        "create canary",
        "flush",
        "rewrite",
        "flush",
        "compact",
        "drop canary",
        "attach t",
        "attach u",
    ]
    assert outcomes(report) == {"t": "deployed", "u": "replaced"}
    assert cluster.jars == {"t": PATH, "u": PATH}
    assert [table.regions for table in report.tables] == [2, 2]


def test_a_file_that_somebody_put_under_the_name_of_the_jar_is_never_run() -> None:
    class Raced(FakeCluster):
        def publish(self, source: Path, target: str, digest: str) -> None:
            super().publish(source, target, "e" * 64)

    cluster = Raced({"t": None})
    with pytest.raises(AdminError, match=rf"JAR_DIFFERS.*path={PATH}") as caught:
        run(cluster)
    assert caught.value.values["found"] == "e" * 64
    assert cluster.changes == [f"publish {PATH}"]


@pytest.mark.parametrize("attached", [None, PATH])
def test_a_table_whose_servers_load_the_coprocessor_anyway_is_refused(attached: str | None) -> None:
    cluster = FakeCluster({"t": attached}, files={PATH: JAR.digest}, of_servers=JAR.digest)
    with pytest.raises(AdminError, match=r"PREFLIGHT_FAILED.*t: HBase loads it from their class"):
        run(cluster)
    assert cluster.changes == []


def test_a_second_deployment_changes_nothing() -> None:
    cluster = FakeCluster({"t": None})
    run(cluster)
    cluster.changes.clear()
    assert outcomes(run(cluster)) == {"t": "unchanged"}
    assert cluster.changes == []


def test_a_dry_run_changes_nothing_and_says_what_it_would() -> None:
    cluster = FakeCluster({"t": None})
    assert outcomes(run(cluster, dry_run=True)) == {"t": "deployed"}
    assert cluster.changes == []


def test_a_deployment_that_was_interrupted_is_finished() -> None:
    cluster = FakeCluster({"t": PATH, "u": None}, files={PATH: JAR.digest})
    assert outcomes(run(cluster, canary=False)) == {"t": "unchanged", "u": "deployed"}
    assert cluster.changes == ["attach u"]


@pytest.mark.parametrize("state", [RegionState.MISSING, RegionState.FAILED])
def test_a_table_whose_regions_do_not_all_answer_becomes_what_it_was(state: RegionState) -> None:
    cluster = FakeCluster({"t": None, "u": None}, failures={"t": state})
    report = run(cluster)
    assert outcomes(report) == {"t": "rolled back", "u": "not tried"}
    assert not report.succeeded
    assert "region r2 on a:1: it is too cold" in report.tables[0].reason
    assert cluster.changes[-2:] == ["attach t", "restore t"]
    assert cluster.jars == {"t": None, "u": None}


def test_a_region_that_is_switched_off_counts_as_verified() -> None:
    cluster = FakeCluster({"t": None}, failures={"t": RegionState.OFF})
    assert outcomes(run(cluster)) == {"t": "deployed"}


def test_a_rolling_deployment_is_undone_as_it_was_made() -> None:
    cluster = FakeCluster({"t": None, "u": None}, failures={"u": RegionState.FAILED})
    assert outcomes(run(cluster, canary=False, rolling=3)) == {"t": "deployed", "u": "rolled back"}
    assert cluster.changes[1:] == [
        "attach t 3 at once",
        "attach u 3 at once",
        "restore u 3 at once",
    ]


def test_what_hbase_refuses_needs_no_undoing() -> None:
    refusal = AdminError("HBASE_REFUSED", "HBase refused.", reason="busy")
    cluster = FakeCluster({"t": None}, failures={"t": refusal})
    assert outcomes(run(cluster)) == {"t": "failed"}
    assert cluster.changes[-1] == "attach t"


def test_a_table_that_cannot_be_undone_is_called_broken() -> None:
    failures: dict[str, Any] = {"t": RegionState.MISSING, "restore": RegionState.MISSING}
    assert outcomes(run(FakeCluster({"t": None}, failures=failures))) == {"t": "broken"}


def test_an_interrupt_undoes_the_table_at_hand() -> None:
    class Interrupted(FakeCluster):
        def attach(self, *arguments: Any, **options: Any) -> None:
            super().attach(*arguments, **options)
            raise KeyboardInterrupt

    cluster = Interrupted({"t": None})
    with pytest.raises(KeyboardInterrupt):
        run(cluster)
    assert cluster.changes[-1] == "restore t"
    assert cluster.jars == {"t": None}


def test_a_jar_that_does_not_work_is_taken_away_again() -> None:
    refusal = AdminError("HBASE_REFUSED", "HBase refused.", reason="not a jar")
    cluster = FakeCluster({"t": None}, failures={"canary": refusal})
    with pytest.raises(AdminError, match="CANARY_FAILED"):
        run(cluster)
    assert cluster.changes[-1] == f"delete {PATH}"
    assert cluster.files == {}


def test_a_jar_that_was_there_before_or_that_a_table_names_stays() -> None:
    refusal = AdminError("HBASE_REFUSED", "HBase refused.", reason="not a jar")
    before = FakeCluster({"t": None}, files={PATH: JAR.digest}, failures={"canary": refusal})
    with pytest.raises(AdminError, match="CANARY_FAILED"):
        run(before)
    assert before.files == {PATH: JAR.digest}

    class Used(FakeCluster):
        def publish(self, source: Path, target: str, digest: str) -> None:
            super().publish(source, target, digest)
            self.jars["other"] = target

    used = Used({"t": None}, failures={"canary": refusal})
    with pytest.raises(AdminError, match="CANARY_FAILED"):
        run(used, "t")
    assert used.files == {PATH: JAR.digest}


def test_a_jar_that_another_deployment_takes_away_is_put_there_again() -> None:
    class Raced(FakeCluster):
        def drop(self, name: str) -> None:
            super().drop(name)
            # The other one uploaded it, its canary failed, and no table names the jar yet.
            del self.files[PATH]

    cluster = Raced({"t": None}, files={PATH: JAR.digest})
    assert outcomes(run(cluster, "t")) == {"t": "deployed"}
    assert cluster.files == {PATH: JAR.digest}
    assert cluster.changes.index(f"publish {PATH}") < cluster.changes.index("attach t")


def test_a_jar_that_is_taken_away_while_a_table_is_changed_is_put_there_again() -> None:
    class Raced(FakeCluster):
        def attach(self, name: str, jar: str, *arguments: Any, **options: Any) -> None:
            super().attach(name, jar, *arguments, **options)
            # The master has this jar in memory from the canary; the other deployment has asked
            # which tables name it before this one did.
            self.files.pop(PATH, None)

    cluster = Raced({"t": None, "u": None}, files={PATH: JAR.digest})
    assert outcomes(run(cluster)) == {"t": "deployed", "u": "deployed"}
    assert cluster.files == {PATH: JAR.digest}


def test_a_jar_that_a_table_names_by_the_time_it_is_deleted_is_put_there_again() -> None:
    class Used(FakeCluster):
        def delete_jar(self, path: str) -> None:
            super().delete_jar(path)
            # Another deployment, which found the jar in the folder, attached it just before.
            self.jars["other"] = path

    refusal = AdminError("HBASE_REFUSED", "HBase refused.", reason="not a jar")
    cluster = Used({"t": None}, failures={"canary": refusal})
    with pytest.raises(AdminError, match="CANARY_FAILED"):
        run(cluster, "t")
    assert cluster.files == {PATH: JAR.digest}


@pytest.mark.parametrize("named", ["hdfs:///jars/*.jar", PATH.removeprefix("hdfs://")])
def test_a_jar_that_a_table_names_in_another_way_stays(named: str) -> None:
    class Used(FakeCluster):
        def publish(self, source: Path, target: str, digest: str) -> None:
            super().publish(source, target, digest)
            self.jars["other"] = named

    refusal = AdminError("HBASE_REFUSED", "HBase refused.", reason="not a jar")
    cluster = Used({"t": None}, failures={"canary": refusal})
    with pytest.raises(AdminError, match="CANARY_FAILED"):
        run(cluster, "t")
    assert cluster.files == {PATH: JAR.digest}


def test_a_jar_stays_where_not_all_tables_are_seen_and_the_canary_is_the_error() -> None:
    refusal = AdminError("HBASE_REFUSED", "HBase refused.", reason="not a jar")
    cluster = FakeCluster({"t": None, "theirs": None}, denied={"theirs"})
    cluster.failures["canary"] = refusal
    told: list[tuple[str, str]] = []
    options = DeployOptions(jar_folder="hdfs:///jars", jar=JAR)
    with pytest.raises(AdminError, match=r"CANARY_FAILED.*reason=\"not a jar\""):
        deploy(cast(Cluster, cluster), ["t"], options, tell=lambda *step: told.append(step))
    assert cluster.files == {PATH: JAR.digest}
    assert told[-1][0] == "upload"
    assert "stays: [SPARKSQL_HBASE.RIGHT_MISSING]" in told[-1][1]


@pytest.mark.parametrize("attached", ["file:/jars/", "file:///jars/", "file:////jars/"])
def test_the_same_jar_is_the_same_however_its_path_is_written(attached: str) -> None:
    name = PATH.rpartition("/")[2]
    files = {f"file:/jars/{name}": JAR.digest, f"{attached}{name}": JAR.digest}
    cluster = FakeCluster({"t": f"{attached}{name}"}, files=files)
    report = deploy(cast(Cluster, cluster), ["t"], DeployOptions(jar_folder="file:/jars", jar=JAR))
    assert outcomes(report) == {"t": "unchanged"}
    assert cluster.changes == []


def test_a_file_system_that_is_away_is_named() -> None:
    class Away(FakeCluster):
        def qualified_path(self, path: str) -> str:
            raise translated(
                "x: java.lang.IllegalArgumentException: java.net.UnknownHostException: nn1"
            )

    with pytest.raises(AdminError, match="JAR_FOLDER_UNREACHABLE") as caught:
        run(Away({"t": None}))
    assert caught.value.values == {"folder": "hdfs:///jars", "reason": "host nn1 is not known"}


def test_a_folder_without_a_host_is_a_wrong_argument() -> None:
    class Hostless(FakeCluster):
        def qualified_path(self, path: str) -> str:
            raise translated(f"x: java.io.IOException: Incomplete HDFS URI, no host: {path}")

    with pytest.raises(AdminError, match="JAR_FOLDER_UNKNOWN.*no host.*--jar-folder") as caught:
        run(Hostless({"t": None}))
    assert caught.value.values == {"folder": "hdfs:///jars"}


def test_a_jar_that_is_gone_is_told_and_not_rolled_back_to() -> None:
    refusal = AdminError("HBASE_REFUSED", "HBase refused.", reason="the master has not finished")
    cluster = FakeCluster({"t": "hdfs:///gone.jar"}, failures={"t": refusal})
    told: list[str] = []
    report = run(cluster, told=told)
    [line] = [line for line in told if line.startswith("warning of named jars")]
    assert "hdfs:///gone.jar of t is gone" in line and "ten minutes" in line
    assert cluster.changes[-1] == "attach t"
    [table] = report.tables
    assert table.outcome is Outcome.BROKEN
    assert "Its jar was gone" in table.reason and "pyspark-hbase status t" in table.reason


def test_advice_to_switch_sanity_checks_off_is_not_passed_on() -> None:
    text = (
        "x: org.apache.hadoop.hbase.DoNotRetryIOException: org.apache.hadoop.hbase."
        "DoNotRetryIOException: invalid jar Set hbase.table.sanity.checks to false at conf or "
        "table descriptor if you want to bypass sanity checks"
    )
    assert translated(text).values == {"reason": "invalid jar"}  # type: ignore[attr-defined]


def test_a_canary_that_fails_is_dropped_and_no_table_changed() -> None:
    refusal = AdminError("HBASE_REFUSED", "HBase refused.", reason="not a jar")
    cluster = FakeCluster({"t": None}, failures={"canary": refusal})
    with pytest.raises(AdminError, match=r"CANARY_FAILED.*reason=\"not a jar\""):
        run(cluster)
    assert cluster.changes[-2:] == ["drop canary", f"delete {PATH}"]
    assert cluster.jars == {"t": None}


def test_a_canary_whose_regions_do_not_answer_fails() -> None:
    cluster = FakeCluster({"t": None}, failures={"canary": RegionState.FAILED})
    with pytest.raises(AdminError, match=r"CANARY_FAILED.*it is too cold"):
        run(cluster)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"denied": {"t"}}, "may not change t"),
        ({"disabled": {"t"}}, "disabled: t"),
        ({"version": "2.4.18"}, "Use HBase 2.5 or 2.6"),
        ({"version": "2.60.1"}, "Use HBase 2.5 or 2.6"),
        ({"files": {PATH: "e" * 64}}, "has another digest"),
        (
            {
                "master_coprocessors": ("CoprocessorWhitelistMasterObserver",),
                "settings": {"hbase.coprocessor.region.whitelist.paths": "hdfs:///other/*"},
            },
            "hdfs:///jars is not allowed",
        ),
    ],
)
def test_what_can_be_known_before_is_refused_before(changes: dict[str, Any], message: str) -> None:
    cluster = FakeCluster({"t": None}, **changes)
    with pytest.raises(AdminError, match=rf"PREFLIGHT_FAILED.*{message}"):
        run(cluster)
    assert cluster.changes == []


def test_a_check_that_warns_has_not_passed() -> None:
    told: list[str] = []
    run(FakeCluster({"t": None}, version="2.6.5"), told=told, dry_run=True)
    first, warning, *_ = told
    assert re.fullmatch(r"preflight: \d checks passed, 1 warned", first)
    assert warning.startswith("warning of HBase version: 2.6.5 on 2 region servers -> ")
    told.clear()
    run(FakeCluster({"t": None}), told=told, dry_run=True)
    assert re.fullmatch(r"preflight: \d checks passed", told[0]) and "warning" not in told[1]


def test_without_a_folder_the_one_of_the_cluster_is_taken() -> None:
    cluster = FakeCluster({"t": None}, settings={"hbase.rootdir": "hdfs://nn/hbase"})
    report = deploy(cast(Cluster, cluster), ["t"], DeployOptions(jar=JAR, dry_run=True))
    assert report.jar == f"hdfs://nn/hbase/pyspark-hbase/lib/{JAR.name}"


def test_a_cluster_elsewhere_needs_to_be_told_a_folder() -> None:
    cluster = FakeCluster({"t": None}, quorum=Quorum.parse("zk1"))
    with pytest.raises(AdminError, match="JAR_FOLDER_UNKNOWN"):
        deploy(cast(Cluster, cluster), ["t"], DeployOptions(jar=JAR))


def test_undeploying_leaves_other_tables_alone() -> None:
    class Detaching(FakeCluster):
        def detach(self, name: str, wait_seconds: float) -> None:
            self.jars[name] = None

    cluster = Detaching({"t": PATH, "u": None})
    reports = undeploy(cast(Cluster, cluster), ["*"])
    assert [report.outcome for report in reports] == [Outcome.REMOVED, Outcome.UNCHANGED]
    assert cluster.jars == {"t": None, "u": None}


@pytest.mark.parametrize(
    ("version", "level", "advice"),
    [
        ("2.6.0", Level.OK, ""),
        ("2.6.4-hadoop3", Level.OK, ""),
        ("2.6.5", Level.WARN, "through HBase's scanner"),
        ("2.5.13-hadoop3", Level.OK, ""),
        ("2.5.15", Level.WARN, "Compared with the jar, and not run: rows"),
        ("2.6.99", Level.WARN, "Not tested: rows come through HBase's scanner"),
        ("2.6.1-amzn-0", Level.WARN, "A build of its own of HBase 2.6.1"),
        ("2.6.3.7.3.3.0-56", Level.WARN, "A build of its own of HBase 2.6.3"),
    ],
)
def test_a_release_that_was_not_tested_is_told(version: str, level: Level, advice: str) -> None:
    checks = {check.name: check for check in run(FakeCluster({}, version=version)).checks}
    assert checks["HBase version"].level == level
    assert advice in checks["HBase version"].advice


def test_the_canary_is_asked_in_memory_and_over_store_files() -> None:
    told: list[str] = []
    cluster = FakeCluster({"t": None})
    run(cluster, told=told)
    steps = ["create canary", "flush", "rewrite", "flush", "compact", "drop canary"]
    assert [each for each in cluster.changes if each in steps] == steps
    assert "canary: 2 regions answered right, from memory and from store files" in told


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answers_wrong_from_files": True}, "answers 9 rows instead of 10"),
        (
            {"rows_beside_files": 3, "scanner_reasons": ("UNUSUAL_ROW",)},
            "17 of 20 rows come from store files: UNUSUAL_ROW",
        ),
    ],
)
def test_a_canary_whose_store_files_are_read_wrongly_fails(
    changes: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyspark_hbase.admin._canary._PATIENCE_SECONDS", 0.0)
    cluster = FakeCluster({"t": None}, **changes)
    with pytest.raises(AdminError, match=f"CANARY_FAILED.*{message}"):
        run(cluster)
    assert cluster.jars == {"t": None}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"handshake_reason": ("UNKNOWN_HBASE_VERSION", "HBase 2.6.9 has no usable A.b")},
            "through HBase's scanner (UNKNOWN_HBASE_VERSION (HBase 2.6.9 has no usable A.b))",
        ),
        (
            {"rows_beside_files": 20, "scanner_reasons": ("FOREIGN_OBSERVER",)},
            "through HBase's scanner (FOREIGN_OBSERVER)",
        ),
    ],
)
def test_a_cluster_that_forbids_store_files_is_no_fault_and_is_told(
    changes: dict[str, Any], told: str
) -> None:
    lines: list[str] = []
    cluster = FakeCluster({"t": None}, **changes)
    report = run(cluster, told=lines)
    assert outcomes(report) == {"t": "deployed"}
    assert f"canary: 2 regions answered right, from memory and {told}" in lines
