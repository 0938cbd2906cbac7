package org.apache.spark.sql.hbase.read.report

import org.junit.jupiter.api.Assertions.{assertFalse, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.execution.metric.CustomMetrics

class TestMetricsNews {
  private val SparkAsksAfter = CustomMetrics.NUM_ROWS_PER_UPDATE

  private def taking(news: MetricsNews, rows: Int): MetricsNews = {
    (1 to rows).foreach(_ => news.rowTaken())
    news
  }

  @Test
  def betweenRowsMetricsAreNeededOnceAfterEachChange(): Unit = {
    val news = taking(new MetricsNews, SparkAsksAfter)
    assertTrue(news.isAwaited)
    assertFalse(taking(news, SparkAsksAfter).isAwaited)
    news.counted()
    assertTrue(taking(news, SparkAsksAfter).isAwaited)
    assertFalse(taking(news, SparkAsksAfter).isAwaited)
  }

  @Test
  def atTheEndOfTheTaskTheyAreNeededWithoutAChange(): Unit = {
    val news = taking(new MetricsNews, SparkAsksAfter)
    assertTrue(news.isAwaited)
    assertTrue(taking(news, SparkAsksAfter - 1).isAwaited)
    assertTrue(news.isAwaited)
  }
}
