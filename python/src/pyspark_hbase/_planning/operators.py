"""The operators of a sub-plan, typed, and the same as messages of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pyspark_hbase import types
from pyspark_hbase._planning import decimal_types
from pyspark_hbase._planning.typed import (
    Typed,
    TypedColumn,
    TypedLiteral,
    columns_in,
    decode,
    encode,
)
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase._schema.type_messages import decode_type, encode_type
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.types import DataType, TypeKind

MERGED_FUNCTIONS: Final = ("COUNT", "SUM", "AVG", "MIN", "MAX", "APPROX_COUNT_DISTINCT")
"""Aggregates of the contract whose states this package merges; Spark merges all others."""

MOMENTS: Final = ("VAR_SAMP", "VAR_POP", "STDDEV_SAMP", "STDDEV_POP")
"""Functions that are computed here from a state of VARIANCE, which the message names."""

INDEX_BITS: Final = 9
"""Bits of the index of a register of APPROX_COUNT_DISTINCT, for Spark's default accuracy."""
_REGISTERS_IN_A_WORD: Final = 10

Positions = Sequence[int] | None
"""The places of the table's columns on the wire; None above a Project, where nothing moves."""


@dataclass(frozen=True, slots=True)
class OutputColumn:
    """A column of a result.

    >>> from pyspark_hbase import types
    >>> OutputColumn("n", types.BIGINT).name
    'n'
    """

    name: str
    type: DataType


@dataclass(frozen=True, slots=True)
class FilterOperator:
    """Keeps the rows for which the predicate is true."""

    predicate: Typed

    def used_columns(self) -> set[int]:
        """Positions in the input."""
        return columns_in(self.predicate)

    def encode(self, positions: Positions) -> sub_plan_pb2.Operator:
        """The operator as a message."""
        predicate = encode(self.predicate, positions)
        return sub_plan_pb2.Operator(filter=sub_plan_pb2.Filter(predicate=predicate))

    def __str__(self) -> str:
        return f"Filter({_without_parentheses(self.predicate)})"


@dataclass(frozen=True, slots=True)
class ProjectOperator:
    """Computes the columns of its output."""

    expressions: tuple[Typed, ...]
    names: tuple[str, ...]

    def used_columns(self) -> set[int]:
        """Positions in the input."""
        return set().union(*map(columns_in, self.expressions))

    def encode(self, positions: Positions) -> sub_plan_pb2.Operator:
        """The operator as a message."""
        expressions = [encode(expression, positions) for expression in self.expressions]
        return sub_plan_pb2.Operator(project=sub_plan_pb2.Project(expressions=expressions))

    def __str__(self) -> str:
        named = zip(self.expressions, self.names, strict=True)
        return f"Project({', '.join(_named(*pair) for pair in named)})"


@dataclass(frozen=True, slots=True)
class AggregateCall:
    """One aggregate of one result column."""

    function: str
    arguments: tuple[Typed, ...]
    condition: Typed | None
    eval_mode: str | None
    name: str

    @property
    def argument_type(self) -> DataType:
        """The type of the only argument; of COUNT, which may have none, BIGINT."""
        return types.BIGINT if self.function == "COUNT" else self.arguments[0].type

    @property
    def state(self) -> tuple[OutputColumn, ...]:
        """The state columns: Spark's aggregation buffer."""
        argument = self.argument_type
        is_decimal = argument.kind is TypeKind.DECIMAL
        columns: list[tuple[str, DataType]]
        if self.function == "SUM":
            columns = [("sum", self.result_type)]
            columns += [("isEmpty", types.BOOLEAN)] if is_decimal else []
        elif self.function == "AVG":
            total = decimal_types.sum_type(argument) if is_decimal else types.DOUBLE
            columns = [("sum", total), ("count", types.BIGINT)]
        elif self.function in MOMENTS:
            columns = [(part, types.DOUBLE) for part in ("n", "avg", "m2")]
        elif self.function == "APPROX_COUNT_DISTINCT":
            words = (1 << INDEX_BITS) // _REGISTERS_IN_A_WORD + 1
            columns = [(f"MS[{word}]", types.BIGINT) for word in range(words)]
        else:
            columns = [(self.function.lower(), self.result_type)]
        return tuple(OutputColumn(f"{self.name}.{suffix}", t) for suffix, t in columns)

    @property
    def result_type(self) -> DataType:
        """The type of the result, as in Spark."""
        argument = self.argument_type
        if self.function in ("COUNT", "MIN", "MAX"):
            return argument
        if self.function == "APPROX_COUNT_DISTINCT":
            return types.BIGINT
        if argument.kind is TypeKind.DECIMAL:
            is_sum = self.function == "SUM"
            return (decimal_types.sum_type if is_sum else decimal_types.average_type)(argument)
        if self.function == "SUM" and argument.kind not in (TypeKind.FLOAT, TypeKind.DOUBLE):
            return types.BIGINT
        return types.DOUBLE

    def encode(self, positions: Positions) -> sub_plan_pb2.AggregateCall:
        """The call as a message."""
        filtered = None if self.condition is None else encode(self.condition, positions)
        return sub_plan_pb2.AggregateCall(
            function="VARIANCE" if self.function in MOMENTS else self.function,
            arguments=[encode(argument, positions) for argument in self.arguments],
            filter=filtered,
            eval_mode=self.eval_mode,
            state_types=[encode_type(column.type) for column in self.state],
        )

    def __str__(self) -> str:
        is_counting = self.function == "APPROX_COUNT_DISTINCT"
        shown = self.arguments[:1] if is_counting else self.arguments
        arguments = ", ".join(map(str, shown)) or "1"
        where = (
            ""
            if self.condition is None
            else f" FILTER (WHERE {_without_parentheses(self.condition)})"
        )
        return f"{self.function.lower()}({arguments}){where}"


