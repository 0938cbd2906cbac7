package org.apache.spark.sql.hbase.dialect

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.analysis.UnresolvedTable
import org.apache.spark.sql.connector.catalog.{Identifier, TableChange}
import org.apache.spark.sql.hbase.plan.PlanSession
import org.apache.spark.sql.types.DecimalType

class TestAddMappedColumn {
  @Test
  def sparkHandsTheColumnAndItsCellToTheCatalogInOneCall(): Unit =
    PlanSession.withConf("spark.sql.catalog.recording" -> classOf[RecordingCatalog].getName) {
      val table = UnresolvedTable(Seq("recording", "ns", "t"), "ALTER TABLE ... ADD COLUMNS")
      val properties = CellMapping("c", "cf", "q").properties
      val plan = AddMappedColumn(table, Seq("c"), DecimalType(5, 2), nullable = true, Some("of c"), properties)
      PlanSession.spark.sessionState.executePlan(plan).assertCommandExecuted()
      val changes = Seq(
        TableChange.setProperty("hbase.column.c.family", "cf"),
        TableChange.setProperty("hbase.column.c.qualifier", "q"),
        TableChange.addColumn(Array("c"), DecimalType(5, 2), true, "of c")
      )
      assertEquals(Some(Identifier.of(Array("ns"), "t") -> changes), RecordingCatalog.last)
    }
}
