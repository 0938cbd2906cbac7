"""An engine in memory for the SQL prompt."""

from __future__ import annotations

import pyarrow as pa

from pyspark_hbase.cli.sql_prompt._engines import ColumnInfo, Progress, Watch
from pyspark_hbase.errors import EvaluationError

COLUMNS = {
    "flights": [
        ColumnInfo("carrier", "string", is_key=True, is_nullable=False),
        ColumnInfo("arr_delay", "double", is_key=False, is_nullable=True),
    ],
    "planes": [ColumnInfo("tailnum", "string", is_key=True, is_nullable=False)],
}


class FakeEngine:
    """Answers ``SELECT 1`` and the like, fails for ``SELECT bad``; records what it is asked."""

    namespace = "default"

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.asked_for_tables = 0
        self.is_down = False

    def run(self, statement: str, watch: Watch | None) -> pa.Table | None:
        self.statements.append(statement)
        if watch is not None:
            watch(Progress(1, 2, "regions", 1000))
        word, _, rest = statement.partition(" ")
        if word != "SELECT":
            return None
        if rest == "bad":
            raise EvaluationError("DIVIDE_BY_ZERO", "Division by zero.", row="AA")
        return pa.table({"n": [int(rest)]})

    def explain(self, statement: str) -> str:
        return f"Scan for {statement}"

    def tables(self) -> list[str]:
        self.asked_for_tables += 1
        if self.is_down:
            raise OSError("gone")
        return list(COLUMNS)

    def columns(self, table: str) -> list[ColumnInfo]:
        return COLUMNS[table]

    def close(self) -> None:
        return
