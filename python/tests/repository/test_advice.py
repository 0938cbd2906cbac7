"""Advice in messages can be followed: the commands, procedures and settings that it names exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from message_texts import messages

from pyspark_hbase.cli import _arguments
from tracked_files import tracked

PRODUCT: Final = re.compile(r"jvm/.*/src/main/.*\.(java|scala)$|python/src/.*\.py$")
COMMAND: Final = re.compile(r"\bpyspark-hbase ([a-z]+(?:-[a-z]+)*)(?= [-A-Z`]|[`,.;:)]|$| with\b)")
PROCEDURE: Final = re.compile(r"\bCALL (?:<?\w+>?\.)?system\.(\w+)")
SETTING: Final = re.compile(r"\bspark\.sql\.hbase(?:\.[a-z][A-Za-z]*)+")
PROPERTY: Final = re.compile(
    r"\b(?:[Pp]roperty (?=hbase)|[Ss]et (?:the )?property )([\w.]*[a-z])(?![.\w]*<)"
)


@cache
def product_messages() -> tuple[tuple[str, str], ...]:
    """Each message of the product, after its place."""
    return tuple(
        (f"{name}:{line}", message)
        for name, text in tracked().items()
        if PRODUCT.match(name)
        for line, message in messages(name, text)
    )


def advised(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield what a pattern finds in messages of the product, and the place."""
    for place, message in product_messages():
        for found in pattern.finditer(message):
            yield found[pattern.groups], place


def test_commands_that_a_message_names_exist() -> None:
    [verbs] = [a.choices for a in _arguments.parser()._actions if a.dest == "verb"]
    assert verbs is not None
    named = dict(advised(COMMAND))
    assert {"deploy", "doctor", "sql"} <= named.keys() <= set(verbs), named


def test_procedures_settings_and_properties_that_a_message_names_exist() -> None:
    sources = tracked()
    procedures = "".join(text for name, text in sources.items() if "/hbase/procedure/" in name)
    page = sources["docs/OPERATIONS.md"]
    for pattern, there in (
        (PROCEDURE, set(re.findall(r'"(\w+)"', procedures))),
        (SETTING, {"spark.sql.hbase", *re.findall(r"`(spark\.sql\.hbase\.[\w.]+)", page)}),
        (PROPERTY, set(re.findall(r"`(hbase\.[\w.]+)", page))),
    ):
        named = dict(advised(pattern))
        wrong = {name: place for name, place in named.items() if name not in there}
        assert named and not wrong, wrong
