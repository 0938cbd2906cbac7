"""The enumeration whose members are texts."""

from __future__ import annotations

from enum import Enum


class TextEnum(str, Enum):
    """Members that are equal to their values, and print as them.

    ``enum.StrEnum`` is the same from Python 3.11 on.
    """

    __str__ = str.__str__
