package org.apache.spark.sql.hbase.error

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class TestNearestName {
  @Test
  def findsTheClosestSpelling(): Unit =
    assertEquals(Some("quorum"), NearestName.of("Qourum", Seq("subPlan", "quorum", "hbaseTableName")))

  @Test
  def lettersThatChangedPlacesCountOnce(): Unit = {
    val options = Seq("quorum", "site", "table", "time", "label")
    assertEquals(Some("table"), NearestName.of("tabel", options))
    assertEquals(Some("orders"), NearestName.of("ordres", Seq("order_2", "orders", "ordinals")))
  }

  @Test
  def hasNothingToOfferWhereNothingIsLikeIt(): Unit = {
    assertEquals(None, NearestName.of("x", Seq.empty))
    assertEquals(None, NearestName.of("anything", Seq("quorum", "site", "")))
  }
}
