"""Draws docs/pictures: an example of each picture of ``pyspark_hbase.explain``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from explained import scan_after_run
from pyspark_hbase._explain import pictures

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def drawn() -> Mapping[str, str]:
    """Each file's name and text."""
    scan = scan_after_run()
    return {
        "region-map.svg": pictures.region_map(scan),
        "plan-tree.svg": pictures.plan_tree(scan),
        "funnel.svg": pictures.funnel(scan),
        "timeline.svg": pictures.timeline(scan),
        "skew.svg": pictures.skew(scan),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in drawn().items():
        (FOLDER / name).write_text(text + "\n", encoding="utf-8")
