"""Gives expressions their types, as Spark 4.3 does, with the casts that it inserts.

Text is converted by itself next to dates and timestamps, where ANSI and legacy mode do the same.
In ANSI mode it is converted next to numbers and BOOLEAN, too. A conversion to them in legacy mode
is refused: write a ``cast``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

from pyspark_hbase import types
from pyspark_hbase._planning import decimal_types
from pyspark_hbase._planning import literals as _literals
from pyspark_hbase._planning.signatures import SIGNATURES
from pyspark_hbase._planning.typed import ANSI, LEGACY, Typed, TypedCall, TypedColumn, TypedLiteral
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.expressions import (
    Aliased,
    CaseWhen,
    CastTo,
    Constant,
    Expression,
    FunctionCall,
    Named,
)
from pyspark_hbase.types import DataType, TypeKind

_INTEGERS: Final = _literals.INTEGERS
_FLOATING: Final = (TypeKind.FLOAT, TypeKind.DOUBLE)
_NUMBERS: Final = (*_INTEGERS, *_FLOATING, TypeKind.DECIMAL)
_TIMES: Final = (TypeKind.DATE, TypeKind.TIMESTAMP_NTZ, TypeKind.TIMESTAMP)


_MICROS_PER_DAY: Final = 86_400_000_000

_INFIX: Final = ("ADD", "SUBTRACT", "MULTIPLY", "DIVIDE", "REMAINDER")
"""The functions that read a text next to a number as a number."""

PLUS_INTERVAL: Final = "PLUS_INTERVAL"
"""Stands for the function of the contract that adds an interval to a value of its type."""


@dataclass(frozen=True, slots=True)
class Resolver:
    """Types expressions over the columns of one operator's input."""

    inputs: tuple[TypedColumn, ...]
    ansi: bool
    time_zone: str

    def typed(self, expression: Expression) -> Typed:
        """The expression with its types and casts.

        Raises:
            InvalidPlanError: ``UNKNOWN_COLUMN``, ``DATATYPE_MISMATCH`` or ``VALUE_OUT_OF_RANGE``.
        """
        match expression:
            case Named(name):
                return self._column(name)
            case Constant(value):
                return _literals.of_python(value)
            case Aliased(child, _):
                return self.typed(child)
            case CastTo(child, target):
                return _at(expression, self._cast(self.typed(child), target))
            case CaseWhen():
                return self.typed(expression.flattened())
            case FunctionCall(function, arguments):
                parts = [self.typed(part) for part in arguments]
                return _at(expression, self._typed_call(function, parts))
        raise TypeError(f"not an expression: {expression!r}")

    def predicate(self, expression: Expression) -> Typed:
        """An expression that is a condition."""
        typed = self.typed(expression)
        return self._as_boolean(typed)

    def _column(self, name: str) -> TypedColumn:
        found = [column for column in self.inputs if column.name.lower() == name.lower()]
        if len(found) != 1:
            raise InvalidPlanError(
                "AMBIGUOUS_COLUMN" if found else "UNKNOWN_COLUMN",
                "Several columns have this name; alias them apart."
                if found
                else "There is no column of this name here; choose one of columns.",
                column=name,
                columns=", ".join(column.name for column in self.inputs),
            )
        return found[0]

    def _typed_call(self, function: str, arguments: list[Typed]) -> Typed:
        return _RULES.get(function, Resolver._fixed)(self, function, arguments)

    # --- calls ---

    def _cast(self, typed: Typed, target: DataType) -> Typed:
        if isinstance(typed, TypedLiteral) and typed.type.kind in (*_NUMBERS, *_TIMES):
            # A literal of another type, where that is the same value: some arguments have to be.
            moved = _literals.exactly(typed, target, self.time_zone)
            if moved is not None:
                return moved
        return self._call("CAST", [typed], target)

    def _call(self, function: str, arguments: Sequence[Typed], data_type: DataType) -> Typed:
        mode = (ANSI if self.ansi else LEGACY) if function in _WITH_EVAL_MODE else None
        kinds = [argument.type.kind for argument in arguments]
        zone = self.time_zone if _needs_time_zone(function, kinds, data_type.kind) else ""
        return TypedCall(data_type, function, tuple(arguments), mode, zone)

    def _boolean(self, function: str, arguments: Sequence[Typed]) -> Typed:
        return self._call(function, arguments, types.BOOLEAN)

    def _as_boolean(self, typed: Typed) -> Typed:
        if typed.type != types.BOOLEAN:
            raise _mismatch("A condition is BOOLEAN; compare the value with another.", typed)
        return typed

    def _logical(self, function: str, arguments: list[Typed]) -> Typed:
        return self._boolean(function, [self._as_boolean(argument) for argument in arguments])

    def _comparison(self, function: str, arguments: list[Typed]) -> Typed:
        read = self._read_numbers(self._read_times(arguments), (*_NUMBERS, TypeKind.BOOLEAN))
        return self._boolean(function, self._comparable(read))

    def _read_numbers(self, arguments: list[Typed], kinds: tuple[TypeKind, ...]) -> list[Typed]:
        """In ANSI mode, texts next to a value of these kinds as values, as Spark reads them."""
        others = [part.type for part in arguments if not _is_null(part) and not _is_text(part)]
        is_mixed = bool(others) and any(map(_is_text, arguments))
        if not self.ansi or not is_mixed or any(each.kind not in kinds for each in others):
            return arguments
        if TypeKind.BOOLEAN in {each.kind for each in others}:
            target = types.BOOLEAN
        else:
            are_whole = all(each.kind in _INTEGERS for each in others)
            target = types.BIGINT if are_whole else types.DOUBLE
        return [self._read(part, target) if _is_text(part) else part for part in arguments]

    def _read(self, text: Typed, target: DataType) -> Typed:
        """A plain literal as a literal; of all else region servers say what it is, or the error."""
        if isinstance(text, TypedLiteral):
            assert isinstance(text.value, bytes)
            found = _literals.read_plain(text.value.decode("utf-8", "replace"), target)
            if found is not None:
                return found
        return self.coerced(text, target)

    def _read_times(self, arguments: list[Typed]) -> list[Typed]:
        """Texts that are compared with dates or timestamps, as those."""
        kinds = {argument.type.kind for argument in arguments if not _is_null(argument)}
        times = kinds & set(_TIMES)
        if TypeKind.STRING not in kinds or len(kinds) != len(times) + 1 or len(times) != 1:
            return arguments
        target = DataType(next(iter(times)))
        return [
            self.coerced(part, target) if part.type == types.STRING else part for part in arguments
        ]

    def _in(self, function: str, arguments: list[Typed]) -> Typed:
        if len(arguments) == 1 or not all(isinstance(part, TypedLiteral) for part in arguments[1:]):
            raise _mismatch("isin takes one or more values, no columns.", *arguments[:2])
        texts = [part for part in arguments[1:] if part.type == types.STRING]
        kinds = {part.type.kind for part in arguments if not _is_null(part)}
        if TypeKind.STRING in kinds and kinds & {*_NUMBERS, TypeKind.BOOLEAN}:
            raise _mismatch("IN compares texts with texts; cast one of them.", *arguments[:2])
        if texts and arguments[0].type.kind in _TIMES and not self.ansi:
            raise _mismatch("Without ANSI, Spark compares these as texts; cast them.", *texts[:1])
        return self._comparison(function, arguments)

    def _case_when(self, function: str, arguments: list[Typed]) -> Typed:
        branches = len(arguments) // 2
        conditions = [self._as_boolean(arguments[2 * i]) for i in range(branches)]
        values = self._unified(arguments[1::2] + arguments[2 * branches :])
        parts = [part for pair in zip(conditions, values, strict=False) for part in pair]
        return self._call(function, parts + values[branches:], values[0].type)

    def _coalesce(self, function: str, arguments: list[Typed]) -> Typed:
        values = self._unified(arguments)
        return self._call(function, values, values[0].type)

    def _fixed(self, function: str, arguments: list[Typed]) -> Typed:
        """Functions whose arguments have one type, or one of few."""
        signature = SIGNATURES[function]
        kinds = signature.kinds(len(arguments))
        if kinds is None:
            raise InvalidPlanError(
                "WRONG_NUM_ARGS",
                "The function takes another number of arguments; see its documentation.",
                function=function.lower(),
                found=len(arguments),
            )
        parts = [self._accepted(part, each) for part, each in zip(arguments, kinds, strict=True)]
        return self._call(function, parts, signature.result)

    def _accepted(self, argument: Typed, kinds: tuple[TypeKind, ...]) -> Typed:
        kind = argument.type.kind
        if kind in kinds:
            return argument
        target = DataType(kinds[0])
        if _is_null(argument) or (kind in _TIMES and kinds[0] in _TIMES):
            return self.coerced(argument, target)
        if kinds[0] is TypeKind.DOUBLE and kind in _NUMBERS:
            return self.coerced(argument, target)
        if kinds[0] in _INTEGERS and kind in _INTEGERS[: _INTEGERS.index(kinds[0])]:
            return self.coerced(argument, target)
        if target == types.BINARY and argument.type == types.STRING:
            return self.coerced(argument, target)
        expected = " or ".join(kind.name for kind in kinds)
        raise _mismatch(f"An argument has to be {expected}.", argument)

    def _concat(self, function: str, arguments: list[Typed]) -> Typed:
        if arguments and all(part.type == types.BINARY for part in arguments):
            return self._call(function, arguments, types.BINARY)
        return self._fixed(function, arguments)

    def _bytes(self, function: str, arguments: list[Typed]) -> Typed:
        """Type a function whose result is BINARY for BINARY."""
        if arguments[0].type != types.BINARY:
            return self._fixed(function, arguments)
        counts = [self._accepted(argument, (TypeKind.INT,)) for argument in arguments[1:]]
        return self._call(function, [arguments[0], *counts], types.BINARY)

    def _hash(self, function: str, arguments: list[Typed]) -> Typed:
        """Type a hash of a seed and values of any type."""
        return self._call(function, arguments, arguments[0].type)

    # --- arithmetic ---

    def _numbers(self, function: str, arguments: list[Typed]) -> list[Typed]:
        if function in _INFIX:
            arguments = self._read_numbers(arguments, _NUMBERS)
        for argument in arguments:
            if argument.type.kind not in _NUMBERS and not _is_null(argument):
                raise _mismatch("Arithmetic takes numbers.", argument)
        kinds = {argument.type.kind for argument in arguments}
        if TypeKind.DECIMAL in kinds and not kinds & set(_FLOATING):
            return [self._as_decimal(argument) for argument in arguments]
        return self._unified(arguments)

    def _as_decimal(self, argument: Typed) -> Typed:
        if argument.type.kind is TypeKind.DECIMAL:
            return argument
        if isinstance(argument, TypedLiteral):
            # Spark counts the digits of an integer literal, not those of its type.
            value = argument.value
            digits = decimal_types.of_value(value if isinstance(value, int) else 0, 0)
            return TypedLiteral(digits, value)
        return self.coerced(argument, decimal_types.of_integer(argument.type.kind))

    def _sum(self, function: str, arguments: list[Typed]) -> Typed:
        """Days are added to a DATE, and subtracted from it, by the signs of numbers."""
        left, right = arguments
        is_sum = function == "ADD"
        if is_sum and right.type == types.DATE:
            left, right = right, left
        if left.type == types.DATE and right.type.kind in _INTEGERS:
            if isinstance(right, TypedLiteral) and isinstance(right.value, int):
                days = right.value if is_sum else -right.value
                moved = self._later(left, 0, days, 0)
                if moved is not None:
                    return moved
            return self._fixed("DATE_ADD" if is_sum else "DATE_SUB", [left, right])
        return self._binary(function, arguments)

    def _plus_interval(self, function: str, arguments: list[Typed]) -> Typed:
        """Add an interval to a DATE or timestamp: months, microseconds, whether these are days."""
        time, *parts = arguments
        numbers = [part.value for part in parts if isinstance(part, TypedLiteral)]
        months, total, are_days = (number if isinstance(number, int) else 0 for number in numbers)
        # Java's division: towards zero.
        days = abs(total) // _MICROS_PER_DAY * (1 if total > 0 else -1)
        micros = total - days * _MICROS_PER_DAY
        if time.type == types.DATE and (months or are_days):
            moved = self._later(time, months, days, 0)
            if moved is not None:
                return moved
            added, number = ("ADD_MONTHS", months) if months else ("DATE_ADD", days)
            return self._call(added, [time, TypedLiteral(types.INT, number)], types.DATE)
        if time.type == types.DATE:
            time = self.coerced(time, types.TIMESTAMP)
        if time.type.kind not in (TypeKind.TIMESTAMP, TypeKind.TIMESTAMP_NTZ):
            raise _mismatch("An interval is added to a DATE or a timestamp; cast the value.", time)
        moved = self._later(time, months, days, micros)
        literals = [
            TypedLiteral(types.INT, months),
            TypedLiteral(types.INT, days),
            TypedLiteral(types.BIGINT, micros),
        ]
        return moved or self._call("ADD_INTERVAL", [time, *literals], time.type)

    def _later(self, time: Typed, months: int, days: int, micros: int) -> TypedLiteral | None:
        if not isinstance(time, TypedLiteral) or time.value is None:
            return None
        return _literals.plus(time, months, days, micros, self.time_zone)

    def _binary(self, function: str, arguments: list[Typed]) -> Typed:
        left, right = self._numbers(function, arguments)
        data_type = left.type
        if data_type.kind is TypeKind.DECIMAL:
            data_type = decimal_types.result(function, left.type, right.type)
        return self._call(function, [left, right], data_type)

    def _divide(self, function: str, arguments: list[Typed]) -> Typed:
        left, right = self._numbers(function, arguments)
        if left.type.kind is TypeKind.DECIMAL:
            return self._binary(function, [left, right])
        parts = [self.coerced(left, types.DOUBLE), self.coerced(right, types.DOUBLE)]
        return self._call(function, parts, types.DOUBLE)

    def _integral_divide(self, function: str, arguments: list[Typed]) -> Typed:
        for argument in arguments:
            if argument.type.kind not in _INTEGERS:
                raise _mismatch("integral_divide takes integers.", argument)
        parts = [self.coerced(argument, types.BIGINT) for argument in arguments]
        return self._call(function, parts, types.BIGINT)

    def _round(self, function: str, arguments: list[Typed]) -> Typed:
        (number,) = self._numbers(function, arguments[:1])
        scale = arguments[1] if len(arguments) > 1 else TypedLiteral(types.INT, 0)
        if not (isinstance(scale, TypedLiteral) and isinstance(scale.value, int)):
            raise _mismatch(
                "A number is rounded to a number of digits that is a literal; write one.", scale
            )
        data_type = number.type
        if data_type.kind is TypeKind.DECIMAL:
            data_type = decimal_types.rounded(data_type, scale.value)
        return self._call(function, [number, scale], data_type)

    def _whole(self, function: str, arguments: list[Typed]) -> Typed:
        """The whole number below or above."""
        (number,) = self._numbers(function, arguments)
        if number.type.kind is TypeKind.DECIMAL:
            return self._call(function, [number], decimal_types.whole(number.type))
        number = self._accepted(number, (TypeKind.DOUBLE, TypeKind.BIGINT))
        return self._call(function, [number], types.BIGINT)

    def _bits(self, function: str, arguments: list[Typed]) -> Typed:
        parts = self._unified(arguments)
        if parts[0].type.kind not in _INTEGERS:
            raise _mismatch("Bits are those of integers; cast the value.", *arguments)
        return self._call(function, parts, parts[0].type)

    def _shift(self, function: str, arguments: list[Typed]) -> Typed:
        bits = self._accepted(arguments[0], (TypeKind.INT, TypeKind.BIGINT))
        distance = self._accepted(arguments[1], (TypeKind.INT,))
        return self._call(function, [bits, distance], bits.type)

    def _unary(self, function: str, arguments: list[Typed]) -> Typed:
        (argument,) = self._numbers(function, arguments)
        return self._call(function, [argument], argument.type)

    # --- common types ---

    def _unified(self, arguments: list[Typed]) -> list[Typed]:
        """The arguments in one type."""
        typed = [argument.type for argument in arguments if not _is_null(argument)]
        if not typed:
            raise _mismatch("Not every argument can be NULL.", *arguments[:1])
        common = reduce(self._wider, typed)
        return [self.coerced(argument, common) for argument in arguments]

    def _comparable(self, arguments: list[Typed]) -> list[Typed]:
        """The arguments in one type: the column's if that means the same.

        Then no row needs a cast: ``quantity = 5`` with a SMALLINT column compares SMALLINT.
        """
        columns = {part.type for part in arguments if not isinstance(part, TypedLiteral)}
        if len(columns) == 1:
            moved = [self._in_type(argument, *columns) for argument in arguments]
            if None not in moved:
                return [argument for argument in moved if argument is not None]
        return self._unified(arguments)

    def _in_type(self, argument: Typed, data_type: DataType) -> Typed | None:
        if isinstance(argument, TypedLiteral):
            return _literals.exactly(argument, data_type, self.time_zone)
        return argument

    def _wider(self, left: DataType, right: DataType) -> DataType:
        wider = self._wider_number(left, right) if left != right else left
        if left.kind in _TIMES and right.kind in _TIMES:
            wider = DataType(_TIMES[max(_TIMES.index(left.kind), _TIMES.index(right.kind))])
        if wider is None:
            raise InvalidPlanError(
                "DATATYPE_MISMATCH",
                "These types do not go together; cast one of them.",
                left=left,
                right=right,
            )
        return wider

    def _wider_number(self, left: DataType, right: DataType) -> DataType | None:
        kinds = (left.kind, right.kind)
        if not all(kind in _NUMBERS for kind in kinds):
            return None
        if TypeKind.DECIMAL in kinds:
            if any(kind in _FLOATING for kind in kinds):
                return types.DOUBLE
            decimals = [
                t if t.kind is TypeKind.DECIMAL else decimal_types.of_integer(t.kind)
                for t in (left, right)
            ]
            return decimal_types.wider(*decimals)
        order = (*_INTEGERS, *_FLOATING)
        widest = order[max(map(order.index, kinds))]
        if widest is TypeKind.FLOAT and left != right and self.ansi:
            # ANSI: FLOAT does not hold every integer.
            return types.DOUBLE
        return DataType(widest)

    def coerced(self, typed: Typed, target: DataType) -> Typed:
        """The expression as a value of another type: a literal of it, or a cast."""
        if typed.type == target:
            return typed
        if isinstance(typed, TypedLiteral):
            moved = _literals.exactly(typed, target, self.time_zone)
            if moved is not None:
                return moved
        return self._call("CAST", [typed], target)


