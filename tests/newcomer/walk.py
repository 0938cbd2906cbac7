"""A newcomer's first hour, walked from the wheels alone: ``./build.sh newcomer``.

A new virtual environment in a temporary folder, the demo, an HBase, the quick start, spark-submit
and both prompts. Then a page of EXPLAIN, and inputs that are wrong. Each step prints its seconds; a
step that fails prints what came instead, and the walk goes on. The exit status is 1 if one failed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from wrong_inputs import COMMANDS, PROGRAM

PATIENCE_SECONDS: Final = 600.0
# A wrong input to a command is named this fast; Python alone takes a part of it.
REFUSAL_SECONDS: Final = 15.0

WARNING: Final = re.compile(r"^.*\b\w+Warning: .*", re.M)

QUICK_START = """
import pyspark_hbase

spark = pyspark_hbase.session()
spark.sql('''
    CREATE TABLE hbase.default.orders (
      area STRING NOT NULL, id BIGINT NOT NULL, amount DECIMAL(12,2),
      PRIMARY KEY (area, id)) USING hbase''')
spark.sql("INSERT INTO hbase.default.orders VALUES ('north', 1, 5.00), ('north', 2, 7.50)")
answer = spark.sql("SELECT area, sum(amount) FROM hbase.default.orders GROUP BY area")
print(answer.collect())
"""
SUBMITTED = """
import pyspark_hbase

spark = pyspark_hbase.session()
print(spark.table("hbase.default.orders").count(), "orders")
"""
QUESTION = "SELECT area, count(*) AS n FROM {}default.orders GROUP BY area"


def is_shown(line: str) -> bool:
    """Whether a line stays on a terminal: Spark's bar of progress does not."""
    return bool(line.strip()) and not line.startswith("[Stage ")


class StepFailedError(Exception):
    """Something else came than a newcomer expects."""


@dataclass
class Walk:
    """The folder and environment of the newcomer, and what the steps took."""

    folder: Path
    python: Path
    settings: dict[str, str]
    failed: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def step(self, name: str, action: Callable[[], str]) -> None:
        """Do ``action`` and print its seconds, and the last line of what it returns."""
        began = time.monotonic()
        try:
            last = [line for line in re.split(r"[\r\n]+", action()) if is_shown(line)][-1:]
            verdict = "ok    "
        except (StepFailedError, subprocess.TimeoutExpired) as error:
            self.failed.append(name)
            last = [str(error)]
            verdict = "FAILED"
        since = time.monotonic() - self.began
        took = time.monotonic() - began
        print(
            f"{since:7.1f} s  {took:6.1f} s  {verdict}  {name}: {''.join(last)[:300]}", flush=True
        )

    def run(self, *command: str, text: str = "", status: int | None = 0, **more: str) -> str:
        """Standard output and errors of ``command``, which ends with ``status``."""
        done = subprocess.run(
            [str(self.python.parent / command[0]), *command[1:]], cwd=self.folder, input=text,
            env=self.settings | more, capture_output=True, text=True, timeout=PATIENCE_SECONDS,
            check=False,
        )  # fmt: skip
        said = done.stdout + done.stderr
        if status is not None and done.returncode != status:
            raise StepFailedError(f"exit status {done.returncode}:\n{said[-2000:]}")
        return said

    def shows(self, expected: str, said: str) -> str:
        """``said`` where ``expected`` is found in it, and neither stack trace nor warning."""
        if not re.search(expected, said, re.S):
            raise StepFailedError(f"{expected!r} is not in:\n{said[-2000:]}")
        if trace := re.search(r"^Traceback \(most recent|^\s+at [\w.$]+\(\w+\.java:", said, re.M):
            raise StepFailedError(f"a stack trace:\n{said[trace.start() :][:1000]}")
        if warning := WARNING.search(said):
            raise StepFailedError(f"a warning of Python: {warning.group()}")
        return said


@contextmanager
def running_hbase(walk: Walk) -> Iterator[dict[str, str]]:
    """The addresses of an HBase with a Thrift gateway, started as the documents say."""
    said = walk.run("python", "-m", "pyspark_hbase.embedded", "up", "--thrift", "--state-dir", ".")
    gateway, quorum = re.findall(r"127\.0\.0\.1:\d+|localhost:\d+", said)[:2]
    try:
        yield {"quorum": quorum, "gateway": gateway}
    finally:
        walk.run("python", "-m", "pyspark_hbase.embedded", "down", "--all", "--state-dir", ".")


