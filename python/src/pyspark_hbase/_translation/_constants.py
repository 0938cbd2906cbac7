"""Queries without FROM, such as ``SELECT 1``: one row, computed here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark_hbase._planning.coercion import Resolver
from pyspark_hbase._translation._compute import NotComputableError
from pyspark_hbase._translation._evaluate import compute
from pyspark_hbase._translation._expressions import Names, Translator, clock_name
from pyspark_hbase._translation._finish import Finish
from pyspark_hbase._translation._select import parsed
from pyspark_hbase._translation._trees import aggregates_in
from pyspark_hbase.expressions import Constant

if TYPE_CHECKING:
    import pyarrow as pa
    from sqlglot import exp

    from pyspark_hbase._planning.typed import Typed

_NO_FROM = "a query without FROM of more than constants"


def constant_row(text: str, *, ansi: bool, time_zone: str) -> pa.Table | None:
    """The answer to a query without FROM; None for one that has it.

    Raises:
        NeedsSparkError: it asks for more than literals and arithmetic.
    """
    source, select = parsed(text)
    if select.args.get("from_") is not None:
        return None
    source.only(select, "expressions")
    translator = Translator(source, None, time_zone)
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
    row = []
    for (_, typed), node in zip(outputs, select.expressions, strict=True):
        try:
            row.append(compute(typed)(()))
        except NotComputableError:
            source.refuse(node, _NO_FROM)
    return Finish(outputs, (), distinct=False, limit=None, offset=0).table([tuple(row)])
