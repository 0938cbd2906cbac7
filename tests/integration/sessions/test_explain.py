"""``pyspark_hbase.explain`` over tables of a running cluster."""

from __future__ import annotations

import html
import re
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

import pyspark_hbase
from pyspark_hbase._explain.scans import hbase_scans
from pyspark_hbase._spark.jars import region_server_jar
from pyspark_hbase.admin import Cluster
from pyspark_hbase.cli import main
from pyspark_hbase.datasource import HBaseThriftSource
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import SubPlanError
from pyspark_hbase.expressions import col, sum_

WAIT_SECONDS = 60.0
# The time between two regions that HBase's master opens anew.
BACKOFF = "hbase.reopen.table.regions.progressive.batch.backoff.ms"
QUERY = (
    "SELECT shop, sum(spent) FROM visits WHERE day = DATE'2024-01-02' AND spent > 3 GROUP BY shop"
)


@pytest.fixture(scope="module")
def sql(spark: SparkSession) -> SparkSession:
    """A session with the table ``visits``: 100 days in four regions."""
    session = spark.newSession()
    session.sql("CREATE NAMESPACE hbase.explain_tests")
    session.sql("USE hbase.explain_tests")
    session.sql(
        "CREATE TABLE visits (day DATE, shop STRING, spent INT, PRIMARY KEY (day, shop)) "
        "USING hbase TBLPROPERTIES "
        "('hbase.splits' = \"DATE'2024-01-20';DATE'2024-02-10';DATE'2024-03-01'\")"
    )
    session.sql(
        "INSERT INTO visits SELECT date_add(DATE'2024-01-01', CAST(id DIV 10 AS INT)), "
        "concat('shop', id % 10), CAST(id % 10 AS INT) FROM range(1000)"
    )
    return session


def test_a_plan_is_explained_before_it_runs(sql: SparkSession) -> None:
    text = str(pyspark_hbase.explain(sql.sql(QUERY)))
    assert text.startswith("Scan of explain_tests.visits (HBase table explain_tests:visits)\n")
    assert '  row keys  key range ["\\x80\\x00M\\x0C", "\\x80\\x00M\\x0D")\n' in text
    assert "  regions   1 of 4 regions\n" in text
    assert "  fallback  not known before the query has run\n" in text
    assert "    key range  (day = DATE '2024-01-02')  limits the row keys;" in text
    assert "    server     (spent > 3)                checked row by row" in text
    # Every row of the key range has that day.
    left = re.search(r"left of the predicates\n    start of table on \S+  (.*)\n", text)
    assert left is not None
    assert "(spent > 3)" in left[1]
    assert "day" not in left[1]
    assert "└─ Scan(explain_tests.visits)\n" in text
    assert "counters" not in text


def test_after_the_run_the_counters_are_real(sql: SparkSession) -> None:
    frame = sql.sql(QUERY)
    assert len(frame.collect()) == 6
    lines = [line.split("  ") for line in str(pyspark_hbase.explain(frame)).splitlines()]
    counters = {line[2]: line[-1].strip() for line in lines if len(line) > 3 and not line[1]}
    assert counters["rows scanned in region servers"] == "10"
    assert counters["rows scanned that a filter dropped"] == "4"
    assert counters["regions read"] == "1"
    assert counters["regions without wanted row keys, not asked"] == "3"
    assert counters["key ranges read"] == "1"
    # Those that are 0 are on the page alone.
    assert "scans opened again" not in counters
    page = re.sub("<[^>]*>", " ", pyspark_hbase.explain(frame).html())
    assert re.search("scans opened again +0 +hbaseReopens", page)


def test_with_the_coprocessor_off_spark_checks_everything(sql: SparkSession) -> None:
    session = sql.newSession()
    session.conf.set("spark.sql.hbase.coprocessor", "false")
    session.sql("USE hbase.explain_tests")
    text = str(pyspark_hbase.explain(session.sql(QUERY)))
    assert "(day = DATE '2024-01-02')  limits the row keys; Spark checks it" in text
    assert "    Spark      (spent > 3)                everything runs in Spark, because" in text
    assert "  fallback  everything runs in Spark, because spark.sql.hbase.coprocessor is" in text


