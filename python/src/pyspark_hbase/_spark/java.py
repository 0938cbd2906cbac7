"""The Java that Spark and the embedded HBase run on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import Final, NamedTuple

from pyspark_hbase._spark.jars import pyspark_version
from pyspark_hbase.errors import SetupError

_OF_SPARK_3: Final = (11, 17)
_OF_SPARK_4: Final = (17, 21)
_VERSION: Final = re.compile(r'version "(?:1\.)?(\d+)')


class Java(NamedTuple):
    """A Java that Spark can run on: the path of its command, and its feature version."""

    command: str
    version: int


def java_versions() -> tuple[int, ...]:
    """Versions that tests with the PySpark at hand run on. It needs the first or a later one."""
    installed = pyspark_version()
    return _OF_SPARK_3 if installed is not None and installed.startswith("3.") else _OF_SPARK_4


def find_java() -> Java:
    """Find the Java of ``JAVA_HOME`` if set, else that of the PATH.

    Raises :class:`SetupError` at once when there is none, or one that is too old. Spark's own start
    would fail later and longer.
    """
    oldest = java_versions()[0]
    home = os.environ.get("JAVA_HOME")
    where = f"JAVA_HOME={home}" if home else "the PATH"
    command = shutil.which(os.path.join(home, "bin", "java") if home else "java")
    if command is None:
        raise SetupError(
            f"No Java found (looked at {where}). Install JDK {oldest} and set JAVA_HOME to it."
        )
    # Java prints its version on the error stream.
    output = subprocess.run(
        [command, "-version"], capture_output=True, text=True, timeout=30, check=False
    ).stderr
    match = _VERSION.search(output)
    if match is None or int(match[1]) < oldest:
        found = f"Java {match[1]}" if match else "a Java of unknown version"
        raise SetupError(
            f"{found} found at {command} (from {where}), Java {oldest} or later is needed. Set "
            f"JAVA_HOME to a JDK {oldest}."
        )
    return Java(command, int(match[1]))


def java_command() -> str:
    """Path of the command of :func:`find_java`; raises as it does."""
    return find_java().command
