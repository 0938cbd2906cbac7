"""Codes and messages of codec errors."""

from __future__ import annotations

import pytest

from pyspark_hbase.codec_error import CodecError, CodecErrorCode
from pyspark_hbase.errors import PySparkHBaseError


@pytest.mark.parametrize("code", list(CodecErrorCode))
def test_every_message_says_what_happened_and_what_to_do(code: CodecErrorCode) -> None:
    message = str(CodecError(code, part=1))
    assert message.startswith(f"{code}: ")
    assert message.endswith(". part=1")
    assert message.count(". ") >= 2


def test_more_values_make_another_error() -> None:
    error = CodecError(CodecErrorCode.NULL_IN_ROW_KEY, part=1)
    enriched = error.with_values(table="t")
    assert dict(enriched.values) == {"part": "1", "table": "t"}
    assert dict(error.values) == {"part": "1"}


def test_it_is_an_error_of_this_package_and_a_value_error() -> None:
    assert issubclass(CodecError, PySparkHBaseError)
    assert issubclass(CodecError, ValueError)
