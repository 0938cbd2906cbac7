from __future__ import annotations

import json
import re
from datetime import datetime, timezone
from html.parser import HTMLParser
from pathlib import Path
from typing import cast

import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame

import pyspark_hbase
from explained import DOCUMENT, RUN, refused, scan, scan_after_run, step
from pyspark_hbase._explain import html as _explain_html
from pyspark_hbase._explain import text as _explain_text
from pyspark_hbase._explain.about import About
from pyspark_hbase._explain.model import Counter, parse
from pyspark_hbase._explain.report import Explanation
from pyspark_hbase.errors import SetupError
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.query import Query


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
    assert [(p.where, p.text) for p in scan().predicates] == [
        ("key range", "(day >= 2)"),
        ("server", "(note = '<b>&\"')"),
        ("Spark", "rlike(note, 'a: b')"),
        ("Spark", "PartialAggregate"),
    ]
    assert scan().predicates[2].reason == "lookbehind"
    assert scan().predicates[3].reason.endswith("(rlike(note, 'a: b'): lookbehind)")


def test_a_reason_for_a_part_of_a_condition_names_the_part() -> None:
    condition = "(soundex(dest) = 'S510')"
    why = "function soundex is not implemented"
    [*_, last] = scan(
        staysInSpark=[refused("soundex(dest)", why, conditions=[condition])],
        inSpark=[step("Filter", f"Filter({condition})", condition)],
    ).predicates
    assert (last.where, last.text, last.reason) == ("Spark", condition, f"soundex(dest): {why}")


@pytest.mark.parametrize("column", ["total", "Total"])
def test_a_reason_is_of_the_conditions_that_the_planner_names(column: str) -> None:
    condition, other = f"({column} > 1)", f"(max_{column} > 1)"
    explained = scan(
        staysInSpark=[refused(column, "it is far", conditions=[condition])],
        inSpark=[step("Filter", "Filter(...)", other), step("Filter", "Filter(...)", condition)],
    )
    assert [each.reason for each in explained.steps if each.where == "Spark"] == [
        "",
        f"{column}: it is far",
    ]
    [_, _, first, second] = explained.predicates
    assert (first.text, first.reason) == (other, "Spark checks it")
    assert (second.text, second.reason) == (condition, f"{column}: it is far")


def test_the_name_of_an_operator_decides_and_no_text() -> None:
    explained = scan(
        staysInSpark=[refused("Sort(day ASC)", "all rows", "Sort")],
        inSpark=[step("Exchange", "Exchange(to Sort)"), step("Sort", "in order of day")],
    )
    assert [each.reason for each in explained.steps if each.where == "Spark"] == ["", "all rows"]


def test_conditions_that_spark_checks_are_there_with_the_coprocessor_off() -> None:
    off = "Spark, because spark.sql.hbase.coprocessor is false"
    conditions = ["(day = 5)", "(distance > 1000)"]
    predicates = scan(
        where=off,
        runsInServers=False,
        operators=[{"text": "Columns(day, distance)", "limitsRowKeys": False}],
        keyConditions=conditions[:1],
        staysInSpark=[],
        inSpark=[step("Filter", "Filter(...)", *conditions)],
    ).predicates
    assert [(p.where, p.text, p.reason) for p in predicates] == [
        ("key range", "(day = 5)", "limits the row keys; Spark checks it"),
        ("Spark", "(distance > 1000)", f"everything runs in {off}"),
    ]


def test_no_condition_is_checked_in_region_servers_that_run_nothing() -> None:
    absent = "Spark, because the coprocessor is absent"
    found = scan(where=absent, runsInServers=False, staysInSpark=[], inSpark=[])
    assert [(p.where, p.reason) for p in found.predicates] == [
        (
            "key range",
            "limits the row keys; Spark checks it where a row of the key range can fail it",
        ),
        ("Spark", f"checked row by row in {absent}; it does not limit the row keys"),
    ]
    assert found.filters


def test_a_reason_may_hold_a_colon() -> None:
    why = "this Spark's aggregation buffer is not the one known: BIGINT"
    [*_, last] = scan(staysInSpark=[refused("PartialAggregate", why, "Aggregate")]).predicates
    assert (last.text, last.reason) == ("PartialAggregate", why)


