"""SET of a prompt without Spark."""

from __future__ import annotations

import pytest

from pyspark_hbase.cli.sql_prompt._thrift_settings import ThriftSettings
from pyspark_hbase.errors import SetupError

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
