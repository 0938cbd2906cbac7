package org.apache.spark.sql.hbase.it

import scala.util.Try

import org.junit.jupiter.api.Assertions.{assertAll, assertEquals, assertTrue, fail}
import org.junit.jupiter.api.function.Executable
import org.junit.jupiter.api.{BeforeAll, Test}

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.hbase.cluster.EvaluationErrors

/** Errors of expressions that region servers compute show their place in the text of the query, as those of Spark do. */
class ITErrorPlaces extends ClusterWithJar {
  private val Table = "hbase.default.places"

  @BeforeAll
  def fill(): Unit = {
    fixture.sql(
      s"CREATE TABLE $Table (k INT, z INT, s STRING, b BIGINT, d DECIMAL(38, 0), a ARRAY<INT>, PRIMARY KEY (k)) USING hbase " +
        s"TBLPROPERTIES ('hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(s"INSERT INTO $Table VALUES (1, 0, 'x', 9223372036854775807, 12345, array(1))")
  }

  private val raising = Seq(
    "k / z",
    "k % z",
    "k div z",
    "b + 1",
    "b * k * 2",
    "-(b - b - 9223372036854775807 - 1)",
    "CAST(s AS INT)",
    "CAST(s AS DATE)",
    "CAST(s AS TIMESTAMP)",
    "CAST(d AS DECIMAL(3, 0))",
    "CAST(b AS INT)",
    "a[5]",
    "element_at(a, 7)",
    "element_at(a, 0)",
    "abs(k / (z * 2)) + CAST(s AS INT)",
    "CASE WHEN k > 0 THEN 10 / z ELSE CAST(s AS INT) END"
  )

  @Test
  def ofConditionsInputsOfAggregatesAndGroups(): Unit = {
    val checks = for {
      expression <- raising
      query <- Seq(
        s"SELECT k\nFROM $Table WHERE $expression IS DISTINCT FROM NULL",
        s"SELECT max($expression) AS m FROM $Table",
        s"SELECT count(*) AS n FROM $Table\nGROUP BY z, $expression"
      )
    } yield { val check: Executable = () => assertAlike(query); check }
    assertAll(checks: _*)
  }

  /** The rows of an outer join need not have a key, so Spark makes no condition of it. */
  @Test
  def ofKeysOfBroadcastJoins(): Unit = {
    fixture.spark.range(3).createOrReplaceTempView("small")
    assertAlike(
      s"SELECT /*+ BROADCAST(small) */ small.id, count(*) FROM $Table\n" +
        s"LEFT JOIN small ON CAST(s AS BIGINT) = small.id GROUP BY small.id"
    )
  }

  @Test
  def ofViewsAndOfTheDataFrameInterface(): Unit = {
    fixture.sql(s"CREATE OR REPLACE TEMP VIEW quotients AS SELECT k, k / z AS q FROM $Table")
    assertAlike("SELECT sum(q) FROM quotients")
    import org.apache.spark.sql.functions.col
    val places = Seq("require", "false").map { mode =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        place(Try(fixture.spark.table(Table).where(col("k") / col("z") > 1).collect()).failed.get)
      }
    }
    assertEquals(places.last.map(_.replaceAll(":\\d+", "")), places.head.map(_.replaceAll(":\\d+", "")))
  }

  /** Two scans that differ in places alone are read once. */
  @Test
  def aScanAtTwoPlacesIsOne(): Unit = {
    val half = s"SELECT b, count(k / (z + 1)) AS n FROM $Table GROUP BY b"
    val plan = fixture.spark.sql(s"SELECT x.n + y.n FROM ($half) x JOIN   ($half) y ON x.b = y.b")
    plan.collect()
    assertTrue(
      plan.queryExecution.executedPlan.toString.contains("ReusedExchange"),
      plan.queryExecution.executedPlan.toString
    )
  }

  private def assertAlike(query: String): Unit = {
    def thrown(mode: String): Throwable = fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
      Try(fixture.sql(query)).failed.getOrElse(fail[Throwable](s"$mode raises no error: $query"))
    }
    val there = thrown("require")
    val causes = Iterator.iterate(there)(_.getCause).takeWhile(_ != null).toSeq
    val name = EvaluationErrors.getClass.getName
    assertTrue(
      causes.exists(_.getStackTrace.exists(_.getClassName == name)),
      s"not computed in a region server: $query"
    )
    assertEquals(place(thrown("false")), place(there), query)
  }

  /** The places that an error names, with its message from there on. */
  private def place(error: Throwable): Seq[String] = {
    val typed = Iterator
      .iterate(error)(_.getCause)
      .takeWhile(_ != null)
      .collectFirst { case known: SparkThrowable if known.getCondition != null => known }
      .getOrElse(throw error)
    val shown = typed.asInstanceOf[Throwable].getMessage
    typed.getQueryContext.toSeq
      .map(_.summary) :+ shown.drop(math.max(shown.indexOf("\n=="), 0)).linesIterator.drop(1).mkString("\n")
  }
}
