"""An HBase on this machine, for tests and first tries.

ZooKeeper, a master, region servers and a Thrift gateway on free loopback ports, in one JVM that is
ready in about five seconds. For tests of faults each can be a process of its own, on HDFS too.
Several clusters can run side by side. In the background, from a shell:
``python -m pyspark_hbase.embedded up`` and ``down``. The environment variable
``PYSPARK_HBASE_EMBEDDED_OPTS`` holds further options of each JVM.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final

from pyspark_hbase._spark.child_process import stop
from pyspark_hbase.embedded._launch import Options, start
from pyspark_hbase.embedded._servers import Servers
from pyspark_hbase.errors import SetupError

__all__ = ["EmbeddedHBase"]

STOP_TIMEOUT_SECONDS: Final = 60.0


class EmbeddedHBase:
    """Runs while the ``with`` block does, and never outlives this Python process.

    ``region_servers`` is their number. ``data`` is a folder whose tables survive; without it they
    are deleted at the end. ``conf`` holds settings of HBase, such as
    ``{"hbase.sparksql.frame.max.rows": "100"}``. ``heap`` is the memory of its JVM, as Java spells
    it. With ``separate_processes`` each server is a process of its own, :attr:`servers` ends or
    pauses any of them, and ``heap`` is that of each region server. ``hdfs`` is how many data nodes
    hold the files; 0 is the local file system. Not thread-safe.

    ```python
    import pyspark_hbase
    from pyspark_hbase.embedded import EmbeddedHBase

    with EmbeddedHBase(region_servers=1, thrift=True) as hbase:
        print("process", hbase.pid)
        hbase.quorum                                       # 127.0.0.1:..., for session()
        gateway = pyspark_hbase.connect(f"thrift://{hbase.thrift}")
        gateway.tables()                                   # []

    def lose_one(hbase: EmbeddedHBase) -> None:            # of separate processes
        hbase.servers.kill("region-server-2")
        hbase.servers.restart("region-server-2")
    ```

    Raises:
        SetupError: it does not start, or an address is asked for that it does not have.
    """

    def __init__(  # noqa: PLR0913  (each is a setting of its own)
        self,
        *,
        region_servers: int = 2,
        thrift: bool = False,
        data: str | Path | None = None,
        conf: Mapping[str, str] | None = None,
        heap: str = "1g",
        separate_processes: bool = False,
        hdfs: int = 0,
    ) -> None:
        folder = Path(data) if data is not None else None
        self._options = Options(
            region_servers=region_servers,
            thrift=thrift,
            data=folder,
            conf=dict(conf or {}),
            heap=heap,
            separate_processes=separate_processes,
            hdfs=hdfs,
        )
        self._process: subprocess.Popen[bytes] | None = None
        self._servers: Servers | None = None
        self._state: dict[str, str] = {}

    @property
    def quorum(self) -> str:
        """``host:port`` of ZooKeeper."""
        return self._address("quorum", "not running: enter its with block first")

    @property
    def thrift(self) -> str:
        """``host:port`` of the Thrift gateway."""
        return self._address("thrift", "started without a Thrift gateway: pass thrift=True")

    @property
    def pid(self) -> int:
        """Number of the process."""
        if self._servers is not None:
            raise SetupError("Its servers are processes of their own: servers.pids has each.")
        return int(self._address("pid", "not running: enter its with block first"))

    @property
    def servers(self) -> Servers:
        """Its servers by name, where each is a process."""
        if self._servers is None:
            raise SetupError(
                "This embedded HBase has no servers in processes of their own: pass "
                "separate_processes=True, and enter its with block."
            )
        return self._servers

    def __enter__(self) -> EmbeddedHBase:
        """Start it and wait until it serves."""
        if self._options.separate_processes:
            servers = Servers.within(self._options)
            servers.start()
            self._servers, self._state = servers, servers.state
        else:
            self._start()
        return self

    def _start(self) -> None:
        with tempfile.TemporaryDirectory(prefix="pyspark-hbase-") as folder:
            state_file, output = Path(folder, "state.json"), Path(folder, "output")
            # It stops when its standard input ends, that is, at the latest with this process.
            self._process = start(
                self._options, state_file, output, "--stop-with-stdin", stdin=subprocess.PIPE
            )
            self._state = json.loads(state_file.read_text())

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop it; returns when the process has ended."""
        self._stop()

    def _stop(self) -> None:
        process, self._process, self._state = self._process, None, {}
        servers, self._servers = self._servers, None
        if process is not None:
            stop(process, STOP_TIMEOUT_SECONDS)
        if servers is not None:
            servers.stop()

    def _address(self, key: str, otherwise: str) -> str:
        if key not in self._state:
            raise SetupError(f"This embedded HBase is {otherwise}.")
        return str(self._state[key])
