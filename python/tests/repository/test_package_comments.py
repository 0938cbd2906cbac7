"""Each package says in one paragraph what it does: docs/ARCHITECTURE.md leaves it to them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from syntax_trees import syntax_tree

from tracked_files import javadoc, tracked

WORDS: Final = 12
SOURCES: Final = re.compile(
    r"jvm/\w+/src/main/(java|scala|(?:scala|spark)-[\d.-]+)/.*\.(java|scala)$"
)
LINE_OF_SPARK: Final = re.compile(r"/src/main/(?:scala|spark)-[\d.-]+/")
"""A folder with the part of a package for a line of Spark or a Scala; the comment is elsewhere."""
COMMENTS: Final = ("package-info.java", "package.scala")


def comment_of_java(folder: str, files: dict[str, str]) -> str:
    for name in COMMENTS:
        for _, comment in javadoc(files.get(f"{folder}/{name}", "")):
            return comment
    return ""


def comment_of_python(folder: str, files: dict[str, str]) -> str:
    return ast.get_docstring(syntax_tree(files.get(f"{folder}/__init__.py", ""))) or ""


def silent(files: dict[str, str]) -> Iterator[str]:
    """Yield the packages whose comment is absent, or has fewer words than a sentence needs."""
    sources = filter(SOURCES.match, files)
    java = {str(Path(LINE_OF_SPARK.sub("/src/main/scala/", name)).parent) for name in sources}
    python = {
        str(Path(name).parent)
        for name in files
        if name.startswith("python/src/pyspark_hbase/") and name.endswith(".py")
    }
    comments = {folder: comment_of_java(folder, files) for folder in java}
    comments |= {folder: comment_of_python(folder, files) for folder in python}
    for folder, comment in sorted(comments.items()):
        if len(comment.split()) < WORDS:
            yield f"{folder}: {comment}"


def test_every_package_says_what_it_does() -> None:
    assert list(silent(tracked())) == []


def test_silent_packages_are_found() -> None:
    files = {
        "jvm/a/src/main/java/x/A.java": "class A {}",
        "jvm/a/src/main/java/y/package-info.java": f"/** {'word ' * WORDS}. */\npackage y;",
        "jvm/a/src/main/java/y/B.java": "class B {}",
        "python/src/pyspark_hbase/_z/__init__.py": '"""Too short."""',
        "python/src/pyspark_hbase/_z/c.py": "",
    }
    assert list(silent(files)) == [
        "jvm/a/src/main/java/x: ",
        "python/src/pyspark_hbase/_z: Too short.",
    ]
