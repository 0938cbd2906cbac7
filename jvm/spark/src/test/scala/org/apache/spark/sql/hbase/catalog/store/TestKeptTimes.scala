package org.apache.spark.sql.hbase.catalog.store

import org.apache.hadoop.hbase.{HConstants, KeepDeletedCells, TableName}
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptor, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.client.scan.TimeBounds
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, TableSchema}

class TestKeptTimes {
  private type Family = ColumnFamilyDescriptorBuilder
  private val now = 1000L
  private val past = new TimeBounds(0, 500)

  private val keepsAll: Family => Family =
    _.setKeepDeletedCells(KeepDeletedCells.TRUE).setMaxVersions(HConstants.ALL_VERSIONS)

  private def table(families: (String, Family => Family)*): TableDescriptor = {
    val builder = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
    families.foreach { case (name, change) =>
      builder.setColumnFamily(change(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))).build())
    }
    builder.build()
  }

  private def refused(
      descriptor: TableDescriptor,
      schema: TableSchema = SchemaFixtures.columns,
      times: TimeBounds = past
  ): AnalysisException =
    assertThrows(classOf[AnalysisException], () => KeptTimes.check(schema, descriptor, times, now))

  @Test
  def familiesThatKeepAllAreRead(): Unit = {
    KeptTimes.check(SchemaFixtures.columns, table("f" -> keepsAll, "g" -> keepsAll), past, now)
    val untilTtl = keepsAll.andThen(_.setKeepDeletedCells(KeepDeletedCells.TTL))
    KeptTimes.check(SchemaFixtures.columns, table("f" -> untilTtl, "g" -> keepsAll), past, now)
  }

  @Test
  def theFamilyAndTheSettingAreNamed(): Unit = {
    val lacks = Seq[(String, Family => Family)](
      "KEEP_DELETED_CELLS" -> (_.setKeepDeletedCells(KeepDeletedCells.FALSE)),
      "VERSIONS" -> (_.setMaxVersions(1000)),
      "TTL" -> (_.setTimeToLive(86400)),
      "NEW_VERSION_BEHAVIOR" -> (_.setNewVersionBehavior(true))
    )
    lacks.foreach { case (setting, change) =>
      val e = refused(table("f" -> keepsAll, "g" -> keepsAll.andThen(change)))
      assertEquals("SPARKSQL_HBASE.TIME_NOT_KEPT", e.getCondition)
      assertEquals("g", e.getMessageParameters.get("family"))
      assertEquals(setting, e.getMessageParameters.get("setting"))
    }
  }

  @Test
  def onlyFamiliesThatAreReadMatter(): Unit = {
    val descriptor = table("f" -> keepsAll, "g" -> keepsAll, "other" -> identity)
    KeptTimes.check(SchemaFixtures.columns, descriptor, past, now)
    val e = refused(descriptor, SchemaFixtures.columns.copy(adopted = true))
    assertEquals("other", e.getMessageParameters.get("family"))
    refused(descriptor, SchemaFixtures.columns.ofTimes(new TimeBounds(3, 500)))
  }

  @Test
  def asManyStatesAreReadAsVersionsAreKept(): Unit = {
    def three(family: Family): Family = family.setMaxVersions(3)
    val descriptor = table("f" -> three, "g" -> three, "other" -> identity)
    KeptTimes.checkVersions(SchemaFixtures.columns, descriptor, 3)
    Seq(SchemaFixtures.columns -> 4, SchemaFixtures.columns.ofTimes(TimeBounds.ALL.withVersions(2)) -> 2).foreach {
      case (schema, versions) =>
        val e = assertThrows(
          classOf[AnalysisException],
          () => KeptTimes.checkVersions(schema, descriptor, versions)
        )
        assertEquals("SPARKSQL_HBASE.VERSIONS_NOT_KEPT", e.getCondition)
        assertEquals(versions.toString, e.getMessageParameters.get("needed"))
    }
  }

  @Test
  def timesAheadAreRefused(): Unit = {
    val descriptor = table("f" -> keepsAll, "g" -> keepsAll)
    KeptTimes.check(SchemaFixtures.columns, descriptor, new TimeBounds(0, now + 1), now)
    val e = refused(descriptor, times = new TimeBounds(0, now + 2))
    assertEquals("SPARKSQL_HBASE.TIME_IN_FUTURE", e.getCondition)
    assertTrue(e.getMessage.contains("time=1970-01-01T00:00:01.001Z now=1970-01-01T00:00:01Z"), e.getMessage)
  }
}
