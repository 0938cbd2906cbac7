"""deploy/compose.yaml starts, and what users do works in it, where a Docker engine answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from testcontainers.compose import DockerCompose

ROOT = Path(__file__).resolve().parents[2]
ENGINE_SECONDS = 20

FILL = """
import pyspark_hbase
spark = pyspark_hbase.session(quorum='zookeeper:2181')
spark.sql("CREATE TABLE hbase.default.t (k INT NOT NULL, g STRING, v INT, PRIMARY KEY (k)) "
          "USING hbase TBLPROPERTIES ('hbase.splits' = '100;200')")
spark.sql("INSERT INTO hbase.default.t SELECT id, concat('g', id % 3), id * 10 FROM range(300)")
"""

ASK = """
import json, pyspark_hbase
question = "SELECT g, count(*) AS n, sum(v) AS total FROM {}t WHERE k >= 30 GROUP BY g ORDER BY g"
spark = pyspark_hbase.session(quorum='zookeeper:2181')
answers = []
for mode in ('true', 'false'):
    spark.conf.set('spark.sql.hbase.coprocessor', mode)
    rows = spark.sql(question.format('hbase.default.')).collect()
    answers.append([list(row) for row in rows])
with pyspark_hbase.connect('thrift://thrift:9090') as hbase:
    rows = hbase.sql(question.format('default.')).to_arrow().to_pylist()
    answers.append([list(row.values()) for row in rows])
print(json.dumps(answers))
"""


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
def cluster() -> Iterator[DockerCompose]:
    """The services under a project name of their own, beside those that somebody may have up."""
    reason = why_not()
    if reason:
        pytest.skip(f"needs a Docker engine with compose; {reason}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPOSE_PROJECT_NAME", "pyspark-hbase-test")
        with DockerCompose(ROOT, "deploy/compose.yaml", build=True, wait=True) as compose:
            run(compose, "python", "-c", FILL)
            yield compose


def run(compose: DockerCompose, *command: str) -> str:
    """Output of a command in the notebook; it raises when the command fails."""
    output, _, _ = compose.exec_in_container(list(command), "notebook")
    return output


def test_the_command_deploys_inside_of_the_network(cluster: DockerCompose) -> None:
    run(cluster, "pyspark-hbase", "deploy", "t")
    [table] = json.loads(run(cluster, "pyspark-hbase", "status", "t", "--json"))
    assert [region["state"] for region in table["handshakes"]] == ["ON"] * 3


def test_every_route_gives_the_same_answer(cluster: DockerCompose) -> None:
    on, off, thrift = json.loads(run(cluster, "python", "-c", ASK).splitlines()[-1])
    assert off == [[f"g{g}", 90, 10 * sum(range(30 + g, 300, 3))] for g in range(3)]
    assert on == off
    assert thrift == off
