"""Tests that a newcomer's first commands print no stack trace of Java, on either stream."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from programs import PATIENCE_SECONDS, start

import tutorial
from pyspark_hbase.embedded import EmbeddedHBase


def _program(hbase: EmbeddedHBase) -> str:
    """The Python blocks of the tutorial, one behind the other."""
    return "\n".join(["from pyspark_hbase import session", *tutorial.blocks(hbase), "spark.stop()"])


def _traces(folder: Path) -> list[str]:
    lines = [
        line for name in ("output", "errors") for line in (folder / name).read_text().splitlines()
    ]
    return [line for line in lines if re.search(r"^\s+at \S+\(|Caused by", line)]


def test_the_examples_of_the_tutorial_print_none(hbase: EmbeddedHBase, tmp_path: Path) -> None:
    running = start([sys.executable, "-"], tmp_path, _program(hbase))
    assert running.wait(PATIENCE_SECONDS) == 0, (tmp_path / "errors").read_text()[-3000:]
    assert _traces(tmp_path) == [], (tmp_path / "errors").read_text()[:6000]
