"""The Python blocks of docs/TUTORIAL.md, with the addresses of a running HBase."""

from __future__ import annotations

import re
from pathlib import Path

from pyspark_hbase.embedded import EmbeddedHBase

PAGE = (Path(__file__).resolve().parents[1] / "docs/TUTORIAL.md").read_text(encoding="utf-8")


def blocks(hbase: EmbeddedHBase) -> list[str]:
    """The page shows addresses as they are printed, and uses each in one line of code."""
    (printed,) = re.findall(r"^    thrift (.*)\n    (.*)$", PAGE, re.MULTILINE)
    code = "\0".join(re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
    for shown, real in zip(printed, (hbase.thrift, hbase.quorum), strict=True):
        assert code.count(shown) == 1
        code = code.replace(shown, real)
    return code.split("\0")
