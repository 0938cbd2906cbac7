"""The page of faults names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/RELIABILITY.md"
LANGUAGES = (".java", ".scala", ".py")
NAMED = re.compile(r"`((?:IT|Test)\w+)(?:#(\w+))?`|`(test_\w+)(?:::(\w+))?`")


def missing(page: str) -> list[str]:
    """The tests that a page names and that the sources do not have."""
    files = [*ROOT.glob("jvm/*/src/test/**/*"), *ROOT.glob("tests/**/test_*.py")]
    sources = {path.stem: path for path in files if path.suffix in LANGUAGES}
    found = []
    for test_class, method, module, function in NAMED.findall(page):
        path = sources.get(test_class or module)
        name = method or function
        if path is None:
            found.append(test_class or module)
        elif name and not re.search(rf"\b(void|def) {name}\(", path.read_text(encoding="utf-8")):
            found.append(f"{path.stem} {name}")
    return found


def test_each_named_test_is_there() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(NAMED.findall(page)) > 50
    assert missing(page) == []


def test_names_of_no_test_are_found() -> None:
    page = "`ITRegionChanges#nothing` `ITNothing` `test_nothing` `test_processes::nothing`"
    assert missing(page) == [
        "ITRegionChanges nothing",
        "ITNothing",
        "test_nothing",
        "test_processes nothing",
    ]
