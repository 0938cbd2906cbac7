"""The lines that ``./build.sh bench skip-scan`` prints."""

from __future__ import annotations

from typing import Any, Final

GOAL: Final = 1.2
"""Time of the connector, in terms of the better of the other two ways."""


def table(measured: list[dict[str, Any]]) -> str:
    """One line for each share of the rows, marked where the goal is missed."""
    lines = [
        f"milliseconds, medians; the ratio is to the better of scan and gets, at most {GOAL} is the"
        " goal",
        f"{'share':>8}{'wanted':>9}{'ours':>9}{'scan':>9}{'gets':>10}{'ratio':>7}"
        f"{'rows read':>11}{'seeks':>9}",
    ]
    for found in measured:
        ratio = found["oursMillis"] / min(found["scanMillis"], found["getsMillis"])
        lines.append(
            f"{found['share']:8.3%}{found['wanted']:9,}{found['oursMillis']:9.1f}"
            f"{found['scanMillis']:9.1f}{found['getsMillis']:10.1f}{ratio:7.2f}"
            f"{found['rowsRead']:11,}{found['seeks']:9,}"
            f"{'' if ratio <= GOAL else '  missed'}"
        )
    return "\n".join(lines)
