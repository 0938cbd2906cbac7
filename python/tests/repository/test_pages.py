"""The pages of docs/ and the site that is made of them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_every_page_is_on_the_site() -> None:
    listed = re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert set(listed) == pages
    assert len(listed) == len(pages)


def test_the_programs_in_java_are_those_that_are_tested() -> None:
    shown = re.findall(
        r"^```java file=(tests/java/\w+\.java)\n(.*?)^```",
        (ROOT / "docs/JVM.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
    assert [Path(file).stem for file, _ in shown] == ["QuickStart", "InContext"]
    for file, text in shown:
        assert re.sub(r"\s", "", text) in re.sub(r"\s", "", (ROOT / file).read_text())


def test_the_jars_on_the_page_have_the_version_of_the_package() -> None:
    project = (ROOT / "python/pyproject.toml").read_text()
    (version,) = re.findall(r'^version = "(.*)"$', project, re.MULTILINE)
    page = (ROOT / "docs/JVM.md").read_text()
    assert set(re.findall(r"\b\d+\.\d+\.\d+\b", page)) == {version}


def test_every_page_says_at_its_top_what_it_answers_and_for_whom() -> None:
    silent = [
        page.name
        for page in (ROOT / "docs").glob("*.md")
        if not re.match(r"(?i)# .+\n\n[^#|`]*\bthis page\b[^#]*?\bfor\b", page.read_text())
    ]
    assert silent == []
