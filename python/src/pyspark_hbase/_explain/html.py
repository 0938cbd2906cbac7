"""The report of :func:`pyspark_hbase.explain` in HTML that loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from typing import Final

from pyspark_hbase._explain import pictures
from pyspark_hbase._explain.about import About
from pyspark_hbase._explain.model import Counter, ScanExplanation
from pyspark_hbase._explain.pictures._svg import COLOURS, DARK_COLOURS

# Three times the class: notebooks style tables, headings and code in their own way.
_STYLE: Final = f"""
.hx {{ {COLOURS}; }}
@media (prefers-color-scheme: dark) {{ .hx {{ {DARK_COLOURS}; }} }}
[data-jp-theme-light="true"] .hx, .vscode-light .hx {{ {COLOURS}; }}
[data-jp-theme-light="false"] .hx, .vscode-dark .hx {{ {DARK_COLOURS}; }}
.hx.hx.hx {{ font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  padding: 1rem; }}
.hx.hx.hx h2, .hx.hx.hx h3, .hx.hx.hx summary {{ color: var(--ink); }}
.hx.hx.hx h2 {{ border-top: 1px solid var(--line); padding-top: 1.5rem; }}
.hx.hx.hx .hx-scroll {{ overflow-x: auto; }}
.hx.hx.hx table {{ border-collapse: collapse; border: 0; margin: 0; table-layout: auto;
  font-size: inherit; color: var(--ink); background: none; }}
.hx.hx.hx thead, .hx.hx.hx tr, .hx.hx.hx tr:nth-child(n), .hx.hx.hx tr:hover {{ background: none;
  border: 0; }}
.hx.hx.hx td, .hx.hx.hx th {{ border: 0; border-bottom: 1px solid var(--line);
  padding: .25rem .8rem .25rem 0; text-align: left; vertical-align: top; color: var(--ink);
  background: none; white-space: normal; max-width: 45rem; }}
.hx.hx.hx td.hx-condition {{ min-width: 11rem; }}
.hx.hx.hx td.hx-reason {{ min-width: 8rem; overflow-wrap: anywhere; }}
.hx.hx.hx td.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
.hx.hx.hx code, .hx.hx.hx pre {{ overflow-wrap: anywhere; white-space: pre-wrap; color: inherit;
  background: none; padding: 0; font: 13px/1.5 ui-monospace, monospace; }}
