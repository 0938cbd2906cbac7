"""Things that region servers hold on to when nobody asks them any more."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from apart import LEASE_SECONDS, REGION_SERVERS, Apart
from faults import Faults
from server_objects import (
    CLASS_LOADER,
    LEASE,
    MEMSTORE_CHUNK,
    OPEN_SCAN,
    OURS,
    figures,
    objects,
    objects_and_bytes,
    stacks,
)

_SCAN: Final = f"{OURS}coprocessor.scan.SubPlanRegionScanner"
_MOST: Final = {OPEN_SCAN: 0, LEASE: 0, _SCAN: 0, CLASS_LOADER: 1}
_BUDGET: Final = "MemoryReservedBytes"
_PARTS_OF_THE_HEAP: Final = (
    "PlanCacheBytes",
    "ColumnMemoryBytes",
    "ZoneMapBytes",
    "blockCacheSize",
    "memStoreSize",
)
_MOST_GROWN: Final = 8

# A lease and the time within which figures are shown over JMX are 10 seconds each. An idle thread
# of HBase's pools leaves after a minute.
_PATIENCE_SECONDS: Final = 60 + 6 * LEASE_SECONDS

# HBase opens readers and connections as it needs them, and starts threads of its pools: some of
# each, so that a server which has worked for an hour has 50 more than one which has just started.
_MORE: Final = {"files": 100, "live_bytes": 64 << 20}
_MORE_THREADS_OF_A_KIND: Final = 40


@dataclass(frozen=True, slots=True)
class Held:
    """The numbers of one region server."""

    pid: int
    threads: Mapping[str, int]
    """The threads of each kind, which are those of one name but for numbers."""
    files: int
    """Open files and sockets."""
    heap: Mapping[str, tuple[int, int]]
    """The objects of each class after a full collection of garbage, and their bytes."""

    @property
    def bytes_by_class(self) -> dict[str, int]:
        return {name: size for name, (_, size) in self.heap.items()}

    @property
    def live_bytes(self) -> int:
        return sum(self.bytes_by_class.values())

    @property
    def chunks(self) -> int:
        return self.heap.get(MEMSTORE_CHUNK, (0, 0))[0]


def held(apart: Apart) -> dict[str, Held]:
    """Look at all region servers."""
    pids = {name: apart.servers.pids[name] for name in REGION_SERVERS}
    return {
        name: Held(
            pid,
            threads(pid),
            len(os.listdir(f"/proc/{pid}/fd")),
            objects_and_bytes(pid),
        )
        for name, pid in pids.items()
    }


def threads(pid: int) -> Counter[str]:
    """Count the threads of a process by their names, of which Linux keeps 15 letters."""
    kinds: Counter[str] = Counter()
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):
            kinds[re.sub(r"\d+", "N", (thread / "comm").read_text().strip())] += 1
    return kinds


def leftovers(apart: Apart, faults: Faults, before: Mapping[str, Held]) -> list[str]:
    """Wait until scans have ended, then say what is there beyond what there was before."""
    left = []
    looks = (
        lambda: _objects(apart),
        lambda: faults.retried(_readers),
        lambda: _budgets(apart),
        lambda: _threads(apart, before),
    )
    for look in looks:
        left += _last_seen(look)
    if left:
        _print_crowds(apart)
    for name, now in held(apart).items():
        then = before[name]
        lived = "the same process" if now.pid == then.pid else "started again"
        print(f"{name}, {lived}: {_told(then)} before the faults, {_told(now)} after them")
        print(f"  threads: {grown(then.threads, now.threads)}")
        print(f"  bytes: {grown(then.bytes_by_class, now.bytes_by_class)}")
        shown = figures(now.pid)
        parts = [f"{shown.get(what)} {what}" for what in _PARTS_OF_THE_HEAP]
        print(f"  of these bytes: {', '.join(parts)}, {then.chunks}, then {now.chunks} chunks")
        left += [
            f"{name}: {getattr(now, what)} {what}, {getattr(then, what)} before the faults"
            for what, more in _MORE.items()
            if getattr(now, what) > getattr(then, what) + more
        ]
    return left


def _told(held: Held) -> str:
    threads = sum(held.threads.values())
    return f"{threads} threads, {held.files} files, {held.live_bytes >> 20} MiB"


def grown(before: Mapping[str, int], now: Mapping[str, int]) -> str:
    """Tell of which kinds there is most more than before."""
    more = Counter(now)
    more.subtract(before)
    return ", ".join(f"{count:+,} {kind}" for kind, count in more.most_common(_MOST_GROWN))


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


def _threads(apart: Apart, before: Mapping[str, Held]) -> list[str]:
    """Kinds of which there are many more threads than before."""
    return [
        f"{name}: {count} threads {kind}, {before[name].threads.get(kind, 0)} before the faults"
        for name in REGION_SERVERS
        for kind, count in threads(apart.servers.pids[name]).items()
        if count > before[name].threads.get(kind, 0) + _MORE_THREADS_OF_A_KIND
    ]


def _print_crowds(apart: Apart) -> None:
    for name in REGION_SERVERS:
        for stack, count in stacks(apart.servers.pids[name]).items():
            if count > _MORE_THREADS_OF_A_KIND:
                print(f"{name}: {count} threads {stack}")


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
