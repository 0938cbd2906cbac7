package org.apache.spark.sql.hbase.catalog.definition

import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.connector.expressions.{Expressions, LogicalExpressions, Transform}
import org.apache.spark.sql.hbase.catalog.StatementFixtures._
import org.apache.spark.sql.hbase.catalog.store.PhysicalTables
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix
import org.apache.spark.sql.hbase.table.HBaseTable

class TestKeyPrefixDefinition {
  private def prefix(kind: KeyPrefix.Kind, size: Int, parts: Integer*): Option[KeyPrefix] =
    Some(new KeyPrefix(kind, size, java.util.List.of(parts: _*)))

  private def bucketed(buckets: Int, columns: String*): Seq[Transform] =
    Seq(Expressions.bucket(buckets, columns: _*))

  @Test
  def clusteredByIsASalt(): Unit = {
    assertEquals(
      prefix(KeyPrefix.Kind.SALT, 8, 0),
      schema(statement(partitions = bucketed(8, "a"))).keyPrefix
    )
    // The order of the columns in the row key counts, not that of the clause.
    assertEquals(
      prefix(KeyPrefix.Kind.SALT, 256, 0, 1),
      schema(statement(partitions = bucketed(256, "B", "a"))).keyPrefix
    )
    assertEquals(None, schema(statement()).keyPrefix)
  }

  @Test
  def aHashIsAProperty(): Unit = {
    val four = Map("hbase.key.hash.bytes" -> "4")
    assertEquals(prefix(KeyPrefix.Kind.HASH, 4, 0), schema(statement(properties = four)).keyPrefix)
    val ofB = four + ("hbase.key.hash.columns" -> " B ")
    assertEquals(prefix(KeyPrefix.Kind.HASH, 4, 1), schema(statement(properties = ofB)).keyPrefix)
  }

  @Test
  def aSaltedTableHasARegionForEachBucket(): Unit = {
    val splits = SplitPoints.ofBuckets(schema(statement(partitions = bucketed(4, "a"))).keyPrefix)
    assertEquals(Seq("\\x01", "\\x02", "\\x03"), splits.map(Bytes.toStringBinary).toSeq)
    assertEquals(255, SplitPoints.ofBuckets(prefix(KeyPrefix.Kind.SALT, 256, 0)).length)
    assertEquals(0, SplitPoints.ofBuckets(prefix(KeyPrefix.Kind.HASH, 4, 0)).length)
    assertEquals(0, SplitPoints.ofBuckets(None).length)
  }

  @Test
  def prefixesThatCannotBeAreRefused(): Unit = {
    def refused(reason: String, partitions: Seq[Transform], properties: (String, String)*): Unit = {
      val info = statement(partitions = partitions, properties = properties.toMap)
      val message = assertRefused("INVALID_KEY_PREFIX", () => schema(info))
      assertTrue(message.contains(reason), message)
    }
    refused("1 to 256 buckets", bucketed(257, "a"))
    refused("column v is not part of the PRIMARY KEY", bucketed(8, "v"))
    refused("named twice", bucketed(8, "a", "A"))
    refused("a salt or a hash, not both", bucketed(8, "a"), "hbase.key.hash.bytes" -> "4")
    refused("hbase.splits means nothing", bucketed(8, "a"), "hbase.splits" -> "1")
    refused("hbase.splits means nothing", Seq.empty, "hbase.key.hash.bytes" -> "4", "hbase.splits" -> "1")
    refused("hbase.region.count means nothing", bucketed(8, "a"), "hbase.region.count" -> "3")
    refused("not part of", Seq.empty, "hbase.key.hash.bytes" -> "4", "hbase.key.hash.columns" -> "a, v")
    schema(statement(properties = Map("hbase.key.hash.bytes" -> "4", "hbase.region.count" -> "3")))
  }

  @Test
  def rowsThatOthersHaveWrittenHaveNoSalt(): Unit = {
    val info = statement(partitions = bucketed(8, "a"))
    assertRefused("INVALID_KEY_PREFIX", () => schema(info, newHBaseTable = false))
  }

  @Test
  def otherPartitioningIsRefused(): Unit = {
    val sorted = LogicalExpressions.bucket(
      8,
      Array(Expressions.column("a")),
      Array(Expressions.column("b"))
    )
    Seq(Seq(sorted), Seq(Expressions.identity("a")), Seq(Expressions.days("a")), bucketed(8, "a") ++ bucketed(8, "b"))
      .foreach { partitions =>
        assertRefused("UNSUPPORTED_STATEMENT", () => schema(statement(partitions = partitions)))
      }
  }

  @Test
  def describedTablesAreMadeAgain(): Unit =
    Seq(
      statement(partitions = bucketed(8, "b")),
      statement(properties = Map("hbase.key.hash.bytes" -> "2", "hbase.key.hash.columns" -> "b,a"))
    ).foreach { info =>
      val first = schema(info)
      val shown = new HBaseTable("hbase", ClusterSettings.ofQuorum("localhost"), first)
      val again = schema(
        statement(properties = TableDescription.properties(first), partitions = shown.partitioning.toSeq)
      )
      assertEquals(first.copy(id = "", hbaseTable = "default:t"), again.copy(id = "", hbaseTable = "default:t"))
    }

  @Test
  def theLayoutOfTheHBaseTableNamesThePrefix(): Unit = {
    val salted = schema(statement(partitions = bucketed(8, "b")))
    assertTrue(PhysicalTables.signature(salted).startsWith("salt 8 of (2) key (INT ordered asc, "))
    val hashed = schema(statement(properties = Map("hbase.key.hash.bytes" -> "4")))
    assertTrue(PhysicalTables.signature(hashed).startsWith("hash 4 of (1) key ("))
  }
}
