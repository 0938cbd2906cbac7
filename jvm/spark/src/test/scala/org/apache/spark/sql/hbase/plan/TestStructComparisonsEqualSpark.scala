package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

/** Several columns against rows of values: conditions on each column in the region servers, and Spark's answer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestStructComparisonsEqualSpark extends SparkOracle {

  @BeforeAll
  def createTable(): Unit = PlanSession.create("rowvalues", PlanFixtures.schema, PlanFixtures.edges)

  private val comparisons = for {
    operator <- Seq("=", "<=>", "<>", "<", "<=", ">", ">=")
    (columns, row) <- Seq(
      "(k, i)" -> "(150, 3)",
      "(i, g)" -> "(0, 'AA')",
      "(g, i, k)" -> "('AA', CAST(NULL AS INT), 100)",
      "(g, d)" -> "(CAST(NULL AS STRING), 0.5D)",
      "(d, f)" -> "(double('NaN'), float('-0.0'))"
    )
    predicate <- Seq(s"$columns $operator $row", s"$row $operator $columns")
  } yield predicate

  private val lists = Seq(
    "(k, i) IN ((1, 2), (3, 4), (150, 0))",
    "(g, i) NOT IN (('AA', 1), ('UA', CAST(NULL AS INT)))",
    "(g, d) IN (('AA', 0.0D), (CAST(NULL AS STRING), double('NaN')))",
    s"(k, g) IN (${(0 until 40).map(n => s"(${n * 3}, 'AA')").mkString(", ")})"
  )

  @Test
  def answersAreSparks(): Unit = checkAll("rowvalues", comparisons ++ lists)

  @Test
  def allRunInTheRegionServers(): Unit =
    (comparisons ++ lists).foreach { predicate =>
      val scan = PlanSession.onlyScan(s"SELECT k FROM inproc.rowvalues WHERE $predicate")
      assertEquals(Nil, scan.report.refusals.map(_.toString), predicate)
      assertTrue(scan.report.operators.map(_.text).exists(_.startsWith("Filter")), s"$predicate: ${scan.report}")
    }

  @Test
  def whatMayRaiseAnErrorAndLongListsStayInSpark(): Unit = {
    val long = (0 to 1000).map(n => s"($n, $n)").mkString(", ")
    Seq("(k, i + 1) = (3, 4)", s"(k, i) IN ($long)").foreach { predicate =>
      checkQuery(filter("rowvalues", predicate))
      val scan = PlanSession.onlyScan(s"SELECT k FROM inproc.rowvalues WHERE $predicate")
      assertTrue(scan.report.refusals.map(_.toString).nonEmpty, predicate)
    }
  }
}
