package org.apache.spark.sql.hbase.source

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

class TestColumnsMapping {
  import Declarations._

  private def parse(mapping: String, table: String = "ns:t"): DeclaredTable =
    ColumnsMapping.parse(options("hbase.table" -> table, "hbase.columns.mapping" -> mapping))

  @Test
  def theMappingOfHBaseSparkIsATable(): Unit = {
    val schema = parse("id STRING :key, name STRING cf:name , price DECIMAL(9, 2) cf:p:x, n SHORT d:n").schema(None)
    assertEquals("ns:t", schema.hbaseTable)
    assertEquals(
      Seq(
        "id STRING key 0 HBASE PLAIN",
        "name STRING cell cf:name HBASE",
        "price DECIMAL(9,2) cell cf:p:x HBASE",
        "n SMALLINT cell d:n HBASE"
      ),
      shown(schema)
    )
  }

  @Test
  def severalPartsOfTheRowKeyHaveNoOrderThere(): Unit = {
    val message = assertRefused("INVALID_OPTION", () => parse("a INT :key, b INT :key2, v INT f:v"))
    assertTrue(message.contains("a, b") && message.contains("option catalog"), message)
  }

  @Test
  def malformedEntriesAreShown(): Unit =
    Seq("id STRING", "id STRING :key, v INT f", "id STRING :key, v INT f:", "id NOTYPE :key").foreach { mapping =>
      assertTrue(assertRefused("INVALID_OPTION", () => parse(mapping)).contains("hbase.columns.mapping"), mapping)
    }

  @Test
  def aTableWithoutARowKeyIsRefused(): Unit =
    assertRefused("NO_PRIMARY_KEY", () => parse("v INT f:v").schema(None))
}
