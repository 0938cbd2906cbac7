"""Row keys: the bytes of the golden files, their order, and what is refused."""

from __future__ import annotations

import math
import random
import struct
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

import golden
from pyspark_hbase import types
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.row_key import (
    ESCAPED,
    LENGTH_PREFIXED,
    MAX_ROW_KEY_BYTES,
    REVERSED,
    KeyForm,
    KeyFormKind,
    KeyPart,
    KeyPrefix,
    KeyPrefixKind,
    RowKeySchema,
)
from pyspark_hbase.types import DataType, TypeKind, decimal
from pyspark_hbase.values import Encoding, Value


def schema_of(file: golden.Json) -> RowKeySchema:
    return RowKeySchema(
        tuple(
            KeyPart(
                DataType.parse(part["type"]),
                Encoding[part["encoding"]],
                part["descending"],
                KeyForm(
                    KeyFormKind[part.get("form", "PLAIN")],
                    part.get("delimiter", 0),
                    part.get("width", 0),
                ),
            )
            for part in file["parts"]
        ),
        prefix_of(file),
    )


def prefix_of(file: golden.Json) -> KeyPrefix | None:
    if "prefix" not in file:
        return None
    prefix = file["prefix"]
    return KeyPrefix(KeyPrefixKind[prefix["kind"]], prefix["size"], tuple(prefix["parts"]))


def values_of(schema: RowKeySchema, values: golden.Json) -> list[Value | None]:
    return [
        golden.to_python(value, part.type) for value, part in zip(values, schema.parts, strict=True)
    ]


@pytest.mark.parametrize(("file", "case"), golden.cases("row_key"))
def test_golden_row_keys_have_their_bytes(file: golden.Json, case: golden.Json) -> None:
    schema = schema_of(file)
    row = bytes.fromhex(case["hex"])
    assert schema.encode(values_of(schema, case["value"])) == row
    if schema.parts[0].type == types.FLOAT:
        assert schema.encode(schema.decode(row)) == row
        return
    expected = values_of(schema, case.get("decoded", case["value"]))
    assert list(map(golden.comparable, schema.decode(row))) == list(
        map(golden.comparable, expected)
    )


@pytest.mark.parametrize(("file", "case"), golden.cases("row_key", "malformed"))
def test_malformed_row_keys_are_refused(file: golden.Json, case: golden.Json) -> None:
    with pytest.raises(CodecError) as caught:
        schema_of(file).decode(bytes.fromhex(case["hex"]))
    assert caught.value.code == case["code"]
    assert caught.value.values["row"] == case["hex"]


TYPES = [DataType(kind) for kind in golden.PLAIN_KINDS] + [
    decimal(9, 2),
    decimal(38, 10),
]


def random_value(random_: random.Random, data_type: DataType) -> Value:
    signed = random_.choice((0, 1, -1, random_.getrandbits(63), -random_.getrandbits(63)))
    match data_type.kind:
        case TypeKind.BOOLEAN:
            return random_.random() < 0.5
        case TypeKind.FLOAT | TypeKind.DOUBLE:
            special = (0.0, -0.0, math.inf, -math.inf, math.nan, 1.5, -1.5)
            any_bits: float = struct.unpack(">f", random_.randbytes(4))[0]
            return random_.choice((*special, any_bits))
        case TypeKind.DECIMAL:
            return Decimal(signed % 10**9 * (-1 if signed < 0 else 1)).scaleb(-data_type.scale)
        case TypeKind.STRING:
            return "".join(random_.choices("abß\u0001😀", k=random_.randrange(4)))
        case TypeKind.BINARY:
            return random_.randbytes(random_.randrange(4))
        case TypeKind.DATE:
            return date(1970, 1, 1) + timedelta(days=signed % 100_000 - 50_000)
        case TypeKind.TIMESTAMP | TypeKind.TIMESTAMP_NTZ:
            zone = "+00:00" if data_type == types.TIMESTAMP else ""
            start = datetime.fromisoformat("1970-01-01T00:00:00" + zone)
            return start + timedelta(microseconds=signed % 10**15 - 5 * 10**14)
        case kind:
            bits = {"TINYINT": 8, "SMALLINT": 16, "INT": 32, "BIGINT": 64}[kind.name]
            return (signed & (1 << bits) - 1) - (1 << bits - 1)


def rank(value: Value) -> tuple[bool, Value]:
    """SQL's order: NaN above all, strings by their UTF-8 bytes."""
    if isinstance(value, float):
        return (math.isnan(value), 0.0 if math.isnan(value) else value)
    return (False, value.encode() if isinstance(value, str) else value)


def compare(left: list[Value], right: list[Value], schema: RowKeySchema) -> int:
    for part, a, b in zip(schema.parts, map(rank, left), map(rank, right), strict=True):
        if a != b:
            return (-1 if a < b else 1) * (-1 if part.descending else 1)
    return 0


