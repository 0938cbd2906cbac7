"""A cluster through its Thrift gateway: SQL and sub-plans without Spark, and without a JVM.

>>> hbase = connect("thrift://gateway-host")
>>> hbase
Connection('thrift://gateway-host:9090')
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from pyspark_hbase._queries.known_tables import KnownTables, Tables
from pyspark_hbase._queries.prepared_queries import Arguments, PreparedQueries, SQLOptions
from pyspark_hbase._text.extras import require_extras
from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase._thrift import metadata
from pyspark_hbase._thrift.gateway_address import GatewayAddress
from pyspark_hbase._thrift.gateway_link import GatewayLink
from pyspark_hbase.errors import TableNotFoundError

if TYPE_CHECKING:
    import ssl
    from types import TracebackType

    import happybase
    import pyarrow as pa

    from pyspark_hbase.plan import SubPlan
    from pyspark_hbase.query import Query
    from pyspark_hbase.table_schema import TableSchema

__all__ = ["Connection", "connect"]


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

    ``namespace`` is the namespace of bare table names. ``ansi`` and ``time_zone`` mean what
    ``spark.sql.ansi.enabled`` and ``spark.sql.session.timeZone`` mean. ``timeout_seconds`` limits
    the time of one answer of the gateway; None is no limit. The gateway decides ``transport``
    (``buffered`` or ``framed``, not over HTTP) and ``protocol`` (``binary`` or ``compact``). Both
    may stand in the address: ``thrift://host:port?transport=framed&protocol=compact``.
    ``trusted_seconds`` is how long the description of a table counts as known; 0 asks each time.

    >>> connect("thrift://gateway-host?transport=framed", time_zone="Europe/Berlin")
    Connection('thrift://gateway-host:9090')

    Raises:
        SetupError: the address is not one.
    """
    address = GatewayAddress.parse(
        url, timeout_seconds=timeout_seconds, transport=transport, protocol=protocol, tls=tls
    )
    options = SQLOptions(namespace, ansi, time_zone)
    return Connection(GatewayLink(address), KnownTables(trusted_seconds), options)


