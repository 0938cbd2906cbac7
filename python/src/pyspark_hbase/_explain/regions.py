"""The regions of a scan's table and what a run did for each: plain data, for the pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Final

_NANOS_PER_MILLI: Final = 1_000_000
_MANY: Final = ("its region server", "their region servers")
_START_OF_TABLE: Final = '""'


@dataclass(frozen=True, slots=True)
class Work:
    """The work of one run for one or more regions.

    Times are milliseconds since the scan's first task began, by the clocks of the executors.
    """

    began_millis: int
    ended_millis: int
    server_rows: int
    """Scanned in the region servers."""
    spark_rows: int
    """Scanned in Spark, by the same engine."""
    rows_kept: int
    """The scanned rows that passed the filters."""
    rows_received: int
    """Rows, or groups, that crossed the wire."""
    bytes_received: int
    server_nanos: int
    seeks: int
    rows_skipped: int
    """Met between key ranges."""
    blocks: int
    """The blocks of store files that were read."""
    blocks_skipped: int
    """Passed over, because of the smallest and largest values that the region server knows."""
    fallbacks: int
    """Key ranges that Spark computed."""

    @property
    def rows(self) -> int:
        """Scanned in the region servers and in Spark."""
        return self.server_rows + self.spark_rows

    @property
    def server_millis(self) -> int:
        """Time in the region servers."""
        return self.server_nanos // _NANOS_PER_MILLI

    @classmethod
    def parse(cls, given: dict[str, int]) -> Work:
        """From the names of ``RangeWork``, which are those here in camel case."""
        return cls(**{field.name: given[_camel_case(field.name)] for field in fields(cls)})

    @classmethod
    def total(cls, works: Iterable[Work]) -> Work:
        """All together, at least one; from the first begin to the last end."""
        listed = list(works)
        sums = {field.name: sum(getattr(w, field.name) for w in listed) for field in fields(cls)}
        sums["began_millis"] = min(work.began_millis for work in listed)
        sums["ended_millis"] = max(work.ended_millis for work in listed)
        return cls(**sums)


class State(Enum):
    """The state of a region; the value is its text for people."""

    SERVER = "computed in its region server"
    BOTH = "computed partly in Spark"
    SPARK = "computed in Spark"
    GETS = "asked by gets, computed in Spark"
    UNREACHED = "not reached: the query had its rows before"
    WANTED = "to be read"
    PRUNED = "not asked: no wanted row key"

    def of(self, count: int) -> str:
        """The state of so many regions."""
        return f"{count:,} {self.value if count == 1 else self.value.replace(*_MANY)}"


@dataclass(frozen=True, slots=True)
class Region:
    """One region; row keys as HBase's shell takes them."""

    start: str
    host: str
    touched: bool
    stored_bytes: int | None = None
    """None while HBase does not tell."""
    work: Work | None = None
    """None before a run, of regions that it did not read, and of those that gets read."""
    start_values: str = ""
    """The first row key as values of columns; empty where it has no whole one."""
    short_start: str = ""
    """The start as values alone, without the names of columns."""
    remaining: tuple[str, ...] | None = None
    """Conditions that are checked there; None where they are those of the sub-plan."""

    @classmethod
    def parse(cls, given: dict[str, Any]) -> Region:
        """An entry of ``regions`` in the document of ``SubPlanScan.explanation``."""
        work = given.get("work")
        remaining = given.get("remaining")
        return cls(
            start=given["start"],
            host=given["host"],
            touched=given["touched"],
            stored_bytes=given.get("storedBytes"),
            start_values=given.get("startValues", ""),
            short_start=given.get("shortStart", ""),
            work=None if work is None else Work.parse(work),
            remaining=None if remaining is None else tuple(remaining),
        )

    @property
    def begin(self) -> str:
        """The start of the region, for people."""
        if self.start == _START_OF_TABLE:
            return "start of table"
        return f"from {self.start_values or self.start}"

    @property
    def short_begin(self) -> str:
        """The start of the region without the names of columns, for narrow labels."""
        return f"from {self.short_start}" if self.short_start else self.begin

    @property
    def place(self) -> str:
        """The start of the region and its region server, for people."""
        return f"{self.begin} on {self.host or 'no server'}"

    @property
    def left(self) -> str:
        """The conditions left for the region, for people; empty where all are left."""
        if self.remaining is None:
            return ""
        return " AND ".join(self.remaining) or "none: every row key that is read fulfils them"

    def state(self, *, has_run: bool, by_gets: bool) -> State:
        """After a run, or before it."""
        if self.work is not None:
            return _state_of(self.work)
        if not self.touched:
            return State.PRUNED
        if not has_run:
            return State.WANTED
        return State.GETS if by_gets else State.UNREACHED


def _state_of(work: Work) -> State:
    if not work.fallbacks:
        return State.SERVER
    return State.BOTH if work.server_rows else State.SPARK


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)
