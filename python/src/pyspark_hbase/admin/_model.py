"""Facts that a cluster reports about itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyspark_hbase._text.text_enum import TextEnum


class RegionState(TextEnum):
    """Whether a region runs sub-plans."""

    ON = "ON"
    OFF = "OFF"
    """The coprocessor is there and told to refuse: ``hbase.sparksql.enabled``."""
    FAILED = "FAILED"
    """The coprocessor is there and could not start."""
    MISSING = "MISSING"
    """The region has no coprocessor of ours, or could not load it."""
    UNREACHABLE = "UNREACHABLE"
    """Its region server did not answer in time, or refused to."""


@dataclass(frozen=True, slots=True)
class Server:
    """A region server."""

    name: str
    version: str
    regions: int


@dataclass(frozen=True, slots=True)
class ClusterInfo:
    """An HBase cluster, as its master describes it.

    ``dead_servers`` and ``regions_in_transition`` are numbers.
    """

    version: str
    servers: tuple[Server, ...]
    dead_servers: int
    regions_in_transition: int
    master_coprocessors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableInfo:
    """The part of a table's descriptor about coprocessors."""

    name: str
    is_enabled: bool
    jar: str | None
    """Path of our jar; empty where region servers have it on their class path, None where it is
    not attached."""
    other_coprocessors: tuple[str, ...]
    is_switched_off: bool


@dataclass(frozen=True, slots=True)
class JavaRules:
    """The rules that answers take from a Java."""

    text: str
    """For people."""
    digest: str
    """Equal for equal answers."""
    release: str
    """The releases of Java and of its time zones."""


@dataclass(frozen=True, slots=True)
class Handshake:
    """The answer of one region's coprocessor: docs/FORMAT.md, "Versions"."""

    region: str
    start_row: str
    server: str
    state: RegionState
    version: str = ""
    digest: str = ""
    problem: str = ""
    java: JavaRules | None = None
    """None from a coprocessor that does not say it."""
    instances: int = 1
    """The number of times that HBase loaded the coprocessor for the region; one of them answers."""
    scanner_reason: str = ""
    """The word for why no scan of the region reads store files directly; empty where scans may."""
    scanner_problem: str = ""
    """The text about what HBase lacks for that, where HBase is the reason."""
    unlinked: str = ""
    """The calls that the region's server could not make, and refused sub-plans for."""

    @property
    def through_scanner(self) -> str:
        """The reason why no scan reads store files, with what HBase lacks; else empty."""
        return self.scanner_reason + (f" ({self.scanner_problem})" if self.scanner_problem else "")

    def runs(self, digest: str) -> bool:
        """Whether the code of this digest is there and works, switched off or not."""
        return self.state in {RegionState.ON, RegionState.OFF} and self.digest == digest


@dataclass(frozen=True, slots=True)
class CountedRows:
    """The rows of a sub-plan, and where region servers read them."""

    rows: int
    scanned: int
    """The rows that region servers looked at."""
    from_store_files: int
    """The number of these that were read below HBase's scanner."""
    scanner_reasons: tuple[str, ...]
    """The reasons why the others were not."""


@dataclass(frozen=True, slots=True)
class RegionInfo:
    """Size and load of a region; counters are None where its server did not tell.

    ``reads``, ``filtered_reads`` and ``writes`` count rows since the region was
    opened.
    ``locality`` is the share of its bytes that lie on the server, 0 to 1; ``store_files`` is their
    number.
    """

    region: str
    start_row: str
    stop_row: str
    server: str
    store_files: int | None = None
    store_file_bytes: int | None = None
    mem_store_bytes: int | None = None
    locality: float | None = None
    reads: int | None = None
    filtered_reads: int | None = None
    writes: int | None = None


@dataclass(frozen=True, slots=True)
class PublishedJar:
    """A region-server jar in a folder of the cluster."""

    path: str
    bytes: int
    age_seconds: float


@dataclass(frozen=True, slots=True)
class JarUsers:
    """Possible users of a jar."""

    paths: tuple[tuple[str, str], ...]
    """Tables and the path that one of their coprocessors has."""
    snapshot: str | None = None
    """The newest one. Which jars its table names is in its files only."""
    snapshot_age_seconds: float = 0.0


def cluster_info(answer: dict[str, Any]) -> ClusterInfo:
    """From the JSON of ClusterFacts.java, as the functions below."""
    return ClusterInfo(
        version=answer["version"],
        servers=tuple(sorted((Server(**server) for server in answer["servers"]), key=_name)),
        dead_servers=answer["deadServers"],
        regions_in_transition=answer["regionsInTransition"],
        master_coprocessors=tuple(answer["masterCoprocessors"]),
    )


def table_info(answer: dict[str, Any]) -> TableInfo:
    """One table."""
    return TableInfo(
        name=answer["name"],
        is_enabled=answer["enabled"],
        jar=answer.get("jar"),
        other_coprocessors=tuple(answer["otherCoprocessors"]),
        is_switched_off=answer["switchedOff"],
    )


def handshake(answer: dict[str, str]) -> Handshake:
    """One region."""
    return Handshake(
        region=answer["region"],
        start_row=answer["startRow"],
        server=answer["server"],
        state=RegionState(answer["state"]),
        version=answer.get("version", ""),
        digest=answer.get("digest", ""),
        problem=answer.get("problem", ""),
        java=_java_rules(answer) if "javaDigest" in answer else None,
        instances=int(answer.get("instances", "1")),
        scanner_reason=answer.get("scannerReason", ""),
        scanner_problem=answer.get("scannerProblem", ""),
        unlinked=answer.get("unlinked", ""),
    )


def counted_rows(answer: dict[str, Any]) -> CountedRows:
    """An answer of countRows."""
    return CountedRows(
        rows=answer["rows"],
        scanned=answer["scanned"],
        from_store_files=answer["fromStoreFiles"],
        scanner_reasons=tuple(answer["scannerReasons"]),
    )


def _java_rules(answer: dict[str, str]) -> JavaRules:
    return JavaRules(answer["java"], answer["javaDigest"], answer["javaRelease"])


def region_info(answer: dict[str, Any]) -> RegionInfo:
    """One region."""
    locality = answer.get("locality")
    return RegionInfo(
        region=answer["region"],
        start_row=answer["startRow"],
        stop_row=answer["stopRow"],
        server=answer["server"],
        store_files=answer.get("storeFiles"),
        store_file_bytes=answer.get("storeFileBytes"),
        mem_store_bytes=answer.get("memStoreBytes"),
        # HBase counts each copy of a block on a host, and a host may have several data nodes.
        locality=None if locality is None else min(1.0, locality),
        reads=answer.get("reads"),
        filtered_reads=answer.get("filteredReads"),
        writes=answer.get("writes"),
    )


def published_jar(answer: dict[str, Any]) -> PublishedJar:
    """One jar."""
    return PublishedJar(answer["path"], answer["bytes"], answer["ageSeconds"])


def jar_users(answer: dict[str, Any]) -> JarUsers:
    """All of a cluster."""
    return JarUsers(
        paths=tuple((each["table"], each["path"]) for each in answer["paths"]),
        snapshot=answer.get("snapshot"),
        snapshot_age_seconds=answer.get("snapshotAgeSeconds", 0.0),
    )


def _name(server: Server) -> str:
    return server.name
