"""The row keys that can pass the filters of a sub-plan, from the first to the last.

A region server jumps over what lies between by itself; the bounds spare the regions outside, each
of which would answer that it holds nothing. A row is outside only if a filter fails there before
anything could raise an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from pyspark_hbase._codec.python_values import Value, from_internal
from pyspark_hbase._planning.operators import FilterOperator, Operator
from pyspark_hbase._planning.typed import Typed, TypedCall, TypedColumn, TypedLiteral, TypedValues
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.row_key import KeyPart, RowKeySchema
from pyspark_hbase.table_schema import Column, KeyPlace, TableSchema
from pyspark_hbase.types import TypeKind
from pyspark_hbase.values import Encoding

ALL: Final = (b"", b"")

_NEVER_RAISE: Final = frozenset(
    """EQUAL LESS_THAN LESS_THAN_OR_EQUAL GREATER_THAN GREATER_THAN_OR_EQUAL EQUAL_NULL_SAFE IN AND
    OR NOT IS_NULL IS_NOT_NULL STARTS_WITH ENDS_WITH CONTAINS LIKE LENGTH UPPER LOWER CASE_WHEN
    COALESCE YEAR MONTH DAY_OF_MONTH QUARTER""".split()
)
_MIRRORED: Final = {
    "EQUAL": "EQUAL",
    "EQUAL_NULL_SAFE": "EQUAL_NULL_SAFE",
    "LESS_THAN": "GREATER_THAN",
    "LESS_THAN_OR_EQUAL": "GREATER_THAN_OR_EQUAL",
    "GREATER_THAN": "LESS_THAN",
    "GREATER_THAN_OR_EQUAL": "LESS_THAN_OR_EQUAL",
}
_FLOATING: Final = (TypeKind.FLOAT, TypeKind.DOUBLE)
_IN_ORDER: Final = (Encoding.ORDERED, Encoding.PHOENIX)
_BYTES: Final = (TypeKind.STRING, TypeKind.BINARY)

Internal = int | float | bytes


@dataclass(frozen=True, slots=True)
class _Bounds:
    """The values of one key column, in internal form; None is no bound. Bounds are inclusive."""

    lower: Internal | None = None
    upper: Internal | None = None
    prefix: bytes = b""
    """The prefix of a STRING."""
    is_nothing: bool = False

    def within(self, other: _Bounds) -> _Bounds:
        lowers = [b for b in (self.lower, other.lower) if b is not None]
        uppers = [b for b in (self.upper, other.upper) if b is not None]
        lower = max(lowers) if lowers else None
        upper = min(uppers) if uppers else None
        is_empty = lower is not None and upper is not None and lower > upper  # type: ignore[operator]
        nothing = self.is_nothing or other.is_nothing or is_empty
        return _Bounds(lower, upper, max(self.prefix, other.prefix, key=len), nothing)

    @property
    def is_point(self) -> bool:
        return self.lower is not None and self.lower == self.upper


def row_bounds(schema: TableSchema, operators: Sequence[Operator]) -> tuple[bytes, bytes] | None:
    """Start row and stop row in HBase, empty where there is no bound; None if no row can pass."""
    prefix = schema.row_prefix
    passing = _passing_bounds(schema, operators)
    return None if passing is None else intersection(passing, (prefix, behind(prefix)))


def _passing_bounds(
    schema: TableSchema, operators: Sequence[Operator]
) -> tuple[bytes, bytes] | None:
    """The bounds that conditions on the columns of the row key give."""
    bounds: dict[int, _Bounds] = {}
    for conjunct in _conjuncts(operators):
        for position, found in _of_conjunct(conjunct):
            bounds[position] = bounds.get(position, _Bounds()).within(found)
    if any(each.is_nothing for each in bounds.values()):
        return None
    keys = schema.key_columns
    of_keys = [bounds.get(schema.columns.index(column), _Bounds()) for column in keys]
    try:
        start, stop = _encoded(schema, keys, of_keys)
    except CodecError:
        # A value that no row key can hold; the filter itself finds nothing.
        return ALL
    if any(map(_may_be_left_out, keys[1:])):
        # Row keys of Phoenix end in front of the terminators of columns that are NULL.
        start = start.rstrip(b"\0")
    if schema.group_bits is not None:
        start, stop = _group_key(start, schema.group_bits), _behind_groups(stop, schema.group_bits)
    return intersection(ALL, (start, stop))


def _group_key(row_key: bytes, bits: int) -> bytes:
    """The HBase row of the rows that start with the same bits.

    >>> _group_key(bytes.fromhex("012345"), 12).hex()
    '0120'
    """
    whole, more = divmod(bits, 8)
    group = bytearray(row_key[: whole + (more > 0)])
    if more and len(group) > whole:
        group[whole] &= 0xFF << (8 - more) & 0xFF
    return bytes(group)


def _behind_groups(stop: bytes, bits: int) -> bytes:
    """A stop row in HBase behind the groups of all row keys below ``stop``."""
    group = _group_key(stop, bits)
    return stop if group == stop else group + b"\0"


def pinned_row(
    schema: TableSchema, operators: Sequence[Operator]
) -> tuple[bytes, dict[int, Internal]] | None:
    """The row key of the only row that can pass, and the values of its columns by their positions.

    None unless the leading filters say that each column of the row key is equal to one value, and
    nothing else. None also if there are several ways to write the value, or if the row is none of
    the table.
    """
    values: dict[int, Internal] = {}
    for operator in takewhile(lambda each: isinstance(each, FilterOperator), operators):
        assert isinstance(operator, FilterOperator)
        for conjunct in _parts(operator.predicate):
            found = list(_of_conjunct(conjunct)) if _is_equality(conjunct) else []
            if not found or found[0][0] in values:
                return None
            position, bounds = found[0]
            assert bounds.lower is not None
            values[position] = bounds.lower
    keys = schema.key_columns
    positions = [schema.columns.index(column) for column in keys]
    if values.keys() != set(positions) or not all(map(_knows_its_bytes, keys)):
        return None
    row_key = row_key_schema(schema)
    of_keys = [
        from_internal(values[i], column.type) for i, column in zip(positions, keys, strict=True)
    ]
    try:
        row = row_key.encode(of_keys)
    except CodecError:
        # A value that no row key can hold; the filter itself finds nothing.
        return None
    is_other = row_key.has_two_forms(of_keys) or not row.startswith(schema.row_prefix)
    return None if is_other else (row, values)


def _is_equality(conjunct: Typed) -> bool:
    equalities = ("EQUAL", "EQUAL_NULL_SAFE")
    return isinstance(conjunct, TypedCall) and conjunct.function in equalities


def intersection(
    left: tuple[bytes, bytes], right: tuple[bytes, bytes]
) -> tuple[bytes, bytes] | None:
    """The row keys that are in both of two ranges; None if there are none.

    >>> intersection((b"b", b""), (b"a", b"d"))
    (b'b', b'd')
    """
    start = max(left[0], right[0])
    stop = min(filter(None, (left[1], right[1])), default=b"")
    return None if stop and start >= stop else (start, stop)


def _conjuncts(operators: Iterable[Operator]) -> Iterator[Typed]:
    """Conditions of the leading filters, as long as none before could raise an error."""
    for operator in operators:
        if not isinstance(operator, FilterOperator):
            return
        for conjunct in _parts(operator.predicate):
            if not _never_raises(conjunct):
                return
            yield conjunct


def _parts(predicate: Typed) -> Iterator[Typed]:
    if isinstance(predicate, TypedCall) and predicate.function == "AND":
        for argument in predicate.arguments:
            yield from _parts(argument)
    else:
        yield predicate


def _never_raises(expression: Typed) -> bool:
    if not isinstance(expression, TypedCall):
        return True
    if expression.function not in _NEVER_RAISE:
        return False
    return all(map(_never_raises, expression.arguments))


def _of_conjunct(conjunct: Typed) -> Iterator[tuple[int, _Bounds]]:
    if not isinstance(conjunct, TypedCall):
        return
    function, arguments = conjunct.function, conjunct.arguments
    if isinstance(arguments[0], TypedLiteral) and function in _MIRRORED:
        function, arguments = _MIRRORED[function], arguments[::-1]
    column, values = arguments[0], _literals(arguments[1:])
    if isinstance(column, TypedColumn) and values and column.type.kind not in _FLOATING:
        found = _of_comparison(function, values)
        if found is not None:
            yield column.position, found


def _literals(arguments: Sequence[Typed]) -> list[Internal] | None:
    """Values that are not NULL; None if an argument is not a literal."""
    literals: list[TypedLiteral] = []
    for argument in arguments:
        if isinstance(argument, TypedValues):
            literals += argument.literals
        elif isinstance(argument, TypedLiteral):
            literals.append(argument)
        else:
            return None
    return [literal.value for literal in literals if literal.value is not None]


def _of_comparison(  # noqa: PLR0911  (one for each function)
    function: str, values: list[Internal]
) -> _Bounds | None:
    value = values[0]
    match function:
        case "EQUAL" | "EQUAL_NULL_SAFE":
            return _Bounds(value, value)
        case "IN":
            return _Bounds(min(values), max(values))
        # Strictly above and below is cut off by the filter; a bound may hold more.
        case "LESS_THAN" | "LESS_THAN_OR_EQUAL":
            return _Bounds(upper=value)
        case "GREATER_THAN" | "GREATER_THAN_OR_EQUAL":
            return _Bounds(lower=value)
        case "STARTS_WITH" if isinstance(value, bytes):
            return _Bounds(prefix=value)
        case "LIKE" if isinstance(value, bytes) and len(values) == 1:
            return _Bounds(prefix=_literal_start(value))
    return None


def _literal_start(pattern: bytes) -> bytes:
    r"""Return the prefix of every text that matches.

    Text and pattern are compared with U+FFFD in place of bytes that are no UTF-8, so it matches
    other bytes than its own.

    >>> _literal_start("ab\ufffd%".encode())
    b'ab'
    """
    text = pattern.decode(errors="replace")
    end = next((i for i, letter in enumerate(text) if letter in "%_\\\ufffd"), len(text))
    return text[:end].encode()


def _encoded(
    schema: TableSchema, keys: Sequence[Column], bounds: Sequence[_Bounds]
) -> tuple[bytes, bytes]:
    row_key = row_key_schema(schema)
    points: list[Value] = []
    for column, bound in zip(keys, bounds, strict=True):
        if not bound.is_point or not _knows_its_bytes(column):
            break
        assert bound.lower is not None
        points.append(from_internal(bound.lower, column.type))
    if schema.key_prefix is not None and schema.key_prefix.parts[-1] >= len(points):
        # Each bucket holds such rows, and between two of them there is everything else.
        return ALL
    start = row_key.encode_prefix(points)
    if len(points) == len(keys):
        return start, start + b"\0"
    low, high = _ends(row_key, points, keys[len(points)], bounds[len(points)])
    return low or start, behind(high or start)


def _ends(
    row_key: RowKeySchema, points: list[Value], column: Column, bound: _Bounds
) -> tuple[bytes, bytes]:
    """Return prefixes of the first and the last row key; empty without bound."""
    if not _knows_its_order(column):
        return b"", b""

    def encoded(value: Internal | None) -> bytes:
        if value is None:
            return b""
        return row_key.encode_prefix([*points, from_internal(value, column.type)])

    low, high = encoded(bound.lower), encoded(bound.upper)
    assert isinstance(column.place, KeyPlace)
    if column.place.descending:
        low, high = high, low
    if bound.prefix and column.type.kind is TypeKind.STRING:
        start = row_key.encode_start(points, bound.prefix)
        low, high = max(low, start), min(high, start) if high else start
    return low, high


def row_key_schema(schema: TableSchema) -> RowKeySchema:
    """Return the description of the table's row keys."""
    return RowKeySchema(tuple(map(_part, schema.key_columns)), schema.key_prefix)


