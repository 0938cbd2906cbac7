package org.apache.spark.sql.hbase.plan

import java.nio.file.Path

import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** CHAR and VARCHAR columns give the rows of a Parquet table, also where another writer did not pad. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestCharEqualsSpark extends SparkOracle {
  import PlanSession.spark

  private val schema = new StructType()
    .add("k", IntegerType, nullable = false)
    .add("c", CharType(5))
    .add("v", VarcharType(6))

  private val values = Seq(
    ("ab   ", "ab"),
    ("ab", "ab   "),
    ("", ""),
    ("abcde", "abcde"),
    ("longer than it may be", "x"),
    ("äöü", "äöü"),
    ("😀", null),
    (null, "b")
  )

  @BeforeAll
  def createTables(@TempDir folder: Path): Unit = {
    import spark.implicits._
    val rows = values.zipWithIndex.map { case ((c, v), k) => (k, c, v) }
    val path = folder.resolve("files").toString
    rows.toDF("k", "c", "v").write.parquet(path)
    spark.sql(s"CREATE TABLE chars (k INT, c CHAR(5), v VARCHAR(6)) USING parquet LOCATION '$path'")
    val internal = rows.map { case (k, c, v) =>
      InternalRow(k, UTF8String.fromString(c), UTF8String.fromString(v))
    }
    InProcessCatalog.put(new InProcessTable("chars", schema, internal))
  }

  private val predicates = Seq(
    "c = 'ab'",
    "c = 'ab   '",
    "c <> 'ab'",
    "c <=> 'äöü'",
    "c IN ('ab', 'abcde', 'a')",
    "c < 'b'",
    "c > 'abc'",
    "c = v",
    "c IS NULL",
    "length(c) = 5",
    "c LIKE 'ab%'",
    "startswith(c, 'ab ')",
    "v = 'ab'",
    "v = 'ab   '",
    "v IN ('ab', 'b')"
  )

  @Test
  def predicatesArePushedWithTheirBlanks(): Unit = {
    checkAll("chars", predicates, modesAndZones)
    predicates.foreach { p =>
      val scan = PlanSession.scans(spark.sql(s"SELECT k FROM inproc.chars WHERE $p")).head
      assertEquals(Seq.empty, scan.report.refusals.map(_.toString), p)
    }
  }

  @Test
  def valuesAndAggregates(): Unit = {
    checkQuery("SELECT * FROM @chars", modesAndZones)
    checkQuery("SELECT c, count(*), max(v) FROM @chars GROUP BY c", modesAndZones)
    checkQuery("SELECT length(c), min(c) FROM @chars WHERE v <> '' GROUP BY length(c)", modesAndZones)
  }
}
