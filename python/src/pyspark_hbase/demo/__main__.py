"""``python -m pyspark_hbase.demo [--json FILE]``, which is ``pyspark-hbase demo``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pyspark_hbase.demo._walk import walk

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="pyspark_hbase.demo")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    sys.exit(walk(parser.parse_args().json))
