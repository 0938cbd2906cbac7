"""Shows what a terminal gets from the SQL prompt, on a terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest

PROGRAM = """
import sys
import pyarrow as pa
from fake_engine import FakeEngine
from pyspark_hbase.cli.sql_prompt._destination import Output
from pyspark_hbase.cli.sql_prompt._prompt import converse
from pyspark_hbase.cli.sql_prompt._runner import Runner, Settings
from pyspark_hbase.errors import EvaluationError

ROT = "\\x1b[31mrot"
RESULTS = {
    "SELECT nulls": pa.table({"a": ["NULL"], "b": pa.array([None], pa.string())}),
    "SELECT one": pa.table({"n": pa.array([1], pa.int32())}),
    "SELECT wide": pa.table({"a": ["x" * 50], "b": ["y" * 20]}),
    "SELECT rot": pa.table({"v": [ROT]}),
}


class Engine(FakeEngine):
    def run(self, statement, watch):
        if statement == "SELECT wrong":
            raise EvaluationError("CAST_INVALID_INPUT", "A text is no value.", value=ROT)
        return RESULTS[statement]


converse(Runner(Engine(), Output(is_paged=True), Settings(is_interactive=True)))
"""
PROMPT = "hbase>"
SUPPORT = Path(__file__).resolve().parents[1] / "support"


@pytest.fixture
def child(tmp_path: Path) -> pexpect.spawn:
    program = tmp_path / "prompt.py"
    program.write_text(PROGRAM)
    inherited = os.environ.get("PYTHONPATH", "")
    settings = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(SUPPORT), inherited]),
        "XDG_STATE_HOME": str(tmp_path),
        # pexpect's terminal does not say where its cursor is.
        "PROMPT_TOOLKIT_NO_CPR": "1",
        "PAGER": "cat",
        "TERM": "xterm",
    }
    spawned = pexpect.spawn(
        sys.executable,
        [str(program)],
        env=settings,
        encoding="utf-8",
        timeout=60,
        dimensions=(40, 60),
    )
    spawned.expect_exact(PROMPT)
    return spawned


def ask(child: pexpect.spawn, text: str) -> str:
    """Return what the terminal gets for it, up to the next prompt."""
    child.send(f"{text}\r")
    child.expect_exact("\x1b[?2004l")
    child.expect_exact(PROMPT)
    return child.before


def test_a_terminal_shows_what_it_holds_and_obeys_none_of_it(child: pexpect.spawn) -> None:
    assert " 'NULL' | NULL\r\n(1 row)" in ask(child, "SELECT nulls;")
    assert "Types are shown." in ask(child, "\\types")
    assert " n\r\n int\r\n-----\r\n   1\r\n(1 row)" in ask(child, "SELECT one;")
    wide = ask(child, "SELECT wide;")
    assert "-[ row 1 ]-" in wide and f"a string | {'x' * 50}\r\nb string | {'y' * 20}" in wide
    for statement in ("SELECT rot;", "SELECT wrong;"):
        shown = ask(child, statement)
        assert "\\x1B[31mrot" in shown and "\x1b[31mrot" not in shown
    assert "flights\r\nplanes\r\n" in ask(child, "\\d")
    child.close()
