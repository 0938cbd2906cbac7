"""The few elements of SVG that the pictures are made of."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from html import escape
from typing import Final

WIDTH: Final = 560
"""The width of every picture, in units of the SVG: a narrow page hardly shrinks its texts."""

COLOURS: Final = """--ink:#1c2430;--soft:#5a6573;--page:#ffffff;--line:#c9d0d9;--server:#0b63ce;\
--spark:#b45309"""
DARK_COLOURS: Final = """--ink:#e4e8ee;--soft:#9aa6b4;--page:#14181e;--line:#3a434f;\
--server:#6cb0ff;--spark:#f0a850"""

_STYLE: Final = f"""\
.hx-picture{{font:12px system-ui,sans-serif}}
.hx-picture:root{{{COLOURS}}}
@media (prefers-color-scheme:dark){{.hx-picture:root{{{DARK_COLOURS}}}}}
.hx-picture text{{fill:var(--ink)}}
.hx-picture .hx-soft{{fill:var(--soft)}}
.hx-picture .hx-code{{font-family:ui-monospace,monospace}}
.hx-picture .hx-page{{fill:var(--page)}}
.hx-picture .hx-server{{fill:var(--server)}}
.hx-picture .hx-spark{{fill:var(--spark)}}
.hx-picture .hx-stripes{{stroke:var(--page);stroke-dasharray:2 3;fill:none}}
.hx-picture .hx-line{{stroke:var(--line);fill:none}}
.hx-picture .hx-box{{stroke:var(--soft);fill:none}}
.hx-picture .hx-wanted{{stroke:var(--server);stroke-width:2;fill:none}}
.hx-picture .hx-dashed{{stroke-dasharray:3 3}}
"""

Attribute = str | int | float


def tag(name: str, *content: str, **attributes: Attribute) -> str:
    """One element around content that is SVG already; ``_`` in attributes stands for ``-``.

    >>> tag("text", "a", x=1, data_rows=2, class_="b")
    '<text x="1" data-rows="2" class="b">a</text>'
    """
    listed = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{listed}>{''.join(content)}</{name}>" if content else f"<{name}{listed}/>"


def _value(value: Attribute) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else escape(str(value))


def text(words: str, *, x: float, y: float, **attributes: Attribute) -> str:
    """One line of text."""
    return tag("text", escape(words, quote=False), x=x, y=y, **attributes)


def named(name: str, *content: str, **attributes: Attribute) -> str:
    """A group with a name that shows where the mouse points."""
    return tag("g", tag("title", escape(name, quote=False)), *content, **attributes)


def bar(  # noqa: PLR0913  (a place and a size)
    *, x: float, y: float, width: float, height: float, striped: bool, **attributes: Attribute
) -> str:
    """Draw the work of region servers; Spark's work is striped."""
    colour = "hx-spark" if striped else "hx-server"
    drawn = tag("rect", x=x, y=y, width=width, height=height, class_=colour, **attributes)
    if not striped:
        return drawn
    middle = y + height / 2
    across = {"x1": x, "x2": x + width, "y1": middle, "y2": middle}
    return drawn + tag("line", class_="hx-stripes", stroke_width=height, **across)


def outline(*, x: float, y: float, width: float, height: float) -> str:
    """Draw work of which it is not known whether region servers or Spark did it."""
    return tag("rect", x=x, y=y, width=width, height=height, class_="hx-box")


def picture(title: str, description: str, height: float, body: Iterable[str]) -> str:
    """A whole SVG that says what it is and what it shows."""
    content = (
        tag("title", escape(title, quote=False)),
        tag("desc", escape(description, quote=False)),
        tag("style", _STYLE),
        tag("rect", class_="hx-page", width=WIDTH, height=height),
        *body,
    )
    return tag(
        "svg",
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {_value(float(height))}",
        width=WIDTH,
        role="img",
        aria_label=f"{title}. {description}",
        class_="hx-picture",
    )


def shortened(words: str, width: int) -> str:
    """The begin of a text that is too long.

    >>> shortened("0123456789", 5), shortened("01234", 5)
    ('0123…', '01234')
    """
    return words if len(words) <= width else words[: width - 1] + "…"


def wrapped(words: str, width: int, *, lines: int) -> list[str]:
    """At most so many lines; what is too long for them ends in an ellipsis.

    >>> wrapped("one two three four", 9, lines=2)
    ['one two', 'three …']
    """
    return textwrap.wrap(words, width, max_lines=lines, placeholder=" …")
