"""docs/FORMAT.md shows the golden files: every example is a case of one of them.

An example is a fenced block that starts ```` ```hex golden=FOLDER/FILE.json case=NAME ````; its
lines are hex digits with blanks; what follows a ``#`` is a comment.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import golden

PAGE = Path(__file__).resolve().parents[3] / "docs" / "FORMAT.md"
_FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXAMPLE = re.compile(r"hex golden=(?P<file>\S+) case=(?P<case>\S+)")


def blocks() -> list[tuple[str, str]]:
    return _FENCE.findall(PAGE.read_text(encoding="utf-8"))


def hex_digits(body: str) -> str:
    return "".join(line.partition("#")[0] for line in body.splitlines()).replace(" ", "").lower()


@pytest.mark.parametrize(
    ("info", "body"),
    [pytest.param(info, body, id=info) for info, body in blocks() if info.startswith("hex")],
)
def test_the_example_is_the_golden_case(info: str, body: str) -> None:
    example = _EXAMPLE.fullmatch(info)
    assert example is not None, f"not of the form hex golden=FILE case=NAME: {info}"
    cases = {case["name"]: case["hex"] for case in golden.load(example["file"])["cases"]}
    assert example["case"] in cases, f"{example['file']} has only {sorted(cases)}"
    assert hex_digits(body) == cases[example["case"]]


@pytest.mark.parametrize("section", ["Row keys", "Values", "Packed cell", "Columnar groups"])
def test_the_section_has_examples(section: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    start = page.index(f"\n## {section}\n")
    end = page.find("\n## ", start + 1)
    assert "```hex golden=" in page[start:end]
