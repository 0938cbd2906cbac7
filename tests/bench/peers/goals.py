"""The goals, as ratios of one run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from peers.results import Results


@dataclass(frozen=True, slots=True)
class Goal:
    """Our seconds for a query are at most ``share`` of another peer's."""

    query: str
    ours: str
    other: str
    share: float


GOALS: Final = (
    *(
        Goal(query, ours, other, share)
        for ours, other, share in (
            ("ours-plain", "phoenix", 1 / 10),
            ("ours-plain", "table-input-format", 1 / 30),
            ("ours-packed", "phoenix-single-cell", 1 / 10),
        )
        for query in ("count", "q1", "q6")
    ),
    Goal("count", "ours-plain", "aggregation-client", 1 / 5),
    Goal("q1", "ours-packed", "spark-parquet", 0.3),
    Goal("q6", "ours-packed", "spark-parquet", 0.6),
    Goal("q1", "ours-plain", "spark-parquet", 0.5),
    Goal("q6", "ours-plain", "spark-parquet", 1.2),
)


def table(runs: Mapping[str, Results]) -> str:
    """Each goal, a line for each run that measured it."""
    lines = [
        line
        for goal in GOALS
        for name, results in runs.items()
        if (line := _line(goal, name, results)) is not None
    ]
    if not lines:
        return ""
    head = "| query | ours | against | goal | run | seconds | CPU seconds | reached |"
    return "\n".join([head, "|---|---|---|---:|---|---:|---:|---|", *lines])


def _line(goal: Goal, run: str, results: Results) -> str | None:
    ours = results.find(goal.ours, goal.query)
    other = results.find(goal.other, goal.query)
    if ours is None or other is None or not ours.seconds or not other.seconds:
        return None
    share = ours.median_seconds / other.median_seconds
    cpu = ours.median_cpu / other.median_cpu if other.median_cpu else float("nan")
    return (
        f"| {goal.query} | {results.peers[goal.ours]} | {results.peers[goal.other]} "
        f"| {ratio(goal.share)} | {run} | {ratio(share)} | {ratio(cpu)} "
        f"| {'yes' if share <= goal.share else 'no'} |"
    )


def ratio(share: float) -> str:
    """A share of the other's time, in words that fit its size.

    >>> ratio(0.1), ratio(0.5), ratio(3.0)
    ('10 times faster', '0.50x its time', '3.00x its time')
    """
    return f"{1 / share:.3g} times faster" if share < 0.25 else f"{share:.2f}x its time"
