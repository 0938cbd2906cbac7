"""The pages of docs/ and the site that is made of them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CELL_WORDS = 25
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
OTHERS = [
    ROOT / name
    for name in (
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        *(f"{folder}/README.md" for folder in ("deploy", "jvm/embedded", "proto")),
        *(f"tests/{folder}/README.md" for folder in ("bench", "conformance", "docker", "golden")),
    )
]
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
FILE = re.compile(r"(?<![\w/.<-])`?((?:[\w.-]+/)*[\w.-]+\.(?:md|py|java|proto|yaml|template))\b`?")


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
    """Decisions open with their date and their question instead."""
    silent = [
        page.name
        for page in PAGES[1:]
        if page.parent.name != "decisions"
        and not re.match(r"(?i)# .+\n\n[^#|`]*\bthis page\b[^#]*?\bfor\b", page.read_text())
    ]
    assert silent == []


def _prose(page: Path) -> str:
    """A page without its code."""
    return re.sub(r"^```.*?^```|^    .*?$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def test_files_that_a_page_names_are_links() -> None:
    bare = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in PAGES
        for name in FILE.findall(LINK.sub("", _prose(page)))
        if any((folder / name).is_file() for folder in (ROOT, ROOT / "docs"))
    ]
    assert bare == []


def test_links_have_titles_and_lead_somewhere() -> None:
    links = [(page, *link) for page in [*PAGES, *OTHERS] for link in LINK.findall(_prose(page))]
    files = [
        (page, title, page.parent / target.partition("#")[0])
        for page, title, target in links
        if not re.match(r"[a-z]+:|#", target)
    ]
    assert [f"{page.name}: {file}" for page, _, file in files if not file.exists()] == []
    assert [f"{page.name}: {title}" for page, title, _ in files if ".md" in title] == []


def packages_that_are_gone(page: str, packages: set[str]) -> list[str]:
    """The names of JVM packages on a page that no folder of the sources has."""
    tops = "client|codec|coprocessor|engine|filter|plan|wire"
    named = re.findall(rf"`((?:{tops})(?:\.[a-z]+)+)`", page)
    ends = {
        ".".join(parts[i:]) for p in packages for parts in [p.split(".")] for i in range(len(parts))
    }
    return [name for name in named if name not in ends]


def test_packages_that_a_page_names_are_there() -> None:
    root = "org/apache/spark/sql/hbase"
    packages = {
        str(file.parent).split(f"{root}/")[1].replace("/", ".")
        for pattern in ("package-info.java", "package.scala")
        for file in (ROOT / "jvm").glob(f"*/src/main/*/{root}/*/**/{pattern}")
    }
    gone = [
        f"{page.name}: {name}"
        for page in [*PAGES, *OTHERS]
        for name in packages_that_are_gone(page.read_text(), packages)
    ]
    assert gone == []
    assert packages_that_are_gone("`plan.push`, `plan.no`, `a.b`", packages) == ["plan.no"]


def test_sentences_in_tables_are_short() -> None:
    """A part up to a full stop, a semicolon or a colon; a piece of code is one word."""
    long = [
        f"{page.name}:{number}: {len(sentence.split())} words"
        for page in PAGES
        for number, line in enumerate(page.read_text().splitlines(), 1)
        if line.startswith("|")
        for sentence in re.split(r"(?<=[.;:])\s|<br>|(?<!\\)\|", re.sub(r"`[^`]*`", "x", line))
        if len(sentence.split()) > CELL_WORDS
    ]
    assert long == []
