"""The report of :func:`pyspark_hbase.explain` as one HTML page that loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from pyspark_hbase._explanation import Region, ScanExplanation

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c2430; --page: #ffffff; --line: #d5dae1;
  --touched: #0b63ce; --pruned: #c9d0d9; --soft: #5a6573; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --page: #14181e; --line: #343c47;
  --touched: #6cb0ff; --pruned: #3a434f; --soft: #9aa6b4; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h2 { border-top: 1px solid var(--line); padding-top: 1.5rem; }
table { border-collapse: collapse; }
td, th { border-bottom: 1px solid var(--line); padding: .25rem .8rem .25rem 0; text-align: left;
  vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
code, li { overflow-wrap: anywhere; }
.map { display: flex; flex-wrap: wrap; gap: 2px; margin: .5rem 0; padding: 0; list-style: none; }
.map li { width: 14px; height: 14px; border-radius: 2px; background: var(--pruned); }
.map li.touched { background: var(--touched); }
.soft { color: var(--soft); }
"""


def render(scans: Sequence[ScanExplanation]) -> str:
    """All scans of a query, one after the other."""
    body = "".join(map(_scan, scans)) or "<p>The query reads no HBase table.</p>"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>What the query reads from HBase</title><style>{_STYLE}</style></head>"
        f"<body><h1>What the query reads from HBase</h1>{body}</body></html>\n"
    )


def _scan(scan: ScanExplanation) -> str:
    facts = [
        ("Row keys", scan.row_keys),
        ("Regions", scan.region_count),
        ("Runs in", scan.runs_in),
        ("Fallback", scan.fallback),
    ]
    return "".join(
        (
            f"<h2>Scan of {_code(scan.table)}</h2>",
            f'<p class="soft">HBase table {_code(scan.hbase_table)}</p>',
            _table((f"<th>{escape(name)}</th><td>{escape(text)}</td>" for name, text in facts)),
            _map(scan.regions) if scan.regions is not None else "",
            _ranges(scan),
            "<h3>Predicates</h3>",
            _table(
                f"<td>{escape(p.where)}</td><td>{_code(p.text)}</td><td>{escape(p.reason)}</td>"
                for p in scan.predicates
            )
            or "<p>none</p>",
            "<h3>Sub-plan</h3>",
            _tree(scan.sub_plan),
            _counters(scan),
        )
    )


def _map(regions: Sequence[Region]) -> str:
    boxes = "".join(
        f'<li class="{"touched" if region.touched else "pruned"}" '
        f'title="{escape(_title(region), quote=True)}"></li>'
        for region in regions
    )
    return f'<ul class="map" aria-label="Regions in row-key order">{boxes}</ul>'


def _title(region: Region) -> str:
    state = "read" if region.touched else "not asked"
    return f"from {region.start} on {region.host or 'no server'}: {state}"


def _ranges(scan: ScanExplanation) -> str:
    # One range stands among the facts already.
    if scan.range_count <= 1:
        return ""
    items = "".join(f"<li>{_code(text)}</li>" for text in scan.ranges)
    more = scan.range_count - len(scan.ranges)
    rest = f"<p>and {more:,} more</p>" if more else ""
    return (
        f"<details><summary>{scan.range_count:,} key ranges</summary>"
        f"<ul>{items}</ul>{rest}</details>"
    )


def _tree(operators: Sequence[str]) -> str:
    below = ""
    for operator in reversed(operators):
        below = f"<ul><li>{_code(operator)}{below}</li></ul>"
    return below


def _counters(scan: ScanExplanation) -> str:
    if not scan.has_run:
        return ""
    rows = (
        f'<td>{escape(c.text)}</td><td class="number">{c.value:,}</td>'
        f'<td class="soft">{escape(c.name)}</td>'
        for c in scan.counters
    )
    return f"<h3>Counters of the run</h3>{_table(rows)}"


def _table(rows: Iterable[str]) -> str:
    cells = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table>{cells}</table>" if cells else ""


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"
