"""Queries, statements, loads and a stream while one fault follows the other: no answer is wrong.

A run is repeated by its seed: ``pytest tests/fault/test_chaos.py --faults N --faults-seed S``.
"""

from __future__ import annotations

import time
from pathlib import Path

import content
import pytest
from apart import Apart
from content import LAYOUTS
from faults import Faults
from pyspark.sql import SparkSession
from workers import (
    BOUND_SECONDS,
    Asking,
    Journal,
    SparkAsking,
    Streaming,
    ThriftAsking,
    Worker,
    Writing,
)

ASKED_SECONDS = 30.0
"""The time that questions may take to come back while a fault lasts; then it ends all the same."""


def test_no_answer_is_wrong_and_no_statement_is_lost(
    apart: Apart, spark: SparkSession, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    seed = request.config.getoption("--faults-seed")
    faults = Faults(apart, spark, seed)
    order = faults.order(request.config.getoption("--faults") or len(faults.kinds))
    journal = Journal()
    content.create(spark)
    questions = content.questions(spark)
    stream = Streaming(journal, seed, spark, tmp_path)
    workers: list[Worker] = [
        *(SparkAsking(f"asks Spark {n}", journal, seed, questions, spark) for n in (1, 2)),
        ThriftAsking("asks Thrift", journal, seed, questions, apart.thrift),
        *(
            Writing(layout, n, journal, seed, spark, loads=False)
            for n, layout in enumerate(LAYOUTS)
        ),
        *(
            Writing(layout, n + 3, journal, seed, spark, loads=True)
            for n, layout in enumerate(LAYOUTS)
        ),
        stream,
    ]
    for worker in workers:
        worker.thread.start()
    began = time.monotonic()
    try:
        for number, fault in enumerate(order):
            since = time.monotonic()
            with faults.kinds[fault]() as seconds:
                journal.fault = fault
                asking = [w for w in workers if isinstance(w, Asking)]
                _await_rounds(journal, asking, ASKED_SECONDS, at_least=seconds)
            healed = time.monotonic()
            late = _await_rounds(journal, workers, 2 * BOUND_SECONDS)
            for worker in late:
                journal.found(worker.name, f"hangs: {worker.doing}")
            print(
                f"{number + 1}. {fault}: lasted {healed - since:.1f} s, "
                f"all served again {time.monotonic() - healed:.1f} s later"
            )
            assert not journal.findings, "\n".join([f"seed {seed}", *journal.findings])
        print(f"seed {seed}: {len(order)} faults in {time.monotonic() - began:.0f} s")
    finally:
        for worker in workers:
            worker.end()
        for worker in workers:
            worker.thread.join(BOUND_SECONDS)
        stream.stop()
        print(dict(journal.answers))
        for (fault, worker_name, code), count in sorted(journal.errors.items()):
            print(f"{count} x {code}: {worker_name} while {fault}")
    assert not journal.findings, "\n".join([f"seed {seed}", *journal.findings])


def _await_rounds(
    journal: Journal, workers: list[Worker], seconds: float, at_least: float = 0.0
) -> list[Worker]:
    """Wait until each has ended a round that began after now; return those that have not."""
    now = time.monotonic()
    before = {worker.name: worker.rounds for worker in workers}

    def late() -> list[Worker]:
        # The round that runs now began before.
        return [w for w in workers if w.rounds < before[w.name] + 2]

    with journal.changed:
        while (late() and time.monotonic() < now + seconds) or time.monotonic() < now + at_least:
            journal.changed.wait(0.2)
    return late()
