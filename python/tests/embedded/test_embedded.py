"""The command line of the embedded HBase, and what is said when it cannot start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.embedded._background import down, recorded, up
from pyspark_hbase.embedded._launch import (
    HDFS_VARIABLE,
    JAVA_OPTIONS_VARIABLE,
    JAVA_VARIABLE,
    MAIN_CLASS,
    Options,
    check,
    command,
    needed_extras,
)
from pyspark_hbase.embedded._servers import Servers
from pyspark_hbase.errors import SetupError


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "embedded"
    (folder / "lib").mkdir(parents=True)
    (folder / "embedded-0.1.0.jar").touch()
    monkeypatch.setenv("PYSPARK_HBASE_EMBEDDED", str(folder))
    return folder


def test_every_option_reaches_the_command(home: Path) -> None:
    options = Options(
        name="two", region_servers=3, thrift=True, data=Path("/data"), conf={"a.b": "c d"}
    )
    line = command(options, "--stop-with-stdin")
    assert line[line.index("-cp") + 1] == f"{home}/embedded-0.1.0.jar:{home}/lib/*"
    assert line[line.index(MAIN_CLASS) + 1 :] == [
        *("--name", "two", "--region-servers", "3", "--thrift", "--data", "/data"),
        *("--conf", "a.b=c d", "--stop-with-stdin"),
    ]


def test_web_pages_whose_jars_are_left_out_are_refused(home: Path) -> None:
    port = "hbase.master.info.port"
    with pytest.raises(SetupError, match=f"{port} asks for web pages.*pyspark-hbase status"):
        command(Options(conf={port: "16010"}))
    assert f"{port}=-1" in command(Options(conf={port: "-1"}))
    (home / "lib/jamon-runtime-2.4.1.jar").touch()
    assert f"{port}=16010" in command(Options(conf={port: "16010"}))


@pytest.mark.usefixtures("home")
def test_with_other_jars_the_demo_needs_no_second_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    assert needed_extras() == ()
    monkeypatch.delenv("PYSPARK_HBASE_EMBEDDED")
    assert needed_extras() == ("The embedded HBase",)


@pytest.mark.usefixtures("home")
def test_options_of_its_jvm_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(JAVA_OPTIONS_VARIABLE, raising=False)
    without = command(Options(heap="2g"))
    assert without[1] == "-Xmx2g"
    monkeypatch.setenv(JAVA_OPTIONS_VARIABLE, "-Xint -XX:+UseSerialGC")
    line = command(Options(heap="2g"))
    before = line.index("-cp")
    assert line[before - 2 : before] == ["-Xint", "-XX:+UseSerialGC"]
    assert line[: before - 2] + line[before:] == without


def test_its_java_may_be_another_than_the_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(JAVA_VARIABLE, raising=False)
    clients = command(Options())
    monkeypatch.setenv(JAVA_VARIABLE, "/opt/java-11/bin/java")
    assert command(Options()) == ["/opt/java-11/bin/java", *clients[1:]]


def test_missing_jars_say_where_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYSPARK_HBASE_EMBEDDED", str(tmp_path))
    with pytest.raises(SetupError, match=r"not at .*PYSPARK_HBASE_EMBEDDED.*Unset it"):
        EmbeddedHBase().__enter__()


def test_a_start_needs_a_region_server(home: Path) -> None:
    with pytest.raises(SetupError, match="at least 1, not 0"):
        command(Options(region_servers=0))


def test_addresses_exist_only_while_it_runs() -> None:
    with pytest.raises(SetupError, match="not running"):
        _ = EmbeddedHBase().quorum


def test_a_second_start_tells_the_addresses_of_the_first(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()", MAIN_CLASS], stdin=-1) as first:
        state = {"name": "a", "pid": first.pid, "quorum": "127.0.0.1:1", "thrift": "127.0.0.1:2"}
        (tmp_path / "a.json").write_text(json.dumps(state))
        with pytest.raises(SetupError) as refused:
            up(Options(name="a"), tmp_path)
        first.kill()
    told = f"pid {first.pid}, quorum 127.0.0.1:1, thrift 127.0.0.1:2. Use it; or stop it by "
    assert told + "`python -m pyspark_hbase.embedded down --name a`" in str(refused.value)


def test_a_process_that_is_not_ours_is_forgotten_but_not_stopped(tmp_path: Path) -> None:
    state = {"name": "old", "pid": os.getpid(), "quorum": "127.0.0.1:1"}
    (tmp_path / "old.json").write_text(json.dumps(state))
    [found] = recorded(tmp_path)
    assert not found.alive()
    down(found)
    assert list(recorded(tmp_path)) == []


def test_each_server_has_settings_of_its_own(tmp_path: Path) -> None:
    conf = {"dfs.blocksize": "1m", "hbase.client.pause": "7", "hadoop.security.x": "y"}
    options = Options(region_servers=2, separate_processes=True, hdfs=3, conf=conf)
    servers = Servers(options, tmp_path / "all", dies_with_us=True)
    assert list(servers._servers) == [
        *("zookeeper", "name-node", "data-node-1", "data-node-2", "data-node-3", "master"),
        *("region-server-1", "region-server-2"),
    ]
    assert len({server.port for server in servers._servers.values()}) == 8
    servers._write_settings(tmp_path / "conf", servers._settings(servers._servers["master"]))
    written = {p.name: p.read_text() for p in (tmp_path / "conf").iterdir()}
    for key, file in zip(conf, ("hdfs-site.xml", "hbase-site.xml", "core-site.xml"), strict=True):
        assert [name for name, text in written.items() if key in text] == [file]


@pytest.mark.usefixtures("home")
def test_hdfs_needs_processes_and_jars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match="add --separate-processes"):
        command(Options(hdfs=2))
    with pytest.raises(SetupError, match="hdfs must be at least 0, not -1"):
        command(Options(hdfs=-1))
    monkeypatch.setenv(HDFS_VARIABLE, str(tmp_path))
    options = Options(separate_processes=True, hdfs=2)
    with pytest.raises(SetupError, match=f"{HDFS_VARIABLE} names {tmp_path}.*build.sh up"):
        Servers(options, tmp_path / "all", dies_with_us=True).start()


@pytest.mark.usefixtures("home")
def test_a_folder_of_another_form_of_cluster_is_refused(tmp_path: Path) -> None:
    def refused(options: Options) -> str:
        with pytest.raises(SetupError) as error:
            check(options)
        return str(error.value)

    one, several, on_hdfs = (
        Options(data=tmp_path, separate_processes=apart, hdfs=nodes)
        for apart, nodes in ((False, 0), (True, 0), (True, 2))
    )
    for options in (one, several, on_hdfs):
        check(options)
    (tmp_path / "root").mkdir()
    assert "those of an HBase of one JVM" in refused(several)
    (tmp_path / "root").rmdir()
    (tmp_path / "servers/zookeeper").mkdir(parents=True)
    assert "those of servers in processes of their own" in refused(one)
    assert "are on the local file system" in refused(on_hdfs)
    (tmp_path / "servers/name-node").mkdir()
    assert "are on HDFS" in refused(several)
