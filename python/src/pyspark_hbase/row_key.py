"""Row keys: composite, order-preserving, the same bytes as those of the JVM.

docs/FORMAT.md, "Row keys", specifies them.

>>> schema = RowKeySchema((KeyPart(types.INT), KeyPart(types.STRING)))
>>> schema.encode((1, "m")).hex(" ")
'80 00 00 01 6d'
>>> schema.decode(bytes.fromhex("80 00 00 01 6d"))
(1, 'm')
>>> schema.encode_prefix((1,)).hex(" ")
'80 00 00 01'
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from pyspark_hbase import types
from pyspark_hbase._codec import binary_values, phoenix_values
from pyspark_hbase._codec.key_form import (
    ESCAPED,
    ESCAPED_END,
    LENGTH_PREFIXED,
    PLAIN,
    REVERSED,
    KeyForm,
    KeyFormKind,
)
from pyspark_hbase._codec.python_values import Value
from pyspark_hbase.codec_error import CodecError, CodecErrorCode
from pyspark_hbase.types import DataType, TypeKind
from pyspark_hbase.values import Encoding, decode_value, encode_value

__all__ = [
    "ESCAPED",
    "LENGTH_PREFIXED",
    "MAX_ROW_KEY_BYTES",
    "PLAIN",
    "REVERSED",
    "KeyForm",
    "KeyFormKind",
    "KeyPart",
    "KeyPrefix",
    "KeyPrefixKind",
    "RowKeySchema",
]

MAX_ROW_KEY_BYTES: Final = 32767
"""HBase's limit."""

MAX_BUCKETS: Final = 256
"""The most buckets of a salt, which is one byte."""
MAX_HASH_BYTES: Final = 4
"""The most bytes of the hash in front of a row key."""

_SAYING_WHERE_IT_ENDS: Final = (
    KeyFormKind.DELIMITED,
    KeyFormKind.LENGTH_PREFIXED,
    KeyFormKind.FIXED,
    KeyFormKind.ESCAPED,
)
_LENGTH_BYTES: Final = 2
# The bytes of form ESCAPED.
_ZERO: Final = b"\0"
_ESCAPED_ZERO: Final = b"\0\xff"
_INVERT: Final = bytes(255 - byte for byte in range(256))


