"""Errors that a gateway passes on, with advice that its users can follow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyspark_hbase._text.error_text import format_error
from pyspark_hbase._thrift.thrift_errors import final

JVM = Path(__file__).resolve().parents[3] / "jvm"
MENTIONS_SPARK = re.compile(r"so the client|try_|spark\.sql\.ansi")
# Literals of Java that stand behind one another, and what names the code just before them.
SENTENCE = re.compile(r'ErrorCode\.(\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*\+?\s*)+)')


def _sentences() -> list[tuple[str, str]]:
    found = set()
    for module in ("engine", "coprocessor"):
        for file in sorted((JVM / module / "src" / "main").rglob("*.java")):
            for code, literals in SENTENCE.findall(file.read_text(encoding="utf-8")):
                sentence = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals))
                if MENTIONS_SPARK.search(sentence) and sentence.endswith("."):
                    found.add((code, sentence))
    assert len(found) > 10
    return sorted(found)


@pytest.mark.parametrize(("code", "sentence"), _sentences())
def test_advice_can_be_followed_without_spark(code: str, sentence: str) -> None:
    text = format_error(code, sentence, {"table": "t"})
    found = final(OSError(f"org.apache.hadoop.hbase.DoNotRetryIOException: {text}"), "t")
    assert found is not None and found.code == code
    assert not re.search(r"so the client|[Uu]se (the )?try_|[Ss]et spark", found.sentence)
    assert found.sentence.startswith(re.split(r",? (so|and) the|\. ", sentence)[0])
    assert re.search("ansi=False|pyspark-hbase sql --quorum", found.sentence)
    assert found.values == {"table": "t"}


def test_other_errors_stay_as_they_are() -> None:
    found = final(OSError("[SPARKSQL_HBASE.CORRUPT_VALUE] A cell is too short. row=a"), "t")
    assert str(found) == "[SPARKSQL_HBASE.CORRUPT_VALUE] A cell is too short. row=a"
