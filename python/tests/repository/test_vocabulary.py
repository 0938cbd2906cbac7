"""One word per concept: docs/GLOSSARY.md names the word, its owner, and the words that are gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tracked_files import ROOT, tracked

GLOSSARY: Final = "docs/GLOSSARY.md"


class Entry(NamedTuple):
    """One row of the glossary: a word, the class or module that owns it, and retired words."""

    word: str
    owner: str
    retired: list[str]


def entries(page: str) -> list[Entry]:
    """The rows of all tables of the page with a word, a meaning, an owner and retired words."""
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| `([^|`]+)` \|([^|]*)\|$", page, re.MULTILINE)
    return [
        Entry(word, owner, [old.strip() for old in retired.split(",") if old.strip()])
        for word, owner, retired in rows
    ]


def pattern(retired: str) -> re.Pattern[str]:
    """Finds a retired word: names as they are written, phrases in any case and over line ends."""
    words = r"[\s*/#]+".join(re.escape(word) for word in retired.split(" "))
    return re.compile(
        rf"(?<!\w){words}s?(?!\w)", 0 if retired != retired.lower() else re.IGNORECASE
    )


def uses(retired: list[str], files: dict[str, str]) -> Iterator[str]:
    """Places of retired words as ``file:line: word``."""
    lower = {name: text.lower() for name, text in files.items()}
    for word in retired:
        found = pattern(word)
        first = word.lower().partition(" ")[0]
        for name, text in files.items():
            if first in lower[name]:
                for match in found.finditer(text):
                    yield f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {word}"


PAGE: Final = (ROOT / GLOSSARY).read_text(encoding="utf-8")


def test_every_row_of_the_glossary_is_read() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "meaning" not in line]
    assert len(entries(PAGE)) == len(rows)
    words = [entry.word for entry in entries(PAGE)]
    assert len(set(words)) == len(words)


def test_every_word_has_an_owner_that_exists() -> None:
    files = tracked()
    classes = {Path(name).stem for name in files if name.endswith((".java", ".scala"))}
    for entry in entries(PAGE):
        if entry.owner.startswith("pyspark_hbase"):
            module = "python/src/" + entry.owner.replace(".", "/")
            assert f"{module}.py" in files or f"{module}/__init__.py" in files, entry.owner
        else:
            assert entry.owner in classes, entry.owner


def test_no_retired_word_is_left() -> None:
    retired = [word for entry in entries(PAGE) for word in entry.retired]
    assert list(uses(retired, tracked())) == []


def test_retired_words_are_found() -> None:
    files = {
        "A.java": "/** A lookup\n * join. */\nclass LookupJoin {}",
        "b.md": "Push-down of cut keys; LookupJoins2 is another name.",
    }
    found = list(uses(["lookup join", "LookupJoin", "push-down", "cut key"], files))
    assert found == [
        "A.java:1: lookup join",
        "A.java:3: LookupJoin",
        "b.md:1: push-down",
        "b.md:1: cut key",
    ]
