"""Programs that tests start as users start them, beside the tests."""

from __future__ import annotations

import os
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pyspark

from pyspark_hbase._spark.jars import published_region_server_jar, spark_jars, spark_jars_option
from pyspark_hbase._spark.launch import CATALOG_CLASS
from pyspark_hbase._spark.session import EXTENSIONS_CLASS
from pyspark_hbase.embedded import EmbeddedHBase

SPARK_HOME = Path(pyspark.__file__).parent
PATIENCE_SECONDS = 240.0
_SUBMIT = [str(SPARK_HOME / "bin/spark-submit"), "--master", "local[1]"]
_QUIET = ["--conf", "spark.ui.enabled=false", "--conf", "spark.sql.shuffle.partitions=1"]
_SOURCES = Path(__file__).parent / "java"


def start(command: list[str], folder: Path, text: str = "", **more: str) -> subprocess.Popen[str]:
    """Starts it in ``folder`` with ``text`` as input, without what the environment tells Python."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    with (folder / "output").open("w") as printed, (folder / "errors").open("w") as errors:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=inherited | {"SPARK_HOME": str(SPARK_HOME)} | more,
            stdin=subprocess.PIPE,
            stdout=printed,
            stderr=errors,
            text=True,
        )
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.close()
    return process


def output(process: subprocess.Popen[str], folder: Path) -> list[str]:
    """The lines that it has printed when it has ended well."""
    assert process.wait(PATIENCE_SECONDS) == 0, (folder / "errors").read_text()
    return (folder / "output").read_text().splitlines()


def executors(driver: int) -> list[int]:
    """The processes that the workers inside of this driver have started."""
    parents, backends = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
            line = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in line:
            backends.append(int(folder.name))

    def is_below(pid: int) -> bool:
        above = parents.get(pid, 0)
        return above == driver or (above > 1 and is_below(above))

    return [pid for pid in backends if is_below(pid)]


def submit_java(
    main: str, folder: Path, hbase: EmbeddedHBase, arguments: Sequence[str]
) -> subprocess.Popen[str]:
    """Submits a class of tests/java to a Spark of its own, with the settings of docs/JVM.md."""
    home = os.environ.get("JAVA_HOME")
    javac = str(Path(home, "bin/javac")) if home else "javac"
    sources = [str(source) for source in sorted(_SOURCES.glob("*.java"))]
    class_path = f"{SPARK_HOME}/jars/*{os.pathsep}{os.pathsep.join(map(str, spark_jars()))}"
    subprocess.run([javac, "-cp", class_path, "-d", str(folder), *sources], check=True)
    jar = folder / "program.jar"
    with zipfile.ZipFile(jar, "w") as opened:
        for compiled in folder.glob("*.class"):
            opened.write(compiled, compiled.name)
    program = ["--class", main, "--jars", spark_jars_option(), str(jar), *arguments]
    return start([*_SUBMIT, *_QUIET, *_settings(hbase), *program], folder)


def _settings(hbase: EmbeddedHBase) -> list[str]:
    values = {
        "spark.sql.extensions": EXTENSIONS_CLASS,
        "spark.sql.catalog.hbase": CATALOG_CLASS,
        "spark.sql.catalog.hbase.quorum": hbase.quorum,
        "spark.sql.hbase.coprocessor.jar": published_region_server_jar().as_uri(),
    }
    return [part for key, value in values.items() for part in ("--conf", f"{key}={value}")]
