"""From sqlglot's tree of an expression to this package's expression."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from sqlglot import exp

from pyspark_hbase import types
from pyspark_hbase._planning import literals
from pyspark_hbase._planning.coercion import PLUS_INTERVAL
from pyspark_hbase._translation._function_calls import AGGREGATES, FIELDS, FUNCTIONS
from pyspark_hbase._translation._intervals import interval_of
from pyspark_hbase._translation._query_contexts import QueryContexts
from pyspark_hbase._translation._trees import Aggregated
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.expressions import (
    AggregateExpression,
    CastTo,
    Constant,
    Expression,
    FunctionCall,
    Named,
    lit,
)
from pyspark_hbase.types import DataType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark_hbase._translation._text import Source

_LONG: Final = 1 << 63

_BINARY: Final[dict[type[exp.Expr], str]] = {
    exp.EQ: "EQUAL",
    exp.LT: "LESS_THAN",
    exp.LTE: "LESS_THAN_OR_EQUAL",
    exp.GT: "GREATER_THAN",
    exp.GTE: "GREATER_THAN_OR_EQUAL",
    exp.NullSafeEQ: "EQUAL_NULL_SAFE",
    exp.And: "AND",
    exp.Or: "OR",
    exp.Add: "ADD",
    exp.Sub: "SUBTRACT",
    exp.Mul: "MULTIPLY",
    exp.Div: "DIVIDE",
    exp.Mod: "REMAINDER",
    exp.IntDiv: "INTEGRAL_DIVIDE",
    exp.BitwiseAnd: "BITWISE_AND",
    exp.BitwiseOr: "BITWISE_OR",
    exp.BitwiseXor: "BITWISE_XOR",
    exp.DPipe: "CONCAT",
}
_NEGATED: Final[dict[type[exp.Expr], str]] = {exp.NEQ: "EQUAL", exp.NullSafeNEQ: "EQUAL_NULL_SAFE"}

_PREDICATES: Final = (
    exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.NullSafeEQ, exp.NullSafeNEQ,
    exp.In, exp.Between, exp.Like, exp.RegexpLike, exp.Is, exp.Not, exp.Escape,
)  # fmt: skip
_BITS: Final = (exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor, exp.DPipe)
_SUMS: Final = (exp.Add, exp.Sub)

CLOCKS: Final = (
    "now", "current_timestamp", "current_date", "curdate", "localtimestamp", "current_timezone",
)  # fmt: skip
"""Functions without arguments whose value is that of the query."""
CLOCK_NODES: Final[dict[type[exp.Expr], str]] = {
    exp.CurrentDate: "current_date",
    exp.CurrentTimestamp: "current_timestamp",
}
"""The names of those that Spark also reads without parentheses."""

_SAME_OF_DISTINCT: Final = ("min", "max", "bool_and", "every", "bool_or", "some")
"""Aggregates whose result is the same of distinct values."""

_WINDOWS: Final = ("window", "session_window")
"""Spark's names of the columns that these functions make in GROUP BY."""

_TYPES: Final = {
    "TIMESTAMPTZ": "timestamp",
    "TIMESTAMPLTZ": "timestamp_ltz",
    "TIMESTAMPNTZ": "timestamp_ntz",
    "TEXT": "string",
    "VARCHAR": "string",
}


@dataclass(slots=True)
class Names:
    """The meaning of names in one clause."""

    qualifiers: frozenset[str]
    """The names that may stand before a column's name, in small letters."""
    columns: Mapping[str, Expression]
    """By name in small letters."""
    aliases: Mapping[str, Expression] = field(default_factory=dict)
    """Results that can be named; where there is a column of the name too, ``prefer_aliases``."""
    prefer_aliases: bool = False
    refuse_shadows: bool = False
    """Whether a name of both is refused."""
    padded: frozenset[str] = frozenset()
    """Columns that Spark knows as CHAR."""


