"""The goals, as ratios of one run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from peers.results import Results


@dataclass(frozen=True, slots=True)
class Pair:
    """One of our layouts, and another peer that it is compared with."""

    ours: str
    other: str

    @property
    def layout(self) -> str:
        return self.ours.removeprefix("ours-")

    def share(self, results: Results, query: str) -> float | None:
        """Return our median seconds over the other's; None if a run has not measured both."""
        ours = results.find(self.ours, query)
        other = results.find(self.other, query)
        if ours is None or other is None or not ours.seconds or not other.seconds:
            return None
        return ours.median_seconds / other.median_seconds


MAIN_PAIRS: Final = (
    Pair("ours-plain", "phoenix"),
    Pair("ours-packed", "phoenix-single-cell"),
    Pair("ours-plain", "table-input-format"),
    Pair("ours-plain", "aggregation-client"),
    Pair("ours-packed", "spark-parquet"),
)
"""The pairs of the summary, of layouts that store the values alike where the peer has one."""

PAIRS: Final = (
    *MAIN_PAIRS,
    Pair("ours-plain", "spark-parquet"),
    Pair("ours-plain", "plain-client"),
    Pair("ours-plain", "hbase-spark"),
    Pair("ours-plain", "duckdb"),
    Pair("ours-packed", "duckdb"),
)


@dataclass(frozen=True, slots=True)
class Goal:
    """Our seconds for a query are at most ``share`` of another peer's."""

    query: str
    ours: str
    other: str
    share: float


_OURS: Final = ("ours-plain", "ours-packed")

GOALS: Final = (
    *(
        Goal(query, ours, other, share)
        for ours, other, shares in (
            ("ours-plain", "phoenix", (1 / 10, 1 / 30)),
            ("ours-plain", "table-input-format", (1 / 30, 1 / 60)),
            ("ours-packed", "phoenix-single-cell", (1 / 10, 1 / 10)),
        )
        for query, share in (("count", shares[0]), ("q1", shares[1]), ("q6", shares[1]))
    ),
    Goal("count", "ours-plain", "aggregation-client", 1 / 5),
    *(
        Goal(query, ours, "spark-parquet", share)
        for ours in _OURS
        for query, share in (
            ("q1", 0.3),
            ("q6", 0.6),
            ("count", 0.8),
            ("sum", 0.6),
            ("suppliers", 0.6),
            ("top", 0.6),
            ("filter", 0.6),
        )
    ),
    Goal("export", "ours-plain", "table-input-format", 1 / 6),
    *(Goal(query, ours, "duckdb", 3) for ours in _OURS for query in ("q1", "q6")),
)


def table(runs: Mapping[str, Results]) -> str:
    """Return a row for each goal, with a column for each run that measured one."""
    rows = {goal: _shares(goal, runs) for goal in GOALS}
    names = [name for name in runs if any(name in shares for shares in rows.values())]
    if not names:
        return ""
    lines = [
        f"| query | ours | against | goal | {' | '.join(names)} |",
        f"|---|---|---|---:{'|---:' * len(names)}|",
    ]
    for goal, shares in rows.items():
        if shares:
            cells = [_cell(goal, shares.get(name)) for name in names]
            peers = runs[next(iter(shares))].peers
            lines.append(
                f"| {goal.query} | {peers[goal.ours]} | {peers[goal.other]} "
                f"| {ratio(goal.share)} | {' | '.join(cells)} |"
            )
    return "\n".join(lines)


def _shares(goal: Goal, runs: Mapping[str, Results]) -> dict[str, float]:
    shares = {
        name: Pair(goal.ours, goal.other).share(results, goal.query)
        for name, results in runs.items()
    }
    return {name: share for name, share in shares.items() if share is not None}


def _cell(goal: Goal, share: float | None) -> str:
    if share is None:
        return "-"
    return f"**{ratio(share)}**" if share <= goal.share else ratio(share)


def ratio(share: float) -> str:
    """Return our time over the other's, in two digits.

    >>> ratio(0.0493), ratio(0.1), ratio(1.834), ratio(372)
    ('0.049', '0.10', '1.8', '372')
    """
    if share >= 10:
        return f"{share:.0f}"
    return f"{share:.1f}" if share >= 1 else f"{share:.2f}" if share >= 0.1 else f"{share:.3f}"
