"""The pictures of a scan: XML whose numbers are those of the run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import doc_pictures
from explained import DOCUMENT, ROWS, RUN, refused, scan, scan_after_run
from pyspark_hbase._explain import pictures
from pyspark_hbase._explain.model import Counter, ScanExplanation

SVG = "{http://www.w3.org/2000/svg}"
ALL = (
    pictures.region_map,
    pictures.plan_tree,
    pictures.funnel,
    pictures.timeline,
    pictures.skew,
)
Picture = Callable[[ScanExplanation], str]


def parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)


def values(drawn: str, attribute: str) -> list[str]:
    """Return the values of one attribute, in the order of the groups that have it."""
    return [g.attrib[attribute] for g in parsed(drawn).iter(f"{SVG}g") if attribute in g.attrib]


def numbers(drawn: str, attribute: str) -> list[int]:
    return [int(value) for value in values(drawn, attribute)]


def texts(drawn: str) -> list[str]:
    return ["".join(text.itertext()) for text in parsed(drawn).iter(f"{SVG}text")]


def widths(group: ElementTree.Element) -> list[float]:
    return [float(rect.attrib["width"]) for rect in group.iter(f"{SVG}rect")]


def many(count: int, rows: int | None = None) -> ScanExplanation:
    """Regions that took as many milliseconds as their number, and have so many rows or others."""
    regions = []
    for i in range(count):
        work = DOCUMENT["regions"][0] | {"touched": True, "start": f'"{i:04}"'}
        done = dict.fromkeys(_names(), 0) | {
            "serverRows": i if rows is None else rows,
            "endedMillis": i,
        }
        regions.append(work | {"work": done})
    return scan_after_run(regions=regions)


def _names() -> list[str]:
    camel = "beganMillis endedMillis serverRows sparkRows rowsKept rowsReceived bytesReceived"
    return [*camel.split(), *"serverNanos seeks rowsSkipped blocks blocksSkipped fallbacks".split()]


@pytest.mark.parametrize("picture", ALL)
def test_a_picture_says_in_words_what_it_shows(picture: Picture) -> None:
    svg = parsed(picture(scan_after_run()))
    assert svg.tag == f"{SVG}svg"
    assert svg.attrib["role"] == "img"
    title, description = svg[0], svg[1]
    assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text
    assert description.text
    assert svg.attrib["aria-label"] == f"{title.text}. {description.text}"
    for group in svg.iter(f"{SVG}g"):
        assert group[0].tag == f"{SVG}title"


@pytest.mark.parametrize("picture", ALL)
def test_a_picture_loads_nothing_and_has_both_colour_schemes(picture: Picture) -> None:
    drawn = picture(scan_after_run())
    assert "prefers-color-scheme:dark" in drawn
    assert not re.search(r"url\(|@import|href|<script|<image", drawn)
    assert re.findall(r"https?:[^\"]*", drawn) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("picture", ALL)
def test_nothing_lies_outside_of_the_picture(picture: Picture) -> None:
    for explained in (scan(), scan_after_run(), many(100)):
        if drawn := picture(explained):
            svg = parsed(drawn)
            width, height = (float(v) for v in svg.attrib["viewBox"].split()[2:])
            for x, y in _corners(svg):
                assert 0 <= x <= width + 0.1
                assert 0 <= y <= height + 0.1


def _corners(svg: ElementTree.Element) -> Iterator[tuple[float, float]]:
    for rect in svg.iter(f"{SVG}rect"):
        x, y = (float(rect.attrib.get(name, 0)) for name in "xy")
        yield x, y
        yield x + float(rect.attrib["width"]), y + float(rect.attrib["height"])
    for text in svg.iter(f"{SVG}text"):
        yield float(text.attrib["x"]), float(text.attrib["y"])


def test_each_region_has_its_state_before_and_after_the_run() -> None:
    pruned = ["pruned", "pruned"]
    before = pictures.region_map(scan())
    assert values(before, "data-state") == [*pruned, *5 * ["wanted"], "pruned"]
    after = pictures.region_map(scan_after_run())
    ran = ["server", "server", "spark", "both", "unreached"]
    assert values(after, "data-state") == [*pruned, *ran, "pruned"]
    assert numbers(after, "data-rows") == [0, 0, 1200, 4000, 900, 600, 0, 0]
    assert "start of table" in texts(after)
    assert {"2 computed in their region servers", "3 not asked: no wanted row key"} <= set(
        texts(after)
    )


def test_a_narrow_label_has_the_values_alone() -> None:
    values = "carrier = 'a, b = c', flight = 7, at = 8"
    start = {"start": '"x"', "startValues": values, "shortStart": "'a, b = c', 7, 8"}
    region = DOCUMENT["regions"][0] | start
    assert "from 'a, b = c', 7,…" in texts(pictures.region_map(scan(regions=[region])))


def test_regions_read_by_gets_are_such() -> None:
    drawn = pictures.region_map(scan((Counter("hbaseGets", "", 7),)))
    assert values(drawn, "data-state").count("gets") == 5
    assert not pictures.funnel(scan((Counter("hbaseGets", "", 7),)))


def test_what_spark_computed_is_striped_not_only_coloured() -> None:
    def stripes(region: int) -> int:
        group = [g for g in parsed(drawn).iter(f"{SVG}g") if g.get("data-region") == str(region)]
        return len(
            [line for line in group[0].iter(f"{SVG}line") if "stripes" in line.attrib["class"]]
        )

    drawn = pictures.region_map(scan_after_run())
    assert [stripes(region) for region in (2, 4, 5)] == [0, 1, 1]


def test_values_with_control_characters_are_escaped() -> None:
    changes = {
        "rangeValues": ["[shop = 'a'; shop = 'a\x00')"],
        "operators": [{"text": "Filter(x = '\n\x1b[31m\x9b')", "limitsRowKeys": False}],
    }
    shown = texts(pictures.plan_tree(scan(**changes)))
    assert "key range [shop = 'a'; shop = 'a\\x00')" in shown
    assert "Filter(x = '\\n\\x1B[31m\\x9B')" in shown


def test_regions_that_are_not_shown_are_counted() -> None:
    drawn = pictures.region_map(scan(otherRegions=1234))
    assert "1,234 more are not shown" in texts(drawn)


def test_the_plan_goes_from_the_row_keys_up_to_spark() -> None:
    drawn = pictures.plan_tree(scan())
    assert values(drawn, "data-where") == [*4 * ["Spark"], "server", "key range"]
    shown = texts(drawn)
    at = {words.partition("(")[0]: i for i, words in enumerate(shown) if "(" in words}
    # The filter that stays in Spark is below the aggregation that stays, as in the plan.
    assert at["FinalAggregate"] < at["Exchange"] < at["PartialAggregate"] < at["Filter"]
    assert "rlike(note, 'a: b'): lookbehind" in shown
    assert "the condition below stays in Spark (rlike(note, 'a: b'): lookbehind)" in shown
    assert "(day >= 2)" in shown


def test_a_step_of_the_region_servers_and_of_spark_has_both_colours() -> None:
    def tabs(explained: ScanExplanation) -> list[list[str]]:
        steps = parsed(pictures.plan_tree(explained)).iter(f"{SVG}g")
        boxes = [[rect.attrib["class"] for rect in each.iter(f"{SVG}rect")] for each in steps]
        return [box[1:] for box in boxes]

    assert tabs(scan()) == [*4 * [["hx-spark"]], ["hx-server"], []]
    assert tabs(scan_after_run()) == [*4 * [["hx-spark"]], ["hx-server", "hx-spark"], []]


def test_one_where_is_one_box() -> None:
    assert "Filter((day >= 2) AND (note = '<b>&\"'))" in texts(pictures.plan_tree(scan()))


def test_a_reason_of_the_whole_query_is_of_the_lowest_step() -> None:
    why = "Spark plans no partial aggregation"
    steps = scan(staysInSpark=[refused("", why)]).steps
    assert [step.reason for step in steps if step.where == "Spark"] == ["", "", "", why]
    [step, *_] = scan(staysInSpark=[refused("", why)], inSpark=[]).steps
    assert (step.where, step.text, step.reason) == ("Spark", "the rest", why)


def test_with_the_coprocessor_off_all_is_done_in_spark() -> None:
    off = "Spark, because spark.sql.hbase.coprocessor is false"
    drawn = pictures.plan_tree(scan(where=off, runsInServers=False))
    assert values(drawn, "data-where") == [*5 * ["Spark"], "key range"]
    assert f"in {off}" in texts(drawn)
    read = scan_after_run(
        operators=[{"text": "Columns(a)", "limitsRowKeys": False}],
        # It limits the row keys; Spark checks it, above the scan.
        keyConditions=["(day >= 2)"],
        where=off,
        runsInServers=False,
    )
    assert not any("passed the filters" in words for words in texts(pictures.funnel(read)))


def test_a_long_condition_is_cut_and_shown_whole_to_the_mouse() -> None:
    condition = f"Filter((a IN ({', '.join(map(str, range(1000)))})))"
    drawn = pictures.plan_tree(
        scan(operators=[{"text": condition, "limitsRowKeys": False}], staysInSpark=[], inSpark=[])
    )
    [first, _] = parsed(drawn).iter(f"{SVG}g")
    assert condition in (first[0].text or "")
    assert len(texts(drawn)) < 12


def test_the_funnel_has_the_counters_of_each_region_and_of_all() -> None:
    drawn = pictures.funnel(scan_after_run())
    scanned = [sum(rows) for rows in ROWS.values()]
    assert numbers(drawn, "data-scanned") == [sum(scanned), *scanned]
    assert numbers(drawn, "data-kept") == [670, 120, 400, 90, 60]
    received = next(c.value for c in RUN if c.name == "hbaseRowsReceived")
    assert numbers(drawn, "data-received") == [received, 120, 400, 900, 330]
    assert "4,000 scanned" in texts(drawn)


def test_bars_are_as_long_as_their_numbers() -> None:
    groups = list(parsed(pictures.funnel(scan_after_run())).iter(f"{SVG}g"))
    everything, first, second = (widths(group) for group in groups[:3])
    assert first[0] / (everything[0] + everything[1]) == pytest.approx(1200 / 6700, abs=0.01)
    assert first[0] / second[0] == pytest.approx(1200 / 4000, abs=0.01)
    assert second[1] / second[0] == pytest.approx(400 / 4000, abs=0.01)


def test_bars_of_all_regions_are_striped_as_far_as_spark_computed_them() -> None:
    everything = next(parsed(pictures.funnel(scan_after_run())).iter(f"{SVG}g"))
    kinds = [rect.attrib["class"] for rect in everything.iter(f"{SVG}rect")]
    # Of region 5, computed partly in Spark, it is not known where its rows were kept.
    assert kinds == [
        *("hx-server", "hx-spark"),
        *("hx-server", "hx-spark", "hx-box"),
        *("hx-server", "hx-spark"),
    ]
    scanned, kept, received = (670, 67, 175)
    sizes = widths(everything)
    unit = (sizes[0] + sizes[1]) / (10 * scanned)
    assert sizes[2:5] == pytest.approx([520 * unit, 90 * unit, 60 * unit], abs=0.1)
    assert sizes[5:] == pytest.approx([550 * unit, 1200 * unit], abs=0.1)
    assert 10 * kept == 520 + 90 + 60 and 10 * received == 550 + 1200


def test_columns_of_the_skew_are_striped_as_far_as_spark_computed_them() -> None:
    groups = parsed(pictures.skew(scan_after_run())).iter(f"{SVG}g")
    kinds = [[rect.attrib["class"] for rect in each.iter(f"{SVG}rect")] for each in groups]
    assert kinds == [["hx-server"], ["hx-server"], ["hx-spark"], ["hx-server", "hx-spark"]]


def test_of_many_regions_the_funnel_shows_the_largest_and_sums_the_others() -> None:
    drawn = pictures.funnel(many(100))
    scanned = numbers(drawn, "data-scanned")
    assert scanned[0] == sum(range(100))
    assert scanned[1:] == [*range(80, 100), sum(range(80))]
    assert "80 other regions" in texts(drawn)


def test_the_timeline_has_begin_end_and_server_time_of_each_region() -> None:
    drawn = pictures.timeline(scan_after_run())
    assert numbers(drawn, "data-began-millis") == [0, 10, 20, 30]
    assert numbers(drawn, "data-ended-millis") == [25, 35, 45, 55]
    assert numbers(drawn, "data-server-millis") == [2, 3, 0, 5]
    assert "10 to 35 ms, server 3 ms" in texts(drawn)
    assert "55 ms" in texts(drawn)


def test_of_many_regions_the_timeline_shows_the_longest() -> None:
    drawn = pictures.timeline(many(100))
    assert sorted(numbers(drawn, "data-ended-millis")) == list(range(60, 100))
    assert "The 60 shortest are not shown." in texts(drawn)


def test_no_grid_line_crosses_a_name() -> None:
    svg = parsed(pictures.timeline(many(3)))
    names = [float(text.attrib["y"]) for text in svg.iter(f"{SVG}text")]
    for line in svg.iter(f"{SVG}line"):
        if line.attrib["class"] == "hx-line":
            top, bottom = (float(line.attrib[end]) for end in ("y1", "y2"))
            assert not [y for y in names if top - 1 < y < bottom + 9]


def test_the_skew_is_of_rows_after_a_run_and_of_bytes_before() -> None:
    after = pictures.skew(scan_after_run())
    assert numbers(after, "data-count") == [1200, 4000, 900, 600]
    assert "The largest has 4,000 rows: 60% of all, 2.4 times the mean." in after
    before = pictures.skew(scan())
    assert numbers(before, "data-count") == [2000, 3000, 4000, 5000, 6000]
    assert "Bytes stored in each region" in before
    assert "5.9 KiB" in texts(before)
    assert "4,000 rows" in texts(after)


def test_labels_of_equal_columns_stay_apart() -> None:
    drawn = pictures.skew(many(3, rows=7))
    axis = {t.text: float(t.attrib["y"]) for t in parsed(drawn).iter(f"{SVG}text")}
    heights = [axis["7 rows"], axis["mean"], axis["0"]]
    assert heights == sorted(heights)
    assert min(heights[1] - heights[0], heights[2] - heights[1]) >= 14


def test_neighbours_share_a_column_where_there_are_too_many() -> None:
    drawn = pictures.skew(many(161))
    counts = numbers(drawn, "data-count")
    assert len(counts) == 54
    assert sum(counts) == sum(range(161))
    assert "Each column stands for 3 neighbours." in drawn
    assert "each column is 3 neighbouring regions, in row-key order" in texts(drawn)


@pytest.mark.parametrize(
    ("picture", "changes"),
    [
        (pictures.region_map, {"regions": None}),
        (pictures.skew, {"regions": None}),
        (pictures.skew, {"regions": DOCUMENT["regions"][:3]}),
        (pictures.funnel, {}),
        (pictures.timeline, {}),
    ],
)
def test_what_is_not_known_is_not_drawn(picture: Picture, changes: dict[str, Any]) -> None:
    assert picture(scan(**changes)) == ""


def test_the_examples_in_the_documents_are_these() -> None:
    for name, drawn in doc_pictures.drawn().items():
        file = doc_pictures.FOLDER / name
        assert file.read_text(encoding="utf-8") == f"{drawn}\n", (
            "run .venv/bin/python python/tools/doc_pictures.py"
        )
