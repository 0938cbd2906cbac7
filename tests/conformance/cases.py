"""Reads the ``.test`` files; README.md of this folder describes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "cases"
_DIRECTIVES: Final = ("pushed", "not pushed", "stays", "ordered", "needs extensions")


@dataclass(frozen=True, slots=True)
class Case:
    """One query and what must be true of it, besides the answer being Spark's."""

    name: str
    sql: str
    ordered: bool = False
    needs_extensions: bool = False
    pushed: tuple[str, ...] = ()
    not_pushed: tuple[str, ...] = ()
    stays: tuple[str, ...] = ()
    expected: tuple[str, ...] | None = field(default=None)


def load() -> list[Case]:
    """Every case of every file, in the order of the files."""
    return [case for path in sorted(FOLDER.rglob("*.test")) for case in _file(path)]


def _file(path: Path) -> list[Case]:
    name = str(path.relative_to(FOLDER).with_suffix(""))
    blocks = [block for block in path.read_text().split("\n\n") if _has_sql(block)]
    return [_case(f"{name}:{number}", block) for number, block in enumerate(blocks, 1)]


def _has_sql(block: str) -> bool:
    return any(line and not line.startswith("--") for line in block.splitlines())


def _case(name: str, block: str) -> Case:
    query, separator, rows = block.partition("\n----\n")
    sql = []
    found: dict[str, list[str]] = {directive: [] for directive in _DIRECTIVES}
    for line in query.strip().splitlines():
        directive, colon, value = line.removeprefix("-- ").partition(":")
        if line.startswith("-- ") and colon and directive in found:
            found[directive].append(value.strip())
        elif not line.startswith("--"):
            sql.append(line)
    return Case(
        name=name,
        sql="\n".join(sql),
        ordered=bool(found["ordered"]),
        needs_extensions=bool(found["needs extensions"]),
        pushed=tuple(found["pushed"]),
        not_pushed=tuple(found["not pushed"]),
        stays=tuple(found["stays"]),
        expected=tuple(rows.rstrip("\n").splitlines()) if separator else None,
    )
