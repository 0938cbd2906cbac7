"""docs/MIGRATION.md names every option of the source."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "MIGRATION.md").read_text(encoding="utf-8")
SCALA = ROOT / "jvm/spark/src/main/scala/org/apache/spark/sql/hbase"


def _names(file: str, kind: str) -> list[str]:
    source = (SCALA / file).read_text(encoding="utf-8")
    return re.findall(rf'{kind}\(\s*"([^"]+)"', source)


def test_every_option_is_named() -> None:
    options = (
        _names("source/SourceOptions.scala", "SourceOption")
        + _names("source/ForeignOptions.scala", "ForeignOption")
        + _names("conf/QueryOptions.scala", "QueryOption")
    )
    assert len(options) > 30
    assert [name for name in options if f"`{name}`" not in PAGE] == []
