"""Expressions over the columns of a table, in PySpark's words.

They are plain data: nothing is looked up or computed before a :class:`~pyspark_hbase.plan.SubPlan`
takes them, which also gives them their types.

>>> print((col("distance") > 500) & col("carrier").isin("AA", "UA"))
((distance > 500) AND (carrier IN ('AA', 'UA')))
>>> print(sum_("distance").filter(col("dep_delay").is_not_null()).alias("d"))
sum(distance) FILTER (WHERE (dep_delay IS NOT NULL)) AS d
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pyspark_hbase._codec.python_values import Value
from pyspark_hbase._planning import function_text
from pyspark_hbase.types import DataType

__all__ = [
    "AggregateExpression",
    "CaseWhen",
    "Expression",
    "Ordered",
    "avg",
    "coalesce",
    "col",
    "count",
    "date_trunc",
    "day",
    "dayofweek",
    "dayofyear",
    "hour",
    "integral_divide",
    "length",
    "lit",
    "max_",
    "min_",
    "minute",
    "month",
    "quarter",
    "second",
    "substring",
    "sum_",
    "when",
    "year",
]


class Expression:
    """A value for each row. Immutable; compare with ``==``, ``<`` ... to get another expression.

    Operators are ``+ - * / %``, ``== != < <= > >=``, and ``& | ~`` for AND, OR and NOT.

    >>> name, delay = col("name"), col("delay")
    >>> isinstance(delay > 0, Expression)
    True
    >>> print(delay.between(0, 9) & ~name.is_null() & (delay.cast("int") % 2 == 0))
    ((((delay >= 0) AND (delay <= 9)) AND (NOT (name IS NULL))) AND ((CAST(delay AS int) % 2) =
    0))
    >>> print(name.startswith("K") | name.endswith("l") | name.contains("ie") | name.isin("Ulm"))
    (((startswith(name, 'K') OR endswith(name, 'l')) OR contains(name, 'ie')) OR (name IN
    ('Ulm')))
    >>> print(name.substr(1, 3).eq_null_safe("Kie") & name.is_not_null())
    ((substring(name, 1, 3) <=> 'Kie') AND (name IS NOT NULL))
    >>> print((delay / 60).alias("hours"))
    (delay / 60) AS hours
    >>> [key.descending for key in (delay.asc(), delay.asc_nulls_last())]
    [False, False]
    >>> [key.nulls_last for key in (delay.desc(), delay.desc_nulls_first())]
    [True, False]

    Raises:
        TypeError: a value of another type than those of columns; or ``and``, ``or``, ``not`` and
            chained comparisons, which would ask for a truth value before there is one.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> Expression:  # type: ignore[override]
        return _call("EQUAL", self, other)

    def __ne__(self, other: object) -> Expression:  # type: ignore[override]
        return _call("NOT", _call("EQUAL", self, other))

    __hash__ = object.__hash__

    def __lt__(self, other: object) -> Expression:
        return _call("LESS_THAN", self, other)

    def __le__(self, other: object) -> Expression:
        return _call("LESS_THAN_OR_EQUAL", self, other)

    def __gt__(self, other: object) -> Expression:
        return _call("GREATER_THAN", self, other)

    def __ge__(self, other: object) -> Expression:
        return _call("GREATER_THAN_OR_EQUAL", self, other)

    def __and__(self, other: object) -> Expression:
        return _call("AND", self, other)

    def __rand__(self, other: object) -> Expression:
        return _call("AND", other, self)

    def __or__(self, other: object) -> Expression:
        return _call("OR", self, other)

    def __ror__(self, other: object) -> Expression:
        return _call("OR", other, self)

    def __invert__(self) -> Expression:
        return _call("NOT", self)

    def __add__(self, other: object) -> Expression:
        return _call("ADD", self, other)

    def __radd__(self, other: object) -> Expression:
        return _call("ADD", other, self)

    def __sub__(self, other: object) -> Expression:
        return _call("SUBTRACT", self, other)

    def __rsub__(self, other: object) -> Expression:
        return _call("SUBTRACT", other, self)

    def __mul__(self, other: object) -> Expression:
        return _call("MULTIPLY", self, other)

    def __rmul__(self, other: object) -> Expression:
        return _call("MULTIPLY", other, self)

    def __truediv__(self, other: object) -> Expression:
        return _call("DIVIDE", self, other)

    def __rtruediv__(self, other: object) -> Expression:
        return _call("DIVIDE", other, self)

    def __mod__(self, other: object) -> Expression:
        return _call("REMAINDER", self, other)

    def __rmod__(self, other: object) -> Expression:
        return _call("REMAINDER", other, self)

    def __neg__(self) -> Expression:
        return _call("NEGATE", self)

    def __abs__(self) -> Expression:
        return _call("ABS", self)

    def __bool__(self) -> bool:
        raise TypeError(
            "an expression has no truth value before it runs; "
            "use & | ~ instead of and, or, not, and put parentheses around comparisons"
        )

    def alias(self, name: str) -> Expression:
        """Name the column that this expression makes."""
        return Aliased(self, name)

    def asc(self) -> Ordered:
        """To order by this, the smallest first, NULL before all values."""
        return Ordered(self)

    def asc_nulls_last(self) -> Ordered:
        """To order by this, the smallest first, NULL after all values."""
        return Ordered(self, nulls_last=True)

    def between(self, lower: object, upper: object) -> Expression:
        """``lower <= self <= upper``."""
        return (self >= lower) & (self <= upper)

    def cast(self, data_type: DataType | str) -> Expression:
        """Convert to a type, given as Spark SQL spells it: ``cast("decimal(12,2)")``."""
        target = data_type if isinstance(data_type, DataType) else DataType.parse(data_type)
        return CastTo(self, target)

    def contains(self, part: str) -> Expression:
        """Whether a string holds ``part``."""
        return _call("CONTAINS", self, part)

    def desc(self) -> Ordered:
        """To order by this, the largest first, NULL after all values."""
        return Ordered(self, descending=True, nulls_last=True)

    def desc_nulls_first(self) -> Ordered:
        """To order by this, the largest first, NULL before all values."""
        return Ordered(self, descending=True)

    def endswith(self, suffix: str) -> Expression:
        """Whether a string ends with ``suffix``."""
        return _call("ENDS_WITH", self, suffix)

    def eq_null_safe(self, other: object) -> Expression:
        """Like ``==``, but NULL equals NULL and nothing else: the result is never NULL."""
        return _call("EQUAL_NULL_SAFE", self, other)

    def is_not_null(self) -> Expression:
        """Whether there is a value."""
        return _call("IS_NOT_NULL", self)

    def is_null(self) -> Expression:
        """Whether there is no value."""
        return _call("IS_NULL", self)

    def isin(self, *values: object) -> Expression:
        """Whether this is one of ``values``, given one by one or as one iterable."""
        if len(values) == 1 and isinstance(values[0], Iterable):
            only = values[0]
            values = (only,) if isinstance(only, str | bytes) else tuple(only)
        return _call("IN", self, *values)

    def startswith(self, prefix: str) -> Expression:
        """Whether a string starts with ``prefix``."""
        return _call("STARTS_WITH", self, prefix)

    def substr(self, position: int, length: int) -> Expression:
        """At most ``length`` characters of a string from ``position`` on, which counts from 1."""
        return _call("SUBSTRING", self, position, length)


