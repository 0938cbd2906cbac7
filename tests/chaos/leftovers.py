"""Things that region servers hold on to when nobody asks them any more."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from apart import LEASE_SECONDS, REGION_SERVERS, Apart
from faults import Faults
from server_objects import CLASS_LOADER, LEASE, OPEN_SCAN, OURS, figures, live_bytes, objects

_SCAN: Final = f"{OURS}coprocessor.scan.SubPlanRegionScanner"
_MOST: Final = {OPEN_SCAN: 0, LEASE: 0, _SCAN: 0, CLASS_LOADER: 1}
_BUDGET: Final = "MemoryReservedBytes"

# A lease and the time within which figures are shown over JMX are 10 seconds each.
_PATIENCE_SECONDS: Final = 6 * LEASE_SECONDS

# HBase starts threads of its pools, and opens readers and connections, as it needs them.
_MORE: Final = {"threads": 40, "files": 100, "live_bytes": 64 << 20}


@dataclass(frozen=True, slots=True)
class Held:
    """The numbers of one region server."""

    pid: int
    threads: int
    files: int
    """Open files and sockets."""
    live_bytes: int
    """The heap after a full collection of garbage."""


def held(apart: Apart) -> dict[str, Held]:
    """Look at all region servers."""
    pids = {name: apart.servers.pids[name] for name in REGION_SERVERS}
    return {
        name: Held(
            pid,
            len(os.listdir(f"/proc/{pid}/task")),
            len(os.listdir(f"/proc/{pid}/fd")),
            live_bytes(pid),
        )
        for name, pid in pids.items()
    }


def leftovers(apart: Apart, faults: Faults, before: Mapping[str, Held]) -> list[str]:
    """Wait until scans have ended, then say what is there beyond what there was before."""
    left = []
    looks = (lambda: _objects(apart), lambda: faults.retried(_readers), lambda: _budgets(apart))
    for look in looks:
        left += _last_seen(look)
    for name, now in held(apart).items():
        then = before[name]
        lived = "the same process" if now.pid == then.pid else "started again"
        print(f"{name}, {lived}: {then} before the faults, {now} after them")
        left += [
            f"{name}: {getattr(now, what)} {what}, {getattr(then, what)} before the faults"
            for what, more in _MORE.items()
            if getattr(now, what) > getattr(then, what) + more
        ]
    return left


def _last_seen(look: Callable[[], list[str]]) -> list[str]:
    """The findings that stay after the time in which all must go."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while (left := look()) and time.monotonic() < deadline:
        time.sleep(1)
    return left


def _objects(apart: Apart) -> list[str]:
    """Scans, leases and class loaders that should have gone."""
    left = []
    for name in REGION_SERVERS:
        counts = objects(apart.servers.pids[name])
        left += [
            f"{name}: {counts[kind]} objects of {kind}"
            for kind, most in _MOST.items()
            if counts.get(kind, 0) > most
        ]
    return left


def _readers(admin: Any) -> list[str]:
    """Regions with store files that somebody still reads, as HBase counts them."""
    return [
        f"{region.getNameAsString()}: {region.getStoreRefCount()} readers"
        for server in admin.getRegionServers()
        for region in admin.getRegionMetrics(server)
        if region.getStoreRefCount()
    ]


def _budgets(apart: Apart) -> list[str]:
    """Region servers that count memory of scans."""
    shown = {name: figures(apart.servers.pids[name]) for name in REGION_SERVERS}
    return [
        f"{name}: {_BUDGET} {f[_BUDGET]}" for name, f in shown.items() if int(f.get(_BUDGET, 0))
    ]
