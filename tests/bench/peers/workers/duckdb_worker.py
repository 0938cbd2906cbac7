"""DuckDB with tables in its own file: arguments ``FOLDER THREADS``."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.compute

from peers.workers.replies import Request, serve, take_output


def main(folder: Path, threads: int) -> None:
    """Copy the Parquet files of ``folder`` into a database beside them, then serve."""
    replies = take_output()
    file = folder / "peers.duckdb"
    file.unlink(missing_ok=True)
    connection = duckdb.connect(str(file), config={"threads": threads})
    for parquet in folder.glob("*.parquet"):
        connection.execute(f"CREATE TABLE {parquet.stem} AS SELECT * FROM '{parquet}'")
    connection.execute("CHECKPOINT")

    def run(request: Request) -> tuple[float, list[Any]]:
        started = time.perf_counter()
        found = connection.execute(request["sql"])
        rows = [_export(found, request["sums"])] if request["export"] else found.fetchall()
        return time.perf_counter() - started, rows

    serve(replies, run)


def _export(found: duckdb.DuckDBPyConnection, sums: list[str]) -> list[int]:
    """Row count and sums of the columns ``sums`` of rows fetched as Arrow batches."""
    totals = [0] * (1 + len(sums))
    for batch in found.fetch_record_batch():
        totals[0] += batch.num_rows
        for at, name in enumerate(sums, start=1):
            totals[at] += pyarrow.compute.sum(batch.column(name)).as_py()
    return totals


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
