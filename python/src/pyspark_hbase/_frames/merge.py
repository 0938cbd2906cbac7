"""Merges the aggregation states of frames, with the results and errors of Spark's final step."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

from pyspark_hbase._frames import decimal_average, hyper_log_log
from pyspark_hbase._planning import decimal_types
from pyspark_hbase._planning.operators import MOMENTS, AggregateCall, AggregateOperator
from pyspark_hbase._planning.typed import LEGACY
from pyspark_hbase.errors import EvaluationError
from pyspark_hbase.types import DataType, TypeKind

_NAN: Final = "NaN"
"""Stands for NaN in keys of groups, because NaN is not equal to itself."""

_LONG_BITS: Final = 64


class State(Protocol):
    """The state of one aggregate for one group."""

    def merge(self, *columns: Any) -> None:
        """Add one row of state columns."""

    def finish(self) -> Any:
        """The result; None for NULL."""


class GroupMerger:
    """Merges rows of groups and states, in internal values. Not thread-safe.

    The last ``counted`` group columns are no groups of the result: how many different values they
    have, together and without NULL, is its first aggregate.
    """

    def __init__(self, operator: AggregateOperator, counted: int = 0) -> None:
        self._width = len(operator.group_by) - counted
        self._new_states = [_new_state(call) for call in operator.calls]
        ends = [self._width + counted]
        for call in operator.calls:
            ends.append(ends[-1] + len(call.state))
        if counted:
            self._new_states.insert(0, _CountDistinct)
            ends.insert(0, self._width)
        self._slices = [slice(*pair) for pair in zip(ends, ends[1:], strict=False)]
        self._groups: dict[tuple[Any, ...], list[State]] = {}
        if self._width == 0:
            # Without groups there is one result row even if there was no row.
            self._group(())

    def merge(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add rows of a frame: group columns, then the state columns of each aggregate."""
        for row in rows:
            states = self._group(tuple(map(group_key, row[: self._width])))
            for state, columns in zip(states, self._slices, strict=True):
                state.merge(*row[columns])

    def finish(self) -> list[list[Any]]:
        """The columns of the result: groups, then one for each aggregate."""
        rows = [
            (*map(_value, key), *(state.finish() for state in states))
            for key, states in self._groups.items()
        ]
        width = self._width + len(self._new_states)
        return [[row[i] for row in rows] for i in range(width)]

    def _group(self, key: tuple[Any, ...]) -> list[State]:
        states = self._groups.get(key)
        if states is None:
            states = self._groups[key] = [new() for new in self._new_states]
        return states


def group_key(value: Any) -> Any:
    """Equal for values of one group: NaNs are, and -0.0 is 0.0."""
    if isinstance(value, float):
        return _NAN if math.isnan(value) else value + 0.0
    return value


def _value(key: Any) -> Any:
    return math.nan if key is _NAN else key


class _Count:
    def __init__(self) -> None:
        self._count = 0

    def merge(self, count: int) -> None:
        self._count += count

    def finish(self) -> int:
        return self._count


class _CountDistinct:
    def __init__(self) -> None:
        self._found: set[tuple[Any, ...]] = set()

    def merge(self, *values: Any) -> None:
        if None not in values:
            self._found.add(tuple(map(group_key, values)))

    def finish(self) -> int:
        return len(self._found)


class _SumInteger:
    def __init__(self, call: AggregateCall) -> None:
        self._call = call
        self._sum: int | None = None

    def merge(self, total: int | None) -> None:
        if total is None:
            return
        added = total + (self._sum or 0)
        half = 1 << (_LONG_BITS - 1)
        if not -half <= added < half:
            _overflow(self._call)
            added = (added + half) % (2 * half) - half
        self._sum = added

    def finish(self) -> int | None:
        return self._sum


class _SumDouble:
    def __init__(self) -> None:
        self._sum: float | None = None

    def merge(self, total: float | None) -> None:
        if total is not None:
            self._sum = total if self._sum is None else self._sum + total

    def finish(self) -> float | None:
        return self._sum


class _SumDecimal:
    def __init__(self, call: AggregateCall) -> None:
        self._call = call
        self._sum: int | None = 0
        self._is_empty = True

    def merge(self, total: int | None, is_empty: bool) -> None:
        if is_empty:
            return
        self._is_empty = False
        # A state that has values but no sum has overflowed.
        self._sum = None if self._sum is None or total is None else self._sum + total

    def finish(self) -> int | None:
        return None if self._is_empty else _within(self._sum, self._call.result_type, self._call)