@dataclass(frozen=True, slots=True)
class AggregateOperator:
    """Partial aggregation: per group the state of each call."""

    group_by: tuple[Typed, ...]
    group_names: tuple[str, ...]
    calls: tuple[AggregateCall, ...]

    @property
    def groups(self) -> tuple[OutputColumn, ...]:
        """The group columns."""
        pairs = zip(self.group_names, self.group_by, strict=True)
        return tuple(OutputColumn(name, group.type) for name, group in pairs)

    def used_columns(self) -> set[int]:
        """Positions in the input."""
        parts = list(self.group_by)
        for call in self.calls:
            parts += call.arguments
            parts += [] if call.condition is None else [call.condition]
        return set().union(*map(columns_in, parts))

    def encode(self, positions: Positions) -> sub_plan_pb2.Operator:
        """The operator as a message."""
        groups = [encode(group, positions) for group in self.group_by]
        calls = [call.encode(positions) for call in self.calls]
        return sub_plan_pb2.Operator(aggregate=sub_plan_pb2.Aggregate(group_by=groups, calls=calls))

    def __str__(self) -> str:
        groups = map(_named, self.group_by, self.group_names)
        calls = (_named(call, call.name) for call in self.calls)
        return f"Aggregate(by [{', '.join(groups)}]: {', '.join(calls)})".replace("]: )", "])")


@dataclass(frozen=True, slots=True)
class LimitOperator:
    """Ends the scan of a region after so many rows."""

    rows: int

    def used_columns(self) -> set[int]:
        """Positions in the input: none."""
        return set()

    def encode(self, positions: Positions) -> sub_plan_pb2.Operator:
        """The operator as a message."""
        del positions
        return sub_plan_pb2.Operator(limit=sub_plan_pb2.Limit(rows=self.rows))

    def __str__(self) -> str:
        return f"Limit({self.rows})"


@dataclass(frozen=True, slots=True)
class SortKey:
    """A column that rows are ordered by."""

    column: TypedColumn
    descending: bool
    nulls_last: bool

    def encode(self, positions: Positions) -> sub_plan_pb2.SortKey:
        """The key as a message."""
        return sub_plan_pb2.SortKey(
            expression=encode(self.column, positions),
            direction="DESCENDING" if self.descending else "ASCENDING",
            nulls="NULLS_LAST" if self.nulls_last else "NULLS_FIRST",
        )

    def __str__(self) -> str:
        direction = "DESC" if self.descending else "ASC"
        return f"{self.column} {direction} NULLS {'LAST' if self.nulls_last else 'FIRST'}"


