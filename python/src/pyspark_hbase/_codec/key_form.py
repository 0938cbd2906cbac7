"""The forms of values in a row key: docs/FORMAT.md, "Forms of key columns"."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

_MAX_BYTE: Final = 0xFF
_MAX_WIDTH: Final = 32767


class KeyFormKind(Enum):
    """The change of a value's bytes, and the end of a value of variable length."""

    PLAIN = "plain"
    REVERSED = "reversed"
    DELIMITED = "delimited"
    LENGTH_PREFIXED = "length_prefixed"
    FIXED = "fixed"
    ESCAPED = "escaped"

    @property
    def keeps_order(self) -> bool:
        """Tell whether the form keeps the order of bytes that the encoding gives."""
        return self in (KeyFormKind.PLAIN, KeyFormKind.ESCAPED)


@dataclass(frozen=True, slots=True)
class KeyForm:
    """The form of one key column.

    ``delimiter`` is the byte behind a DELIMITED value, ``width`` the bytes of each FIXED one.

    >>> KeyForm(KeyFormKind.REVERSED, delimiter=44)
    Traceback (most recent call last):
    ValueError: a delimiter is one byte of a delimited key column, not 44
    """

    kind: KeyFormKind = KeyFormKind.PLAIN
    delimiter: int = 0
    width: int = 0

    def __post_init__(self) -> None:
        is_byte = 0 <= self.delimiter <= _MAX_BYTE
        if not is_byte or (self.delimiter and self.kind is not KeyFormKind.DELIMITED):
            raise ValueError(
                f"a delimiter is one byte of a delimited key column, not {self.delimiter}"
            )
        is_fixed = self.kind is KeyFormKind.FIXED
        if not (1 <= self.width <= _MAX_WIDTH if is_fixed else self.width == 0):
            raise ValueError(
                f"a fixed key column has from 1 to {_MAX_WIDTH} bytes, others say none, "
                f"not {self.width}"
            )


PLAIN: Final = KeyForm()
ESCAPED_END: Final = b"\0\x01"
"""The end mark of an ESCAPED value in an ascending column."""
ESCAPED: Final = KeyForm(KeyFormKind.ESCAPED)
REVERSED: Final = KeyForm(KeyFormKind.REVERSED)
LENGTH_PREFIXED: Final = KeyForm(KeyFormKind.LENGTH_PREFIXED)
