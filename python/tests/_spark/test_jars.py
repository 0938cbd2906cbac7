"""The jars inside the wheel and the published copy of the region servers' one."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from importlib.metadata import files, version
from pathlib import Path
from types import SimpleNamespace

import pytest

from pyspark_hbase._spark import jars
from pyspark_hbase.errors import SetupError, VersionMismatchError

BUNDLED = jars._FOLDER


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "jars"
    folder.mkdir()
    monkeypatch.setattr(jars, "_FOLDER", folder)
    monkeypatch.setenv("PYSPARK_HBASE_CACHE", str(tmp_path / "cache"))
    return folder


def test_a_wheel_without_jars_says_how_to_make_one_with(wheel: Path) -> None:
    with pytest.raises(SetupError, match=r"built without its jars.*build\.sh python"):
        jars.spark_jar()


def test_each_line_of_spark_has_a_jar_of_its_own(
    wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyspark-hbase-spark.jar", "pyspark-hbase-spark-4.2.jar"):
        (wheel / name).touch()
    chosen = {
        "4.3.0": "pyspark-hbase-spark.jar",
        "4.3.1.dev0": "pyspark-hbase-spark.jar",
        "4.2.1": "pyspark-hbase-spark-4.2.jar",
        None: "pyspark-hbase-spark.jar",
    }
    for installed, name in chosen.items():
        monkeypatch.setattr(jars, "pyspark_version", lambda installed=installed: installed)
        assert jars.spark_jar() == wheel / name


def test_a_line_of_spark_without_a_jar_is_refused_with_those_that_have_one(
    wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (wheel / "pyspark-hbase-spark-4.2.jar").touch()
    monkeypatch.setattr(jars, "pyspark_version", lambda: "4.1.4")
    with pytest.raises(
        SetupError, match=r"PySpark 4\.1\.4 is installed.*jars for Spark 4\.2, 4\.3"
    ):
        jars.spark_jar()


def test_the_pyspark_at_hand_says_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(__version__="4.2.1"))
    assert jars.pyspark_version() == "4.2.1"
    monkeypatch.delitem(sys.modules, "pyspark")
    monkeypatch.setattr(jars, "version", lambda name: {"pyspark": "4.3.0"}[name])
    assert jars.pyspark_version() == "4.3.0"


def test_each_content_gets_a_path_of_its_own_and_keeps_it(wheel: Path) -> None:
    jar = wheel / "pyspark-hbase-region-server.jar"
    jar.write_bytes(b"one")
    first = jars.published_region_server_jar()
    assert jars.published_region_server_jar() == first
    jar.write_bytes(b"two")
    second = jars.published_region_server_jar()
    assert second != first
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two")
    assert sorted(first.parent.iterdir()) == sorted([first, second])


def test_a_file_that_somebody_else_put_into_the_cache_is_never_used(wheel: Path) -> None:
    jar = wheel / "pyspark-hbase-region-server.jar"
    jar.write_bytes(b"ours")
    published = jars.published_region_server_jar()
    published.write_bytes(b"theirs")
    with pytest.raises(SetupError, match=r"holds other bytes than its name says.*Delete the file"):
        jars.published_region_server_jar()
    published.unlink()
    assert jars.published_region_server_jar().read_bytes() == b"ours"


def test_a_file_that_comes_while_the_copy_is_made_is_never_used(
    wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (wheel / "pyspark-hbase-region-server.jar").write_bytes(b"ours")
    replace = Path.replace

    def replaced_by_another(draft: Path, target: Path) -> Path:
        done = replace(draft, target)
        target.write_bytes(b"theirs")
        return done

    monkeypatch.setattr(Path, "replace", replaced_by_another)
    with pytest.raises(SetupError, match="holds other bytes"):
        jars.published_region_server_jar()


def write_jar(file: Path, version: str) -> None:
    with zipfile.ZipFile(file, "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", f"Implementation-Version: {version}\r\n")


def test_jars_of_another_version_are_refused(wheel: Path) -> None:
    write_jar(wheel / "pyspark-hbase-spark.jar", jars.package_version())
    write_jar(wheel / "pyspark-hbase-region-server.jar", "0.0.1")
    with pytest.raises(VersionMismatchError) as caught:
        jars.check_versions()
    assert isinstance(caught.value, SetupError)
    assert caught.value.code == "VERSION_MISMATCH"
    assert caught.value.values["found"] == "0.0.1"
    write_jar(wheel / "pyspark-hbase-region-server.jar", jars.package_version())
    jars.check_versions()


def test_the_jars_and_the_package_are_of_one_version() -> None:
    jars.check_versions()
    assert version("pyspark-hbase") == jars.package_version()


@pytest.mark.parametrize(
    ("name", "bundled"),
    [
        (
            "pyspark-hbase-region-server",
            {"arrow-format", "flatbuffers-java", "protobuf-java", "re2j"},
        ),
        (
            "pyspark-hbase-spark",
            {
                "arrow-format",
                "flatbuffers-java",
                "hbase-shaded-mapreduce",
                "opentelemetry-api",
                "opentelemetry-context",
                "opentelemetry-semconv",
                "protobuf-java",
                "re2j",
            },
        ),
    ],
)
def test_a_jar_tells_what_is_in_it_and_under_which_licence(name: str, bundled: set[str]) -> None:
    with zipfile.ZipFile(BUNDLED / f"{name}.jar") as jar:
        entries = jar.namelist()
        bill = json.loads(jar.read("META-INF/sbom/pyspark-hbase.cdx.json"))
        notice = jar.read("META-INF/NOTICE").decode()
    assert len(set(entries)) == len(entries)
    assert "META-INF/LICENSE" in entries
    assert {each["name"] for each in bill["components"]} == bundled
    assert {f"META-INF/licenses/{each}.txt" for each in bundled} <= set(entries)
    assert bill["metadata"]["component"]["version"] == jars.package_version()
    assert all(each["licenses"] and each["purl"] for each in bill["components"])
    assert "Arrow Format" in notice
    parts = [each.get("components", []) for each in bill["components"]]
    netty = [part for each in parts for part in each if part["name"] == "netty-handler"]
    assert bool(netty) == ("hbase-shaded-mapreduce" in bundled)


def test_the_wheel_has_licence_notice_types_and_a_bill_of_materials() -> None:
    named = {str(file): file for file in files("pyspark-hbase") or []}
    info = f"pyspark_hbase-{jars.package_version()}.dist-info"
    for name in ("licenses/LICENSE", "licenses/NOTICE", "sboms/pyspark-hbase.cdx.json"):
        assert f"{info}/{name}" in named
    assert "pyspark_hbase/py.typed" in named
    bill = json.loads(named[f"{info}/sboms/pyspark-hbase.cdx.json"].read_text())
    components = {each["name"]: each for each in bill["components"]}
    assert components["protobuf"]["scope"] == "required"
    assert components["pyspark"]["scope"] == "optional"
    assert "protobuf-java" in {
        each["name"] for each in components["pyspark-hbase-spark"]["components"]
    }


def test_the_package_is_imported_without_what_its_extras_bring() -> None:
    others = "pyspark py4j pyarrow happybase pandas numpy google.protobuf sqlglot subprocess"
    program = f"import sys, pyspark_hbase; print({others.split()} & sys.modules.keys())"
    program = program.replace("[", "{").replace("]", "}")
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "set()"