@dataclass(frozen=True, slots=True)
class TopNOperator:
    """Keeps the first rows of a region in the order of the keys."""

    rows: int
    keys: tuple[SortKey, ...]

    def used_columns(self) -> set[int]:
        """Positions in the input."""
        return set().union(*(columns_in(key.column) for key in self.keys))

    def encode(self, positions: Positions) -> sub_plan_pb2.Operator:
        """The operator as a message."""
        keys = [key.encode(positions) for key in self.keys]
        return sub_plan_pb2.Operator(top_n=sub_plan_pb2.TopN(rows=self.rows, keys=keys))

    def __str__(self) -> str:
        return f"TopN({self.rows}, [{', '.join(map(str, self.keys))}])"


Operator = FilterOperator | ProjectOperator | AggregateOperator | LimitOperator | TopNOperator


def decode_operator(message: sub_plan_pb2.Operator, inputs: Sequence[TypedColumn]) -> Operator:
    """The operator of a message; output columns, which have no names there, are c0, c1, ..."""
    match message.WhichOneof("node"):
        case "filter":
            return FilterOperator(decode(message.filter.predicate, inputs))
        case "project":
            expressions = tuple(decode(part, inputs) for part in message.project.expressions)
            return ProjectOperator(expressions, _numbered(0, len(expressions)))
        case "aggregate":
            return _decode_aggregate(message.aggregate, inputs)
        case "limit" if message.limit.from_end:
            raise InvalidPlanError(
                "UNSUPPORTED_FEATURE",
                "This package does not take the last rows of regions; let Spark plan the query.",
            )
        case "limit":
            return LimitOperator(message.limit.rows)
        case "top_n":
            keys = tuple(_decode_key(key, inputs) for key in message.top_n.keys)
            return TopNOperator(message.top_n.rows, keys)
        case "expand":
            raise InvalidPlanError(
                "UNSUPPORTED_FEATURE",
                "This package does not merge groups of expanded rows; let Spark plan the query.",
            )
        case "broadcast_join":
            raise InvalidPlanError(
                "UNSUPPORTED_FEATURE",
                "This package does not join; let Spark plan the query.",
            )
    raise InvalidPlanError(
        "INVALID_PLAN", "An operator of the sub-plan is empty or unknown; build the plan anew."
    )


def _decode_key(message: sub_plan_pb2.SortKey, inputs: Sequence[TypedColumn]) -> SortKey:
    column = decode(message.expression, inputs)
    if not isinstance(column, TypedColumn):
        raise InvalidPlanError(
            "UNSUPPORTED_FEATURE",
            "This package orders by columns of the result only; project the expression first.",
            expression=column,
        )
    descending = message.direction == sub_plan_pb2.SortDirection.DESCENDING
    return SortKey(column, descending, message.nulls == sub_plan_pb2.NullOrder.NULLS_LAST)


def _decode_aggregate(
    message: sub_plan_pb2.Aggregate, inputs: Sequence[TypedColumn]
) -> AggregateOperator:
    groups = tuple(decode(group, inputs) for group in message.group_by)
    calls = []
    for call, name in zip(message.calls, _numbered(len(groups), len(message.calls)), strict=True):
        decoded = AggregateCall(
            sub_plan_pb2.AggregateFunction.Name(call.function),
            tuple(decode(argument, inputs) for argument in call.arguments),
            decode(call.filter, inputs) if call.HasField("filter") else None,
            sub_plan_pb2.EvalMode.Name(call.eval_mode) if call.eval_mode else None,
            name,
        )
        states = [decode_type(t) for t in call.state_types]
        is_known = decoded.function in MERGED_FUNCTIONS and _are_arguments_known(decoded)
        if not is_known or states != [column.type for column in decoded.state]:
            raise InvalidPlanError(
                "INVALID_PLAN",
                "An aggregate has states that this package does not merge; read it through Spark.",
                function=decoded.function,
            )
        calls.append(decoded)
    return AggregateOperator(groups, _numbered(0, len(groups)), tuple(calls))


def _are_arguments_known(call: AggregateCall) -> bool:
    if call.function != "APPROX_COUNT_DISTINCT":
        return True
    bits = call.arguments[-1]
    return isinstance(bits, TypedLiteral) and bits.value == INDEX_BITS


def _numbered(first: int, count: int) -> tuple[str, ...]:
    return tuple(f"c{position}" for position in range(first, first + count))


def _named(expression: Typed | AggregateCall, name: str) -> str:
    text = _without_parentheses(expression)
    return text if text == name else f"{text} AS {name}"


def _without_parentheses(expression: Typed | AggregateCall) -> str:
    text = str(expression)
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text
