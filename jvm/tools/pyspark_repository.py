"""Lays the jars of the installed PySpark out as a Maven repository of links.

The Spark module compiles against exactly the jars it will run beside, because the matching
``spark-sql`` artifact is not published for every PySpark release. Each jar becomes one artifact
``pyspark.jars:<file name without .jar>:<pyspark version>``, and ``pyspark.jars:all`` is a pom that
depends on all of them. Those of Spark come first: a class loader searches jar by jar, and Spark
reads classes of its own for every job.

Usage: ``python pyspark_repository.py TARGET_DIRECTORY`` (idempotent; prints the PySpark version).
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.sax.saxutils import escape

GROUP = "pyspark.jars"


def _pom(artifact: str, version: str, packaging: str, dependencies: list[str]) -> str:
    lines = [
        '<project xmlns="http://maven.apache.org/POM/4.0.0">',
        "<modelVersion>4.0.0</modelVersion>",
        f"<groupId>{GROUP}</groupId><artifactId>{escape(artifact)}</artifactId>",
        f"<version>{escape(version)}</version><packaging>{packaging}</packaging>",
    ]
    if dependencies:
        lines.append("<dependencies>")
        lines += [
            f"<dependency><groupId>{GROUP}</groupId><artifactId>{escape(name)}</artifactId>"
            f"<version>{escape(version)}</version></dependency>"
            for name in dependencies
        ]
        lines.append("</dependencies>")
    lines.append("</project>")
    return "\n".join(lines)


def _place(jar: Path) -> tuple[bool, str]:
    return not jar.name.startswith(("spark-", "scala-library-")), jar.name


def lay_out(target: Path) -> str:
    """Create the repository below ``target`` and return the PySpark version it serves."""
    import pyspark  # noqa: PLC0415  (only this function needs it; the rest is importable without)

    version = str(pyspark.__version__)
    jars = sorted((Path(pyspark.__file__).parent / "jars").glob("*.jar"), key=_place)
    if not jars:
        raise SystemExit(
            "the installed pyspark has no jars folder; install the full 'pyspark' package"
        )
    root = target / Path(*GROUP.split("."))
    for jar in jars:
        folder = root / jar.stem / version
        folder.mkdir(parents=True, exist_ok=True)
        link = folder / f"{jar.stem}-{version}.jar"
        if link.is_symlink() and not link.exists():
            link.unlink()
        if not link.exists():
            link.symlink_to(jar)
        (folder / f"{jar.stem}-{version}.pom").write_text(_pom(jar.stem, version, "jar", []))
    folder = root / "all" / version
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"all-{version}.pom").write_text(_pom("all", version, "pom", [j.stem for j in jars]))
    return version


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004  (the one argument)
        raise SystemExit(__doc__)
    print(lay_out(Path(sys.argv[1])))
