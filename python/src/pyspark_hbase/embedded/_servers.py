"""A cluster whose servers are processes of their own, on free ports of 127.0.0.1.

Each runs the main class that HBase's and Hadoop's own scripts run, with a folder of its own for
settings, logs and temporary files.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final
from xml.etree import ElementTree

from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.embedded._launch import (
    SERVERS_FOLDER,
    Options,
    check,
    hdfs_jars,
    home,
    java,
)
from pyspark_hbase.errors import SetupError

SERVER_CLASS: Final = "org.apache.spark.sql.hbase.embedded.ServerProcess"
START_TIMEOUT_SECONDS: Final = 180.0
STOP_TIMEOUT_SECONDS: Final = 60.0
_POLL_SECONDS: Final = 0.05
_HOST: Final = "127.0.0.1"
_PORTS: Final = range(20_000, 32_000)
"""Below those that Linux gives to whoever asks for any port (32768 and higher)."""
_SMALL_HEAP: Final = "256m"
_LOGGING: Final = ("slf4j-api", "log4j-api", "log4j-core", "log4j-slf4j-impl", "commons-logging")


STOPPED_TOGETHER: Final = (
    ("gateway", "master"),
    ("region-server",),
    ("zookeeper", "data-node"),
    ("name-node",),
)
"""Roles, in the order in which a cluster with data that stays is stopped."""


@dataclass(frozen=True, slots=True)
class Server:
    """One server: ``region-server-2``, for instance, and where it listens."""

    name: str
    port: int

    @property
    def role(self) -> str:
        """A word of the class ``ServerRole``."""
        return role_of(self.name)

    @property
    def is_of_hdfs(self) -> bool:
        """Whether it is a server of HDFS and not of HBase."""
        return self.role in ("name-node", "data-node")

    @property
    def is_first(self) -> bool:
        """Whether the others need it when they start."""
        return self.is_of_hdfs or self.role == "zookeeper"


def role_of(name: str) -> str:
    """Return what the server of a name is."""
    return name.rstrip("-0123456789")


class Servers:
    """The servers of one cluster by their names, each a process of its own. Not thread-safe.

    The names are ``zookeeper``, ``master``, ``region-server-1`` and so on; with a Thrift gateway
    ``gateway``; and on HDFS ``name-node``, ``data-node-1`` and so on.

    ``folder`` has a folder for each server. ``dies_with_us`` ends every server, at the latest, when
    this Python process ends.
    """

    def __init__(self, options: Options, folder: Path, *, dies_with_us: bool) -> None:
        self._options = options
        self._folder = folder
        self._dies_with_us = dies_with_us
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._servers = _with_free_ports(options)
        self._lock: IO[bytes] | None = None

    @classmethod
    def within(cls, options: Options) -> Servers:
        """The servers of a cluster that never outlives this Python process.

        Raises:
            SetupError: no cluster can be started with these options.
        """
        check(options)
        if options.data is not None:
            return cls(options, options.data.absolute() / SERVERS_FOLDER, dies_with_us=True)
        folder = tempfile.mkdtemp(prefix="pyspark-hbase-")
        return cls(options, Path(folder), dies_with_us=True)

    @property
    def pids(self) -> dict[str, int]:
        """The number of each process by the name of its server; paused ones included."""
        return {n: p.pid for n, p in self._processes.items() if p.poll() is None}

    @property
    def state(self) -> dict[str, str]:
        """The addresses, as the state file of an HBase of one JVM has them."""
        addresses = {"quorum": "zookeeper", "master": "master", "thrift": "gateway"}
        return {
            key: f"{_HOST}:{self._servers[name].port}"
            for key, name in addresses.items()
            if name in self._servers
        }

    @property
    def client_settings(self) -> Path:
        """A folder for ``HBASE_CONF_DIR``: how clients find HBase and its file system."""
        return self._folder / "client"

    def start(self) -> None:
        """Start all and return once each serves.

        Raises:
            SetupError: one does not; all are ended.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(self._folder)
        try:
            self._write_settings(self.client_settings, self._settings(None))
            if self._options.hdfs and not (self._folder / "name-node/data").exists():
                self._format(self._servers["name-node"])
            self._start(self._servers.values())
        except BaseException:
            self._end()
            raise

    def kill(self, name: str) -> None:
        """End a server at once, as a crash does (SIGKILL)."""
        process = self._running(name)
        process.kill()
        process.wait()

    def pause(self, name: str) -> None:
        """Stop a server where it is (SIGSTOP): it keeps its memory and answers nothing."""
        self._running(name).send_signal(signal.SIGSTOP)

    def resume(self, name: str) -> None:
        """Let a server go on that was paused (SIGCONT)."""
        self._running(name).send_signal(signal.SIGCONT)

    def restart(self, *names: str) -> None:
        """Start servers again at their ports, and return once each serves; running ones stop first.

        Those that need each other, as a master and the last region server, are started together.

        Raises:
            SetupError: one does not start.
        """
        servers = [self._known(name) for name in names]
        _stop([self._processes[name] for name in names if name in self._processes])
        self._start(servers)

    def launch(self, *names: str) -> None:
        """Start servers again that have ended, at their ports, and wait for none of them.

        A master waits for region servers. Whoever waits for it cannot start one that ends now.
        """
        for name in names:
            self._launch(self._known(name))

    def _start(self, servers: Iterable[Server]) -> None:
        # A master ends where there is no name node.
        for is_first in (True, False):
            some = [server for server in servers if server.is_first is is_first]
            for server in some:
                self._launch(server)
            self._await(some)

    def stop(self) -> None:
        """End all. With data that stays each writes first what it holds in memory."""
        if self._options.data is not None:
            for roles in STOPPED_TOGETHER:
                _stop([p for name, p in self._processes.items() if role_of(name) in roles])
        self._end()

    def _end(self) -> None:
        """End all at once; data that does not stay is deleted."""
        for process in self._processes.values():
            process.kill()
        for process in self._processes.values():
            process.wait()
            if process.stdin is not None:
                process.stdin.close()
        self.release()
        if self._options.data is None:
            shutil.rmtree(self._folder)

    def release(self) -> None:
        """Let the servers go on without this Python process."""
        if self._lock is not None:
            self._lock.close()

    def _known(self, name: str) -> Server:
        if name not in self._servers:
            raise SetupError(
                f"This cluster has no server {name!r}{did_you_mean(name, self._servers)} "
                f"It has {', '.join(self._servers)}."
            )
        return self._servers[name]

    def _running(self, name: str) -> subprocess.Popen[bytes]:
        self._known(name)
        process = self._processes[name]
        if process.poll() is not None:
            raise SetupError(f"The server {name!r} does not run; start it with restart().")
        return process

    def _launch(self, server: Server) -> None:
        folder = self._folder / server.name
        (folder / "tmp").mkdir(parents=True, exist_ok=True)
        (folder / "ready").unlink(missing_ok=True)
        self._write_settings(folder / "conf", self._settings(server))
        line = [*self._java(server), SERVER_CLASS, server.role, _HOST, str(server.port)]
        line.append(str(folder / "ready"))
        if self._dies_with_us:
            line.append("--stop-with-stdin")
        with (folder / "output").open("ab") as output:
            self._processes[server.name] = subprocess.Popen(
                line,
                cwd=folder,
                stdin=subprocess.PIPE if self._dies_with_us else subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # The folder stays locked as long as one of the processes runs.
                pass_fds=[self._lock.fileno()] if self._lock is not None else [],
                # Signals of the terminal, such as Ctrl-C, are not for it.
                start_new_session=True,
            )

    def _format(self, name_node: Server) -> None:
        folder = self._folder / name_node.name
        (folder / "tmp").mkdir(parents=True, exist_ok=True)
        self._write_settings(folder / "conf", self._settings(name_node))
        line = [*self._java(name_node), "org.apache.hadoop.hdfs.server.namenode.NameNode"]
        done = subprocess.run(
            [*line, "-format", "-nonInteractive"], cwd=folder, capture_output=True, check=False
        )
        if done.returncode:
            raise SetupError(f"The file system could not be made. {_tail(done.stderr)}")

    def _java(self, server: Server) -> list[str]:
        folder = self._folder / server.name
        jars = home()
        path: list[object] = [folder / "conf", *jars.glob("embedded-*.jar")]
        if server.is_of_hdfs:
            path += [j for n in _LOGGING for j in (jars / "lib").glob(f"{n}-[0-9]*.jar")]
            path += hdfs_jars()
        else:
            path.append(f"{jars}/lib/*")
        is_small = server.role != "region-server"
        line = java(self._options.heap if not is_small else _SMALL_HEAP)
        if is_small:
            # They do little: the faster compiler alone saves each of them seconds of a core.
            line.append("-XX:TieredStopAtLevel=1")
        line += [f"-Djava.io.tmpdir={folder / 'tmp'}", f"-Dembedded.log={folder / 'log'}"]
        line += ["-Dzookeeper.admin.enableServer=false"]
        return [*line, "-cp", os.pathsep.join(map(str, path))]

    def _settings(self, server: Server | None) -> dict[str, str]:
        """The settings of a server, or of a client."""
        port = {name: str(each.port) for name, each in self._servers.items()}
        settings = {
            "hbase.cluster.distributed": "true",
            "hbase.zookeeper.quorum": _HOST,
            "hbase.zookeeper.property.clientPort": port["zookeeper"],
            "hbase.unsafe.stream.capability.enforce": "false",
        }
        if self._options.hdfs:
            settings["fs.defaultFS"] = f"hdfs://{_HOST}:{port['name-node']}"
            settings["hbase.rootdir"] = settings["fs.defaultFS"] + "/hbase"
            settings["dfs.replication"] = str(min(2, self._options.hdfs))
        else:
            settings["hbase.rootdir"] = (self._folder / "root").as_uri()
        if server is not None:
            folder = self._folder / server.name
            settings |= self._of_hdfs(server, folder) if server.is_of_hdfs else {}
            settings |= {} if server.is_of_hdfs else self._of_hbase(server, folder)
            settings |= {"hadoop.tmp.dir": str(folder / "tmp")}
        return settings | dict(self._options.conf)

    def _of_hbase(self, server: Server, folder: Path) -> dict[str, str]:
        kind = "org.apache.spark.sql.hbase.embedded.DurableLocalFileSystem"
        local = {"fs.file.impl": kind, "hbase.wal.provider": "filesystem"}
        return {
            "hbase.tmp.dir": str(folder / "tmp"),
            "hbase.zookeeper.property.dataDir": str(self._folder / "zookeeper/data"),
            "hbase.zookeeper.property.clientPortAddress": _HOST,
            # ZooKeeper takes sessions of 2 to 20 ticks. HBase's own would be 90 seconds.
            "hbase.zookeeper.property.tickTime": "2000",
            "zookeeper.session.timeout": "10000",
            "hbase.master.port": str(self._servers["master"].port),
            "hbase.regionserver.port": str(server.port),
            "hbase.master.hostname": "localhost",
            "hbase.regionserver.hostname": "localhost",
            "hbase.master.ipc.address": _HOST,
            "hbase.regionserver.ipc.address": _HOST,
            "hbase.master.info.port": "-1",
            "hbase.regionserver.info.port": "-1",
            "hbase.regionserver.msginterval": "500",
            "hbase.master.wait.on.regionservers.mintostart": "1",
            "hbase.master.wait.on.regionservers.maxtostart": str(self._options.region_servers),
            "hbase.master.wait.on.regionservers.timeout": "15000",
            **({} if self._options.hdfs else local),
        }

    def _of_hdfs(self, server: Server, folder: Path) -> dict[str, str]:
        is_name_node = server.role == "name-node"
        own = f"{_HOST}:{server.port}"
        return {
            "dfs.namenode.name.dir": (folder / "data").as_uri(),
            "dfs.datanode.data.dir": (folder / "data").as_uri(),
            "dfs.namenode.http-address": f"{_HOST}:0",
            "dfs.datanode.address": f"{_HOST}:0" if is_name_node else own,
            "dfs.datanode.http.address": f"{_HOST}:0",
            "dfs.datanode.ipc.address": f"{_HOST}:0",
            "dfs.namenode.safemode.min.datanodes": str(self._options.hdfs),
            "dfs.namenode.safemode.extension": "0",
            "dfs.permissions.enabled": "false",
            # Several data nodes share a host.
            "dfs.namenode.datanode.registration.ip-hostname-check": "false",
        }

    @staticmethod
    def _write_settings(folder: Path, settings: Mapping[str, str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        files = {"core-site.xml": ("fs.", "hadoop.", "ipc.", "io."), "hdfs-site.xml": ("dfs.",)}
        left = dict(settings)
        for file, prefixes in files.items():
            taken = {key: left.pop(key) for key in settings if key.startswith(prefixes)}
            _write_site(folder / file, taken)
        _write_site(folder / "hbase-site.xml", left)

    def _await(self, servers: Iterable[Server]) -> None:
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        for server in servers:
            folder = self._folder / server.name
            process = self._processes[server.name]
            while not (folder / "ready").exists():
                if process.poll() is not None or time.monotonic() > deadline:
                    said = b"\n".join(
                        (folder / file).read_bytes()
                        for file in ("output", "log")
                        if (folder / file).exists()
                    )
                    raise SetupError(f"The server {server.name!r} did not start. {_tail(said)}")
                time.sleep(_POLL_SECONDS)


def _with_free_ports(options: Options) -> dict[str, Server]:
    """The servers of a cluster in the order of their start, at ports that were free just now."""
    names = ["zookeeper"]
    if options.hdfs:
        names += ["name-node", *(f"data-node-{n + 1}" for n in range(options.hdfs))]
    names += ["master", *(f"region-server-{n + 1}" for n in range(options.region_servers))]
    if options.thrift:
        names.append("gateway")
    with ExitStack() as held:
        return {name: Server(name, _free_port(held)) for name in names}


def _locked(folder: Path) -> IO[bytes]:
    """The open file that says that the folder is in use."""
    import fcntl  # noqa: PLC0415  (not on Windows, where an HBase of one JVM runs)

    lock = (folder / "lock").open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise SetupError(
            f"The data folder {folder} is in use by another embedded HBase. Stop that one, or "
            "choose another folder."
        ) from None
    return lock


def _free_port(held: ExitStack) -> int:
    """A port that nobody takes by asking for any: it may be used again after a restart."""
    while True:
        port = random.choice(_PORTS)
        trial = socket.socket()
        try:
            trial.bind((_HOST, port))
        except OSError:
            trial.close()
            continue
        held.enter_context(trial)
        return port


def _stop(processes: Iterable[subprocess.Popen[bytes]]) -> None:
    """End processes by SIGTERM, together, and by SIGKILL what takes too long."""
    running = [process for process in processes if process.poll() is None]
    for process in running:
        # One that is paused could not end.
        process.send_signal(signal.SIGCONT)
        process.terminate()
    deadline = time.monotonic() + STOP_TIMEOUT_SECONDS
    for process in running:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _write_site(path: Path, settings: Mapping[str, str]) -> None:
    root = ElementTree.Element("configuration")
    for key, value in settings.items():
        element = ElementTree.SubElement(root, "property")
        ElementTree.SubElement(element, "name").text = key
        ElementTree.SubElement(element, "value").text = value
    ElementTree.ElementTree(root).write(path, encoding="utf-8")


def _tail(text: bytes) -> str:
    return " ".join(text.decode("utf-8", "replace").split())[-2000:]
