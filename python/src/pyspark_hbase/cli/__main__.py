"""``python -m pyspark_hbase.cli``: the command where scripts are not on the PATH."""

from __future__ import annotations

import sys

from pyspark_hbase.cli import main

if __name__ == "__main__":
    sys.exit(main())
