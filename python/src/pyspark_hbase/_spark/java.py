"""The Java that Spark and the embedded HBase run on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import Final

from pyspark_hbase.errors import SetupError

REQUIRED_VERSION: Final = 17
_VERSION: Final = re.compile(r'version "(?:1\.)?(\d+)')


def java_command() -> str:
    """Path of Java 17: ``JAVA_HOME`` if set, else what the PATH finds.

    Raises :class:`SetupError` at once when there is none or another version. Spark's own start
    would fail later and longer.
    """
    home = os.environ.get("JAVA_HOME")
    where = f"JAVA_HOME={home}" if home else "the PATH"
    command = shutil.which(os.path.join(home, "bin", "java") if home else "java")
    if command is None:
        raise SetupError(
            f"No Java found (looked at {where}). Install JDK {REQUIRED_VERSION} and set JAVA_HOME "
            "to it."
        )
    # Java prints its version on the error stream.
    output = subprocess.run(
        [command, "-version"], capture_output=True, text=True, timeout=30, check=False
    ).stderr
    match = _VERSION.search(output)
    if match is None or int(match[1]) != REQUIRED_VERSION:
        found = f"Java {match[1]}" if match else "a Java of unknown version"
        raise SetupError(
            f"{found} found at {command} (from {where}), Java {REQUIRED_VERSION} is needed. Set "
            f"JAVA_HOME to a JDK {REQUIRED_VERSION}."
        )
    return command
