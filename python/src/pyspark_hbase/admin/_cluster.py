"""A connection to a cluster, for administration."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from fnmatch import fnmatchcase
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._spark.jvm import Jvm, java_class, java_map
from pyspark_hbase._spark.quorum import Quorum
from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.admin import _model
from pyspark_hbase.errors import (
    AdminError,
    PySparkHBaseError,
    ServerError,
    SetupError,
    find_error,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ADMIN: Final = "org.apache.spark.sql.hbase.client.admin.ClusterAdmin"
_METADATA_TABLE: Final = "SPARK_SQL_HBASE_TABLE"
_ROWS_AT_ONCE: Final = 1_000
# A ReadRequest.java for the cell that describes a SQL table.
_METADATA_SCAN: Final = {
    "table": _METADATA_TABLE,
    "columns": [base64.b64encode(b"CF:table").decode()],
    "startRow": "",
    "stopRow": "",
    "limit": None,
    "filter": None,
    "timeRange": None,
    "versions": 1,
    "reversed": False,
    "caching": _ROWS_AT_ONCE,
}
_DEFAULTS: Final = {
    # HBase's client repeats what the master refuses otherwise, and a refusal is an answer.
    "hbase.client.retries.number": "4",
    "hbase.client.pause": "100",
    # Hadoop's own waits two minutes for each answer of a silent name node, and fifteen for a host
    # that takes no connection.
    "ipc.client.rpc-timeout.ms": "15000",
    "ipc.client.connect.timeout": "5000",
    "ipc.client.connect.max.retries.on.timeouts": "1",
}
_MILLIS: Final = 1000
_CATALOG: Final = "spark.sql.catalog.hbase."
_BOOTSTRAP_SERVERS: Final = "hbase.client.bootstrap.servers"
HANDSHAKE_TIMEOUT_SECONDS: Final = 20.0
_PATTERN: Final = re.compile(r"[*?\[]")
_UNKNOWN_HOST: Final = re.compile(r"UnknownHostException: ([\w.:-]+)")
# A line for each time that HBase's client tried: when, its settings, the error.
_ATTEMPT: Final = re.compile(r"^\d{4}-\S+Z, (?:RpcRetryingCaller\{.*?\}, )?(\S.*)$")
# HBase's own: Hadoop's errors of these kinds are about the file system.
_SILENT: Final = re.compile(
    r"MasterNotRunningException|ServerNotRunningYetException|PleaseHoldException|"
    r"MasterRegistryFetchException|ZooKeeperConnectionException|ConnectionLossException|"
    r"Can't get master address|hbase\.ipc\.CallTimeoutException|"
    r"ConnectException: Call to (?:address=)?"
)
# HBase's advice to those whom it refuses a table.
_SWITCH_OFF: Final = re.compile(r" ?Set hbase\.table\.sanity\.checks to false .*")
_EXCEPTION_CLASS: Final = re.compile(r"^(?:[\w$.]+(?:Exception|Error): )+")


class Cluster:
    """One HBase cluster; close it, or use it in a ``with`` block. Not thread-safe.

    For this package alone: commands, user, conf, tables, sql_tables, find_tables, table,
    handshakes, descriptor, restore, attach, detach, set_value, create_canary, count_rows, drop,
    may_change, may_administer, published_jars, jar_users, delete_jar, qualified_path, java_rules,
    has_file_system, digest, publish, rewrite_canary, flush, compact.

    Every method raises :class:`AdminError` for what HBase refuses.
    """

    def __init__(self, quorum: Quorum, admin: Any, resources: ExitStack) -> None:
        self.quorum: Final = quorum
        self._admin = admin
        self._resources = resources

    @staticmethod
    def connect(
        quorum: str | None,
        *,
        conf: Mapping[str, str] | None = None,
        user: str | None = None,
        is_verbose: bool = False,
    ) -> Cluster:
        """Connect to the cluster whose ZooKeeper is at ``host:port[,host:port...]``.

        ``conf`` are HBase's properties and beat the hbase-site.xml of ``HBASE_CONF_DIR``. Without a
        quorum they say where the cluster is, as ``hbase.client.bootstrap.servers``.

        Raises:
            SetupError: Java, PySpark or the cluster is not there.
        """
        servers = Quorum.of(quorum)
        servers.check_reachable()
        with ExitStack() as resources:
            jvm = resources.enter_context(Jvm(user=user, is_verbose=is_verbose))
            properties = _properties(servers) | dict(conf or {})
            connect = jvm.java_class(_ADMIN).connect
            admin = _answered(lambda: connect(jvm.java_map(properties)), servers)
            return Cluster(servers, admin, resources.pop_all())

    @staticmethod
    def of_session(spark: SparkSession, quorum: str | None = None) -> Cluster:
        """The cluster of a Spark session's catalog ``hbase``, through the Java process it has.

        Raises:
            SetupError: the session has no jar of ours, or no quorum.
        """
        from pyspark_hbase.sql.context import require_jars  # noqa: PLC0415  (PySpark)

        require_jars(spark.sparkContext)
        found = quorum or spark.conf.get(f"{_CATALOG}quorum", None)
        of_catalog = {
            key.removeprefix(_CATALOG): value
            for key, value in spark.conf.getAll.items()
            if key.startswith((f"{_CATALOG}hbase.", f"{_CATALOG}zookeeper."))
        }
        if found is None and _BOOTSTRAP_SERVERS not in of_catalog:
            raise SetupError(
                f"No quorum is known: start Spark with --conf {_CATALOG}quorum=host:port."
            )
        servers = Quorum.of(found)
        properties = _properties(servers) | of_catalog
        jvm: Any = spark._jvm
        connect = java_class(jvm, _ADMIN).connect
        admin = _answered(lambda: connect(java_map(jvm, properties)), servers)
        resources = ExitStack()
        resources.callback(admin.close)
        return Cluster(servers, admin, resources)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection and its process."""
        self._resources.close()

    def commands(self) -> tuple[Any, Any]:
        """RowCommands.java and TableCommands.java, for :mod:`pyspark_hbase.shell`."""
        return self._admin.rowCommands(), self._admin.tableCommands()

    def info(self) -> _model.ClusterInfo:
        """Versions and servers."""
        return _model.cluster_info(self._json("cluster"))

    def user(self) -> str:
        """The name under which HBase knows this client."""
        return str(self._ask("user"))

    def conf(self, name: str) -> str | None:
        """A property as this machine's configuration has it; servers may have another value."""
        value = self._ask("property", name)
        return None if value is None else str(value)

    def tables(self) -> list[_model.TableInfo]:
        """All tables but HBase's own and the metadata of SQL tables, by name."""
        tables = [_model.table_info(answer) for answer in self._json("tables")]
        return sorted((t for t in tables if t.name != _METADATA_TABLE), key=lambda t: t.name)

    def sql_tables(self) -> list[str]:
        """The HBase tables that SQL tables are over, by name.

        Raises:
            AdminError: RIGHT_MISSING where we may not read the metadata of SQL tables,
                CORRUPT_METADATA where a part of it does not parse.
        """
        scan = self.commands()[0].scan
        asked = json.dumps(_METADATA_SCAN)
        try:
            reader = _answered(lambda: scan(asked), self.quorum)
            try:
                documents = []
                while found := json.loads(
                    _answered(lambda: reader.next(_ROWS_AT_ONCE), self.quorum)
                ):
                    documents += [(row, cells[0][2]) for row, cells in found]
            finally:
                reader.close()
        except AdminError as error:
            if error.code == "TABLE_NOT_FOUND":
                return []
            if error.code == "RIGHT_MISSING":
                raise AdminError(
                    error.code,
                    "HBase does not let you read which SQL tables there are. Have READ on the "
                    "table granted to you, or name the tables that you mean.",
                    table=_METADATA_TABLE,
                ) from error
            raise
        tables, damaged = set(), []
        for row, document in documents:
            try:
                tables.add(str(json.loads(base64.b64decode(document))["hbaseTable"]))
            except (ValueError, KeyError, TypeError):
                damaged.append(base64.b64decode(row).decode(errors="backslashreplace"))
        if damaged:
            raise AdminError(
                "CORRUPT_METADATA",
                "The metadata table describes tables in a way that does not parse. Write these "
                "rows again with CREATE TABLE, or delete them.",
                table=_METADATA_TABLE,
                rows=damaged,
            )
        return sorted(tables)

    def find_tables(self, patterns: Iterable[str]) -> list[_model.TableInfo]:
        """Tables by name, ``namespace:table``, or by pattern: ``sales:*``; each once.

        Patterns stand for tables that HBase shows to us, those that we may change.

        Raises:
            AdminError: TABLE_NOT_FOUND where a pattern fits no table.
        """
        found: dict[str, _model.TableInfo] = {}
        for pattern in patterns:
            name = pattern.removeprefix("default:")
            if _PATTERN.search(name) is None:
                fitting = [self._named(name)]
            else:
                fitting = [table for table in self.tables() if fnmatchcase(table.name, name)]
            if not fitting:
                raise _not_found(pattern)
            found |= {table.name: table for table in fitting}
        return list(found.values())

    def _named(self, name: str) -> _model.TableInfo:
        """One table; the error for one that is not there has a name like it."""
        try:
            return self.table(name)
        except AdminError as error:
            if error.code != "TABLE_NOT_FOUND":
                raise
            raise _not_found(name, did_you_mean(name, (t.name for t in self.tables()))) from error

    def table(self, name: str) -> _model.TableInfo:
        """One table."""
        return _model.table_info(self._json("table", name))

    def regions(self, name: str) -> list[_model.RegionInfo]:
        """The regions of a table in row-key order, with their size and load."""
        return [_model.region_info(answer) for answer in self._json("regions", name)]

    def handshakes(self, name: str) -> list[_model.Handshake]:
        """Ask each region of a table for its coprocessor, in row-key order."""
        millis = int(HANDSHAKE_TIMEOUT_SECONDS * _MILLIS)
        return [_model.handshake(answer) for answer in self._json("handshakes", name, millis)]

    def descriptor(self, name: str) -> bytes:
        """All that defines a table, for :meth:`restore`."""
        return bytes(self._ask("descriptor", name))

    def restore(self, descriptor: bytes, wait_seconds: float, *, regions_at_once: int = 0) -> None:
        """Make a table what it was; returns when its regions are open again.

        ``regions_at_once`` is how many the master opens again at once, 0 for all; the table keeps
        the number. ``wait_seconds`` is how long it may take for the next one.
        """
        self._ask("restore", descriptor, regions_at_once, int(wait_seconds * _MILLIS))

    def attach(self, name: str, jar: str, wait_seconds: float, *, regions_at_once: int = 0) -> None:
        """Attach the coprocessor of a jar; as :meth:`restore`."""
        self._ask("attach", name, jar, regions_at_once, int(wait_seconds * _MILLIS))

    def detach(self, name: str, wait_seconds: float) -> None:
        """Take the coprocessor off a table; returns when the regions are open again."""
        self._ask("detach", name, int(wait_seconds * _MILLIS))

    def set_value(self, name: str, key: str, value: str | None, wait_seconds: float) -> None:
        """Set a value of a table's descriptor, or remove it; its regions are opened again."""
        self._ask("setValue", name, key, value, int(wait_seconds * _MILLIS))

    def create_canary(self, name: str, jar: str, regions: int, wait_seconds: float) -> None:
        """Create a table with the jar attached and a few rows in each region: Canary.java."""
        self._ask("createCanary", name, jar, regions, int(wait_seconds * _MILLIS))

    def rewrite_canary(self, name: str, regions: int) -> None:
        """Write its rows again, each with an odd number."""
        self._ask("rewriteCanary", name, regions)

    def flush(self, name: str) -> None:
        """Make store files of what is in memory."""
        self._ask("flush", name)

    def compact(self, name: str) -> None:
        """Ask for one store file in place of all of a family, and do not wait for it."""
        self._ask("compact", name)

    def count_rows(
        self, name: str, sub_plan: bytes, *, in_region_servers: bool
    ) -> _model.CountedRows:
        """Count the rows of a sub-plan, in the region servers alone or in this process alone."""
        return _model.counted_rows(self._json("countRows", name, sub_plan, in_region_servers))

    def drop(self, name: str) -> None:
        """Drop a table, if it is there."""
        self._ask("drop", name)

    def may_change(self, name: str) -> bool:
        """Whether HBase lets us change or create the table; true where it checks no rights."""
        return bool(self._ask("mayChange", name))

    def may_administer(self) -> bool:
        """Whether HBase shows us all tables; to others it shows those that they may change."""
        return bool(self._ask("mayAdminister"))

    def published_jars(self, folder: str) -> list[_model.PublishedJar]:
        """The region-server jars in a folder, by name."""
        found = [_model.published_jar(answer) for answer in self._json("publishedJars", folder)]
        return sorted(found, key=lambda jar: jar.path)

    def jar_users(self) -> _model.JarUsers:
        """Return the tables with the jars that they name, and the newest snapshot."""
        return _model.jar_users(self._json("jarUsers"))

    def delete_jar(self, path: str) -> None:
        """Delete a jar that was published."""
        self._ask("deleteJar", path)

    def qualified_path(self, path: str) -> str:
        """A path with the scheme and the authority of its file system."""
        return str(self._ask("qualifiedPath", path))

    def has_file_system(self, path: str) -> bool:
        """Whether Hadoop on this machine knows a file system for the scheme of the path."""
        return bool(self._ask("hasFileSystem", path))

    def java_rules(self) -> _model.JavaRules:
        """The rules that queries take from this machine's Java."""
        return _model.JavaRules(**self._json("javaRules"))

    def digest(self, path: str) -> str:
        """SHA-256 of a file on a Hadoop file system, empty where there is none."""
        return str(self._ask("digest", path))

    def publish(self, source: Path, target: str, digest: str) -> None:
        """Copy a file of this machine to a path where there is none."""
        self._ask("publish", str(source), target, digest)

    def _json(self, method: str, *arguments: object) -> Any:
        return json.loads(self._ask(method, *arguments))

    def _ask(self, method: str, *arguments: object) -> Any:
        return _answered(lambda: getattr(self._admin, method)(*arguments), self.quorum)


