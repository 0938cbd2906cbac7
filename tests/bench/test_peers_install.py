import json
import os
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from peers import cpu
from peers.artifacts import pom
from peers.bench import java_command, python_command, request
from peers.cluster import heap_gigabytes
from peers.peer import CannotRunError
from peers.process import Worker
from peers.queries import queries
from peers.systems.hbase_spark import days
from peers.systems.phoenix import without_doubles

ECHO = """
import sys
print('{"ready": true}', flush=True)
for line in sys.stdin:
    print(line.strip() if "seconds" in line else '{"error": "what?"}', flush=True)
"""


def test_a_pom_pins_each_artifact_and_may_leave_out_what_they_need():
    name = "{http://maven.apache.org/POM/4.0.0}"
    alone = ET.fromstring(pom(["g:a:1", "g:b:2"], transitive=False))

    versions = [found.text for found in alone.iter(f"{name}version")]
    assert versions[1:] == ["1", "2"]
    assert len(list(alone.iter(f"{name}exclusion"))) == 2
    assert not list(ET.fromstring(pom(["g:a:1"], transitive=True)).iter(f"{name}exclusion"))


def test_phoenix_brings_no_second_hbase_and_no_second_version():
    jars = ["hbase-client-2.5.10-hadoop3.jar", "gson-2.9.0.jar", "phoenix-core-client-5.2.1.jar"]
    jars += ["phoenix-hbase-compat-2.6.0-5.2.1.jar"]
    present = [Path("gson-2.8.9.jar"), Path("hbase-client-2.6.4-hadoop3.jar")]

    assert [jar.name for jar in without_doubles(list(map(Path, jars)), present)] == jars[2:]


def test_a_java_worker_gets_its_class_path():
    command = java_command([Path("a.jar"), Path("b")], "peers.Main", "quorum")

    assert command[-4:] == ["-cp", "a.jar:b", "peers.Main", "quorum"]


def test_a_python_worker_is_a_module_of_its_interpreter():
    assert python_command(Path("/p"), "spark_worker", "way") == [
        *("/p", "-m", "peers.workers.spark_worker", "way")
    ]


def test_every_query_names_only_columns_of_its_table():
    for query in queries(0.5):
        names = {name for name, _ in query.table.columns}
        assert set(query.columns) <= names
        assert set(query.table.key) <= names
        assert "{" not in request(query, "t")["sql"]


def test_date_literals_become_days():
    assert days("d >= DATE '1994-01-01' AND d < DATE '1970-01-02'") == "d >= 8766 AND d < 1"


def test_the_heap_grows_with_the_tables_and_their_columns():
    assert heap_gigabytes(0) == 1
    assert heap_gigabytes(3 * 2**30) == 6
    assert heap_gigabytes(3 * 2**30, 0.1 * 2**30) == 6
    assert heap_gigabytes(3 * 2**30, 2**30) == 23


def test_cpu_time_of_this_process_grows():
    before = cpu.of_tree(os.getpid())
    while cpu.of_tree(os.getpid()) == before:
        sum(range(100_000))
    assert cpu.of_tree(os.getpid()) - before < 60


def test_a_worker_answers_and_reports_errors(tmp_path):
    with Worker([sys.executable, "-c", ECHO], tmp_path / "log") as worker:
        reply = worker.ask(seconds=1.5, rows=[[1, None]])

        assert (reply.seconds, reply.rows) == (1.5, [[1, None]])
        with pytest.raises(CannotRunError, match="what"):
            worker.ask(sql="?")


def test_a_worker_that_ends_shows_the_end_of_its_log(tmp_path):
    program = "import sys; sys.exit('no such jar')"

    with (
        pytest.raises(CannotRunError, match="its process ended: no such jar"),
        Worker([sys.executable, "-c", program], tmp_path / "log"),
    ):
        pass


def test_requests_are_json():
    assert json.loads(json.dumps(request(queries(1)[0], "t")))["query"] == "count"
