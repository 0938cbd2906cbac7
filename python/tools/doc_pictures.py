"""Draws docs/pictures: an example of each picture of ``pyspark_hbase.explain``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from explained import scan_after_run
from pyspark_hbase import _pictures

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def drawn() -> Mapping[str, str]:
    """Each file's name and text."""
    scan = scan_after_run()
    return {
        "region-map.svg": _pictures.region_map(scan),
        "plan-tree.svg": _pictures.plan_tree(scan),
        "funnel.svg": _pictures.funnel(scan),
        "timeline.svg": _pictures.timeline(scan),
        "skew.svg": _pictures.skew(scan),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in drawn().items():
        (FOLDER / name).write_text(text + "\n", encoding="utf-8")
