package org.apache.spark.sql.hbase.read.report

import org.json4s.JsonAST.{JNothing, JString}
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.engine.row.ColumnRange
import org.apache.spark.sql.hbase.wire.ColumnZones
import org.apache.spark.sql.hbase.wire.proto.{Column, SubPlan, TableLayout}
import org.apache.spark.sql.types._

class TestExplainedZones {
  private val plan = SubPlan
    .newBuilder()
    .setTable(
      TableLayout.newBuilder().addColumns(Column.newBuilder().setName("k")).addColumns(Column.newBuilder().setName("v"))
    )
    .build()

  private def ends(least: Long, greatest: Long, dataType: DataType) = {
    val json =
      ExplainedZones.json(new ColumnZones(1, 5, 4, 9, least, greatest), plan, new StructType().add("v", dataType))
    assertEquals(JString("v"), json \ "column")
    (json \ "least", json \ "greatest")
  }

  @Test
  def valuesAreAsSqlWritesThem(): Unit = {
    def check(least: String, greatest: String)(found: (Any, Any)): Unit =
      assertEquals((JString(least), JString(greatest)), found)
    check("-3", "7")(ends(-3, 7, IntegerType))
    check("false", "true")(ends(0, 1, BooleanType))
    check("DATE '1970-01-01'", "DATE '2022-01-08'")(ends(0, 19000, DateType))
    check("-0.05BD", "1.00BD")(ends(-5, 100, DecimalType(5, 2)))
    check("-1.5", "NaN")(ends(ColumnRange.ordered(-1.5), ColumnRange.ordered(Double.NaN), DoubleType))
    check("TIMESTAMP_NTZ '1970-01-01 00:00:00'", "TIMESTAMP_NTZ '1970-01-01 00:00:01'")(
      ends(0, 1000000, TimestampNTZType)
    )
  }

  @Test
  def nullsAndUnreadableBytesHaveNoEnds(): Unit = {
    assertEquals((JNothing, JNothing), ends(Long.MaxValue, Long.MinValue, LongType))
    assertEquals((JNothing, JNothing), ends(Long.MinValue, Long.MaxValue, LongType))
  }
}
