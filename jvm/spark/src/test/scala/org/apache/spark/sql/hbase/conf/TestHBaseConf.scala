package org.apache.spark.sql.hbase.conf

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.internal.SQLConf

class TestHBaseConf {
  private def conf(settings: (String, String)*): SQLConf = {
    HBaseConf.register()
    val conf = new SQLConf
    settings.foreach { case (key, value) => conf.setConfString(key, value) }
    conf
  }

  @Test
  def everySettingHasTheProductsPrefixAndADocString(): Unit = HBaseConf.entries.foreach { entry =>
    assertTrue(entry.key.startsWith(HBaseConf.Prefix), entry.key)
    assertFalse(entry.doc.isEmpty, entry.key)
  }

  /** Names are Astro's: lower case, parts with dots between them. */
  @Test
  def everySettingIsNamedInOneStyle(): Unit = HBaseConf.entries.foreach { entry =>
    assertTrue(entry.key.matches("[a-z]+(\\.[a-z]+)*"), entry.key)
  }

  @Test
  def theDefaultsUseTheCoprocessorAndFallBack(): Unit =
    assertEquals(
      ReadConf(
        CoprocessorMode.AUTO,
        1000,
        false,
        2,
        0,
        32L << 20,
        600,
        FullScan.Allow,
        true,
        256L << 10,
        1000,
        10000,
        "spark.sql.hbase.coprocessor is true"
      ),
      ReadConf.of(conf())
    )

  @Test
  def settingsReachTheReader(): Unit = {
    val read = ReadConf.of(
      conf(
        "spark.sql.hbase.coprocessor" -> "REQUIRE",
        "spark.sql.hbase.scanner.fetchsize" -> "7",
        "spark.sql.hbase.scanner.cacheblocks" -> "true",
        "spark.sql.hbase.scanner.ahead" -> "0",
        "spark.sql.hbase.partition.bytes" -> "5m",
        "spark.sql.hbase.partition.expiration" -> "2m",
        "spark.sql.hbase.fullscan" -> "Error",
        "spark.sql.hbase.customfilter" -> "false",
        "spark.sql.hbase.join.broadcast.bytes" -> "512k",
        "spark.sql.hbase.gets.keys" -> "5",
        "spark.sql.hbase.join.runtime.keys" -> "6"
      )
    )
    val setBy = "spark.sql.hbase.coprocessor is require"
    assertEquals(
      ReadConf(CoprocessorMode.REQUIRE, 7, true, 0, 0, 5L << 20, 120, FullScan.Error, false, 512L << 10, 5, 6, setBy),
      read
    )
    assertEquals(7, read.readerOptions.fetchSize)
    assertTrue(read.readerOptions.cacheBlocks)
    assertFalse(read.readerOptions.readAhead)
    assertFalse(read.readerOptions.customFilter)
    assertEquals(CoprocessorMode.OFF, ReadConf.of(conf("spark.sql.hbase.coprocessor" -> "false")).mode)
  }

  @Test
  def anUnknownSettingNamesTheNearest(): Unit = {
    val e =
      assertThrows(
        classOf[AnalysisException],
        () => HBaseConf.checkNames(conf("spark.sql.hbase.coprocesor" -> "false"))
      )
    assertEquals("SPARKSQL_HBASE.UNKNOWN_SETTING", e.getCondition)
    assertTrue(e.getMessage.endsWith("didYouMean=spark.sql.hbase.coprocessor"), e.getMessage)
  }

  @Test
  def valuesThatAreNotAllowedAreRefusedBySet(): Unit =
    Seq(
      "spark.sql.hbase.coprocessor" -> "maybe",
      "spark.sql.hbase.scanner.fetchsize" -> "0",
      "spark.sql.hbase.fullscan" -> "never",
      "spark.sql.hbase.join.broadcast.bytes" -> "2m"
    ).foreach { setting =>
      assertThrows(classOf[IllegalArgumentException], () => conf(setting))
    }
}
