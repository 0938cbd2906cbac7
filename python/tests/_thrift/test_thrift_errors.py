"""Errors that a gateway passes on, with advice that its users can follow."""

from __future__ import annotations

import pytest

from pyspark_hbase._text.error_text import format_error
from pyspark_hbase._thrift.thrift_errors import final
from pyspark_hbase.errors import _EVALUATION_CODES as EVALUATION_CODES
from pyspark_hbase.errors import EvaluationError, SubPlanError, find_error

ALL_IS_SAID = {"DATETIME_OVERFLOW", "INVALID_INDEX_OF_ZERO"}
IN_SPARK = "Spark answers all the same: pyspark-hbase sql --quorum host:port."


def passed_on(code: str, sentence: str, **values: str) -> SubPlanError:
    text = format_error(code, sentence, {"table": "t", **values})
    found = final(OSError(f"org.apache.hadoop.hbase.DoNotRetryIOException: {text}"), "t")
    assert found is not None and found.code == code
    assert found.values == {"table": "t", **values}
    return found


@pytest.mark.parametrize("code", sorted(EVALUATION_CODES - ALL_IS_SAID))
def test_values_without_a_result_can_be_left_out(code: str) -> None:
    found = passed_on(code, "It has no result.")
    assert isinstance(found, EvaluationError)
    assert found.sentence.startswith("It has no result. Leave such values out with WHERE or CASE")
    assert "ansi=False" in found.sentence


@pytest.mark.parametrize("kind", ["DATE", "TIMESTAMP", "TIMESTAMP_NTZ"])
def test_times_beyond_their_range_are_an_error_without_ansi_mode_too(kind: str) -> None:
    found = passed_on("ARITHMETIC_OVERFLOW", "Filter such rows out.", type=kind)
    assert found.sentence == "Filter such rows out."


@pytest.mark.parametrize(
    "code",
    [
        "COPROCESSOR_DISABLED",
        "PLAN_TOO_LARGE",
        "SERVER_OVERLOADED",
        "UNSUPPORTED_FEATURE",
        "UNSUPPORTED_FUNCTION",
        "UNSUPPORTED_PLAN_VERSION",
    ],
)
def test_refusals_of_a_server_say_that_spark_goes_on(code: str) -> None:
    assert passed_on(code, "It is busy.").sentence == f"It is busy. {IN_SPARK}"


@pytest.mark.parametrize(
    "sentence",
    [
        "A cell is too short, so the client reads it. Use try_cast.",
        "A cell says spark.sql.ansi.enabled and get().",
    ],
)
def test_the_words_of_a_sentence_decide_nothing(sentence: str) -> None:
    assert passed_on("CORRUPT_VALUE", sentence).sentence == sentence
    assert passed_on("SERVER_OVERLOADED", sentence).sentence == f"{sentence} {IN_SPARK}"


def test_other_errors_stay_as_they_are() -> None:
    text = "[SPARKSQL_HBASE.CORRUPT_VALUE] A cell is too short. row=a"
    assert str(final(OSError(text), "t")) == text == str(find_error(text))
