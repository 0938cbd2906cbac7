"""The verb that reads what other connectors were configured with."""

from __future__ import annotations

import argparse

from pyspark_hbase._schema.json_catalog import create_table
from pyspark_hbase.cli._input import read_text


def migrate_catalog(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase migrate-catalog``."""
    print(f"{create_table(read_text(arguments.file), arguments.table)};")
    return 0
