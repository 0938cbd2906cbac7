"""``SET`` without Spark: the two settings that change what a query through Thrift answers."""

from __future__ import annotations

import re
import zoneinfo
from typing import Final

from pyspark_hbase._text.nearest import did_you_mean
from pyspark_hbase.errors import SetupError

ANSI: Final = "spark.sql.ansi.enabled"
TIME_ZONE: Final = "spark.sql.session.timeZone"
_SET: Final = re.compile(r"SET(?:\s+([^\s=]+)\s*(?:=\s*(.*?))?)?\s*", re.IGNORECASE | re.DOTALL)
_SET_TIME_ZONE: Final = re.compile(r"SET\s+TIME\s+ZONE\s+(.+?)\s*", re.IGNORECASE | re.DOTALL)
_FLAGS: Final = {"true": True, "false": False}


class ThriftSettings:
    """The values that statements see.

    >>> settings = ThriftSettings()
    >>> settings.answer("SET spark.sql.ansi.enabled = false")
    {'spark.sql.ansi.enabled': 'false'}
    >>> settings.answer("set time zone 'Europe/Zurich'")
    {'spark.sql.session.timeZone': 'Europe/Zurich'}
    >>> settings.answer("SELECT 1") is None
    True
    """

    def __init__(self) -> None:
        self.ansi = True
        self.time_zone = "UTC"

    def answer(self, statement: str) -> dict[str, str] | None:
        """Return what SET shows, after it has changed what it asks for; None for other statements.

        Raises:
            SetupError: there is no such setting here, or no such value.
        """
        zone = _SET_TIME_ZONE.fullmatch(statement)
        if zone is not None:
            self.change(TIME_ZONE, zone[1])
            return {TIME_ZONE: self.time_zone}
        found = _SET.fullmatch(statement)
        if found is None:
            return None
        if found[1] is None:
            return self._all()
        if found[2] is not None:
            self.change(found[1], found[2])
        return {found[1]: self._all()[self._known(found[1])]}

    def change(self, key: str, value: str) -> None:
        """Set one."""
        value = value.strip().strip("'\"")
        if self._known(key) == ANSI:
            if value.lower() not in _FLAGS:
                raise SetupError(f"{ANSI} is true or false, not {value}.")
            self.ansi = _FLAGS[value.lower()]
            return
        zones = zoneinfo.available_timezones()
        if value not in zones:
            raise SetupError(
                f"There is no time zone {value}.{did_you_mean(value, zones)} Name one like "
                "Europe/Zurich; an offset like +02:00 needs Spark."
            )
        self.time_zone = value

    def _all(self) -> dict[str, str]:
        return {ANSI: str(self.ansi).lower(), TIME_ZONE: self.time_zone}

    def _known(self, key: str) -> str:
        for known in self._all():
            if key.lower() == known.lower():
                return known
        raise SetupError(
            f"Through Thrift there is no setting {key}.{did_you_mean(key, self._all())} There are "
            f"{ANSI} and {TIME_ZONE}; through Spark there are all: pyspark-hbase sql --quorum "
            "host:port."
        )
