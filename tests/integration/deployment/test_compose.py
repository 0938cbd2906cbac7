"""deploy/compose.yaml starts, and what users do works in it, where a Docker engine answers.

The tests go from a first start to the removal of everything, so they run in the order in which they
stand. They use ports that are free, so another cluster of the same file may be up beside them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from testcontainers.compose import DockerCompose

ROOT = Path(__file__).resolve().parents[3]
ENGINE_SECONDS: Final = 20
PULL_SECONDS: Final = 300
PATIENCE_SECONDS: Final = 240
LOG_LINES: Final = "150"
PROJECT: Final = "pyspark-hbase-test"

FILL = """
spark.sql("CREATE TABLE hbase.default.t (k INT NOT NULL, g STRING, v INT, PRIMARY KEY (k)) "
          "USING hbase TBLPROPERTIES ('hbase.splits' = '100;200')")
spark.sql("INSERT INTO hbase.default.t SELECT id, concat('g', id % 3), id * 10 FROM range(300)")
"""

ASK = """
import json, sys, pyspark_hbase
question = ("SELECT g, count(*) AS n, sum(v) AS total FROM {}t WHERE k >= 30 AND v < 5000 "
            "GROUP BY g ORDER BY g")
spark = pyspark_hbase.session()
answers = []
for route in sys.argv[1].split(','):
    if route == 'thrift':
        with pyspark_hbase.connect('thrift://thrift:9090') as hbase:
            rows = hbase.sql(question.format('default.')).to_arrow().to_pylist()
            answers.append([list(row.values()) for row in rows])
    else:
        spark.conf.set('spark.sql.hbase.coprocessor', route)
        rows = spark.sql(question.format('hbase.default.')).collect()
        answers.append([list(row) for row in rows])
print(json.dumps(answers))
"""
ANSWER = [[f"g{g}", 90, 10 * sum(range(30 + g, 300, 3))] for g in range(3)]

# Asks until somebody makes the file `stop`; then says how many answers came and which were wrong.
ASK_ON = """
import json, pathlib, pyspark_hbase
spark = pyspark_hbase.session()
question = "SELECT g, count(*), sum(v) FROM hbase.default.t WHERE k >= 30 GROUP BY g ORDER BY g"
asked, errors, wrong = 0, [], []
right = json.loads(pathlib.Path('answer.json').read_text())
print('asking', flush=True)
while not pathlib.Path('stop').exists():
    try:
        rows = [list(row) for row in spark.sql(question).collect()]
        wrong += [rows] if rows != right else []
    except Exception as error:
        errors.append(str(error)[:200])
    asked += 1
print(json.dumps([asked, errors, wrong]))
"""

# Ends the Java process, as HBase does when it is out of memory.
KILL_JAVA = """
for process in /proc/[0-9]*; do
  if [ "$(cat "$process/comm" 2>/dev/null)" = java ]; then kill -9 "${process#/proc/}"; fi
