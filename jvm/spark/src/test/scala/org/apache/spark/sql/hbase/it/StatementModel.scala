package org.apache.spark.sql.hbase.it

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.assertEquals

import org.apache.spark.sql.Row
import org.apache.spark.sql.types.StructType

/**
 * The expected rows of a table after each statement, as plain Spark computes them over rows in memory.
 *
 * @param table empty at first
 */
final class StatementModel(fixture: SqlFixture, table: String) {
  private val schema: StructType = fixture.spark.table(table).schema
  private var rows: Seq[Row] = Nil
  remember(Nil)

  /**
   * Runs a statement on the table and compares.
   *
   * @param statement with `$t` for the table
   * @param expected a SELECT over view `model` that gives the rows afterwards
   */
  def run(statement: String, expected: String): Unit = {
    val after = fixture.sql(expected)
    fixture.sql(statement.replace("$t", table))
    assertEquals(sorted(after), sorted(fixture.sql(s"SELECT * FROM $table")), s"$table: $statement")
    remember(after)
  }

  private def sorted(some: Seq[Row]): String = some.map(_.toString).sorted.mkString("\n")

  private def remember(some: Seq[Row]): Unit = {
    rows = some
    fixture.spark.createDataFrame(rows.asJava, schema).createOrReplaceTempView("model")
  }
}