def test_byte_order_of_row_keys_is_the_order_of_their_values() -> None:
    random_ = random.Random(20130101)
    for _ in range(3000):
        last = random_.randrange(1, 4)
        parts = []
        for index in range(last + 1):
            data_type = random_.choice([t for t in TYPES if t != types.BINARY or index == last])
            descending = data_type != types.BINARY and random_.random() < 0.5
            parts.append(KeyPart(data_type, descending=descending))
        schema = RowKeySchema(tuple(parts))
        left = [random_value(random_, part.type) for part in parts]
        # Half of the values agree, so that later parts decide too.
        right = [
            value if random_.random() < 0.5 else random_value(random_, part.type)
            for value, part in zip(left, parts, strict=True)
        ]
        left_row, right_row = schema.encode(left), schema.encode(right)
        assert (left_row > right_row) - (left_row < right_row) == compare(left, right, schema), (
            schema,
            left,
            right,
        )
        assert compare(list(schema.decode(left_row)), left, schema) == 0


def test_byte_order_of_escaped_columns_is_the_order_of_their_values() -> None:
    random_ = random.Random(20130102)

    def value() -> bytes:
        return bytes(random_.choices(b"\0\0\1\2\xfe\xff", k=random_.randrange(5)))

    for _ in range(3000):
        parts = [
            KeyPart(types.BINARY, descending=random_.random() < 0.5, form=ESCAPED)
            for _ in range(random_.randrange(1, 4))
        ]
        schema = RowKeySchema((*parts, KeyPart(types.INT)))
        left: list[Value] = [*(value() for _ in parts), 7]
        right = [each if random_.random() < 0.5 else value() for each in left[:-1]] + [7]
        left_row, right_row = schema.encode(left), schema.encode(right)
        order = (left_row > right_row) - (left_row < right_row)
        assert order == compare(left, right, schema), (schema, left, right)
        assert list(schema.decode(left_row)) == left
        start = value()
        bound = schema.encode_start(left[:-2], start)
        is_within = bound <= left_row and left_row.startswith(bound)
        assert is_within == left[-2].startswith(start), (schema, left, start)


def test_negative_zero_is_stored_as_zero() -> None:
    schema = RowKeySchema((KeyPart(types.DOUBLE),))
    assert schema.encode((-0.0,)) == schema.encode((0.0,))


@pytest.mark.parametrize(
    ("values", "code", "part"),
    [
        ((None, 1), "NULL_IN_ROW_KEY", "0"),
        (("a\0b", 1), "NUL_IN_STRING_KEY", "0"),
        (("a", 1 << 31), "VALUE_OUT_OF_RANGE", "1"),
    ],
)
def test_values_that_a_row_key_cannot_hold_are_refused(
    values: tuple[Value | None, ...], code: str, part: str
) -> None:
    schema = RowKeySchema((KeyPart(types.STRING), KeyPart(types.INT)))
    with pytest.raises(CodecError) as caught:
        schema.encode(values)
    assert (caught.value.code, caught.value.values["part"]) == (code, part)


def test_what_phoenix_leaves_out_may_be_there() -> None:
    name = KeyPart(types.STRING, Encoding.PHOENIX)
    schema = RowKeySchema((name, name, name))
    for row in (b"x", b"x\0", b"x\0\0"):
        assert schema.decode(row) == ("x", "", "")
    assert schema.encode(("x", "", "")) == b"x"
    assert schema.has_two_forms(("x", "y", "")) and not schema.has_two_forms(("x", "", "z"))
    assert not RowKeySchema((name,)).has_two_forms(("",))


@pytest.mark.parametrize(
    "last",
    [
        KeyPart(types.STRING, Encoding.PHOENIX, descending=True),
        KeyPart(decimal(9, 2), Encoding.PHOENIX),
        KeyPart(types.INT, Encoding.PHOENIX),
        KeyPart(types.STRING),
    ],
    ids=str,
)
def test_only_texts_of_phoenix_are_left_out(last: KeyPart) -> None:
    with pytest.raises(CodecError, match="ROW_KEY_TOO_SHORT"):
        RowKeySchema((KeyPart(types.STRING, Encoding.PHOENIX), last)).decode(b"x")


def test_the_longest_row_key_is_hbases() -> None:
    schema = RowKeySchema((KeyPart(types.STRING),))
    assert len(schema.encode(("x" * MAX_ROW_KEY_BYTES,))) == MAX_ROW_KEY_BYTES
    with pytest.raises(CodecError, match="ROW_KEY_TOO_LONG"):
        schema.encode(("x" * (MAX_ROW_KEY_BYTES + 1),))


def test_a_row_key_without_bytes_is_refused() -> None:
    with pytest.raises(CodecError, match="ROW_KEY_EMPTY"):
        RowKeySchema((KeyPart(types.STRING),)).encode(("",))


def test_a_row_key_needs_a_value_for_each_column() -> None:
    with pytest.raises(ValueError, match="2 columns, found 1"):
        RowKeySchema((KeyPart(types.INT), KeyPart(types.INT))).encode((1,))


