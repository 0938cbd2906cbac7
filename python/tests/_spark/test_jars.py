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

from pyspark_hbase._spark import jars, launch
from pyspark_hbase.errors import SetupError, VersionMismatchError

BUNDLED = jars._FOLDER
LINES = ("4.3_2.13", "4.2_2.13", "3.5_2.12", "3.5_2.13")


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "jars"
    folder.mkdir()
    monkeypatch.setattr(jars, "_FOLDER", folder)
    monkeypatch.setenv("PYSPARK_HBASE_CACHE", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def spark_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Spark distribution without jars."""
    home = tmp_path / "spark"
    (home / "jars").mkdir(parents=True)
    monkeypatch.setenv("SPARK_HOME", str(home))
    return home


def test_a_wheel_without_jars_says_how_to_make_one_with(wheel: Path) -> None:
    with pytest.raises(SetupError, match=r"built without its jars.*build\.sh python"):
        jars.spark_jars()


@pytest.mark.parametrize(
    ("at_hand", "line"),
    [
        (("4.3.0", "2.13.18"), "4.3_2.13"),
        (("4.3.1.dev0", None), "4.3_2.13"),
        (("4.2.1", "2.13.16"), "4.2_2.13"),
        ((None, None), "4.3_2.13"),
        (("3.5.9", "2.12.18"), "3.5_2.12"),
        (("3.5.6+amzn.2", "2.13.8-amzn-0"), "3.5_2.13"),
        (("3.5.9", None), "3.5_2.12"),
    ],
)
def test_spark_gets_the_common_jar_and_that_of_its_line_and_its_scala(
    wheel: Path,
    spark_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    at_hand: tuple[str | None, str | None],
    line: str,
) -> None:
    installed, library = at_hand
    for name in ("common", *(f"spark-{each}" for each in LINES)):
        (wheel / f"pyspark-hbase-{name}.jar").touch()
    if library is not None:
        (spark_home / f"jars/scala-library-{library}.jar").touch()
    monkeypatch.setattr(jars, "pyspark_version", lambda: installed)
    common, spark = (
        wheel / "pyspark-hbase-common.jar",
        wheel / f"pyspark-hbase-spark-{line}.jar",
    )
    assert jars.spark_jars() == [common, spark]
    assert jars.spark_jars_option() == f"{common},{spark}"


def test_a_line_of_spark_without_a_jar_is_refused_with_those_that_have_one(
    wheel: Path, spark_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("common", "spark-4.2_2.13", "spark-4.10_2.13"):
        (wheel / f"pyspark-hbase-{name}.jar").touch()
    monkeypatch.setattr(jars, "pyspark_version", lambda: "4.1.4")
    with pytest.raises(
        SetupError,
        match=r"PySpark 4\.1\.4 with Scala 2\.13 is installed.*jars for Spark "
        r"4\.2 \(Scala 2\.13\), 4\.10 \(Scala 2\.13\) only.*pyspark==4\.10\.\*.*build\.sh dist",
    ):
        jars.spark_jars()
    assert jars.common_jar() == wheel / "pyspark-hbase-common.jar"


def test_the_scala_is_that_of_the_jars_that_pyspark_starts(
    spark_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_pip = tmp_path / "site-packages/pyspark"
    (of_pip / "jars").mkdir(parents=True)
    (of_pip / "jars/scala-library-2.13.18.jar").touch()
    (spark_home / "jars/scala-library-2.12.18.jar").touch()
    monkeypatch.setattr(jars, "pyspark_folder", lambda: of_pip)
    assert jars._scala_at_hand() == "2.12"
    monkeypatch.delenv("SPARK_HOME")
    assert jars._scala_at_hand() == "2.13"
    monkeypatch.setattr(jars, "pyspark_folder", lambda: spark_home / "python/pyspark")
    assert jars._scala_at_hand() == "2.12"
    monkeypatch.setattr(jars, "pyspark_folder", lambda: None)
    assert jars._scala_at_hand() is None


def test_jars_are_added_to_those_that_a_session_has(
    wheel: Path, spark_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    common, spark = wheel / "pyspark-hbase-common.jar", wheel / "pyspark-hbase-spark-4.3_2.13.jar"
    for jar in (common, spark):
        jar.touch()
    monkeypatch.setattr(jars, "pyspark_version", lambda: "4.3.0")
    packages = "/ivy/pyspark-hbase_pyspark-hbase-common-0.1.0.jar"
    assert launch.jars("") == f"{common},{spark}"
    assert launch.jars("a.jar") == f"a.jar,{common},{spark}"
    assert launch.jars(packages) == f"{packages},{spark}"
    both = f"{packages},/ivy/pyspark-hbase_pyspark-hbase-spark-4.3_2.13-0.1.0.jar"
    assert launch.jars(both) == both


def test_the_pyspark_at_hand_says_its_version(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(__version__="4.2.1"))
    assert jars.pyspark_version() == "4.2.1"
    monkeypatch.delitem(sys.modules, "pyspark")
    assert jars.pyspark_version() == version("pyspark")
    # As a Spark distribution brings it, before that of pip.
    folder = tmp_path / "pyspark"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "version.py").write_text('# Generated\n__version__: str = "4.1.4"\n')
    monkeypatch.syspath_prepend(tmp_path)
    assert jars.pyspark_version() == "4.1.4"
    archive = tmp_path / "pyspark.zip"
    with zipfile.ZipFile(archive, "w") as opened:
        opened.writestr("pyspark/__init__.py", "")
        opened.writestr("pyspark/version.py", "__version__ = '4.0.5'")
    monkeypatch.syspath_prepend(archive)
    assert jars.pyspark_version() == "4.0.5"


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


def test_jars_of_another_version_are_refused(
    wheel: Path, spark_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jars, "pyspark_version", lambda: f"{jars.MAIN_LINE}.0")
    for name in ("common", f"spark-{jars.MAIN_LINE}_2.13"):
        write_jar(wheel / f"pyspark-hbase-{name}.jar", jars.package_version())
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
        (f"pyspark-hbase-spark-{jars.MAIN_LINE}_2.13", set()),
        (
            "pyspark-hbase-common",
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
    assert "Spark SQL on Apache HBase" in notice
    assert ("Arrow Format" in notice) == ("arrow-format" in bundled)
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
        each["name"] for each in components["pyspark-hbase-common"]["components"]
    }


def test_the_package_is_imported_without_what_its_extras_bring() -> None:
    others = "pyspark py4j pyarrow happybase pandas numpy google.protobuf sqlglot subprocess"
    program = f"import sys, pyspark_hbase; print({others.split()} & sys.modules.keys())"
    program = program.replace("[", "{").replace("]", "}")
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "set()"
