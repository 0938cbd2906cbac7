"""SET of a prompt without Spark, and queries without a table."""

from __future__ import annotations

import pytest

from pyspark_hbase._translation._constants import constant_row
from pyspark_hbase.cli.sql_prompt._thrift_settings import ThriftSettings
from pyspark_hbase.errors import EvaluationError, NeedsSparkError, SetupError, SQLSyntaxError

ZONE = "spark.sql.session.timeZone"
ANSI = "spark.sql.ansi.enabled"


def test_set_shows_and_changes_what_queries_see() -> None:
    settings = ThriftSettings()
    assert settings.answer("SET") == {ANSI: "true", ZONE: "UTC"}
    assert settings.answer(f"set {ZONE.lower()}=America/New_York") == {
        ZONE.lower(): "America/New_York"
    }
    assert settings.answer(f"SET {ANSI} = FALSE") == {ANSI: "false"}
    assert (settings.ansi, settings.time_zone) == (False, "America/New_York")
    assert settings.answer("SET TIME ZONE 'Asia/Tokyo'") == {ZONE: "Asia/Tokyo"}
    assert settings.answer(f"SET {ZONE}") == {ZONE: "Asia/Tokyo"}
    assert settings.answer("SELECT setting FROM t") is None


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("SET spark.sql.session.timezon=UTC", "Did you mean spark.sql.session.timeZone?"),
        ("SET spark.sql.shuffle.partitions=3", "pyspark-hbase sql --quorum"),
        (f"SET {ZONE}=Europe/Zurch", "Did you mean Europe/Zurich?"),
        # Sub-plans have no offsets: every query would be refused.
        ("SET TIME ZONE '+02:00'", "There is no time zone .*an offset like .* needs Spark"),
        (f"SET {ANSI}=maybe", "is true or false, not maybe"),
    ],
)
def test_what_cannot_be_set_is_named(statement: str, message: str) -> None:
    with pytest.raises(SetupError, match=message.replace("?", "[?]")):
        ThriftSettings().answer(statement)


def test_a_query_without_a_table_is_one_row() -> None:
    table = constant_row("SELECT 1, 'a' AS b, 1 + 2 AS c", ansi=True, time_zone="UTC")
    assert table is not None
    assert table.to_pylist() == [{"1": 1, "b": "a", "c": 3}]
    assert constant_row("SELECT 1 FROM t", ansi=True, time_zone="UTC") is None


def test_a_query_without_a_table_fails_as_others_do() -> None:
    with pytest.raises(EvaluationError):
        constant_row("SELECT 1 / 0", ansi=True, time_zone="UTC")
    legacy = constant_row("SELECT 1 / 0 AS x", ansi=False, time_zone="UTC")
    assert legacy is not None and legacy.to_pylist() == [{"x": None}]
    with pytest.raises(NeedsSparkError):
        constant_row("SELECT upper('a')", ansi=True, time_zone="UTC")
    for needs_spark in ("SELECT 1 WHERE true", "SELECT count(*)", "SELECT 1 + max(2)"):
        with pytest.raises(NeedsSparkError):
            constant_row(needs_spark, ansi=True, time_zone="UTC")
    for empty in ("", "  ", "-- nothing"):
        with pytest.raises(SQLSyntaxError, match="0 statements"):
            constant_row(empty, ansi=True, time_zone="UTC")
