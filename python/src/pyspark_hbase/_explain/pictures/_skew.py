"""A picture of the distribution of rows, or of stored bytes, over the regions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyspark_hbase._explain.model import ScanExplanation
from pyspark_hbase._explain.pictures._svg import WIDTH, bar, named, picture, tag, text

MOST_BARS: Final = 80
_HEIGHT: Final = 120
_TOP: Final = 18
_LEFT: Final = 90
_FOOT: Final = 22
_KILO: Final = 1024
_LARGER: Final = ("KiB", "MiB", "GiB", "TiB")
_LABEL: Final = 14
"""Height of a label of the axis."""


def skew(scan: ScanExplanation) -> str:
    """Columns in row-key order, of rows scanned or before a run of bytes stored; empty without."""
    counts, unit = _counts(scan)
    if len(counts) < 2 or not any(counts):  # noqa: PLR2004  (one region is not skewed)
        return ""
    per_bar = (len(counts) + MOST_BARS - 1) // MOST_BARS
    columns = [sum(counts[i : i + per_bar]) for i in range(0, len(counts), per_bar)]
    in_spark = [work.spark_rows for _, work in scan.worked] or [0] * len(counts)
    striped = [sum(in_spark[i : i + per_bar]) for i in range(0, len(counts), per_bar)]
    return picture(
        f"{unit.capitalize()} in each region that is read",
        _told(counts, unit, per_bar),
        _TOP + _HEIGHT + _FOOT,
        (
            *_axis(max(columns), sum(columns) / len(columns), unit),
            *_columns(columns, striped, unit, per_bar),
            _foot(per_bar),
        ),
    )


def _counts(scan: ScanExplanation) -> tuple[list[int], str]:
    """In row-key order, without regions that are not asked."""
    if scan.worked:
        return [work.rows for _, work in scan.worked], "rows scanned"
    wanted = (region for region in scan.regions or () if region.touched)
    return [region.stored_bytes or 0 for region in wanted], "bytes stored"


def _told(counts: list[int], unit: str, per_bar: int) -> str:
    total, most = sum(counts), max(counts)
    mean = total / len(counts)
    joined = f" Each column stands for {per_bar} neighbours." if per_bar > 1 else ""
    return (
        f"{len(counts):,} regions with {_amount(total, unit)} {unit.split()[1]}. "
        f"The largest has {_amount(most, unit)}: "
        f"{most / total:.0%} of all, {most / mean:.1f} times the mean.{joined}"
    )


def _amount(count: int, unit: str) -> str:
    """A number with its unit: bytes in the largest one that they fill."""
    if not unit.startswith("bytes") or count < _KILO:
        return f"{count:,} {unit.split(maxsplit=1)[0]}"
    amount, name = float(count), ""
    for larger in _LARGER:
        if amount < _KILO:
            break
        amount, name = amount / _KILO, larger
    return f"{amount:,.1f} {name}"


def _foot(per_bar: int) -> str:
    each = "region" if per_bar == 1 else f"{per_bar} neighbouring regions"
    words = f"each column is one {each}" if per_bar == 1 else f"each column is {each}"
    return text(
        f"{words}, in row-key order", x=_LEFT, y=_TOP + _HEIGHT + _FOOT - 5, class_="hx-soft"
    )


def _axis(most: int, mean: float, unit: str) -> Iterator[str]:
    bottom = _TOP + _HEIGHT
    yield text(_amount(most, unit), x=_LEFT - 8, y=_TOP + 4, text_anchor="end", class_="hx-soft")
    yield text("0", x=_LEFT - 8, y=bottom + 4, text_anchor="end", class_="hx-soft")
    yield tag("line", x1=_LEFT, x2=WIDTH, y1=bottom, y2=bottom, class_="hx-line")
    y = bottom - _HEIGHT * mean / most
    yield tag("line", x1=_LEFT, x2=WIDTH, y1=y, y2=y, class_="hx-box hx-dashed")
    label = min(max(y, _TOP + _LABEL), bottom - _LABEL) + 4
    yield text("mean", x=_LEFT - 8, y=label, text_anchor="end", class_="hx-soft")


def _columns(columns: list[int], striped: list[int], unit: str, per_bar: int) -> Iterator[str]:
    step = (WIDTH - _LEFT) / max(len(columns), 10)
    for i, (count, in_spark) in enumerate(zip(columns, striped, strict=True)):
        first = i * per_bar + 1
        which = f"region {first}" if per_bar == 1 else f"regions {first} to {first + per_bar - 1}"
        bars, bottom = [], float(_TOP + _HEIGHT)
        for part, is_spark in ((count - in_spark, False), (in_spark, True)):
            if part:
                height = _HEIGHT * part / max(columns)
                bottom -= height
                place = {"x": _LEFT + i * step, "y": bottom, "width": step * 0.8, "height": height}
                bars.append(bar(**place, striped=is_spark))
        yield named(f"{which} of those read: {count:,} {unit}", *bars, data_count=count)
