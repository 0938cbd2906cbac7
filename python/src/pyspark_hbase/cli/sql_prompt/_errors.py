"""Errors for whoever typed a statement: what, why, what to do; never a stack."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from pyspark_hbase._text.controls import without_controls
from pyspark_hbase.errors import (
    CodedError,
    EvaluationError,
    NeedsSparkError,
    SetupError,
    SQLSyntaxError,
    find_error,
)

_SPARK: Final = re.compile(r"\[[A-Z][A-Z0-9_]*(?:\.[A-Z0-9_]+)*\] ")
_INTERNALS: Final = re.compile(r"^(\s+at |JVM stacktrace|Driver stacktrace|Caused by|'|\+- |:- )")
_CLASS: Final = re.compile(r"^:? ?(?:[\w$.]+(?:Exception|Error): )+")
_GATEWAY_CALL: Final = "An error occurred while calling "
_ADVICE: Final[dict[type[CodedError], str]] = {
    NeedsSparkError: "Through Spark it runs: pyspark-hbase sql --quorum host:port",
    SQLSyntaxError: "What only Spark reads runs there: pyspark-hbase sql --quorum host:port",
}


def described(error: Exception) -> str:
    """A few lines, the first of which says what is wrong.

    >>> print(described(NeedsSparkError("NEEDS_SPARK", "Only Spark does this.", what="a join")))
    [NEEDS_SPARK] Only Spark does this.
      what: a join
      Through Spark it runs: pyspark-hbase sql --quorum host:port
    """
    coded = error if isinstance(error, CodedError) else find_error(str(error), _keys(error))
    if coded is not None:
        lines = [f"[{coded.code}] {coded.sentence}"]
        lines += [f"  {key}: {without_controls(value)}" for key, value in coded.values.items()]
        if isinstance(coded, EvaluationError) and coded.query_context:
            lines += [f"  {line}" for line in coded.query_context.split("\n")]
        advice = _ADVICE.get(type(coded))
        return "\n".join([*lines, *([f"  {advice}"] if advice else [])])
    if isinstance(error, SetupError):
        return str(error)
    return _of_spark(str(error)) or type(error).__name__


def _keys(error: Exception) -> Collection[str] | None:
    """The names of the values of an error of Spark's driver; None for all other errors."""
    parameters = getattr(error, "getMessageParameters", None)
    found: Mapping[str, str] | None = None if parameters is None else parameters()
    return found or None


def _of_spark(text: str) -> str:
    """The message in an error of Spark's, without plans and stacks."""
    mark = _SPARK.search(text)
    if mark is not None:
        text = text[mark.start() :]
    lines: list[str] = []
    for line in text.splitlines():
        if _INTERNALS.match(line):
            break
        if not line.startswith(_GATEWAY_CALL):
            lines.append(_CLASS.sub("", line))
    first, *others = [line.rstrip(" ;") for line in lines if line.strip(" ;")] or [text.strip()]
    return "\n".join([first, *(f"  {line}" for line in others)])
