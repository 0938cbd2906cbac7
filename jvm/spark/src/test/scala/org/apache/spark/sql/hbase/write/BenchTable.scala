package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.client.cluster.SharedConnection
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.it.SqlFixture

/**
 * A table of four regions into which ways to write take turns.
 *
 * @param rows of [[BenchTable.Select]]
 */
final class BenchTable(fixture: SqlFixture, layout: String, rows: Long) extends AutoCloseable {
  import BenchTable._

  val hbaseName: String = s"bench_$layout"
  val name: String = s"hbase.default.$hbaseName"

  private val encoding =
    if (layout == "columns") ", 'hbase.encoding' = 'hbase', 'hbase.column.id.encoding' = 'ordered'" else ""
  private val splits = (1 to 3).map(rows * _ / 4).mkString(";")
  fixture.sql(
    s"CREATE TABLE $name ($Columns) USING hbase " +
      s"TBLPROPERTIES ('hbase.layout' = '$layout', 'hbase.splits' = '$splits'$encoding)"
  )

  /** The rows, as a query. */
  val select: String = s"SELECT $Select FROM range($rows)"

  def connected[T](action: SharedConnection => T): T = HBaseCluster.use(HBaseCluster.ofCatalog("hbase"))(action)

  /** Rows per second of each way into the empty table, as medians of five rounds after one that warms up. */
  def measure(ways: (() => Unit)*): Seq[Double] = {
    val rounds = (0 to Rounds).map { _ =>
      val (rates, stored) = ways.map { write =>
        fixture.sql(s"TRUNCATE TABLE $name")
        val began = System.nanoTime()
        write()
        (rows * 1e9 / (System.nanoTime() - began), answer)
      }.unzip
      if (stored.distinct.size > 1) throw new IllegalStateException(s"$layout: the stored rows differ: $stored")
      rates
    }
    rounds.tail.transpose.map(_.sorted.apply(Rounds / 2))
  }

  private def answer: Seq[Row] =
    fixture.sql(s"SELECT count(*), sum(id), sum(l1 + l2 + l3 + l4), sum(d1), min(s1), max(s2) FROM $name")

  override def close(): Unit = fixture.sql(s"DROP TABLE $name PURGE")
}

object BenchTable {
  val Rounds = 5

  private val Columns =
    "id BIGINT, l1 BIGINT, l2 BIGINT, l3 BIGINT, l4 BIGINT, d1 DOUBLE, s1 STRING, s2 STRING, PRIMARY KEY (id)"

  private val Select =
    "id, id % 11 AS l1, id % 50 AS l2, id * 7 AS l3, id % 100000 AS l4, (id % 1000) / 8.0D AS d1, " +
      "concat('comment ', id % 1000) AS s1, concat('mode ', id % 7) AS s2"
}