def test_filters_that_region_servers_lack_are_counted(sql: SparkSession) -> None:
    # The servers of this cluster have the jar for their tables alone, not on their class path.
    session = sql.newSession()
    session.conf.set("spark.sql.hbase.coprocessor", "false")
    session.sql("USE hbase.explain_tests")
    frame = session.sql("SELECT * FROM visits WHERE spent = 3")
    assert len(frame.collect()) == 100
    text = str(pyspark_hbase.explain(frame))
    counted = r"plain scans without their filter, because region servers cannot use it +([1-4])\n"
    assert re.search(counted, text), text
    session.conf.set("spark.sql.hbase.customfilter", "false")
    again = session.sql("SELECT * FROM visits WHERE spent = 3")
    assert len(again.collect()) == 100
    assert "without their filter" not in str(pyspark_hbase.explain(again))


def steps(frame: DataFrame) -> list[tuple[str, str]]:
    """The place and the text of each step of the one scan, from the last one down."""
    [scan] = pyspark_hbase.explain(frame)._scans
    return [(step.where, step.text) for step in scan.steps]


def test_what_stays_in_spark_stands_where_the_plan_has_it(sql: SparkSession) -> None:
    where = "spent > 3 AND soundex(shop) = 'S100'"
    frame = sql.sql(f"SELECT upper(shop), count(*) FROM visits WHERE {where} GROUP BY upper(shop)")
    frame.collect()
    assert steps(frame) == [
        ("Spark", "FinalAggregate(keys=[upper(shop)], functions=[count(1)])"),
        ("Spark", "Exchange(by upper(shop))"),
        ("Spark", "PartialAggregate(keys=[upper(shop)], functions=[count(1)])"),
        ("Spark", "Project(upper(shop))"),
        ("Spark", "Filter((soundex(shop) = 'S100'))"),
        ("server", "Filter((spent IS NOT NULL) AND (spent > 3))"),
        (
            "key range",
            "whole table, because no condition of the scan limits a column of the row key",
        ),
    ]
    text = str(pyspark_hbase.explain(frame))
    assert "(soundex(shop) = 'S100')  soundex(shop): function soundex is not implemented" in text


def test_groups_are_named_by_what_they_are_of(sql: SparkSession) -> None:
    frame = sql.sql("SELECT upper(shop) AS s, count(*) FROM visits GROUP BY upper(shop)")
    assert "PartialAggregate(keys=[upper(shop)], functions=[count(1)])" in str(
        pyspark_hbase.explain(frame)
    )
    assert "_groupingexpression" not in pyspark_hbase.explain(frame).html()


def test_row_keys_are_values_of_columns(sql: SparkSession) -> None:
    explanation = pyspark_hbase.explain(sql.sql(QUERY))
    values = "[day = DATE '2024-01-02'; day = DATE '2024-01-03')"
    assert f"\n  columns   {values}\n" in str(explanation)
    assert "from day = DATE '2024-01-20' on " in explanation.html()


def test_the_page_names_query_time_and_versions(sql: SparkSession) -> None:
    page = pyspark_hbase.explain(sql.sql(QUERY)).html()
    assert f"<pre><code>{html.escape(QUERY)}</code></pre>" in page
    versions = rf"pyspark-hbase {pyspark_hbase.__version__}, Spark {sql.version}, HBase client 2"
    assert re.search(rf"Explained \d{{4}}-\d\d-\d\d \d\d:\d\d \S+ with {versions}", page)


def test_a_given_sub_plan_names_its_operators(sql: SparkSession, hbase: EmbeddedHBase) -> None:
    with pyspark_hbase.connect(f"thrift://{hbase.thrift}") as gateway:
        plan = gateway.scan("explain_tests.visits").filter(col("spent") > 3).groupBy("shop")
    text = str(pyspark_hbase.explain(plan.agg(sum_("spent")).to_dataframe(sql)))
    assert "    server  (spent > 3)  checked row by row in the region servers" in text
    assert (
        "PartialAggregate(keys=[shop], functions=[sum(spent)])\n    └─ Filter((spent > 3))\n"
        in (text)
    )
    assert "given" not in text
    # Without SQL the page names the sub-plan.
    page = pyspark_hbase.explain(plan.agg(sum_("spent")).to_dataframe(sql)).html()
    assert (
        "<pre><code>Scan(explain_tests:visits) -&gt; Filter((spent &gt; 3)) -&gt; Partial" in page
    )


def test_the_source_in_python_reads_an_hbase_table(sql: SparkSession, hbase: EmbeddedHBase) -> None:
    session = sql.newSession()
    session.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    session.dataSource.register(HBaseThriftSource)
    frame = session.read.format("hbase_thrift").options(
        gateway=f"thrift://{hbase.thrift}", table="explain_tests.visits"
    )
    explanation = pyspark_hbase.explain(frame.load().where("spent > 3 AND soundex(shop) = 'S1'"))
    assert explanation.tables == ("explain_tests.visits",)
    text = str(explanation)
    assert f"through thrift://{hbase.thrift})" in text
    assert "    server  GreaterThan(spent,3) " in text
    assert "    Spark   (soundex(shop) = 'S1') " in text


