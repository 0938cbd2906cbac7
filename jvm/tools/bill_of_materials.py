"""Puts licences, notices and bills of materials (CycloneDX) into the jars and the wheels.

Usage: ``python bill_of_materials.py JAR_FOLDER EMBEDDED_FOLDER``, after Maven has packaged. The
``pom.xml`` of module ``dist`` says what each jar includes, ``target/bom.json`` of the CycloneDX
plugin describes it, and ``target/dependencies.txt`` says where its own jar lies. Every jar of the
folder that has none yet gets ``META-INF/LICENSE``, ``META-INF/NOTICE``,
``META-INF/licenses/<artifact>.txt`` and ``META-INF/sbom/pyspark-hbase.cdx.json``; the folder gets
``pyspark-hbase.cdx.json`` for the wheel. The folder of the embedded HBase has jars of others as
they are, and gets a bill that lists them.
The same inputs give the same bytes: no times, no random numbers, because region servers tell jars
apart by their digest.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

ROOT: Final = Path(__file__).parents[2]
OWN_GROUP: Final = "pyspark-hbase"
BILL: Final = "pyspark-hbase.cdx.json"
APACHE: Final = "Apache-2.0"

LEFT_OUT: Final = re.compile(
    r"org\.eclipse\.jetty|org\.glassfish\.|jakarta\.|org\.jvnet|org\.apache\.httpcomponents|"
    r"org\.apache\.commons:commons-math3"
)
"""Parts of bundled jars that the filters of dist/pom.xml do not let through."""

_MAVEN: Final = "{http://maven.apache.org/POM/4.0.0}"
_RESOLVED: Final = re.compile(r"^\s+([^:\s]+:[^:\s]+):jar:[^:\s]+:\w+:(\S+\.jar)", re.M)
_PROPERTIES: Final = re.compile(r"META-INF/maven/([^/]+)/([^/]+)/pom\.properties")
_LICENSE: Final = re.compile(r"(?i)(^|/)licen[cs]e[^/]*$")
_PROPERTY: Final = re.compile(r"\$\{[^}]+\}")
_BILL_OF_JAR: Final = f"META-INF/sbom/{BILL}"
_LONG_AGO: Final = (1980, 2, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Artifact:
    """A jar of others that one of ours includes."""

    name: str
    """``group:artifact``."""
    description: dict[str, Any]
    """By the CycloneDX plugin."""
    file: Path

    @property
    def is_apache_licensed(self) -> bool:
        """Tells whether it has the licence of this project, and no other."""
        return [each["license"].get("id") for each in self.description["licenses"]] == [APACHE]

    def text(self, kind: str) -> str | None:
        """Its own ``META-INF/LICENSE`` or ``NOTICE``."""
        with zipfile.ZipFile(self.file) as jar:
            name = f"META-INF/{kind}"
            return jar.read(name).decode() if name in jar.namelist() else None

    def component(self) -> dict[str, Any]:
        """It and what it includes itself."""
        parts = [_library(name, version) for name, version in self._parts()]
        return self.description | ({"components": parts} if parts else {})

    def _parts(self) -> list[tuple[str, str]]:
        found = set()
        with zipfile.ZipFile(self.file) as jar:
            for entry in jar.namelist():
                match = _PROPERTIES.fullmatch(entry)
                name = f"{match[1]}:{match[2]}" if match else self.name
                if name != self.name and not LEFT_OUT.match(name):
                    lines = jar.read(entry).decode().splitlines()
                    found.add((name, dict(line.partition("=")[::2] for line in lines)["version"]))
        return sorted(found)


def bundled(module: Path) -> dict[str, list[Artifact]]:
    """File names of our jars, with ``*`` for the line of Spark, and what of others is in each."""
    described = {
        f"{each['group']}:{each['name']}": each
        for each in json.loads((module / "target/bom.json").read_text())["components"]
    }
    files = dict(_RESOLVED.findall((module / "target/dependencies.txt").read_text()))
    jars = {}
    for execution in ElementTree.parse(module / "pom.xml").iter(f"{_MAVEN}execution"):
        output = execution.find(f"{_MAVEN}configuration/{_MAVEN}outputFile")
        if output is not None and output.text:
            names = [str(each.text) for each in execution.iter(f"{_MAVEN}include")]
            others = sorted(n for n in names if not n.startswith(f"{OWN_GROUP}:"))
            jars[_PROPERTY.sub("*", output.text.rpartition("/")[2])] = [
                Artifact(name, described[name], Path(files[name])) for name in others
            ]
    return jars


def complete(jar: Path, version: str, artifacts: list[Artifact]) -> dict[str, Any]:
    """Add what a jar has to say of others to it, once; returns its bill of materials."""
    with zipfile.ZipFile(jar) as opened:
        if _BILL_OF_JAR in opened.namelist():
            described: dict[str, Any] = json.loads(opened.read(_BILL_OF_JAR))
            return described
    own_license = (ROOT / "LICENSE").read_text()
    notices = [(ROOT / "NOTICE").read_text(), *(a.text("NOTICE") for a in artifacts)]
    entries = {
        "META-INF/LICENSE": own_license,
        "META-INF/NOTICE": "\n".join(f"{text.strip()}\n" for text in notices if text),
    }
    for artifact in artifacts:
        short = artifact.name.partition(":")[2]
        ours = ROOT / f"jvm/dist/licenses/{short}.txt"
        text = ours.read_text() if ours.exists() else artifact.text("LICENSE") or own_license
        if not ours.exists() and not artifact.is_apache_licensed:
            raise SystemExit(f"{ours} is missing: the licence of {short}, which is not Apache's.")
        entries[f"META-INF/licenses/{short}.txt"] = text
    subject = _library(f"{OWN_GROUP}:{jar.stem}", version)
    bill = _bill(subject, [artifact.component() for artifact in artifacts])
    entries[_BILL_OF_JAR] = _json(bill)
    with zipfile.ZipFile(jar, "a") as opened:
        twice = entries.keys() & set(opened.namelist())
        if twice:
            raise SystemExit(f"{jar} has {', '.join(sorted(twice))} already; package it anew.")
        for name, text in sorted(entries.items()):
            info = zipfile.ZipInfo(name, _LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            opened.writestr(info, text)
    return bill


def of_wheel(project: dict[str, Any], pins: dict[str, str], jars: Iterable[dict[str, Any]]) -> str:
    """The wheel's: its jars, and what it asks for in the versions that the tests run with."""
    optional = project["optional-dependencies"]
    required = {_requirement(text) for text in project["dependencies"]}
    extras = {_requirement(text) for texts in optional.values() for text in texts}
    libraries = [
        {
            "type": "library",
            "name": name,
            "version": pins[name],
            "purl": f"pkg:pypi/{name}@{pins[name]}",
            "bom-ref": f"pkg:pypi/{name}@{pins[name]}",
            "scope": "required" if name in required else "optional",
        }
        for name in sorted((required | extras) - {project["name"]})
        if name in pins
    ]
    included = [bill["metadata"]["component"] | {"components": bill["components"]} for bill in jars]
    return _json(_bill(_project(project), [*included, *libraries]))


