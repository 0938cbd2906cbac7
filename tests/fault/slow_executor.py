"""A program of Spark in which an executor stops in the middle of a statement.

It reads lines. ``stop SQL`` runs a statement, and stops a process that runs one of its tasks. Spark
runs this task once more elsewhere. ``resume`` lets the process go on until Spark knows how its late
task ended. Every other line is a statement to run as it is. One line in JSON answers each: the
rows, or how the task that ran twice ended in both places.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from gate import awaited
from programs import executors

import pyspark_hbase

TASKS = 3
"""The number of tasks of a statement, of which two run at a time and then the last one."""
SETTINGS = {
    "spark.executor.memory": "512m",
    "spark.ui.enabled": False,
    # All stages of a statement are those of one job.
    "spark.sql.adaptive.enabled": False,
    "spark.sql.shuffle.partitions": TASKS,
    "spark.sql.hbase.partition.regions": 1,
    "spark.locality.wait": "0s",
    "spark.speculation": True,
    "spark.speculation.interval": "50ms",
    "spark.speculation.multiplier": 1.1,
    "spark.speculation.quantile": 0.1,
}
IN_THE_MIDDLE_SECONDS = 0.3
"""The time for which a task has run when its process is stopped."""


class Statements:
    """A session whose workers are the processes ``workers``, by their hosts."""

    def __init__(self, quorum: str, master: str, bulk_folder: str, workers: dict[str, int]) -> None:
        self._spark = pyspark_hbase.session(
            quorum=quorum,
            master=master,
            **SETTINGS | {"spark.sql.hbase.bulk.folder": bulk_folder},
        )
        self._context = self._spark.sparkContext._jsc.sc()
        self._workers = workers
        self._stopped = (0, 0, 0)
        """A process, and the stage and the number of its task."""

    def run(self, sql: str) -> list[list[Any]]:
        return [list(row) for row in self._spark.sql(sql).collect()]

    def stop(self, sql: str) -> list[list[Any]]:
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(self.run, sql)
            self._stopped, waits = awaited(lambda: self._long_task(running), "a task of a while")
            pid, stage, _ = self._stopped
            os.kill(pid, signal.SIGSTOP)
            awaited(lambda: any(t.speculative() for t in self._tasks(stage)), "a second attempt")
            if waits:
                # The second attempt waits for rows that the process holds: they run side by side.
                os.kill(pid, signal.SIGCONT)
            return running.result()

    def resume(self) -> list[list[Any]]:
        """Return (whether Spark repeated it, state) of each attempt of the stopped task."""
        pid, stage, stopped = self._stopped
        os.kill(pid, signal.SIGCONT)

        def attempts() -> list[list[Any]]:
            tasks = self._tasks(stage)
            [part] = {task.partitionId() for task in tasks if task.taskId() == stopped}
            states = [[t.speculative(), t.status()] for t in tasks if t.partitionId() == part]
            return [] if "RUNNING" in (state for _, state in states) else sorted(states)

        return awaited(attempts, "the late task ends")

    def _long_task(self, running: Future[Any]) -> tuple[tuple[int, int, int], bool] | None:
        """Return the last task, and whether its process has rows that a second attempt needs."""
        assert not running.done(), f"no task ran for a while: {running.exception() or 'over'}"
        tracker = self._context.statusTracker()
        for job in tracker.getActiveJobIds():
            stages = sorted(tracker.getJobInfo(job).get().stageIds())
            tasks = self._tasks(stages[-1])
            # The other process is idle, or runs the second attempt already.
            if sum(task.status() == "SUCCESS" for task in tasks) != TASKS - 1:
                continue
            for last in (t for t in tasks if t.status() == "RUNNING" and not t.speculative()):
                if time.time() - last.launchTime().getTime() / 1000 > IN_THE_MIDDLE_SECONDS:
                    holding = {task.host() for stage in stages[:-1] for task in self._tasks(stage)}
                    [pid] = executors(self._workers[last.host()])
                    return (pid, stages[-1], last.taskId()), last.host() in holding
        return None

    def _tasks(self, stage: int) -> list[Any]:
        active = self._context.statusStore().taskList(stage, 0, 1000)
        return [active.apply(number) for number in range(active.size())]


def main() -> None:
    quorum, master, bulk_folder, workers = sys.argv[1:]
    statements = Statements(quorum, master, bulk_folder, json.loads(workers))
    for line in map(str.strip, sys.stdin):
        if line == "resume":
            answer = statements.resume()
        elif line.startswith("stop "):
            answer = statements.stop(line.removeprefix("stop "))
        else:
            answer = statements.run(line)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
