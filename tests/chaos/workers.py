"""Threads that ask and write without a pause, and compare each answer with the right one."""

from __future__ import annotations

import json
import math
import random
import re
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from content import COLUMNS, LAYOUTS, SPAN, STATIC, Model, Question, canonical, table
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from pyspark_hbase._spark.older_pyspark import condition_of
from pyspark_hbase.connection import connect
from pyspark_hbase.errors import CodedError, EvaluationError, InvalidPlanError

BOUND_SECONDS: Final = 180.0
"""The time that one question or statement may take while servers die."""
PAUSE_SECONDS: Final = 1.0
"""The time after which a question or statement that failed is repeated, as a user does."""
_SMOOTH: Final = (
    "carry tables",
    "delay connections",
    "kill gateway",
    "pause region server",
    "refuse connections",
    "repeat frames",
    "shift clock",
    "throttle tables",
)
_BUMPY: Final = (
    "alter tables",
    "cut connections",
    "kill data node",
    "kill executor",
    "kill master",
    "kill region server",
    "kill zookeeper",
    "silence connections",
    "split tables",
)
MAY_FAIL: Final[dict[str, set[str]]] = {
    **{fault: set() for fault in _SMOOTH},
    **{fault: {"a task"} for fault in _BUMPY},
    "disable tables": {"READ_FAILED", "HBASE_TABLE_MISSING", "a task"},
    # Nobody but Spark has another way to the rows.
    "lose frames": {"INCOMPLETE_ANSWER"},
    "undeploy tables": {"COPROCESSOR_MISSING", "a task"},
}
"""The failures of questions by the fault that excuses them.

Faults that are not here may bring any typed error.
"""
_FOLDER: Final = re.compile(r"path => '([^']+)'|folder=\"?([^\s\"]+)")


class Journal:
    """The record of what all workers have seen. Thread-safe."""

    def __init__(self) -> None:
        self.fault = "none"
        self.answers: Counter[str] = Counter()
        self.errors: Counter[tuple[str, str, str]] = Counter()
        self.texts: dict[tuple[str, str], str] = {}
        """An example of each error."""
        self.findings: list[str] = []
        self.changed = threading.Condition()

    def answered(self, worker: str) -> None:
        """Count a right answer, or a statement that is there whole."""
        with self.changed:
            self.answers[worker] += 1
            self.changed.notify_all()

    def failed(self, worker: str, code: str, text: str) -> None:
        """Count a typed error."""
        with self.changed:
            self.texts.setdefault((worker, code), text[:600])
            self.errors[self.fault, worker, code] += 1
            self.changed.notify_all()

    def found(self, worker: str, text: str) -> None:
        """Note what must not be."""
        with self.changed:
            self.findings.append(f"{self.fault}: {worker}: {text}")
            self.changed.notify_all()


class Worker(ABC):
    """One thread: :meth:`round` again and again until it is told to end."""

    def __init__(self, name: str, journal: Journal, seed: int) -> None:
        self.name = name
        self.rounds = 0
        self.began = time.monotonic()
        self.doing = ""
        self.random = random.Random(f"{seed} {name}")
        self._journal = journal
        self._ends = threading.Event()
        self.thread = threading.Thread(target=self._run, name=name, daemon=True)

    def end(self) -> None:
        """Let it finish its round, and no other one."""
        self._ends.set()

    def _run(self) -> None:
        while not self._ends.is_set():
            self.began = time.monotonic()
            try:
                self.round()
                self._journal.answered(self.name)
            except AssertionError as error:
                self._journal.found(self.name, str(error))
            except Exception as error:  # noqa: BLE001  (the test decides which are typed)
                self._note(error)
            took = time.monotonic() - self.began
            if took > BOUND_SECONDS:
                self._journal.found(self.name, f"took {took:.0f} s: {self.doing}")
            self.rounds += 1

    def _note(self, error: Exception) -> None:
        code = typed(error)
        if code is None or isinstance(error, (EvaluationError, InvalidPlanError)):
            self._journal.found(self.name, f"{type(error).__name__} {error!s}: {self.doing}")
        else:
            self._journal.failed(self.name, code, str(error))
            self._ends.wait(PAUSE_SECONDS)

    @abstractmethod
    def round(self) -> None:
        """One question or statement.

        Raises:
            AssertionError: the answer is wrong.
        """

    def until_done(self, what: str, call: Callable[[], Any], *, end: str | None = None) -> Any:
        """Repeat what may be repeated until no typed error, or one that has ``end``, is its end."""
        deadline = time.monotonic() + 2 * BOUND_SECONDS
        while True:
            self.doing = what
            try:
                return call()
            except Exception as error:
                code = typed(error)
                is_end = code is None or (end is not None and end in code)
                if is_end or time.monotonic() > deadline:
                    raise
                self._note(error)

    def compare(self, got: Sequence[Sequence[Any]], right: list[tuple[Any, ...]]) -> None:
        """Ask for the right answer."""
        rows = canonical(got)
        if rows != right:
            more = [row for row in rows if row not in right][:5]
            less = [row for row in right if row not in rows][:5]
            raise AssertionError(
                f"wrong answer, {len(rows)} rows instead of {len(right)}: not expected {more}, "
                f"missing {less}: {self.doing}"
            )


