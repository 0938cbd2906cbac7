"""The verb that shows the product on an HBase of its own."""

from __future__ import annotations

import argparse
from pathlib import Path

from pyspark_hbase.demo._walk import walk


def demo(arguments: argparse.Namespace) -> int:
    """``pyspark-hbase demo``; the exit status is 1 where two answers differ."""
    return walk(None if arguments.json is None else Path(arguments.json))
