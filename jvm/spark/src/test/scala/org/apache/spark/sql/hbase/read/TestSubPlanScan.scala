package org.apache.spark.sql.hbase.read

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertNotEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.client.scan.{CoprocessorMode, TimeBounds}
import org.apache.spark.sql.hbase.conf.{FullScan, ReadConf, ReadTime}
import org.apache.spark.sql.hbase.plan.catalyst.{PushdownReport, PushedOperator, Refusal}
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, TableLayouts, TableSchema}
import org.apache.spark.sql.hbase.wire.proto.SubPlan
import org.apache.spark.sql.types.{LongType, StructType}

class TestSubPlanScan {
  private val conf =
    ReadConf(CoprocessorMode.AUTO, 1000, false, 2, 0, 32L << 20, 600, FullScan.Allow, true, 256L << 10, 1000, 10000)
  private val settings = ClusterSettings.ofQuorum("h:1")

  private def scan(
      table: TableSchema = SchemaFixtures.packed,
      columns: Seq[String] = Seq("note"),
      conf: ReadConf = conf
  ) =
    SubPlanScan(
      settings,
      ScannedTable.of(table),
      TableLayouts.projection(table, StructType(table.sparkSchema.filter(f => columns.contains(f.name)))).toByteString,
      conf
    )(new StructType().add("note", "string"), isPlain = true, PushdownReport.nothing)

  @Test
  def scansOfTheSameBytesOfTheSameTableAreEqual(): Unit = {
    assertEquals(scan(), scan())
    assertEquals(scan().hashCode, scan().hashCode)
    assertEquals(scan(), scan().withReport(PushdownReport(Nil, Seq(Refusal("why not")))))
  }

  @Test
  def whatChangesTheRowsMakesScansUnequal(): Unit = {
    assertNotEquals(scan(), scan(SchemaFixtures.packed.copy(hbaseTable = "other")))
    assertNotEquals(scan(), scan(SchemaFixtures.packed.copy(schemaVersion = 2)))
    assertNotEquals(scan(), scan(columns = Seq("flag")))
    def at(stop: Long) = {
      val table = ScannedTable("t", None, time = ReadTime(new TimeBounds(0, stop), isUnchecked = false))()
      scan().copy(table = table)(new StructType(), true, PushdownReport.nothing)
    }
    assertEquals(at(7), at(7))
    assertNotEquals(at(7), at(8))
    assertNotEquals(at(Long.MaxValue), at(8))
    assertNotEquals(
      scan(),
      scan().copy(settings = ClusterSettings.ofQuorum("h:2"))(new StructType(), true, PushdownReport.nothing)
    )
  }

  @Test
  def onlyPlainScansOfCatalogTablesAcceptPushdown(): Unit = {
    assertTrue(scan().acceptsPushdown)
    assertFalse(scan().acceptsKeys)
    val off = scan(conf = conf.copy(mode = CoprocessorMode.OFF))
    assertFalse(off.acceptsPushdown)
    assertTrue(off.acceptsKeys)
    assertNotEquals(off, off.withKeys(SubPlan.getDefaultInstance, Nil))
    val output = new StructType().add("count", LongType)
    val pushed = scan().withSubPlan(
      SubPlan.getDefaultInstance,
      output,
      PushdownReport(Seq(PushedOperator("Aggregate(count)")), Nil)
    )
    assertFalse(pushed.asInstanceOf[SubPlanScan].acceptsPushdown)
    assertEquals(output, pushed.readSchema)
    val given =
      SubPlanScan(settings, ScannedTable("t", None)(), scan().subPlan, conf)(output, true, PushdownReport.nothing)
    assertFalse(given.acceptsPushdown)
  }
}
