package org.apache.spark.sql.hbase.plan

import java.math.BigDecimal

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.Row
import org.apache.spark.sql.types._

/**
 * Sums that leave 38 digits and come back. With generated code Spark has the sum, without it NULL or an error, and the
 * region servers give that of the mode.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestWideDecimalSumsEqualSpark extends SparkOracle {
  import PlanSession.{generatedCode, onlyScan, withConf}

  private val schema = new StructType()
    .add("k", IntegerType, nullable = false)
    .add("n", DecimalType(38, 0))
    .add("few", DecimalType(28, 2))

  private val most = new BigDecimal("9" * 38)
  private val numbers = Seq(most, most, most.negate, new BigDecimal(5))

  /** The first four are in one region, one frame and one task: where a sum is cut, it may not leave its type. */
  private val values =
    Seq.tabulate(12)(k => Row(k, numbers.lift(k).orNull, new BigDecimal(s"1234$k.75")))

  private val interpreted: Seq[Settings] = Seq(
    Seq("spark.sql.codegen.wholeStage" -> "false"),
    Seq("spark.sql.codegen.wholeStage" -> "true", "spark.sql.codegen.factoryMode" -> "NO_CODEGEN"),
    generatedCode :+ ("spark.sql.codegen.maxFields" -> "0")
  )

  @BeforeAll
  def createTable(): Unit = PlanSession.create("widesums", schema, values)

  @Test
  def sumsThatComeBack(): Unit = pushedAndEqual(
    "SELECT sum(n) FROM @widesums",
    "SELECT sum(n) FROM @widesums WHERE k < 3",
    "SELECT avg(n), count(*) FROM @widesums WHERE k < 3",
    "SELECT try_sum(n), max(k) FROM @widesums",
    "SELECT sum(n) FILTER (WHERE k < 3), sum(DISTINCT n) FROM @widesums"
  )

  @Test
  def sumsThatStayInTheirType(): Unit = pushedAndEqual(
    "SELECT sum(n), avg(few), count(n) FROM @widesums WHERE k > 0",
    "SELECT sum(n), count(*), max(k) FROM @widesums WHERE k > 9",
    "SELECT k % 2, sum(n) FROM @widesums GROUP BY 1"
  )

  /** Generated code adds up what interpreted code gives up: the two answers differ, and ours are each one's. */
  @Test
  def theModesOfSparkDiffer(): Unit = {
    def legacySum(settings: Settings) = withConf(settings :+ ("spark.sql.ansi.enabled" -> "false"): _*) {
      rows("SELECT sum(n) FROM inproc.widesums WHERE k < 3").get.mkString
    }
    assertEquals("9" * 38, legacySum(generatedCode))
    interpreted.foreach(settings => assertEquals("null", legacySum(settings), settings.toString))
  }

  private def pushedAndEqual(queries: String*): Unit =
    for (settings <- interpreted :+ generatedCode; query <- queries) withConf(settings: _*) {
      val report = onlyScan(query.replace("@", "inproc.")).report
      assertTrue(report.operators.map(_.text).last.startsWith("PartialAggregate("), s"$settings: $query: $report")
      checkQuery(query)
    }
}