def typed(error: Exception) -> str | None:
    """The code of an error that users can tell by it; None for any other."""
    if isinstance(error, CodedError):
        return error.code
    if isinstance(error, PySparkException):
        condition = condition_of(error) or ""
        if condition.startswith("SPARKSQL_HBASE."):
            return condition.removeprefix("SPARKSQL_HBASE.")
        if inner := re.search(r"\[SPARKSQL_HBASE\.([A-Z_]+)", str(error)):
            return f"{inner[1]} within {condition or type(error).__name__}"
    return None


class Asking(Worker):
    """Questions about the rows that stay. MAY_FAIL says which of them may fail."""

    patience = math.inf
    """The seconds after which it may give up, whatever the fault."""

    def __init__(
        self, name: str, journal: Journal, seed: int, questions: Sequence[Question]
    ) -> None:
        super().__init__(name, journal, seed)
        self._questions = questions

    def round(self) -> None:
        """Ask one of the questions."""
        question = self.random.choice(self._questions)
        t, other = self.random.sample(LAYOUTS, 2)
        self.doing = question.sql.format(t=self.named(t), other=self.named(other), n=STATIC)
        self.compare(self.ask(self.doing), question.answer)

    def _note(self, error: Exception) -> None:
        took = time.monotonic() - self.began
        super()._note(error)
        code = typed(error)
        if code and took < self.patience:
            self.require_fault_for(code, str(error))

    def require_fault_for(self, code: str, text: str) -> None:
        """Note a failure that a question outlives where the present fault is the only one."""
        allowed = MAY_FAIL.get(self._journal.fault)
        if allowed is not None and code.partition(" within ")[0] not in allowed:
            self._journal.found(self.name, f"{code} {text}: {self.doing}")

    @abstractmethod
    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""

    @abstractmethod
    def named(self, layout: str) -> str:
        """A table's name in a query."""


class SparkAsking(Asking):
    """Asks through Spark. Readers go on by themselves, so that few tasks are tried again."""

    def __init__(
        self,
        name: str,
        journal: Journal,
        seed: int,
        questions: Sequence[Question],
        spark: SparkSession,
    ) -> None:
        super().__init__(name, journal, seed, questions)
        self._spark = spark.newSession()

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        context, group = self._spark.sparkContext, f"{self.name}, {self.rounds}"
        context.setJobGroup(group, sql)
        rows = [tuple(row) for row in self._spark.sql(sql).collect()]
        tracker = context.statusTracker()
        jobs = map(tracker.getJobInfo, tracker.getJobIdsForGroup(group))
        stages = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
        if failed := sum(stage.numFailedTasks for stage in stages if stage):
            self.require_fault_for("a task", f"failed {failed} times")
        return rows

    def named(self, layout: str) -> str:
        return f"hbase.default.{table(layout)}"


class ThriftAsking(Asking):
    """Asks through the gateway, over one connection."""

    # Its pauses add up to 19 seconds. A gateway may be away for longer.
    patience = 15.0

    def __init__(
        self, name: str, journal: Journal, seed: int, questions: Sequence[Question], thrift: str
    ) -> None:
        super().__init__(name, journal, seed, [q for q in questions if not q.needs_spark])
        self._connection = connect(f"thrift://{thrift}", timeout_seconds=60.0)
        # One that has never answered is not waited for.
        self._connection.tables()

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        return [tuple(row.values()) for row in self._connection.sql(sql).to_arrow().to_pylist()]

    def named(self, layout: str) -> str:
        return table(layout)