def test_conditions_that_spark_checks_can_limit_row_keys() -> None:
    predicates = scan(
        operators=[], keyConditions=["(day = 5)"], staysInSpark=[], inSpark=[]
    ).predicates
    assert [(p.where, p.text, p.reason) for p in predicates] == [
        ("key range", "(day = 5)", "limits the row keys; Spark checks it")
    ]


def test_the_fallback_state_is_known_after_the_run() -> None:
    assert scan().fallback == "not known before the query has run"
    assert scan(RUN[:1]).fallback == "none: region servers computed every key range"
    assert scan(RUN).fallback.startswith("2 key ranges were computed in Spark")
    off = "Spark, because spark.sql.hbase.coprocessor is false"
    local = (Counter("hbaseLocalRowsScanned", "rows scanned in Spark", 7),)
    assert scan(local, where=off, runsInServers=False).fallback == f"everything runs in {off}"


def test_where_only_some_regions_have_the_coprocessor_the_counters_say_what_ran_where() -> None:
    absent = "Spark, because the coprocessor is absent"
    before = scan(where=absent, runsInServers=False)
    assert (before.runs_in, before.runs_in_servers) == (absent, False)
    after = scan(RUN, where=absent, runsInServers=False)
    assert after.runs_in == (
        "region servers, which scanned 5,500 rows, and Spark, which scanned 1,200: only some "
        "regions have the coprocessor"
    )
    assert after.fallback.startswith("2 key ranges were computed in Spark")
    assert "everything" not in _explain_text.render([after]) + _explain_html.render([after])
    assert [step.where for step in after.steps].count("server") == 1


def test_where_some_regions_were_computed_in_spark_no_part_is_of_the_region_servers_alone() -> None:
    everywhere = scan(RUN[:1])
    assert everywhere.runs_in == "region servers"
    assert [step.reason for step in everywhere.steps if step.where == "server"] == [
        "limits the row keys; checked where a row of the key range can fail it"
    ]
    partly = scan(RUN)
    where = "region servers, which scanned 5,500 rows, and Spark, which scanned 1,200"
    assert partly.runs_in == where
    assert where in next(step.reason for step in partly.steps if step.where == "server")
    reasons = [each.reason for each in partly.predicates if each.in_sub_plan]
    assert len(reasons) == 2 and all("region servers and" in each for each in reasons)


def test_the_small_side_of_a_join_that_ran_in_the_region_servers_does_not_stay_in_spark() -> None:
    refusal = refused("Join(INNER)", "this plan runs only if the other side is empty", "Join")
    document = json.dumps(DOCUMENT | {"staysInSpark": [refusal], "inSpark": []})
    assert [p.where for p in parse(document, RUN).predicates].count("Spark") == 1
    joined = DOCUMENT | {
        "staysInSpark": [refusal],
        "inSpark": [step("BroadcastJoin", "BroadcastJoin")],
    }
    small_side = parse(json.dumps(joined), RUN, feeds_join_in_servers=True)
    assert (small_side.steps[0].where, small_side.steps[0].text) == ("server", "BroadcastJoin")
    assert [p.where for p in small_side.predicates].count("Spark") == 0


def test_fallbacks_are_told_with_their_reasons() -> None:
    counters = (
        Counter("hbaseServerRowsScanned", "", 10),
        Counter("hbaseFallbacks", "", 6),
        Counter("hbaseFallbacksMissing", "", 3),
        Counter("hbaseFallbacksOverloaded", "", 2),
        Counter("hbaseFallbacksRefused", "", 1),
    )
    assert parse(json.dumps(DOCUMENT), counters).fallback == (
        "6 key ranges were computed in Spark (3 without the coprocessor, 2 for lack of memory or "
        "time in a region server, 1 refused by a region server); the executors' logs have each"
    )


