"""Reads and writes tests/conformance/capabilities: what runs in the region servers, by example.

A file is a section of docs/PUSHDOWN.md: a head, then blocks separated by blank lines::

    title: Arithmetic
    ask: SELECT {}, count(*) FROM kinds GROUP BY ALL

    construct: round
    note: of numbers
    yes: round(d, 1)
    no: round(i, -1) -- function round is not implemented in the region server

An example is an expression, which ``ask`` makes a query of, or a query. tests/conformance/README.md
says what the claim before it can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "tests" / "conformance" / "capabilities"

YES: Final = "yes"
NO: Final = "no"
PARTLY: Final = "partly"
ANSI_ONLY: Final = "ansi only"
LEGACY_ONLY: Final = "legacy only"

_HEAD: Final = ("title", "ask", "layout")
_SEPARATOR: Final = " -- "


@dataclass(frozen=True, slots=True)
class Example:
    """A use of a construct, and what is claimed of it."""

    claim: str
    sql: str
    reason: str = ""
    """The reason why it is not pushed down, as EXPLAIN shows it."""

    @property
    def is_query(self) -> bool:
        """A whole statement rather than an expression."""
        return self.sql.startswith(("SELECT ", "CREATE "))


@dataclass(frozen=True, slots=True)
class Construct:
    """Something that SQL can say."""

    name: str
    examples: tuple[Example, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One file."""

    name: str
    title: str
    constructs: tuple[Construct, ...]
    ask: str = ""
    layout: str = "list"

    @property
    def examples(self) -> list[Example]:
        """The examples of all constructs, in order."""
        return [example for construct in self.constructs for example in construct.examples]

    def query(self, example: Example) -> str:
        """The statement that shows an example."""
        return example.sql if example.is_query else self.ask.format(example.sql)

    def with_examples(self, examples: list[Example]) -> Section:
        """Return the section with other claims; ``examples`` are as many, in the same order."""
        left = iter(examples)
        constructs = tuple(
            replace(construct, examples=tuple(next(left) for _ in construct.examples))
            for construct in self.constructs
        )
        return replace(self, constructs=constructs)


def load() -> dict[str, Section]:
    """All sections by the name of their file."""
    return {path.stem: parse(path.stem, path.read_text()) for path in sorted(FOLDER.glob("*.txt"))}


def parse(name: str, text: str) -> Section:
    """One section."""
    head, *blocks = text.strip().split("\n\n")
    values = dict(_pairs(head))
    unknown = values.keys() - set(_HEAD)
    if unknown or "title" not in values:
        raise ValueError(f"{name}: a section begins with its title; unknown: {sorted(unknown)}")
    return Section(name, constructs=tuple(map(_construct, blocks)), **values)


def text_of(section: Section) -> str:
    """The inverse of :func:`parse`."""
    head = {"title": section.title, "ask": section.ask}
    head["layout"] = "" if section.layout == "list" else section.layout
    blocks = [[f"{key}: {value}" for key, value in head.items() if value]]
    for construct in section.constructs:
        note = [f"note: {construct.note}"] if construct.note else []
        blocks.append([f"construct: {construct.name}", *note, *map(_line, construct.examples)])
    return "\n\n".join(map("\n".join, blocks)) + "\n"


def save(section: Section) -> None:
    """Write its file."""
    (FOLDER / f"{section.name}.txt").write_text(text_of(section))


def _line(example: Example) -> str:
    reason = f"{_SEPARATOR}{example.reason}" if example.reason else ""
    return f"{example.claim}: {example.sql}{reason}"


def _construct(block: str) -> Construct:
    name, note = "", ""
    examples = []
    for key, value in _pairs(block):
        match key:
            case "construct":
                name = value
            case "note":
                note = value
            case _:
                sql, _, reason = value.partition(_SEPARATOR)
                examples.append(Example(key, sql, reason))
    if not name or not examples:
        raise ValueError(f"a block has a construct and examples: {block}")
    return Construct(name, tuple(examples), note)


def _pairs(block: str) -> Iterator[tuple[str, str]]:
    for line in block.splitlines():
        key, colon, value = line.partition(": ")
        if not colon:
            raise ValueError(f"no 'key: value': {line}")
        yield key, value
