from __future__ import annotations

import pickle

import pytest

import errors_page
from pyspark_hbase._text.error_text import find_error as find_text
from pyspark_hbase._text.error_text import format_error
from pyspark_hbase.errors import (
    CoprocessorNotLoadedError,
    CorruptDataError,
    EvaluationError,
    FrameError,
    InternalError,
    InvalidPlanError,
    ServerError,
    SubPlanError,
    find_error,
)


@pytest.mark.parametrize(
    "value",
    ["", " ", "two words", "a=b", '"quoted"', "line\nbreak\r", "back\\slash \\n", "=", "é ∂"],
)
def test_values_survive_as_they_are(value: str) -> None:
    line = format_error(
        "CORRUPT_VALUE", "A value does not decode.", {"first": value, "second": "2"}
    )
    assert "\n" not in line
    found = find_text(f"java.io.IOException: {line}\n\tat a.B.c(B.java:1)")
    assert found == ("CORRUPT_VALUE", "A value does not decode.", {"first": value, "second": "2"})


def test_a_sentence_without_values_is_found_whole() -> None:
    assert find_text(format_error("X", "No memory is left.", {})) == ("X", "No memory is left.", {})


def _sentences_of_spark() -> list[tuple[str, str]]:
    """Code and sentence of each error that the Spark side raises."""
    return [(error.code, f"{error.problem} {error.remedy}") for error in errors_page.of_spark()]


@pytest.mark.parametrize(("code", "sentence"), _sentences_of_spark())
def test_an_equals_sign_inside_a_sentence_is_no_value(code: str, sentence: str) -> None:
    values = {"table": "default.t", "setting": "KEEP_DELETED_CELLS => TRUE"}
    line = (
        f'[SPARKSQL_HBASE.{code}] {sentence} table=default.t setting="KEEP_DELETED_CELLS => TRUE"'
    )
    assert format_error(code, sentence, values) == line
    assert find_text(line) == (code, sentence, values)
    assert find_text(f"{line}\n\tat a.B.c(B.java:1)") == (code, sentence, values)


def test_names_of_values_tell_where_they_begin() -> None:
    line = "[SPARKSQL_HBASE.X] Set a=b. Then c=d table=t"
    assert find_text(line, ["table"]) == ("X", "Set a=b. Then c=d", {"table": "t"})
    assert find_text("[SPARKSQL_HBASE.X] Set a=b.", []) == ("X", "Set a=b.", {})


@pytest.mark.parametrize("value", [*map(chr, range(0x21)), "\x7f", "\x85", "\\t", '\\x1B "', "a."])
def test_every_value_comes_back_as_it_was(value: str) -> None:
    values = {"value": f"{value}a{value}b", "more": "c"}
    assert find_text(format_error("X", "It is bad.", values)) == ("X", "It is bad.", values)


def test_a_message_never_moves_the_cursor_and_its_values_stay_as_they_are() -> None:
    error = CorruptDataError("CORRUPT_VALUE", "It is \x1b[31mrot.", value="\x1b[2J")
    assert "\x1b" not in str(error)
    assert "\\x1B[2J" in str(error)
    assert error.values == {"value": "\x1b[2J"}
    assert find_text(str(error)) == ("CORRUPT_VALUE", "It is \\x1B[31mrot.", {"value": "\x1b[2J"})


@pytest.mark.parametrize("text", ["", "java.io.IOException: reset", "[SPARKSQL_HBASE.CUT_OFF"])
def test_other_texts_hold_no_error(text: str) -> None:
    assert find_error(text) is None


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("UNSUPPORTED_FUNCTION", InvalidPlanError),
        ("DIVIDE_BY_ZERO", EvaluationError),
        ("ROW_KEY_TOO_SHORT", CorruptDataError),
        ("SERVER_OVERLOADED", ServerError),
        ("COPROCESSOR_MISSING", CoprocessorNotLoadedError),
        ("CORRUPT_FRAME", FrameError),
        ("OF_A_LATER_VERSION", InternalError),
    ],
)
def test_the_code_chooses_the_class(code: str, kind: type[SubPlanError]) -> None:
    error = find_error(f"x [SPARKSQL_HBASE.{code}] What happened. row=a\n at")
    assert type(error) is kind
    assert error.code == code
    assert dict(error.values) == {"row": "a"}


def test_an_error_survives_pickling() -> None:
    error = InvalidPlanError("INVALID_PLAN", "It makes no sense.", at="operators[0]")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is InvalidPlanError
    assert str(copy) == str(error)
    assert copy.values == error.values