def test_the_part_that_does_not_decode_is_named() -> None:
    schema = RowKeySchema((KeyPart(types.INT), KeyPart(types.BIGINT)))
    with pytest.raises(CodecError) as caught:
        schema.decode(bytes(9))
    assert caught.value.code == "ROW_KEY_TOO_SHORT"
    assert caught.value.values == {
        "type": "bigint",
        "expectedBytes": "8",
        "foundBytes": "5",
        "part": "1",
        "row": "00" * 9,
    }


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ([], "at least one"),
        ([KeyPart(types.BINARY), KeyPart(types.INT)], "must be the last"),
        ([KeyPart(decimal(9, 2), Encoding.HBASE), KeyPart(types.INT)], "must be the last"),
    ],
)
def test_schemas_whose_parts_have_no_end_are_refused(parts: list[KeyPart], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        RowKeySchema(tuple(parts))


def test_parts_without_an_order_are_refused() -> None:
    with pytest.raises(ValueError, match="descending"):
        KeyPart(types.BINARY, descending=True)
    with pytest.raises(ValueError, match="cannot be TEXT"):
        KeyPart(types.BINARY, Encoding.TEXT)


def test_salt_and_hash_depend_on_the_values_only() -> None:
    salt = KeyPrefix(KeyPrefixKind.SALT, 16, (1,))
    ascending = RowKeySchema((KeyPart(types.INT), KeyPart(types.STRING)), salt)
    descending = RowKeySchema(
        (KeyPart(types.INT), KeyPart(types.STRING, descending=True), KeyPart(types.INT)), salt
    )
    for text in ("", "a", "abc", "\u00e9"):
        assert ascending.encode((1, text))[0] == descending.encode((7, text, 3))[0]


def test_every_bucket_gets_about_as_many_rows() -> None:
    schema = RowKeySchema((KeyPart(types.INT),), KeyPrefix(KeyPrefixKind.SALT, 7, (0,)))
    buckets = [schema.encode((i,))[0] for i in range(7000)]
    assert set(buckets) == set(range(7))
    assert all(900 < buckets.count(bucket) < 1100 for bucket in range(7))


def test_a_prefix_needs_the_columns_it_is_computed_from() -> None:
    salt = KeyPrefix(KeyPrefixKind.SALT, 8, (1,))
    with pytest.raises(ValueError, match="a column is missing"):
        RowKeySchema((KeyPart(types.INT), KeyPart(types.INT)), salt).encode_prefix((1,))
    with pytest.raises(ValueError, match="which has 1"):
        RowKeySchema((KeyPart(types.INT),), salt)


@pytest.mark.parametrize(
    ("kind", "size", "parts", "reason"),
    [
        (KeyPrefixKind.SALT, 0, (0,), "1 to 256 buckets"),
        (KeyPrefixKind.SALT, 257, (0,), "1 to 256 buckets"),
        (KeyPrefixKind.HASH, 5, (0,), "1 to 4 bytes"),
        (KeyPrefixKind.HASH, 4, (), "at least one"),
        (KeyPrefixKind.HASH, 4, (1, 0), "row-key order"),
    ],
)
def test_prefixes_that_cannot_be_are_refused(
    kind: KeyPrefixKind, size: int, parts: tuple[int, ...], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        KeyPrefix(kind, size, parts)


def test_a_value_that_holds_its_delimiter_is_refused() -> None:
    comma = KeyForm(KeyFormKind.DELIMITED, ord(","))
    schema = RowKeySchema((KeyPart(types.STRING, form=comma), KeyPart(types.STRING, form=comma)))
    assert schema.encode(("a", "b,c")) == b"a,b,c"
    with pytest.raises(CodecError) as caught:
        schema.encode(("a,b", "c"))
    assert (caught.value.code, caught.value.values["part"]) == ("DELIMITER_IN_KEY", "0")


def test_a_length_that_is_too_large_is_refused() -> None:
    schema = RowKeySchema((KeyPart(types.STRING, form=LENGTH_PREFIXED),))
    with pytest.raises(CodecError, match="ROW_KEY_TOO_LONG"):
        schema.encode(("x" * (MAX_ROW_KEY_BYTES + 1),))


@pytest.mark.parametrize(
    ("data_type", "encoding", "form", "descending", "reason"),
    [
        (types.INT, Encoding.ORDERED, LENGTH_PREFIXED, False, "always 4 bytes"),
        (types.INT, Encoding.TEXT, KeyForm(KeyFormKind.FIXED, width=4), False, "cannot be FIXED"),
        (types.INT, Encoding.HBASE, KeyForm(KeyFormKind.DELIMITED, 44), False, "always 4 bytes"),
        (types.BINARY, Encoding.ORDERED, KeyForm(KeyFormKind.DELIMITED, 44), False, "delimiter"),
        (types.DOUBLE, Encoding.ORDERED, REVERSED, False, "cannot be REVERSED"),
        (types.STRING, Encoding.ORDERED, REVERSED, True, "must be PLAIN or ESCAPED"),
        (types.INT, Encoding.ORDERED, ESCAPED, False, "always 4 bytes"),
        (decimal(9, 2), Encoding.PHOENIX, ESCAPED, False, "for STRING and BINARY"),
    ],
)
def test_forms_that_cannot_be_are_refused(
    data_type: DataType, encoding: Encoding, form: KeyForm, descending: bool, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        KeyPart(data_type, encoding, descending, form)
