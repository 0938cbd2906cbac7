"""``pyspark-hbase`` on a cluster that checks rights and takes jars from one folder only."""

from __future__ import annotations

import getpass
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import happybase
import pytest
from pyspark.sql import SparkSession

from pyspark_hbase._spark import jars
from pyspark_hbase._spark.jars import RegionServerJar
from pyspark_hbase.admin import (
    Cluster,
    DeployOptions,
    DeployReport,
    Level,
    RegionState,
    deploy,
    doctor,
    gc_jars,
    status,
    switch,
    undeploy,
)
from pyspark_hbase.cli import main
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import AdminError

PAGE = Path(__file__).resolve().parents[3] / "docs" / "OPERATIONS.md"
SECURITY = "org.apache.hadoop.hbase.security.access"
REGIONS = 2
WAIT_SECONDS = 60.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder from which the master takes jars."""
    return tmp_path_factory.mktemp("allowed")


@pytest.fixture(scope="module")
def guarded(folder: Path) -> Iterator[EmbeddedHBase]:
    conf = {
        "hbase.security.authorization": "true",
        "hbase.superuser": getpass.getuser(),
        "hbase.coprocessor.master.classes": f"{SECURITY}.AccessController,"
        f"{SECURITY}.CoprocessorWhitelistMasterObserver",
        "hbase.coprocessor.region.classes": f"{SECURITY}.AccessController",
        "hbase.coprocessor.region.whitelist.paths": f"{folder.as_uri()}/*",
        "hbase.balancer.period": "0",
    }
    with EmbeddedHBase(region_servers=2, conf=conf) as running:
        yield running


@pytest.fixture(scope="module")
def cluster(guarded: EmbeddedHBase) -> Iterator[Cluster]:
    with Cluster.connect(guarded.quorum) as connected:
        yield connected


@pytest.fixture(scope="module")
def jar(folder: Path) -> RegionServerJar:
    return RegionServerJar.read(jars.region_server_jar())


@pytest.fixture
def table(cluster: Cluster, folder: Path, jar: RegionServerJar) -> Iterator[str]:
    """A table of two regions without coprocessor."""
    yield from create(cluster, folder, jar, "orders")


@pytest.fixture
def second(cluster: Cluster, folder: Path, jar: RegionServerJar) -> Iterator[str]:
    yield from create(cluster, folder, jar, "parts")


def create(cluster: Cluster, folder: Path, jar: RegionServerJar, name: str) -> Iterator[str]:
    path = folder / "for_tables.jar"
    if not path.exists():
        shutil.copyfile(jar.file, path)
    cluster.create_canary(name, path.as_uri(), REGIONS, WAIT_SECONDS)
    cluster.detach(name, WAIT_SECONDS)
    yield name
    cluster.drop(name)


def run(cluster: Cluster, folder: Path, *tables: str, **options: Any) -> DeployReport:
    return deploy(cluster, tables, DeployOptions(jar_folder=folder.as_uri(), **options))


def outcomes(report: DeployReport) -> dict[str, str]:
    return {each.table: each.outcome.value for each in report.tables}


def copy_without(source: Path, target: Path, entry: str) -> RegionServerJar:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        assert any(name.endswith(entry) for name in old.namelist())
        for info in old.infolist():
            if not info.filename.endswith(entry):
                new.writestr(info, old.read(info))
    return RegionServerJar.read(target)


def test_deploying_twice_and_taking_it_off(
    cluster: Cluster, folder: Path, jar: RegionServerJar, table: str
) -> None:
    before = cluster.descriptor(table)
    report = run(cluster, folder, table)
    assert outcomes(report) == {table: "deployed"}
    assert report.tables[0].regions == REGIONS
    [found] = status(cluster, [table])
    assert found.table.jar == f"{folder.as_uri()}/{jar.name}".replace("file:///", "file:/")
    assert {(h.state, h.version, h.digest) for h in found.handshakes} == {
        (RegionState.ON, jar.version, jar.digest)
    }
    assert outcomes(run(cluster, folder, table)) == {table: "unchanged"}
    assert [each.outcome.value for each in undeploy(cluster, [table])] == ["removed"]
    assert cluster.descriptor(table) == before
    assert [each.outcome.value for each in undeploy(cluster, [table])] == ["unchanged"]


def test_a_coprocessor_that_is_loaded_twice_answers_once_and_is_told(
    cluster: Cluster, folder: Path, jar: RegionServerJar, table: str
) -> None:
    run(cluster, folder, table, canary=False)
    second = folder / "a-second-path.jar"
    shutil.copyfile(jar.file, second)
    entry = f"{second.as_uri()}|org.apache.spark.sql.hbase.coprocessor.SparkSQLRegionObserver|2|"
    cluster.set_value(table, "coprocessor$7", entry, WAIT_SECONDS)
    answers = cluster.handshakes(table)
    assert [(answer.state, answer.instances) for answer in answers] == [(RegionState.ON, 2)] * 2
    checks = {check.name: check for check in doctor(cluster, jar_folder=folder.as_uri())}
    assert checks[f"table {table}"].level == Level.WARN
    assert "loaded 2 times in 2 of 2 regions" in checks[f"table {table}"].finding
    with pytest.raises(AdminError, match="PREFLIGHT_FAILED.*loaded once"):
        run(cluster, folder, table)


def test_a_file_that_is_no_jar_never_reaches_a_table(
    cluster: Cluster, folder: Path, table: str, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.jar"
    broken.write_bytes(b"this is no jar")
    before = cluster.descriptor(table)
    with pytest.raises(AdminError, match="CANARY_FAILED"):
        run(cluster, folder, table, jar=RegionServerJar.read(broken))
    assert cluster.descriptor(table) == before
    assert not [each for each in cluster.tables() if "canary" in each.name]
    assert not [each for each in cluster.published_jars(folder.as_uri()) if "unknown" in each.path]


def test_a_name_node_that_is_not_there_is_named(cluster: Cluster, table: str) -> None:
    with pytest.raises(
        AdminError, match="JAR_FOLDER_UNREACHABLE.*host nosuch.invalid is not known"
    ):
        deploy(cluster, [table], DeployOptions(jar_folder="hdfs://nosuch.invalid:8020/jars"))


def test_a_root_that_is_out_of_reach_leaves_the_jar_beside_the_logs(
    guarded: EmbeddedHBase, folder: Path, table: str
) -> None:
    # Hadoop's own settings name a class for one scheme, and know nothing of the other.
    root = "s3a://bucket/hbase"
    conf = {"hbase.rootdir": root}
    with Cluster.connect(guarded.quorum, conf=conf) as cluster:
        with pytest.raises(AdminError, match="JAR_FOLDER_UNREACHABLE") as caught:
            deploy(cluster, [table], DeployOptions(dry_run=True))
        assert root in caught.value.values["folder"]
        # A folder that is given needs no look at the root.
        assert str(folder) in run(cluster, folder, table, dry_run=True).jar
    root = "s3://bucket/hbase"
    conf = {"hbase.rootdir": root, "hbase.wal.dir": folder.as_uri()}
    with Cluster.connect(guarded.quorum, conf=conf) as cluster:
        report = deploy(cluster, [table], DeployOptions(dry_run=True))
        assert f"{folder}/pyspark-hbase/lib/" in report.jar
        [check] = [each for each in doctor(cluster) if each.name == "jar folder"]
    assert (check.level, root in check.finding) == (Level.OK, True)


def test_a_misspelt_table_is_told_with_a_name_like_it(cluster: Cluster, table: str) -> None:
    misspelt = table[:-2] + table[-1] + table[-2]
    with pytest.raises(AdminError, match=rf"Did you mean {table}\?") as caught:
        status(cluster, [misspelt])
    assert caught.value.code == "TABLE_NOT_FOUND"


def test_sql_tables_without_the_coprocessor_are_listed(
    hbase: EmbeddedHBase, spark: SparkSession
) -> None:
    session = spark.newSession()
    session.sql(
        "CREATE TABLE hbase.default.looked_for (k INT NOT NULL, PRIMARY KEY (k)) USING hbase"
    )
    with Cluster.connect(hbase.quorum) as plain:
        plain.detach("looked_for", WAIT_SECONDS)
        states = {each.table.name: each.table.jar for each in status(plain)}
        assert states["looked_for"] is None
        [check] = [each for each in doctor(plain) if each.name == "table looked_for"]
    assert (check.level, check.advice) == (Level.WARN, "pyspark-hbase deploy looked_for")
    session.sql("DROP TABLE hbase.default.looked_for PURGE")


@pytest.fixture
def broken(jar: RegionServerJar, tmp_path: Path) -> RegionServerJar:
    """A jar that loads and does not work."""
    return copy_without(jar.file, tmp_path / "broken.jar", "memory/MemoryAccount.class")


def test_a_jar_that_does_not_work_is_rolled_back(
    cluster: Cluster, folder: Path, broken: RegionServerJar, table: str, second: str
) -> None:
    before = cluster.descriptor(table)
    with pytest.raises(AdminError, match=r"CANARY_FAILED.*MemoryAccount"):
        run(cluster, folder, table, jar=broken)
    report = run(cluster, folder, table, second, jar=broken, canary=False)
    assert outcomes(report) == {table: "rolled back", second: "not tried"}
    assert "MemoryAccount" in report.tables[0].reason
    assert cluster.descriptor(table) == before
    assert {h.state for h in cluster.handshakes(table)} == {RegionState.MISSING}


def test_a_rolling_deployment_tells_the_master_how_many_regions_at_once(
    cluster: Cluster, folder: Path, jar: RegionServerJar, broken: RegionServerJar, table: str
) -> None:
    assert outcomes(run(cluster, folder, table, canary=False, rolling=1)) == {table: "deployed"}
    assert {each.digest for each in cluster.handshakes(table)} == {jar.digest}
    assert b"regions.progressive.batch.size.max" in cluster.descriptor(table)
    assert outcomes(run(cluster, folder, table, rolling=1)) == {table: "unchanged"}
    report = run(cluster, folder, table, jar=broken, canary=False, rolling=2)
    assert outcomes(report) == {table: "rolled back"}
    assert {each.digest for each in cluster.handshakes(table)} == {jar.digest}


def test_jars_that_no_table_names_are_deleted(  # noqa: PLR0913, PLR0917
    guarded: EmbeddedHBase,
    cluster: Cluster,
    folder: Path,
    broken: RegionServerJar,
    table: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    named = cluster.qualified_path((folder / broken.name).as_uri())
    cluster.publish(broken.file, named, broken.digest)
    unnamed = cluster.qualified_path((folder / broken.name.replace("0.", "1.", 1)).as_uri())
    cluster.publish(broken.file, unnamed, broken.digest)
    cluster.attach(table, named, WAIT_SECONDS)
    with (
        Cluster.connect(guarded.quorum, user="mallory") as other,
        pytest.raises(AdminError, match="RIGHT_MISSING.*global right ADMIN"),
    ):
        gc_jars(other, jar_folder=folder.as_uri())

    monkeypatch.setattr("pyspark_hbase.cli._deployment.connect", lambda _: nullcontext(cluster))
    common = ["--jar-folder", folder.as_uri(), "--quorum", guarded.quorum]

    def outcome_of(path: str, *options: str) -> dict[str, str]:
        assert main(["gc-jars", "--json", *options, *common]) == 0
        found = {each["path"]: each for each in json.loads(capsys.readouterr().out)}
        return {each: found[path][each] for each in ("outcome", "reason")}

    assert outcome_of(unnamed) == {"outcome": "kept", "reason": "too young"}
    deleted = {"outcome": "deleted", "reason": ""}
    assert outcome_of(unnamed, "--older-than", "0", "--dry-run") == deleted
    assert cluster.digest(unnamed) == broken.digest
    assert outcome_of(unnamed, "--older-than", "0") == deleted
    assert cluster.digest(unnamed) == ""
    assert outcome_of(named, "--older-than", "0")["reason"] == f"{table} names it"
    cluster.detach(table, WAIT_SECONDS)
    assert main(["gc-jars", "--older-than", "0", *common]) == 0
    assert re.search(rf"{re.escape(named)} +\d+ +deleted", capsys.readouterr().out)
    # Files that are no published jar stay.
    assert (folder / "for_tables.jar").exists()


def test_a_setting_of_one_table_stops_there_and_the_table_before_stays(
    cluster: Cluster, folder: Path, table: str, second: str
) -> None:
    cluster.set_value(second, "hbase.sparksql.slice.millis", "soon", WAIT_SECONDS)
    before = cluster.descriptor(second)
    report = run(cluster, folder, table, second)
    assert outcomes(report) == {table: "deployed", second: "rolled back"}
    assert "must be a whole number, not soon" in report.tables[1].reason
    assert cluster.descriptor(second) == before


def test_a_table_whose_regions_lost_the_jar_is_repaired(
    cluster: Cluster, folder: Path, jar: RegionServerJar, table: str, tmp_path: Path
) -> None:
    # A jar of its own, for servers keep the classes of a path that they have loaded.
    own = copy_without(jar.file, tmp_path / "own.jar", "HBaseSiteTemplate.class")
    place = folder / own.name
    place.write_bytes(b"half of a jar")
    # The master would not take it otherwise.
    cluster.set_value(table, "hbase.table.sanity.checks", "false", WAIT_SECONDS)
    cluster.attach(table, cluster.qualified_path(place.as_uri()), WAIT_SECONDS)
    [found] = status(cluster, [table])
    assert {h.state for h in found.handshakes} == {RegionState.MISSING}
    assert not found.is_sound
    place.unlink()
    assert outcomes(run(cluster, folder, table, jar=own)) == {table: "reopened"}
    assert outcomes(run(cluster, folder, table)) == {table: "replaced"}


def test_a_folder_that_is_not_allowed_is_found_by_the_canary(
    cluster: Cluster, table: str, tmp_path: Path
) -> None:
    before = cluster.descriptor(table)
    with pytest.raises(AdminError, match=r"JAR_PATH_DENIED.*whitelist"):
        run(cluster, tmp_path, table)
    assert cluster.descriptor(table) == before


def test_who_may_not_change_the_table_is_told_before(
    guarded: EmbeddedHBase, cluster: Cluster, folder: Path, table: str
) -> None:
    with (
        Cluster.connect(guarded.quorum, user="mallory") as other,
        pytest.raises(AdminError, match="RIGHT_MISSING.*mallory"),
    ):
        run(other, folder, table)
    assert cluster.table(table).jar is None


def test_the_kill_switch_keeps_the_coprocessor_on_the_table(
    cluster: Cluster, folder: Path, table: str
) -> None:
    run(cluster, folder, table, canary=False)
    assert switch(cluster, [table], on=False) == [table]
    assert switch(cluster, [table], on=False) == []
    [found] = status(cluster, [table])
    assert found.is_sound
    assert {h.state for h in found.handshakes} == {RegionState.OFF}
    assert outcomes(run(cluster, folder, table)) == {table: "unchanged"}
    assert switch(cluster, [table], on=True) == [table]
    assert {h.state for h in cluster.handshakes(table)} == {RegionState.ON}


def normalized(text: str, guarded: EmbeddedHBase, folder: Path) -> str:
    """Replace the parts that differ between machines and builds by the page's."""
    text = text.replace(folder.as_uri().replace("file:///", "file:/"), "hdfs://nn/hbase/jars")
    text = text.replace(f"{getpass.getuser()} may", "ada may")
    text = re.sub(r"Java 17 at \S+", "Java 17 at /usr/bin/java", text)
    text = re.sub(r"Python 3\S+ at \S+", "Python 3.11.7 at /usr/bin/python3", text)
    text = re.sub(r"PySpark 4\S+", "PySpark 4.3.0", text)
    text = re.sub(r"digest [0-9a-f]{12}", "digest 3f9a0c51d2e7", text)
    text = re.sub(r"time zones [0-9a-f]{8}, .*\)", "RULES", text)
    return re.sub(r"HBASE_CONF_DIR is not set, defaults|hbase-site.xml of \S+", "CONF", text)


