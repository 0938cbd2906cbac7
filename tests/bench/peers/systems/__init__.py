"""One module per peer, and the list of them in the order of the page."""

from __future__ import annotations

from typing import Final

from peers.bench import COLUMNAR, PACKED, PACKED_SCANNER, PLAIN, PLAIN_SCANNER, Bench
from peers.peer import Peer
from peers.systems.aggregation_client import AggregationClient
from peers.systems.duckdb_file import DuckDB
from peers.systems.hbase_spark import HBaseSpark
from peers.systems.phoenix import Phoenix, Server
from peers.systems.plain_client import PlainClient
from peers.systems.spark_sql import Parquet, PushedDown
from peers.systems.table_input_format import TableInputFormat

# How the names of our own entries begin.
OURS: Final = "ours-"

_IMMUTABLE: Final = ", IMMUTABLE_STORAGE_SCHEME = 'SINGLE_CELL_ARRAY_WITH_OFFSETS'"


def all_peers(bench: Bench) -> list[Peer]:
    """Every peer, nothing started."""
    phoenix = Server(bench)
    return [
        PushedDown(bench, f"{OURS}plain", "Spark SQL on HBase, plain", PLAIN),
        PushedDown(bench, f"{OURS}packed", "Spark SQL on HBase, packed", PACKED),
        PushedDown(bench, f"{OURS}columnar", "Spark SQL on HBase, columnar", COLUMNAR),
        PushedDown(bench, f"{OURS}plain-scanner", "plain, no direct source", PLAIN_SCANNER),
        PushedDown(bench, f"{OURS}packed-scanner", "packed, no direct source", PACKED_SCANNER),
        Phoenix(bench, "phoenix", "Phoenix 5.2.1, default", phoenix, "TABLE", "", 4.2e9),
        Phoenix(
            *(bench, "phoenix-single-cell", "Phoenix 5.2.1, single cell", phoenix),
            *("IMMUTABLE TABLE", _IMMUTABLE, 1.5e9),
        ),
        AggregationClient(bench, "aggregation-client", "AggregationClient 2.6.1"),
        PlainClient(bench, "plain-client", "HBase client 2.6.4, plain"),
        TableInputFormat(bench, "table-input-format", "TableInputFormat, Spark 4.3.0"),
        HBaseSpark(bench, "hbase-spark", "hbase-spark 1.0.1, no filter"),
        Parquet(bench, "spark-parquet", "Spark 4.3.0 on Parquet"),
        DuckDB(bench, "duckdb", "DuckDB 1.5.5, own storage"),
    ]
