from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flights import EVERYTHING, FLIGHTS
from google.protobuf import json_format

import golden
from pyspark_hbase import types
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.expressions import avg, col, count, lit, max_, min_, sum_
from pyspark_hbase.plan import OutputColumn, SubPlan
from pyspark_hbase.result import plan_hash
from pyspark_hbase.row_key import KeyForm, KeyFormKind
from pyspark_hbase.table_schema import (
    Encoding,
    FamilyMapPlace,
    KeyPlace,
    KeyPrefix,
    KeyPrefixKind,
)


def message(plan: SubPlan) -> sub_plan_pb2.SubPlan:
    return sub_plan_pb2.SubPlan.FromString(plan.to_bytes())


def names(plan: SubPlan) -> list[str]:
    return [column.name for column in message(plan).table.columns]


def aggregation() -> SubPlan:
    """The plan of ``PlanFixtures.aggregation`` in Java, but for its limit."""
    return (
        SubPlan.scan(FLIGHTS)
        .filter((col("distance") > 100) & col("carrier").isin("AA", "UA"))
        .group_by("carrier")
        .agg(
            count(),
            sum_("distance").filter(col("delay").is_not_null()),
            sum_("fare"),
            avg("delay"),
            min_("distance"),
            max_("distance"),
        )
    )


@pytest.mark.parametrize(("file", "case"), golden.cases("sub_plan"))
def test_golden_bytes_are_the_message_beside_them(file: Any, case: Any) -> None:
    data = bytes.fromhex(case["hex"])
    expected = json_format.ParseDict(case["plan"], sub_plan_pb2.SubPlan())
    assert sub_plan_pb2.SubPlan.FromString(data) == expected
    assert expected.SerializeToString(deterministic=True) == data
    assert plan_hash(data).hex() == case["plan_hash"]


def test_the_builder_writes_the_message_that_java_writes() -> None:
    (case,) = golden.load("sub_plan/aggregation.json")["cases"]
    expected = json_format.ParseDict(case["plan"], sub_plan_pb2.SubPlan())
    del expected.operators[2]
    # There avg has the mode LEGACY, which the builder takes for a whole plan.
    expected.operators[1].aggregate.calls[3].eval_mode = sub_plan_pb2.ANSI
    assert message(aggregation()) == expected


def test_bytes_come_back_verbatim() -> None:
    (case,) = golden.load("sub_plan/expressions.json")["cases"]
    data = bytes.fromhex(case["hex"])
    plan = SubPlan.from_bytes(data, hbase_table="events")
    assert plan.to_bytes() == data
    assert plan.schema.hbase_table == "events"
    assert plan.result_limit == 0
    assert plan.output[0] == OutputColumn("c0", types.BIGINT)
    assert plan.explain().endswith("-> Filter(NOT c3) -> Limit(0)")


def test_key_forms_come_back_from_bytes() -> None:
    (case,) = golden.load("sub_plan/delimited.json")["cases"]
    data = bytes.fromhex(case["hex"])
    schema = SubPlan.from_bytes(data, hbase_table="events").schema
    form = KeyForm(KeyFormKind.DELIMITED, ord("|"))
    assert schema.columns[0].place == KeyPlace(0, Encoding.TEXT, form=form)
    assert SubPlan.scan(schema).to_bytes().startswith(data[:40])


def test_maps_of_families_come_back_from_bytes() -> None:
    (case,) = golden.load("sub_plan/family_map.json")["cases"]
    schema = SubPlan.from_bytes(bytes.fromhex(case["hex"]), hbase_table="events").schema
    assert schema.columns[5].place == FamilyMapPlace(b"f", Encoding.TEXT, (b"_0", b"note"))
    assert schema.undecodable_as_null
    assert (
        SubPlan.from_bytes(SubPlan.scan(schema).to_bytes(), hbase_table="events").schema == schema
    )


@pytest.mark.parametrize("kind", list(KeyPrefixKind))
def test_a_salt_or_hash_comes_back_from_bytes(kind: KeyPrefixKind) -> None:
    schema = replace(aggregation().schema, key_prefix=KeyPrefix(kind, 4, (0,)))
    copy = SubPlan.from_bytes(SubPlan.scan(schema).to_bytes(), hbase_table="flights")
    assert copy.schema.key_prefix == schema.key_prefix


