"""The faults of the chaos suite, one at a time."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from apart import LEASE_SECONDS, REGION_SERVERS, Apart
from content import LAYOUTS, SPAN, STATIC, table
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from pyspark_hbase.admin import Cluster, DeployOptions, deploy, undeploy

_ROLES: Final = {
    "region server": REGION_SERVERS,
    "data node": ("data-node-1", "data-node-2"),
    "name node": ("name-node",),
    "master": ("master",),
    "zookeeper": ("zookeeper",),
    "gateway": ("gateway",),
}
_WAIT_SECONDS: Final = 120
SLICE: Final = (
    *(f"kill {role}" for role in _ROLES),
    "pause region server",
    "cut connections",
    "silence connections",
    "split tables",
    "alter tables",
    "undeploy tables",
)
"""Each kind of process dies once; and one of every other family of faults."""


class Faults:
    """Each fault is a context manager: inside of the ``with`` it lasts. Seeded; one thread's."""

    def __init__(self, apart: Apart, spark: SparkSession, seed: int) -> None:
        self._apart = apart
        self._spark = spark
        self._random = random.Random(f"{seed} faults")
        self.kinds: dict[str, Callable[[], Any]] = {}
        for role, names in _ROLES.items():
            self.kinds[f"kill {role}"] = lambda names=names: self._killed(names)
            self.kinds[f"pause {role}"] = lambda names=names: self._paused(names)
        for name in ("delay", "cut", "silence", "refuse"):
            self.kinds[f"{name} connections"] = getattr(self, f"_{name}")
        for name in ("move", "split", "merge", "flush", "compact", "alter", "disable", "undeploy"):
            self.kinds[f"{name} tables"] = getattr(self, f"_{name}")

    def order(self, count: int) -> list[str]:
        """Names of faults: those of the slice, then each kind once, and so on."""
        names = self._random.sample(SLICE, len(SLICE))
        while len(names) < count:
            names += self._random.sample(list(self.kinds), len(self.kinds))
        return names[:count]

    def revive(self) -> None:
        """Start the servers that have ended: some end by themselves when another one is away."""
        servers = self._apart.servers
        servers.restart(*(name for name in self._apart.names if name not in servers.pids))

    @contextmanager
    def _killed(self, names: tuple[str, ...]) -> Iterator[float]:
        name = self._random.choice(names)
        self._apart.servers.kill(name)
        try:
            yield 0.0
        finally:
            self._apart.servers.restart(name)

    @contextmanager
    def _paused(self, names: tuple[str, ...]) -> Iterator[float]:
        name = self._random.choice(names)
        self._apart.servers.pause(name)
        try:
            yield LEASE_SECONDS + 1.0
        finally:
            # One whose session has ended meanwhile ends by itself.
            self._apart.servers.resume(name)

    @contextmanager
    def _through_proxy(self, change: Callable[[int], None], seconds: float) -> Iterator[float]:
        change(self._apart.port(self._random.choice(REGION_SERVERS)))
        try:
            yield seconds
        finally:
            self._apart.proxy.heal()

    def _delay(self) -> Any:
        proxy, seconds = self._apart.proxy, self._random.choice((0.02, 0.2))
        return self._through_proxy(lambda port: proxy.delay(port, seconds), 3.0)

    def _silence(self) -> Any:
        return self._through_proxy(self._apart.proxy.silence, LEASE_SECONDS + 1.0)

    def _refuse(self) -> Any:
        return self._through_proxy(self._apart.proxy.refuse, 3.0)

    @contextmanager
    def _cut(self) -> Iterator[float]:
        for name in REGION_SERVERS:
            self._apart.proxy.cut(self._apart.port(name))
        yield 0.0

    @contextmanager
    def _move(self) -> Iterator[float]:
        for layout in LAYOUTS:
            for region in self._regions(layout):
                self._retried(lambda a, r=region: a.move(r.getEncodedNameAsBytes()))
        yield 0.0

    @contextmanager
    def _split(self) -> Iterator[float]:
        layout = self._random.choice(LAYOUTS)
        id = self._random.choice((self._random.randrange(STATIC), STATIC + 1000 + SPAN // 2))
        key = (id ^ 0x80000000).to_bytes(4, "big")
        for region in self._regions(layout):
            start, stop = bytes(region.getStartKey()), bytes(region.getEndKey())
            if start < key and (not stop or key < stop):
                self._retried(lambda a, r=region: _done(a.splitRegionAsync(r.getRegionName(), key)))
        yield 0.0

    @contextmanager
    def _merge(self) -> Iterator[float]:
        regions = self._regions(self._random.choice(LAYOUTS))
        if len(regions) > 1:
            first = self._random.randrange(len(regions) - 1)
            one, two = (r.getEncodedNameAsBytes() for r in regions[first : first + 2])
            self._retried(lambda a: _done(a.mergeRegionsAsync(one, two, False)))
        yield 0.0

    @contextmanager
    def _flush(self) -> Iterator[float]:
        for layout in LAYOUTS:
            self._retried(lambda a, n=layout: a.flush(self._name(n)))
        yield 0.0

    @contextmanager
    def _compact(self) -> Iterator[float]:
        for layout in LAYOUTS:
            self._retried(lambda a, n=layout: a.flush(self._name(n)))
            self._retried(lambda a, n=layout: a.majorCompact(self._name(n)))
        yield 0.0

    @contextmanager
    def _alter(self) -> Iterator[float]:
        name = self._name(self._random.choice(LAYOUTS))
        family = f"extra{self._random.randrange(10**6)}"
        descriptor = self._hbase.client.ColumnFamilyDescriptorBuilder.of(family)
        self._retried(lambda a: a.addColumnFamily(name, descriptor))
        try:
            yield 0.0
        finally:
            self._retried(lambda a: a.deleteColumnFamily(name, family.encode()))

    @contextmanager
    def _disable(self) -> Iterator[float]:
        name = self._name(self._random.choice(LAYOUTS))
        self._retried(lambda a: a.disableTable(name))
        try:
            yield 0.0
        finally:
            self._retried(lambda a: a.enableTable(name))

    @contextmanager
    def _undeploy(self) -> Iterator[float]:
        name = table(self._random.choice(LAYOUTS))
        with Cluster.of_session(self._spark) as cluster:
            undeploy(cluster, [name])
            try:
                yield 0.0
            finally:
                report = deploy(cluster, [name], DeployOptions(canary=False))
                assert report.succeeded, report

    @property
    def _hbase(self) -> Any:
        jvm = self._spark._jvm
        assert jvm is not None
        return jvm.org.apache.hadoop.hbase

    def _name(self, layout: str) -> Any:
        return self._hbase.TableName.valueOf(table(layout))

    def _regions(self, layout: str) -> list[Any]:
        return list(self._retried(lambda a: a.getRegions(self._name(layout))))

    def _retried(self, call: Callable[[Any], Any]) -> Any:
        """Asks again while regions are still on their way from the fault before."""
        conf = self._hbase.HBaseConfiguration.create()
        conf.set("hbase.zookeeper.quorum", self._apart.quorum)
        deadline = time.monotonic() + _WAIT_SECONDS
        with contextlib.closing(
            self._hbase.client.ConnectionFactory.createConnection(conf)
        ) as connection:
            while True:
                try:
                    return call(connection.getAdmin())
                except Py4JJavaError:
                    if time.monotonic() > deadline:
                        raise


def _done(future: Any) -> None:
    """Wait for the master: HBase's future is done only once somebody waits for it."""
    future.get()
