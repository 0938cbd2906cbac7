"""docs/ERRORS.md is made from the errors in the code, and names all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import errors_page


def test_the_page_says_what_the_errors_say() -> None:
    page = errors_page.PAGE.read_text(encoding="utf-8")
    assert errors_page.render(page) == page, "run ./build.sh fmt"
    codes = re.findall(r"^\| `([A-Z0-9_]+)` \|", page, re.MULTILINE)
    assert codes == sorted(set(codes))
    assert len(codes) > 150


def test_every_error_that_is_raised_is_described() -> None:
    described = {error.code for error in errors_page.errors()}
    assert errors_page.raised_by_python() - described == set()


@pytest.mark.parametrize("error", errors_page.errors(), ids=lambda error: error.code)
def test_an_error_says_what_is_wrong_and_what_to_do(error: errors_page.Error) -> None:
    assert re.fullmatch(r".+\.", error.problem)
    assert re.fullmatch(r".+\.", error.remedy)
    assert error.state or error.place == "Python"


@pytest.mark.parametrize(("page", "title"), sorted(set(errors_page.references()), key=str))
def test_a_page_that_an_error_names_is_there(page: str, title: str | None) -> None:
    text = (errors_page.ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert title is None or re.search(rf"^#+ {re.escape(title)}$", text, re.MULTILINE)


def test_codes_are_found_in_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors_page, "ROOT", tmp_path)
    sources = {
        errors_page._OF_SPARK: 'HBaseError("NO_KEY", "42601", "No " +\n  "key.", "Add."\n)',
        errors_page._OF_THE_WIRE: '/**\n * Bad.\n *\n * <p>Mend.\n */\n  BAD(Kind.PLAN, "42000"),\n'
        '  LONG(Kind.DATA, "22000"),\n',
        errors_page._OF_VALUES: '    LONG(\n        "it is long. Cut" + " it"),\n',
        f"{errors_page._PYTHON}/errors.py": "    - ``NO_JAR``: No jar is\n      there. Add one.\n",
        f"{errors_page._PYTHON}/codec_error.py": "",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert errors_page.errors() == [
        errors_page.Error("BAD", "42000", "sub-plan", "Bad.", "Mend."),
        errors_page.Error("LONG", "22000", "value", "It is long.", "Cut it."),
        errors_page.Error("NO_JAR", "", "Python", "No jar is there.", "Add one."),
        errors_page.Error("NO_KEY", "42601", "statement", "No key.", "Add."),
    ]
