"""The wheel in a fresh environment, a program in Java, and sessions of Spark Connect.

The first two are started as users start them, side by side.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pyspark
import pytest
from pyspark.sql import SparkSession

import pyspark_hbase
from pyspark_hbase._jars import published_region_server_jar, spark_jar
from pyspark_hbase._session import CATALOG_CLASS, EXTENSIONS_CLASS
from pyspark_hbase.embedded import EmbeddedHBase

ROOT = Path(__file__).resolve().parents[2]
SPARK_HOME = Path(pyspark.__file__).parent
SUBMIT = [str(SPARK_HOME / "bin/spark-submit"), "--master", "local[1]"]
QUIET = ["--conf", "spark.ui.enabled=false", "--conf", "spark.sql.shuffle.partitions=1"]
PATIENCE_SECONDS = 240.0

# The quick start of docs/index.md, and what the fresh environment knows of itself.
FRESH = """
import json
import sys
from importlib.metadata import files, requires, version
import pyspark_hbase
lazily = sorted({"pyspark", "py4j", "pyarrow", "happybase", "pandas"} & sys.modules.keys())
from packaging.requirements import Requirement
asked = [Requirement(text) for text in requires("pyspark-hbase")]
wanted = [each for each in asked if each.marker is None
          or any(each.marker.evaluate({"extra": name}) for name in ("spark", "connect", "sql"))]
unmet = [str(each) for each in wanted if each.name != "pyspark-hbase"
         and not each.specifier.contains(version(each.name))]
exec(sys.stdin.read())
rows = [[row.station, row.celsius] for row in spark.table("hbase.default.readings").collect()]
spark.sql("DROP TABLE hbase.default.readings PURGE")
print(json.dumps({
    "home": pyspark_hbase.__file__, "path": sys.path, "lazily": lazily, "unmet": unmet,
    "files": [str(each) for each in files("pyspark-hbase")], "rows": rows,
}))
"""


# A server of Spark Connect that knows nothing of us, and its client.
WITHOUT_JAR = """
import sys
from pyspark.sql import SparkSession
import pyspark_hbase
from pyspark_hbase.datasource import HBaseThriftSource
from pyspark_hbase.errors import SetupError
spark = SparkSession.builder.remote("local[1]").getOrCreate()
try:
    pyspark_hbase.add_to(spark, quorum=sys.argv[1])
except SetupError as error:
    print(error)
