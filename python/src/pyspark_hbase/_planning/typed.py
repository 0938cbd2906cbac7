"""Expressions with their types, and the same as messages of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pyspark_hbase._codec.python_values import from_internal
from pyspark_hbase._planning import function_text
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase._schema.type_messages import decode_type, encode_type
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.types import DataType, TypeKind

ANSI: Final = "ANSI"
LEGACY: Final = "LEGACY"


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A column of an operator's input."""

    type: DataType
    position: int
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class TypedLiteral:
    """A constant: the value of its type (``_codec.python_values``), or None for NULL."""

    type: DataType
    value: int | float | bytes | None

    def __str__(self) -> str:
        if self.value is None:
            return "NULL"
        value = from_internal(self.value, self.type)
        if isinstance(value, bool):
            return str(value).upper()
        return repr(value) if isinstance(value, str) else str(value)


@dataclass(frozen=True, slots=True)
class TypedValues:
    """The list of an IN as Spark's planner sends it."""

    type: DataType
    literals: tuple[TypedLiteral, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.literals))


@dataclass(frozen=True, slots=True)
class TypedCall:
    """A function of the contract; ``eval_mode`` and ``time_zone`` where it depends on them."""

    type: DataType
    function: str
    arguments: tuple[Typed, ...]
    eval_mode: str | None = None
    time_zone: str = ""
    query_context: int = field(default=0, compare=False)
    """The number of its place in the text of a query; 0 is none. No value depends on it."""

    def at(self, query_context: int) -> TypedCall:
        """The call with its place, which parts without one share: the casts of its arguments."""
        if self.query_context or not query_context:
            return self
        parts = (p.at(query_context) if isinstance(p, TypedCall) else p for p in self.arguments)
        return replace(self, arguments=tuple(parts), query_context=query_context)

    def __str__(self) -> str:
        arguments = [str(argument) for argument in self.arguments]
        if self.function == "CAST":
            return f"CAST({arguments[0]} AS {self.type})"
        return function_text.render(self.function, arguments)


Typed = TypedColumn | TypedLiteral | TypedValues | TypedCall


def columns_in(expression: Typed) -> set[int]:
    """Positions of all columns that the expression uses."""
    match expression:
        case TypedColumn():
            return {expression.position}
        case TypedCall():
            return set().union(*map(columns_in, expression.arguments))
        case TypedLiteral() | TypedValues():
            return set()


def encode(expression: Typed, positions: Sequence[int] | None = None) -> sub_plan_pb2.Expression:
    """The expression as a message; ``positions[i]`` is where column ``i`` lies on the wire."""
    data_type = encode_type(expression.type)
    match expression:
        case TypedColumn(position=position):
            column = position if positions is None else positions[position]
            return sub_plan_pb2.Expression(type=data_type, column=column)
        case TypedLiteral():
            return sub_plan_pb2.Expression(type=data_type, literal=_encode_literal(expression))
        case TypedValues():
            return sub_plan_pb2.Expression(type=data_type, values=_encode_values(expression))
        case TypedCall():
            call = sub_plan_pb2.Call(
                function=expression.function,
                arguments=[encode(argument, positions) for argument in expression.arguments],
                eval_mode=expression.eval_mode,
                time_zone=expression.time_zone,
                # As in Spark: others raise no error, or one without a place.
                query_context=expression.query_context if expression.eval_mode == ANSI else 0,
            )
            return sub_plan_pb2.Expression(type=data_type, call=call)


def decode(message: sub_plan_pb2.Expression, inputs: Sequence[TypedColumn]) -> Typed:
    """The expression of a message over columns ``inputs``."""
    data_type = decode_type(message.type)
    match message.WhichOneof("node"):
        case "column" if message.column < len(inputs):
            return inputs[message.column]
        case "literal":
            return _decode_literal(message.literal, data_type)
        case "values":
            return _decode_values(message.values, data_type)
        case "call":
            call = message.call
            mode = sub_plan_pb2.EvalMode.Name(call.eval_mode) if call.eval_mode else None
            arguments = tuple(decode(argument, inputs) for argument in call.arguments)
            function = sub_plan_pb2.Function.Name(call.function)
            return TypedCall(data_type, function, arguments, mode, call.time_zone)
    raise InvalidPlanError(
        "INVALID_PLAN", "An expression is incomplete or refers to no column; build the plan anew."
    )


def _encode_literal(literal: TypedLiteral) -> sub_plan_pb2.Literal:
    match literal.value:
        case None:
            return sub_plan_pb2.Literal(null=True)
        case float() as value:
            return sub_plan_pb2.Literal(floating=value)
        case bytes() as value:
            return sub_plan_pb2.Literal(binary=value)
        case value if literal.type.kind is TypeKind.BOOLEAN:
            return sub_plan_pb2.Literal(boolean=bool(value))
        case value if literal.type.kind is TypeKind.DECIMAL:
            # As java.math.BigInteger.toByteArray: the shortest two's complement.
            size = (value if value >= 0 else ~value).bit_length() // 8 + 1
            return sub_plan_pb2.Literal(decimal=value.to_bytes(size, "big", signed=True))
        case value:
            return sub_plan_pb2.Literal(integer=value)


def _decode_literal(message: sub_plan_pb2.Literal, data_type: DataType) -> TypedLiteral:
    match message.WhichOneof("value"):
        case "boolean":
            return TypedLiteral(data_type, int(message.boolean))
        case "integer":
            return TypedLiteral(data_type, message.integer)
        case "floating":
            return TypedLiteral(data_type, message.floating)
        case "binary":
            return TypedLiteral(data_type, message.binary)
        case "decimal":
            return TypedLiteral(data_type, int.from_bytes(message.decimal, "big", signed=True))
        case _:
            return TypedLiteral(data_type, None)


def _encode_values(values: TypedValues) -> sub_plan_pb2.Values:
    message = sub_plan_pb2.Values()
    for literal in map(_encode_literal, values.literals):
        match literal.WhichOneof("value"):
            case "boolean":
                message.integers.append(int(literal.boolean))
            case "integer":
                message.integers.append(literal.integer)
            case "floating":
                message.floatings.append(literal.floating)
            case "binary":
                message.binaries.append(literal.binary)
            case "decimal":
                message.decimals.append(literal.decimal)
            case _:
                message.has_null = True
    return message


def _decode_values(message: sub_plan_pb2.Values, data_type: DataType) -> TypedValues:
    found: list[int | float | bytes | None] = [
        *message.integers,
        *message.floatings,
        *message.binaries,
        *(int.from_bytes(value, "big", signed=True) for value in message.decimals),
    ]
    if message.has_null:
        found.append(None)
    return TypedValues(data_type, tuple(TypedLiteral(data_type, value) for value in found))