def test_a_plan_from_bytes_is_the_plan_that_wrote_them() -> None:
    plan = aggregation()
    copy = SubPlan.from_bytes(plan.to_bytes(), hbase_table="flights")
    assert [column.type for column in copy.output] == [column.type for column in plan.output]
    assert [column.type for column in copy._wire_output] == [c.type for c in plan._wire_output]
    assert copy.output[6].name == "c6"


def test_the_list_of_an_in_is_read_as_values() -> None:
    written = message(SubPlan.scan(FLIGHTS).filter(col("carrier").isin("AA", "UA")))
    call = written.operators[0].filter.predicate.call
    values = sub_plan_pb2.Values(binaries=[b"AA", b"UA"], has_null=True)
    column, first, _ = call.arguments
    call.ClearField("arguments")
    call.arguments.extend([column, sub_plan_pb2.Expression(type=first.type, values=values)])
    plan = SubPlan.from_bytes(written.SerializeToString(), hbase_table="flights")
    assert message(plan) == written
    assert "carrier IN ('AA', 'UA', NULL)" in plan.explain()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff", "INVALID_PLAN"),
        (b"", "UNSUPPORTED_PLAN_VERSION"),
        (b"\x08\x02", "UNSUPPORTED_PLAN_VERSION"),
        (b"\x08\x01", "INVALID_PLAN"),
    ],
)
def test_bytes_that_are_no_plan_are_refused(data: bytes, code: str) -> None:
    with pytest.raises(InvalidPlanError) as caught:
        SubPlan.from_bytes(data, hbase_table="t")
    assert caught.value.code == code


def test_a_limit_over_partial_groups_is_refused() -> None:
    (case,) = golden.load("sub_plan/aggregation.json")["cases"]
    with pytest.raises(InvalidPlanError, match="cannot be merged"):
        SubPlan.from_bytes(bytes.fromhex(case["hex"]), hbase_table="flights")


def test_an_order_with_a_limit_is_a_top_n() -> None:
    plan = SubPlan.scan(FLIGHTS).select("carrier", "delay", "fare")
    first = plan.order_by(col("fare").desc(), "carrier", col("delay").asc_nulls_last()).limit(5)
    top_n = message(first).operators[-1].top_n
    assert top_n.rows == 5
    assert [(k.expression.column, k.direction, k.nulls) for k in top_n.keys] == [
        (2, sub_plan_pb2.DESCENDING, sub_plan_pb2.NULLS_LAST),
        (0, sub_plan_pb2.ASCENDING, sub_plan_pb2.NULLS_FIRST),
        (1, sub_plan_pb2.ASCENDING, sub_plan_pb2.NULLS_LAST),
    ]
    assert first.explain().endswith(
        "TopN(5, [fare DESC NULLS LAST, carrier ASC NULLS FIRST, delay ASC NULLS LAST])"
    )
    assert first.limit(2).top_n == replace(first.top_n, rows=2)
    copy = SubPlan.from_bytes(first.to_bytes(), hbase_table="flights")
    assert copy.result_limit == 5
    assert copy.top_n is not None


def test_an_order_of_a_plain_scan_names_the_columns_in_sql_order() -> None:
    written = message(SubPlan.scan(EVERYTHING).order_by("text").limit(1))
    project, top_n = written.operators
    assert len(project.project.expressions) == len(EVERYTHING.columns)
    assert top_n.top_n.keys[0].expression.column == 8


def test_an_order_is_of_columns_and_ends_the_plan() -> None:
    plan = SubPlan.scan(FLIGHTS)
    with pytest.raises(InvalidPlanError, match="select the expression first"):
        plan.order_by(col("distance") + 1)
    with pytest.raises(InvalidPlanError, match="at least one column"):
        plan.order_by()
    with pytest.raises(InvalidPlanError, match="not negative"):
        plan.order_by("fare").limit(-1)
    with pytest.raises(InvalidPlanError, match="ends with"):
        plan.order_by("fare").limit(3).filter(col("fare") > 1)


def test_expanded_rows_are_refused_because_nobody_here_merges_their_groups() -> None:
    (case,) = golden.load("sub_plan/expand.json")["cases"]
    with pytest.raises(InvalidPlanError, match="expanded rows"):
        SubPlan.from_bytes(bytes.fromhex(case["hex"]), hbase_table="flights")


def test_joins_are_refused_because_nobody_here_makes_them() -> None:
    (case,) = golden.load("sub_plan/broadcast_join.json")["cases"]
    with pytest.raises(InvalidPlanError, match="does not join"):
        SubPlan.from_bytes(bytes.fromhex(case["hex"]), hbase_table="flights")