def _answered(call: Callable[[], Any], quorum: Quorum) -> Any:
    from py4j.protocol import Py4JJavaError  # noqa: PLC0415

    try:
        return call()
    except Py4JJavaError as error:
        raise translated(str(error), str(quorum)) from error


def translated(text: str, quorum: str = "") -> PySparkHBaseError:
    """The error that a Java stack trace is about.

    >>> print(translated("x: java.io.IOException: Loading /a.jar DENIED in hbase.z"))
    [SPARKSQL_HBASE.HBASE_REFUSED] HBase refused. reason="Loading /a.jar DENIED in hbase.z"
    """
    found = find_error(text)
    if found is not None:
        return found
    host = _UNKNOWN_HOST.search(text)
    reason = f"host {host[1]} is not known" if host else _SWITCH_OFF.sub("", _reason(text))
    if _SILENT.search(text) is not None:
        return ServerError(
            "CLUSTER_UNREACHABLE",
            f"{_silent_servers(text)} See whether they run and can be reached from here, and try "
            "again.",
            quorum=quorum,
            reason=reason,
        )
    if "AccessDeniedException" in text:
        return AdminError(
            "RIGHT_MISSING",
            "HBase does not allow you to do this. A change of a table needs the right ADMIN or "
            "CREATE on it; the canary needs the same right on the namespace default.",
            reason=reason,
        )
    if "DENIED in hbase.coprocessor.region.whitelist.paths" in text:
        return AdminError(
            "JAR_PATH_DENIED",
            "The master allows coprocessors from certain paths only. Publish the jar to one of "
            "them (--jar-folder), or add the folder to hbase.coprocessor.region.whitelist.paths in "
            "the hbase-site.xml of the masters.",
            reason=reason,
        )
    if "TableNotFoundException" in text:
        return _not_found(reason)
    return AdminError("HBASE_REFUSED", "HBase refused.", reason=reason)