@dataclass(frozen=True, eq=False, slots=True)
class Ordered:
    """An expression by which rows are ordered, and its direction.

    NaN is above all numbers, -0.0 is 0.0, strings are bytes.

    >>> col("delay").desc() == Ordered(col("delay"), descending=True, nulls_last=True)
    False
    """

    expression: Expression
    descending: bool = False
    nulls_last: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Named(Expression):
    """A column, by name."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False, slots=True)
class Constant(Expression):
    """A Python value; ``None`` is NULL."""

    value: Value | None

    def __str__(self) -> str:
        if self.value is None or isinstance(self.value, bool):
            return str(self.value).replace("None", "NULL").upper()
        return repr(self.value) if isinstance(self.value, str) else str(self.value)


@dataclass(frozen=True, eq=False, slots=True)
class FunctionCall(Expression):
    """A function of the contract, by its name there."""

    function: str
    arguments: tuple[Expression, ...]
    query_context: int = 0
    """The number of its place in the text of a query; 0 without a text."""

    def __str__(self) -> str:
        return function_text.render(self.function, [str(argument) for argument in self.arguments])


@dataclass(frozen=True, eq=False, slots=True)
class CastTo(Expression):
    """A conversion that the user asks for."""

    child: Expression
    target: DataType
    query_context: int = 0
    """As that of a call."""

    def __str__(self) -> str:
        return f"CAST({self.child} AS {self.target})"


@dataclass(frozen=True, eq=False, slots=True)
class Aliased(Expression):
    """An expression with a name."""

    child: Expression
    name: str

    def __str__(self) -> str:
        return f"{self.child} AS {self.name}"


@dataclass(frozen=True, eq=False, slots=True)
class CaseWhen(Expression):
    """The value of the first branch whose condition is true; NULL when there is none.

    :func:`when` makes it. For this package alone: flattened.

    >>> late = when(col("delay") > 60, "very late").when(col("delay") > 0, "late")
    >>> isinstance(late, CaseWhen)
    True
    >>> print(late.otherwise("in time"))
    CASE WHEN (delay > 60) THEN 'very late' WHEN (delay > 0) THEN 'late' ELSE 'in time' END
    """

    branches: tuple[tuple[Expression, Expression], ...]

    def when(self, condition: Expression, value: object) -> CaseWhen:
        """Add a branch below the others."""
        return replace(self, branches=(*self.branches, (condition, _expression(value))))

    def otherwise(self, value: object) -> Expression:
        """Give the value for rows that no branch takes."""
        return FunctionCall("CASE_WHEN", (*self.flattened().arguments, _expression(value)))

    def flattened(self) -> FunctionCall:
        """The call without an ELSE."""
        return FunctionCall("CASE_WHEN", tuple(part for branch in self.branches for part in branch))

    def __str__(self) -> str:
        return str(self.flattened())


@dataclass(frozen=True, eq=False, slots=True)
class AggregateExpression:
    """One value for each group of rows. Immutable.

    >>> long = sum_("distance").filter(col("distance") > 1000)
    >>> isinstance(long, AggregateExpression)
    True
    >>> print(long.alias("far"))
    sum(distance) FILTER (WHERE (distance > 1000)) AS far
    """

    function: str
    arguments: tuple[Expression, ...]
    condition: Expression | None = None
    name: str | None = None

    def alias(self, name: str) -> AggregateExpression:
        """Name the result column."""
        return replace(self, name=name)

    def filter(self, condition: Expression) -> AggregateExpression:
        """Look only at the rows for which ``condition`` is true: SQL's ``FILTER (WHERE ...)``."""
        both = condition if self.condition is None else self.condition & condition
        return replace(self, condition=both)

    @property
    def output_name(self) -> str:
        """The alias, or else what Spark calls such a column.

        >>> sum_("distance").output_name
        'sum(distance)'
        """
        return self._unnamed() if self.name is None else self.name

    def _unnamed(self) -> str:
        arguments = ", ".join(map(str, self.arguments)) or "1"
        where = "" if self.condition is None else f" FILTER (WHERE {self.condition})"
        return f"{self.function.lower()}({arguments}){where}"

    def __str__(self) -> str:
        return self._unnamed() + ("" if self.name is None else f" AS {self.name}")


