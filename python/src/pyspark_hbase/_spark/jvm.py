"""A Java process with HBase's client, called through py4j on a loopback port."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

from pyspark_hbase._spark.child_process import stop
from pyspark_hbase._spark.jars import common_jar, pyspark_folder
from pyspark_hbase._spark.java import java_command
from pyspark_hbase._text.extras import require_extras
from pyspark_hbase.errors import SetupError

STOP_TIMEOUT_SECONDS: Final = 10.0
_ADDRESS: Final = re.compile(r"(\d+)\n(\S+)\n")
"""The gateway's port and secret. Other lines are the JVM's own, such as warnings."""
_CONFIGURATION_FOLDERS: Final = ("HBASE_CONF_DIR", "HADOOP_CONF_DIR")
# Of PySpark's jars, what HBase's client needs besides our common jar, and the gateway.
_JARS: Final = (
    "py4j-*.jar",
    "hadoop-client-api-*.jar",
    "hadoop-client-runtime-*.jar",
    "slf4j-api-*.jar",
    "jcl-over-slf4j-*.jar",
    "log4j-*.jar",
    "commons-*.jar",
)


class Jvm:
    """Runs while the ``with`` block does, and never outlives this Python process.

    The gateway listens on a free port of 127.0.0.1 and wants a secret. The process has written it
    to its standard output, a pipe of ours. ``user`` is who Hadoop takes us for where it asks for no
    proof. Not thread-safe.
    """

    def __init__(self, *, user: str | None = None, is_verbose: bool = False) -> None:
        self._environment = os.environ | ({"HADOOP_USER_NAME": user} if user else {})
        self._is_verbose = is_verbose
        self._process: subprocess.Popen[str] | None = None
        self._gateway: Any = None

    def __enter__(self) -> Jvm:
        """Start the process."""
        line = command(self._environment)
        with tempfile.TemporaryFile("w+") as log:
            self._process = subprocess.Popen(
                line,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if self._is_verbose else log,
                text=True,
                env=self._environment,
                # Ctrl-C is for Python, which then ends the process.
                start_new_session=True,
            )
            self._connect(self._process, log)
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the process."""
        self._stop()

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self._process is not None
        return self._process.pid

    def java_class(self, name: str) -> Any:
        """A Java class, whose static methods can be called."""
        return java_class(self._gateway.jvm, name)

    def java_map(self, items: Mapping[str, str]) -> Any:
        """A java.util.HashMap."""
        return java_map(self._gateway.jvm, items)

    def _connect(self, process: subprocess.Popen[str], log: IO[str]) -> None:
        from py4j.java_gateway import GatewayParameters, JavaGateway  # noqa: PLC0415

        assert process.stdout is not None
        said: list[str] = []
        for line in process.stdout:
            said.append(line)
            if len(said) > 1 and (address := _ADDRESS.fullmatch(said[-2] + line)):
                break
        else:
            self._stop()
            log.seek(0)
            raise SetupError(f"The Java process did not start. {log.read()}{''.join(said)}".strip())
        # A JVM that logs would wait for a reader of its output.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        parameters = GatewayParameters(port=int(address[1]), auth_token=address[2])
        self._gateway = JavaGateway(gateway_parameters=parameters)

    def _stop(self) -> None:
        process, self._process = self._process, None
        gateway, self._gateway = self._gateway, None
        if gateway is not None:
            gateway.close()
        if process is not None:
            stop(process, STOP_TIMEOUT_SECONDS)


def java_class(jvm: Any, name: str) -> Any:
    """A Java class of a process that py4j talks to, whose static methods can be called."""
    return reduce(getattr, name.split("."), jvm)


def java_map(jvm: Any, items: Mapping[str, str]) -> Any:
    """A java.util.HashMap in that process."""
    result = jvm.java.util.HashMap()
    for key, value in items.items():
        result.put(key, value)
    return result


def command(environment: Mapping[str, str]) -> list[str]:
    """The command line; raises :class:`SetupError` for what is missing.

    The folders of ``HBASE_CONF_DIR`` and ``HADOOP_CONF_DIR`` come first on the class path.
    """
    folders = [environment[name] for name in _CONFIGURATION_FOLDERS if environment.get(name)]
    jars = [str(common_jar()), *(str(jar) for jar in _pyspark_jars())]
    settings = Path(__file__).with_name("log4j2.properties")
    return [
        java_command(),
        # A short life: compile little, keep little.
        *("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m"),
        f"-Dlog4j2.configurationFile={settings}",
        *("-cp", os.pathsep.join([*folders, *jars])),
        *("py4j.GatewayServer", "--die-on-broken-pipe", "--enable-auth", "0"),
    ]


def _pyspark_jars() -> list[Path]:
    require_extras("HBase's client in Java")
    folder = pyspark_folder()
    assert folder is not None
    return [jar for pattern in _JARS for jar in sorted((folder / "jars").glob(pattern))]