done
"""

# The first block makes a table and the second asks it.
FIRST_STEPS = re.findall(
    r"^```python\n(.*?)^```", (ROOT / "deploy/README.md").read_text("utf-8"), re.M | re.S
)


def notebook(*sources: str) -> str:
    cells = [
        {"cell_type": "code", "id": str(number), "metadata": {}, "outputs": [],
         "execution_count": None, "source": source}
        for number, source in enumerate(sources)
    ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3"}
    return json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": cells}
    )


def why_not() -> str:
    """Return the reason why compose cannot run here; empty where it can."""
    if shutil.which("docker") is None:
        return "no docker command"
    for command in (["docker", "info"], ["docker", "compose", "version"]):
        try:
            result = subprocess.run(
                command, capture_output=True, text=True, timeout=ENGINE_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return f"{' '.join(command)} does not answer within {ENGINE_SECONDS} s"
        if result.returncode != 0:
            return f"{' '.join(command)}: {result.stderr.strip().splitlines()[0]}"
    return why_no_images()


def why_no_images() -> str:
    """The base image that is neither here nor to be had; empty where all are."""
    bases = re.findall(r"^FROM (\S+)", (ROOT / "deploy/Dockerfile").read_text("utf-8"), re.M)
    bases += re.findall(
        r"image: (zookeeper:\S+)", (ROOT / "deploy/compose.yaml").read_text("utf-8")
    )
    for image in bases:
        if docker("image", "inspect", image).returncode != 0:
            pulled = docker("pull", "--quiet", image, seconds=PULL_SECONDS)
            if pulled.returncode != 0:
                reason = pulled.stderr.strip().splitlines()[-1]
                return f"no registry gives {image} ({reason}); tests/docker/images makes a stand-in"
    return ""


def docker(*words: str, seconds: int = PATIENCE_SECONDS) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["docker", *words], capture_output=True, text=True, timeout=seconds, check=False
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[DockerCompose]:
    """The services under a project name of their own, beside those that somebody may have up."""
    reason = why_not()
    if reason:
        pytest.skip(f"needs a Docker engine with compose; {reason}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPOSE_PROJECT_NAME", PROJECT)
        # Docker chooses free ports.
        for port in ("MASTER_PORT", "THRIFT_PORT", "NOTEBOOK_PORT"):
            patch.setenv(port, "0")
        compose = DockerCompose(ROOT, "deploy/compose.yaml", build=True, wait=True)
        # A run that was killed leaves its volumes, with tables in them.
        compose.stop(down=True)
        with compose:
            run(compose, "python", "-c", FIRST_STEPS[0] + FILL)
            yield compose


@pytest.fixture(autouse=True)
def _logs_of_a_failure(request: pytest.FixtureRequest, cluster: DockerCompose) -> Iterator[None]:
    """Print what the servers wrote last if the test fails: later tests remove the containers."""
    failed = request.session.testsfailed
    yield
    if request.session.testsfailed > failed:
        print(compose_command(cluster, "logs", "--no-color", "--timestamps", "--tail", LOG_LINES))


def run(compose: DockerCompose, *command: str) -> str:
    """Standard output of a command in the notebook; it raises when the command fails."""
    output, _ = run_with_errors(compose, *command)
    return output


def run_with_errors(compose: DockerCompose, *command: str) -> tuple[str, str]:
    output, errors, _ = compose.exec_in_container(list(command), "notebook")
    return output, errors


def put(compose: DockerCompose, name: str, content: str) -> None:
    """A file in the notebook's home."""
    run(compose, "python", "-c", f"open({name!r}, 'w').write({content!r})")


def answers(compose: DockerCompose, routes: str = "true,thrift") -> list[object]:
    """The answers through Spark, in modes of the coprocessor, and through Thrift."""
    found = json.loads(run(compose, "python", "-c", ASK, routes).splitlines()[-1])
    assert isinstance(found, list)
    return found


