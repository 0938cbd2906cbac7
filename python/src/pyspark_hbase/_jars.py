"""The two jars inside the wheel."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

from pyspark_hbase.errors import SetupError

_FOLDER: Final = Path(__file__).parent / "jars"
_DIGEST_LENGTH: Final = 12


def spark_jar() -> Path:
    """The jar for Spark's driver and executors."""
    return _bundled("pyspark-hbase-spark.jar")


def region_server_jar() -> Path:
    """The jar for region servers, as it lies in the wheel."""
    return _bundled("pyspark-hbase-region-server.jar")


def published_region_server_jar() -> Path:
    """A copy of the region-server jar whose name holds its digest, outside the wheel.

    HBase keeps the classes of a jar path for as long as a server runs, so a path must never change
    its content; and tables refer to the path, so it must outlive an upgrade of the wheel. The copy
    is made once per digest, in ``PYSPARK_HBASE_CACHE``, by default ``~/.cache/pyspark-hbase``.
    """
    source = region_server_jar()
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:_DIGEST_LENGTH]
    target = _cache() / f"{source.stem}-{digest}.jar"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        shutil.copyfile(source, draft)
        # Atomic: a region server never sees half a jar, two processes never disturb each other.
        draft.replace(target)
    return target


def _cache() -> Path:
    configured = os.environ.get("PYSPARK_HBASE_CACHE")
    if configured:
        return Path(configured).absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "pyspark-hbase"


def _bundled(name: str) -> Path:
    jar = _FOLDER / name
    if not jar.is_file():
        raise SetupError(
            f"{name} is not in this installation of pyspark-hbase ({_FOLDER}): the wheel was built "
            "without its jars. In a clone of the project run ./build.sh python, which builds and "
            "installs a complete wheel."
        )
    return jar
