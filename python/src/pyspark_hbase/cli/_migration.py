"""The verb that reads what other connectors were configured with."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pyspark_hbase._json_catalog import create_table
from pyspark_hbase.errors import SetupError


def migrate_catalog(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase migrate-catalog``."""
    if arguments.file == "-":
        text = sys.stdin.read()
    else:
        try:
            text = Path(arguments.file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SetupError(f"{arguments.file} cannot be read: {error}.") from error
    print(f"{create_table(text, arguments.table)};")
    return 0
