"""Queries, statements, loads and a stream while one fault follows the other: no answer is wrong.

A run is repeated by its seed: ``pytest tests/chaos -k test_chaos --faults N --faults-seed S``.
With ``--faults-of "kill master,move tables"`` the faults are those, and N of them where N is given.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import content
import pytest
from apart import Apart
from content import LAYOUTS
from faults import Faults
from leftovers import held, leftovers
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

from pyspark_hbase.admin import Cluster, status

ASKED_SECONDS = 10.0
"""The time that questions may take to come back while a fault lasts; then it ends all the same."""


def test_no_answer_is_wrong_and_no_statement_is_lost(
    apart: Apart, spark: SparkSession, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    seed = request.config.getoption("--faults-seed")
    faults = Faults(apart, spark, seed, tmp_path)
    named = request.config.getoption("--faults-of")
    count = request.config.getoption("--faults")
    order = faults.order(count, named.split(",") if named else ())
    journal = Journal()
    content.create(spark)
    with Cluster.of_session(spark) as cluster:
        assert all(found.is_sound for found in status(cluster, ["chaos_*"]))
    questions = content.questions(spark)
    before = held(apart)
    stream = Streaming(journal, seed, spark, tmp_path)
    workers: list[Worker] = [
        *(SparkAsking(f"asks Spark {n}", journal, seed, questions, spark) for n in (1, 2)),
        ThriftAsking("asks Thrift", journal, seed, questions, apart.thrift),
        *(Writing(layout, n, journal, seed, spark) for n, layout in enumerate(LAYOUTS)),
        stream,
    ]
    for worker in workers:
        worker.thread.start()
    began = time.monotonic()
    served = 0
    try:
        for number, fault in enumerate(order):
            since = time.monotonic()
            faults.revive()
            journal.fault = fault
            with faults.kinds[fault]() as seconds:
                asking = [w for w in workers if isinstance(w, Asking)]
                _await_rounds(journal, asking, ASKED_SECONDS, at_least=seconds)
            healed = time.monotonic()
            late = _await_rounds(journal, workers, 2 * BOUND_SECONDS, meanwhile=faults.revive)
            for worker in late:
                journal.found(worker.name, f"hangs: {worker.doing}")
            print(
                f"{number + 1}. {fault}: lasted {healed - since:.1f} s, "
                f"all served again {time.monotonic() - healed:.1f} s later"
            )
            served = number + 1
            assert not journal.findings, "\n".join([f"seed {seed}", *journal.findings])
        print(f"seed {seed}: {len(order)} faults in {time.monotonic() - began:.0f} s")
    finally:
        print(f"counted: {served} faults")
        for worker in workers:
            worker.end()
        for worker in workers:
            worker.thread.join(BOUND_SECONDS)
        stream.stop()
        print(dict(journal.answers))
        for (fault, worker_name, code), count in sorted(journal.errors.items()):
            print(f"{count} x {code}: {worker_name} while {fault}")
        for (worker_name, code), text in journal.texts.items():
            print(f"{worker_name}: {code}: {text}")
    assert not journal.findings, "\n".join([f"seed {seed}", *journal.findings])
    faults.revive()
    with faults.kinds["flush tables"]():
        left = leftovers(apart, faults, before)
    assert not left, "\n".join([f"seed {seed}", *left])


def _await_rounds(
    journal: Journal,
    workers: Sequence[Worker],
    seconds: float,
    *,
    at_least: float = 0.0,
    meanwhile: Callable[[], None] = lambda: None,
) -> list[Worker]:
    """Wait until each has ended a round; return those that have not."""
    now = time.monotonic()
    before = {worker.name: worker.rounds for worker in workers}

    def late() -> list[Worker]:
        return [w for w in workers if w.rounds == before[w.name]]

    while (late() and time.monotonic() < now + seconds) or time.monotonic() < now + at_least:
        meanwhile()
        with journal.changed:
            journal.changed.wait(0.2)
    return late()
