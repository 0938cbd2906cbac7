"""docs/ERRORS.md has every error code, and no other."""

from __future__ import annotations

import errors_page


def test_every_code_has_its_row() -> None:
    page = errors_page.PAGE.read_text(encoding="utf-8")
    known = set(errors_page.of_spark()) | errors_page.of_sub_plans() | errors_page.of_python()
    assert len(known) > 130
    assert known == set(errors_page.described(page)), "run ./build.sh fmt, or write its row"


def test_the_table_says_what_the_errors_say() -> None:
    page = errors_page.PAGE.read_text(encoding="utf-8")
    assert errors_page.render(page, errors_page.of_spark()) == page, "run ./build.sh fmt"
