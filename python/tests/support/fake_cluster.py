"""A cluster of plain Python: what admin asks of it, and what it was asked to change."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from pyspark_hbase._spark.quorum import Quorum
from pyspark_hbase.admin._model import (
    ClusterInfo,
    CountedRows,
    Handshake,
    JarUsers,
    PublishedJar,
    RegionState,
    Server,
    TableInfo,
)
from pyspark_hbase.errors import AdminError


@dataclass
class FakeCluster:
    """Two regions per table. Attaching works unless ``failures`` says something else of a table."""

    jars: dict[str, str | None]
    """Attached jar of each table."""
    files: dict[str, str] = field(default_factory=dict)
    """Digest by path."""
    failures: dict[str, Exception | RegionState] = field(default_factory=dict)
    """The error of attaching a jar to a table, or the state of its second region after it."""
    denied: set[str] = field(default_factory=set)
    disabled: set[str] = field(default_factory=set)
    settings: dict[str, str] = field(default_factory=dict)
    version: str = "2.6.4"
    master_coprocessors: tuple[str, ...] = ("AccessController",)
    quorum: Quorum = field(default_factory=lambda: Quorum.parse("localhost:2181"))
    changes: list[str] = field(default_factory=list)
    ages: dict[str, float] = field(default_factory=dict)
    """Seconds, of files that are not old."""
    snapshot: tuple[str, float] | tuple[()] = ()
    """Name and age of the newest."""
    answers_wrong_from_files: bool = False
    rows_beside_files: int = 0
    """The rows of the canary that do not come from its store files."""
    scanner_reasons: tuple[str, ...] = ()
    handshake_reason: tuple[str, str] = ("", "")
    """Word and text of a region that reads no store files."""
    unlinked: str = ""
    """The calls that the region servers could not make."""
    of_servers: str = ""
    """Digest of the jar that region servers load for all tables."""

    sql: tuple[str, ...] = ()
    """HBase tables that SQL tables are over."""

    def sql_tables(self) -> list[str]:
        return list(self.sql)

    def info(self) -> ClusterInfo:
        return ClusterInfo(
            version=self.version,
            servers=(Server("a:1", self.version, 2), Server("b:1", self.version, 2)),
            dead_servers=0,
            regions_in_transition=0,
            master_coprocessors=self.master_coprocessors,
        )

    def user(self) -> str:
        return "ada"

    def conf(self, name: str) -> str | None:
        return self.settings.get(name)

    def tables(self) -> list[TableInfo]:
        return [self.table(name) for name in self.jars]

    def table(self, name: str) -> TableInfo:
        return TableInfo(name, name not in self.disabled, self.jars[name], (), False)

    def find_tables(self, patterns: list[str]) -> list[TableInfo]:
        return [self.table(n) for n in self.jars if any(fnmatchcase(n, p) for p in patterns)]

    def may_change(self, name: str) -> bool:
        return name not in self.denied

    def qualified_path(self, path: str) -> str:
        return path

    def has_file_system(self, path: str) -> bool:
        return not path.startswith("s3:")

    def digest(self, path: str) -> str:
        return self.files.get(path, "")

    def publish(self, source: Path, target: str, digest: str) -> None:
        self.changes.append(f"publish {target}")
        self.files[target] = digest

    def create_canary(self, name: str, jar: str, regions: int, wait_seconds: float) -> None:
        self.changes.append("create canary")
        self.jars[name] = jar
        if "canary" in self.failures:
            problem = self.failures["canary"]
            if isinstance(problem, Exception):
                raise problem

    def count_rows(self, name: str, sub_plan: bytes, *, in_region_servers: bool) -> CountedRows:
        """All of 20 rows after they were written again, else half of them."""
        rows = 20 if "rewrite" in self.changes else 10
        lying = "flush" in self.changes and in_region_servers and self.answers_wrong_from_files
        if "flush" not in self.changes:
            return CountedRows(rows, 20, 0, ("NO_STORE_FILE",))
        if "rewrite" in self.changes and "compact" not in self.changes:
            return CountedRows(rows - lying, 20, 0, ("LARGE_PATCH",))
        return CountedRows(rows - lying, 20, 20 - self.rows_beside_files, self.scanner_reasons)

    def flush(self, name: str) -> None:
        self.changes.append("flush")

    def compact(self, name: str) -> None:
        self.changes.append("compact")

    def rewrite_canary(self, name: str, regions: int) -> None:
        self.changes.append("rewrite")

    def drop(self, name: str) -> None:
        self.changes.append("drop canary")
        del self.jars[name]

    def descriptor(self, name: str) -> bytes:
        return (self.jars[name] or "").encode()

    def attach(self, name: str, jar: str, wait_seconds: float, *, regions_at_once: int = 0) -> None:
        self.changes.append(f"attach {name}{_rolling(regions_at_once)}")
        problem = self.failures.get(name)
        if isinstance(problem, Exception):
            raise problem
        self.jars[name] = jar

    def restore(self, descriptor: bytes, wait_seconds: float, *, regions_at_once: int = 0) -> None:
        name = self.changes[-1].split()[1]
        self.changes.append(f"restore {name}{_rolling(regions_at_once)}")
        if "restore" in self.failures:
            raise AdminError("HBASE_REFUSED", "HBase refused.", reason="no")
        self.jars[name] = descriptor.decode() or None

    def handshakes(self, name: str) -> list[Handshake]:
        jar = self.jars[name]
        if self.of_servers:
            instances = 1 if jar is None else 2
            good = Handshake(
                "r1", "", "a:1", RegionState.ON, "1.0", self.of_servers, instances=instances
            )
        elif jar is None:
            good = Handshake("r1", "", "a:1", RegionState.MISSING)
        else:
            reason, lacks = self.handshake_reason
            good = Handshake(
                "r1",
                "",
                "a:1",
                RegionState.ON,
                "1.0",
                self.files.get(jar, ""),
                scanner_reason=reason,
                scanner_problem=lacks,
                unlinked=self.unlinked,
            )
        problem = self.failures.get("canary" if "canary" in name else name)
        second: dict[str, Any] = {"region": "r2"}
        if isinstance(problem, RegionState):
            second |= {"state": problem, "problem": "it is too cold"}
        return [good, replace(good, **second)]

    def may_administer(self) -> bool:
        return not self.denied

    def published_jars(self, folder: str) -> list[PublishedJar]:
        found = (path for path in sorted(self.files) if path.startswith(f"{folder}/"))
        return [PublishedJar(path, 100, self.ages.get(path, 1e6)) for path in found]

    def jar_users(self) -> JarUsers:
        named = tuple((name, jar) for name, jar in self.jars.items() if jar is not None)
        return JarUsers(named, *self.snapshot)

    def delete_jar(self, path: str) -> None:
        self.changes.append(f"delete {path}")
        del self.files[path]


def _rolling(regions_at_once: int) -> str:
    return f" {regions_at_once} at once" if regions_at_once else ""
