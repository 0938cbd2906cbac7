"""deploy/compose.yaml starts, and the command works inside of it, where a Docker engine answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE_SECONDS = 20
START_SECONDS = 1800


def compose(*arguments: str, timeout: int = 300) -> str:
    result = subprocess.run(
        ["docker", "compose", "-p", "pyspark-hbase-test", "-f", "deploy/compose.yaml", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def why_not() -> str:
    """Why compose cannot run here; empty where it can."""
    if shutil.which("docker") is None:
        return "no docker command"
    for command in (["docker", "info"], ["docker", "compose", "version"]):
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=ENGINE_SECONDS, check=False
        )
        if result.returncode != 0:
            return f"{' '.join(command)}: {result.stderr.strip().splitlines()[0]}"
    return ""


@pytest.fixture(scope="module")
def running() -> Iterator[None]:
    reason = why_not()
    if reason:
        pytest.skip(f"needs a Docker engine with compose; {reason}")
    try:
        compose("up", "--build", "--wait", timeout=START_SECONDS)
        yield
    finally:
        compose("down", "--volumes")


@pytest.mark.usefixtures("running")
def test_the_command_deploys_inside_of_the_network() -> None:
    script = (
        "import pyspark_hbase\n"
        "spark = pyspark_hbase.session(quorum='zookeeper:2181')\n"
        "spark.sql('CREATE TABLE hbase.default.t (k INT NOT NULL, v INT, PRIMARY KEY (k)) "
        "USING hbase')\n"
        "spark.sql('INSERT INTO hbase.default.t VALUES (1, 10), (2, 20)')\n"
    )
    compose("exec", "-T", "notebook", "python", "-c", script)
    compose("exec", "-T", "notebook", "pyspark-hbase", "deploy", "t")
    [table] = json.loads(
        compose("exec", "-T", "notebook", "pyspark-hbase", "status", "t", "--json")
    )
    assert [region["state"] for region in table["handshakes"]] == ["ON"]
