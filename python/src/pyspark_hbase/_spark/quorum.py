"""ZooKeeper quorums as users write them: ``host:port[,host:port...]``."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from pyspark_hbase.errors import SetupError

DEFAULT_PORT: Final = 2181
QUORUM_VARIABLE: Final = "PYSPARK_HBASE_QUORUM"
CONFIGURATION_VARIABLE: Final = "HBASE_CONF_DIR"
_SERVER: Final = re.compile(r"(?P<host>[A-Za-z0-9._-]+)(?::(?P<port>\d{1,5}))?")
_MAX_PORT: Final = 65535
_PATIENCE_SECONDS: Final = 1.5
"""For an answer of one who has accepted a connection."""


@dataclass(frozen=True, slots=True)
class Quorum:
    """The ZooKeeper servers of one HBase cluster."""

    servers: tuple[tuple[str, int], ...]
    """Empty for a cluster that is found without ZooKeeper, or by an hbase-site.xml."""

    @staticmethod
    def of(text: str | None) -> Quorum:
        """Read what :meth:`parse` reads; None where other settings say where the cluster is."""
        return Quorum(()) if text is None else Quorum.parse(text)

    @staticmethod
    def parse(text: str) -> Quorum:
        """Read ``host[:port][,host[:port]...]``; the port is 2181 where none is given.

        >>> str(Quorum.parse("zk1, zk2:2182"))
        'zk1:2181,zk2:2182'
        """
        return Quorum(tuple(_server(part.strip(), text) for part in text.split(",")))

    @staticmethod
    def given_or_configured(text: str | None) -> Quorum:
        """Read ``text``, or without one ``PYSPARK_HBASE_QUORUM``, or an hbase-site.xml.

        That file is looked for in the folder of ``HBASE_CONF_DIR``; it may name
        ``hbase.client.bootstrap.servers`` in place of a quorum. Raises :class:`SetupError` when
        none of them says where the cluster is, or a quorum is malformed.
        """
        known = text or os.environ.get(QUORUM_VARIABLE)
        found = Quorum.parse(known) if known else configured()
        if found is None:
            raise SetupError(
                "No quorum is known. Pass quorum='host:port[,host:port...]', the ZooKeeper servers "
                f"of the cluster; or set {QUORUM_VARIABLE} to it; or set {CONFIGURATION_VARIABLE} "
                "to a folder whose hbase-site.xml has hbase.zookeeper.quorum."
            )
        return found

    def __str__(self) -> str:
        """The form that :meth:`parse` reads, every port written out."""
        return ",".join(f"{host}:{port}" for host, port in self.servers)

    def is_local(self) -> bool:
        """Whether every server is this machine, so that its files are the servers' files too."""
        return bool(self.servers) and all(_is_loopback(host) for host, _ in self.servers)

    def check_reachable(self, timeout_seconds: float = 3.0) -> None:
        """Raise :class:`SetupError` if there are servers and none accepts a connection."""
        if not self.servers:
            return
        with ThreadPoolExecutor(len(self.servers)) as pool:
            reasons = list(pool.map(partial(_problem, timeout_seconds), self.servers))
        if None in reasons:
            return
        raise SetupError(
            f"HBase is not reachable: no ZooKeeper server of quorum {self} answers "
            f"({'; '.join(map(str, reasons))}). Start HBase, or correct the quorum. The quorum is "
            "that of ZooKeeper, mostly at port 2181; a Thrift gateway is asked with "
            "pyspark_hbase.connect('thrift://host:port')."
        )


def _problem(timeout_seconds: float, server: tuple[str, int]) -> str | None:
    """Say why a server is no ZooKeeper that answers; None where it is one, or may be behind TLS."""
    try:
        with socket.create_connection(server, timeout=timeout_seconds) as connection:
            is_zookeeper = _answers(connection)
    except OSError as error:
        return f"{server[0]}:{server[1]}: {error}"
    if is_zookeeper or _is_encrypted(server):
        return None
    return f"{server[0]}:{server[1]}: what listens there is no ZooKeeper"


def _answers(connection: socket.socket) -> bool:
    """Whether the other end speaks as ZooKeeper does, be it to refuse the command."""
    connection.settimeout(_PATIENCE_SECONDS)
    try:
        connection.sendall(b"srvr")
        answer = connection.recv(100)
    except OSError:
        return False
    return any(word in answer for word in (b"ookeeper", b"ooKeeper", b"whitelist"))


def _is_encrypted(server: tuple[str, int]) -> bool:
    """Whether the server wants TLS; Java then tells whether it is ZooKeeper."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        with (
            socket.create_connection(server, timeout=_PATIENCE_SECONDS) as connection,
            context.wrap_socket(connection),
        ):
            return True
    except ssl.SSLError as error:
        return "ALERT" in (error.reason or "")
    except OSError:
        return False


def configured_site() -> Path | None:
    """The hbase-site.xml in the folder of HBASE_CONF_DIR; None where there is none."""
    folder = os.environ.get(CONFIGURATION_VARIABLE)
    if folder and not Path(folder).is_dir():
        raise SetupError(
            f"{CONFIGURATION_VARIABLE}={folder} is no folder. Set it to the folder of the "
            "cluster's hbase-site.xml, or unset it."
        )
    site = Path(folder, "hbase-site.xml").absolute() if folder else None
    return site if site is not None and site.is_file() else None


def configured() -> Quorum | None:
    """The cluster of that file; None where it names none."""
    properties = _configured_properties()
    servers = properties.get("hbase.zookeeper.quorum", "").strip()
    port = properties.get("hbase.zookeeper.property.clientPort", DEFAULT_PORT)
    with_ports = (s if ":" in s else f"{s.strip()}:{port}" for s in servers.split(","))
    if servers:
        return Quorum.parse(",".join(with_ports))
    return Quorum(()) if properties.get("hbase.client.bootstrap.servers") else None


def is_kept_elsewhere() -> bool:
    """Whether that file says that the cluster keeps its files on no local file system.

    Its region servers may then run where they do not read the files of this machine.
    """
    root = _configured_properties().get("hbase.rootdir", "")
    return ":" in root and not root.startswith("file:")


def _configured_properties() -> dict[str, str]:
    """The properties of that file; none where there is none."""
    site = configured_site()
    if site is None:
        return {}
    try:
        root = ElementTree.parse(site).getroot()
    except ElementTree.ParseError as error:
        raise SetupError(
            f"{site} is not XML: {error}. Correct it, or unset {CONFIGURATION_VARIABLE}."
        ) from error
    return {p.findtext("name") or "": p.findtext("value") or "" for p in root.iter("property")}


def _server(text: str, quorum: str) -> tuple[str, int]:
    match = _SERVER.fullmatch(text)
    port = int(match["port"] or DEFAULT_PORT) if match else 0
    if match is None or not 0 < port <= _MAX_PORT:
        raise SetupError(
            f"{quorum!r} is not a ZooKeeper quorum: {text!r} is not host or host:port. Write "
            "host:port[,host:port...], for example localhost:2181."
        )
    return match["host"], port


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
