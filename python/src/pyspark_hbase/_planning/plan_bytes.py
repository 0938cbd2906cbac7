"""Sub-plans to bytes and back: docs/FORMAT.md, "Sub-plan"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyspark_hbase._codec.key_form import KeyForm, KeyFormKind
from pyspark_hbase._planning.operators import (
    AggregateOperator,
    LimitOperator,
    Operator,
    ProjectOperator,
    TopNOperator,
    decode_operator,
)
from pyspark_hbase._planning.typed import TypedColumn
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase._schema.columns import Place
from pyspark_hbase._schema.type_messages import decode_type
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.table_schema import (
    CellPlace,
    Column,
    Encoding,
    FamilyMapPlace,
    KeyPlace,
    KeyPrefix,
    KeyPrefixKind,
    PackedCell,
    PackedPlace,
    TableSchema,
)

FORMAT_VERSION: Final = 1
MAX_BYTES: Final = 1 << 20
_FORMS: Final = {sub_plan_pb2.KeyForm.Value(kind.name): kind for kind in KeyFormKind}


def encode(schema: TableSchema, operators: Sequence[Operator]) -> bytes:
    """The message, with only those value columns of the table that the operators use."""
    operators, over_table, wire = _placed(schema, operators)
    places = {column: place for place, column in enumerate(wire)}
    positions = [places.get(i, -1) for i in range(len(schema.columns))]
    message = sub_plan_pb2.SubPlan(
        format_version=FORMAT_VERSION,
        table=schema.encode(wire),
        operators=[
            operator.encode(positions if i < over_table else None)
            for i, operator in enumerate(operators)
        ],
    )
    data = message.SerializeToString(deterministic=True)
    if len(data) > MAX_BYTES:
        raise InvalidPlanError(
            "PLAN_TOO_LARGE",
            "The sub-plan has too many bytes; split its list of values.",
            bytes=len(data),
            limit=MAX_BYTES,
        )
    return data


def table_columns(schema: TableSchema, operators: Sequence[Operator]) -> list[int]:
    """Positions of the table's columns that the message has, in its order."""
    return _placed(schema, operators)[2]


def _placed(
    schema: TableSchema, operators: Sequence[Operator]
) -> tuple[Sequence[Operator], int, list[int]]:
    """The operators of the message, how many of them look at the table, and its columns there."""
    ends = [
        i for i, o in enumerate(operators) if isinstance(o, ProjectOperator | AggregateOperator)
    ]
    if not ends:
        operators = _projected(schema, operators)
        ends = [i for i, o in enumerate(operators) if isinstance(o, ProjectOperator)]
    over_table = operators[: ends[0] + 1] if ends else operators
    needed = set().union(*(operator.used_columns() for operator in over_table))
    if not ends:
        needed = set(range(len(schema.columns)))
    return operators, len(over_table), schema.wire_columns(needed)


def _projected(schema: TableSchema, operators: Sequence[Operator]) -> Sequence[Operator]:
    """With the columns in SQL order, where the key's order is another one."""
    everything = range(len(schema.columns))
    if schema.wire_columns(everything) == list(everything):
        return operators
    columns = tuple(TypedColumn(c.type, i, c.name) for i, c in enumerate(schema.columns))
    project = ProjectOperator(columns, tuple(column.name for column in columns))
    last = [o for o in operators if isinstance(o, LimitOperator | TopNOperator)]
    return [*(o for o in operators if o not in last), project, *last]


def decode(data: bytes, hbase_table: str) -> tuple[TableSchema, tuple[Operator, ...]]:
    """Table and operators of a message."""
    message = sub_plan_pb2.SubPlan.FromString(data)
    if message.format_version != FORMAT_VERSION:
        raise InvalidPlanError(
            "UNSUPPORTED_PLAN_VERSION",
            "The sub-plan has a format version that this package does not know; upgrade it.",
            version=message.format_version,
            known=FORMAT_VERSION,
        )
    schema = _decode_table(message.table, hbase_table)
    inputs = [TypedColumn(column.type, i, column.name) for i, column in enumerate(schema.columns)]
    operators: list[Operator] = []
    for part in message.operators:
        if operators and isinstance(
            operators[-1], AggregateOperator | LimitOperator | TopNOperator
        ):
            raise InvalidPlanError(
                "INVALID_PLAN",
                "Above an aggregation, limit or TopN parts of regions cannot be merged; end there.",
                operator=part.WhichOneof("node"),
            )
        operator = decode_operator(part, inputs)
        operators.append(operator)
        if isinstance(operator, ProjectOperator):
            parts = zip(operator.expressions, operator.names, strict=True)
            inputs = [TypedColumn(e.type, i, n) for i, (e, n) in enumerate(parts)]
    return schema, tuple(operators)


def _decode_table(message: sub_plan_pb2.TableLayout, hbase_table: str) -> TableSchema:
    columns = []
    keys = 0
    for column in message.columns:
        place: Place
        match column.WhichOneof("place"):
            case "key":
                key = column.key
                form = KeyForm(_FORMS[key.form], key.delimiter, key.width)
                place = KeyPlace(keys, Encoding(key.encoding), key.descending, form)
                keys += 1
            case "cell":
                cell = column.cell
                place = CellPlace(cell.family, cell.qualifier, Encoding(cell.encoding))
            case "family_map":
                family_map = column.family_map
                place = FamilyMapPlace(
                    family_map.family,
                    Encoding(family_map.encoding),
                    tuple(family_map.excluded_qualifiers),
                )
            case _:
                place = PackedPlace(column.packed.cell, column.packed.field)
        columns.append(Column(column.name, decode_type(column.type), place, column.nullable))
    cells = (
        PackedCell(cell.family, cell.qualifier, tuple(map(decode_type, cell.fields)))
        for cell in message.packed_cells
    )
    return TableSchema(
        message.name,
        hbase_table,
        tuple(columns),
        tuple(cells),
        tuple(message.families),
        _decode_prefix(message.key_prefix) if message.HasField("key_prefix") else None,
        message.undecodable_as_null,
        message.columnar.group_bits if message.HasField("columnar") else None,
    )


def _decode_prefix(message: sub_plan_pb2.KeyPrefix) -> KeyPrefix:
    parts = tuple(message.parts)
    if message.WhichOneof("kind") == "salt_buckets":
        return KeyPrefix(KeyPrefixKind.SALT, message.salt_buckets, parts)
    return KeyPrefix(KeyPrefixKind.HASH, message.hash_bytes, parts)
