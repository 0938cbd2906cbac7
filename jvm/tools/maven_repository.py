"""Lays the jars out as a Maven repository, for ``--packages`` and for builds.

Usage: ``python maven_repository.py JAR_FOLDER TARGET_DIRECTORY``. A jar of a line of Spark depends
on the common one; nothing else has dependencies, because the jars hold what they need.
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
GROUP: Final = "pyspark-hbase"
COMMON: Final = "pyspark-hbase-common"
OF_A_LINE: Final = "pyspark-hbase-spark-"

_POM: Final = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>{group}</groupId>
  <artifactId>{artifact}</artifactId>
  <version>{version}</version>
  <licenses><license><name>Apache-2.0</name></license></licenses>
{dependencies}</project>
"""
_DEPENDENCIES: Final = f"""\
  <dependencies>
    <dependency>
      <groupId>{GROUP}</groupId>
      <artifactId>{COMMON}</artifactId>
      <version>{{version}}</version>
    </dependency>
  </dependencies>
"""


def lay_out(jars: Path, target: Path) -> None:
    """Create the repository below ``target``."""
    project = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]
    version = project["version"]
    for jar in sorted(jars.glob("*.jar")):
        artifact = jar.stem
        folder = target / GROUP / artifact / version
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(jar, folder / f"{artifact}-{version}.jar")
        needs = _DEPENDENCIES.format(version=version) if artifact.startswith(OF_A_LINE) else ""
        pom = _POM.format(group=GROUP, artifact=artifact, version=version, dependencies=needs)
        (folder / f"{artifact}-{version}.pom").write_text(pom)


if __name__ == "__main__":
    if len(sys.argv) != 3:  # noqa: PLR2004  (two arguments)
        raise SystemExit(__doc__)
    lay_out(Path(sys.argv[1]), Path(sys.argv[2]))
