"""Decides what of a query region servers do, which is its sub-plan, and what is done here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

from sqlglot import exp

from pyspark_hbase._planning.coercion import Resolver
from pyspark_hbase._planning.typed import Typed, TypedColumn
from pyspark_hbase._translation._compute import NotComputableError
from pyspark_hbase._translation._evaluate import compute
from pyspark_hbase._translation._expressions import Names, Translator, clock_name
from pyspark_hbase._translation._finish import Finish, OrderKey
from pyspark_hbase._translation._groups import Split, UniqueNames, typed_columns
from pyspark_hbase._translation._query_contexts import QueryContexts
from pyspark_hbase._translation._text import Source
from pyspark_hbase._translation._trees import aggregates_in, key_of
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.expressions import (
    Constant,
    Expression,
    Named,
    Ordered,
)
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.table_schema import TableSchema
from pyspark_hbase.types import TypeKind

Arguments = Mapping[str, Any] | Sequence[Any] | None

_Made = TypeVar("_Made")

_CATALOG: Final = "hbase"
"""Spark's catalog of a cluster's tables; here it may stand in front of a name, too."""
_ORDER_OF_DISTINCT: Final = "ORDER BY of what SELECT DISTINCT does not list"
_FLOATING: Final = (TypeKind.FLOAT, TypeKind.DOUBLE)


@dataclass(frozen=True, slots=True)
class PlannedQuery:
    """A query, ready to run."""

    plan: SubPlan
    finish: Finish
    is_of_now: bool = False
    """True if the plan holds the time at which it was planned."""
    query_contexts: QueryContexts = QueryContexts()


@dataclass(frozen=True, slots=True)
class _Item:
    """A result column; ``alias`` is the name that other clauses can use."""

    expression: Expression
    name: str
    node: exp.Expr
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class _Order:
    expression: Expression
    descending: bool
    nulls_last: bool
    node: exp.Expr


@lru_cache(maxsize=256)
def parsed(text: str) -> tuple[Source, exp.Select]:
    """The tree of a text. Plans are made of it, and leave it as it is."""
    source = Source(text)
    return source, source.parse()


class Planner:
    """Plans one query. ``load`` finds a table by ``namespace.table``."""

    def __init__(  # noqa: PLR0913  (text, tables and settings)
        self,
        text: str,
        args: Arguments,
        load: Callable[[str], TableSchema],
        *,
        namespace: str,
        ansi: bool,
        time_zone: str,
    ) -> None:
        self._source, self._select = parsed(text)
        self._source.only(
            self._select, "expressions", "distinct", "from_", "where", "group", "having", "order",
            "limit", "offset",
        )  # fmt: skip
        self._translator = Translator(self._source, args, time_zone)
        name, qualifiers = self._table(namespace)
        schema = load(name)
        self._columns = {column.name.lower(): Named(column.name) for column in schema.columns}
        padded = frozenset(each.name.lower() for each in schema.columns if each.is_padded)
        self._names = Names(qualifiers, self._columns, padded=padded)
        self._plan = SubPlan.scan(schema, ansi=ansi, time_zone=time_zone)

    def plan(self) -> PlannedQuery:
        """The sub-plan and the finish.

        Raises:
            NeedsSparkError, SQLSyntaxError, InvalidPlanError.
        """
        translator, planned = self._translator, self._planned()
        return replace(
            planned, is_of_now=translator.is_of_now, query_contexts=translator.query_contexts
        )

    def _planned(self) -> PlannedQuery:
        items = self._items()
        where = self._select.args.get("where")
        if where is not None:
            condition = self._without_aggregates(where.this)
            self._plan = self._at(where.this, lambda: self._plan.filter(condition))
        groups = self._groups(items)
        having = self._having(items)
        order = self._order(items)
        distinct = self._distinct()
        offset, limit = self._rows("offset") or 0, self._rows("limit")
        used = [item.expression for item in items] + [key.expression for key in order]
        aggregates = any(map(aggregates_in, used))
        if groups is None and having is None and not aggregates:
            if not distinct:
                return self._of_rows(items, order, limit, offset)
            groups, distinct = [item.expression for item in items], False
            listed = set(map(key_of, groups))
            for key in order:
                if key_of(key.expression) not in listed:
                    self._source.refuse(key.node, _ORDER_OF_DISTINCT)
        return self._of_groups(
            items, groups or [], having, order, Finish((), (), distinct, limit, offset)
        )

    # --- clauses ---

    def _table(self, namespace: str) -> tuple[str, frozenset[str]]:
        clause = self._select.args.get("from_")
        # constant_query() answers what has none.
        assert clause is not None
        table = clause.this
        if not isinstance(table, exp.Table) or not isinstance(table.this, exp.Identifier):
            self._source.refuse(table)
        self._source.only(table, "this", "db", "catalog", "alias")
        catalog, db, alias = (table.args.get(name) for name in ("catalog", "db", "alias"))
        if catalog is not None and str(catalog.this).lower() != _CATALOG:
            self._source.refuse(table, f"the catalog {catalog.this}")
        name = str(table.this.this)
        namespace = namespace if db is None else str(db.this)
        if alias is not None:
            self._source.only(alias, "this")
            return f"{namespace}.{name}", frozenset({str(alias.this.this).lower()})
        parts = (_CATALOG, namespace.lower(), name.lower())
        return f"{namespace}.{name}", frozenset(".".join(parts[i:]) for i in range(len(parts)))

    def _items(self) -> list[_Item]:
        items: list[_Item] = []
        for node in self._select.expressions:
            if _is_star(node):
                items += self._star(node)
                continue
            inner, alias = node, None
            if isinstance(node, exp.Alias):
                self._source.only(node, "this", "alias")
                inner, alias = node.this, str(node.args["alias"].this)
            self._refuse_lateral_alias(inner, items)
            expression = self._translator.translate(inner, self._names)
            if isinstance(expression, Constant) and expression.value is None:
                self._source.refuse(inner, "a NULL that has no type; cast it")
            name = (clock_name(inner) or str(expression)) if alias is None else alias
            items.append(_Item(expression, name, node, alias))
        return items

    def _refuse_lateral_alias(self, node: exp.Expr, items: list[_Item]) -> None:
        aliases = {item.alias.lower() for item in items if item.alias is not None}
        for column in node.find_all(exp.Column):
            name = str(column.name).lower()
            if name in aliases and name not in self._columns and not column.args.get("table"):
                self._source.refuse(column, "an alias of the same SELECT list")

    def _star(self, node: exp.Expr) -> list[_Item]:
        star = node.this if isinstance(node, exp.Column) else node
        self._source.only(star)
        qualifier = str(node.args["table"].this).lower() if isinstance(node, exp.Column) else None
        if qualifier is not None and qualifier not in self._names.qualifiers:
            raise InvalidPlanError(
                "UNKNOWN_TABLE",
                "There is no table of this name in FROM; use its name or alias.",
                table=qualifier,
                position=self._source.position(node),
            )
        if self._names.padded:
            self._source.refuse(node, "a column of type CHAR")
        return [_Item(column, column.name, node) for column in self._columns.values()]

    def _groups(self, items: list[_Item]) -> list[Expression] | None:
        clause = self._select.args.get("group")
        if clause is None:
            return None
        self._source.only(clause, "expressions", "all")
        if clause.args.get("all"):
            return [item.expression for item in items if not aggregates_in(item.expression)]
        names = replace(self._names, aliases=self._aliases(items))
        groups = []
        for node in clause.expressions:
            position = self._ordinal(node, items)
            found = (
                items[position].expression
                if position is not None
                else self._translator.translate(node, names)
            )
            if aggregates_in(found):
                raise InvalidPlanError(
                    "GROUP_BY_AGGREGATE",
                    "GROUP BY cannot hold an aggregate; group by columns.",
                    position=self._source.position(node),
                )
            groups.append(found)
        return groups

    def _having(self, items: list[_Item]) -> tuple[Expression, exp.Expr] | None:
        clause = self._select.args.get("having")
        if clause is None:
            return None
        names = replace(
            self._names, aliases=self._aliases(items), prefer_aliases=True, refuse_shadows=True
        )
        return self._translator.translate(clause.this, names), clause.this

    def _order(self, items: list[_Item]) -> list[_Order]:
        clause = self._select.args.get("order")
        if clause is None:
            return []
        self._source.only(clause, "expressions")
        names = replace(self._names, aliases=self._aliases(items), prefer_aliases=True)
        keys = []
        for node in clause.expressions:
            self._source.only(node, "this", "desc", "nulls_first")
            position = self._ordinal(node.this, items)
            found = (
                items[position].expression
                if position is not None
                else self._translator.translate(node.this, names)
            )
            nulls_last = not node.args.get("nulls_first")
            keys.append(_Order(found, bool(node.args.get("desc")), nulls_last, node))
        return keys

    def _ordinal(self, node: exp.Expr, items: list[_Item]) -> int | None:
        if not isinstance(node, exp.Literal) or node.args["is_string"]:
            return None
        found = self._translator.translate(node, self._names)
        assert isinstance(found, Constant)
        if isinstance(found.value, int) and 1 <= found.value <= len(items):
            return found.value - 1
        raise InvalidPlanError(
            "INVALID_POSITION",
            "There is no result column at this position; they count from 1.",
            found=node.this,
            columns=len(items),
            position=self._source.position(node.parent or node),
        )

    def _distinct(self) -> bool:
        clause = self._select.args.get("distinct")
        if clause is not None:
            self._source.only(clause)
        return clause is not None

    def _rows(self, name: str) -> int | None:
        clause = self._select.args.get(name)
        if clause is None:
            return None
        self._source.only(clause, "expression")
        is_name = isinstance(clause.expression, exp.Var | exp.Column)
        if is_name and clause.expression.name.upper() == "ALL":
            return None
        return self._translator.integer(clause.expression)

    @staticmethod
    def _aliases(items: list[_Item]) -> dict[str, Expression]:
        return {item.alias.lower(): item.expression for item in items if item.alias is not None}

    def _without_aggregates(self, node: exp.Expr) -> Expression:
        found = self._translator.translate(node, self._names)
        for aggregate in aggregates_in(found):
            raise InvalidPlanError(
                "AGGREGATE_IN_WHERE",
                "WHERE looks at rows, before they are aggregated; use HAVING or FILTER.",
                position=self._source.position(aggregate.node),
            )
        return found

    # --- plans ---

    def _of_rows(
        self, items: list[_Item], order: list[_Order], limit: int | None, offset: int
    ) -> PlannedQuery:
        names = UniqueNames()
        visible = [item.expression.alias(names.new(item.name)) for item in items]
        by_key = {key_of(item.expression): i for i, item in reversed(list(enumerate(items)))}
        hidden: list[Expression] = []
        positions = []
        for key in order:
            position = by_key.setdefault(key_of(key.expression), len(visible) + len(hidden))
            if position == len(visible) + len(hidden):
                hidden.append(key.expression.alias(names.new(str(key.expression))))
            positions.append(position)
        plan = self._project([*visible, *hidden], items, order)
        columns = typed_columns(plan.output)
        keys = tuple(
            OrderKey(columns[position], key.descending, key.nulls_last)
            for position, key in zip(positions, order, strict=True)
        )
        self._check_orderable(keys, order)
        if limit is not None:
            rows = limit + offset
            plan = plan.order_by(*map(_ordered, keys)).limit(rows) if keys else plan.limit(rows)
            # What region servers choose is in order already.
            keys = ()
        outputs = tuple(zip([item.name for item in items], columns, strict=False))
        return PlannedQuery(plan, Finish(outputs, keys, False, limit, offset))

    def _project(
        self, columns: list[Expression], items: list[_Item], order: list[_Order]
    ) -> SubPlan:
        try:
            return self._plan.select(*columns)
        except InvalidPlanError:
            # One by one, to say which one is wrong.
            for item in items:
                self._at(item.node, partial(self._plan.select, item.expression))
            for key in order:
                self._at(key.node, partial(self._plan.select, key.expression))
            raise

    def _check_orderable(self, keys: Sequence[OrderKey], order: Sequence[_Order]) -> None:
        for key, asked in zip(keys, order, strict=True):
            if key.expression.type.nested:
                self._source.refuse(asked.node, f"ORDER BY of {key.expression.type}")

    def _of_groups(
        self,
        items: list[_Item],
        groups: list[Expression],
        having: tuple[Expression, exp.Expr] | None,
        order: list[_Order],
        finish: Finish,
    ) -> PlannedQuery:
        split = Split(self._source, self._resolver(), groups)

        def lowered(expression: Expression, node: exp.Expr) -> Expression:
            return self._at(node, partial(split.lower, expression, node))

        outputs = [lowered(item.expression, item.node) for item in items]
        keys = [lowered(key.expression, key.node) for key in order]
        condition = None if having is None else lowered(*having)
        plan = self._at(self._select, lambda: split.apply(self._plan))
        above = split.resolver_above(plan)

        def typed(expression: Expression, node: exp.Expr) -> Typed:
            found = self._at(node, lambda: above.typed(expression))
            try:
                compute(found)
            except NotComputableError as error:
                self._source.refuse(node, f"{error} of aggregates")
            return found

        results = [typed(found, item.node) for found, item in zip(outputs, items, strict=True)]
        order_keys = tuple(
            OrderKey(typed(found, key.node), key.descending, key.nulls_last)
            for found, key in zip(keys, order, strict=True)
        )
        self._check_orderable(order_keys, order)
        if finish.distinct:
            self._check_order_of_distinct(results, order_keys, order)
        kept = None
        if having is not None and condition is not None:
            typed(condition, having[1])
            kept = self._at(having[1], lambda: above.predicate(condition))
        named = tuple(zip([item.name for item in items], results, strict=True))
        done = replace(
            finish,
            outputs=named,
            order=order_keys,
            having=kept,
            counted=split.counted,
            merges=True,
        )
        return PlannedQuery(plan, done)

    def _check_order_of_distinct(
        self, results: list[Typed], keys: Sequence[OrderKey], order: Sequence[_Order]
    ) -> None:
        for key, asked in zip(keys, order, strict=True):
            if key.expression not in results:
                self._source.refuse(asked.node, _ORDER_OF_DISTINCT)

    def _resolver(self) -> Resolver:
        return self._plan._resolver()

    def _at(self, node: exp.Expr, make: Callable[[], _Made]) -> _Made:
        """Return the result of ``make``; its errors get their position in the text."""
        try:
            return make()
        except InvalidPlanError as error:
            if "position" in error.values:
                raise
            raise type(error)(
                error.code,
                error.sentence,
                **error.values,
                position=self._source.position(node),
            ) from None


def _ordered(key: OrderKey) -> Ordered:
    assert isinstance(key.expression, TypedColumn)
    return Ordered(Named(key.expression.name), key.descending, key.nulls_last)


def _is_star(node: exp.Expr) -> bool:
    return isinstance(node, exp.Star) or (
        isinstance(node, exp.Column) and isinstance(node.this, exp.Star)
    )
