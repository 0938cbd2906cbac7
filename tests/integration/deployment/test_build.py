"""``build.sh`` on a machine that lacks something: one line, at once."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# What build.sh itself uses; nothing else is on the PATH of these tests.
TOOLS = (
    "bash",
    "dirname",
    "sed",
    "grep",
    "cat",
    "find",
    "sort",
    "xargs",
    "sha256sum",
    "cut",
    "rm",
    "mkdir",
    "tee",
    "date",
)
PATIENCE_SECONDS = 5


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A fresh clone, as far as the first steps look, without .venv and without anything built."""
    (tmp_path / "python").mkdir()
    shutil.copy(ROOT / "build.sh", tmp_path)
    shutil.copy(ROOT / "python/requirements-dev.txt", tmp_path / "python")
    return tmp_path


@pytest.fixture
def path(clone: Path) -> Path:
    """A folder with the common tools and no Java, Maven or Python."""
    folder = clone / "bin"
    folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (folder / tool).symlink_to(found)
    return folder


def fake(folder: Path, name: str, script: str) -> None:
    command = folder / name
    command.write_text(f"#!/bin/sh\n{script}\n")
    command.chmod(0o755)


def build(path: Path, *arguments: str, **environment: str) -> str:
    started = time.monotonic()
    result = subprocess.run(
        [path / "bash", path.parent / "build.sh", *arguments],
        env={"PATH": str(path), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert time.monotonic() - started < PATIENCE_SECONDS
    assert result.returncode == 2
    # What soak prints goes to its log, too, and so all of it to stdout.
    return result.stdout + result.stderr


def test_no_java(path: Path) -> None:
    assert "no Java found" in build(path, "jvm")


def test_a_java_home_without_java(path: Path) -> None:
    message = build(path, "jvm", JAVA_HOME="/nowhere")
    assert "no Java found (JAVA_HOME=/nowhere). Install JDK 17" in message


def test_another_java(path: Path) -> None:
    fake(path, "java", "echo 'openjdk version \"21.0.2\"' >&2")
    assert "Java 21 found" in build(path, "jvm")


def test_a_java_without_compiler(path: Path) -> None:
    fake(path, "java", "echo 'openjdk version \"17.0.2\"' >&2")
    assert "without compiler" in build(path, "jvm")


def test_no_maven(path: Path) -> None:
    fake(path, "java", "echo 'openjdk version \"17.0.2\"' >&2")
    fake(path, "javac", "")
    assert "no Maven found" in build(path, "jvm")


def test_no_python(path: Path) -> None:
    fake(path, "python3", "exit 1")
    assert "no Python 3.11 found (tried python3.11, python3)" in build(path, "proto")


def test_a_chosen_python_of_another_version(path: Path) -> None:
    fake(path, "python3.12", "exit 1")
    message = build(path, "proto", PYTHON="python3.12")
    assert "PYTHON=python3.12 is not a Python 3.11" in message


def test_an_unknown_verb(path: Path) -> None:
    assert "unknown verb buidl" in build(path, "buidl")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["soak", "joins", "--minutes"], "soak: --minutes needs a number."),
        (["soak", "--minutes", "ten"], "soak: --minutes needs a number, and not ten."),
        (["soak", "--minutes", "08"], "soak: --minutes needs a number, and not 08."),
        (["soak", "--minutes", "--seed", "5"], "soak: --minutes needs a number, and not --seed."),
        (["soak", "--seed"], "soak: --seed needs a number."),
        (["soak", "--faults"], "soak: --faults needs a number."),
        (["soak", "--faults", "140", "--seed", ""], "soak: --seed needs a number."),
        (["soak", "--cell"], "soak: --cell needs a cell of versions.toml."),
        (["chaos", "--bite"], "chaos: --bite needs a safeguard."),
        (["chaos", "--bite", "-k"], "chaos: --bite needs a safeguard, and not -k."),
        (["jvm", "--spark"], "jvm: --spark needs a line of versions.toml."),
        (["test", "--cell"], "test --cell: unknown cell (none). It takes hbase-"),
        (["in-turn"], "in-turn needs a choice."),
    ],
)
def test_an_option_without_its_value(path: Path, arguments: list[str], message: str) -> None:
    assert f"build.sh: {message}" in build(path, *arguments)


@pytest.mark.parametrize(
    ("arguments", "untimed"),
    [
        (["changes"], "changes"),
        (["random", "names"], "names"),
        ([], "changes"),
        (["--cell", "spark-3.5"], "--cell spark-3.5"),
        (["--faults", "3"], "--faults 3"),
    ],
)
def test_minutes_are_refused_for_what_runs_to_its_end(
    path: Path, arguments: list[str], untimed: str
) -> None:
    message = f"build.sh: soak: --minutes is for random joins; {untimed} runs to its end."
    assert message in build(path, "soak", "--minutes", "5", *arguments)


def test_no_option_leaves_its_message_to_bash() -> None:
    assert ":?" not in (ROOT / "build.sh").read_text()
