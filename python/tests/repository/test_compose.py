"""deploy/ is consistent, as far as that shows without a Docker engine."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
REGION_SERVERS = ("region-1", "region-2", "region-3")
# Of version 5 of the Compose specification, those that we use.
KNOWN = {
    "build",
    "command",
    "depends_on",
    "environment",
    "healthcheck",
    "image",
    "init",
    "ports",
    "restart",
    "stop_grace_period",
    "volumes",
}


def test_the_services_are_those_of_the_readme() -> None:
    assert set(SERVICES) == {"zookeeper", "master", *REGION_SERVERS, "thrift", "notebook"}


@pytest.mark.parametrize("name", SERVICES)
class TestService:
    def test_has_known_keys_only(self, name: str) -> None:
        assert set(SERVICES[name]) <= KNOWN

    def test_listens_on_this_machine_only(self, name: str) -> None:
        for port in SERVICES[name].get("ports", []):
            assert re.fullmatch(r"127\.0\.0\.1:\$\{[A-Z]+_PORT:-(\d+)\}:\1", port)

    def test_can_end_when_it_is_out_of_memory(self, name: str) -> None:
        assert SERVICES[name]["init"] is True

    def test_tells_whether_it_is_healthy(self, name: str) -> None:
        check = SERVICES[name]["healthcheck"]
        assert check["test"][0] == "CMD"
        assert {"interval", "timeout", "retries"} <= set(check)

    def test_has_an_image_of_one_version(self, name: str) -> None:
        assert re.fullmatch(r"[a-z/-]+:\d+\.\d+\.\d+", SERVICES[name]["image"])

    def test_waits_for_healthy_services_that_exist(self, name: str) -> None:
        for needed, how in SERVICES[name].get("depends_on", {}).items():
            assert needed in SERVICES
            assert how == {"condition": "service_healthy"}

    def test_uses_declared_volumes(self, name: str) -> None:
        for volume in SERVICES[name].get("volumes", []):
            assert volume.partition(":")[0] in COMPOSE["volumes"]

    def test_is_built_from_a_stage_that_exists(self, name: str) -> None:
        build = SERVICES[name].get("build")
        if build is not None:
            assert (DEPLOY / build["context"]).resolve() == ROOT
            assert (ROOT / build["dockerfile"]).is_file()
            assert re.search(rf"^FROM \S+ AS {build['target']}$", DOCKERFILE, re.M)


def test_base_images_are_pinned_to_a_patch_release() -> None:
    bases = re.findall(r"^FROM (\S+) AS", DOCKERFILE, re.M)
    assert len(bases) == 2
    assert all(re.search(r":\d+\.\d+\.\d+", base) for base in bases)


def test_no_image_runs_as_root() -> None:
    stages = re.split(r"^FROM ", DOCKERFILE, flags=re.M)[1:]
    assert all("\nUSER hbase\n" in stage for stage in stages)


def test_versions_are_those_of_the_build() -> None:
    project = tomllib.loads((ROOT / "python/pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert SERVICES["notebook"]["image"].endswith(f":{project['version']}")
    [hbase] = re.findall(r"^ARG HBASE_VERSION=(\S+)$", DOCKERFILE, re.M)
    assert SERVICES["master"]["image"].endswith(f":{hbase}")
    pom = (ROOT / "jvm/pom.xml").read_text(encoding="utf-8")
    assert f"<hbase.version>{hbase}-hadoop3</hbase.version>" in pom


def test_what_the_images_copy_is_let_through() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    for source in re.findall(r"^COPY (?!--from)(\S+)", DOCKERFILE, re.M):
        assert any(source.startswith(line[1:]) for line in ignored if line.startswith("!")), source


@pytest.mark.parametrize("name", ["master", *REGION_SERVERS])
def test_servers_go_by_the_names_that_others_can_resolve(name: str) -> None:
    [hostname] = [word for word in SERVICES[name]["command"] if "hostname=" in word]
    assert hostname.partition("=")[2] == name


def test_hbase_is_configured_for_these_services() -> None:
    site = ElementTree.parse(DEPLOY / "conf/hbase-site.xml").getroot()
    conf = {p.findtext("name"): p.findtext("value") for p in site.iter("property")}
    assert conf["hbase.zookeeper.quorum"] in SERVICES
    assert conf["hbase.rootdir"] == "file:///hbase/data"
    for name in ("master", *REGION_SERVERS, "notebook"):
        assert "hbase-data:/hbase/data" in SERVICES[name]["volumes"]
    wait = "hbase.master.wait.on.regionservers"
    assert conf[f"{wait}.maxtostart"] == str(len(REGION_SERVERS))
    assert f"{wait}.mintostart" not in conf


def test_all_volumes_of_zookeeper_have_a_name() -> None:
    folders = {volume.partition(":")[2] for volume in SERVICES["zookeeper"]["volumes"]}
    assert folders == {"/data", "/datalog", "/logs"}


def test_each_image_is_built_by_one_service() -> None:
    built = [service["image"] for service in SERVICES.values() if "build" in service]
    assert len(built) == len(set(built)) == 2


def test_the_job_of_the_readme_is_yaml_of_a_job() -> None:
    page = (DEPLOY / "README.md").read_text(encoding="utf-8")
    [job] = re.findall(r"\n\n( {6}apiVersion:.*?)\n\n", page, re.S)
    parsed = yaml.safe_load(job)
    assert parsed["kind"] == "Job"
    [container] = parsed["spec"]["template"]["spec"]["containers"]
    assert container["image"] == SERVICES["notebook"]["image"]
    assert container["command"][:2] == ["pyspark-hbase", "deploy"]
