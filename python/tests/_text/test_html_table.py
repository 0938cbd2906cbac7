"""Rows as a table for notebooks."""

from __future__ import annotations

from datetime import date

import pyarrow as pa

from pyspark_hbase._text.html_table import first_rows

# Days since 1970, in the year 12345.
FAR = 3_789_000


def shown(column: pa.Array) -> str:
    schema = pa.schema([("c", column.type)])
    batch = pa.RecordBatch.from_arrays([column], schema=schema)
    return first_rows([("c", "type")], pa.RecordBatchReader.from_batches(schema, [batch]))


def test_a_date_behind_pythons_years_is_shown_wherever_it_stands() -> None:
    days = pa.array([0, FAR], pa.int32()).cast(pa.date32())
    text = str(days.cast(pa.string())[1])
    assert f"<td>{text}</td>" in shown(days)
    lists = pa.ListArray.from_arrays([0, 2], days)
    assert f"[1970-01-01, {text}]" in shown(lists)
    structs = pa.StructArray.from_arrays([days, pa.array(["a", None])], names=["d", "s"])
    assert f"<td>{{&#x27;d&#x27;: {text}, &#x27;s&#x27;: None}}</td>" in shown(structs)
    maps = pa.MapArray.from_arrays([0, 2], pa.array(["a", "b"]), days)
    assert f"[(&#x27;a&#x27;, 1970-01-01), (&#x27;b&#x27;, {text})]" in shown(maps)


def test_values_that_python_has_are_shown_as_python_shows_them() -> None:
    assert "<td>1970-01-01</td>" in shown(pa.array([date(1970, 1, 1)]))
    assert "<i>NULL</i>" in shown(pa.array([None], pa.int32()))
    assert "<td>[1, None]</td>" in shown(pa.array([[1, None]]))
