"""Queries without FROM, such as ``SELECT 1``: one row, computed here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark_hbase._codec.arrow_values import to_rows
from pyspark_hbase._planning.coercion import Resolver
from pyspark_hbase._translation._compute import Compute, NotComputableError
from pyspark_hbase._translation._evaluate import compute
from pyspark_hbase._translation._expressions import Names, Translator, clock_name
from pyspark_hbase._translation._finish import Finish
from pyspark_hbase._translation._query_contexts import QueryContexts
from pyspark_hbase._translation._select import Arguments, parsed
from pyspark_hbase._translation._trees import aggregates_in
from pyspark_hbase.expressions import Constant

if TYPE_CHECKING:
    import pyarrow as pa
    from sqlglot import exp

    from pyspark_hbase._planning.typed import Typed

_NO_FROM = "a query without FROM of more than constants"


@dataclass(frozen=True, slots=True)
class ConstantQuery:
    """A query without FROM: nobody is asked, and a row is computed each time it runs."""

    finish: Finish
    computations: tuple[Compute, ...]
    query_contexts: QueryContexts
    planned: None = None
    plan: None = None

    def table(self, watch: object = None) -> pa.Table:
        """The row; there are no frames to watch."""
        with self.query_contexts.shown():
            return self.finish.table([tuple(each(()) for each in self.computations)])

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The row as a batch."""
        yield from self.table().to_batches()

    def rows(self) -> list[dict[str, Any]]:
        """The row by column name.

        Raises:
            ValueError: two columns have one name.
        """
        self.finish.require_names_that_differ()
        return to_rows(self.table())


def constant_query(
    text: str, args: Arguments = None, *, ansi: bool, time_zone: str
) -> ConstantQuery | None:
    """A query without FROM; None for one that has it.

    Raises:
        NeedsSparkError: it asks for more than literals and arithmetic.
    """
    source, select = parsed(text)
    if select.args.get("from_") is not None:
        return None
    source.only(select, "expressions")
    translator = Translator(source, args, time_zone)
    resolver = Resolver((), ansi, time_zone)

    def output(node: exp.Expr) -> tuple[str, Typed]:
        alias = node.alias or None
        inner = node.this if alias else node
        expression = translator.translate(inner, Names(frozenset(), {}))
        if aggregates_in(expression):
            source.refuse(inner, _NO_FROM)
        if isinstance(expression, Constant) and expression.value is None:
            source.refuse(inner, "a NULL that has no type; cast it")
        return alias or clock_name(inner) or str(expression), resolver.typed(expression)

    outputs = [output(node) for node in select.expressions]
    computations = []
    for (_, typed), node in zip(outputs, select.expressions, strict=True):
        try:
            computations.append(compute(typed))
        except NotComputableError:
            source.refuse(node, _NO_FROM)
    finish = Finish(outputs, (), distinct=False, limit=None, offset=0)
    return ConstantQuery(finish, tuple(computations), translator.query_contexts)
