"""Values as the command writes them: JSON, sizes and counts."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

_UNITS: Final = ("B", "K", "M", "G", "T")
_STEP: Final = 1024


def print_json(value: object) -> None:
    """One document, with the names of the Python API."""
    json.dump(value, sys.stdout, indent=2, default=_plain)
    print()


def size(count: int | None) -> str:
    """Bytes for people.

    >>> size(None), size(0), size(900), size(5 * 2**20), size(3 * 2**29)
    ('-', '0B', '900B', '5.0M', '1.5G')
    """
    if count is None:
        return "-"
    value, unit = float(count), 0
    while value >= _STEP and unit < len(_UNITS) - 1:
        value, unit = value / _STEP, unit + 1
    return f"{value:.0f}{_UNITS[unit]}" if unit == 0 else f"{value:.1f}{_UNITS[unit]}"


def number(value: int | None) -> str:
    """A count, or a dash where it is not known."""
    return "-" if value is None else str(value)


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not JSON")