def of_embedded(project: dict[str, Any], folder: Path) -> str:
    """The embedded HBase's wheel: jars of others, whose licences are inside or beside them."""
    described = {
        f"{each['name']}-{each['version']}.jar": each
        for each in json.loads((ROOT / "jvm/embedded/target/bom.json").read_text())["components"]
    }
    components = []
    for file in sorted((folder / "lib").glob("*.jar")):
        component = described.get(file.name)
        if component is None:
            raise SystemExit(f"{file} is of another build: remove jvm/embedded/target, build anew.")
        text = ROOT / f"python/embedded/licenses/{component['name']}.txt"
        if not (_is_apache(component) or _has_license(file) or text.exists()):
            raise SystemExit(
                f"{text} is missing: the licence of {file.name}, which has none inside."
            )
        components.append(component)
    return _json(_bill(_project(project), components))


def _is_apache(component: dict[str, Any]) -> bool:
    return any("Apache" in json.dumps(each) for each in component.get("licenses", ()))


def _has_license(file: Path) -> bool:
    with zipfile.ZipFile(file) as jar:
        return any(_LICENSE.search(name) for name in jar.namelist())


def _project(project: dict[str, Any]) -> dict[str, Any]:
    reference = f"pkg:pypi/{project['name']}@{project['version']}"
    return {
        "type": "library",
        "name": project["name"],
        "version": project["version"],
        "purl": reference,
        "bom-ref": reference,
        "licenses": [{"license": {"id": project["license"]}}],
    }


def _bill(subject: dict[str, Any], components: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": subject},
        "components": components,
    }


def _library(name: str, version: str) -> dict[str, Any]:
    group, _, artifact = name.partition(":")
    purl = f"pkg:maven/{group}/{artifact}@{version}"
    library = {"type": "library", "group": group, "name": artifact, "version": version}
    return library | {"purl": purl}


def _requirement(text: str) -> str:
    """The name in ``happybase==1.3.0`` or ``pyspark-hbase[thrift]``."""
    return re.split(r"[^A-Za-z0-9._-]", text, maxsplit=1)[0].lower()


def _json(bill: dict[str, Any]) -> str:
    return json.dumps(bill, indent=1) + "\n"


def main(folder: Path, embedded: Path) -> None:
    """Complete the jars of ``folder``; describe those of ``embedded``."""
    project = _read_project("python")
    lines = (ROOT / "python/requirements-dev.txt").read_text().splitlines()
    pins = dict(line.lower().split("==") for line in lines if "==" in line)
    bills = [
        complete(jar, project["version"], artifacts)
        for name, artifacts in bundled(ROOT / "jvm/dist").items()
        for jar in sorted(folder.glob(name))
    ]
    (folder / BILL).write_text(of_wheel(project, pins, bills))
    project = _read_project("python/embedded")
    (embedded / f"{project['name']}.cdx.json").write_text(of_embedded(project, embedded))


def _read_project(folder: str) -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / folder / "pyproject.toml").read_text())[
        "project"
    ]
    return project


if __name__ == "__main__":
    if len(sys.argv) != 3:  # noqa: PLR2004  (the two arguments)
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