def test_the_text_shows_all_of_a_scan() -> None:
    assert _explain_text.render([scan_after_run()]) == (
        "Scan of default.visits (HBase table visits)\n"
        '  row keys  key range ["\\x80\\x02", "\\x80\\x07")\n'
        "  regions   5 of 8 regions\n"
        "  runs in   region servers, which scanned 5,500 rows, and Spark, which scanned 1,200\n"
        "  fallback  2 key ranges were computed in Spark; the executors' logs have each\n"
        "  predicates\n"
        "    key range  (day >= 2)           limits the row keys; the region servers and Spark "
        "check it where a row of the key range can fail it\n"
        "    server     (note = '<b>&\"')     "
        "checked row by row in the region servers and in Spark; it does not limit the row keys\n"
        "    Spark      rlike(note, 'a: b')  lookbehind\n"
        "    Spark      PartialAggregate     "
        "the condition below stays in Spark (rlike(note, 'a: b'): lookbehind)\n"
        "  in Spark, from the last step down\n"
        "    FinalAggregate(keys=[], functions=[count(1)])\n"
        "    Exchange(to one task)\n"
        "    PartialAggregate(keys=[], functions=[count(1)])  "
        "the condition below stays in Spark (rlike(note, 'a: b'): lookbehind)\n"
        "    Filter(rlike(note, 'a: b'))                      rlike(note, 'a: b'): lookbehind\n"
        "  sub-plan\n"
        "    Filter((note = '<b>&\"'))\n"
        "    └─ Filter((day >= 2))\n"
        "       └─ Scan(default.visits)\n"
        "  counters of the run\n"
        "    rows scanned in region servers  5,500\n"
        "    rows scanned in Spark           1,200\n"
        "    rows that crossed the wire      1,750\n"
        "    key ranges computed in Spark    2\n"
        "  remembered by region servers\n"
        "    day   120 stretches of rows in 480 blocks  118 cannot pass  from -3 to 2999\n"
        "    flag  1 stretches of rows in 2 blocks      1 cannot pass\n"
        "  learned   8,000 rows and a sample of the row keys in 64 parts, analyzed "
        "2026-01-02T03:04:05Z\n"
        "    day   about 9 values, 0 NULLs  from DATE '2024-01-01' to z\n"
        "    note  about 2 values, 7 NULLs\n"
    )


def test_what_is_left_of_the_predicates_in_single_regions_is_shown() -> None:
    regions = [
        {"start": '""', "host": "a", "touched": True, "remaining": ["(day IN (1))", "(n < 2)"]},
        {"start": '"\\x80"', "host": "b", "touched": True, "remaining": []},
        {"start": '"\\x90"', "host": "b", "touched": True},
    ]
    found = scan(regions=regions)
    assert (
        _explain_text.render([found])
        .partition("  left of the predicates\n")[2]
        .startswith(
            "    start of table on a  (day IN (1)) AND (n < 2)\n"
            '    from "\\x80" on b     none: every row key that is read fulfils them\n'
            "  in Spark"
        )
    )
    assert "<td><code>(day IN (1)) AND (n &lt; 2)</code></td>" in _explain_html.render([found])
    assert "left of the predicates\n" not in _explain_text.render([scan()])


def test_of_many_ranges_the_first_are_listed() -> None:
    ranges = [f"[{i}, {i + 1})" for i in range(1000)]
    values = [f"[a = {i}; a = {i + 1})" for i in range(1000)]
    many = scan(ranges=ranges, rangeCount=5000, rangeValues=values)
    text = _explain_text.render([many])
    assert "    [9, 10)\n    and 4,990 more\n" in text
    page = _explain_html.render([many])
    last = "<li><code>[999, 1000)</code> [a = 999; a = 1000)</li></ul><p>and 4,000 more</p>"
    assert last in page


def test_row_keys_are_shown_as_values_of_columns_too() -> None:
    regions = [{"start": '"\x80"', "startValues": "day = 2", "host": "a", "touched": True}]
    found = scan(rangeValues=["[day = 2; day = 7)"], regions=regions)
    assert "\n  columns   [day = 2; day = 7)\n" in _explain_text.render([found])
    page = _explain_html.render([found])
    assert "<th>As columns</th><td>[day = 2; day = 7)</td>" in page
    assert "from day = 2" in page
    assert found.steps[-1].text == "key range [day = 2; day = 7)"
    assert "As columns" not in _explain_html.render([scan(rangeValues=["[start; end)"])])
    assert "<td>day = 2</td>" in page


def test_counters_that_are_0_are_left_out_of_the_text_and_folded_on_the_page() -> None:
    zero = Counter("hbaseReopens", "scans opened again", 0)
    found = scan((*RUN, zero))
    assert "scans opened again" not in _explain_text.render([found])
    before, _, folded = _explain_html.render([found]).partition("1 counters that are 0</summary>")
    assert "scans opened again" not in before
    assert "scans opened again" in folded


