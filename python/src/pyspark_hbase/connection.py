"""A cluster through its Thrift gateway: SQL and sub-plans without Spark, and without a JVM.

>>> hbase = connect("thrift://gateway-host")
>>> hbase
Connection('thrift://gateway-host:9090')
"""

from __future__ import annotations

import os
import socket
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import parse_qsl, urlsplit

from pyspark_hbase._execution.optional import require_extra
from pyspark_hbase._queries.keyed_queries import KeyedQueries
from pyspark_hbase._queries.known_tables import KnownTables
from pyspark_hbase._queries.recent_queries import RecentQueries
from pyspark_hbase._thrift import metadata
from pyspark_hbase.errors import ServerError, SetupError

if TYPE_CHECKING:
    import ssl
    from types import TracebackType

    import happybase
    import pyarrow as pa

    from pyspark_hbase._execution.point_read import PointRead
    from pyspark_hbase._sql._select import PlannedQuery
    from pyspark_hbase._thrift.row_requests import Cells
    from pyspark_hbase.plan import SubPlan
    from pyspark_hbase.query import Query
    from pyspark_hbase.table_schema import TableSchema

__all__ = ["Connection", "connect"]

_Answer = TypeVar("_Answer")

Arguments = Mapping[str, Any] | Sequence[Any] | None

_DEFAULT_PORT: Final = 9090
_THRIFT: Final = ("thrift", "thrifts")
_HTTP: Final = ("http", "https")
_ENCRYPTED: Final = ("thrifts", "https")


def connect(  # noqa: PLR0913  (each is a setting of its own)
    url: str,
    *,
    namespace: str = "default",
    ansi: bool = True,
    time_zone: str = "UTC",
    timeout_seconds: float | None = None,
    trusted_seconds: float = 0.0,
    transport: str = "buffered",
    protocol: str = "binary",
    tls: ssl.SSLContext | None = None,
) -> Connection:
    """A connection to ``thrift://host:port``; nothing is sent before it is used.

    ``http://host:port`` is for a gateway that speaks HTTP. ``thrifts://`` and ``https://`` are the
    same with TLS. ``tls`` says whom to trust then, and who asks; without it, the certificate
    authorities of this machine.

    ``namespace`` is that of tables without one; ``ansi`` and ``time_zone`` mean what
    ``spark.sql.ansi.enabled`` and ``spark.sql.session.timeZone`` mean. ``timeout_seconds`` is how
    long one answer of the gateway may take, None as long as it likes; ``transport`` (``buffered``
    or ``framed``, not over HTTP) and ``protocol`` (``binary`` or ``compact``) are those of the
    gateway, and may stand in the address: ``thrift://host:port?transport=framed&protocol=compact``.

    Raises:
        SetupError: the address is not one.
    """
    parts = urlsplit(url)
    try:
        port = parts.port or _DEFAULT_PORT
        given = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
    except ValueError:
        port, given = 0, {}
    is_http = parts.scheme in _HTTP
    extra = parts.fragment or parts.username or (parts.path.strip("/") and not is_http)
    options: dict[str, Any] = {"transport": transport, "protocol": protocol} | given
    is_known = (
        options["transport"] in (("buffered",) if is_http else ("buffered", "framed"))
        and options["protocol"] in ("binary", "compact")
        and len(options) == len(("transport", "protocol"))
    )
    schemes = (*_THRIFT, *_HTTP)
    if parts.scheme not in schemes or not parts.hostname or not port or extra or not is_known:
        raise SetupError(
            f"The address of a gateway is like thrift://host:{_DEFAULT_PORT}, with "
            f"?transport=framed or ?protocol=compact where the gateway is set up so; like "
            f"thrifts://host:{_DEFAULT_PORT} where TLS is ended before it; like "
            f"http://host:{_DEFAULT_PORT} or https:// where it speaks HTTP. Found {url!r}."
        )
    if is_http:
        options["path"] = parts.path or "/"
    if timeout_seconds is not None:
        options["timeout"] = round(timeout_seconds * 1000)
    if parts.scheme in _ENCRYPTED:
        import ssl  # noqa: PLC0415  (not needed by others)

        options["context"] = tls or ssl.create_default_context()
    elif tls is not None:
        raise SetupError(
            f"A TLS context is for addresses like thrifts://host:{_DEFAULT_PORT}, found {url!r}."
        )
    return Connection(parts.hostname, port, namespace, ansi, time_zone, options, trusted_seconds)


