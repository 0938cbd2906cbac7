package org.apache.spark.sql.hbase.plan

import java.math.BigDecimal

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.Row
import org.apache.spark.sql.types._

/** Structs as groups: in the region servers they are their fields, and a NULL is not a struct of NULLs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestStructKeysEqualSpark extends SparkOracle {
  import PlanSession.{onlyScan, withConf}
  import TestStructKeysEqualSpark._

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("structs", schema, structs)
    PlanSession.create("plain", PlanFixtures.schema, PlanFixtures.edges)
  }

  @Test
  def structsThatAreMade(): Unit = Seq(
    "SELECT count(*) FROM @plain GROUP BY struct(g, b)",
    "SELECT struct(g, b) AS s, count(*), sum(k) FROM @plain GROUP BY struct(g, b)",
    "SELECT named_struct('x', d, 'y', f) AS s, count(*) FROM @plain GROUP BY 1",
    "SELECT named_struct('x', t, 'y', named_struct('z', g, 'w', w)) AS s, max(l) FROM @plain GROUP BY 1",
    "SELECT named_struct('x', i % 3, 'y', length(str)) AS s, b, count(*) FROM @plain WHERE i <> 0 GROUP BY 1, b",
    "SELECT DISTINCT struct(b, dt, ts, ntz, bin, p) FROM @plain",
    "SELECT s.b, count(*), max(s.g) FROM (SELECT struct(b, g) AS s FROM @plain) GROUP BY s",
    "SELECT s, count(*) FROM (SELECT struct(b, g) AS s FROM @plain) WHERE s.g IS NOT NULL GROUP BY s HAVING count(*) > 3",
    "SELECT g, count(DISTINCT struct(t, s)) FROM @plain GROUP BY g",
    "SELECT s, b, count(*), grouping_id() FROM (SELECT struct(g, d) AS s, b FROM @plain) GROUP BY ROLLUP(s, b)",
    "SELECT s, s.g, count(*) FROM (SELECT struct(g, d) AS s FROM @plain) GROUP BY s, s.g",
    "SELECT max(n) FROM (SELECT struct(g, b) AS s, count(*) AS n FROM @plain GROUP BY struct(g, b))"
  ).foreach(pushedAndEqual)

  @Test
  def structsThatAreStored(): Unit = Seq(
    "SELECT st, count(*), sum(k) FROM @structs GROUP BY st",
    "SELECT st IS NULL, st.a, count(*) FROM @structs GROUP BY st",
    "SELECT s, count(*) FROM (SELECT if(k > 3, st, NULL) AS s FROM @structs) GROUP BY s",
    "SELECT DISTINCT st FROM @structs",
    "SELECT st, st.a, count(*) FROM @structs GROUP BY st, st.a",
    "SELECT st.inner, count(*), count(st) FROM @structs GROUP BY st.inner",
    "SELECT count(DISTINCT st) FROM @structs",
    "SELECT count(DISTINCT st.inner) FROM @structs WHERE st IS NOT NULL",
    "SELECT st, k > 4, count(*), grouping_id() FROM @structs GROUP BY ROLLUP(st, k > 4)",
    "SELECT st, count(*) FROM @structs GROUP BY GROUPING SETS ((st), ())",
    "SELECT a.n, b.n FROM (SELECT st, count(*) AS n FROM @structs GROUP BY st) a JOIN " +
      "(SELECT st, count(*) AS n FROM @structs GROUP BY st) b ON a.st = b.st"
  ).foreach(pushedAndEqual)

  @Test
  def nullsAreNotStructsOfNulls(): Unit = {
    val query =
      "SELECT st IS NULL, count(*) FROM @structs GROUP BY st HAVING st IS NULL OR (st.a IS NULL AND st.d IS NULL)"
    pushedAndEqual(query)
    assertEquals(3, rows(query.replace("@", "inproc.")).get.size)
  }

  @Test
  def whatHasNoPartsThatAreEqualStaysInSpark(): Unit = {
    refused(
      "SELECT st, count(*) FROM (SELECT struct(list, k) AS st FROM @structs) GROUP BY st",
      "group by nested values"
    )
    refused("SELECT list, count(*) FROM @structs GROUP BY list", "group by nested values")
    refused("SELECT g, max(struct(k, l)) FROM @plain GROUP BY g", "struct")
    refused("SELECT struct(soundex(g)), count(*) FROM @plain GROUP BY 1", "soundex")
  }

  @Test
  def withoutAdaptiveExecution(): Unit = withConf("spark.sql.adaptive.enabled" -> "false") {
    pushedAndEqual("SELECT st, count(*) FROM @structs GROUP BY ROLLUP(st)")
    pushedAndEqual("SELECT DISTINCT struct(d, ts) FROM @plain")
  }

  private def pushedAndEqual(query: String): Unit = {
    val scans = PlanSession.scans(PlanSession.spark.sql(query.replace("@", "inproc.")))
    scans.map(_.report).foreach { report =>
      assertTrue(report.operators.map(_.text).last.startsWith("PartialAggregate("), s"$query: $report")
      assertEquals(Nil, report.refusals.map(_.toString).toList, query)
    }
    checkQuery(query, modesAndZones)
  }

  private def refused(query: String, reason: String): Unit = {
    val report = onlyScan(query.replace("@", "inproc.")).report
    assertTrue(report.refusals.map(_.toString).exists(_.contains(reason)), s"$query: $report")
    assertTrue(!report.operators.map(_.text).exists(_.startsWith("PartialAggregate")), s"$query: $report")
    checkQuery(query)
  }
}

object TestStructKeysEqualSpark {
  private val inner = new StructType().add("s", StringType).add("w", DecimalType(30, 4))

  private val schema = new StructType()
    .add("k", IntegerType, nullable = false)
    .add("st", new StructType().add("a", IntegerType).add("d", DoubleType).add("inner", inner))
    .add("list", ArrayType(IntegerType))

  private val texts = Row("x", new BigDecimal("12345678901234567890.1234"))

  private val structs: Seq[Row] = Seq(
    null,
    Row(null, null, null),
    Row(null, null, Row(null, null)),
    Row(1, 0.0, texts),
    Row(1, -0.0, texts),
    Row(1, Double.NaN, texts),
    Row(1, java.lang.Double.longBitsToDouble(0x7ff8000000000001L), texts),
    null,
    Row(null, null, null),
    Row(1, 0.0, Row("x", null)),
    Row(2, 0.0, null)
  ).zipWithIndex.map { case (st, k) => Row(k, st, Seq(k % 2)) }
}