def _expression(value: object) -> Expression:
    if isinstance(value, Expression):
        return value
    if value is None or isinstance(value, Value):
        return Constant(value)
    raise TypeError(
        f"{value!r} is a {type(value).__name__}; an expression takes None, bool, int, float, "
        "Decimal, str, bytes, date, datetime and other expressions"
    )


def _call(function: str, *arguments: object) -> Expression:
    return FunctionCall(function, tuple(_expression(argument) for argument in arguments))


def _column(column: Expression | str) -> Expression:
    return Named(column) if isinstance(column, str) else column


def col(name: str) -> Expression:
    """The column ``name``, whatever its case.

    Where ``n`` is 1, ``col("n") + 1`` is ``2``.
    """
    return Named(name)


def lit(value: Value | None) -> Expression:
    """A constant, equal for every row; ``None`` is NULL.

    An ``int`` is an INT if it fits, else a BIGINT. A ``datetime`` without time zone is a
    TIMESTAMP_NTZ, which next to a TIMESTAMP means the wall clock of the plan's time zone.

    ``lit(5)`` is ``5``.
    """
    return _expression(value)


def when(condition: Expression, value: object) -> CaseWhen:
    """``CASE WHEN condition THEN value``; go on with ``.when`` or ``.otherwise``.

    >>> print(when(col("delay") > 0, "late").otherwise("in time"))
    CASE WHEN (delay > 0) THEN 'late' ELSE 'in time' END
    """
    return CaseWhen(((condition, _expression(value)),))


def coalesce(*columns: object) -> Expression:
    """The first value that is not NULL. Strings are values here; name columns with :func:`col`.

    ``coalesce(lit(None).cast("int"), 2)`` is ``2``.
    """
    return _call("COALESCE", *columns)


def integral_divide(dividend: object, divisor: object) -> Expression:
    """SQL's ``div``: the whole part of the quotient of two integers, as BIGINT.

    ``integral_divide(7, 2)`` is ``3``.
    """
    return _call("INTEGRAL_DIVIDE", dividend, divisor)