def blocks(name: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```text {name}\n(.*?)^```", text, re.M | re.S)


def test_the_page_shows_what_doctor_says(
    guarded: EmbeddedHBase, cluster: Cluster, folder: Path, table: str
) -> None:
    run(cluster, folder, table)
    result = subprocess.run(
        [sys.executable, "-m", "pyspark_hbase.cli", "doctor"]
        + ["--quorum", guarded.quorum, "--jar-folder", folder.as_uri()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    [shown] = blocks("doctor")
    assert normalized(result.stdout, guarded, folder) == normalized(shown, guarded, folder)


def test_the_command_line_deploys_and_reports(  # noqa: PLR0913, PLR0917
    guarded: EmbeddedHBase,
    cluster: Cluster,
    folder: Path,
    table: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    jar = RegionServerJar.read(jars.region_server_jar())
    common = ["--quorum", guarded.quorum]
    assert main(["deploy", table, "--jar-folder", folder.as_uri(), *common]) == 0
    shown = capsys.readouterr().out
    [expected] = blocks("deploy")
    shown = shown.replace(jar.digest[:12], "3f9a0c51d2e7")
    # The jar may be there from another test.
    shown = normalized(shown, guarded, folder).replace(" is there already", "")
    assert shown == expected
    # The same connection for what follows: starting Java takes longest.
    monkeypatch.setattr("pyspark_hbase.cli._looking.connect", lambda _: nullcontext(cluster))
    assert main(["status", table, "--json", *common]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert [h["digest"] for h in found["handshakes"]] == [jar.digest] * REGIONS
    assert main(["regions", table, "--json", *common]) == 0
    regions = json.loads(capsys.readouterr().out)
    assert [region["start_row"] for region in regions] == ["", r"\x80\x00\x00\x0A"]
    assert main(["top", table, "--once", *common]) == 0
    assert capsys.readouterr().out.splitlines()[0].split()[:3] == ["TABLE", "REGION", "SERVER"]


def test_a_cluster_that_checks_no_rights_takes_the_jar_from_our_cache(
    hbase: EmbeddedHBase, jar: RegionServerJar
) -> None:
    host, port = hbase.thrift.split(":")
    connection = happybase.Connection(host, int(port))
    connection.create_table("default:from_thrift", {"d": {}})
    with Cluster.connect(hbase.quorum) as plain:
        report = deploy(plain, ["from_thri*"])
        assert outcomes(report) == {"from_thrift": "deployed"}
        assert report.jar.endswith(jars.published_region_server_jar().name)
        plain.drop("from_thrift")
    connection.close()


def test_the_process_ends_with_the_connection(guarded: EmbeddedHBase) -> None:
    from pyspark_hbase._spark.jvm import Jvm  # noqa: PLC0415

    with Jvm() as jvm:
        pid = jvm.pid
        assert Path(f"/proc/{pid}").exists()
    assert not Path(f"/proc/{pid}").exists()
