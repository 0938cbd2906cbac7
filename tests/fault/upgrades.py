"""Jars for region servers that differ from the installation's in nothing but their digest."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

from pyspark_hbase._spark.jars import RegionServerJar, region_server_jar


def upgrade(number: int, folder: Path) -> RegionServerJar:
    """Make a jar of the same code with another digest."""
    file = folder / f"{number}" / region_server_jar().name
    file.parent.mkdir()
    shutil.copy(region_server_jar(), file)
    with zipfile.ZipFile(file, "a") as jar:
        jar.comment = f"upgrade {number}".encode()
    return RegionServerJar.given(file)
