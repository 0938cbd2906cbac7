"""Programs that spark-submit starts: in one process, on workers beside it, and on a cluster."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from ports import free_port
from programs import SPARK_HOME, output, start
from pyspark.sql import SparkSession

from pyspark_hbase._spark.jars import spark_jars, spark_jars_option
from pyspark_hbase._spark.launch import CATALOG_CLASS
from pyspark_hbase._spark.session import EXTENSIONS_CLASS
from pyspark_hbase.embedded import EmbeddedHBase

TABLE = "hbase.default.submitted"
PROGRAM = f"""
import pyspark_hbase
spark = pyspark_hbase.session()
sc = spark.sparkContext
print(sc.master, sc.appName, sc.getConf().get("spark.jars").count("pyspark-hbase-"))
print(spark.conf.get("spark.sql.extensions"))
# The first one in region servers, the others in executors: the rows, and a function in Python.
print(spark.table("{TABLE}").count())
print(spark.sql("SELECT sum(id) FROM {TABLE} WITH ('coprocessor' = 'off')").first()[0])
spark.udf.register("twice", lambda n: 2 * n, "int")
print(spark.sql("SELECT sum(twice(id)) FROM {TABLE}").first()[0])
"""
SMALL = "--conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=1".split()


@pytest.fixture(scope="module")
def table(spark: SparkSession) -> Iterator[None]:
    spark.sql(f"CREATE TABLE {TABLE} (id INT NOT NULL, PRIMARY KEY (id)) USING hbase")
    spark.sql(f"INSERT INTO {TABLE} VALUES (1), (2)")
    yield
    spark.sql(f"DROP TABLE {TABLE}")


def submit(
    folder: Path, hbase: EmbeddedHBase, *options: str, program: str = PROGRAM, **more: str
) -> subprocess.Popen[str]:
    (folder / "job.py").write_text(program)
    line = [str(SPARK_HOME / "bin/spark-submit"), *SMALL, *options, "job.py"]
    environment = {"PYSPARK_HBASE_QUORUM": hbase.quorum, "PYSPARK_DRIVER_PYTHON": sys.executable}
    return start(line, folder, **environment | more)


@contextmanager
def standalone(folder: Path) -> Iterator[str]:
    """A cluster of Spark's own with one worker."""
    port = free_port()
    name = f"spark://localhost:{port}"
    of_master = f"Master --host localhost --port {port} --webui-port 0"
    of_worker = f"Worker --cores 1 --memory 1g --webui-port 0 --work-dir {folder} {name}"
    processes = []
    try:
        for command in (of_master, of_worker):
            logs = folder / command.split()[0]
            logs.mkdir()
            main, *arguments = command.split()
            line = [
                str(SPARK_HOME / "bin/spark-class"),
                f"org.apache.spark.deploy.{main.lower()}.{main}",
            ]
            processes.append(start([*line, *arguments], logs))
        yield name
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(30)


@pytest.mark.usefixtures("table")
def test_a_session_is_what_spark_submit_was_told(hbase: EmbeddedHBase, tmp_path: Path) -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "pyspark_hbase.cli", "jars"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert listed == spark_jars_option()
    mine = "org.apache.spark.sql.hbase.HBaseSparkSessionExtensions"
    options = f"--master local[3] --name mine --jars {listed} --conf spark.sql.extensions={mine}"
    process = submit(tmp_path, hbase, *options.split())
    assert output(process, tmp_path) == ["local[3] mine 2", EXTENSIONS_CLASS, "2", "3", "6"]


@pytest.mark.usefixtures("table")
def test_executors_get_the_jars(hbase: EmbeddedHBase, tmp_path: Path) -> None:
    folders = [tmp_path / "cluster", tmp_path / "local", tmp_path / "standalone"]
    for folder in folders:
        folder.mkdir()
    workers = {"PYSPARK_PYTHON": sys.executable}
    with standalone(folders[0]) as master:
        for folder, where in zip(folders[1:], ("local-cluster[1,1,1024]", master), strict=True):
            options = f"--master {where} --name {folder.name} --executor-memory 512m"
            process = submit(
                folder, hbase, *options.split(), "--jars", spark_jars_option(), **workers
            )
            shown = [f"{where} {folder.name} 2", EXTENSIONS_CLASS, "2", "3", "6"]
            assert output(process, folder) == shown


def test_where_the_jars_are_too_late_the_error_has_the_line(
    hbase: EmbeddedHBase, tmp_path: Path
) -> None:
    configured = PROGRAM.replace(
        "pyspark_hbase.session()",
        "pyspark_hbase.configure(pyspark.sql.SparkSession.builder).getOrCreate()",
    )
    for program in (PROGRAM, f"import pyspark.sql\n{configured}"):
        process = submit(tmp_path, hbase, "--master", "local[1]", program=program)
        assert process.wait(120) != 0
        # spark-submit prints there what Python writes to either stream.
        printed = (tmp_path / "output").read_text()
        assert f"spark-submit --jars {spark_jars_option()}" in printed, printed
        assert "SetupError" in printed and "job.py" in printed


def test_one_jar_without_the_other_is_named(hbase: EmbeddedHBase, tmp_path: Path) -> None:
    program = f"""
import pyspark_hbase
from pyspark.sql import SparkSession

def tried(start):
    try:
        start()
    except Exception as error:
        print(type(error).__name__, *str(error).splitlines()[:2])

tried(pyspark_hbase.session)
plain = SparkSession.builder.config("spark.sql.catalog.hbase", "{CATALOG_CLASS}")
tried(lambda: plain.getOrCreate().sql("SHOW NAMESPACES IN hbase"))
SparkSession.getActiveSession().stop()
tried(plain.config("spark.sql.extensions", "{EXTENSIONS_CLASS}").getOrCreate)
"""
    common, of_a_line = spark_jars()
    processes = []
    for jar in (common, of_a_line):
        folder = tmp_path / jar.stem
        folder.mkdir()
        options = ["--master", "local[1]", "--jars", str(jar)]
        processes.append((submit(folder, hbase, *options, program=program), folder))
    without_line, without_common = (output(*each) for each in processes)
    assert "started without pyspark-hbase-spark, and Spark cannot add" in without_line[0]
    assert CATALOG_CLASS in without_line[1]
    assert "started without pyspark-hbase-common, and Spark cannot add" in without_common[0]
    for line in without_common[1:]:
        assert line.startswith("AnalysisException [SPARKSQL_HBASE.COMMON_JAR_MISSING]"), line
        assert of_a_line.name in line