def _at(expression: FunctionCall | CastTo, typed: Typed) -> Typed:
    """The typed expression, with the place of the one that it is made of."""
    return typed.at(expression.query_context) if isinstance(typed, TypedCall) else typed


def _is_text(typed: Typed) -> bool:
    return typed.type == types.STRING and not _is_null(typed)


def _is_null(typed: Typed) -> bool:
    return isinstance(typed, TypedLiteral) and typed.value is None


def _mismatch(sentence: str, *arguments: Typed) -> InvalidPlanError:
    found = ", ".join(f"{argument} {argument.type}" for argument in arguments)
    return InvalidPlanError("DATATYPE_MISMATCH", sentence, found=found)


def _needs_time_zone(function: str, arguments: list[TypeKind], result: TypeKind) -> bool:
    if function == "CAST":
        between = {arguments[0], result}
        return TypeKind.TIMESTAMP in between and bool(
            between & {TypeKind.DATE, TypeKind.STRING, TypeKind.TIMESTAMP_NTZ}
        )
    clock = ("HOUR", "MINUTE", "SECOND", "DATE_TRUNC", "DATE_FORMAT", "ADD_INTERVAL")
    return function in clock and TypeKind.TIMESTAMP in arguments


_Rule = Callable[[Resolver, str, list[Typed]], Typed]
_ARITHMETIC: Final[dict[str, _Rule]] = {
    "ADD": Resolver._sum,
    "SUBTRACT": Resolver._sum,
    "MULTIPLY": Resolver._binary,
    "REMAINDER": Resolver._binary,
    "DIVIDE": Resolver._divide,
    "INTEGRAL_DIVIDE": Resolver._integral_divide,
    "PMOD": Resolver._binary,
    "NEGATE": Resolver._unary,
    "ABS": Resolver._unary,
    "ROUND": Resolver._round,
    "BROUND": Resolver._round,
    "FLOOR": Resolver._whole,
    "CEIL": Resolver._whole,
}
_RULES: Final[dict[str, _Rule]] = {
    **_ARITHMETIC,
    "AND": Resolver._logical,
    "OR": Resolver._logical,
    "NOT": Resolver._logical,
    "IS_NULL": Resolver._boolean,
    "IS_NOT_NULL": Resolver._boolean,
    "EQUAL": Resolver._comparison,
    "LESS_THAN": Resolver._comparison,
    "LESS_THAN_OR_EQUAL": Resolver._comparison,
    "GREATER_THAN": Resolver._comparison,
    "GREATER_THAN_OR_EQUAL": Resolver._comparison,
    "EQUAL_NULL_SAFE": Resolver._comparison,
    "IN": Resolver._in,
    "CASE_WHEN": Resolver._case_when,
    "COALESCE": Resolver._coalesce,
    "GREATEST": Resolver._coalesce,
    "LEAST": Resolver._coalesce,
    "CONCAT": Resolver._concat,
    "SUBSTRING": Resolver._bytes,
    "BITWISE_AND": Resolver._bits,
    "BITWISE_OR": Resolver._bits,
    "BITWISE_XOR": Resolver._bits,
    "BITWISE_NOT": Resolver._bits,
    "SHIFT_LEFT": Resolver._shift,
    "SHIFT_RIGHT": Resolver._shift,
    "SHIFT_RIGHT_UNSIGNED": Resolver._shift,
    PLUS_INTERVAL: Resolver._plus_interval,
    "XXHASH64": Resolver._hash,
    "MURMUR3_HASH": Resolver._hash,
}
_WITH_EVAL_MODE: Final = frozenset({*_ARITHMETIC, "CAST", "MAKE_DATE"})