class Connection:
    """Asks one gateway, over one socket that the first question opens.

    For this package alone: link.

    Threads may share it: their questions wait for one another, each until its whole answer is
    here. Open one per thread to ask at the same time. A question that is cut short, by Ctrl-C for
    instance, drops the socket, and the next one opens another. A process that was forked opens a
    socket of its own. A context manager, which closes it; a closed one opens again when it is used.

    ```python
    from pyspark_hbase import Connection, connect
    from pyspark_hbase.expressions import count

    with connect("thrift://gateway-host:9090") as hbase:
        assert isinstance(hbase, Connection)
        hbase.tables("default")                       # ['default.flights', ...]
        flights = hbase.table("default.flights")      # a TableSchema
        hbase.regions(flights)                        # [(b"", b"...")]
        hbase.sql("SELECT origin FROM flights WHERE carrier = ?", ["AA"]).to_arrow()
        hbase.rows("SELECT origin FROM flights WHERE carrier = :c", {"c": "AA"})
        hbase.run(hbase.scan("flights").group_by("origin").agg(count()))
        with hbase.gateway() as connection:           # happybase's own
            connection.tables()
    hbase.close()                                     # the with block has done so already
    ```

    Raises:
        SubPlanError: every method that asks; ``ServerError`` where nothing answers, and
            ``RightMissingError`` where HBase refuses the user of the gateway.
    """

    def __init__(self, link: GatewayLink, tables: Tables, options: SQLOptions) -> None:
        """:func:`connect` makes it."""
        self.link = link
        """The socket, for other modules of this package."""
        self._tables = tables
        self._options = options
        self._queries = PreparedQueries(link, tables, options)

    def table(self, name: str) -> TableSchema:
        """The description of a SQL table, ``namespace.table``.

        Raises:
            TableNotFoundError: there is no such SQL table.
        """
        qualified = metadata.qualified_name(name, self._options.namespace)
        with self._hinted():
            return self.link.ask(lambda gateway: self._tables.current(gateway, qualified))

    def tables(self, namespace: str | None = None) -> list[str]:
        """Names of the SQL tables, ``namespace.table``, in order; of one namespace or of all."""
        names = self.link.ask(metadata.table_names)
        return [n for n in names if namespace is None or n.startswith(f"{namespace}.")]

    def regions(self, schema: TableSchema) -> list[tuple[bytes, bytes]]:
        """Row keys of the regions of a table, ``[start_row, stop_row)``, in their order."""
        return self.link.ask(lambda gateway: metadata.regions(gateway, schema.hbase_table))

    def scan(self, name: str) -> SubPlan:
        """A sub-plan that reads a SQL table, to go on with; :meth:`run` gives its answer."""
        from pyspark_hbase.plan import SubPlan  # noqa: PLC0415  (not needed by SQL-only users)

        options = self._options
        return SubPlan.scan(self.table(name), ansi=options.ansi, time_zone=options.time_zone)

    def run(self, plan: SubPlan) -> pa.Table:
        """The answer to a sub-plan."""
        with self.gateway() as gateway:
            return plan.to_arrow(gateway)

    def sql(self, text: str, args: Arguments = None) -> Query:
        """A query of one table in Spark's SQL; it runs when its result is asked for.

        A query without FROM, such as ``SELECT 1``, is one row, and HBase is asked nothing.

        ``args`` are the values of ``:name`` markers, or of ``?`` markers in their order. They
        become literals of the plan, never part of the text. A point read that
        differs from an earlier one in the row key alone asks nothing yet. Whether its table has
        changed, or is gone, is found out together with the row.

        Raises:
            SQLSyntaxError: the text is no query.
            NeedsSparkError: it asks for what only Spark does; it says what, and where in the text.
            InvalidPlanError: it names a column that is not there, or mixes types.
            TableNotFoundError: there is no such SQL table.
        """
        require_extras("connect().sql")
        with self._hinted():
            return self._queries.query(text, args)

    def rows(self, text: str, args: Arguments = None) -> list[dict[str, Any]]:
        """The rows of a query by column name: ``list(sql(text, args))``, in fewer steps.

        A point read comes in one step from the second query on that differs from the first in the
        row key alone. Whether the table has changed is asked together with the row.

        Raises:
            ValueError: columns have one name; name them with AS.
            InvalidPlanError, TableNotFoundError: as :meth:`sql`.
            SubPlanError: as :meth:`pyspark_hbase.query.Query.to_arrow`.
        """
        require_extras("connect().sql")
        with self._hinted():
            return self._queries.rows(text, args)

    def gateway(self) -> AbstractContextManager[happybase.Connection]:
        """The open happybase connection, for this thread alone inside of the ``with``.

        Ctrl-C inside of the ``with`` drops the socket, as what is lost on it does.
        """
        return self.link.gateway()

    def close(self) -> None:
        """Close the socket; more than once is fine."""
        self.link.close()

    @contextmanager
    def _hinted(self) -> Iterator[None]:
        """Name a table like the one that is missing."""
        try:
            yield
        except TableNotFoundError as error:
            name = error.values.get("table", "")
            if "." not in name:
                # The HBase table of a SQL table is missing, whose own name is right.
                raise
            own = f"{self._options.namespace}."
            known = [each.removeprefix(own) for each in self.tables()]
            hint = did_you_mean(name.removeprefix(own), known)
            if not hint:
                raise
            raise TableNotFoundError(error.code, error.sentence + hint, **error.values) from error

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> str:
        raise TypeError(
            "A Connection holds a socket and cannot be pickled. Call connect() with the same "
            "address in the process that needs one."
        )

    def __repr__(self) -> str:
        return f"Connection({self.link.url!r})"