@dataclass(frozen=True, slots=True)
class KeyPart:
    """One column of a row key. Only ORDERED and PHOENIX keep value order and can be descending.

    >>> KeyPart(types.INT, Encoding.TEXT, descending=True)
    Traceback (most recent call last):
    ValueError: a descending key column must be ORDERED or PHOENIX, not TEXT: others have no order
    >>> KeyPart(types.INT).fixed_width, KeyPart(types.STRING).terminator.hex()
    (4, '00')
    >>> KeyPart(types.STRING).form.kind.keeps_order, KeyPart(types.BINARY).may_hold_terminator
    (True, True)
    >>> KeyPart(types.STRING, Encoding.PHOENIX).is_omitted_if_empty
    True

    Raises:
        ValueError: the type, the encoding and the form do not go together.
    """

    type: DataType
    encoding: Encoding = Encoding.ORDERED
    descending: bool = False
    form: KeyForm = PLAIN

    def __post_init__(self) -> None:
        self._check_form()
        if self.encoding is Encoding.CAST_TEXT:
            raise ValueError(
                "a key column cannot be CAST_TEXT: another text of its value is another row; "
                "use TEXT"
            )
        if self.type == types.BINARY and self.encoding is Encoding.TEXT:
            raise ValueError("a binary key column cannot be TEXT; use ORDERED or HBASE")
        if self.descending and self.encoding not in (Encoding.ORDERED, Encoding.PHOENIX):
            raise ValueError(
                f"a descending key column must be ORDERED or PHOENIX, not {self.encoding.name}: "
                "others have no order"
            )
        is_escaped = self.form.kind is KeyFormKind.ESCAPED
        if self.descending and self.type == types.BINARY and not is_escaped:
            raise ValueError(
                f"a descending binary key column must be ESCAPED, not {self.form.kind.name}: "
                "without an end mark a prefix would still sort first"
            )

    def _check_form(self) -> None:
        kind = self.form.kind
        says_where_it_ends = kind in _SAYING_WHERE_IT_ENDS
        if self.descending and not kind.keeps_order:
            raise ValueError(
                f"a descending key column must be PLAIN or ESCAPED, not {kind.name}: "
                "other forms have no order"
            )
        if says_where_it_ends and self._width_of_type is not None:
            raise ValueError(
                f"a {self.type} key column encoded as {self.encoding.name} has always "
                f"{self._width_of_type} bytes, so it is not {kind.name}; leave out the form"
            )
        is_text = self.type in (types.STRING, types.BINARY)
        if kind is KeyFormKind.ESCAPED and not is_text:
            raise ValueError(
                f"a {self.type} key column cannot be ESCAPED, which is for STRING and BINARY; "
                "use LENGTH_PREFIXED"
            )
        if kind is KeyFormKind.FIXED and not is_text:
            raise ValueError(
                f"a {self.type} key column encoded as {self.encoding.name} cannot be FIXED: its "
                "values differ in length; use LENGTH_PREFIXED"
            )
        if kind is KeyFormKind.DELIMITED and self._may_hold_any_byte:
            raise ValueError(
                f"a {self.type} key column encoded as {self.encoding.name} may hold any "
                "delimiter; use LENGTH_PREFIXED"
            )
        if kind is KeyFormKind.REVERSED and self.type in (types.FLOAT, types.DOUBLE):
            raise ValueError(
                f"a {self.type} key column cannot be REVERSED: numbers that are equal have "
                "several bytes"
            )

    @property
    def _may_hold_any_byte(self) -> bool:
        return self.type == types.BINARY or (
            self.encoding is Encoding.HBASE and self.type.kind is TypeKind.DECIMAL
        )

    @property
    def fixed_width(self) -> int | None:
        """Bytes of every value; None when they differ in length."""
        return self.form.width or self._width_of_type

    @property
    def _width_of_type(self) -> int | None:
        is_hbase_decimal = self.encoding is Encoding.HBASE and self.type.kind is TypeKind.DECIMAL
        if self.encoding is Encoding.TEXT or is_hbase_decimal:
            return None
        if self.encoding is Encoding.PHOENIX:
            return phoenix_values.fixed_width(self.type)
        return binary_values.fixed_width(self.type)

    @property
    def may_hold_terminator(self) -> bool:
        """Whether the bytes of a value have no end mark, so that the part must be the last one."""
        has_end = self.form.kind in _SAYING_WHERE_IT_ENDS
        return self.fixed_width is None and not has_end and self._may_hold_any_byte

    @property
    def is_omitted_if_empty(self) -> bool:
        """Whether Phoenix leaves NULLs out at the end of a row key, which are read as empty."""
        is_text = self.type in (types.STRING, types.BINARY) and not self.descending
        return self.encoding is Encoding.PHOENIX and self.form == PLAIN and is_text

    @property
    def terminator(self) -> bytes:
        """The byte behind a value of variable length that is not the last one."""
        return bytes([self.form.delimiter])


class KeyPrefixKind(Enum):
    """The kind of the bytes in front of a row key."""

    SALT = "salt"
    """One byte: the hash modulo the number of buckets."""
    HASH = "hash"
    """The first bytes of the hash."""


@dataclass(frozen=True, slots=True)
class KeyPrefix:
    """Bytes in front of the first column, computed from key columns, that spread rows evenly.

    ``size`` is the number of buckets of a salt, 1 to 256, or of bytes of a hash, 1 to 4. ``parts``
    are the positions of the columns in the row key, ascending.

    >>> KeyPrefix(KeyPrefixKind.SALT, 8, (0,)).of([b"m"]).hex()
    '00'
    >>> KeyPrefix(KeyPrefixKind.HASH, 2, (0,)).width
    2

    Raises:
        ValueError: a ``size`` that there is not, or no ascending ``parts``.
    """

    kind: KeyPrefixKind
    size: int
    parts: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.kind is KeyPrefixKind.SALT and not 1 <= self.size <= MAX_BUCKETS:
            raise ValueError(f"a salt has 1 to 256 buckets, not {self.size}")
        if self.kind is KeyPrefixKind.HASH and not 1 <= self.size <= MAX_HASH_BYTES:
            raise ValueError(f"a hash in front of a row key has 1 to 4 bytes, not {self.size}")
        if not self.parts or list(self.parts) != sorted(set(self.parts)):
            raise ValueError(
                "a salt or hash names at least one key column, each once and in row-key order, "
                f"not {self.parts}"
            )

    @property
    def width(self) -> int:
        """Bytes in front of each row key."""
        return 1 if self.kind is KeyPrefixKind.SALT else self.size

    def of(self, values: Sequence[bytes]) -> bytes:
        """The bytes for values in ORDERED encoding, ascending and without terminators."""
        value = zlib.crc32(b"".join(values))
        if self.kind is KeyPrefixKind.SALT:
            return bytes([value % self.size])
        return value.to_bytes(MAX_HASH_BYTES, "big")[: self.size]


