"""Installs what peers need below ``build/bench/peers``: jars, class files, Python environments."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from peers.peer import CannotRunError

ROOT: Final = Path(__file__).resolve().parents[3]
FOLDER: Final = ROOT / "build" / "bench" / "peers"
JAVA_SOURCES: Final = Path(__file__).parent / "java"
_COPY: Final = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"


def jars(name: str, *coordinates: str, transitive: bool) -> list[Path]:
    """The jars of ``group:artifact:version`` coordinates, through Maven."""
    folder = FOLDER / "jars" / name
    text = pom(coordinates, transitive=transitive)
    file = folder / "pom.xml"
    if not (file.exists() and file.read_text() == text):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        new = folder / "new.xml"
        new.write_text(text)
        _run(
            "mvn",
            "-q",
            "-B",
            "-ntp",
            "-Dstyle.color=never",
            "-f",
            str(new),
            _COPY,
            f"-DoutputDirectory={folder}",
        )
        new.rename(file)
    return sorted(folder.glob("*.jar"))


def pom(coordinates: Sequence[str], *, transitive: bool) -> str:
    """A Maven project that depends on ``coordinates`` and has no code."""
    everything = (
        "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>"
        "</exclusions>"
    )
    dependencies = ""
    for coordinate in coordinates:
        group, artifact, version = map(escape, coordinate.split(":"))
        dependencies += (
            f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
            f"<version>{version}</version>{'' if transitive else everything}</dependency>"
        )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>pyspark-hbase</groupId><artifactId>peers</artifactId><version>1</version>"
        f"<packaging>pom</packaging><dependencies>{dependencies}</dependencies></project>\n"
    )


def classes(name: str, class_path: Sequence[Path], *sources: str) -> Path:
    """The folder of the class files of files in :data:`JAVA_SOURCES`."""
    files = [JAVA_SOURCES / source for source in sources]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    folder = FOLDER / "classes" / f"{name}-{digest}"
    if not folder.exists():
        new = folder.with_suffix(".new")
        path = os.pathsep.join(map(str, class_path))
        _run(
            *(java("javac"), "-nowarn", "-proc:none", "-cp", path, "-d", str(new)),
            *map(str, files),
        )
        new.rename(folder)
    return folder


def environment(name: str, *requirements: str) -> Path:
    """The interpreter of a virtual environment with exactly these packages."""
    folder = FOLDER / "environments" / name
    stamp = folder / "requirements.txt"
    text = "\n".join(requirements) + "\n"
    if not (stamp.exists() and stamp.read_text() == text):
        venv.create(folder, clear=True, with_pip=True)
        _run(str(folder / "bin/python"), *"-m pip install -q --no-deps".split(), *requirements)
        stamp.write_text(text)
    return folder / "bin/python"


def java(tool: str = "java") -> str:
    """The command of a tool of the JDK."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home, "bin", tool)) if home else tool


def spark_jars() -> Path:
    """The jars of the PySpark that runs this program."""
    [jars_folder] = Path(sys.prefix).glob("lib/python*/site-packages/pyspark/jars")
    return jars_folder


def _run(*command: str) -> None:
    print("+", *(part if len(part) < 200 else part[:60] + "..." for part in command), flush=True)
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotRunError(f"it does not install: {command[0]} failed ({error})") from error
