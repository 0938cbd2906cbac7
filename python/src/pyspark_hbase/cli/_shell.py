"""``pyspark-hbase`` without a verb: the PySpark shell, with HBase in it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pyspark_hbase._spark.jars import pyspark_folder, spark_jars_option
from pyspark_hbase._spark.java import java_command
from pyspark_hbase._spark.quorum import Quorum
from pyspark_hbase._text.extras import require_extras
from pyspark_hbase.cli._connection import spark_settings

_STARTUP: Final = Path(__file__).parents[1] / "shell" / "_startup.py"
USER_STARTUP: Final = "PYSPARK_HBASE_USER_STARTUP"
"""As shell/_prompt.py has it, which imports PySpark."""


def shell(arguments: argparse.Namespace) -> int:
    """Become ``pyspark``; its exit status is ours."""
    quorum = Quorum.of(arguments.quorum)
    quorum.check_reachable()
    java_command()
    line = command(arguments, quorum)
    sys.stdout.flush()
    os.execvpe(line[0], line, environment(os.environ))


def command(arguments: argparse.Namespace, quorum: Quorum) -> list[str]:
    """The command line of ``pyspark``; raises :class:`SetupError` where there is none."""
    require_extras("pyspark-hbase shell")
    folder = pyspark_folder()
    assert folder is not None
    # Not imported before: it takes half a second and the shell imports it again.
    from pyspark_hbase._spark.session import EXTENSIONS_CLASS, catalog_settings  # noqa: PLC0415

    settings = catalog_settings(quorum) | spark_settings(arguments.conf)
    jars = [settings.pop("spark.jars", ""), spark_jars_option()]
    extensions = [settings.get("spark.sql.extensions", ""), EXTENSIONS_CLASS]
    settings["spark.sql.extensions"] = ",".join(filter(None, extensions))
    line = [str(folder / "bin" / "pyspark"), "--master", arguments.master]
    line += ["--jars", ",".join(filter(None, jars))]
    for key, value in settings.items():
        line += ["--conf", f"{key}={value}"]
    return [*line, *arguments.rest]


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for ``pyspark``: this Python, and our start-up script."""
    return {
        **given,
        "PYSPARK_PYTHON": given.get("PYSPARK_PYTHON") or sys.executable,
        "PYTHONSTARTUP": str(_STARTUP),
        USER_STARTUP: given.get("PYTHONSTARTUP", ""),
    }