def _part(column: Column) -> KeyPart:
    assert isinstance(column.place, KeyPlace)
    place = column.place
    return KeyPart(column.type, place.encoding, place.descending, place.form)


def _may_be_left_out(column: Column) -> bool:
    assert isinstance(column.place, KeyPlace)
    has_any_length = column.type.kind in (*_BYTES, TypeKind.DECIMAL)
    return column.place.encoding is Encoding.PHOENIX and has_any_length


def _knows_its_bytes(column: Column) -> bool:
    """Whether all row keys with a value have the same bytes for it."""
    assert isinstance(column.place, KeyPlace)
    kind, encoding = column.type.kind, column.place.encoding
    if encoding in _IN_ORDER or kind in _BYTES:
        return True
    return encoding is Encoding.HBASE and kind not in (TypeKind.BOOLEAN, TypeKind.DECIMAL)


def _knows_its_order(column: Column) -> bool:
    assert isinstance(column.place, KeyPlace)
    in_order = column.place.encoding in _IN_ORDER or column.type.kind in _BYTES
    return column.place.form.kind.keeps_order and in_order


def behind(prefix: bytes) -> bytes:
    """The first row key behind all that start so; empty if there is none."""
    kept = prefix.rstrip(b"\xff")
    return kept[:-1] + bytes([kept[-1] + 1]) if kept else b""