@dataclass(frozen=True, slots=True)
class RowKeySchema:
    """The columns of a row key, in order, behind its prefix if it has one.

    With ORDERED and PHOENIX parts only, the byte order of row keys with the same prefix is the
    order of their values, part by part.

    >>> phoenix = KeyPart(types.STRING, Encoding.PHOENIX)
    >>> RowKeySchema((phoenix, phoenix)).first_omittable
    1

    Raises:
        ValueError: there is no part, the prefix names one that is not there, or a part without an
            end mark is not the last one.
    """

    parts: tuple[KeyPart, ...]
    prefix: KeyPrefix | None = None

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError("a row key has at least one column")
        if self.prefix is not None and not 0 <= self.prefix.parts[-1] < len(self.parts):
            raise ValueError(
                f"a salt or hash is computed from columns of the row key, which has "
                f"{len(self.parts)}, not from those at {self.prefix.parts}"
            )
        for part in self.parts[:-1]:
            if part.may_hold_terminator:
                raise ValueError(
                    f"a {part.type} key column encoded as {part.encoding.name} must be the last "
                    "one: its bytes have no end mark"
                )

    def encode(self, values: Sequence[Value | None]) -> bytes:
        """Write the row key of one row: a value for each column.

        Raises:
            CodecError: ``NULL_IN_ROW_KEY``, ``NUL_IN_STRING_KEY``, ``VALUE_OUT_OF_RANGE``,
                ``ROW_KEY_TOO_LONG`` or ``ROW_KEY_EMPTY``; ``values["part"]`` says which column.
            ValueError: there are more or fewer values than columns.
        """
        if len(values) != len(self.parts):
            raise ValueError(f"the row key has {len(self.parts)} columns, found {len(values)}")
        parts = [self._encode_part(index, value) for index, value in enumerate(values)]
        row = self._encode_prefix(values) + self._without_omitted(parts)
        if not row:
            raise CodecError(
                CodecErrorCode.ROW_KEY_EMPTY,
                type=self.parts[0].type,
            )
        if len(row) > MAX_ROW_KEY_BYTES:
            raise CodecError(
                CodecErrorCode.ROW_KEY_TOO_LONG,
                foundBytes=len(row),
                maxBytes=MAX_ROW_KEY_BYTES,
            )
        return row

    def encode_prefix(self, values: Sequence[Value | None]) -> bytes:
        """Write the bytes that row keys with these first values start with: a bound of a scan.

        With a salt or hash the values of its columns must be among them.

        >>> schema = RowKeySchema((KeyPart(types.STRING), KeyPart(types.INT)))
        >>> schema.encode_prefix(("ab",)).hex(" ")
        '61 62 00'
        """
        columns = b"".join(self._encode_part(index, value) for index, value in enumerate(values))
        return self._encode_prefix(values) + columns

    def encode_start(self, values: Sequence[Value | None], start: bytes) -> bytes:
        r"""Write what row keys start with that hold these values, and behind them a longer one.

        ``start`` is what the STRING or BINARY of the next column starts with, in form PLAIN or
        ESCAPED.

        >>> schema = RowKeySchema((KeyPart(types.INT), KeyPart(types.STRING, form=ESCAPED)))
        >>> schema.encode_start((1,), b"a\0").hex(" ")
        '80 00 00 01 61 00 ff'
        """
        part = self.parts[len(values)]
        if part.form.kind is KeyFormKind.ESCAPED:
            start = start.replace(_ZERO, _ESCAPED_ZERO)
        start = start.translate(_INVERT) if part.descending else start
        return self.encode_prefix(values) + start

    @property
    def first_omittable(self) -> int:
        """From this part on all are left out of a row key that ends before; never the first one."""
        index = len(self.parts)
        while index > 1 and self.parts[index - 1].is_omitted_if_empty:
            index -= 1
        return index

    def has_two_forms(self, values: Sequence[Value | None]) -> bool:
        """Whether row keys may hold the last value or leave it out.

        >>> name = KeyPart(types.STRING, Encoding.PHOENIX)
        >>> RowKeySchema((name, name)).has_two_forms(("a", ""))
        True
        """
        return self.first_omittable < len(self.parts) and not values[-1]

    def _may_end_key(self, index: int) -> bool:
        part = self.parts[index]
        is_in_front = self.first_omittable - 1 <= index < len(self.parts) - 1
        return is_in_front and part.form == PLAIN and not part.descending

    def _without_omitted(self, parts: list[bytes]) -> bytes:
        kept = len(parts)
        while kept > self.first_omittable:
            empty = b"\0" if self._is_terminated(kept - 1) else b""
            if parts[kept - 1] != empty:
                break
            kept -= 1
        row = b"".join(parts[:kept])
        # What ends the last one is left out with those behind it.
        has_end = self._is_terminated(kept - 1) and self._may_end_key(kept - 1)
        return row[:-1] if has_end else row

    def decode(self, row: bytes) -> tuple[Value, ...]:
        """Read the values of a row key.

        Raises:
            CodecError: ``ROW_KEY_TOO_SHORT``, ``ROW_KEY_TRAILING_BYTES`` or ``CORRUPT_VALUE`` when
                the bytes are not a row key of this schema; ``values["part"]`` says which column.
        """
        values: list[Value] = []
        start = self.prefix.width if self.prefix else 0
        if self.prefix and len(row) < start:
            raise CodecError(
                CodecErrorCode.ROW_KEY_TOO_SHORT,
                type=self.prefix.kind.name,
                expectedBytes=start,
                foundBytes=len(row),
                row=row.hex(),
            )
        for index in range(len(self.parts)):
            try:
                value, start = self._decode_part(index, row, start)
            except CodecError as error:
                raise error.with_values(part=index, row=row.hex()) from None
            values.append(value)
        if start != len(row):
            raise CodecError(
                CodecErrorCode.ROW_KEY_TRAILING_BYTES,
                expectedBytes=start,
                foundBytes=len(row),
                row=row.hex(),
            )
        return tuple(values)

    def _is_terminated(self, index: int) -> bool:
        part = self.parts[index]
        last = index == len(self.parts) - 1
        has_own_end = part.form.kind in (KeyFormKind.LENGTH_PREFIXED, KeyFormKind.ESCAPED)
        return part.fixed_width is None and not has_own_end and not (last and not part.descending)

    def _encode_prefix(self, values: Sequence[Value | None]) -> bytes:
        if self.prefix is None:
            return b""
        if self.prefix.parts[-1] >= len(values):
            raise ValueError("a column is missing from which the salt or hash is computed")
        return self.prefix.of(
            [
                encode_value(_normal(value), self.parts[i].type, Encoding.ORDERED)
                for i in self.prefix.parts
                # A NULL was refused when its column was written.
                if (value := values[i]) is not None
            ]
        )

    def _encode_part(self, index: int, value: Value | None) -> bytes:
        part = self.parts[index]
        if value is None:
            raise CodecError(
                CodecErrorCode.NULL_IN_ROW_KEY,
                type=part.type,
                part=index,
            )
        try:
            data = encode_value(_normal(value), part.type, part.encoding)
        except CodecError as error:
            raise error.with_values(part=index) from None
        if self._is_terminated(index):
            position = data.find(part.terminator)
            if position >= 0:
                is_delimited = part.form.kind is KeyFormKind.DELIMITED
                raise CodecError(
                    CodecErrorCode.DELIMITER_IN_KEY
                    if is_delimited
                    else CodecErrorCode.NUL_IN_STRING_KEY,
                    type=part.type,
                    position=position,
                    part=index,
                )
            end = part.terminator
        else:
            end = b""
        if part.form.width and len(data) != part.form.width:
            raise CodecError(
                CodecErrorCode.KEY_VALUE_LENGTH,
                type=part.type,
                expectedBytes=part.form.width,
                foundBytes=len(data),
                part=index,
            )
        match part.form.kind:
            case KeyFormKind.REVERSED:
                return data[::-1] + end
            case KeyFormKind.LENGTH_PREFIXED:
                return self._length(data, index) + data
            case KeyFormKind.ESCAPED:
                data, end = data.replace(_ZERO, _ESCAPED_ZERO), ESCAPED_END
        return (data + end).translate(_INVERT) if part.descending else data + end

    def _length(self, data: bytes, index: int) -> bytes:
        if len(data) > MAX_ROW_KEY_BYTES:
            raise CodecError(
                CodecErrorCode.ROW_KEY_TOO_LONG,
                foundBytes=len(data),
                maxBytes=MAX_ROW_KEY_BYTES,
                part=index,
            )
        return len(data).to_bytes(_LENGTH_BYTES, "big")

    def _decode_part(self, index: int, row: bytes, start: int) -> tuple[Value, int]:
        part = self.parts[index]
        if part.form.kind is KeyFormKind.ESCAPED:
            data, start = _escaped(part, row, start)
            return decode_value(data, part.type, part.encoding), start
        if part.form.kind is KeyFormKind.LENGTH_PREFIXED:
            length = int.from_bytes(row[start : start + _LENGTH_BYTES], "big")
            start += _LENGTH_BYTES
            end = next_start = start + length
            complete = end <= len(row)
        elif part.fixed_width is not None:
            end = next_start = start + part.fixed_width
            complete = end <= len(row)
        elif self._is_terminated(index):
            end = row.find(b"\xff" if part.descending else part.terminator, start)
            next_start = end + 1
            complete = end >= 0
            if (
                part.descending
                and part.encoding is Encoding.PHOENIX
                and row[start:].startswith(b"\0")
            ):
                raise CodecError(
                    CodecErrorCode.CORRUPT_VALUE,
                    type=part.type,
                    encoding=part.encoding.name,
                    reason="Phoenix writes so a NULL of a descending column, which is not read in "
                    "row keys",
                )
            if not complete and self._may_end_key(index):
                end = next_start = len(row)
                complete = True
        else:
            end = next_start = len(row)
            complete = True
        if not complete:
            raise CodecError(
                CodecErrorCode.ROW_KEY_TOO_SHORT,
                type=part.type,
                expectedBytes=part.fixed_width or "a terminator",
                foundBytes=len(row) - start,
            )
        data = row[start:end]
        if part.descending:
            data = data.translate(_INVERT)
        if part.form.kind is KeyFormKind.REVERSED:
            data = data[::-1]
        return decode_value(data, part.type, part.encoding), next_start


