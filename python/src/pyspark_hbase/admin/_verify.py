"""Whether every region of a table runs the jar that it should."""

from __future__ import annotations

import time
from typing import Final

from pyspark_hbase.admin._cluster import Cluster
from pyspark_hbase.admin._model import Handshake, RegionState

_PATIENCE_SECONDS: Final = 20.0
_PAUSE_SECONDS: Final = 0.5


def wrong_regions(cluster: Cluster, table: str, digest: str) -> list[Handshake]:
    """The regions where code of another digest answers, or none, or where it cannot start.

    Regions that move just now are asked again for a while.
    """
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        answers = cluster.handshakes(table)
        moving = any(answer.state == RegionState.UNREACHABLE for answer in answers)
        if not moving or time.monotonic() > deadline:
            return [answer for answer in answers if not answer.runs(digest)]
        time.sleep(_PAUSE_SECONDS)


def describe(wrong: list[Handshake], digest: str) -> str:
    """Return the fault of the first of these regions, and the number of the others."""
    first = wrong[0]
    if first.problem:
        reason = first.problem
    elif first.state == RegionState.MISSING:
        reason = "no coprocessor answers"
    elif not first.digest:
        reason = f"code from no jar that can be read answers, instead of digest {digest[:12]}"
    else:
        reason = f"digest {first.digest[:12]} answers instead of {digest[:12]}"
    more = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    return f"region {first.region} on {first.server}: {reason}{more}"