spark.dataSource.register(HBaseThriftSource)
spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
source = spark.read.format("hbase_thrift").option("gateway", "thrift://" + sys.argv[2])
found = source.option("table", "default.connect_free").load()
print([tuple(row) for row in found.where("n > 1").orderBy("id").collect()])
spark.stop()
"""


def environment(**more: str) -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | more


def start(command: list[str], folder: Path, text: str = "", **more: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment(SPARK_HOME=str(SPARK_HOME), **more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=(folder / "errors").open("w"),
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.close()
    return process


def output(process: subprocess.Popen[str], folder: Path) -> str:
    assert process.stdout is not None
    printed = process.stdout.read()
    assert process.wait(PATIENCE_SECONDS) == 0, (folder / "errors").read_text()
    return printed


def settings(hbase: EmbeddedHBase) -> list[str]:
    values = {
        "spark.sql.extensions": EXTENSIONS_CLASS,
        "spark.sql.catalog.hbase": CATALOG_CLASS,
        "spark.sql.catalog.hbase.quorum": hbase.quorum,
        "spark.sql.hbase.coprocessor.jar": published_region_server_jar().as_uri(),
    }
    return [part for key, value in values.items() for part in ("--conf", f"{key}={value}")]


def in_fresh_environment(folder: Path, hbase: EmbeddedHBase) -> subprocess.Popen[str]:
    """The wheel is installed there; what it asks for comes from this environment."""
    venv.create(folder / "env", with_pip=False)
    python = folder / "env/bin/python"
    wheel = next((ROOT / "build/wheel").glob("*.whl"))
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-index"]
    subprocess.run([*pip, "--no-deps", "--no-compile", str(wheel)], check=True, cwd=folder)
    packages = next((folder / "env/lib").glob("python*/site-packages"))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    (example, *_) = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs/index.md").read_text(), re.M | re.S
    )
    text = example.replace("zk1:2181,zk2:2181", hbase.quorum)
    return start([str(python), "-c", FRESH], folder, text, PYSPARK_PYTHON=str(python))


def in_java(folder: Path, hbase: EmbeddedHBase) -> subprocess.Popen[str]:
    home = os.environ.get("JAVA_HOME")
    javac = str(Path(home, "bin/javac")) if home else "javac"
    source = ROOT / "tests/java/QuickStart.java"
    compile_it = [javac, "-cp", f"{SPARK_HOME}/jars/*", "-d", str(folder), str(source)]
    subprocess.run(compile_it, check=True)
    jar = folder / "program.jar"
    with zipfile.ZipFile(jar, "w") as opened:
        opened.write(folder / "QuickStart.class", "QuickStart.class")
    program = ["--class", "QuickStart", "--jars", str(spark_jar()), str(jar)]
    return start([*SUBMIT, *QUIET, *settings(hbase), *program], folder)


def in_connect_without_jar(folder: Path, hbase: EmbeddedHBase) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WITHOUT_JAR, hbase.quorum, hbase.thrift]
    return start(command, folder, PYSPARK_PYTHON=sys.executable)


PROGRAMS = {
    "java": in_java,
    "fresh": in_fresh_environment,
    "connect": in_connect_without_jar,
}


@pytest.fixture(scope="module")
def running(
    spark: SparkSession, hbase: EmbeddedHBase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Any]]:
    """Everything is started at once, because starting is what takes time."""
    spark.sql(
        "CREATE TABLE hbase.default.connect_free (id INT, n INT, PRIMARY KEY (id)) USING hbase"
    )
    spark.sql("INSERT INTO hbase.default.connect_free VALUES (1, 1), (2, 2), (3, NULL), (4, 4)")
    folders = {name: tmp_path_factory.mktemp(name) for name in PROGRAMS}
    with ExitStack() as ends:
        ends.callback(spark.sql, "DROP TABLE hbase.default.connect_free PURGE")
        started: dict[str, Any] = {"folders": folders}
        for name, process in PROGRAMS.items():
            started[name] = process(folders[name], hbase)
            ends.callback(started[name].wait, PATIENCE_SECONDS)
            ends.callback(started[name].terminate)
        yield started


STATEMENTS = [
    "USE hbase",
    "CREATE TABLE connect_notes (id INT, who STRING, n INT, PRIMARY KEY (id)) USING hbase",
    "INSERT INTO connect_notes VALUES (1, 'ada', 3), (2, 'bob', NULL), (3, 'ada', 4)",
    "UPDATE connect_notes SET n = 5 WHERE id = 2",
    "CREATE TABLE connect_mapped (id INT, who STRING, PRIMARY KEY (id)) "
    "MAPPED BY (connect_cells, COLS=[who=d.who])",
    "INSERT INTO connect_mapped SELECT id, who FROM connect_notes",
    "DELETE FROM connect_notes WHERE who = 'ada' AND n > 3",
    "CREATE TABLE connect_people (id INT, who STRUCT<name: STRING, age: INT>, PRIMARY KEY (id)) "
    "USING hbase TBLPROPERTIES ('hbase.layout' = 'columns', "
    "'hbase.column.who.name.qualifier' = 'n', 'hbase.column.who.age.qualifier' = 'a')",
    "INSERT INTO connect_people VALUES (1, struct('ada', 36)), (2, NULL), (3, struct('eve', NULL))",
    "UPDATE connect_people SET who.age = 5 WHERE who.name = 'eve'",
    "MERGE INTO connect_people t USING (SELECT 1 AS id, 'lady' AS name) u ON t.id = u.id "
    "WHEN MATCHED THEN UPDATE SET t.who.name = concat(u.name, ' ', t.who.name)",
    "ALTER TABLE connect_people ADD COLUMN who.town STRING",
    "DELETE FROM connect_people WHERE who IS NULL",
]


@pytest.mark.usefixtures("running")
def test_a_session_of_spark_connect_runs_the_statements(
    spark: SparkSession, hbase: EmbeddedHBase, caplog: pytest.LogCaptureFixture
) -> None:
    spark.sql(
        "CREATE TABLE hbase.default.connect_cells (id INT, who STRING, PRIMARY KEY (id)) "
        "USING hbase TBLPROPERTIES ('hbase.layout' = 'columns')"
    )
    port = spark.conf.get("spark.connect.grpc.binding.port")
    (example,) = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs/JVM.md").read_text(), re.M | re.S
    )
    text = example.replace("connect-host:15002", f"127.0.0.1:{port}")
    # A session of this process is live, so that the example's builder would find that one.
    text = text.replace("from pyspark.sql import", "from pyspark.sql.connect.session import")
    text = text.replace("getOrCreate", "create").replace("zk1:2181", hbase.quorum)
    names: dict[str, Any] = {}
    exec(text, names)
    remote = names["spark"]
    try:
        assert caplog.text == ""
        for statement in STATEMENTS:
            remote.sql(statement).collect()
        sums = remote.sql("SELECT who, sum(n) AS n FROM connect_notes GROUP BY who ORDER BY who")
        assert sums.toPandas().to_dict("list") == {"who": ["ada", "bob"], "n": [3, 5]}
        assert (
            remote.sql("SELECT count(*) FROM connect_mapped WHERE who = 'ada'").collect()[0][0] == 2
        )
        assert (
            "PartialAggregate"
            in remote.sql("EXPLAIN SELECT who, sum(n) FROM connect_notes GROUP BY who").collect()[
                0
            ][0]
        )
        people = remote.sql(
            "SELECT id, who.name, who.age, who.town FROM connect_people ORDER BY id"
        )
        assert [tuple(row) for row in people.collect()] == [
            (1, "lady ada", 36, None),
            (3, "eve", 5, None),
        ]
        dropped = ("connect_notes PURGE", "connect_mapped", "connect_cells PURGE")
        for name in (*dropped, "connect_people PURGE"):
            remote.sql(f"DROP TABLE {name}")
    finally:
        remote.stop()


def test_the_wheel_in_a_fresh_environment_runs_the_quick_start(running: dict[str, Any]) -> None:
    told = json.loads(output(running["fresh"], running["folders"]["fresh"]).splitlines()[-1])
    assert told["home"].startswith(str(running["folders"]["fresh"]))
    assert not [path for path in told["path"] if "site-packages" not in path and str(ROOT) in path]
    assert told["lazily"] == []
    assert told["unmet"] == []
    assert told["rows"] == [["kiel", 19.5]]
    info = "pyspark_hbase-" + pyspark_hbase._jars.package_version() + ".dist-info"  # type: ignore[attr-defined]
    for name in ("licenses/LICENSE", "licenses/NOTICE", "sboms/pyspark-hbase.cdx.json"):
        assert f"{info}/{name}" in told["files"]
    assert "pyspark_hbase/py.typed" in told["files"]


def test_a_program_in_java_creates_writes_and_aggregates(running: dict[str, Any]) -> None:
    printed = output(running["java"], running["folders"]["java"]).splitlines()
    assert printed == ["north 10.00", "south null", "aggregated in the region servers"]


def test_a_server_of_spark_connect_without_our_jar_reads_through_thrift(
    running: dict[str, Any],
) -> None:
    refused, rows = output(running["connect"], running["folders"]["connect"]).splitlines()
    assert refused.startswith("The server of Spark Connect was started without the jar")
    assert "The format hbase_thrift reads tables without it" in refused
    assert rows == "[(2, 2), (4, 4)]"