class Translator:
    """Translates the expressions of one query."""

    def __init__(
        self,
        source: Source,
        args: Mapping[str, Any] | Sequence[Any] | None,
        time_zone: str = "UTC",
    ) -> None:
        self._source = source
        self._args = args
        self._time_zone = time_zone
        self._now: datetime | None = None
        self._names = Names(frozenset(), {})
        self._in_aggregate = False
        self._spans: list[tuple[int, int]] = []

    def translate(self, node: exp.Expr, names: Names) -> Expression:
        """The expression at ``node``.

        Raises:
            NeedsSparkError: it has what this package does not know.
            InvalidPlanError: it names what is not there.
        """
        self._names = names
        return self._of(node)

    @property
    def is_of_now(self) -> bool:
        """Tell whether the expressions that were translated depend on the time."""
        return self._now is not None

    @property
    def query_contexts(self) -> QueryContexts:
        """The places of the calls that were translated."""
        return QueryContexts(self._source.text, tuple(self._spans))

    def integer(self, node: exp.Expr) -> int:
        """The rows of LIMIT and OFFSET."""
        found = self.translate(node, Names(frozenset(), {}))
        if isinstance(found, Constant) and type(found.value) is int and found.value >= 0:
            return found.value
        self._source.refuse(node, "a number of rows that is no literal")

    # --- nodes ---

    def _of(self, node: exp.Expr) -> Expression:
        found = self._unplaced(node)
        if not isinstance(found, FunctionCall | CastTo) or found.query_context:
            return found
        span = self._source.span(node)
        if span is None:
            return found
        self._spans.append(span)
        return replace(found, query_context=len(self._spans))

    def _unplaced(self, node: exp.Expr) -> Expression:
        kind = type(node)
        handler = _HANDLERS.get(kind)
        if handler is not None:
            return handler(self, node)
        if kind in _BINARY:
            return self._binary(node, _BINARY[kind])
        if kind in _NEGATED:
            return FunctionCall("NOT", (self._binary(node, _NEGATED[kind]),))
        self._source.refuse(node)

    def _part(self, node: exp.Expr, name: str) -> Expression:
        part = node.args.get(name)
        if not isinstance(part, exp.Expr):
            self._source.refuse(node)
        return self._of(part)

    def _binary(self, node: exp.Expr, function: str) -> Expression:
        self._source.only(node, "this", "expression", "typed", "safe")
        if isinstance(node, _SUMS):
            found = self._plus_interval(node)
            if found is not None:
                return found
        for part in (node.this, node.expression):
            # Spark and sqlglot group these differently where there are no parentheses.
            predicates = isinstance(node, _PREDICATES) and isinstance(part, _PREDICATES)
            mixed = isinstance(node, _BITS) and isinstance(part, _SUMS + _BITS)
            if predicates or (mixed and type(node) is not type(part)):
                self._source.refuse(part, "operators in a row without parentheses")
        return FunctionCall(function, (self._part(node, "this"), self._part(node, "expression")))

    def _plus_interval(self, node: exp.Expr) -> Expression | None:
        """The sum, or difference, of a value and an interval; None if it is of something else."""
        is_sum = isinstance(node, exp.Add)
        interval, operand = interval_of(node.expression), node.this
        if interval is None and is_sum:
            interval, operand = interval_of(node.this), node.expression
        if interval is None:
            return None
        if not is_sum:
            interval = interval.negated()
        parts = (interval.months or 0, interval.micros, int(interval.has_only_days))
        return FunctionCall(PLUS_INTERVAL, (self._of(operand), *map(Constant, parts)))

    def _clock(self, name: str) -> Expression:
        """Return a value that is the same in the whole query, as in Spark."""
        if name == "current_timezone":
            return Constant(self._time_zone)
        if self._now is None:
            self._now = datetime.now(timezone.utc)
        if name in ("now", "current_timestamp"):
            return Constant(self._now)
        local = self._now.astimezone(ZoneInfo(self._time_zone)).replace(tzinfo=None, fold=0)
        return Constant(local if name == "localtimestamp" else local.date())

    def _bare_clock(self, node: exp.Expr) -> Expression:
        """Without parentheses, where a column of the name comes first."""
        self._source.only(node)
        name = CLOCK_NODES[type(node)]
        found = self._names.columns.get(name, self._names.aliases.get(name))
        return self._clock(name) if found is None else found

    def _operand(self, node: exp.Expr, name: str = "this") -> Expression:
        """The left side of IN, BETWEEN, LIKE and IS."""
        if isinstance(node.args[name], _PREDICATES):
            self._source.refuse(node.args[name], "operators in a row without parentheses")
        return self._part(node, name)

    def _paren(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this")
        return self._part(node, "this")

    def _not(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this")
        return FunctionCall("NOT", (self._part(node, "this"),))

    def _negation(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this")
        literal = node.this
        if isinstance(literal, exp.Literal) and not literal.is_string:
            return self._number("-" + str(literal.this))
        return FunctionCall("NEGATE", (self._part(node, "this"),))

    def _bitwise_not(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this")
        return FunctionCall("BITWISE_NOT", (self._part(node, "this"),))

    def _literal(self, node: exp.Expr) -> Expression:
        text = str(node.this)
        return Constant(text) if node.args["is_string"] else self._number(text)

    @staticmethod
    def _number(text: str) -> Expression:
        if "e" in text.lower():
            return Constant(float(text))
        if "." in text:
            return Constant(Decimal(text))
        number = int(text)
        return Constant(number if -_LONG <= number < _LONG else Decimal(number))

    def _boolean(self, node: exp.Expr) -> Expression:
        return Constant(bool(node.this))

    def _null(self, node: exp.Expr) -> Expression:
        del node
        return Constant(None)

    def _column(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "table", "db", "catalog")
        if not isinstance(node.this, exp.Identifier):
            self._source.refuse(node, "* inside an expression")
        name = str(node.this.this)
        parts = [node.args.get(part) for part in ("catalog", "db", "table")]
        qualifier = ".".join(str(part.this) for part in parts if part is not None).lower()
        columns, aliases = self._names.columns, self._names.aliases
        key = name.lower()
        if qualifier and qualifier not in self._names.qualifiers:
            if qualifier.split(".", maxsplit=1)[0] in columns:
                self._source.refuse(node, "a field of a struct")
            raise self._unknown(node, f"{qualifier}.{name}")
        if qualifier:
            aliases = {}
        if key in columns and key in aliases and (self._names.refuse_shadows or self._in_aggregate):
            self._source.refuse(node, "an alias that is also the name of a column")
        first, second = (aliases, columns) if self._names.prefer_aliases else (columns, aliases)
        found = first.get(key, second.get(key))
        if found is None and key == "localtimestamp" and not qualifier:
            return self._clock(key)
        if found is None and key in _WINDOWS:
            self._source.refuse(node, "a window of time")
        if found is None:
            raise self._unknown(node, name)
        if key in self._names.padded:
            self._source.refuse(node, "a column of type CHAR")
        return Named(name) if isinstance(found, Named) and found.name.lower() == key else found

    def _unknown(self, node: exp.Expr, name: str) -> InvalidPlanError:
        return InvalidPlanError(
            "UNKNOWN_COLUMN",
            "There is no column of this name here; choose one of columns.",
            column=name,
            columns=", ".join(self._names.columns),
            position=self._source.position(node),
        )

    def _placeholder(self, node: exp.Expr) -> Expression:
        name = str(node.this) if node.args.get("this") else None
        try:
            if name is None and isinstance(self._args, Sequence):
                value = self._args[count_before(node)]
            elif name is not None and isinstance(self._args, Mapping):
                value = self._args[name]
            else:
                raise KeyError(name)
        except (KeyError, IndexError):
            raise InvalidPlanError(
                "UNBOUND_SQL_PARAMETER",
                "The query has a parameter that args do not have; give it a value.",
                parameter=name or "?",
                position=self._source.position(node),
            ) from None
        return lit(value)

    def _cast(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "to")
        target = self._type(node.args["to"])
        value = self._part(node, "this")
        if isinstance(value, Constant) and isinstance(value.value, str):
            # A literal of a date or of a wall clock, which bounds of row keys can use.
            time = literals.read_time(value.value, target)
            if time is not None:
                return CastTo(Constant(time), target) if target == types.TIMESTAMP else lit(time)
        return CastTo(value, target)

    def _type(self, node: exp.Expr) -> DataType:
        if node.args.get("nested"):
            self._source.refuse(node, f"the type {node.sql('spark')}")
        self._source.only(node, "this", "expressions")
        name = str(node.this.name)
        if name == "VARCHAR" and node.expressions:
            self._source.refuse(node, "VARCHAR")
        parameters = ", ".join(str(part.this.this) for part in node.expressions)
        try:
            return DataType.parse(
                _TYPES.get(name, name.lower()) + (f"({parameters})" if parameters else "")
            )
        except (ValueError, AttributeError):
            self._source.refuse(node, f"the type {node.sql('spark')}")

    # --- predicates ---

    def _in(self, node: exp.Expr) -> Expression:
        if node.args.get("query") or node.args.get("unnest"):
            self._source.refuse(node, "a subquery")
        self._source.only(node, "this", "expressions", "negate")
        value = self._operand(node)
        others = [self._of(each) for each in node.expressions]
        for each, other in zip(node.expressions, others, strict=True):
            if not _is_constant(other):
                self._source.refuse(each, "IN with a value that is no constant")
        found = FunctionCall("IN", (value, *others))
        return self._negated(node, found)

    def _between(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "low", "high", "negate")
        value = self._operand(node)
        low = FunctionCall("GREATER_THAN_OR_EQUAL", (value, self._operand(node, "low")))
        high = FunctionCall("LESS_THAN_OR_EQUAL", (value, self._operand(node, "high")))
        return self._negated(node, FunctionCall("AND", (low, high)))

    def _like(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "expression", "negate")
        if not isinstance(node.expression, exp.Literal | exp.Placeholder):
            self._source.refuse(node.expression, "LIKE with a pattern that is no literal")
        value, pattern = self._operand(node), self._part(node, "expression")
        return self._negated(node, FunctionCall("LIKE", (value, pattern)))

    def _escape(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "expression")
        found = self._part(node, "this")
        escape = self._part(node, "expression")
        if isinstance(found, FunctionCall) and found.function == "LIKE":
            return FunctionCall("LIKE", (*found.arguments, escape))
        if isinstance(found, FunctionCall) and found.function == "NOT":
            (like,) = found.arguments
            assert isinstance(like, FunctionCall)
            return FunctionCall("NOT", (FunctionCall("LIKE", (*like.arguments, escape)),))
        self._source.refuse(node)

    def _rlike(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "expression", "negate")
        found = FunctionCall("RLIKE", (self._operand(node), self._part(node, "expression")))
        return self._negated(node, found)

    @staticmethod
    def _negated(node: exp.Expr, found: Expression) -> Expression:
        return FunctionCall("NOT", (found,)) if node.args.get("negate") else found

    def _is(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "expression", "negate")
        value, other = self._operand(node), node.expression
        if isinstance(other, exp.Null):
            found = FunctionCall("IS_NULL", (value,))
        elif isinstance(other, exp.Boolean):
            found = FunctionCall("EQUAL_NULL_SAFE", (value, self._boolean(other)))
        else:
            self._source.refuse(node)
        return self._negated(node, found)

    # --- functions ---

    def _case(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "ifs", "default")
        subject = node.args.get("this")
        parts: list[Expression] = []
        for branch in node.args["ifs"]:
            condition = self._part(branch, "this")
            if subject is not None:
                condition = FunctionCall("EQUAL", (self._of(subject), condition))
            parts += [condition, self._part(branch, "true")]
        if node.args.get("default") is not None:
            parts.append(self._part(node, "default"))
        return FunctionCall("CASE_WHEN", tuple(parts))

    def _if(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "true", "false")
        names = ("this", "true", *(["false"] if node.args.get("false") is not None else []))
        return FunctionCall("CASE_WHEN", tuple(self._part(node, name) for name in names))

    def _trim(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "expression", "position")
        position = str(node.args.get("position") or "BOTH").upper()
        function = {"BOTH": "TRIM", "LEADING": "TRIM_LEFT", "TRAILING": "TRIM_RIGHT"}[position]
        names = ("this", *(["expression"] if node.args.get("expression") is not None else []))
        return FunctionCall(function, tuple(self._part(node, name) for name in names))

    def _extract(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "expression")
        name = str(node.this.this).upper()
        if name not in FIELDS:
            self._source.refuse(node, f"EXTRACT of {name}")
        return FunctionCall(FIELDS[name], (self._part(node, "expression"),))

    def _function(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "expressions")
        name = str(node.this).lower()
        if name in AGGREGATES:
            return self._aggregate(node, name)
        if name in CLOCKS and not node.expressions:
            return self._clock(name)
        function = FUNCTIONS.get(name)
        if function is None:
            self._source.refuse(node, f"the function {name}")
        arguments = [self._of(each) for each in node.expressions]
        if not function.least <= len(arguments) <= function.most:
            self._source.refuse(node, f"the function {name} of {len(arguments)} arguments")
        return function.build(arguments)

    def _aggregate(self, node: exp.Expr, name: str) -> Expression:
        parts = list(node.expressions)
        distinct = len(parts) == 1 and isinstance(parts[0], exp.Distinct)
        if distinct:
            self._source.only(parts[0], "expressions")
            parts = list(parts[0].expressions)
        if name == "count" and len(parts) == 1 and isinstance(parts[0], exp.Star) and not distinct:
            self._source.only(parts[0])
            parts = []
        elif not parts or (len(parts) > 1 and name != "count"):
            self._source.refuse(node, f"the function {name} of {len(parts)} arguments")
        with self._inside_aggregate(node):
            arguments = [self._of(each) for each in parts]
        if distinct and name not in ("count", *_SAME_OF_DISTINCT):
            self._source.refuse(node, f"{name}(DISTINCT ...)")
        call = AGGREGATES[name](arguments)
        if all(isinstance(each, Constant) and each.value is not None for each in arguments):
            # count(1) is count(*).
            call = AggregateExpression("COUNT", ()) if name == "count" and not distinct else call
        # The smallest and the largest value are the same of distinct values.
        return Aggregated(call, distinct and call.function == "COUNT", node)

    def _filter(self, node: exp.Expr) -> Expression:
        self._source.only(node, "this", "expression")
        found = self._part(node, "this")
        if not isinstance(found, Aggregated):
            self._source.refuse(node)
        if found.distinct:
            self._source.refuse(node, "FILTER of a DISTINCT aggregate")
        with self._inside_aggregate(node):
            condition = self._part(node.expression, "this")
        return Aggregated(found.call.filter(condition), found.distinct, found.node)

    @contextmanager
    def _inside_aggregate(self, node: exp.Expr) -> Iterator[None]:
        if self._in_aggregate:
            raise InvalidPlanError(
                "NESTED_AGGREGATE_FUNCTION",
                "An aggregate stands inside another one.",
                position=self._source.position(node),
            )
        self._in_aggregate = True
        yield
        self._in_aggregate = False


def _is_constant(value: Expression) -> bool:
    """Whether a value is known here. Numbers with a suffix, as ``3L``, are casts of numbers."""
    if isinstance(value, CastTo):
        return isinstance(value.child, Constant) and not isinstance(value.child.value, str)
    return isinstance(value, Constant)


_HANDLERS: Final[dict[type[exp.Expr], Callable[[Translator, exp.Expr], Expression]]] = {
    exp.Paren: Translator._paren,
    exp.Not: Translator._not,
    exp.Neg: Translator._negation,
    exp.BitwiseNot: Translator._bitwise_not,
    exp.Literal: Translator._literal,
    exp.Boolean: Translator._boolean,
    exp.Null: Translator._null,
    exp.Column: Translator._column,
    **dict.fromkeys(CLOCK_NODES, Translator._bare_clock),
    exp.Placeholder: Translator._placeholder,
    exp.Cast: Translator._cast,
    exp.In: Translator._in,
    exp.Between: Translator._between,
    exp.Like: Translator._like,
    exp.Escape: Translator._escape,
    exp.RegexpLike: Translator._rlike,
    exp.Is: Translator._is,
    exp.Case: Translator._case,
    exp.If: Translator._if,
    exp.Trim: Translator._trim,
    exp.Extract: Translator._extract,
    exp.Anonymous: Translator._function,
    exp.Filter: Translator._filter,
}


def clock_name(node: exp.Expr) -> str | None:
    """Return Spark's name of a column that is a function without arguments."""
    if isinstance(node, exp.Anonymous) and not node.expressions:
        name = str(node.this).lower()
        return f"{name}()" if name in CLOCKS else None
    name = CLOCK_NODES.get(type(node), "")
    return f"{name}()" if name else None


def count_before(marker: exp.Expr) -> int:
    """Count the ``?`` before this one in the text; clauses are read in another order."""
    others = (each for each in marker.root().find_all(exp.Placeholder) if not each.args.get("this"))
    return sum(each.meta["start"] < marker.meta["start"] for each in others)
