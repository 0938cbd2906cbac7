"""A chart as SVG: for each query a panel with a bar per peer, on one logarithmic scale."""

from __future__ import annotations

import math
from typing import Final
from xml.sax.saxutils import escape

from peers.report import number
from peers.results import Results

_COLUMNS: Final = 2
_PANEL: Final = 470
_NAMES: Final = 200
_BAR: Final = 15
_HEAD: Final = 34
_TITLE: Final = 20
_OURS: Final = "#1f6fb2"
_OTHERS: Final = "#9aa5b1"


def chart(results: Results, ours: str) -> str:
    """Median seconds; peers whose names begin with ``ours`` are blue."""
    measured = {
        query: {
            peer: series.median_seconds
            for peer in results.peers
            if (series := results.find(peer, query)) is not None and series.seconds
        }
        for query in results.queries
    }
    values = [value for bars in measured.values() for value in bars.values()]
    if not values:
        return _document(_PANEL, _HEAD, "")
    low, high = min(values), max(values)
    height = _HEAD + _BAR * len(results.peers) + 12
    panels = [_text(8, 16, f"Median seconds, logarithmic; scale factor {results.scale:g}")]
    for at, (query, bars) in enumerate(measured.items()):
        x, y = at % _COLUMNS * _PANEL, _TITLE + at // _COLUMNS * height
        panels.append(_text(x + 8, y + 20, f"{query}: {results.queries[query]}", bold=True))
        for row, (peer, title) in enumerate(results.peers.items()):
            middle = y + _HEAD + row * _BAR + 11
            panels.append(_text(x + _NAMES - 6, middle, title, end=True))
            if peer not in bars:
                panels.append(_text(x + _NAMES, middle, "not measured"))
                continue
            width = bar_width(bars[peer], low, high)
            color = _OURS if peer.startswith(ours) else _OTHERS
            panels.append(
                f'<rect x="{x + _NAMES}" y="{middle - 10}" width="{width:.1f}" height="{_BAR - 3}"'
                f' fill="{color}"/>'
            )
            panels.append(_text(x + _NAMES + width + 4, middle, f"{number(bars[peer])} s"))
    rows = math.ceil(len(measured) / _COLUMNS)
    return _document(_PANEL * _COLUMNS, _TITLE + height * rows, "\n".join(panels))


def bar_width(value: float, low: float, high: float) -> float:
    """Pixels of a bar: equal ratios are equal steps, and the smallest value shows.

    >>> [round(bar_width(value, 0.1, 10)) for value in (0.1, 1, 10)]
    [12, 111, 210]
    """
    longest, shortest = _PANEL - _NAMES - 60, 12
    if high == low:
        return longest
    return shortest + (longest - shortest) * math.log(value / low) / math.log(high / low)


def _text(x: float, y: float, text: str, *, bold: bool = False, end: bool = False) -> str:
    attributes = ' font-weight="bold"' if bold else ""
    attributes += ' text-anchor="end"' if end else ""
    return f'<text x="{x:.1f}" y="{y}"{attributes}>{escape(text)}</text>'


def _document(width: int, height: int, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11">\n'
        f'<rect width="{width}" height="{height}" fill="white"/>\n{body}\n</svg>\n'
    )
