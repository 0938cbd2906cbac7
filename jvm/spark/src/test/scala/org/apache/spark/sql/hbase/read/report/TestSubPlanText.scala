package org.apache.spark.sql.hbase.read.report

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.testkit.{FixtureColumn, FixtureTable, Plans}
import org.apache.spark.sql.hbase.wire.proto._

class TestSubPlanText {
  private val table = new FixtureTable(
    java.util.List.of(new FixtureColumn("k", SqlType.SMALLINT), new FixtureColumn("v", SqlType.INT)),
    1,
    FixtureTable.Layout.PACKED
  )

  private def shown(operators: Operator*): Seq[String] =
    new SubPlanText(Plans.plan(table, operators: _*)).operators.map(_.text)

  private val large =
    Plans.call(Function.GREATER_THAN, SqlType.BOOLEAN, Plans.column(table, 1), Plans.integer(5, SqlType.INT))

  private def count(condition: Option[Expression]): AggregateCall = {
    val call = AggregateCall.newBuilder().setFunction(AggregateFunction.COUNT)
    condition.foreach(call.setFilter)
    call.build()
  }

  @Test
  def operatorsNameTheirColumnsAndValues(): Unit = {
    val aggregate = Aggregate.newBuilder().addGroupBy(Plans.column(table, 0)).addCalls(count(Some(large)))
    assertEquals(
      Seq("Filter((v > 5))", "PartialAggregate(keys=[k], functions=[count(*) FILTER (WHERE (v > 5))])"),
      shown(Plans.filter(large), Operator.newBuilder().setAggregate(aggregate).build())
    )
  }

  @Test
  def operatorsAboveAProjectNameWhatItComputes(): Unit = {
    val project = Project.newBuilder().addExpressions(Plans.column(table, 1))
    val key = SortKey
      .newBuilder()
      .setExpression(Plans.column(table, 0))
      .setDirection(SortDirection.DESCENDING)
      .setNulls(NullOrder.NULLS_LAST)
    assertEquals(
      Seq("Project(v)", "PartialTopN(3, [v DESC NULLS LAST])"),
      shown(
        Operator.newBuilder().setProject(project).build(),
        Operator.newBuilder().setTopN(TopN.newBuilder().setRows(3).addKeys(key)).build()
      )
    )
    assertEquals(Seq("Limit(7)"), shown(Operator.newBuilder().setLimit(Limit.newBuilder().setRows(7)).build()))
  }

  @Test
  def operatorsAboveAnExpandNameWhatItsRowsHold(): Unit = {
    val (k, v) = (Plans.column(table, 0), Plans.column(table, 1))
    def none(sqlType: SqlType) = Plans.nullOf(sqlType)
    def projection(id: Long, columns: Expression*) =
      Plans.project(Plans.integer(id, SqlType.INT) +: columns: _*)
    // The columns change their places: those below are named wrongly.
    val rollup = Plans.expand(
      projection(0, v, k),
      projection(1, v, none(SqlType.SMALLINT)),
      projection(3, none(SqlType.INT), none(SqlType.SMALLINT))
    )
    val groups = Seq(SqlType.INT, SqlType.INT, SqlType.SMALLINT).zipWithIndex.map { case (sqlType, i) =>
      Plans.column(i, sqlType)
    }
    val aggregate = Aggregate.newBuilder().addCalls(count(None))
    groups.foreach(aggregate.addGroupBy)
    assertEquals(
      Seq("expand", "PartialAggregate(keys=[(0 | 1 | 3), v, k], functions=[count(*)])"),
      shown(rollup, Operator.newBuilder().setAggregate(aggregate).build())
    )
  }
}