def _escaped(part: KeyPart, row: bytes, start: int) -> tuple[bytes, int]:
    """The bytes of a value of form ESCAPED, and where the next part starts."""
    rest = row[start:].translate(_INVERT) if part.descending else row[start:]
    zero = rest.find(_ZERO)
    while zero >= 0 and rest.startswith(_ESCAPED_ZERO, zero):
        zero = rest.find(_ZERO, zero + len(_ESCAPED_ZERO))
    if zero < 0 or zero == len(rest) - 1:
        raise CodecError(
            CodecErrorCode.ROW_KEY_TOO_SHORT,
            type=part.type,
            expectedBytes="an end mark",
            foundBytes=len(rest),
        )
    if not rest.startswith(ESCAPED_END, zero):
        raise CodecError(
            CodecErrorCode.CORRUPT_VALUE,
            type=part.type,
            encoding=part.encoding.name,
            reason="Behind the zero byte of an escaped key column stands neither 0xFF nor 0x01",
        )
    return rest[:zero].replace(_ESCAPED_ZERO, _ZERO), start + zero + len(ESCAPED_END)


def _normal(value: Value) -> Value:
    """Equal SQL values have equal row keys: adding zero turns -0.0 into 0.0."""
    return value + 0.0 if isinstance(value, float) else value
