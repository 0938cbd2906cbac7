package org.apache.spark.sql.hbase.plan.push

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.schema.{SchemaFixtures, TableSchema}

/** DESCRIBE says of each column what the planner and the engine do. */
class TestColumnConditions {
  private def described(table: TableSchema, column: String): String =
    new ColumnConditions(table).describe(table.columns.find(_.name == column).get)

  @Test
  def everyComparisonOfAKeyColumnLimitsRowKeys(): Unit = {
    val all = "=, IN, <, >, BETWEEN limit row keys; filtered in the region server"
    assertEquals(all, described(SchemaFixtures.packed, "id"))
    assertEquals(all, described(SchemaFixtures.packed, "at"))
    assertEquals(all, described(SchemaFixtures.salted, "shop"))
    assertEquals(all, described(SchemaFixtures.columnar, "id"))
  }

  @Test
  def otherColumnsAreFilteredInTheRegionServer(): Unit = {
    val server = "filtered in the region server"
    Seq("amount", "note", "flag").foreach(c => assertEquals(server, described(SchemaFixtures.packed, c)))
    Seq("v", "w").foreach(c => assertEquals(server, described(SchemaFixtures.columns, c)))
    assertEquals(server, described(SchemaFixtures.columnar, "spent"))
  }
}
