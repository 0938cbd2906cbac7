"""HBase's classes on Spark's class path of this machine, beside those of this package's jar."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from pyspark_hbase._spark.jars import pyspark_folder, version_of

_HBASE_CLASS: Final = "org/apache/hadoop/hbase/util/VersionInfo.class"
_OWN_CLASS: Final = "org/apache/spark/sql/hbase/wire/ProductVersion.class"
_JARS: Final = "spark.jars"
_CLASS_PATHS: Final = ("spark.driver.extraClassPath", "spark.executor.extraClassPath")
_PAIR: Final = 2


def other_hbase_jars() -> dict[Path, str]:
    """Return the jars of HBase that Spark loads by itself, with their versions.

    Those are the jars of Spark's own folder, of ``SPARK_DIST_CLASSPATH``, and of ``spark.jars`` and
    ``extraClassPath`` in spark-defaults.conf. Jars that lie on another machine are not looked at.
    """
    return {jar: version_of(jar) for jar in dict.fromkeys(_class_path()) if _holds_hbase(jar)}


def _class_path() -> Iterator[Path]:
    home = _spark_home()
    settings: dict[str, str] = {}
    if home is not None:
        yield from sorted((home / "jars").glob("*.jar"))
        folder = Path(os.environ.get("SPARK_CONF_DIR") or home / "conf")
        settings = _settings(folder / "spark-defaults.conf")
    for entry in settings.get(_JARS, "").split(","):
        yield from _jars(entry)
    of_settings = [settings.get(key, "") for key in _CLASS_PATHS]
    for path in (*of_settings, os.environ.get("SPARK_DIST_CLASSPATH", "")):
        for entry in path.split(os.pathsep):
            yield from _jars(entry)


def _spark_home() -> Path | None:
    """The Spark that PySpark starts: SPARK_HOME, else the folder of the package."""
    configured = os.environ.get("SPARK_HOME")
    return Path(configured) if configured else pyspark_folder()


def _settings(file: Path) -> dict[str, str]:
    """Return the settings of a file of Java properties as spark-submit reads them."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    pairs = [line.strip().replace("=", " ", 1).split(None, 1) for line in lines]
    return {pair[0]: pair[1] for pair in pairs if len(pair) == _PAIR and pair[0][0] not in "#!"}


def _jars(entry: str) -> Iterator[Path]:
    """Yield the jars of this machine that an entry means: a file, or all of a folder."""
    parts = urlsplit(entry.strip())
    if not parts.path or parts.scheme not in ("", "file", "local"):
        return
    path = Path(parts.path)
    if path.name in ("*", "*.jar"):
        yield from sorted(path.parent.glob("*.jar"))
    elif path.suffix == ".jar":
        yield path


def _holds_hbase(jar: Path) -> bool:
    try:
        with zipfile.ZipFile(jar) as opened:
            names = opened.NameToInfo
    except (OSError, zipfile.BadZipFile):
        return False
    return _HBASE_CLASS in names and _OWN_CLASS not in names