.hx.hx.hx svg {{ max-width: 40rem; width: 100%; height: auto; display: block; }}
.hx.hx.hx figure {{ margin: 1rem 0; break-inside: avoid; }}
.hx.hx.hx figcaption {{ color: var(--soft); font-size: 13px; max-width: 40rem; margin-top: .4rem; }}
.hx.hx.hx .hx-note {{ color: var(--soft); }}
@media print {{
  .hx.hx.hx {{ {COLOURS}; print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
  .hx.hx.hx h2, .hx.hx.hx h3 {{ break-after: avoid; }}
}}
"""

_PAGE_STYLE: Final = """
:root { color-scheme: light dark; }
body { max-width: 70rem; margin: 0 auto; background: #ffffff; font-family: system-ui, sans-serif; }
h1 { padding: 0 1rem; }
@media (prefers-color-scheme: dark) { body { background: #14181e; color: #e4e8ee; } }
@media print { body { background: #ffffff; color: #1c2430; } }
"""

_TITLE: Final = "Scans of HBase in the query"


def render(scans: Sequence[ScanExplanation], about: About | None = None) -> str:
    """All scans of a query, one after the other, as a page."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_TITLE}</title><style>{_PAGE_STYLE}</style></head>"
        f"<body><main><h1>{_TITLE}</h1>{fragment(scans, about)}</main></body></html>\n"
    )


def fragment(scans: Sequence[ScanExplanation], about: About | None = None) -> str:
    """Return the report as a part of another page, such as a notebook."""
    head = "" if about is None else _about(about)
    body = head + ("".join(map(_scan, scans)) or "<p>The query reads no HBase table.</p>")
    return f'<div class="hx"><style>{_STYLE}</style>{body}</div>'


def _about(about: About) -> str:
    query = f"<pre><code>{escape(about.query)}</code></pre>" if about.query else ""
    return f'{query}<p class="hx-note">{escape(about.line)}</p>'


def _scan(scan: ScanExplanation) -> str:
    facts = [
        ("Row keys", scan.row_keys),
        *([("As columns", scan.columns)] if scan.columns else []),
        ("Regions", scan.region_count),
        ("Runs in", scan.runs_in),
        ("Fallback", scan.fallback),
    ]
    return "".join(
        (
            f"<h2>Scan of {_code(scan.table)}</h2>",
            f'<p class="hx-note">HBase table {_code(scan.hbase_table)}</p>',
            _table((), (f"<th>{escape(name)}</th><td>{escape(text)}</td>" for name, text in facts)),
            # These say what they show in words of their own.
            _figure("Regions", pictures.region_map(scan), has_caption=False),
            _ranges(scan),
            _figure("What runs where", pictures.plan_tree(scan), has_caption=False),
            _predicates(scan),
            _figure("Rows", pictures.funnel(scan)),
            _figure("Time", pictures.timeline(scan)),
            _figure("Skew", pictures.skew(scan)),
            _regions(scan),
            _counters(scan),
            _zones(scan),
            _statistics(scan),
        )
    )


def _figure(heading: str, drawn: str, *, has_caption: bool = True) -> str:
    if not drawn:
        return ""
    # In words under the picture too: what it leaves out, and how much that is.
    words = drawn.partition("<desc>")[2].partition("</desc>")[0]
    caption = f"<figcaption>{words}</figcaption>" if has_caption else ""
    return f"<h3>{heading}</h3><figure>{drawn}{caption}</figure>"


def _ranges(scan: ScanExplanation) -> str:
    # One range stands among the facts already.
    if scan.range_count <= 1:
        return ""
    values = (f" {escape(text)}" for text in scan.range_values)
    listed = zip_longest(scan.ranges, values, fillvalue="")
    items = "".join(f"<li>{_code(text)}{value}</li>" for text, value in listed)
    more = scan.range_count - len(scan.ranges)
    rest = f"<p>and {more:,} more</p>" if more else ""
    return _folded(f"{scan.range_count:,} key ranges", f"<ul>{items}</ul>{rest}")


def _predicates(scan: ScanExplanation) -> str:
    listed = _table(
        ("checked in", "condition", "why there"),
        (
            f'<td>{escape(p.where)}</td><td class="hx-condition">{_code(p.text)}</td>'
            f'<td class="hx-reason">{escape(p.reason)}</td>'
            for p in scan.predicates
        ),
    )
    return f"<h3>Predicates</h3>{listed or '<p>none</p>'}"


def _regions(scan: ScanExplanation) -> str:
    """Return the numbers behind the pictures as a table."""
    headers = (
        *("first row key", "as columns", "region server", "left of the predicates", "state"),
        *("rows scanned", "kept", "crossed the wire", "from (ms)", "to (ms)", "server (ms)"),
        *("blocks read", "passed over", "seeks"),
    )
    rows = []
    for region, state in zip(scan.regions or (), scan.states, strict=True):
        work = region.work
        numbers = (
            (
                *(work.rows, work.rows_kept, work.rows_received, work.began_millis),
                *(work.ended_millis, work.server_millis, work.blocks, work.blocks_skipped),
                work.seeks,
            )
            if work
            else ()
        )
        rows.append(
            f"<td>{_code(region.start)}</td><td>{escape(region.start_values)}</td><td>{escape(region.host)}</td>"
            f"<td>{_code(region.left) if region.left else ''}</td>"
            f"<td>{escape(state.value)}</td>{''.join(map(_number, numbers))}"
        )
    return _folded("Regions in numbers", _table(headers, rows)) if rows else ""


def _counters(scan: ScanExplanation) -> str:
    if not scan.has_run:
        return ""
    counted = [c for c in scan.counters if c.value]
    zeros = [c for c in scan.counters if not c.value]
    folded = _folded(f"{len(zeros):,} counters that are 0", _counted(zeros)) if zeros else ""
    return f"<h3>Counters of the run</h3>{_counted(counted)}{folded}"


def _counted(counters: Sequence[Counter]) -> str:
    rows = (
        f'<td>{escape(c.text)}</td>{_number(c.value)}<td class="hx-note">{escape(c.name)}</td>'
        for c in counters
    )
    return _table((), rows)


def _zones(scan: ScanExplanation) -> str:
    rows = (
        f"<td>{_code(z.column)}</td>{_number(z.count)}{_number(z.rejected)}{_number(z.blocks)}"
        f"<td>{_code(z.least or '')}</td><td>{_code(z.greatest or '')}</td>"
        for z in scan.zones
    )
    headers = ("column", "stretches of rows", "cannot pass", "blocks", "least", "greatest")
    table = _table(headers, rows)
    return f"<h3>Remembered by region servers</h3>{table}" if table else ""


def _statistics(scan: ScanExplanation) -> str:
    known = scan.statistics
    if known is None:
        return ""
    rows = (
        f"<td>{_code(c.name)}</td>{_number(c.distinct)}{_number(c.nulls)}"
        f"<td>{_code(c.least or '')}</td><td>{_code(c.greatest or '')}</td>"
        for c in known.columns
    )
    headers = ("column", "different values, about", "NULLs", "least", "greatest")
    return f"<h3>Learned by ANALYZE</h3><p>{escape(known.text)}</p>{_table(headers, rows)}"


def _table(headers: Sequence[str], rows: Iterable[str]) -> str:
    cells = "".join(f"<tr>{row}</tr>" for row in rows)
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in headers)
    head = f"<thead><tr>{names}</tr></thead>" if names else ""
    table = f"<table>{head}<tbody>{cells}</tbody></table>"
    return f'<div class="hx-scroll">{table}</div>' if cells else ""


def _number(value: int) -> str:
    return f'<td class="number">{value:,}</td>'


def _folded(summary: str, content: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"
