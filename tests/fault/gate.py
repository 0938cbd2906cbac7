"""Rows that wait in the middle of a query, until a test has done its harm."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pyspark.sql import DataFrame

PATIENCE_SECONDS = 120.0
T = TypeVar("T")


def awaited(condition: Callable[[], T], what: str, seconds: float = PATIENCE_SECONDS) -> T:
    """Wait until a condition gives anything that is true, and return it."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return found


class Gate:
    """A folder that tasks of Spark and the test see, in whichever processes they run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def hold(self, rows: DataFrame) -> DataFrame:
        """Return the same rows; each task waits behind its first batch until the gate is open."""
        folder = str(self._folder)

        # Spark sends a function of a function by its code: workers do not have this module.
        def held(batches: Iterable[object]) -> Iterable[object]:
            import os  # noqa: PLC0415
            import time  # noqa: PLC0415

            for batch in batches:
                yield batch
                with open(f"{folder}/waiting-{os.getpid()}", "w"):  # noqa: PTH123
                    pass
                while not os.path.exists(f"{folder}/open"):  # noqa: PTH110
                    time.sleep(0.05)

        return rows.mapInArrow(held, rows.schema)

    def await_tasks(self, number: int) -> None:
        """Return when this many tasks have had their first rows."""
        awaited(lambda: len(list(self._folder.glob("waiting-*"))) >= number, f"{number} tasks wait")

    def open(self) -> None:
        (self._folder / "open").touch()


@contextmanager
def held(folder: Path, work: Callable[[Gate], T]) -> Iterator[Future[T]]:
    """Do harm to ``work`` while two of its tasks wait at a gate that it is given.

    At the end of the block the gate opens, also where the harm itself failed, and the work ends.
    """
    gate = Gate(folder / "gate")
    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(work, gate)
        try:
            gate.await_tasks(2)
            yield working
        finally:
            gate.open()