def length(column: Expression | str) -> Expression:
    """The number of characters of a string, or of bytes of a BINARY value.

    ``length(lit("Zürich"))`` is ``6``.
    """
    return _call("LENGTH", _column(column))


def substring(column: Expression | str, position: int, length: int) -> Expression:
    """At most ``length`` characters of a string from ``position`` on, which counts from 1.

    ``substring(lit("Zürich"), 2, 3)`` is ``'üri'``.
    """
    return _call("SUBSTRING", _column(column), position, length)


def year(column: Expression | str) -> Expression:
    """The year of a date or timestamp.

    ``year(lit(date(2024, 2, 29)))`` is ``2024``.
    """
    return _call("YEAR", _column(column))


def quarter(column: Expression | str) -> Expression:
    """The quarter of a date or timestamp, 1 to 4.

    ``quarter(lit(date(2024, 2, 29)))`` is ``1``.
    """
    return _call("QUARTER", _column(column))


def month(column: Expression | str) -> Expression:
    """The month of a date or timestamp, 1 to 12.

    ``month(lit(date(2024, 2, 29)))`` is ``2``.
    """
    return _call("MONTH", _column(column))


def day(column: Expression | str) -> Expression:
    """The day of the month of a date or timestamp.

    ``day(lit(date(2024, 2, 29)))`` is ``29``.
    """
    return _call("DAY_OF_MONTH", _column(column))


def dayofweek(column: Expression | str) -> Expression:
    """The day of the week of a date or timestamp; 1 is Sunday.

    ``dayofweek(lit(date(2024, 2, 29)))`` is ``5``.
    """
    return _call("DAY_OF_WEEK", _column(column))


def dayofyear(column: Expression | str) -> Expression:
    """The day of the year of a date or timestamp.

    ``dayofyear(lit(date(2024, 2, 29)))`` is ``60``.
    """
    return _call("DAY_OF_YEAR", _column(column))


def hour(column: Expression | str) -> Expression:
    """The hour of a timestamp, in the plan's time zone.

    ``hour(lit("2024-02-29 13:05:09").cast("timestamp"))`` is ``13``.
    """
    return _call("HOUR", _column(column))


def minute(column: Expression | str) -> Expression:
    """The minute of a timestamp, in the plan's time zone.

    ``minute(lit("2024-02-29 13:05:09").cast("timestamp"))`` is ``5``.
    """
    return _call("MINUTE", _column(column))


def second(column: Expression | str) -> Expression:
    """The second of a timestamp, in the plan's time zone.

    ``second(lit("2024-02-29 13:05:09").cast("timestamp"))`` is ``9``.
    """
    return _call("SECOND", _column(column))


def date_trunc(unit: str, column: Expression | str) -> Expression:
    """The timestamp cut down to its ``unit``: ``year``, ``month``, ``day``, ``hour``, ...

    ``date_format(date_trunc("month", lit("2024-02-29 13:05:09").cast("timestamp")), "MM-dd
    HH:mm")`` is ``'02-01 00:00'``.
    """
    return _call("DATE_TRUNC", unit, _column(column))


def count(*columns: Expression | str) -> AggregateExpression:
    """The number of rows; with columns, of rows where none of them is NULL.

    Over rows with 1, 2 and NULL, ``count("n")`` is ``2``.
    """
    named = [column for column in columns if not (isinstance(column, str) and column == "*")]
    return AggregateExpression("COUNT", tuple(map(_column, named)))


def sum_(column: Expression | str) -> AggregateExpression:
    """The sum; NULL when there is no value.

    Over rows with 1, 2 and NULL, ``sum_("n")`` is ``3``.
    """
    return AggregateExpression("SUM", (_column(column),))


def avg(column: Expression | str) -> AggregateExpression:
    """The mean; NULL when there is no value.

    Over rows with 1, 2 and NULL, ``avg("n")`` is ``1.5``.
    """
    return AggregateExpression("AVG", (_column(column),))


def min_(column: Expression | str) -> AggregateExpression:
    """The smallest value; NaN is above all others, strings compare as bytes.

    Over rows with 1, 2 and NULL, ``min_("n")`` is ``1``.
    """
    return AggregateExpression("MIN", (_column(column),))


def max_(column: Expression | str) -> AggregateExpression:
    """The largest value; NaN is above all others, strings compare as bytes.

    Over rows with 1, 2 and NULL, ``max_("n")`` is ``2``.
    """
    return AggregateExpression("MAX", (_column(column),))