def test_the_last_rows_of_regions_are_refused_because_nobody_here_merges_them() -> None:
    last = message(SubPlan.scan(FLIGHTS).limit(3))
    last.operators[-1].limit.from_end = True
    with pytest.raises(InvalidPlanError, match="last rows of regions"):
        SubPlan.from_bytes(last.SerializeToString(), hbase_table="flights")


def test_value_columns_travel_only_when_used() -> None:
    plan = SubPlan.scan(FLIGHTS)
    assert names(plan.select("delay")) == ["carrier", "delay"]
    assert names(plan.filter(col("fare") > 1).agg(count())) == ["carrier", "fare"]
    assert names(plan.filter(col("fare") > 1)) == ["carrier", "distance", "day", "fare", "delay"]


def test_columns_are_counted_as_they_travel() -> None:
    plan = SubPlan.scan(FLIGHTS).filter(col("delay") > 1).select((col("fare") * 2).alias("twice"))
    written = message(plan.filter(col("twice") > 3))
    assert written.operators[0].filter.predicate.call.arguments[0].column == 2
    assert written.operators[1].project.expressions[0].call.arguments[0].column == 1
    assert written.operators[2].filter.predicate.call.arguments[0].column == 0


def test_key_columns_travel_in_row_key_order_and_come_back_in_sql_order() -> None:
    written = message(SubPlan.scan(EVERYTHING).limit(3))
    assert [column.name for column in written.table.columns][:3] == ["text", "big", "flag"]
    project, limit = written.operators
    assert [e.column for e in project.project.expressions] == [
        2,
        3,
        4,
        5,
        1,
        6,
        7,
        8,
        0,
        9,
        10,
        11,
        12,
    ]
    assert limit.limit.rows == 3


def test_families_are_those_of_used_columns_and_of_the_row_marker() -> None:
    plan = SubPlan.scan(EVERYTHING)
    assert list(message(plan.agg(count())).table.families) == [b"f"]
    assert list(message(plan.select("raw")).table.families) == [b"f", b"g"]


def test_state_columns_are_named_after_their_aggregate() -> None:
    assert [f"{column.name} {column.type}" for column in aggregation()._wire_output] == [
        "carrier string",
        "count(1).count bigint",
        "sum(distance) FILTER (WHERE (delay IS NOT NULL)).sum bigint",
        "sum(fare).sum decimal(20,2)",
        "sum(fare).isEmpty boolean",
        "avg(delay).sum double",
        "avg(delay).count bigint",
        "min(distance).min int",
        "max(distance).max int",
    ]


@pytest.mark.parametrize(
    ("column", "sum_type", "avg_type"),
    [
        ("tiny", "bigint", "double"),
        ("big", "bigint", "double"),
        ("real", "double", "double"),
        ("price", "decimal(22,2)", "decimal(16,6)"),
    ],
)
def test_results_have_sparks_types(column: str, sum_type: str, avg_type: str) -> None:
    plan = SubPlan.scan(EVERYTHING).agg(sum_(column), avg(column), min_(column))
    expected = [sum_type, avg_type, str(EVERYTHING.columns[names_of(column)].type)]
    assert [str(output.type) for output in plan.output] == expected


def names_of(column: str) -> int:
    return [each.name for each in EVERYTHING.columns].index(column)


def test_every_step_makes_a_new_plan() -> None:
    plan = SubPlan.scan(FLIGHTS)
    plan.filter(col("delay") > 1)
    assert plan.operators == ()
    assert hash(plan) == hash(SubPlan.scan(FLIGHTS))


def test_a_limit_above_an_aggregation_cuts_the_merged_result_only() -> None:
    plan = aggregation()
    limited = plan.limit(5).limit(9)
    assert limited.result_limit == 5
    assert limited.to_bytes() == plan.to_bytes()
    assert limited.explain().endswith("-> Merge -> Limit(5)")