def test_the_page_names_the_query_the_time_and_the_versions() -> None:
    at = datetime(2026, 1, 2, 3, 4, tzinfo=timezone.utc)
    about = About("SELECT 1 < 2", at, (("Spark", "4.3.0"), ("HBase client", "2.6.4")))
    part = _explain_html.fragment([scan()], about)
    assert "<pre><code>SELECT 1 &lt; 2</code></pre>" in part
    assert "Explained 2026-01-02 03:04 UTC with Spark 4.3.0, HBase client 2.6.4" in part


def test_before_the_run_there_are_no_counters() -> None:
    assert "counters" not in _explain_text.render([scan()])
    assert "Counters" not in _explain_html.render([scan()])


def test_a_query_without_hbase_says_so() -> None:
    assert _explain_text.render([]) == "The query reads no HBase table.\n"
    assert "The query reads no HBase table." in _explain_html.render([])


def test_the_page_is_well_formed_and_shows_values_as_they_are() -> None:
    page = _Page(_explain_html.render([scan_after_run(), scan(regions=None, operators=[])]))
    assert page.open == []
    assert "b" not in page.tags
    assert "(note = '<b>&\"')" in page.text
    assert '["\\x80\\x02", "\\x80\\x07")' in page.text
    assert "5,500" in page.text
    assert "DATE '2024-01-01'" in page.text
    assert "Remembered by region serverscolumnstretches" in page.text


def test_the_page_loads_nothing() -> None:
    html = _explain_html.render([scan_after_run()])
    page = _Page(html)
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name in {"src", "href"}]
    assert not re.search(r"url\(|@import", html)
    assert set(re.findall(r"https?:[^\"]*", html)) == {"http://www.w3.org/2000/svg"}


def test_the_page_has_all_pictures_after_a_run_and_fewer_before() -> None:
    assert _explain_html.render([scan_after_run()]).count("<svg ") == 5
    assert _explain_html.render([scan()]).count("<svg ") == 3
    assert "prefers-color-scheme: dark" in _explain_html.render([scan()])


def test_the_page_has_the_numbers_of_the_pictures_as_a_table() -> None:
    html = _explain_html.render([scan_after_run()])
    row = "".join(f'<td class="number">{n}</td>' for n in ("4,000", 400, 400, 10, 35, 3, 3, 4, 1))
    assert f"<td>computed in its region server</td>{row}" in html


def test_an_explanation_is_a_text_a_page_and_a_part_of_a_notebook(tmp_path: Path) -> None:
    explanation = Explanation((scan(),))
    assert explanation.tables == ("default.visits",)
    assert str(explanation) == repr(explanation) == _explain_text.render([scan()])
    saved = explanation.save(tmp_path / "q.html")
    assert saved.read_text(encoding="utf-8") == explanation.html()
    part = explanation._repr_html_()
    assert part.startswith('<div class="hx">')
    assert part in explanation.html()


def test_a_server_of_spark_connect_without_the_catalog_is_named() -> None:
    asked: list[str] = []

    class Catalog:
        dropTempView = staticmethod(asked.append)  # noqa: N815  (PySpark's name)

    class Session:
        catalog = Catalog

        @staticmethod
        def sql(call: str) -> None:
            asked.append(call)
            raise AnalysisException("[CATALOG_NOT_FOUND] The catalog `hbase` not found.\nmore")

    attributes = {
        "__module__": "pyspark.sql.connect.dataframe",
        "sparkSession": Session,
        "createTempView": staticmethod(asked.append),
    }
    with pytest.raises(SetupError, match="The catalog `hbase` not found") as found:
        pyspark_hbase.explain(cast("DataFrame", type("DataFrame", (), attributes)()))
    assert "pyspark_hbase.add_to(spark)" in str(found.value)
    made, call, dropped = asked
    assert made == dropped
    assert call == f"CALL hbase.system.explain(query => 'SELECT * FROM {made}')"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("SELECT 1", "not str. For a query in SQL: pyspark_hbase.explain(spark.sql(text))"),
        (Query.__new__(Query), "not Query. A query of connect() explains itself"),
        (SubPlan.__new__(SubPlan), "not SubPlan. For a sub-plan: print(plan.explain())"),
        (7, "takes a DataFrame of PySpark, not int."),
    ],
)
def test_other_things_are_refused_with_what_it_takes(wrong: object, says: str) -> None:
    with pytest.raises(TypeError, match=re.escape(says)):
        pyspark_hbase.explain(cast("DataFrame", wrong))
