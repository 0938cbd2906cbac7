from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any, cast

import pytest
from pyspark.sql import DataFrame

import pyspark_hbase
from pyspark_hbase import _explain_html, _explain_text
from pyspark_hbase._explanation import Counter, ScanExplanation, parse
from pyspark_hbase.errors import SetupError

DOCUMENT: dict[str, Any] = {
    "table": "default.visits",
    "hbaseTable": "visits",
    "rowKeys": r'key range ["\x80\x05", "\x80\x06")',
    "ranges": [r'["\x80\x05", "\x80\x06")'],
    "rangeCount": 1,
    "regionCount": "1 of 2 regions",
    "regions": [
        {"start": '""', "host": "a", "touched": False},
        {"start": r'"\x80"', "host": "", "touched": True},
    ],
    "where": "region servers",
    "operators": [
        {"text": "Filter((day = 5))", "limitsRowKeys": True},
        {"text": "Filter((note = '<b>&\"'))", "limitsRowKeys": False},
        {"text": "PartialAggregate(count(1))", "limitsRowKeys": False},
    ],
    "keyConditions": [],
    "staysInSpark": ["rlike(note, 'a: b'): lookbehind", "Spark plans no partial aggregation"],
}
IDLE = (Counter("hbaseFallbacks", "key ranges computed in Spark", 0),)
RUN = (Counter("hbaseRowsReceived", "rows that crossed the wire", 12345), *IDLE)


def _scan(counters: tuple[Counter, ...] = IDLE, **changes: Any) -> ScanExplanation:
    return parse(json.dumps(DOCUMENT | changes), counters)


class _Page(HTMLParser):
    """Notes every tag and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_each_predicate_says_where_it_is_checked_and_why() -> None:
    assert [(p.where, p.text) for p in _scan().predicates] == [
        ("key range", "(day = 5)"),
        ("server", "(note = '<b>&\"')"),
        ("Spark", "rlike(note, 'a: b')"),
        ("Spark", "the rest"),
    ]
    assert _scan().predicates[2].reason == "lookbehind"
    assert _scan().predicates[3].reason == "Spark plans no partial aggregation"


def test_conditions_that_spark_checks_can_limit_row_keys() -> None:
    predicates = _scan(operators=[], keyConditions=["(day = 5)"], staysInSpark=[]).predicates
    assert [(p.where, p.text, p.reason) for p in predicates] == [
        ("key range", "(day = 5)", "limits the row keys; Spark checks it")
    ]


def test_the_fallback_state_is_known_after_the_run() -> None:
    assert _scan().fallback == "not known before the query has run"
    assert _scan(RUN).fallback == "none: region servers computed every key range"
    some = (RUN[0], Counter("hbaseFallbacks", "", 3))
    assert _scan(some).fallback.startswith("3 key ranges were computed in Spark")
    off = "Spark, because spark.sql.hbase.coprocessor is false"
    assert _scan(RUN, where=off).fallback == f"everything runs in {off}"


def test_the_text_shows_all_of_a_scan() -> None:
    assert _explain_text.render([_scan(RUN)]) == (
        "Scan of default.visits (HBase table visits)\n"
        '  row keys  key range ["\\x80\\x05", "\\x80\\x06")\n'
        "  regions   1 of 2 regions\n"
        "  runs in   region servers\n"
        "  fallback  none: region servers computed every key range\n"
        "  predicates\n"
        "    key range  (day = 5)            limits the row keys; the region servers check it too\n"
        "    server     (note = '<b>&\"')     "
        "checked row by row in the region servers; it does not limit the row keys\n"
        "    Spark      rlike(note, 'a: b')  lookbehind\n"
        "    Spark      the rest             Spark plans no partial aggregation\n"
        "  sub-plan\n"
        "    PartialAggregate(count(1))\n"
        "    └─ Filter((note = '<b>&\"'))\n"
        "       └─ Filter((day = 5))\n"
        "          └─ Scan(default.visits)\n"
        "  counters of the run\n"
        "    rows that crossed the wire    12,345\n"
        "    key ranges computed in Spark  0\n"
    )


def test_of_many_ranges_the_first_are_listed() -> None:
    ranges = [f"[{i}, {i + 1})" for i in range(1000)]
    scan = _scan(ranges=ranges, rangeCount=5000)
    text = _explain_text.render([scan])
    assert "    [9, 10)\n    and 4,990 more\n" in text
    assert "<li><code>[999, 1000)</code></li></ul><p>and 4,000 more</p>" in _explain_html.render(
        [scan]
    )


def test_before_the_run_there_are_no_counters() -> None:
    assert "counters" not in _explain_text.render([_scan()])
    assert "Counters" not in _explain_html.render([_scan()])


def test_a_query_without_hbase_says_so() -> None:
    assert _explain_text.render([]) == "The query reads no HBase table.\n"
    assert "The query reads no HBase table." in _explain_html.render([])


def test_the_page_is_well_formed_and_shows_values_as_they_are() -> None:
    page = _Page(_explain_html.render([_scan(RUN), _scan(regions=None, operators=[])]))
    assert page.open == []
    assert "b" not in page.tags
    assert "(note = '<b>&\"')" in page.text
    assert '["\\x80\\x05", "\\x80\\x06")' in page.text
    assert "12,345" in page.text


def test_the_page_loads_nothing() -> None:
    html = _explain_html.render([_scan(RUN)])
    page = _Page(html)
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name in {"src", "href"}]
    assert not re.search(r"url\(|@import|https?:", html)


def test_the_page_maps_regions_in_both_colour_schemes() -> None:
    html = _explain_html.render([_scan(RUN)])
    assert '<li class="pruned" title="from &quot;&quot; on a: not asked"></li>' in html
    assert '<li class="touched" title="from &quot;\\x80&quot; on no server: read"></li>' in html
    assert "prefers-color-scheme: dark" in html


def test_other_formats_and_sessions_are_refused() -> None:
    with pytest.raises(ValueError, match="'pdf'; there are text and html"):
        pyspark_hbase.explain(cast("DataFrame", object()), cast("Any", "pdf"))
    with pytest.raises(SetupError, match="Spark Connect does not show"):
        pyspark_hbase.explain(cast("DataFrame", object()))
