"""A real browser draws the page: nothing is loaded, and no text leaves its picture."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from explained import scan, scan_after_run, work_of
from pyspark_hbase._explain import html as _explain_html

BROWSER = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))), None)
TIMEOUT_SECONDS = 60

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium here: ./build.sh browser installs one"
)

MEASURE = """<script>
const found = {pictures: 0, texts: 0, outside: [], names: []};
for (const svg of document.querySelectorAll("svg")) {
  const view = svg.viewBox.baseVal;
  found.pictures++;
  found.names.push(svg.getAttribute("aria-label"));
  for (const text of svg.querySelectorAll("text")) {
    const box = text.getBBox();
    found.texts++;
    if (box.x < 0 || box.y < 0 || box.x + box.width > view.width
        || box.y + box.height > view.height) found.outside.push(text.textContent);
  }
}
found.smallest = Math.min(...[...document.querySelectorAll("svg text")].map(
  text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a));
const cell = document.querySelector(".hx td"), row = cell.parentElement;
found.cell = {align: getComputedStyle(cell).textAlign, row: getComputedStyle(row).backgroundColor};
found.page = getComputedStyle(document.querySelector(".hx")).backgroundColor;
found.width = document.documentElement.scrollWidth;
found.loaded = performance.getEntriesByType("resource").length;
found.ink = getComputedStyle(document.querySelector(".hx")).color;
document.body.setAttribute("data-found", JSON.stringify(found));
</script>"""


def measured(tmp_path: Path, page: str, *options: str) -> dict[str, Any]:
    """Return the browser's measures of the page, to which a script is added."""
    assert BROWSER is not None
    file = tmp_path / "page.html"
    file.write_text(page.replace("</main>", f"</main>{MEASURE}"), encoding="utf-8")
    command = [
        *(BROWSER, "--headless", "--no-sandbox", "--disable-gpu", *options),
        *(f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", file.as_uri()),
    ]
    shown = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=TIMEOUT_SECONDS
    ).stdout
    [found] = re.findall(r'data-found="([^"]*)"', shown)
    return dict(json.loads(html.unescape(found)))


def test_all_texts_lie_inside_of_their_pictures(tmp_path: Path) -> None:
    long = rf'"{"x" * 100}"'
    regions = [{"start": long, "host": long, "touched": True, "storedBytes": 10**12}] * 90
    pages = [scan_after_run(), scan(regions=regions, rowKeys=long)]
    found = measured(tmp_path, _explain_html.render(pages))
    assert found["outside"] == []
    assert found["pictures"] == 8
    assert found["texts"] >= 80
    assert found["loaded"] == 0
    assert all(found["names"])


@pytest.mark.parametrize("condition", [{"condition": "a"}, {}])
def test_labels_of_the_longest_bars_lie_inside(tmp_path: Path, condition: dict[str, str]) -> None:
    many = 10**9 + 1
    work = work_of(0, many, 0) | {"rowsKept": many, "rowsReceived": many}
    region = {"start": '""', "host": "a", "touched": True, "storedBytes": 1, "work": work}
    operators = [{"text": "Columns(a)", "limitsRowKeys": False, **condition}]
    page = _explain_html.render([scan_after_run(regions=[region], operators=operators)])
    assert measured(tmp_path, page)["outside"] == []


def test_dark_readers_get_dark_pages(tmp_path: Path) -> None:
    page = _explain_html.render([scan_after_run()])
    light = measured(tmp_path, page)["ink"]
    dark = measured(tmp_path, page, "--blink-settings=preferredColorScheme=0")["ink"]
    assert {light, dark} == {"rgb(28, 36, 48)", "rgb(228, 232, 238)"}


def test_texts_of_pictures_are_legible_on_a_narrow_page(tmp_path: Path) -> None:
    page = _explain_html.render([scan_after_run()])
    for width in (500, 1200):
        found = measured(tmp_path, page, f"--window-size={width},2000")
        assert 9 <= found["smallest"] <= 14
        assert found["width"] <= width


NOTEBOOK = """<style>
.jp-RenderedHTMLCommon tbody tr:nth-child(odd) { background: #123456; }
.jp-RenderedHTMLCommon:not(.jp-RenderedMarkdown) td { text-align: right; }
.jp-RenderedHTMLCommon table { table-layout: fixed; font-size: 9px; }
</style><body data-jp-theme-light="%s"><main class="jp-RenderedHTMLCommon">%s</main></body>"""


@pytest.mark.parametrize("desktop", [0, 1])
@pytest.mark.parametrize(("is_light", "ink"), [("true", "28, 36, 48"), ("false", "228, 232, 238")])
def test_a_notebook_has_its_own_theme_and_no_say_in_tables(
    tmp_path: Path, desktop: int, is_light: str, ink: str
) -> None:
    page = NOTEBOOK % (is_light, _explain_html.fragment([scan_after_run()]))
    found = measured(tmp_path, page, f"--blink-settings=preferredColorScheme={desktop}")
    assert found["ink"] == f"rgb({ink})"
    assert found["cell"] == {"align": "left", "row": "rgba(0, 0, 0, 0)"}


def test_print_is_dark_on_white(tmp_path: Path) -> None:
    """The rules for print hold, whatever the scheme is."""
    page = _explain_html.render([scan_after_run()]).replace("@media print", "@media all")
    found = measured(tmp_path, page, "--blink-settings=preferredColorScheme=0")
    assert (found["ink"], found["page"]) == ("rgb(28, 36, 48)", "rgb(255, 255, 255)")