def _silent_servers(text: str) -> str:
    """Name the servers that do not answer, by the call in the stack trace.

    >>> _silent_servers("generated.ClientProtos$ClientService$BlockingStub.scan(ClientProtos.java)")
    'Region servers of the table or of hbase:meta do not answer.'
    """
    if "ClientProtos$ClientService" in text:
        return "Region servers of the table or of hbase:meta do not answer."
    return "No HBase master answers, or ZooKeeper does not."


def _not_found(table: str, hint: str = "") -> AdminError:
    return AdminError(
        "TABLE_NOT_FOUND",
        "There is no such HBase table, or no table that you may change fits the pattern."
        f"{hint} Names are namespace:table as in the HBase shell. Patterns have * and ?.",
        table=table,
    )


def _reason(text: str) -> str:
    """Return the exception's own text, without its class and without stacks."""
    lines = [line.strip() for line in text.splitlines()]
    first = next((line for line in lines if "Exception: " in line or "Error: " in line), lines[0])
    if "Failed after attempts=" in first:
        # It only says how often HBase's client tried. The last time says why.
        attempts = [found[1] for line in lines if (found := _ATTEMPT.search(line))]
        first = attempts[-1] if attempts else first
    text = re.sub(r"^\S*: ", "", first, count=1)
    # An error without a text is named by its class.
    return _EXCEPTION_CLASS.sub("", text) or text


def _properties(servers: Quorum) -> dict[str, str]:
    return _DEFAULTS | ({"hbase.zookeeper.quorum": str(servers)} if servers.servers else {})
