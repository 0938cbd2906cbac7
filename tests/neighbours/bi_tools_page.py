"""The snippets of docs/BI_TOOLS.md, and what its queries answer in the tests."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Final

from pyspark_hbase._spark.jars import spark_jars
from pyspark_hbase.embedded import EmbeddedHBase

PAGE: Final = Path(__file__).parents[2] / "docs" / "BI_TOOLS.md"
SUMS: Final = [("north", 50, Decimal("1225.00")), ("south", 50, Decimal("1250.00"))]
"""Rows and sum of amounts of each area."""


class Page:
    """Its snippets by what stands behind their language, with the addresses of the tests."""

    def __init__(self, hbase: EmbeddedHBase) -> None:
        self._text = PAGE.read_text(encoding="utf-8")
        self._hbase = hbase

    def snippet(self, title: str) -> str:
        """Return the snippet with this title; there is one."""
        [text] = re.findall(rf"^```\w+ {re.escape(title)}\n(.*?)^```", self._text, re.M | re.S)
        text = text.replace("zk1:2181,zk2:2181", self._hbase.quorum)
        for jar in spark_jars():
            text = text.replace(f"/path/to/{jar.name}", str(jar))
        return text
