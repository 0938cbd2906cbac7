"""Embedded HBases that outlive the process that started them; each has a state file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyspark_hbase.embedded._launch import (
    MAIN_CLASS,
    SERVERS_FOLDER,
    Options,
    check,
    start,
)
from pyspark_hbase.embedded._servers import SERVER_CLASS, STOPPED_TOGETHER, Servers, role_of
from pyspark_hbase.errors import SetupError

STOP_TIMEOUT_SECONDS: Final = 60.0
_POLL_SECONDS: Final = 0.05
_ONE: Final = "hbase"
"""The process of a cluster of one."""


@dataclass(frozen=True, slots=True)
class Running:
    """A started HBase, as its state file tells."""

    name: str
    pids: Mapping[str, int]
    """The number of the process, or of each where servers are processes of their own."""
    quorum: str
    thrift: str | None
    folder: Path | None
    """The temporary folder of its servers, which is deleted with them."""
    state_file: Path

    def alive(self) -> dict[str, int]:
        """The processes that are there and are ours: numbers of processes are used again."""
        return {name: pid for name, pid in self.pids.items() if _is_ours(pid)}


def _is_ours(pid: int) -> bool:
    # -ww: ps cuts lines at the width of the terminal, and our class stands after a long path.
    line = subprocess.run(
        ["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return MAIN_CLASS in line.stdout or SERVER_CLASS in line.stdout


def recorded(folder: Path) -> Iterator[Running]:
    """Yield the clusters in the state files of ``folder``, dead processes included."""
    for path in sorted(folder.glob("*.json")):
        state = json.loads(path.read_text())
        own = state.get("folder")
        yield Running(
            state["name"],
            state.get("pids") or {_ONE: state["pid"]},
            state["quorum"],
            state.get("thrift"),
            Path(own) if own else None,
            path,
        )


def up(options: Options, folder: Path) -> Running:
    """Start in the background and return once it serves."""
    folder.mkdir(parents=True, exist_ok=True)
    state_file = folder / f"{options.name}.json"
    for other in recorded(folder):
        if other.name == options.name and other.alive():
            gateway = "" if other.thrift is None else f", thrift {other.thrift}"
            raise SetupError(
                f"An embedded HBase named {other.name!r} runs already: {told(other.pids)}, quorum "
                f"{other.quorum}{gateway}. Use it; or stop it by `python -m "
                f"pyspark_hbase.embedded down --name {other.name}`; or choose another --name."
            )
    state_file.unlink(missing_ok=True)
    if options.separate_processes:
        _start_servers(options, state_file.absolute())
    else:
        log = state_file.with_suffix(".log")
        start(options, state_file.absolute(), log, stdin=subprocess.DEVNULL)
    return next(found for found in recorded(folder) if found.name == options.name)


def told(pids: Mapping[str, int]) -> str:
    """The numbers of processes, for people."""
    if len(pids) == 1:
        return f"pid {next(iter(pids.values()))}"
    return ", ".join(f"{name} pid {pid}" for name, pid in pids.items())


def _start_servers(options: Options, state_file: Path) -> None:
    check(options)
    own = state_file.with_suffix("")
    if options.data is not None:
        own = options.data.absolute() / SERVERS_FOLDER
    servers = Servers(options, own, dies_with_us=False)
    servers.start()
    state = {"name": options.name, "pids": servers.pids, **servers.state}
    if options.data is None:
        state["folder"] = str(own)
    state_file.write_text(json.dumps(state) + "\n")
    servers.release()


def down(running: Running) -> None:
    """Stop the processes by their numbers and forget them; what is dead is only forgotten.

    Data that stays is written first. A cluster of one process stops in its own way.
    """
    left = running.alive()
    if running.folder is None:
        for together in ((_ONE,), *STOPPED_TOGETHER):
            _end([pid for name, pid in left.items() if role_of(name) in together])
    for pid in running.alive().values():
        os.kill(pid, signal.SIGKILL)
    while running.alive():
        time.sleep(_POLL_SECONDS)
    if running.folder is not None:
        shutil.rmtree(running.folder, ignore_errors=True)
    running.state_file.unlink(missing_ok=True)


def _end(pids: list[int]) -> None:
    """Ask processes to end, and return when they have, or when they take too long."""
    for pid in pids:
        os.kill(pid, signal.SIGTERM)
        # One that is paused could not end.
        os.kill(pid, signal.SIGCONT)
    deadline = time.monotonic() + STOP_TIMEOUT_SECONDS
    while any(map(_is_ours, pids)) and time.monotonic() < deadline:
        time.sleep(_POLL_SECONDS)
