"""One name, one class: a name of a class says which one is meant, whatever module it is in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final

from tracked_files import tracked

CLASS: Final = re.compile(
    r"jvm/\w+/src/main/(?:java|scala|((?:spark|scala)-[\d.-]+))/.*/(\w+)\.(?:java|scala)$"
)


def twice(names: Iterable[str]) -> dict[str, list[str]]:
    """Classes of one name, each by its folder."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        if (found := CLASS.match(name)) and found[2] != "package":
            folder = str(PurePosixPath(name).parent)
            # Each line of Spark, or each Scala, has a class of that name in one package.
            folder = folder.replace(found[1], "scala") if found[1] else folder
            if folder not in places[found[2]]:
                places[found[2]].append(folder)
    return {name: folders for name, folders in places.items() if len(folders) > 1}


def test_no_two_classes_have_one_name() -> None:
    assert twice(tracked()) == {}


def test_equal_names_are_found() -> None:
    files = [
        "jvm/a/src/main/java/x/Rows.java",
        "jvm/b/src/main/scala/y/Rows.scala",
        "jvm/b/src/test/scala/y/Rows.scala",
        "jvm/b/src/main/scala/y/package.scala",
        "jvm/b/src/main/scala/z/package.scala",
        "jvm/b/src/main/spark-4.2/y/Shim.scala",
        "jvm/b/src/main/spark-4.3/y/Shim.scala",
    ]
    assert twice(files) == {"Rows": ["jvm/a/src/main/java/x", "jvm/b/src/main/scala/y"]}