def test_of_a_join_the_plan_that_ran_is_shown(sql: SparkSession) -> None:
    sql.sql("CREATE TABLE shops (shop STRING, city STRING, PRIMARY KEY (shop)) USING hbase")
    sql.sql("INSERT INTO shops VALUES ('shop1', 'a'), ('shop2', 'b')")
    join = "SELECT city, count(*) FROM visits JOIN shops USING (shop) GROUP BY city"
    frame = sql.sql(join)
    assert len(frame.collect()) == 2
    explanation = pyspark_hbase.explain(frame)
    assert explanation.tables == ("explain_tests.visits", "explain_tests.shops")
    assert "BroadcastJoin(INNER, shop = shop)" in str(explanation)
    assert "this plan runs only if" not in str(explanation)
    session = sql.newSession()
    session.sql("USE hbase.explain_tests")
    session.conf.set("spark.sql.hbase.join.broadcast.bytes", "1")
    frame = session.sql(join)
    assert len(frame.collect()) == 2
    explanation = pyspark_hbase.explain(frame)
    assert explanation.tables == ("explain_tests.visits", "explain_tests.shops")
    assert "BroadcastHashJoin(inner, shop = shop)" in str(explanation)
    assert "BroadcastJoin(INNER" not in str(explanation)


def test_frames_of_spark_connect_are_explained_by_their_server(
    sql: SparkSession, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from pyspark.sql.connect.session import (  # noqa: PLC0415  (it needs more packages)
        SparkSession as RemoteSession,
    )

    port = sql.conf.get("spark.connect.grpc.binding.port")
    remote = RemoteSession.builder.remote(f"sc://127.0.0.1:{port}").create()
    query = QUERY.replace("visits", "hbase.explain_tests.visits")
    frame = cast("DataFrame", remote.sql(query))
    explanation = pyspark_hbase.explain(frame)
    assert str(explanation) == str(pyspark_hbase.explain(sql.sql(query)))
    assert "<svg" in explanation.save(tmp_path / "page.html").read_text(encoding="utf-8")
    # Both scans, of the table and of a subquery, and no view is left behind.
    above_mean = "SELECT * FROM {0} WHERE spent > (SELECT avg(spent) FROM {0})"
    scans = cast("DataFrame", remote.sql(above_mean.format("hbase.explain_tests.visits")))
    assert pyspark_hbase.explain(scans).tables == ("explain_tests.visits",) * 2
    assert not [t for t in remote.catalog.listTables() if t.name.startswith("pyspark_hbase")]
    # A statement that is explained does not run.
    [row] = remote.sql(
        "CALL hbase.system.explain(query => 'DROP TABLE hbase.explain_tests.visits')"
    ).collect()
    assert row.scans == "[]"
    assert sql.sql("SELECT count(*) FROM visits").collect()[0][0] == 1000
    # Spark's own text needs nothing of the server.
    capsys.readouterr()
    frame.explain(mode="formatted")
    printed = capsys.readouterr().out
    assert "1 of 4 regions" in printed, printed
    assert "PartialAggregate" in printed and "(spent > 3)" in printed, printed
    remote.stop()


def test_joins_have_a_part_for_each_scan(sql: SparkSession) -> None:
    frame = sql.sql("SELECT a.day FROM visits a JOIN visits b ON a.shop = b.shop WHERE b.spent = 7")
    assert str(pyspark_hbase.explain(frame)).count("Scan of explain_tests.visits") == 2


def _pictures(page: str) -> dict[str, ElementTree.Element]:
    """The pictures of one scan by their titles."""
    found = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg .*?</svg>", page, re.S)]
    return {str(picture[0].text): picture for picture in found}


def _numbers(picture: ElementTree.Element, name: str) -> list[int]:
    return [int(g.attrib[name]) for g in picture.iter() if name in g.attrib]


def test_the_pictures_have_the_counters_of_the_run(sql: SparkSession) -> None:
    frame = sql.sql("SELECT shop, spent FROM visits WHERE day >= DATE'2024-02-15' AND spent > 3")
    # The second run begins anew, as the counters do.
    assert len(frame.collect()) == len(frame.collect()) == 330
    pictures = _pictures(pyspark_hbase.explain(frame).html())
    [scan] = hbase_scans(frame)
    regions = pictures["Regions in row-key order"]
    states = [g.attrib["data-state"] for g in regions.iter() if "data-state" in g.attrib]
    assert states == ["pruned", "pruned", "server", "server"]
    assert _numbers(regions, "data-rows") == [0, 0, 150, 400]
    rows = pictures["Rows scanned, kept and sent to Spark"]
    assert _numbers(rows, "data-scanned") == [550, 150, 400]
    assert scan.metrics["hbaseServerRowsScanned"] == 550
    assert _numbers(rows, "data-kept") == [330, 90, 240]
    assert _numbers(rows, "data-received") == [330, 90, 240]
    assert scan.metrics["hbaseRowsReceived"] == 330
    timeline = pictures["When each region was read"]
    # Each region is rounded down by itself.
    worked = sum(_numbers(timeline, "data-server-millis"))
    assert worked <= scan.metrics["hbaseServerMillis"] + 2
    assert min(_numbers(timeline, "data-began-millis")) == 0
    assert _numbers(pictures["Rows scanned in each region that is read"], "data-count") == [
        150,
        400,
    ]


def test_a_scan_is_found_in_few_messages_to_the_driver(
    sql: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = sql.sql(QUERY)
    frame.collect()
    client = sql.sparkContext._gateway._gateway_client  # type: ignore[union-attr]
    send_command = client.send_command
    sent: list[str] = []

    def counted(command: str, *more: Any, **options: Any) -> Any:
        sent.append(command)
        return send_command(command, *more, **options)

    monkeypatch.setattr(client, "send_command", counted)
    [scan] = hbase_scans(frame)
    assert len(scan.metrics) > 30
    # Of each of the plan's seven nodes are asked its class, its children and its subqueries.
    assert 0 < len(sent) < 200


def test_a_region_that_spark_computed_is_shown_as_such(sql: SparkSession) -> None:
    session = sql.newSession()
    session.conf.set("spark.sql.hbase.coprocessor", "false")
    frame = session.sql("SELECT spent FROM hbase.explain_tests.visits WHERE day < DATE'2024-01-03'")
    assert len(frame.collect()) == 20
    regions = _pictures(pyspark_hbase.explain(frame).html())["Regions in row-key order"]
    states = [g.attrib["data-state"] for g in regions.iter() if "data-state" in g.attrib]
    assert states == ["spark", "pruned", "pruned", "pruned"]
    assert _numbers(regions, "data-rows") == [20, 0, 0, 0]


def test_while_a_deploy_goes_on_both_places_are_told(
    sql: SparkSession, hbase: EmbeddedHBase
) -> None:
    """The master opens one region anew, with the jar, and waits before it opens the others."""
    sql.sql(
        "CREATE TABLE half (k INT, v INT, PRIMARY KEY (k)) USING hbase "
        "TBLPROPERTIES ('hbase.splits' = '100;200;300')"
    )
    sql.sql("INSERT INTO half SELECT id, id FROM range(400)")
    name = "explain_tests:half"
    with Cluster.connect(hbase.quorum) as cluster, ThreadPoolExecutor(1) as background:
        jar = cluster.table(name).jar
        assert jar is not None
        cluster.detach(name, WAIT_SECONDS)
        cluster.set_value(name, BACKOFF, "10000", WAIT_SECONDS)
        deploy = background.submit(cluster.attach, name, jar, WAIT_SECONDS, regions_at_once=1)
        until = time.monotonic() + WAIT_SECONDS
        while (have := _with_coprocessor(cluster, name)) == 0 and time.monotonic() < until:
            time.sleep(0.1)
        assert have < 4
        frame = sql.sql("SELECT count(*) FROM half WHERE v >= 0")
        assert frame.collect() == [(400,)]
        text = str(pyspark_hbase.explain(frame))
        assert not deploy.done()
        server, local = 100 * have, 100 * (4 - have)
        assert re.search(rf"rows scanned in region servers +{server}\n", text), text
        assert re.search(rf"rows scanned in Spark +{local}\n", text), text
        assert f"fallback  {4 - have} key ranges were computed in Spark" in text, text
        assert "everything runs in Spark" not in text, text
        deploy.result()
    sql.sql("DROP TABLE half PURGE")


def test_a_class_that_region_servers_lack_is_told(
    sql: SparkSession, hbase: EmbeddedHBase, tmp_path: Path
) -> None:
    """The jar lacks what one function needs, as a release of HBase may lack what a part calls."""
    jar = tmp_path / "without_repeat.jar"
    with zipfile.ZipFile(region_server_jar()) as whole, zipfile.ZipFile(jar, "w") as part:
        for entry in whole.infolist():
            if not entry.filename.endswith("/RepeatExpression.class"):
                part.writestr(entry, whole.read(entry))
    sql.sql(
        "CREATE TABLE part (k INT, v STRING, PRIMARY KEY (k)) USING hbase "
        f"TBLPROPERTIES ('hbase.splits' = '100', 'hbase.coprocessor.jar' = '{jar}')"
    )
    sql.sql("INSERT INTO part SELECT id, string(id % 2) FROM range(200)")
    query = "SELECT count(*) FROM part WHERE repeat(v, 2) = '11'"
    lacks = "it refuses sub-plans that need what is missing: java.lang.NoClassDefFoundError: "
    frame = sql.sql(query)
    assert frame.collect() == [(100,)]
    explained = str(pyspark_hbase.explain(frame))
    assert "fallback  2 key ranges were computed in Spark" in explained
    assert re.search(
        rf"runs in +region servers \(coprocessor .*{lacks}\S+RepeatExpression", explained
    )
    [planned] = sql.sql(f"EXPLAIN {query}").collect()
    assert lacks in planned[0]
    required = query.replace("part", "part WITH (coprocessor = 'require')")
    with pytest.raises(PySparkException, match=r"COPROCESSOR_DISABLED.*RepeatExpression"):
        sql.sql(required).collect()
    others = "SELECT count(*) FROM part WITH (coprocessor = 'require') WHERE v = '1'"
    assert sql.sql(others).collect() == [(100,)]
    with pyspark_hbase.connect(f"thrift://{hbase.thrift}", namespace="explain_tests") as thrift:
        with pytest.raises(SubPlanError, match=r"pyspark-hbase sql.*RepeatExpression") as caught:
            thrift.sql(query).to_arrow()
        assert caught.value.code == "COPROCESSOR_DISABLED"
        assert thrift.sql(
            "SELECT count(*) AS n FROM part WHERE v = '1'"
        ).to_arrow().to_pylist() == [{"n": 100}]
    sql.sql("DROP TABLE part PURGE")


def _with_coprocessor(cluster: Cluster, table: str) -> int:
    return sum(bool(answer.version) for answer in cluster.handshakes(table))


def test_single_keys_are_read_by_gets(sql: SparkSession) -> None:
    frame = sql.sql("SELECT spent FROM visits WHERE day = DATE'2024-01-05' AND shop = 'shop3'")
    assert frame.collect() == [(3,)]
    regions = _pictures(pyspark_hbase.explain(frame).html())["Regions in row-key order"]
    states = [g.attrib["data-state"] for g in regions.iter() if "data-state" in g.attrib]
    assert states == ["gets", "pruned", "pruned", "pruned"]


def test_what_an_analysis_learned_is_told(sql: SparkSession) -> None:
    sql.sql("CALL hbase.system.analyze(table => 'explain_tests.visits')")
    text = str(pyspark_hbase.explain(sql.sql(QUERY)))
    assert "  learned   1,000 rows and a sample of the row keys in " in text
    assert re.search(r"spent +about 10 values, 0 NULLs +from 0 to 9\n", text)


def test_the_command_writes_a_report(
    sql: SparkSession, hbase: EmbeddedHBase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, query = tmp_path / "q.html", QUERY.replace("visits", "explain_tests.visits")

    def report(path: Path, text: str) -> int:
        return main(["report", str(path), "--sql", text, "--quorum", hbase.quorum])

    assert report(file, query) == 0
    assert capsys.readouterr().out == f"{file}: 6 rows from explain_tests.visits\n"
    assert sql.newSession().catalog.currentCatalog() == "spark_catalog"
    pictures = _pictures(file.read_text(encoding="utf-8"))
    assert _numbers(pictures["Rows scanned, kept and sent to Spark"], "data-scanned") == [10, 10]
    assert report(file, "SELECT nothing FROM hbase.explain_tests.visits") == 1
    error = capsys.readouterr().err
    assert error.startswith("[UNRESOLVED_COLUMN")
    assert "\tat " not in error
    assert "Project" not in error
    assert report(tmp_path / "none" / "q.html", query) == 2
    assert "Name a file in a folder that exists" in capsys.readouterr().err


def test_queries_of_other_tables_have_nothing_to_explain(sql: SparkSession) -> None:
    assert str(pyspark_hbase.explain(sql.range(3))) == "The query reads no HBase table.\n"
