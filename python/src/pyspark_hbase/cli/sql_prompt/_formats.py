"""Results in the formats of ``--format``."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from pyspark_hbase._text import text_table
from pyspark_hbase.cli.sql_prompt import _layouts, _values

if TYPE_CHECKING:
    import pyarrow as pa

AUTO: Final = "auto"
BINARY: Final = ("arrow", "parquet")
_OF_LINES: Final = (["plan"], ["createtab_stmt"])
"""The columns of EXPLAIN and SHOW CREATE TABLE, whose values are texts of many lines."""


def render(table: pa.Table, name: str, *, with_types: bool = False, columns: int = 0) -> str:
    """A result as a text that ends without a new line.

    ``auto`` is ``table``, or ``vertical`` where a row is wider than the ``columns`` of a terminal.
    Both show a plan or a statement with a row for each of its lines.
    """
    if name in (AUTO, "table") and table.column_names in _OF_LINES:
        return _layouts.table(_in_lines(table), with_types=with_types)
    if name == AUTO:
        text = _layouts.table(table, with_types=with_types)
        is_wide = columns and any(text_table.width(line) > columns for line in text.split("\n"))
        return _layouts.vertical(table, with_types=with_types) if is_wide else text
    if name in _LAYOUTS:
        return _LAYOUTS[name](table, with_types=with_types)
    return _TEXTS[name](table)


def _in_lines(table: pa.Table) -> pa.Table:
    import pyarrow as pa  # noqa: PLC0415  (an optional dependency)

    (column,) = table.column_names
    texts = [str(value).rstrip("\n") for value in table[column].to_pylist()]
    return pa.table({column: [line for text in texts for line in text.split("\n")]})


def write(table: pa.Table, name: str, file: io.BytesIO) -> None:
    """A result as bytes: an Arrow stream or a Parquet file."""
    if name == "arrow":
        import pyarrow as pa  # noqa: PLC0415  (an optional dependency)

        with pa.ipc.new_stream(file, table.schema) as stream:
            stream.write_table(table)
    else:
        import pyarrow.parquet as pq  # noqa: PLC0415  (an optional dependency)

        pq.write_table(table, file)


def _separated(table: pa.Table, delimiter: str) -> str:
    """Lines of fields. NULL is an empty field, and an empty text has quotes, as in Spark's CSV."""
    quoted = re.compile(f'[{delimiter}"\r\n]')

    def field(value: object) -> str:
        text = _values.raw_text(value)
        if value is None or (text and not quoted.search(text)):
            return text
        return '"{}"'.format(text.replace('"', '""'))

    rows = itertools.chain([table.column_names], _values.rows(table))
    return "\n".join(delimiter.join(map(field, row)) for row in rows)


def _json_lines(table: pa.Table) -> str:
    names = table.column_names
    return "\n".join(_values.json_object(names, row) for row in _values.rows(table))


def _json(table: pa.Table) -> str:
    lines = _json_lines(table).replace("\n", ",\n")
    return f"[\n{lines}\n]" if lines else "[]"


_LAYOUTS: Final[dict[str, Callable[..., str]]] = {
    "table": _layouts.table,
    "vertical": _layouts.vertical,
    "markdown": _layouts.markdown,
}
_TEXTS: Final[dict[str, Callable[[Any], str]]] = {
    "csv": lambda table: _separated(table, ","),
    "tsv": lambda table: _separated(table, "\t"),
    "json": _json,
    "jsonl": _json_lines,
}

NAMES: Final = (AUTO, "table", *_TEXTS, "markdown", "vertical", *BINARY)
