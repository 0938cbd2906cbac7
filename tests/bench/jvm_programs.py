"""Compiles and runs the benchmarks that are Java programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
_FOLDER: Final = ROOT / "build" / "bench"


def class_path(module: str) -> str:
    """Compile a module of ``jvm/`` with its tests and return the class path of its tests."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    file = _FOLDER / f"{module}.classpath"
    command = [
        "mvn",
        "-q",
        "-B",
        "-ntp",
        "-Pbench",
        "-f",
        str(ROOT / "jvm" / "pom.xml"),
        "-pl",
        module,
        "-am",
        "test-compile",
        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
        f"-Dmdep.outputFile={file}",
    ]
    print("+", *command, flush=True)
    subprocess.run(command, check=True)
    # Maven builds the module last, so the file is this module's.
    target = ROOT / "jvm" / module / "target"
    return os.pathsep.join(
        [str(target / "test-classes"), str(target / "classes"), file.read_text().strip()]
    )


def run(class_path: str, *arguments: str) -> str:
    """Run a main class, after options of the JVM, and return what it prints."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else shutil.which("java") or "java"
    command = [java, "-Xmx3g", "-cp", class_path, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def spark_options() -> list[str]:
    """Options of a JVM that has a Spark session, as the tests of the module have them."""
    pom = (ROOT / "jvm" / "spark" / "pom.xml").read_text()
    return re.findall(r"--add-opens=[\w./]+=ALL-UNNAMED", pom)