_ALL: Final[weakref.WeakSet[Connection]] = weakref.WeakSet()
"""The connections of this process."""


class Connection:
    """Asks one gateway, over one socket that the first question opens.

    Threads may share it: their questions wait for one another, each until its whole answer is
    here. Open one per thread to ask at the same time. A question that is cut short, by Ctrl-C for
    instance, drops the socket, and the next one opens another. A process that was forked opens a
    socket of its own. A context manager, which closes it; a closed one opens again when it is used.
    """

    def __init__(  # noqa: PLR0913, PLR0917  (made by connect)
        self,
        host: str,
        port: int,
        namespace: str,
        ansi: bool,
        time_zone: str,
        options: Mapping[str, Any],
        trusted_seconds: float = 0.0,
    ) -> None:
        scheme = (_HTTP if "path" in options else _THRIFT)["context" in options]
        self.url = f"{scheme}://{host}:{port}"
        self._address = (host, port)
        self._namespace = namespace
        self._ansi = ansi
        self._time_zone = time_zone
        self._options = dict(options)
        self._lock = threading.RLock()
        self._happybase: happybase.Connection | None = None
        self.has_answered = False
        """True once the gateway has answered in this way."""
        self._inherited: happybase.Connection | None = None
        """The parent's connection, after a fork: its end would shut down the parent's socket."""
        _ALL.add(self)
        self._tables = KnownTables(trusted_seconds)
        self._queries = RecentQueries()
        self._keyed = KeyedQueries(self._planned, time_zone)

    def table(self, name: str) -> TableSchema:
        """The description of a SQL table, ``namespace.table``.

        Raises:
            TableNotFoundError: there is no such SQL table.
        """
        qualified = metadata.qualified_name(name, self._namespace)
        return self._ask(lambda gateway: self._tables.current(gateway, qualified))

    def tables(self, namespace: str | None = None) -> list[str]:
        """Names of the SQL tables, ``namespace.table``, in order; of one namespace or of all."""
        names = self._ask(metadata.table_names)
        return [n for n in names if namespace is None or n.startswith(f"{namespace}.")]

    def regions(self, schema: TableSchema) -> list[tuple[bytes, bytes]]:
        """Row keys of the regions of a table, ``[start_row, stop_row)``, in their order."""
        return self._ask(lambda gateway: metadata.regions(gateway, schema.hbase_table))

    def scan(self, name: str) -> SubPlan:
        """A sub-plan that reads a SQL table, to go on with; :meth:`run` gives its answer."""
        from pyspark_hbase.plan import SubPlan  # noqa: PLC0415  (not needed by SQL-only users)

        return SubPlan.scan(self.table(name), ansi=self._ansi, time_zone=self._time_zone)

    def run(self, plan: SubPlan) -> pa.Table:
        """The answer to a sub-plan."""
        with self.gateway() as gateway:
            return plan.to_arrow(gateway)

    def sql(self, text: str, args: Arguments = None) -> Query:
        """A query of one table in Spark's SQL; it runs when its result is asked for.

        ``args`` are the values of ``:name`` markers, or of ``?`` markers in their order. They
        become literals of the plan, never part of the text. A point read that
        differs from an earlier one in the row key alone asks nothing yet: whether its table has
        changed, or is gone, is found out together with the row.

        Raises:
            SQLSyntaxError: the text is no query.
            NeedsSparkError: it asks for what only Spark does; it says what, and where in the text.
            InvalidPlanError: it names a column that is not there, or mixes types.
            TableNotFoundError: there is no such SQL table.
        """
        found = self._keyed.find(text, args)
        if found is not None and self._is_known(found[0]):
            # What the arguments are now: they may change before anybody asks.
            return self._keyed_query(text, copy(args), *found)
        return self._planned_or_known(text, args)

    def _is_known(self, schema: TableSchema) -> bool:
        """Whether nothing newer has been read of a table."""
        with self._lock:
            return self._tables.questions(schema) is not None

    def _planned_or_known(self, text: str, args: Arguments) -> Query:
        """Of the table that is there now, which is asked for."""
        known = self._queries.find(text, args, self.table)
        return self._planned_query(text, args) if known is None else known

    def _planned_query(self, text: str, args: Arguments) -> Query:
        """Of the table that is there now; later queries are found by it."""
        from pyspark_hbase.query import Query  # noqa: PLC0415  (an optional dependency)

        planned = self._planned(text, args)
        query = Query(lambda: planned, self._use)
        if planned.is_of_now:
            # The next one is of another time.
            return query
        if query._point_read is not None:
            self._keyed.learn(text, args, planned, query._point_read)
        return self._queries.keep(text, args, query)

    def _keyed_query(
        self, text: str, args: Arguments, schema: TableSchema, point_read: PointRead
    ) -> Query:
        """A point read, which asks together with its row whether the table has changed.

        The plan is made when somebody asks for it.
        """
        from pyspark_hbase.query import KnownRow, Query  # noqa: PLC0415  (an optional dependency)

        row = KnownRow(
            point_read,
            partial(self._cells, schema, point_read),
            partial(self._planned_query, text, args),
        )
        return Query(partial(self._planned, text, args), self._use, row)

    def rows(self, text: str, args: Arguments = None) -> list[dict[str, Any]]:
        """The rows of a query by column name: ``list(sql(text, args))``, in fewer steps.

        A point read comes in one step from the second query on that differs from the first in the
        row key alone: whether the table has changed is asked together with the row.

        Raises:
            ValueError: columns have one name; name them with AS.
            InvalidPlanError, TableNotFoundError: as :meth:`sql`.
            SubPlanError: as :meth:`pyspark_hbase.query.Query.to_arrow`.
        """
        found = self._keyed.find(text, args)
        cells = None if found is None else self._cells(*found)
        rows = None if found is None or cells is None else found[1].rows(cells)
        return list(self._planned_or_known(text, args)) if rows is None else rows

    def _cells(self, schema: TableSchema, point_read: PointRead) -> Cells | None:
        """Those of a get; None if HBase refuses it, or the table is another by now."""
        with self._lock:
            before = self._tables.questions(schema)
            if before is None:
                return None
            opened = self._happybase or self._opened()
            answers = point_read.ask(opened, *before)
            if answers is None or not self._tables.confirms(schema, answers[:-1]):
                return None
        return answers[-1]

    def _planned(
        self, text: str, args: Arguments, schema: TableSchema | None = None
    ) -> PlannedQuery:
        """The plan, for a description of its table or for that which is there now."""
        require_extra("sqlglot", "sql")
        from pyspark_hbase._sql._select import Planner  # noqa: PLC0415  (an optional dependency)

        planner = Planner(
            text,
            args,
            self.table if schema is None else lambda _: schema,
            namespace=self._namespace,
            ansi=self._ansi,
            time_zone=self._time_zone,
        )
        return planner.plan()

    @contextmanager
    def gateway(self) -> Iterator[happybase.Connection]:
        """The open happybase connection, for this thread alone inside of the ``with``.

        Ctrl-C inside of the ``with`` drops the socket, as what is lost on it does.
        """
        with self._lock:
            opened = self._opened()
            from thriftpy2.thrift import TException  # noqa: PLC0415  (an optional dependency)

            from pyspark_hbase._thrift.calls import REFUSALS  # noqa: PLC0415  (needs the same)

            try:
                yield opened
                self.has_answered = True
            except Exception as error:
                if isinstance(error, TException | OSError) and not isinstance(error, REFUSALS):
                    self.close()
                raise
            except BaseException:
                self.close()
                raise

    def _use(self, action: Callable[[happybase.Connection], _Answer]) -> _Answer:
        """What an action with the open connection gives, for this thread alone meanwhile."""
        with self._lock:
            answer = action(self._happybase or self._opened())
            self.has_answered = True
            return answer

    def _ask(self, question: Callable[[happybase.Connection], _Answer]) -> _Answer:
        """The answer to one small question; a lost socket is opened again, once."""
        with self._lock:
            self._opened()
            from thriftpy2.thrift import TException  # noqa: PLC0415  (an optional dependency)

            from pyspark_hbase._thrift.calls import REFUSALS  # noqa: PLC0415  (needs the same)

            try:
                return self._use(question)
            except REFUSALS:
                raise
            except (TException, OSError):
                self.close()
            try:
                return self._use(question)
            except REFUSALS:
                raise
            except (TException, OSError) as error:
                self.close()
                raise self._unreachable(error) from error

    def _unreachable(self, error: Exception) -> ServerError:
        if "context" in self._options:
            from pyspark_hbase._thrift.tls_gateway import refusal  # noqa: PLC0415

            refused = refusal(error)
            if refused is not None:
                return ServerError(
                    "CLUSTER_UNREACHABLE",
                    "There is no TLS with the Thrift gateway that this machine trusts. Give "
                    "connect a context, tls, that trusts its authority, or name the authority's "
                    "file in SSL_CERT_FILE; a gateway without TLS is thrift://.",
                    gateway=self.url,
                    problem=refused,
                )
        found = None if self.has_answered else self._recognised()
        if found is not None:
            return ServerError(
                "CLUSTER_UNREACHABLE",
                "The Thrift gateway is set up in another way than the address says; connect to the "
                "address that it answers to.",
                gateway=self.url,
                answers=found,
                problem=error,
            )
        return ServerError(
            "CLUSTER_UNREACHABLE",
            "The Thrift gateway does not answer; check its address and that it runs.",
            gateway=self.url,
            problem=error,
        )

    def _recognised(self) -> str | None:
        """The address to connect to, if somebody is there and answers in another way."""
        from pyspark_hbase._thrift.gateway_kinds import recognised  # noqa: PLC0415  (beside happybase)

        try:
            socket.create_connection(self._address, timeout=1).close()
        except OSError:
            return None
        return recognised(*self._address, self._options.get("context"))

    def close(self) -> None:
        """Close the socket; more than once is fine."""
        with self._lock:
            if self._happybase is not None:
                self._happybase.close()
                self._happybase = None

    def _opened(self) -> happybase.Connection:
        try:
            import happybase  # noqa: F401, PLC0415  (an optional dependency)
            from thriftpy2.thrift import TException  # noqa: PLC0415
        except ImportError as error:
            raise SetupError(
                "A Thrift gateway is reached with happybase, which is not installed. "
                "Install it: pip install 'pyspark-hbase[thrift]'."
            ) from error
        if self._happybase is None:
            from pyspark_hbase._thrift.gateway_kinds import opened  # noqa: PLC0415  (beside happybase)

            connection = opened(*self._address, self._options)
            try:
                connection.open()
            except (TException, OSError) as error:
                raise self._unreachable(error) from error
            self._happybase = connection
        return self._happybase

    def _after_fork(self) -> None:
        """The parent goes on with its socket, and maybe holds the lock."""
        self._lock = threading.RLock()
        self._inherited, self._happybase = self._happybase, None

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Connection({self.url!r})"


def _start_anew() -> None:
    for connection in list(_ALL):
        connection._after_fork()


if hasattr(os, "register_at_fork"):
    # Not on Windows, where processes are not forked.
    os.register_at_fork(after_in_child=_start_anew)
