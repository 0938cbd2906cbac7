"""Lays the two jars out as a Maven repository, for ``--packages`` and for builds.

Usage: ``python maven_repository.py JAR_FOLDER TARGET_DIRECTORY``. The poms have no dependencies:
the jars hold what they need.
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
GROUP: Final = "pyspark-hbase"
ARTIFACTS: Final = {
    "pyspark-hbase-spark_2.13": "pyspark-hbase-spark.jar",
    "pyspark-hbase-region-server": "pyspark-hbase-region-server.jar",
}

_POM: Final = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>{group}</groupId>
  <artifactId>{artifact}</artifactId>
  <version>{version}</version>
  <licenses><license><name>Apache-2.0</name></license></licenses>
</project>
"""


def lay_out(jars: Path, target: Path) -> None:
    """Create the repository below ``target``."""
    project = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]
    version = project["version"]
    for artifact, jar in ARTIFACTS.items():
        folder = target / GROUP / artifact / version
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(jars / jar, folder / f"{artifact}-{version}.jar")
        pom = _POM.format(group=GROUP, artifact=artifact, version=version)
        (folder / f"{artifact}-{version}.pom").write_text(pom)


if __name__ == "__main__":
    if len(sys.argv) != 3:  # noqa: PLR2004  (two arguments)
        raise SystemExit(__doc__)
    lay_out(Path(sys.argv[1]), Path(sys.argv[2]))
