import xml.etree.ElementTree as ET
from dataclasses import replace

from peers import chart, goals, report
from peers.results import Results, read
from peers.schedule import Series

RESULTS = Results(
    command="./build.sh bench peers --scale 0.1",
    date="2026-01-01",
    scale=0.1,
    rounds=3,
    rows={"lineitem": 600_572},
    machine={"processors": "2 x Some"},
    other_load=0.01,
    peers={"ours-plain": "Ours", "slow": "Slow & old", "gone": "Gone"},
    queries={"count": "count(*)", "q1": "TPC-H 1"},
    absent={"gone": "its process ended:\n no jar"},
    series=[
        Series("ours-plain", "count", [0.3, 0.1, 0.2], [0.1, 0.1, 0.1], [0.5, 0.1, 0.2]),
        Series("slow", "count", [30, 10, 20], [1, 1, 1], [1, 1, 1]),
        Series("ours-plain", "q1", [0.5], [0.1], [0.1]),
        Series("slow", "q1", error="wrong answer: row [1], expected [2]", wrong=True),
    ],
)


def test_the_table_shows_medians_and_marks_the_fastest():
    assert report.seconds(RESULTS).splitlines()[2:] == [
        "| Ours | **0.200** | **0.500** |",
        "| Slow & old | 20.0 | - |",
        "| Gone | - | - |",
    ]


def test_cpu_is_client_and_server_together():
    assert "| Ours | **0.300** | **0.200** |" in report.cpu_seconds(RESULTS)


def test_the_page_has_first_runs_where_they_were_kept():
    assert "Seconds of the first run" not in report.page({"peers": RESULTS})
    first = replace(RESULTS.series[0], first_seconds=4.0)
    page = report.page({"peers": replace(RESULTS, series=[first, *RESULTS.series[1:]])})

    table = page.partition("### Seconds of the first run")[2].partition("###")[0]
    assert "| Ours | **4.00** | - |" in table


def test_the_page_says_what_is_missing_and_why():
    page = report.page({"peers": RESULTS})

    assert "- Gone: its process ended: no jar" in page
    assert "- Slow & old, q1: wrong answer: row [1], expected [2]" in page


def test_the_page_has_a_part_for_each_run():
    page = report.page({"peers": RESULTS, "peers-one": replace(RESULTS, scale=1.0)})

    assert "## Run `peers`: scale factor 0.1" in page
    assert "## Run `peers-one`: scale factor 1\n" in page
    assert "(benchmarks/peers-one.svg)" in page


def test_the_comparison_has_our_seconds_over_the_others():
    peers = {"ours-plain": "Ours", "phoenix": "Phoenix", "spark-parquet": "Parquet"}
    series = [
        Series("ours-plain", "count", [1.0], [0.5], [0.5]),
        Series("phoenix", "count", [20.0], [1.0], [7.0]),
        Series("spark-parquet", "count", [0.5], [1.0], [0.0]),
    ]
    results = replace(RESULTS, peers=peers, series=series, absent={})

    assert report.comparison({"half": results}).splitlines() == [
        "| ours | against | run | scale | count | q1 |",
        "|---|---|---|---:|---:|---:|",
        "| Ours | Phoenix | half | 0.1 | 0.050 | - |",
        "| Ours | Parquet | half | 0.1 | 2.0 | - |",
    ]
    assert report.comparison({"half": results, "q1 alone": RESULTS}).count("Phoenix") == 1
    assert "- Phoenix: 0.050 to 0.050, half of the 1 measurements" in report.page({"a": results})


def test_a_goal_is_reached_when_our_share_of_the_time_is_small_enough():
    peers = {"ours-plain": "Ours", "phoenix": "Phoenix", "spark-parquet": "Parquet"}
    series = [
        Series("ours-plain", "q6", [1.0], [0.5], [0.5]),
        Series("phoenix", "q6", [20.0], [1.0], [7.0]),
        Series("spark-parquet", "q6", [2.0], [1.0], [0.0]),
    ]

    assert goals.table(
        {"half": replace(RESULTS, peers=peers, series=series), "one": RESULTS}
    ).splitlines() == [
        "| query | ours | against | goal | half |",
        "|---|---|---|---:|---:|",
        "| q6 | Ours | Phoenix | 0.033 | 0.050 |",
        "| q6 | Ours | Parquet | 0.60 | **0.50** |",
    ]


def test_only_a_busy_machine_is_marked():
    assert "Other processes used" not in report.page({"peers": RESULTS})
    assert "**Other processes used 40% of the processors**" in report.page(
        {"peers": replace(RESULTS, other_load=0.4)}
    )


def test_results_come_back_from_json(tmp_path):
    file = tmp_path / "results" / "peers.json"
    RESULTS.write(file)

    assert read(file) == RESULTS


def test_the_chart_has_a_bar_for_each_measured_query_of_each_peer():
    root = ET.fromstring(chart.chart(RESULTS, "ours-"))
    bars = [rect for rect in root.iter("{http://www.w3.org/2000/svg}rect")][1:]

    assert [bar.get("fill") for bar in bars] == ["#1f6fb2", "#9aa5b1", "#1f6fb2"]
    widths = [float(bar.get("width")) for bar in bars]
    assert widths[0] < widths[2] < widths[1]


def test_a_chart_of_nothing_is_empty():
    assert "<rect" in chart.chart(replace(RESULTS, series=[]), "ours-")
