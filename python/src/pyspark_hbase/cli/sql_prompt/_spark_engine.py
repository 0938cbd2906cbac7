"""Statements through Spark."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from pyspark_hbase._explain.report import explain
from pyspark_hbase._explain.scans import hbase_scans
from pyspark_hbase._spark.older_pyspark import condition_of, to_arrow
from pyspark_hbase._spark.session import CATALOG, session
from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.cli._quiet import hush
from pyspark_hbase.cli.sql_prompt._engines import ColumnInfo, Progress, Watch
from pyspark_hbase.errors import TableNotFoundError

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

_Found = TypeVar("_Found")

_POLL_SECONDS: Final = 0.3
_PRIMARY_KEY: Final = re.compile(r"PRIMARY KEY \(([^)]*)\)")
_MISSING_TABLE: Final = "TABLE_OR_VIEW_NOT_FOUND"
_PART: Final = re.compile(r"`((?:[^`]|``)*)`")
_SCANNED: Final = ("hbaseServerRowsScanned", "hbaseLocalRowsScanned")


class SparkEngine:
    """All of Spark's SQL; names without a catalog are HBase's."""

    def __init__(self, spark: SparkSession, namespace: str) -> None:
        self._spark = spark
        self.namespace: Final = namespace
        spark.catalog.setCurrentCatalog(CATALOG)
        spark.catalog.setCurrentDatabase(namespace)

    @staticmethod
    def start(quorum: str, master: str, namespace: str, conf: dict[str, str]) -> SparkEngine:
        """With a session of its own."""
        # The prompt has a line of progress of its own, and says errors itself.
        settings: dict[str, str] = {"spark.ui.showConsoleProgress": "false", **conf}
        spark = session(quorum=quorum, master=master, app_name="pyspark-hbase sql", **settings)
        hush(spark)
        return SparkEngine(spark, namespace)

    def run(self, statement: str, watch: Watch | None) -> pa.Table | None:
        """The result; commands run when Spark reads them."""
        frame = self._named(lambda: self._spark.sql(statement))
        if not frame.columns:
            return None
        with self._watched(frame, watch):
            return to_arrow(frame)

    def explain(self, statement: str) -> str:
        """As :func:`pyspark_hbase.explain` says it."""
        return str(explain(self._named(lambda: self._spark.sql(statement))))

    def tables(self) -> list[str]:
        """List the tables of the current namespace."""
        return [row["tableName"] for row in self._spark.sql("SHOW TABLES").collect()]

    def columns(self, table: str) -> list[ColumnInfo]:
        """List the columns of a table or a view."""
        fields = self._named(lambda: self._spark.table(table).schema.fields)
        keys = self._keys(table)
        return [
            ColumnInfo(each.name, each.dataType.simpleString(), each.name in keys, each.nullable)
            for each in fields
        ]

    def close(self) -> None:
        """Stop Spark."""
        self._spark.stop()

    def _named(self, action: Callable[[], _Found]) -> _Found:
        """Return what the action gives; the error for a missing table has a name like it."""
        try:
            return action()
        except PySparkException as error:
            if condition_of(error) != _MISSING_TABLE:
                raise
            missing = (error.getMessageParameters() or {}).get("relationName", "")
            parts = _PART.findall(missing)
            hint = did_you_mean(parts[-1], self._neighbours(parts[:-1])) if parts else ""
            raise TableNotFoundError(
                _MISSING_TABLE,
                f"There is no table or view of this name.{hint}",
                table=".".join(parts),
            ) from error

    def _neighbours(self, namespace: list[str]) -> list[str]:
        """Names of the tables beside one; none where there is no such namespace."""
        where = ".".join(f"`{part}`" for part in namespace)
        try:
            found = self._spark.sql(f"SHOW TABLES IN {where}" if where else "SHOW TABLES").collect()
        except PySparkException:
            return []
        return [row["tableName"] for row in found]

    def _keys(self, table: str) -> set[str]:
        """Columns of the row key; none of a view, whose statement is another."""
        try:
            [row] = self._spark.sql(f"SHOW CREATE TABLE {table}").collect()
        except PySparkException:
            return set()
        found = _PRIMARY_KEY.search(row[0])
        return {name.strip(" `") for name in found[1].split(",")} if found else set()

    @contextmanager
    def _watched(self, frame: DataFrame, watch: Watch | None) -> Iterator[None]:
        if watch is None:
            yield
            return
        ended = threading.Event()
        thread = threading.Thread(target=self._poll, args=(frame, watch, ended), daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def _poll(self, frame: DataFrame, watch: Watch, ended: threading.Event) -> None:
        while True:
            try:
                watch(self._progress(frame))
            except (PySparkException, Py4JError):
                # The statement says what is wrong with it.
                return
            if ended.wait(_POLL_SECONDS):
                return

    def _progress(self, frame: DataFrame) -> Progress:
        tracker = self._spark.sparkContext.statusTracker()
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        known = [stage for stage in stages if stage is not None]
        scans = hbase_scans(frame)
        rows = sum(scan.metrics.get(name, 0) for scan in scans for name in _SCANNED)
        done = sum(stage.numCompletedTasks for stage in known)
        return Progress(done, sum(stage.numTasks for stage in known), "tasks", rows)
