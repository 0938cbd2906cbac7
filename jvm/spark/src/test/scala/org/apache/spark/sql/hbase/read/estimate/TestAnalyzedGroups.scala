package org.apache.spark.sql.hbase.read.estimate

import java.time.Instant

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.plan.catalyst.SubPlanAssembly
import org.apache.spark.sql.hbase.schema.{ColumnStatistics, SchemaFixtures, TableLayouts, TableStatistics}
import org.apache.spark.sql.hbase.wire.proto.{Aggregate, Call, Expression, Operator, SubPlan}

/** The table has the key (id, at) and the columns amount, note and flag. */
class TestAnalyzedGroups {
  private val schema = SchemaFixtures.packed
  private val layout = TableLayouts.of(schema, Set("amount", "note", "flag"))
  private val names = layout.getColumnsList.asScala.map(_.getName)

  private def column(name: String): Expression =
    Expression
      .newBuilder()
      .setType(layout.getColumns(names.indexOf(name)).getType)
      .setColumn(names.indexOf(name))
      .build()

  private def grouping(keys: Expression*): SubPlan = of(Seq(SubPlanAssembly.filter(column("flag"))), keys)

  private def of(rows: Seq[Operator], keys: Seq[Expression]): SubPlan = {
    val aggregate = SubPlanAssembly.aggregate(Aggregate.newBuilder().addAllGroupBy(keys.asJava).build())
    SubPlan.newBuilder().setTable(layout).addAllOperators((rows :+ aggregate).asJava).build()
  }

  private def wasteful(subPlan: SubPlan, rows: Long, distinct: (String, Long)*): Option[String] = {
    val columns = distinct.map { case (name, count) => ColumnStatistics(name, count, 0, None) }
    AnalyzedGroups.wasteful(subPlan, schema, TableStatistics(schema.id, 1, Instant.EPOCH, rows, columns, Nil))
  }

  private def reason(groups: Long, rows: Long) =
    Some(s"it makes about $groups groups of $rows rows, as CALL system.analyze counted")

  @Test
  def aKeyOfAboutAsManyValuesAsRowsIsEnough(): Unit = {
    val byNote = grouping(column("amount"), column("note"))
    assertEquals(reason(850000, 1000000), wasteful(byNote, 1000000, "amount" -> 5, "note" -> 850000))
    assertEquals(None, wasteful(byNote, 1000000, "amount" -> 5, "note" -> 800000))
    assertEquals(None, wasteful(byNote, 1000000), "of a type that nobody counts")
    assertEquals(reason(1000000, 1000000), wasteful(byNote, 1000000, "note" -> 1050000), "an estimate")
  }

  @Test
  def noTwoRowsHaveTheSameRowKey(): Unit = {
    val both = Seq("id" -> 1000L, "at" -> 100000L)
    assertEquals(reason(1000000, 1000000), wasteful(grouping(column("at"), column("id")), 1000000, both: _*))
    assertEquals(None, wasteful(grouping(column("id")), 1000000, both: _*))
  }

  @Test
  def ofFewRowsEitherPlanIsAsGood(): Unit =
    assertEquals(None, wasteful(grouping(column("note")), GroupingHistory.MinRows - 1, "note" -> 1000000))

  @Test
  def onlyColumnsOfTheTableAreKnown(): Unit = {
    val projected = Seq(SubPlanAssembly.project(Seq(column("note"), column("flag"))))
    val note = Expression.newBuilder().setColumn(0).build()
    assertEquals(reason(900000, 1000000), wasteful(of(projected, Seq(note)), 1000000, "note" -> 900000))
    val computed = Expression.newBuilder().setCall(Call.getDefaultInstance).build()
    assertEquals(None, wasteful(grouping(computed), 1000000, "note" -> 900000))
    val limited = Seq(SubPlanAssembly.limit(10))
    assertEquals(None, wasteful(of(limited, Seq(column("note"))), 1000000, "note" -> 900000))
  }
}
