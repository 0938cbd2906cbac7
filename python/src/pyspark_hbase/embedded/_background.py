"""Embedded HBases that outlive the process that started them; each has a state file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyspark_hbase.embedded._launch import MAIN_CLASS, Options, command
from pyspark_hbase.errors import SetupError

START_TIMEOUT_SECONDS: Final = 120.0
STOP_TIMEOUT_SECONDS: Final = 60.0
_POLL_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Running:
    """A started HBase, as its state file tells."""

    name: str
    pid: int
    quorum: str
    thrift: str | None
    state_file: Path

    def is_alive(self) -> bool:
        """Whether the process is there and is ours: numbers of processes are used again."""
        # -ww: ps cuts lines at the width of the terminal, and our class stands after a long path.
        line = subprocess.run(
            ["ps", "-ww", "-o", "args=", "-p", str(self.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        return MAIN_CLASS in line.stdout


def recorded(folder: Path) -> Iterator[Running]:
    """Yield the clusters in the state files of ``folder``, dead processes included."""
    for path in sorted(folder.glob("*.json")):
        state = json.loads(path.read_text())
        yield Running(state["name"], state["pid"], state["quorum"], state.get("thrift"), path)


def up(options: Options, folder: Path) -> Running:
    """Start in the background and return once it serves."""
    folder.mkdir(parents=True, exist_ok=True)
    state_file = folder / f"{options.name}.json"
    for other in recorded(folder):
        if other.name == options.name and other.is_alive():
            gateway = "" if other.thrift is None else f", thrift {other.thrift}"
            raise SetupError(
                f"An embedded HBase named {other.name!r} runs already: pid {other.pid}, quorum "
                f"{other.quorum}{gateway}. Use it; or stop it by `python -m "
                f"pyspark_hbase.embedded down --name {other.name}`; or choose another --name."
            )
    state_file.unlink(missing_ok=True)
    log = folder / f"{options.name}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command(options, "--state-file", str(state_file.absolute())),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Signals of the terminal, such as Ctrl-C, are not for it.
            start_new_session=True,
        )
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while not state_file.exists():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise SetupError(f"The embedded HBase did not start. {log.read_text().strip()}")
        time.sleep(_POLL_SECONDS)
    return next(found for found in recorded(folder) if found.name == options.name)


def down(running: Running) -> None:
    """Stop the process by its number and forget it; what is dead is only forgotten."""
    if running.is_alive():
        os.kill(running.pid, signal.SIGTERM)
        deadline = time.monotonic() + STOP_TIMEOUT_SECONDS
        while running.is_alive():
            if time.monotonic() > deadline:
                os.kill(running.pid, signal.SIGKILL)
            time.sleep(_POLL_SECONDS)
    running.state_file.unlink(missing_ok=True)
