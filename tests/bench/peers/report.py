"""docs/BENCHMARKS.md from results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median_low
from typing import Final

from prose import wrapped

from peers import goals
from peers.results import Results
from peers.schedule import Rounds, Series

_BUSY: Final = 0.05

_NOTES: Final = Path(__file__).with_name("notes.md")


def page(runs: Mapping[str, Results]) -> str:
    """The whole page, of runs by the name of their JSON file without its ending."""
    return (
        "\n\n".join(
            part
            for part in (
                "# Benchmarks against other ways to read HBase",
                wrapped(
                    "This page compares the times of our queries with other ways to read HBase, "
                    "and with other stores. It is for people who choose between them."
                ),
                wrapped(
                    "Made by `./build.sh bench peers --page`; do not edit. All ratios are our "
                    "seconds divided by the other's seconds: 0.10 means a tenth of its time."
                ),
                _summary(runs),
                _comparison(runs),
                _goals(runs),
                "## What is compared, and how",
                _NOTES.read_text().format(warm_ups=Rounds().warm_ups),
                *(_run(name, results) for name, results in runs.items()),
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
        seconds(results),
        _first_runs(results),
        "### CPU seconds, client and HBase",
        cpu_seconds(results),
        _missing(results),
    )
    return "\n\n".join(part for part in parts if part)


def seconds(results: Results) -> str:
    """A row per peer, a column per query; the fastest of each column is bold."""
    return _table(results, lambda series: series.median_seconds if series.seconds else None)


def cpu_seconds(results: Results) -> str:
    """As :func:`seconds`, of client and HBase together."""
    return _table(results, lambda series: series.median_cpu if series.seconds else None)


def _first_runs(results: Results) -> str:
    if all(series.first_seconds is None for series in results.series):
        return ""
    return "\n\n".join(
        (
            "### Seconds of the first run",
            wrapped(
                "The very first run of each query, which other tables leave out. Little code is "
                "compiled yet, and ours remembers no columns."
            ),
            _table(results, lambda series: series.first_seconds),
        )
    )


def _table(results: Results, value: Callable[[Series], float | None]) -> str:
    lines = [
        "| | " + " | ".join(results.queries) + " |",
        "|---" + "|---:" * len(results.queries) + "|",
    ]
    values = {
        (series.peer, series.query): found
        for series in results.series
        if (found := value(series)) is not None
    }
    best = {
        query: min(
            (values[peer, query] for peer in results.peers if (peer, query) in values), default=None
        )
        for query in results.queries
    }
    for peer, title in results.peers.items():
        cells = []
        for query in results.queries:
            found = values.get((peer, query))
            if found is None:
                cells.append("-")
            else:
                cells.append(f"**{number(found)}**" if found == best[query] else number(found))
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def comparison(runs: Mapping[str, Results]) -> str:
    """Return a row per pair and run with our seconds over the other's, and a column per query."""
    queries = _common_queries(runs)
    lines = [
        "| ours | against | run | scale | " + " | ".join(queries) + " |",
        "|---|---|---|---:" + "|---:" * len(queries) + "|",
    ]
    for pair in goals.PAIRS:
        for name, results in runs.items():
            shares = [pair.share(results, query) for query in queries]
            if any(share is not None for share in shares):
                cells = ["-" if share is None else goals.ratio(share) for share in shares]
                titles = f"{results.peers[pair.ours]} | {results.peers[pair.other]}"
                lines.append(f"| {titles} | {name} | {results.scale:g} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _common_queries(runs: Mapping[str, Results]) -> list[str]:
    """Return the queries of more than one run; of the only run all."""
    counts = Counter(query for results in runs.values() for query in results.queries)
    least = min(2, len(runs))
    return [query for query, count in counts.items() if count >= least]


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
        f"- `{results.command}`,",
        f"  {results.date}: TPC-H scale factor {results.scale:g} ({rows})",
        *(f"- {name}: {value}" for name, value in results.machine.items()),
        *(f"- {name}: {title}" for name, title in results.queries.items()),
    ]
    if results.other_load > _BUSY:
        lines += [
            f"- **Other processes used {results.other_load:.0%} of the processors** while queries",
            "  ran: look at CPU seconds, not at seconds.",
        ]
    return "\n".join(lines)


def _summary(runs: Mapping[str, Results]) -> str:
    """Return a line for each pair of a goal: the range of all its ratios."""
    lines = []
    for pair in goals.MAIN_PAIRS:
        shares = sorted(
            share
            for results in runs.values()
            for query in results.queries
            if (share := pair.share(results, query)) is not None
        )
        if shares:
            results = next(each for each in runs.values() if pair.other in each.peers)
            lines.append(
                f"- {results.peers[pair.other]}: {goals.ratio(shares[0])} to"
                f" {goals.ratio(shares[-1])}, half of the {len(shares)} measurements at most"
                f" {goals.ratio(median_low(shares))} (ours: {pair.layout})"
            )
    return "\n".join(["## In short", "", *lines]) if lines else ""


def _comparison(runs: Mapping[str, Results]) -> str:
    return f"## Our time over theirs\n\n{comparison(runs)}"


def _goals(runs: Mapping[str, Results]) -> str:
    found = goals.table(runs)
    return f"## Goals\n\nA bold ratio reaches the goal.\n\n{found}" if found else ""


def _missing(results: Results) -> str:
    lines = [
        wrapped(f"- {results.peers[peer]}: {_one_line(why)}", "  ")
        for peer, why in results.absent.items()
    ]
    queries: dict[tuple[str, str], list[str]] = {}
    for series in results.series:
        if series.error is not None:
            queries.setdefault((series.peer, _one_line(series.error)), []).append(series.query)
    lines += [
        wrapped(f"- {results.peers[peer]}, {', '.join(names)}: {why}", "  ")
        for (peer, why), names in queries.items()
    ]
    return "### Not measured\n\n" + "\n".join(lines) if lines else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]
