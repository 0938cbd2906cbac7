"""ZooKeeper quorums as users write them: ``host:port[,host:port...]``."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from typing import Final

from pyspark_hbase.errors import SetupError

DEFAULT_PORT: Final = 2181
_SERVER: Final = re.compile(r"(?P<host>[A-Za-z0-9._-]+)(?::(?P<port>\d{1,5}))?")
_MAX_PORT: Final = 65535


@dataclass(frozen=True, slots=True)
class Quorum:
    """The ZooKeeper servers of one HBase cluster."""

    servers: tuple[tuple[str, int], ...]

    @staticmethod
    def parse(text: str) -> Quorum:
        """Read ``host[:port][,host[:port]...]``; the port is 2181 where none is given.

        >>> str(Quorum.parse("zk1, zk2:2182"))
        'zk1:2181,zk2:2182'
        """
        return Quorum(tuple(_server(part.strip(), text) for part in text.split(",")))

    def __str__(self) -> str:
        """The form that :meth:`parse` reads, every port written out."""
        return ",".join(f"{host}:{port}" for host, port in self.servers)

    def is_local(self) -> bool:
        """Whether every server is this machine, so that its files are the servers' files too."""
        return all(_is_loopback(host) for host, _ in self.servers)

    def check_reachable(self, timeout_seconds: float = 3.0) -> None:
        """Raise :class:`SetupError` unless one of the servers accepts a connection."""
        reasons = []
        for server in self.servers:
            try:
                with socket.create_connection(server, timeout=timeout_seconds):
                    return
            except OSError as error:
                reasons.append(f"{server[0]}:{server[1]}: {error}")
        raise SetupError(
            f"HBase is not reachable: no ZooKeeper server of quorum {self} accepts a connection "
            f"({'; '.join(reasons)}). Start HBase, or correct the quorum."
        )


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
