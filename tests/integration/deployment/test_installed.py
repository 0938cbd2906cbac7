"""The wheels in a fresh environment, and Spark Connect without our jar.

Both are started as users start them, side by side.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import programs
import pytest
from pyspark.sql import SparkSession

import pyspark_hbase
from pyspark_hbase.embedded import EmbeddedHBase

ROOT = Path(__file__).resolve().parents[3]
PYPI_LIMIT_BYTES = 100_000_000

# The quick start of docs/index.md, and what the fresh environment knows of itself.
FRESH = """
import json
import sys
from importlib.metadata import files, requires, version
import pyspark_hbase
from pyspark_hbase.embedded._launch import home
lazily = sorted({"pyspark", "py4j", "pyarrow", "happybase", "pandas"} & sys.modules.keys())
from packaging.requirements import Requirement
asked = [Requirement(text) for text in requires("pyspark-hbase")]
wanted = [each for each in asked if each.marker is None
          or any(each.marker.evaluate({"extra": name})
                 for name in ("spark", "connect", "sql", "embedded"))]
unmet = [str(each) for each in wanted if each.name != "pyspark-hbase"
         and not each.specifier.contains(version(each.name))]
exec(sys.stdin.read())
rows = [[row.station, row.celsius] for row in spark.table("hbase.default.readings").collect()]
spark.sql("DROP TABLE hbase.default.readings PURGE")
print(json.dumps({
    "home": pyspark_hbase.__file__, "embedded": str(home()), "path": sys.path,
    "lazily": lazily, "unmet": unmet,
    "files": [str(each) for name in ("pyspark-hbase", "pyspark-hbase-embedded")
              for each in files(name)], "rows": rows,
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


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the two wheels; what they ask for comes from this one."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "env", with_pip=False)
    wheels = [*ROOT.glob("build/wheel/*.whl"), *ROOT.glob("build/embedded-wheel/*.whl")]
    assert len(wheels) == 2
    assert all(wheel.stat().st_size < PYPI_LIMIT_BYTES for wheel in wheels)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "env/bin/python"), "install"]
    options = ["-q", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*pip, *options, *map(str, wheels)], check=True, cwd=folder)
    packages = next((folder / "env/lib").glob("python*/site-packages"))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "env"


def in_fresh_environment(
    folder: Path, hbase: EmbeddedHBase, environment: Path
) -> subprocess.Popen[str]:
    python = environment / "bin/python"
    (example, *_) = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs/index.md").read_text(), re.M | re.S
    )
    text = example.replace("zk1:2181,zk2:2181", hbase.quorum)
    return programs.start([str(python), "-c", FRESH], folder, text, PYSPARK_PYTHON=str(python))


def demo(folder: Path, hbase: EmbeddedHBase, environment: Path) -> subprocess.Popen[str]:
    """Starts an HBase of its own, from the second wheel."""
    return programs.start([str(environment / "bin/pyspark-hbase"), "demo"], folder)


def in_connect_without_jar(
    folder: Path, hbase: EmbeddedHBase, environment: Path
) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WITHOUT_JAR, hbase.quorum, hbase.thrift]
    return programs.start(command, folder, PYSPARK_PYTHON=sys.executable)


PROGRAMS = {
    "fresh": in_fresh_environment,
    "connect": in_connect_without_jar,
    "demo": demo,
}


@pytest.fixture(scope="module")
def running(
    spark: SparkSession,
    hbase: EmbeddedHBase,
    fresh: Path,
    tmp_path_factory: pytest.TempPathFactory,
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
            started[name] = process(folders[name], hbase, fresh)
            ends.callback(started[name].wait, programs.PATIENCE_SECONDS)
            ends.callback(started[name].terminate)
        yield started


def test_the_wheel_in_a_fresh_environment_runs_the_quick_start(
    running: dict[str, Any], fresh: Path
) -> None:
    told = json.loads(programs.output(running["fresh"], running["folders"]["fresh"])[-1])
    assert told["home"].startswith(str(fresh))
    assert told["embedded"].startswith(str(fresh))
    assert not [path for path in told["path"] if "site-packages" not in path and str(ROOT) in path]
    assert told["lazily"] == []
    assert told["unmet"] == []
    assert told["rows"] == [["kiel", 19.5]]
    info = "pyspark_hbase-" + pyspark_hbase._spark.jars.package_version() + ".dist-info"  # type: ignore[attr-defined]
    for name in ("licenses/LICENSE", "licenses/NOTICE", "sboms/pyspark-hbase.cdx.json"):
        assert f"{info}/{name}" in told["files"]
    assert "pyspark_hbase/py.typed" in told["files"]
    embedded = info.replace("hbase-", "hbase_embedded-")
    for name in ("licenses/LICENSE", "licenses/licenses/slf4j-api.txt"):
        assert f"{embedded}/{name}" in told["files"]
    assert f"{embedded}/sboms/pyspark-hbase-embedded.cdx.json" in told["files"]


def test_the_demo_runs_from_the_wheels_and_prints_no_stack_trace(running: dict[str, Any]) -> None:
    folder = running["folders"]["demo"]
    assert programs.output(running["demo"], folder)[-1] == (
        "All 6 queries: equal answers on all routes."
    )
    printed = "".join((folder / name).read_text() for name in ("output", "errors"))
    assert re.findall(r"^\s+at \S+\(.*|.*Caused by.*", printed, re.M) == []


def test_a_server_of_spark_connect_without_our_jar_reads_through_thrift(
    running: dict[str, Any],
) -> None:
    refused, rows = programs.output(running["connect"], running["folders"]["connect"])
    assert refused.startswith("The server of Spark Connect was started without the jars")
    assert "The format hbase_thrift reads tables without it" in refused
    assert rows == "[(2, 2), (4, 4)]"
