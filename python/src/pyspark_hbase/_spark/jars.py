"""The jars inside the wheel, and what tells one jar of region servers from another."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import zipfile
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pyspark_hbase.errors import SetupError, VersionMismatchError

_FOLDER: Final = Path(__file__).parents[1] / "jars"
MAIN_LINE: Final = "4.3"
"""The line of Spark whose jar every wheel has."""
COMMON: Final = "pyspark-hbase-common"
"""In the name of the jar that Spark needs whatever its line, also of one of ``--packages``."""
OF_A_LINE: Final = "pyspark-hbase-spark"
"""In the name of every jar for a line of Spark."""
SHORT_DIGEST_LENGTH: Final = 12
# PyPI's PySpark, where no jar tells.
_SCALA: Final = "2.13"
_SCALA_OF_SPARK_3: Final = "2.12"
_LINE: Final = re.compile(rf"{OF_A_LINE}-(?P<line>[\d.]+)_(?P<scala>[\d.]+)\.jar")
_SCALA_LIBRARY: Final = re.compile(r"scala-library-(\d+\.\d+)\..*\.jar")
_PYSPARK_VERSION: Final = re.compile(rb"""^__version__.*=\s*["']([^"']+)""", re.M)
_VERSION: Final = "Implementation-Version: "
_UNKNOWN: Final = "unknown"
_OBSERVER: Final = "org/apache/spark/sql/hbase/coprocessor/SparkSQLRegionObserver.class"
_NAME_A_JAR: Final = (
    "Name a pyspark-hbase-region-server-<version>.jar, or leave --jar out to take that of this "
    "package."
)


@dataclass(frozen=True, slots=True)
class RegionServerJar:
    """A jar of region servers on this machine."""

    file: Path
    version: str
    digest: str
    """SHA-256 in hex."""

    @staticmethod
    def read(file: Path) -> RegionServerJar:
        """Version and digest of a file, whether it is a jar or not."""
        try:
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
        except OSError as error:
            raise SetupError(f"{file} cannot be read: {error.strerror}.") from error
        return RegionServerJar(file, version_of(file), digest)

    @staticmethod
    def given(file: Path) -> RegionServerJar:
        """A file that a user names.

        Raises:
            SetupError: it is no jar of this product's coprocessor.
        """
        found = RegionServerJar.read(file)
        try:
            with zipfile.ZipFile(file) as opened:
                names = opened.namelist()
        except zipfile.BadZipFile as error:
            raise SetupError(f"{file} is no jar. {_NAME_A_JAR}") from error
        if _OBSERVER not in names:
            raise SetupError(f"{file} has no SparkSQLRegionObserver in it. {_NAME_A_JAR}")
        if found.version == _UNKNOWN:
            raise SetupError(f"{file} says no version in its manifest. {_NAME_A_JAR}")
        return found

    @property
    def name(self) -> str:
        """File name on clusters; another content has another name.

        HBase keeps the classes of a jar path for as long as a server runs, so a path must never
        change its content.
        """
        short = self.digest[:SHORT_DIGEST_LENGTH]
        return f"pyspark-hbase-region-server-{self.version}-{short}.jar"


def pyspark_version() -> str | None:
    """The version of the PySpark at hand; None without one that says it."""
    loaded = sys.modules.get("pyspark")
    if loaded is not None:
        return str(loaded.__version__)
    found = find_spec("pyspark")
    # Of a Spark distribution, which may be a zip on PYTHONPATH, pip knows nothing.
    read = None if found is None else getattr(found.loader, "get_data", None)
    if found is None or found.origin is None or read is None:
        return None
    text: bytes = read(str(Path(found.origin).with_name("version.py")))
    said = _PYSPARK_VERSION.search(text)
    return None if said is None else said[1].decode()


def pyspark_folder() -> Path | None:
    """The folder of the PySpark at hand; None without one. An import would take half a second."""
    found = find_spec("pyspark")
    return None if found is None or found.origin is None else Path(found.origin).parent


def spark_jars() -> list[Path]:
    """The jars for Spark's driver and executors: the common one, and that of Spark's line.

    The line and the Scala are those of the PySpark at hand.

    Raises:
        SetupError: This installation has no jar for that line and that Scala.
    """
    common = common_jar()
    installed = pyspark_version()
    line = MAIN_LINE if installed is None else ".".join(installed.split(".")[:2])
    scala = _scala_at_hand() or (_SCALA_OF_SPARK_3 if line.startswith("3.") else _SCALA)
    jar = _FOLDER / f"{OF_A_LINE}-{line}_{scala}.jar"
    if not jar.is_file():
        found = [each for name in os.listdir(_FOLDER) if (each := _LINE.fullmatch(name))]
        found.sort(key=lambda each: [int(part) for part in each["line"].split(".")])
        named = ", ".join(f"{each['line']} (Scala {each['scala']})" for each in found)
        newest = found[-1]["line"] if found else MAIN_LINE
        raise SetupError(
            f"PySpark {installed} with Scala {scala} is installed, and this installation of "
            f"pyspark-hbase has jars for Spark {named or 'of no line'} only ({_FOLDER}). Install "
            f"PySpark of such a line: pip install 'pyspark=={newest}.*'. Or install the wheel that "
            "./build.sh dist makes in a clone of the project: it has the jars of all lines."
        )
    return [common, jar]


def _scala_at_hand() -> str | None:
    """The Scala of the Spark that PySpark starts, such as ``2.13``; None without its jars."""
    folder = pyspark_folder()
    homes = [Path(home)] if (home := os.environ.get("SPARK_HOME")) else []
    # PySpark of pip has its jars inside; a Spark distribution has PySpark in python/pyspark.
    homes += [] if folder is None else [folder, folder.parents[1]]
    for jars in (home / "jars" for home in homes):
        if jars.is_dir():
            names = (_SCALA_LIBRARY.fullmatch(name) for name in os.listdir(jars))
            return next((name[1] for name in names if name), None)
    return None


def spark_jars_option() -> str:
    """The jars for Spark as ``--jars`` and ``spark.jars`` want them."""
    return ",".join(map(str, spark_jars()))


def common_jar() -> Path:
    """The jar with HBase's client and the engine, for every line of Spark and without one."""
    return _bundled(f"{COMMON}.jar")


def region_server_jar() -> Path:
    """The jar for region servers, as it lies in the wheel."""
    return _bundled("pyspark-hbase-region-server.jar")


def published_region_server_jar() -> Path:
    """A copy of the region-server jar whose name holds its digest, outside the wheel.

    Tables refer to the path, so it must outlive an upgrade of the wheel. The copy is made once per
    digest, in ``PYSPARK_HBASE_CACHE``, by default ``~/.cache/pyspark-hbase``.

    Raises:
        SetupError: Under that name lies a file of other bytes. Region servers would run it.
    """
    jar = RegionServerJar.read(region_server_jar())
    source = jar.file
    target = cache_folder() / jar.name
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        shutil.copyfile(source, draft)
        # Atomic: a region server never sees half a jar, two processes never disturb each other.
        draft.replace(target)
    found = RegionServerJar.read(target).digest
    if found != jar.digest:
        raise SetupError(
            f"{target} holds other bytes than its name says: SHA-256 {found} instead of "
            f"{jar.digest}. Region servers would run them, so the file is not used. Delete the "
            "file, and point PYSPARK_HBASE_CACHE at a folder that only you may write to."
        )
    return target


def version_of(jar: Path) -> str:
    """Return the version in the manifest of a jar, ``unknown`` without one."""
    try:
        with zipfile.ZipFile(jar) as opened:
            lines = opened.read("META-INF/MANIFEST.MF").decode().splitlines()
    except (zipfile.BadZipFile, KeyError):
        return _UNKNOWN
    found = [line.removeprefix(_VERSION) for line in lines if line.startswith(_VERSION)]
    return found[0].strip() if found else _UNKNOWN


def package_version() -> str:
    """The version of this package; its jars have the same."""
    return version("pyspark-hbase")


def check_version(found: str, where: str) -> None:
    """Raise :class:`VersionMismatchError` unless ``found`` is the version of this package.

    ``where`` says what has that version, and stands in the error.
    """
    package = package_version()
    if found != package:
        raise VersionMismatchError(
            "VERSION_MISMATCH",
            "This package and a jar that it works with are of two versions. Install the wheel anew "
            "(pip install --force-reinstall pyspark-hbase), and take other jars of this product "
            "from spark.jars and from the class path.",
            package=package,
            found=found,
            jar=where,
        )


def check_versions() -> None:
    """Raise :class:`VersionMismatchError` unless the jars of the wheel are of its version."""
    for jar in (*spark_jars(), region_server_jar()):
        check_version(version_of(jar), str(jar))


def cache_folder() -> Path:
    """Return the folder of published copies that region servers of this machine read."""
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
