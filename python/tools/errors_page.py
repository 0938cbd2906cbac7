"""Writes the table of docs/ERRORS.md from the code, and knows every error of the product.

Usage: ``python errors_page.py``. Each error says in one place what is wrong and what to do. That is
in ``HBaseErrors.scala``, in ``CodecException.java``, in the comments of ``ErrorCode.java``, in
``codec_error.py`` or in a docstring of ``errors.py``. The table stands between ``<!-- errors -->``
and ``<!-- end -->``; a test compares it with the code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs/ERRORS.md"

_JAVA: Final = "src/main/java/org/apache/spark/sql/hbase"
_OF_SPARK: Final = "jvm/spark/src/main/scala/org/apache/spark/sql/hbase/error/HBaseErrors.scala"
_OF_THE_WIRE: Final = f"jvm/wire/{_JAVA}/wire/ErrorCode.java"
_OF_VALUES: Final = f"jvm/codec/{_JAVA}/codec/types/CodecException.java"
_PYTHON: Final = "python/src/pyspark_hbase"
_TEXT: Final = r'"((?:[^"\\]|\\.)*)"'
_JOINED: Final = rf"((?:{_TEXT}[\s+]*)+)"
_STATEMENT: Final = re.compile(rf"HBaseError\(\s*{_TEXT},\s*{_TEXT},\s*{_JOINED},\s*{_JOINED}\)")
_CODE: Final = re.compile(
    r'(?:/\*\*((?:(?!\*/).)*)\*/\s+)?^  ([A-Z0-9_]+)\(Kind\.(\w+), "(\w+)"\)', re.DOTALL | re.M
)
_VALUE: Final = re.compile(rf"^    ([A-Z_]+)\(\s*{_JOINED}\)", re.MULTILINE)
_PYTHON_VALUE: Final = re.compile(rf"CodecErrorCode\.([A-Z_]+): \(\s*{_JOINED}\)")
_LISTED: Final = re.compile(r"^ +- ``([A-Z_]+)``: (.*(?:\n {6,}(?!- ).*)*)", re.MULTILINE)
_RAISED: Final = re.compile(r'\b\w*(?:Error|format_error)\(\s*"([A-Z][A-Z0-9_]+)"')
_MEANT: Final = re.compile(r'"([A-Z_]{4,})",')
"""In shell/_refusals.py, a table of what HBase's exceptions mean."""
_PLACE: Final = re.compile(r"<!-- errors -->\n.*?<!-- end -->", re.DOTALL)
_REFERENCE: Final = re.compile(r"(?:docs/)?\b([A-Z]{3,})\.md(?:, \"([^\"]+)\")?")
_KINDS: Final = {
    "PLAN": "sub-plan",
    "DATA": "expression",
    "SERVER": "server",
    "INTERNAL": "sub-plan",
}


@dataclass(frozen=True)
class Error:
    """A row of the page."""

    code: str
    state: str
    place: str
    """The thing that fails: a statement, a sub-plan, an expression, a value, a server, Python."""
    problem: str
    remedy: str


def errors() -> list[Error]:
    """All errors, sorted by code; one that Spark and another place raise has Spark's row."""
    found = {error.code: error for error in of_python()}
    found |= {error.code: error for error in of_sub_plans()}
    found |= {error.code: error for error in of_spark()}
    return [found[code] for code in sorted(found)]


def of_spark() -> list[Error]:
    """Errors of statements."""
    return [
        Error(match[1], match[2], "statement", _joined(match[3]), _joined(match[5]))
        for match in _STATEMENT.finditer(_read(_OF_SPARK))
    ]


def of_sub_plans() -> list[Error]:
    """Errors of region servers and of the engine."""
    values = {match[1]: _parts(_joined(match[2])) for match in _VALUE.finditer(_read(_OF_VALUES))}
    found = []
    for comment, code, kind, state in _CODE.findall(_read(_OF_THE_WIRE)):
        if code in values:
            found.append(Error(code, state, "value", *values[code]))
        else:
            text = " ".join(re.sub(r"\n\s*\*", " ", comment).split()).replace("&lt;", "<")
            problem, _, remedy = text.partition(" <p>")
            found.append(Error(code, state, _KINDS[kind], problem, remedy))
    return found


def of_python() -> list[Error]:
    """Errors that the Python package gives on its own account."""
    source = _read(f"{_PYTHON}/errors.py")
    listed = [(code, " ".join(text.split())) for code, text in _LISTED.findall(source)]
    codec = _read(f"{_PYTHON}/codec_error.py")
    values = [(match[1], _joined(match[2])) for match in _PYTHON_VALUE.finditer(codec)]
    return [Error(code, "", "Python", *_parts(text)) for code, text in listed + values]


def raised_by_python() -> set[str]:
    """Codes that some place of the Python package names as those of an error."""
    files = sorted((ROOT / _PYTHON).rglob("*.py"))
    raised = {code for file in files for code in _RAISED.findall(file.read_text(encoding="utf-8"))}
    return raised | {*_MEANT.findall(_read(f"{_PYTHON}/shell/_refusals.py"))}


def references() -> list[tuple[str, str | None]]:
    """The pages that remedies name, each with the title of a section where one is named."""
    return [
        (match[1], match[2])
        for error in errors()
        for match in _REFERENCE.finditer(f"{error.problem} {error.remedy}")
    ]


def render(page: str) -> str:
    """The page with its table made anew."""
    rows = [
        f"| `{e.code}` | {e.state} | {e.place} | {_cell(e.problem)} | {_cell(e.remedy)} |"
        for e in errors()
    ]
    head = ["| error | SQLSTATE | in | what is wrong | what to do |", "|---|---|---|---|---|"]
    table = "\n".join([*head, *rows])
    return _PLACE.sub(lambda _: f"<!-- errors -->\n{table}\n<!-- end -->", page)


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _joined(literals: str) -> str:
    parts = re.findall(rf"{_TEXT}|'((?:[^'\\]|\\.)*)'", literals)
    return "".join(double or single for double, single in parts).replace('\\"', '"')


def _parts(text: str) -> tuple[str, str]:
    """The first sentence, and the others, which say what to do."""
    problem, _, remedy = text.rstrip(".").partition(". ")
    return f"{problem[0].upper()}{problem[1:]}.", f"{remedy}."


def _cell(text: str) -> str:
    safe = text.replace("|", "&#124;").replace("<", "&lt;").replace("[", "&#91;")

    def link(match: re.Match[str]) -> str:
        page, section = f"{match[1]}.md", match[2]
        if page == PAGE.name:
            return match[0]
        title = (PAGE.parent / page).read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        if section is None:
            return f"[{title}]({page})"
        return f"[{title}, {section}]({page}#{section.lower().replace(' ', '-')})"

    return _REFERENCE.sub(link, safe)


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
