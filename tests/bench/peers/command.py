"""``./build.sh bench peers``: options, the run, and where its results are written."""

from __future__ import annotations

import argparse
import re
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from peers import artifacts, chart, machine, report, schedule
from peers.bench import Bench
from peers.data import Data
from peers.peer import CannotRunError, Peer
from peers.queries import FLIGHTS, LINEITEM, queries
from peers.results import Results, read
from peers.systems import OURS, all_peers

_DOCS: Final = artifacts.ROOT / "docs"

_RUN: Final = "peers"
"""Name of a run that was given none, and the beginning of the names of all others."""


def main(arguments: list[str]) -> int:
    """Measure and write the page; the exit status is 1 when an answer was wrong."""
    parser = _parser()
    options = parser.parse_args(arguments)
    # A run that is told to end stops its processes and deletes its data.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pyspark-hbase-peers-"))
        data = Data(Path(folder), options.scale)
        peers = {peer.name: peer for peer in all_peers(Bench(data, stack))}
        for name in options.peer or ():
            if name not in peers:
                parser.error(f"--peer {name}: the peers are {', '.join(peers)}")
        asked = [peer for name, peer in peers.items() if name in (options.peer or peers)]
        results = _measure(data, asked, options, " ".join(["./build.sh bench peers", *arguments]))
    print(report.seconds(results), report.cpu_seconds(results), sep="\n\n")
    print(f"written: {_target(options) / 'BENCHMARKS.md'}")
    wrong = [series for series in results.series if series.wrong]
    for series in wrong:
        print(f"bench peers: {series.peer}, {series.query}: {series.error}", file=sys.stderr)
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./build.sh bench peers", allow_abbrev=False)
    parser.add_argument(
        "--scale", type=_positive, default=0.1, help="scale factor of TPC-H; 0.1, 0.5 and 1"
    )
    parser.add_argument(
        "--peer", action="append", metavar="NAME", help="measure only this one; may be repeated"
    )
    names = [query.name for query in queries(1)]
    parser.add_argument(
        "--query", action="append", choices=names, help="measure only this one; may be repeated"
    )
    usual = schedule.Rounds()
    parser.add_argument(
        "--rounds", type=_count, default=usual.counted, help="counted runs of each query"
    )
    parser.add_argument(
        "--warm-ups",
        type=_count,
        default=usual.warm_ups,
        metavar="N",
        help="runs of each query before those that count",
    )
    parser.add_argument(
        "--page",
        nargs="?",
        const="",
        type=_run_name,
        metavar="RUN",
        help="write this run to docs/benchmarks, in place of the last of this name, and "
        "docs/BENCHMARKS.md of all runs there; without it to build/bench/peers/results",
    )
    return parser


def _run_name(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9-]*", text):
        raise argparse.ArgumentTypeError(f"small letters, digits and hyphens, not {text!r}")
    return f"{_RUN}-{text}" if text else _RUN


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, not {text}")
    return int(text)


def _positive(text: str) -> float:
    if not re.fullmatch(r"\d+(\.\d+)?", text) or float(text) == 0:
        raise argparse.ArgumentTypeError(f"must be a number of more than 0, not {text}")
    return float(text)


def _measure(
    data: Data, asked: Sequence[Peer], options: argparse.Namespace, command: str
) -> Results:
    print(f"==> data at scale factor {data.scale:g}", flush=True)
    data.make()
    peers, absent = _ready(asked)
    chosen = [query for query in data.queries if query.name in (options.query or [query.name])]
    results = Results(
        command=command,
        date=time.strftime("%Y-%m-%d"),
        scale=data.scale,
        rounds=options.rounds,
        rows={table.name: data.rows(table) for table in (LINEITEM, FLIGHTS)},
        machine=machine.description(),
        other_load=0.0,
        peers={peer.name: peer.title for peer in asked},
        queries={},
        absent=absent,
        series=[],
    )
    load = schedule.OtherLoad()
    rounds = schedule.Rounds(options.rounds, options.warm_ups)
    for query in chosen:
        print(f"==> {query.name}: {query.title}", flush=True)
        found = schedule.run(query, peers, data, rounds, load)
        for series in found:
            print(f"    {series.peer:24} {_summary(series)}", flush=True)
        results = replace(
            results,
            other_load=load.share,
            queries={**results.queries, query.name: query.title},
            series=[*results.series, *found],
        )
        # After each query: a run that is stopped leaves what it has.
        _write(results, _target(options), options.page or _RUN)
    return results


def _target(options: argparse.Namespace) -> Path:
    return _DOCS if options.page else artifacts.FOLDER / "results"


def _write(results: Results, folder: Path, name: str) -> None:
    runs = folder / "benchmarks"
    results.write(runs / f"{name}.json")
    (runs / f"{name}.svg").write_text(chart.chart(results, OURS))
    (folder / "BENCHMARKS.md").write_text(
        report.page({file.stem: read(file) for file in sorted(runs.glob(f"{_RUN}*.json"))})
    )


def _ready(asked: Sequence[Peer]) -> tuple[list[Peer], dict[str, str]]:
    """Install all peers, then load them; return the ready ones, and why the others are not."""
    absent: dict[str, str] = {}
    for step in ("install", "load"):
        for peer in asked:
            if peer.name in absent:
                continue
            print(f"==> {step} {peer.name}", flush=True)
            started = time.perf_counter()
            try:
                peer.install() if step == "install" else peer.load()
            except CannotRunError as error:
                print(f"    {error}", flush=True)
                absent[peer.name] = str(error)
            print(f"    {time.perf_counter() - started:.1f} s", flush=True)
    return [peer for peer in asked if peer.name not in absent], absent


def _summary(series: schedule.Series) -> str:
    if series.error is not None:
        return series.error[:160]
    return f"{series.median_seconds:9.3f} s {series.median_cpu:9.2f} CPU s"