def test_the_smaller_of_two_limits_counts() -> None:
    plan = SubPlan.scan(FLIGHTS).limit(5).limit(9)
    assert plan.result_limit == 5
    assert [o.WhichOneof("node") for o in message(plan).operators] == ["limit"]
    assert message(plan).operators[0].limit.rows == 5


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda: aggregation().filter(lit(True)), id="filter above an aggregation"),
        pytest.param(lambda: SubPlan.scan(FLIGHTS).limit(1).agg(count()), id="agg above a limit"),
        pytest.param(lambda: SubPlan.scan(FLIGHTS).limit(-1), id="negative limit"),
        pytest.param(lambda: SubPlan.scan(FLIGHTS).select(), id="no column"),
        pytest.param(lambda: SubPlan.scan(FLIGHTS).agg(), id="no aggregate"),
        pytest.param(lambda: SubPlan.scan(FLIGHTS).agg(sum_("carrier")), id="sum of text"),
        pytest.param(lambda: SubPlan.scan(FLIGHTS).filter(col("fare") + 1), id="no condition"),
        pytest.param(lambda: SubPlan.scan(FLIGHTS, time_zone="Mars/Base"), id="no time zone"),
        pytest.param(
            lambda: SubPlan.scan(FLIGHTS).select("fare", col("delay").alias("fare")).select("fare"),
            id="ambiguous column",
        ),
        pytest.param(
            lambda: SubPlan.scan(FLIGHTS).filter(col("carrier").isin("x" * 1_100_000)).to_bytes(),
            id="more than a mebibyte",
        ),
    ],
)
def test_plans_without_meaning_are_refused(build: Any) -> None:
    with pytest.raises(InvalidPlanError):
        build()


def test_an_aggregate_whose_states_only_spark_merges_is_refused() -> None:
    later = message(aggregation())
    call = later.operators[-1].aggregate.calls[0]
    call.function = sub_plan_pb2.AGGREGATE_FUNCTION_UNSPECIFIED
    with pytest.raises(InvalidPlanError, match="read it through Spark"):
        SubPlan.from_bytes(later.SerializeToString(), hbase_table="flights")


def test_groups_without_aggregates_are_the_distinct_values() -> None:
    plan = SubPlan.scan(FLIGHTS).group_by("carrier", col("distance") % 2).agg()
    assert [column.name for column in plan.output] == ["carrier", "(distance % 2)"]


def test_select_star_keeps_what_there_is() -> None:
    plan = SubPlan.scan(FLIGHTS).select("*", (col("delay") / 60).alias("hours"))
    assert [column.name for column in plan.output][-2:] == ["delay", "hours"]


def test_pyspark_names_stand_beside_the_own_ones() -> None:
    plan = SubPlan.scan(FLIGHTS)
    assert plan.groupBy("carrier").agg(count()) == plan.group_by("carrier").agg(count())
    assert plan.where(col("distance") > 1) == plan.filter(col("distance") > 1)
    first = plan.order_by(col("delay").desc()).limit(2)
    assert plan.sort(col("delay").desc()).limit(2) == first
    assert plan.orderBy(col("delay").desc()).limit(2) == first
    assert plan.columns == [column.name for column in plan.output]


def test_a_column_is_added_or_replaced() -> None:
    plan = SubPlan.scan(FLIGHTS).select("carrier", "distance")
    added = plan.withColumn("far", col("distance") > 1000)
    assert [(c.name, str(c.type)) for c in added.output][-1] == ("far", "boolean")
    assert added.columns == ["carrier", "distance", "far"]
    replaced = plan.with_column("DISTANCE", col("distance") * 2)
    assert replaced.columns == ["carrier", "DISTANCE"]
    assert "distance * 2 AS DISTANCE" in replaced.explain()


def test_columns_are_renamed_and_dropped() -> None:
    plan = SubPlan.scan(FLIGHTS).select("carrier", "distance", "delay")
    assert plan.withColumnRenamed("delay", "late").columns == ["carrier", "distance", "late"]
    assert plan.withColumnRenamed("nothing", "late") == plan
    assert plan.drop("delay", "nothing").columns == ["carrier", "distance"]
    assert plan.drop("nothing") == plan
    assert plan.drop(col("delay")) == plan.drop("delay")
    with pytest.raises(InvalidPlanError, match="drop takes columns"):
        plan.drop(col("delay") + 1)
    with pytest.raises(InvalidPlanError, match="no column would be left"):
        plan.drop(*plan.columns)


def test_groups_have_the_aggregates_of_pyspark() -> None:
    groups = SubPlan.scan(FLIGHTS).groupBy("carrier")
    assert groups.count() == groups.agg(count().alias("count"))
    assert groups.sum("distance", "delay") == groups.agg(sum_("distance"), sum_("delay"))
    assert groups.avg("delay") == groups.mean("delay") == groups.agg(avg("delay"))
    assert groups.min("delay") == groups.agg(min_("delay"))
    assert groups.max("delay") == groups.agg(max_("delay"))
    with pytest.raises(InvalidPlanError, match="at least one column"):
        groups.sum()
