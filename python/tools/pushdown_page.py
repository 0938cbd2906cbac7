"""Writes the tables of docs/PUSHDOWN.md from the capability list.

Usage: ``python pushdown_page.py``. What stands between ``<!-- NAME -->`` and ``<!-- end -->`` is
replaced by the table of section NAME; the prose around it stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import capability_list
from capability_list import (
    ANSI_ONLY,
    LEGACY_ONLY,
    NO,
    PARTLY,
    YES,
    Construct,
    Example,
    Section,
)

PAGE: Final = Path(__file__).parents[2] / "docs" / "PUSHDOWN.md"

_PLACE: Final = re.compile(r"<!-- (\w+) -->\n.*?<!-- end -->", re.DOTALL)
_IN_MATRIX: Final = {
    YES: "yes",
    NO: "-",
    PARTLY: "partly",
    ANSI_ONLY: "ANSI",
    LEGACY_ONLY: "legacy",
}
_LIMITED: Final = {ANSI_ONLY: "in ANSI mode only", LEGACY_ONLY: "in legacy mode only"}


def render(page: str, sections: Mapping[str, Section]) -> str:
    """The page with the tables of ``sections``; every section must have its place."""
    places = _PLACE.findall(page)
    if sorted(places) != sorted(sections):
        raise ValueError(f"places {sorted(places)} for sections {sorted(sections)}")
    return _PLACE.sub(lambda place: _filled(sections[place[1]]), page)


def _filled(section: Section) -> str:
    if section.layout == "matrix":
        lines = _matrix(section)
    else:
        lines = _list(section) if section.ask else _queries(section)
    return "\n".join([f"<!-- {section.name} -->", *lines, "<!-- end -->"])


def _queries(section: Section) -> list[str]:
    """A line for each query."""
    lines = [
        "| construct | query | in the region servers | in Spark, and why |",
        "|---|---|---|---|",
    ]
    for construct in section.constructs:
        name = construct.name + (f": {construct.note}" if construct.note else "")
        for example in construct.examples:
            reason = _escaped(example.reason)
            lines.append(
                f"| {_escaped(name)} | {_code(example)} | {_operators(example)} | {reason} |"
            )
            name = ""
    return lines


def _operators(example: Example) -> str:
    return _escaped(example.claim).replace("+", " -> ")


def _list(section: Section) -> list[str]:
    head = ["| construct | in the region servers | in Spark, and why |", "|---|---|---|"]
    return head + [
        f"| {_escaped(construct.name)} | {_pushed(construct)} | {_refused(construct.examples)} |"
        for construct in section.constructs
    ]


def _pushed(construct: Construct) -> str:
    """Only ``yes`` where all examples are; else which."""
    claims = {example.claim for example in construct.examples}
    note = f"; {construct.note}" if construct.note else ""
    if claims == {YES}:
        return f"yes{note}"
    if claims == {NO}:
        return f"no{note}"
    shown = [construct.note] if construct.note else []
    for example in construct.examples:
        if example.is_query and example.claim != NO:
            shown.append(f"{_code(example)}: {_operators(example)}")
        elif example.claim not in (NO, PARTLY):
            shown.append(f"{_code(example)} {_LIMITED.get(example.claim, '')}".strip())
    return "<br>".join(shown)


def _refused(examples: Iterable[Example]) -> str:
    """Examples by reason, in the order of the reasons."""
    by_reason: dict[str, list[str]] = {}
    for example in examples:
        if example.reason:
            by_reason.setdefault(example.reason, []).append(_code(example))
    return "<br>".join(
        f"{', '.join(codes)}: {_escaped(reason)}" for reason, codes in by_reason.items()
    )


def _matrix(section: Section) -> list[str]:
    """Rows are the types that are cast, columns those they are cast to."""
    cells = {tuple(c.name.split(" to ")): c for c in section.constructs}
    sources = list(dict.fromkeys(source for source, _ in cells))
    targets = list(dict.fromkeys(target for _, target in cells))
    targets.sort(key=sources.index)
    lines = [f"| from \\ to | {' | '.join(targets)} |", "|---" * (len(targets) + 1) + "|"]
    for source in sources:
        row = [_cell(cells.get((source, target))) for target in targets]
        lines.append(f"| {source} | {' | '.join(row)} |")
    reasons: dict[str, list[str]] = {}
    for construct in section.constructs:
        for reason in {e.reason for e in construct.examples if e.reason}:
            # That there is no such cast is what the cell says.
            if "does not compute CAST" not in reason:
                reasons.setdefault(reason, []).append(construct.name)
    return lines + ["", *(f"- {_escaped(r)}: {', '.join(names)}" for r, names in reasons.items())]


def _cell(construct: Construct | None) -> str:
    if construct is None:
        return ""
    claims = {_IN_MATRIX[example.claim] for example in construct.examples}
    return claims.pop() if len(claims) == 1 else "partly"


def _code(example: Example) -> str:
    return f"`{_escaped(example.sql)}`"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text(), capability_list.load()))
