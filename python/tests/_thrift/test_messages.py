"""The messages of Thrift are there for whoever needs them first."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pyspark_hbase

PACKAGE = Path(pyspark_hbase.__file__).parent


def test_one_module_alone_knows_where_the_messages_come_from() -> None:
    users = {
        file.name
        for file in PACKAGE.rglob("*.py")
        if re.search(r"^\s*(from|import) Hbase_thrift", file.read_text("utf-8"), re.M)
    }
    assert users == {"messages.py"}


def test_the_messages_can_be_imported_first() -> None:
    line = "from pyspark_hbase._thrift.messages import TScan; print(TScan.__name__)"
    found = subprocess.run(
        [sys.executable, "-c", line], capture_output=True, text=True, check=False
    )
    assert (found.stdout, found.stderr) == ("TScan\n", "")
