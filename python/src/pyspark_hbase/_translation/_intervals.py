"""Intervals of a query: literals of Spark's ANSI intervals, in one unit, several or a range."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from sqlglot import exp

__all__ = ["Interval", "interval_of"]

_MONTHS: Final = {"MONTH": 1, "YEAR": 12}
_MICROS: Final = {
    "MICROSECOND": 1,
    "MILLISECOND": 1_000,
    "SECOND": 1_000_000,
    "MINUTE": 60_000_000,
    "HOUR": 3_600_000_000,
    "DAY": 86_400_000_000,
    "WEEK": 7 * 86_400_000_000,
}
_DAYS: Final = ("DAY", "WEEK")
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,9}")
_SECONDS: Final = re.compile(r"([+-]?)([0-9]{1,9})\.([0-9]{1,6})")
_SECOND: Final = r"(?P<SECOND>[0-9]{1,2})(?:\.(?P<FRACTION>[0-9]{1,6}))?"
_RANGES: Final = {
    ("YEAR", "MONTH"): r"(?P<YEAR>[0-9]{1,4})-(?P<MONTH>[0-9]{1,2})",
    ("DAY", "HOUR"): r"(?P<DAY>[0-9]{1,9}) (?P<HOUR>[0-9]{1,2})",
    ("DAY", "MINUTE"): r"(?P<DAY>[0-9]{1,9}) (?P<HOUR>[0-9]{1,2}):(?P<MINUTE>[0-9]{1,2})",
    ("DAY", "SECOND"): (
        rf"(?P<DAY>[0-9]{{1,9}}) (?P<HOUR>[0-9]{{1,2}}):(?P<MINUTE>[0-9]{{1,2}}):{_SECOND}"
    ),
    ("HOUR", "MINUTE"): r"(?P<HOUR>[0-9]{1,9}):(?P<MINUTE>[0-9]{1,2})",
    ("HOUR", "SECOND"): rf"(?P<HOUR>[0-9]{{1,9}}):(?P<MINUTE>[0-9]{{1,2}}):{_SECOND}",
    ("MINUTE", "SECOND"): rf"(?P<MINUTE>[0-9]{{1,9}}):{_SECOND}",
}
_BELOW: Final = {"MONTH": 12, "HOUR": 24, "MINUTE": 60, "SECOND": 60}


@dataclass(frozen=True, slots=True)
class Interval:
    """Months, or microseconds; in Spark an interval has one of the two types."""

    months: int | None
    micros: int
    has_only_days: bool = False
    """By its type, not by its value: 24 hours are no day."""

    def negated(self) -> Interval:
        """Return the interval back in time."""
        months = None if self.months is None else -self.months
        return Interval(months, -self.micros, self.has_only_days)


def interval_of(node: exp.Expr) -> Interval | None:
    """The interval at a node; None if there is none, or one that only Spark reads."""
    if isinstance(node, exp.Paren):
        return interval_of(node.this)
    if isinstance(node, exp.Neg):
        inner = interval_of(node.this)
        return None if inner is None else inner.negated()
    if isinstance(node, exp.Add):
        return _sum(interval_of(node.this), interval_of(node.expression))
    if not isinstance(node, exp.Interval) or not isinstance(node.this, exp.Literal):
        return None
    text, unit = str(node.this.this), node.args.get("unit")
    if isinstance(unit, exp.IntervalSpan):
        return _of_range(text, _unit(unit.this), _unit(unit.expression))
    return _of_unit(text, _unit(unit))


def _sum(left: Interval | None, right: Interval | None) -> Interval | None:
    if left is None or right is None or (left.months is None) != (right.months is None):
        return None
    months = None if left.months is None else left.months + (right.months or 0)
    only_days = left.has_only_days and right.has_only_days
    return Interval(months, left.micros + right.micros, only_days)


def _unit(node: object) -> str:
    return str(node.name).upper().removesuffix("S") if isinstance(node, exp.Var) else ""


def _of_unit(text: str, unit: str) -> Interval | None:
    if unit == "SECOND" and (parts := _SECONDS.fullmatch(text)):
        micros = int(parts[2]) * _MICROS[unit] + int(parts[3].ljust(6, "0"))
        return Interval(None, -micros if parts[1] == "-" else micros)
    if not _WHOLE.fullmatch(text):
        return None
    if unit in _MONTHS:
        return Interval(int(text) * _MONTHS[unit], 0)
    if unit not in _MICROS:
        return None
    return Interval(None, int(text) * _MICROS[unit], unit in _DAYS)


def _of_range(text: str, first: str, last: str) -> Interval | None:
    pattern = _RANGES.get((first, last))
    sign = -1 if text.startswith("-") else 1
    found = None if pattern is None else re.fullmatch(pattern, text.removeprefix("-"))
    if found is None:
        return None
    parts = {name: value or "" for name, value in found.groupdict().items()}
    fraction = int(parts.pop("FRACTION", "").ljust(6, "0"))
    numbers = {name: int(value) for name, value in parts.items()}
    if any(number >= _BELOW[name] for name, number in numbers.items() if name != first):
        return None
    if first in _MONTHS:
        return Interval(sign * sum(_MONTHS[name] * n for name, n in numbers.items()), 0)
    return Interval(None, sign * (sum(_MICROS[name] * n for name, n in numbers.items()) + fraction))
