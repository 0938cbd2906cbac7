"""The rooms of the package: which of them may import which."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest
from syntax_trees import syntax_tree

SOURCES: Final = Path(__file__).parents[2] / "src"
PACKAGE: Final = "pyspark_hbase"

PUBLIC: Final = {
    "_text": "errors",
    "_codec": "codec_error packed row_key types values",
    "_planning": "expressions functions table_schema",
    "_execution": "gateway plan result",
    "_queries": "connection datasource query",
}
"""Public modules stand in the root for their names, and belong to a room."""

ARROWS: Final = {
    "_text": "",
    "_codec": "_text",
    "_schema": "_codec _text",
    "_thrift": "_schema _text",
    "_planning": "_codec _schema _text _thrift",
    "_frames": "_codec _planning _text",
    "_spark": "_text",
    "_execution": "_codec _frames _planning _schema _spark _text _thrift",
    "_translation": "_codec _execution _frames _planning _text",
    "_queries": "_codec _execution _planning _translation _text _thrift",
    "_explain": "_text",
    "sql": "_spark _text",
    "admin": "_codec _execution _planning _spark _text sql",
    "shell": "_execution _planning _queries _text _thrift admin sql",
    "embedded": "_spark _text",
    "": "_execution _explain _planning _queries _spark _text",
    "demo": "_execution _explain _planning _text embedded",
    "cli": "_codec _explain _planning _queries _schema _spark _text admin demo",
}
"""The rooms that each room may import, lowest first. The root has no name here."""


def room_of(module: str) -> str:
    first = module.partition(".")[0]
    return next((room for room, names in PUBLIC.items() if first in names.split()), first)


def imports(file: Path) -> Iterator[str]:
    """Modules of the package that a file imports, in functions and for types too."""
    for node in ast.walk(syntax_tree(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                found = [name.name for name in names]
            case ast.ImportFrom(module, names) if module == PACKAGE:
                found = [f"{PACKAGE}.{name.name}" for name in names]
            case ast.ImportFrom(module):
                found = [module or ""]
            case _:
                continue
        yield from (name.removeprefix(f"{PACKAGE}.") for name in found if is_ours(name))


def is_ours(name: str) -> bool:
    return name.startswith(f"{PACKAGE}.") and not name.startswith(f"{PACKAGE}._proto")


def arrows(sources: Path) -> dict[tuple[str, str], list[str]]:
    """Pairs of rooms, the second imported by the first, with the modules that do it."""
    found: dict[tuple[str, str], list[str]] = {}
    for file in sorted((sources / PACKAGE).rglob("*.py")):
        module = ".".join(file.relative_to(sources / PACKAGE).with_suffix("").parts)
        if module.startswith("_proto"):
            continue
        start = "" if module == "__init__" else room_of(module.removesuffix(".__init__"))
        for name in imports(file):
            if (end := room_of(name)) != start:
                found.setdefault((start, end), []).append(module)
    return found


def unlisted(sources: Path, allowed: Mapping[str, str]) -> list[str]:
    return [
        f"{start or 'root'} -> {end}: {', '.join(modules)}"
        for (start, end), modules in sorted(arrows(sources).items())
        if end not in allowed.get(start, "").split()
    ]


def test_rooms_import_only_what_is_listed() -> None:
    assert unlisted(SOURCES, ARROWS) == []


def test_every_listed_arrow_is_there() -> None:
    there = arrows(SOURCES)
    listed = [(start, end) for start, ends in ARROWS.items() for end in ends.split()]
    assert [arrow for arrow in listed if arrow not in there] == []


def test_the_list_has_no_circle() -> None:
    done: set[str] = set()
    for room, ends in ARROWS.items():
        assert set(ends.split()) <= done, f"{room} comes before {set(ends.split()) - done}"
        done.add(room)


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Sets of modules that import each other, directly or by way of others."""
    reached = {module: reach(graph, module) for module in graph}
    found: list[set[str]] = []
    for module in graph:
        circle = {other for other in reached[module] if module in reached.get(other, ())}
        if circle and circle not in found:
            found.append(circle)
    return found


def reach(graph: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return seen


def modules(sources: Path) -> dict[str, set[str]]:
    """The modules that each module imports, in functions and for types too.

    The root is left out: it shows names of all rooms, and rooms ask it for its version only.
    """
    root = sources / PACKAGE
    files = {
        ".".join((PACKAGE, *file.relative_to(root).with_suffix("").parts)): file
        for file in root.rglob("*.py")
    }
    files = {name.removesuffix(".__init__"): file for name, file in files.items()}
    del files[PACKAGE]
    return {name: set(_imported(file, files)) - {name} for name, file in files.items()}


def _imported(file: Path, files: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(syntax_tree(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module, names):
                whole = [f"{module}.{name.name}" for name in names]
                yield from (name if name in files else str(module) for name in whole)


def test_no_modules_import_each_other() -> None:
    assert circles(modules(SOURCES)) == []


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}
    assert circles(graph) == [{"b", "c"}]


def test_the_root_has_public_modules_only() -> None:
    names = {file.stem for file in (SOURCES / PACKAGE).glob("*.py")}
    listed = {name for public in PUBLIC.values() for name in public.split()}
    assert names == {"__init__", *listed}


def test_tests_stand_beside_what_they_test() -> None:
    """A test of a public module stands in the module's room."""
    tests = SOURCES.parent / "tests"
    there = {file.relative_to(tests).parts[0] for file in tests.rglob("test_*.py")}
    assert there <= {*ARROWS, "repository"}


def test_tests_share_helpers_and_not_each_other() -> None:
    """Only one of pytest's ways to import finds a test from another; helpers are in support."""
    tests = SOURCES.parent / "tests"
    imports = [
        f"{file.relative_to(tests)}: {line}"
        for file in sorted(tests.rglob("*.py"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.lstrip().startswith(("from test_", "import test_"))
    ]
    assert imports == []


@pytest.mark.parametrize(
    "line", ["from pyspark_hbase import connection", "    import pyspark_hbase._queries.recent"]
)
def test_a_new_arrow_is_found(tmp_path: Path, line: str) -> None:
    planted = tmp_path / PACKAGE / "_codec" / "planted.py"
    planted.parent.mkdir(parents=True)
    planted.write_text(f"def value() -> None:\n    pass\n\n\nif True:\n    {line.strip()}\n")
    assert unlisted(tmp_path, ARROWS) == ["_codec -> _queries: _codec.planted"]
