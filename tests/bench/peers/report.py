"""docs/BENCHMARKS.md from results."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from peers import goals
from peers.results import Results
from peers.schedule import Rounds

_BUSY: Final = 0.05

_NOTES: Final = Path(__file__).with_name("notes.md")


def page(runs: Mapping[str, Results]) -> str:
    """The whole page, of runs by the name of their JSON file without its ending."""
    return (
        "\n\n".join(
            part
            for part in (
                "# Benchmarks against other ways to read HBase",
                "Made by `./build.sh bench peers`; do not edit. Each run below has its numbers in "
                "a JSON file of its own beside its chart.",
                _goals(runs),
                *(_run(name, results) for name, results in runs.items()),
                "## What is compared, and how",
                _NOTES.read_text().format(warm_ups=Rounds().warm_ups),
            )
            if part
        ).rstrip()
        + "\n"
    )


def _run(name: str, results: Results) -> str:
    parts = (
        f"## Run `{name}`: scale factor {results.scale:g}",
        f"Numbers: [benchmarks/{name}.json](benchmarks/{name}.json).",
        _circumstances(results),
        f"![Seconds of each query by peer](benchmarks/{name}.svg)",
        "### Seconds",
        table(results, cpu=False),
        "### CPU seconds, client and HBase",
        table(results, cpu=True),
        *(_against(results, ours) for ours in ("ours-plain", "ours-packed", "ours-columnar")),
        _missing(results),
    )
    return "\n\n".join(part for part in parts if part)


def table(results: Results, *, cpu: bool) -> str:
    """A row per peer, a column per query; the fastest of each column is bold."""
    lines = [
        "| | " + " | ".join(results.queries) + " |",
        "|---" + "|---:" * len(results.queries) + "|",
    ]
    best = {query: _best(results, query, cpu=cpu) for query in results.queries}
    for peer, title in results.peers.items():
        cells = []
        for query in results.queries:
            value = _value(results, peer, query, cpu=cpu)
            if value is None:
                cells.append("-")
            else:
                text = number(value)
                cells.append(f"**{text}**" if value == best[query] else text)
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def ratios(results: Results, ours: str) -> str:
    """Return a table of the other peers' seconds and CPU seconds, as multiples of ``ours``."""
    lines = [
        "| | " + " | ".join(results.queries) + " |",
        "|---" + "|---:" * len(results.queries) + "|",
    ]
    for peer, title in results.peers.items():
        if peer == ours:
            continue
        cells = []
        for query in results.queries:
            parts = []
            for cpu in (False, True):
                value = _value(results, peer, query, cpu=cpu)
                base = _value(results, ours, query, cpu=cpu)
                parts.append("-" if value is None or not base else f"{_times(value / base)}")
            cells.append("-" if parts == ["-", "-"] else " / ".join(parts))
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def number(seconds: float) -> str:
    """Three digits that count.

    >>> number(0.01234), number(1.234), number(123.4)
    ('0.012', '1.23', '123')
    """
    if seconds >= 100:
        return f"{seconds:.0f}"
    if seconds >= 10:
        return f"{seconds:.1f}"
    return f"{seconds:.2f}" if seconds >= 1 else f"{seconds:.3f}"


def _circumstances(results: Results) -> str:
    rows = ", ".join(f"{name} {count:,} rows" for name, count in results.rows.items())
    lines = [
        f"- `{results.command}`, {results.date}: TPC-H scale factor {results.scale:g} ({rows})",
        *(f"- {name}: {value}" for name, value in results.machine.items()),
        *(f"- {name}: {title}" for name, title in results.queries.items()),
    ]
    if results.other_load > _BUSY:
        lines.append(
            f"- **Other processes used {results.other_load:.0%} of the processors** while queries "
            "ran: look at CPU seconds, not at seconds."
        )
    return "\n".join(lines)


def _goals(runs: Mapping[str, Results]) -> str:
    found = goals.table(runs)
    return f"## Goals\n\n{found}" if found else ""


def _against(results: Results, ours: str) -> str:
    if ours not in results.peers or len(results.peers) == 1:
        return ""
    return (
        f"### Times those of *{results.peers[ours]}*: seconds / CPU seconds\n\n"
        f"{ratios(results, ours)}"
    )


def _missing(results: Results) -> str:
    lines = [f"- {results.peers[peer]}: {_one_line(why)}" for peer, why in results.absent.items()]
    queries: dict[tuple[str, str], list[str]] = {}
    for series in results.series:
        if series.error is not None:
            queries.setdefault((series.peer, _one_line(series.error)), []).append(series.query)
    lines += [
        f"- {results.peers[peer]}, {', '.join(names)}: {why}"
        for (peer, why), names in queries.items()
    ]
    return "### Not measured\n\n" + "\n".join(lines) if lines else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]


def _best(results: Results, query: str, *, cpu: bool) -> float | None:
    values = [_value(results, peer, query, cpu=cpu) for peer in results.peers]
    return min((value for value in values if value is not None), default=None)


def _value(results: Results, peer: str, query: str, *, cpu: bool) -> float | None:
    series = results.find(peer, query)
    if series is None or not series.seconds:
        return None
    return series.median_cpu if cpu else series.median_seconds


def _times(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"
