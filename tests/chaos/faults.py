"""The faults of the chaos suite, one at a time."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from apart import LEASE_SECONDS, REGION_SERVERS, Apart
from content import LAYOUTS, SPAN, STATIC, table
from programs import executors
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from pyspark_hbase.admin import Cluster, DeployOptions, deploy, undeploy
from pyspark_hbase.embedded._launch import JAVA_OPTIONS_VARIABLE, home

_ROLES: Final = {
    "region server": REGION_SERVERS,
    "data node": ("data-node-1", "data-node-2"),
    "name node": ("name-node",),
    "master": ("master",),
    "zookeeper": ("zookeeper",),
    "gateway": ("gateway",),
}
_OF_TABLES: Final = (
    "move",
    "carry",
    "split",
    "merge",
    "flush",
    "compact",
    "alter",
    "disable",
    "undeploy",
    "throttle",
)
_WAIT_SECONDS: Final = 120
_LOSSY: Final = "LossyRegion"
_ABORT: Final = re.compile(r"\*{5} ABORTING.*(?:\n(?!\d{4}-|\t).*)*")
"""The line that HBase writes when a server ends itself, and the error below it."""
SLICE: Final = (
    *(f"kill {role}" for role in _ROLES),
    "kill executor",
    "pause region server",
    "cut connections",
    "silence connections",
    "carry tables",
    "split tables",
    "alter tables",
    "undeploy tables",
    "lose frames",
)
"""Each kind of process dies once; and one of every other family of faults."""


class Faults:
    """Each fault is a context manager: inside of the ``with`` it lasts. Seeded; one thread's."""

    def __init__(self, apart: Apart, spark: SparkSession, seed: int, folder: Path) -> None:
        self._apart = apart
        self._spark = spark
        self._folder = folder
        self._random = random.Random(f"{seed} faults")
        self.kinds: dict[str, Callable[[], Any]] = {}
        self._told: dict[str, int] = {}
        """Letters of the log of each server that were looked at."""
        for role, names in _ROLES.items():
            self.kinds[f"kill {role}"] = lambda names=names: self._killed(names)
            self.kinds[f"pause {role}"] = lambda names=names: self._paused(names)
        for name in ("delay", "cut", "silence", "refuse"):
            self.kinds[f"{name} connections"] = getattr(self, f"_{name}")
        for name in _OF_TABLES:
            self.kinds[f"{name} tables"] = getattr(self, f"_{name}")
        self.kinds["kill executor"] = self._kill_executor
        self.kinds["shift clock"] = self._shift_clock
        self.kinds["lose frames"] = lambda: self._lossy(repeats=False)
        self.kinds["repeat frames"] = lambda: self._lossy(repeats=True)

    def order(self, count: int, named: Sequence[str]) -> list[str]:
        """Names of faults: those of the slice, then each kind once, and so on.

        Where some are named: these in their order, then each of these once, and so on.
        """
        names = list(named) or self._random.sample(SLICE, len(SLICE))
        kinds = list(named or self.kinds)
        while len(names) < count:
            names += self._random.sample(kinds, len(kinds))
        return names[: count or None]

    def revive(self) -> None:
        """Start the servers that have ended: some end by themselves when another one is away."""
        servers = self._apart.servers
        ended = [name for name in self._apart.names if name not in servers.pids]
        for name in ended:
            print(f"ended by itself: {name}: {self._reason(name)}")
        servers.launch(*ended)

    def _reason(self, name: str) -> str:
        """The reason why a server ended, from what is new in its log."""
        log = self._apart.servers._folder / name / "log"
        said = log.read_text(errors="replace") if log.exists() else ""
        aborts = _ABORT.findall(said, self._told.get(name, 0))
        self._told[name] = len(said)
        return " ".join(aborts[-1].split()) if aborts else "its log does not say"

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

    @contextmanager
    def _kill_executor(self) -> Iterator[float]:
        os.kill(self._random.choice(sorted(executors(os.getpid()))), signal.SIGKILL)
        yield 0.0

    @contextmanager
    def _shift_clock(self) -> Iterator[float]:
        """The master refuses a region server whose clock is 30 seconds away from its own."""
        name = self._random.choice(REGION_SERVERS)
        ahead = self._random.choice((-20_000, 20_000))
        options = os.environ[JAVA_OPTIONS_VARIABLE]
        os.environ[JAVA_OPTIONS_VARIABLE] = f"{options} -Dembedded.clock.ahead.millis={ahead}"
        try:
            self._apart.servers.restart(name)
        finally:
            os.environ[JAVA_OPTIONS_VARIABLE] = options
        try:
            yield 5.0
        finally:
            self._apart.servers.restart(name)

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
                self.retried(lambda a, r=region: a.move(r.getEncodedNameAsBytes()))
        yield 0.0

    @contextmanager
    def _carry(self) -> Iterator[float]:
        """Moves over a network so slow that a scan is in the middle of each region."""
        try:
            for name in REGION_SERVERS:
                self._apart.proxy.delay(self._apart.port(name), 0.05)
            with self._move() as seconds:
                yield seconds
        finally:
            self._apart.proxy.heal()

    @contextmanager
    def _split(self) -> Iterator[float]:
        layout = self._random.choice(LAYOUTS)
        id = self._random.choice((self._random.randrange(STATIC), STATIC + 1000 + SPAN // 2))
        key = (id ^ 0x80000000).to_bytes(4, "big")
        for region in self._regions(layout):
            start, stop = bytes(region.getStartKey()), bytes(region.getEndKey())
            if start < key and (not stop or key < stop):
                self.retried(lambda a, r=region: _done(a.splitRegionAsync(r.getRegionName(), key)))
        yield 0.0

    @contextmanager
    def _merge(self) -> Iterator[float]:
        regions = self._regions(self._random.choice(LAYOUTS))
        if len(regions) > 1:
            first = self._random.randrange(len(regions) - 1)
            one, two = (r.getEncodedNameAsBytes() for r in regions[first : first + 2])
            self.retried(lambda a: _done(a.mergeRegionsAsync(one, two, False)))
        yield 0.0

    @contextmanager
    def _flush(self) -> Iterator[float]:
        for layout in LAYOUTS:
            self.retried(lambda a, n=layout: a.flush(self._name(n)))
        yield 0.0

    @contextmanager
    def _compact(self) -> Iterator[float]:
        for layout in LAYOUTS:
            self.retried(lambda a, n=layout: a.flush(self._name(n)))
            self.retried(lambda a, n=layout: a.majorCompact(self._name(n)))
        yield 0.0

    @contextmanager
    def _alter(self) -> Iterator[float]:
        name = self._name(self._random.choice(LAYOUTS))
        family = f"extra{self._random.randrange(10**6)}"
        descriptor = self._hbase.client.ColumnFamilyDescriptorBuilder.of(family)
        self.retried(lambda a: a.addColumnFamily(name, descriptor))
        try:
            yield 0.0
        finally:
            self.retried(lambda a: a.deleteColumnFamily(name, family.encode()))

    @contextmanager
    def _disable(self) -> Iterator[float]:
        name = self._name(self._random.choice(LAYOUTS))
        self.retried(lambda a: a.disableTable(name))
        try:
            yield 0.0
        finally:
            self.retried(lambda a: a.enableTable(name))

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

    @contextmanager
    def _throttle(self) -> Iterator[float]:
        quotas = self._hbase.quotas
        name = self._name(self._random.choice(LAYOUTS))
        kind = quotas.ThrottleType.REQUEST_NUMBER
        second = self._jvm.java.util.concurrent.TimeUnit.SECONDS
        few = quotas.QuotaSettingsFactory.throttleTable(name, kind, 5, second)
        self.retried(lambda a: a.setQuota(few))
        try:
            yield 5.0
        finally:
            none = quotas.QuotaSettingsFactory.unthrottleTable(name)
            self.retried(lambda a: a.setQuota(none))

    @contextmanager
    def _lossy(self, *, repeats: bool) -> Iterator[float]:
        """Beside ours, tables have a coprocessor that loses frames or sends them again."""
        builders = self._hbase.client
        lossy = (
            builders.CoprocessorDescriptorBuilder.newBuilder(_LOSSY)
            .setJarPath(self._lossy_jar().as_uri())
            .setProperty("lossy.every", "7")
            .setProperty("lossy.repeats", str(repeats).lower())
            .build()
        )

        def change(layout: str, call: Callable[[Any], Any]) -> None:
            def again(admin: Any) -> None:
                now = admin.getDescriptor(self._name(layout))
                admin.modifyTable(call(builders.TableDescriptorBuilder.newBuilder(now)).build())

            self.retried(again)

        with contextlib.ExitStack() as changed:
            for layout in LAYOUTS:
                change(layout, lambda builder: builder.setCoprocessor(lossy))
                changed.callback(change, layout, lambda builder: builder.removeCoprocessor(_LOSSY))
            yield 5.0

    def _lossy_jar(self) -> Path:
        jar = self._folder / f"{_LOSSY}.jar"
        if not jar.exists():
            source = Path(__file__).with_name(f"{_LOSSY}.java")
            line = ["javac", "-nowarn", "-cp", f"{home()}/lib/*", "-d", self._folder, source]
            subprocess.run(line, check=True)
            with zipfile.ZipFile(jar, "w") as opened:
                opened.write(self._folder / f"{_LOSSY}.class", f"{_LOSSY}.class")
        return jar

    @property
    def _jvm(self) -> Any:
        jvm = self._spark._jvm
        assert jvm is not None
        return jvm

    @property
    def _hbase(self) -> Any:
        return self._jvm.org.apache.hadoop.hbase

    def _name(self, layout: str) -> Any:
        return self._hbase.TableName.valueOf(table(layout))

    def _regions(self, layout: str) -> list[Any]:
        return list(self.retried(lambda a: a.getRegions(self._name(layout))))

    def retried(self, call: Callable[[Any], Any]) -> Any:
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