def compose_command(compose: DockerCompose, *words: str) -> str:
    """Output of ``docker compose`` for this project."""
    done = subprocess.run(
        [*compose.compose_command_property, *words], cwd=ROOT, capture_output=True, text=True,
        timeout=PATIENCE_SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def start_again(compose: DockerCompose) -> None:
    compose_command(compose, "up", "--detach", "--wait")


def test_without_the_coprocessor_answers_are_right_and_no_stack_trace_is_shown(
    cluster: DockerCompose,
) -> None:
    output, errors = run_with_errors(cluster, "python", "-c", ASK, "false")
    assert json.loads(output.splitlines()[-1]) == [ANSWER]
    assert not [line for line in errors.splitlines() if re.match(r"\s+at |Caused by", line)]


def test_the_command_deploys_inside_of_the_network(cluster: DockerCompose) -> None:
    run(cluster, "pyspark-hbase", "deploy", "t", "orders")
    [table] = json.loads(run(cluster, "pyspark-hbase", "status", "t", "--json"))
    assert [region["state"] for region in table["handshakes"]] == ["ON"] * 3


def test_the_doctor_finds_nothing(cluster: DockerCompose) -> None:
    levels = [line.split()[0] for line in run(cluster, "pyspark-hbase", "doctor").splitlines()]
    assert set(levels) == {"OK"}


def test_every_route_gives_the_same_answer(cluster: DockerCompose) -> None:
    assert answers(cluster, "require,false,thrift") == [ANSWER] * 3


def test_a_notebook_shows_answers_and_pictures(cluster: DockerCompose) -> None:
    begin, ask = FIRST_STEPS
    put(cluster, "tour.ipynb", notebook("\n".join(begin.splitlines()[:3]), ask))
    command = ("jupyter", "nbconvert", "--to", "notebook", "--execute", "--stdout", "tour.ipynb")
    [_, asked] = json.loads(run(cluster, *command))["cells"]
    [shown] = [output["text"] for output in asked["outputs"] if output.get("name") == "stdout"]
    assert "|area 0|" in "".join(shown)
    [picture] = [output["data"]["text/html"] for output in asked["outputs"] if "data" in output]
    assert "<svg" in "".join(picture)


def test_the_notebook_asks_for_its_token(cluster: DockerCompose) -> None:
    port = compose_command(cluster, "port", "notebook", "8888").strip()
    with urllib.request.urlopen(f"http://{port}/api", timeout=ENGINE_SECONDS) as answer:
        assert set(json.load(answer)) == {"version"}
    for page in ("/api/contents", "/api/kernels", "/api/terminals"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://{port}{page}", timeout=ENGINE_SECONDS)
        assert refused.value.code == 403
    with urllib.request.urlopen(f"http://{port}/lab", timeout=ENGINE_SECONDS) as answer:
        assert "/login" in answer.url


@pytest.mark.parametrize("name", ["master", "region-1", "thrift", "zookeeper"])
def test_each_server_logs_what_it_does(cluster: DockerCompose, name: str) -> None:
    lines = compose_command(cluster, "logs", "--no-log-prefix", name).splitlines()
    assert any("INFO" in line for line in lines)
    assert not any("http.requests" in line for line in lines)


def test_no_answer_is_wrong_while_a_region_server_is_killed(cluster: DockerCompose) -> None:
    put(cluster, "answer.json", json.dumps(ANSWER))
    asking = subprocess.Popen(
        [*cluster.compose_command_property, "exec", "-T", "notebook", "python", "-c", ASK_ON],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert asking.stdout is not None
    assert asking.stdout.readline() == "asking\n"
    compose_command(cluster, "exec", "-T", "region-2", "bash", "-c", KILL_JAVA)
    watch = threading.Timer(PATIENCE_SECONDS, asking.kill)
    watch.start()
    start_again(cluster)
    until = time.monotonic() + 60
    while answers(cluster) != [ANSWER, ANSWER]:
        assert time.monotonic() < until
    run(cluster, "touch", "stop")
    output, _ = asking.communicate()
    watch.cancel()
    asked, errors, wrong = json.loads(output.splitlines()[-1])
    assert asked > 0
    assert wrong == []
    assert all("SPARKSQL_HBASE" in error for error in errors)


def test_a_missing_region_server_does_not_keep_the_master_from_starting(
    cluster: DockerCompose,
) -> None:
    compose_command(cluster, "stop", "region-3")
    compose_command(cluster, "restart", "master")
    compose_command(cluster, "up", "--detach", "--wait", "--no-deps", "master")
    assert answers(cluster) == [ANSWER, ANSWER]
    start_again(cluster)


def test_down_and_up_keep_everything(cluster: DockerCompose) -> None:
    compose_command(cluster, "down")
    start_again(cluster)
    assert answers(cluster, "require,thrift") == [ANSWER, ANSWER]
    assert "tour.ipynb" in run(cluster, "ls")


def test_down_with_volumes_leaves_nothing(cluster: DockerCompose) -> None:
    compose_command(cluster, "down", "--volumes")
    label = f"label=com.docker.compose.project={PROJECT}"
    for what in (("ps", "--all"), ("volume", "ls"), ("network", "ls")):
        assert docker(*what, "--quiet", "--filter", label).stdout == ""