class Writing(Worker):
    """Statements on the rows of one table that it owns.

    After each the rows are the model's, and those that it wrote have one time.
    """

    def __init__(
        self, layout: str, number: int, journal: Journal, seed: int, spark: SparkSession
    ) -> None:
        super().__init__(f"writes {layout}", journal, seed)
        self._layout = layout
        self._table = f"hbase.default.{table(layout)}"
        self._spark = spark.newSession()
        first = STATIC + 1000 + number * SPAN * 2
        self._model = Model(self.name, first, f"{seed} {self.name}")

    def round(self) -> None:
        """One statement or bulk load, whatever it takes, then its check."""
        model = self._model
        loads = self.random.random() < 0.3  # noqa: PLR2004
        sql = (model.load() if loads else model.statement()).format(t=self._table)
        self.until_done(sql, lambda: self._load(sql) if loads else self._sql(sql))
        model.commit()
        self.compare(self._rows("id, g, v, d, s", sql), model.answer)
        # A group of rows has the times of all its statements.
        if self._layout != "columnar":
            rows = self._rows("id, _timestamp", sql)
            times = {row[1] for row in rows if row[0] in model.written}
            assert len(times) < 2, f"{len(times)} times of one statement: {self.doing}"  # noqa: PLR2004

    def _rows(self, columns: str, sql: str) -> list[Any]:
        check = self._model.query(columns).format(t=self._table)
        rows: list[Any] = self.until_done(f"{check} after {sql}", lambda: self._sql(check))
        return rows

    def _sql(self, sql: str) -> list[Any]:
        return self._spark.sql(sql).collect()

    def _load(self, sql: str) -> None:
        try:
            self._sql(sql)
        except PySparkException as error:
            if "BULK_LOAD_INCOMPLETE" not in (typed(error) or ""):
                raise
            self._note(error)
            self._resume(str(error))

    def _resume(self, text: str) -> None:
        named = _FOLDER.search(text)
        assert named is not None, f"no folder in {text}"
        folder = named[1] or named[2]
        call = f"CALL hbase.system.bulk_load_{{}}(path => '{folder}')"
        try:
            resume = call.format("resume")
            self.until_done(resume, lambda: self._sql(resume), end="NOT_RESUMABLE")
        except PySparkException as error:
            if "BULK_LOAD_NOT_RESUMABLE" not in (typed(error) or ""):
                raise
            self._note(error)
            self._sql(call.format("cleanup"))
            raise


class Streaming(Worker):
    """A stream of files into a table: it is stopped in the middle, or fails, and starts again."""

    def __init__(self, journal: Journal, seed: int, spark: SparkSession, folder: Path) -> None:
        super().__init__("streams", journal, seed)
        self._spark = spark.newSession()
        self._folder = folder
        self._rows: dict[int, tuple[Any, ...]] = {}
        self._files = 0
        self._query: Any = None
        (folder / "in").mkdir()
        self._spark.sql(
            f"CREATE TABLE hbase.default.streamed ({COLUMNS}, PRIMARY KEY (id)) USING hbase "
            "TBLPROPERTIES ('hbase.splits' = '400; 800')"
        )

    def round(self) -> None:
        """One more file, then a check of all rows."""
        self._files += 1
        ids = self.random.sample(range(1200), 40)
        rows = [(id, self._files, id * self._files, id / 2, f"file {self._files}") for id in ids]
        file = self._folder / f"{self._files}.json"
        names = ("id", "g", "v", "d", "s")
        file.write_text("\n".join(json.dumps(dict(zip(names, r, strict=True))) for r in rows))
        file.rename(self._folder / "in" / file.name)
        self._rows |= {row[0]: row for row in rows}
        if self._query is not None and self.random.random() < 0.3:  # noqa: PLR2004
            self._query.stop()
            self._query = None
        self.until_done(f"stream of file {self._files}", self._process)
        check = "SELECT id, g, v, d, s FROM hbase.default.streamed"
        got = self.until_done(check, lambda: self._spark.sql(check).collect())
        self.compare(got, canonical(self._rows.values()))

    def _process(self) -> None:
        if self._query is None or not self._query.isActive:
            source = self._spark.readStream.schema(COLUMNS.replace(" NOT NULL", ""))
            self._query = (
                source.option("maxFilesPerTrigger", 1)
                .json(str(self._folder / "in"))
                .writeStream.option("checkpointLocation", str(self._folder / "checkpoint"))
                .toTable("hbase.default.streamed")
            )
        self._query.processAllAvailable()

    def stop(self) -> None:
        """Stop the query."""
        if self._query is not None:
            self._query.stop()