def refused_command(walk: Walk, case: tuple[str, ...], names: dict[str, str]) -> str:
    """A wrong command ends with a status above 0, names what is wrong, and is fast."""
    *words, expected = [part.format(**names) for part in case]
    variables = dict(word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word))
    command = [word for word in words if not re.match(r"[A-Z_]+=", word)]
    began = time.monotonic()
    said = walk.run(*command, status=None, **variables)
    if time.monotonic() - began > REFUSAL_SECONDS:
        raise StepFailedError(f"it took more than {REFUSAL_SECONDS} s")
    return walk.shows(expected, said)


def main() -> int:
    """Walk, with the wheels of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheels", type=Path, nargs="+", help="the wheels that are tried")
    wheels = [str(wheel.resolve()) for wheel in parser.parse_args().wheels]
    with tempfile.TemporaryDirectory(prefix="newcomer-") as name:
        folder = Path(name)
        own = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        python = folder / "venv/bin/python"
        settings = own | {"PATH": f"{python.parent}{os.pathsep}{own['PATH']}"}
        walk = Walk(folder, python, settings)
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        installed = [f"{wheels[0]}[embedded,cli]", *wheels[1:]]
        walk.step("pip install", lambda: walk.run("pip", "install", "-q", *installed))
        walk.step(
            "demo, from pip install to all answers",
            lambda: walk.shows("equal answers on all routes", walk.run("pyspark-hbase", "demo")),
        )
        with running_hbase(walk) as names:
            walk.settings["PYSPARK_HBASE_QUORUM"] = names["quorum"]
            with_hbase(walk, names)
        print(f"{len(walk.failed)} steps failed" + "".join(f"\n- {name}" for name in walk.failed))
    return 1 if walk.failed else 0


def with_hbase(walk: Walk, names: dict[str, str]) -> None:
    """Do what a newcomer does with an HBase that runs."""
    (walk.folder / "start.py").write_text(QUICK_START)
    (walk.folder / "job.py").write_text(SUBMITTED)
    gateway = f"thrift://{names['gateway']}"
    through_spark, bare_name = QUESTION.format("hbase."), QUESTION.format("")
    steps: dict[str, tuple[str, tuple[str, ...]]] = {
        "quick start": (r"Decimal\('12.50'\)", ("python", "start.py")),
        "deploy": ("", ("pyspark-hbase", "deploy", "orders")),
        "doctor": ("OK", ("pyspark-hbase", "doctor")),
        "SQL prompt over Spark": ("north", ("pyspark-hbase", "sql", "-e", through_spark)),
        "SQL prompt over Thrift": (
            "north", ("pyspark-hbase", "sql", "--connect", gateway, "-e", bare_name),
        ),
        "page of EXPLAIN": ("", ("pyspark-hbase", "report", "--sql", bare_name, "report.html")),
    }  # fmt: skip
    for name, (expected, command) in steps.items():
        walk.step(name, lambda e=expected, c=command: walk.shows(e, walk.run(*c)))  # type: ignore[misc]
    walk.step("spark-submit", lambda: submit(walk))
    for case in COMMANDS:
        walk.step(
            "wrong: " + " ".join(case[:-1]).format(**names),
            lambda c=case: refused_command(walk, c, names),  # type: ignore[misc]
        )
    (walk.folder / "wrong.py").write_text(PROGRAM.replace("GATEWAY", gateway))
    walk.step("wrong inputs in PySpark", lambda: wrong_in_spark(walk))


def wrong_in_spark(walk: Walk) -> str:
    """The program with wrong inputs in one session; its lines are printed as they are."""
    said = walk.run("python", "wrong.py")
    lines = [line for line in said.splitlines() if line.startswith(("ok ", "FAILED "))]
    print(*(f"{'':21}{line}" for line in lines), sep="\n")
    if not lines or any(line.startswith("FAILED ") for line in lines):
        raise StepFailedError(f"{len(lines)} inputs, see above")
    return f"{len(lines)} inputs"


def submit(walk: Walk) -> str:
    """README's way to submit: the jar that the command names."""
    jar = walk.run("pyspark-hbase", "jars").strip()
    line = ("spark-submit", "--master", "local[2]", "--jars", jar, "job.py")
    return walk.shows("2 orders", walk.run(*line))


if __name__ == "__main__":
    sys.exit(main())
