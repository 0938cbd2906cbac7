"""The command line of the embedded HBase."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pyspark_hbase._spark.java import java_command
from pyspark_hbase._text.extras import require_extras
from pyspark_hbase.errors import SetupError

MAIN_CLASS: Final = "org.apache.spark.sql.hbase.embedded.EmbeddedHBase"
HOME_VARIABLE: Final = "PYSPARK_HBASE_EMBEDDED"
"""A folder with other jars than those of the wheel pyspark-hbase-embedded."""
HDFS_VARIABLE: Final = "PYSPARK_HBASE_EMBEDDED_HDFS"
"""A folder with the jars of HDFS's servers."""
JAVA_OPTIONS_VARIABLE: Final = "PYSPARK_HBASE_EMBEDDED_OPTS"
"""Further options of its JVM, separated by spaces."""
JAVA_VARIABLE: Final = "PYSPARK_HBASE_EMBEDDED_JAVA"
"""Path of the command ``java`` that runs it, where it is not the client's."""

START_TIMEOUT_SECONDS: Final = 150.0
_POLL_SECONDS: Final = 0.05

SERVERS_FOLDER: Final = "servers"
"""In the data folder of a cluster of several processes: a folder for each."""

_PAGES: Final = ("hbase.master.info.port", "hbase.regionserver.info.port", "hbase.thrift.info.port")


@dataclass(frozen=True, slots=True)
class Options:
    """The cluster to start; ``data`` absent means a temporary folder that is deleted at stop."""

    name: str = "hbase"
    region_servers: int = 2
    thrift: bool = False
    separate_processes: bool = False
    hdfs: int = 0
    """The number of data nodes; 0 is the local file system."""
    data: Path | None = None
    conf: Mapping[str, str] = field(default_factory=dict)
    heap: str = "1g"


def command(options: Options, *arguments: str) -> list[str]:
    """The command that runs ``options``; ``arguments`` are those of the way it is run."""
    check(options)
    jars = home()
    line = java(options.heap)
    line += ["-cp", os.pathsep.join([*map(str, jars.glob("embedded-*.jar")), f"{jars}/lib/*"])]
    line += [MAIN_CLASS, "--name", options.name, "--region-servers", str(options.region_servers)]
    if options.thrift:
        line.append("--thrift")
    if options.data is not None:
        line += ["--data", str(options.data.absolute())]
    for key, value in options.conf.items():
        line += ["--conf", f"{key}={value}"]
    return [*line, *arguments]


def start(
    options: Options, state_file: Path, output: Path, *arguments: str, stdin: int
) -> subprocess.Popen[bytes]:
    """Start an HBase of one JVM and return its process once it serves.

    It has written ``state_file`` then, and that alone says so: a JVM may warn or log at any time.
    ``output`` takes all that it prints. ``arguments`` and ``stdin`` are those of the way it is run.

    Raises:
        SetupError: it ended, or did not serve in time and was ended; with its output.
    """
    line = command(options, "--state-file", str(state_file), *arguments)
    with output.open("wb") as opened:
        process = subprocess.Popen(
            line,
            stdin=stdin,
            stdout=opened,
            stderr=subprocess.STDOUT,
            # Signals of the terminal, such as Ctrl-C, are not for it.
            start_new_session=True,
        )
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while not state_file.exists():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            process.wait()
            raise SetupError(f"The embedded HBase did not start. {output.read_text().strip()}")
        time.sleep(_POLL_SECONDS)
    return process


def check(options: Options) -> None:
    """Refuse what no cluster can be started with."""
    if options.region_servers < 1:
        raise SetupError(f"region_servers must be at least 1, not {options.region_servers}.")
    if options.hdfs < 0:
        raise SetupError(f"hdfs must be at least 0, not {options.hdfs}.")
    if options.hdfs and not options.separate_processes:
        raise SetupError(
            "HDFS needs servers in processes of their own: add --separate-processes, or "
            "separate_processes=True."
        )
    _check_pages(options.conf, home())
    if options.data is not None:
        _check_data(options, options.data)


def _check_data(options: Options, data: Path) -> None:
    """Refuse a folder whose tables another form of cluster made: it would not find them."""
    made_by_one = (data / "root").exists()
    made_by_several = (data / SERVERS_FOLDER).exists()
    had_hdfs = (data / SERVERS_FOLDER / "name-node").exists()
    if options.separate_processes:
        if made_by_one:
            raise SetupError(
                f"The tables in {data} are those of an HBase of one JVM. Start it without "
                "separate processes, or choose another folder."
            )
        if made_by_several and had_hdfs != bool(options.hdfs):
            where = "on HDFS" if had_hdfs else "on the local file system"
            raise SetupError(
                f"The tables in {data} are {where}. Start it in the same way, or choose another "
                "folder."
            )
    elif made_by_several:
        raise SetupError(
            f"The tables in {data} are those of servers in processes of their own. Start it with "
            "separate processes, or choose another folder."
        )


def java(heap: str) -> list[str]:
    """The command ``java`` of servers, with the options of each."""
    line = [os.environ.get(JAVA_VARIABLE) or java_command()]
    line += [f"-Xmx{heap}", "--add-opens=java.base/java.nio=ALL-UNNAMED"]
    return line + os.environ.get(JAVA_OPTIONS_VARIABLE, "").split()


def _check_pages(conf: Mapping[str, str], jars: Path) -> None:
    """Refuse web pages whose jars are not there: each of them would end with a missing class."""
    asked = [key for key in _PAGES if not conf.get(key, "-1").startswith("-")]
    if asked and not any((jars / "lib").glob("jamon-runtime-*.jar")):
        raise SetupError(
            f"{asked[0]} asks for web pages, whose jars the embedded HBase leaves out. Leave the "
            "setting out, and look with pyspark-hbase status and doctor. The HBase of "
            "./build.sh compose up has the pages."
        )


def hdfs_jars() -> list[Path]:
    """The jars of HDFS's servers, which no wheel has.

    Raises:
        SetupError: they are not there.
    """
    folder = os.environ.get(HDFS_VARIABLE)
    jars = sorted(Path(folder).glob("hadoop-client-*.jar")) if folder else []
    if not jars:
        raise SetupError(
            f"The jars of HDFS's servers are not there: {HDFS_VARIABLE} names "
            f"{folder or 'no folder'}. In a clone, ./build.sh up --separate-processes --hdfs 2 "
            "fetches them into build/hdfs. Elsewhere, let it name a folder with "
            "hadoop-client-api, hadoop-client-runtime and hadoop-client-minicluster."
        )
    return jars


def needed_extras() -> tuple[str, ...]:
    """The entry points whose extras it takes; none where other jars than the wheel's are named."""
    return () if os.environ.get(HOME_VARIABLE) else ("The embedded HBase",)


def home() -> Path:
    """The folder with the jars, of the second wheel, which is only located."""
    configured = os.environ.get(HOME_VARIABLE)
    if configured:
        home = Path(configured)
        if not any(home.glob("embedded-*.jar")) or not (home / "lib").is_dir():
            raise SetupError(
                f"The embedded HBase is not at {home}, which {HOME_VARIABLE} names. Unset it, or "
                "name a folder like jvm/embedded/target of a clone after ./build.sh jvm."
            )
        return home
    require_extras(*needed_extras())
    spec = find_spec("pyspark_hbase_embedded")
    assert spec is not None and spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0], "jars")
