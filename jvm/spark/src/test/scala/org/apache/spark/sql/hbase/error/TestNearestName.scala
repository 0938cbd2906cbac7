package org.apache.spark.sql.hbase.error

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class TestNearestName {
  @Test
  def findsTheClosestSpelling(): Unit =
    assertEquals(Some("quorum"), NearestName.of("Qourum", Seq("subPlan", "quorum", "hbaseTableName")))

  @Test
  def hasNothingToOfferWithoutCandidates(): Unit = assertEquals(None, NearestName.of("x", Seq.empty))
}
