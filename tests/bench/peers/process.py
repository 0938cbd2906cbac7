"""A worker: a process that answers one request a line on its standard output."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

from peers import cpu
from peers.peer import CannotRunError
from pyspark_hbase._spark.child_process import stop

_STOP_SECONDS: Final = 30.0
# A query, or a load, that takes longer is given up, with its process.
_LIMIT_SECONDS: Final = 3_600.0
_TAIL_LINES: Final = 12


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of a worker: seconds from the request to the last row, and the rows."""

    seconds: float
    rows: list[list[Any]]
    client_cpu: float


class Worker:
    """Runs while the ``with`` block does. Its log goes to a file. Not thread-safe."""

    def __init__(self, command: Sequence[str], log: Path) -> None:
        self._command = command
        self._log = log
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Worker:
        """Start it and wait until it says that it is ready."""
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=_environment(),
            )
        try:
            self._receive()
        except CannotRunError:
            self._stop()
            raise
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop it."""
        self._stop()

    def ask(self, **request: Any) -> Reply:
        """Send a request and wait for the reply; raises :class:`CannotRunError` for an error."""
        process = self._running()
        before = cpu.of_tree(process.pid)
        assert process.stdin is not None
        watchdog = threading.Timer(_LIMIT_SECONDS, process.kill)
        watchdog.start()
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            reply = self._receive()
        except BrokenPipeError as error:
            raise CannotRunError("its process ended at an earlier query") from error
        finally:
            watchdog.cancel()
        # The CPU time until the reply is read, with what encoding the rows for us costs.
        spent = cpu.of_tree(process.pid) - before
        return Reply(reply["seconds"], reply["rows"], spent)

    def _receive(self) -> dict[str, Any]:
        process = self._running()
        output: IO[str] | None = process.stdout
        assert output is not None
        line = output.readline()
        if not line:
            tail = self._log.read_text(errors="replace").splitlines()[-_TAIL_LINES:]
            raise CannotRunError("its process ended: " + " / ".join(tail))
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise CannotRunError(str(reply["error"]))
        return reply

    def _running(self) -> subprocess.Popen[str]:
        assert self._process is not None
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            stop(process, _STOP_SECONDS)


def _environment() -> dict[str, str]:
    """With this package to import, and PySpark as the interpreter has it."""
    environment = {name: value for name, value in os.environ.items() if name != "SPARK_HOME"}
    return {**environment, "PYTHONPATH": str(Path(__file__).parents[1])}
