package org.apache.spark.sql.hbase.write

import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Assertions.assertEquals

class TestSentRows {
  private def sent(rowKeys: String*): SentRows = {
    val collector = new SentRows.Collector
    rowKeys.foreach(k => collector.add(Bytes.toBytes(k)))
    collector.result
  }

  private def keys(rows: SentRows): Seq[String] = rows.rowKeys.map(Bytes.toString(_))

  private def bounds(rows: SentRows): Option[(String, String)] =
    rows.bounds.map { case (first, last) => Bytes.toString(first) -> Bytes.toString(last) }

  private def many(prefix: String, count: Int): Seq[String] = (0 until count).map(i => f"$prefix$i%03d")

  @Test
  def fewRowsAreNamedAndManyLieBetweenTwo(): Unit = {
    assertEquals(SentRows.none, sent())
    assertEquals(Seq("b", "a"), keys(sent("b", "a")))
    assertEquals(Some("k000" -> "k064"), bounds(sent(many("k", SentRows.MostKeys + 1).reverse: _*)))
    assertEquals(None, bounds(sent(many("k", SentRows.MostKeys): _*)))
  }

  @Test
  def rowsOfSeveralTasksAddUp(): Unit = {
    val large = sent(many("k", 100): _*)
    assertEquals(Seq("b", "a", "c"), keys(SentRows.sum(Seq(sent("b", "a"), SentRows.none, sent("c")))))
    assertEquals(Some("a" -> "k099"), bounds(SentRows.sum(Seq(sent("b", "a"), large))))
    assertEquals(Some("k000" -> "z"), bounds(SentRows.sum(Seq(large, sent("z")))))
    assertEquals(Some("j000" -> "k039"), bounds(SentRows.sum(Seq(sent(many("k", 40): _*), sent(many("j", 40): _*)))))
  }
}
