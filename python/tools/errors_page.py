"""Writes the generated table of docs/ERRORS.md, and knows every error code of the product.

Usage: ``python errors_page.py``. Between ``<!-- spark -->`` and ``<!-- end -->`` stand the codes of
``HBaseErrors.scala`` with their own sentences; the other tables of the page are written by hand,
and a test compares them with the code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs/ERRORS.md"

_PACKAGE: Final = "java/org/apache/spark/sql/hbase"
_OF_SPARK: Final = "jvm/spark/src/main/scala/org/apache/spark/sql/hbase/error/HBaseErrors.scala"
_OF_THE_WIRE: Final = f"jvm/wire/src/main/{_PACKAGE}/wire/ErrorCode.java"
_PYTHON: Final = "python/src/pyspark_hbase"
_TEXT: Final = r'"((?:[^"\\]|\\.)*)"'
_DEFINED: Final = re.compile(rf"HBaseError\(\s*{_TEXT},\s*{_TEXT},\s*((?:{_TEXT}[\s+]*)+)\)")
_RAISED: Final = re.compile(r'\b\w*(?:Error|format_error)\(\s*"([A-Z][A-Z0-9_]+)"')
_LISTED: Final = re.compile(r'^    [A-Z_]+ = "([A-Z_]+)"$', re.MULTILINE)
"""Members of ``CodecErrorCode``."""
_MEANT: Final = re.compile(r'"([A-Z_]{4,})",')
"""In shell/_refusals.py, a table of what HBase's exceptions mean."""
_PLACE: Final = re.compile(r"<!-- spark -->\n.*?<!-- end -->", re.DOTALL)
_ROW: Final = re.compile(r"^\| (`[A-Z0-9_]+`(?:, `[A-Z0-9_]+`)*) \|", re.MULTILINE)


def of_spark() -> dict[str, tuple[str, str]]:
    """Codes of statements, with SQLSTATE and sentence."""
    source = (ROOT / _OF_SPARK).read_text(encoding="utf-8")
    return {
        match[1]: (match[2], "".join(re.findall(_TEXT, match[3])).replace('\\"', '"'))
        for match in _DEFINED.finditer(source)
    }


def of_sub_plans() -> set[str]:
    """Codes that region servers and the engine give."""
    source = (ROOT / _OF_THE_WIRE).read_text(encoding="utf-8")
    return set(re.findall(r"^  ([A-Z0-9_]+)\(Kind\.", source, re.MULTILINE))


def of_python() -> set[str]:
    """Codes that the Python package gives on its own account."""
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / _PYTHON).rglob("*.py")]
    codec = (ROOT / _PYTHON / "codec_error.py").read_text(encoding="utf-8")
    refusals = (ROOT / _PYTHON / "shell/_refusals.py").read_text(encoding="utf-8")
    raised = {code for text in texts for code in _RAISED.findall(text)}
    return raised | {*_LISTED.findall(codec)} | {*_MEANT.findall(refusals)}


def described(page: str) -> list[str]:
    """The codes that have a row."""
    return [code for row in _ROW.findall(page) for code in re.findall(r"`(\w+)`", row)]


def render(page: str, errors: Mapping[str, tuple[str, str]]) -> str:
    """The page with its table made anew."""
    rows = [
        f"| `{code}` | {state} | {sentence.replace('|', '&#124;').replace('<', '&lt;')} |"
        for code, (state, sentence) in sorted(errors.items())
    ]
    table = "\n".join(["| code | SQLSTATE | what it says |", "|---|---|---|", *rows])
    return _PLACE.sub(lambda _: f"<!-- spark -->\n{table}\n<!-- end -->", page)


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8"), of_spark()), encoding="utf-8")