class _AvgDouble:
    def __init__(self) -> None:
        self._sum = 0.0
        self._count = 0

    def merge(self, total: float, count: int) -> None:
        self._sum += total
        self._count += count

    def finish(self) -> float | None:
        return self._sum / self._count if self._count else None


class _AvgDecimal:
    def __init__(self, call: AggregateCall) -> None:
        self._call = call
        self._sum: int | None = 0
        self._count = 0

    def merge(self, total: int | None, count: int) -> None:
        self._sum = None if self._sum is None or total is None else self._sum + total
        self._count += count

    def finish(self) -> int | None:
        if self._count == 0:
            return None
        argument = self._call.argument_type
        total = _within(self._sum, decimal_types.sum_type(argument), self._call)
        if total is None:
            return None
        result = self._call.result_type
        average = decimal_average.unscaled_average(total, argument.scale, self._count, result.scale)
        return _within(average, result, self._call)


class _Moments:
    """Spark's ``CentralMomentAgg``: number, mean and sum of squared differences from it."""

    def __init__(self, call: AggregateCall) -> None:
        self._is_sample = call.function.endswith("_SAMP")
        self._is_root = call.function.startswith("STDDEV")
        self._n = self._mean = self._m2 = 0.0

    def merge(self, n: float, mean: float, m2: float) -> None:
        total = self._n + n
        delta = mean - self._mean
        step = 0.0 if total == 0.0 else delta / total
        # In this order, for the last bits are Spark's too.
        self._m2 = self._m2 + m2 + delta * step * self._n * n
        self._mean += step * n
        self._n = total

    def finish(self) -> float | None:
        divisor = self._n - 1.0 if self._is_sample else self._n
        if self._n == 0.0 or divisor == 0.0:
            return None
        variance = self._m2 / divisor
        if not self._is_root:
            return variance
        return math.sqrt(variance) if variance >= 0.0 else math.nan


class _Registers:
    """The registers of HyperLogLog++, ten of six bits in each word."""

    def __init__(self) -> None:
        self._registers: list[int] = []

    def merge(self, *words: int) -> None:
        found = hyper_log_log.registers(words)
        self._registers = list(map(max, self._registers, found)) if self._registers else found

    def finish(self) -> int:
        return hyper_log_log.estimate(self._registers) if self._registers else 0


class _Extreme:
    def __init__(self, is_better: Callable[[Any, Any], bool]) -> None:
        self._is_better = is_better
        self._best: Any = None

    def merge(self, value: Any) -> None:
        if value is not None and (self._best is None or self._is_better(value, self._best)):
            self._best = value

    def finish(self) -> Any:
        return self._best


def _less(left: Any, right: Any) -> bool:
    """As Spark orders: NaN is above all numbers."""
    if isinstance(left, float) and (math.isnan(left) or math.isnan(right)):
        return not math.isnan(left)
    return bool(left < right)


def _greater(left: Any, right: Any) -> bool:
    return _less(right, left)


def _within(unscaled: int | None, data_type: DataType, call: AggregateCall) -> int | None:
    if unscaled is None or abs(unscaled) >= 10**data_type.precision:
        _overflow(call)
        return None
    return unscaled


def _overflow(call: AggregateCall) -> None:
    if call.eval_mode != LEGACY:
        raise EvaluationError(
            "ARITHMETIC_OVERFLOW",
            "An aggregate does not fit its type; cast its argument to a wider one.",
            aggregate=call,
            type=call.result_type,
        )


def _new_state(  # noqa: PLR0911  (one for each kind)
    call: AggregateCall,
) -> Callable[[], State]:
    kind = call.argument_type.kind
    is_decimal = kind is TypeKind.DECIMAL
    is_floating = kind in (TypeKind.FLOAT, TypeKind.DOUBLE)
    match call.function:
        case "COUNT":
            return _Count
        case "SUM" if is_decimal:
            return lambda: _SumDecimal(call)
        case "SUM":
            return _SumDouble if is_floating else lambda: _SumInteger(call)
        case "AVG":
            return (lambda: _AvgDecimal(call)) if is_decimal else _AvgDouble
        case "MIN":
            return lambda: _Extreme(_less)
        case "APPROX_COUNT_DISTINCT":
            return _Registers
        case function if function in MOMENTS:
            return lambda: _Moments(call)
        case _:
            return lambda: _Extreme(_greater)


def rows_of(columns: Sequence[list[Any]], count: int) -> Iterable[tuple[Any, ...]]:
    """Rows of a frame's columns; ``count`` empty ones where there is no column."""
    return zip(*columns, strict=True) if columns else (() for _ in range(count))
