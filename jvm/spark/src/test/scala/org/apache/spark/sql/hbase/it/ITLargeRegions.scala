package org.apache.spark.sql.hbase.it

import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.read.partition.HBaseInputPartition

/** A table of one region with one store file, read by several tasks. */
class ITLargeRegions extends ClusterWithJar {
  private val Table = "hbase.default.events"
  private val WithoutJar = "hbase.default.bare_events"
  private val Rows = 20000
  private val SmallRanges = "spark.sql.hbase.partition.bytes" -> "10k"

  @BeforeAll
  def fill(): Unit = {
    fixture.spark
      .range(Rows)
      .selectExpr("concat('user', lpad(hash(id), 11, '0')) AS name", "id", "concat('note', id) AS note")
      .createOrReplaceTempView("expected")
    Seq(Table -> s"'hbase.coprocessor.jar' = 'file://$jar',", WithoutJar -> "").foreach { case (table, property) =>
      fixture.sql(s"""CREATE TABLE $table (name STRING, id BIGINT, note STRING, PRIMARY KEY (name, id)) USING hbase
        | TBLPROPERTIES ($property 'hbase.layout' = 'columns')""".stripMargin)
      fixture.sql(s"INSERT INTO $table SELECT * FROM expected")
      flush(TableName.valueOf(table.stripPrefix("hbase.default.")))
    }
  }

  private def flush(table: TableName): Unit =
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      Using.resource(shared.connection.getAdmin)(_.flush(table))
    }

  private def scan(frame: DataFrame): BatchScanExec =
    collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head

  private def metric(frame: DataFrame, name: String): Long = scan(frame).metrics(name).value

  @Test
  def everyTaskReadsAboutTheSameAndEachRowOnce(): Unit = fixture.withSettings(SmallRanges) {
    val frame = fixture.spark.sql(s"SELECT name, id, note FROM $Table")
    val expected = fixture.sql("SELECT name, id, note FROM expected ORDER BY id")
    assertEquals(expected, frame.collect().toSeq.sortBy(_.getLong(1)))
    assertEquals(1L, metric(frame, "hbaseRegions"))
    assertEquals(4L, metric(frame, "hbaseRanges"), "two tasks per core")
    assertEquals(Rows.toLong, metric(frame, "hbaseServerRowsScanned"))
    val perTask = frame.rdd.mapPartitions(rows => Iterator(rows.size)).collect()
    assertEquals(4, perTask.length)
    assertTrue(perTask.min > Rows / 8 && perTask.max < Rows / 2, perTask.mkString(","))
  }

  @Test
  def aTableThatIsReadSoonHasOneTaskForEachCore(): Unit =
    fixture.withSettings("spark.sql.hbase.partition.bytes" -> "100k") {
      val frame = fixture.spark.sql(s"SELECT id FROM $Table")
      assertEquals(Rows, frame.collect().length)
      assertEquals(2L, metric(frame, "hbaseRanges"))
    }

  @Test
  def regionsOfASmallTableShareATaskOfTheCoprocessor(): Unit = {
    fixture.sql(s"""CREATE TABLE hbase.default.regions (id BIGINT, PRIMARY KEY (id)) USING hbase
      | TBLPROPERTIES ('hbase.splits' = '10; 20; 30', 'hbase.coprocessor.jar' = 'file://$jar')""".stripMargin)
    fixture.sql("INSERT INTO hbase.default.regions SELECT id FROM range(40)")
    Seq("true" -> 2, "false" -> 4).foreach { case (mode, tasks) =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        val frame = fixture.spark.sql("SELECT id FROM hbase.default.regions")
        assertEquals(40, frame.collect().length)
        assertEquals(tasks, frame.rdd.getNumPartitions, mode)
      }
    }
  }

  @Test
  def aggregatesOfAllRangesAreMerged(): Unit = fixture.withSettings(SmallRanges) {
    Seq(
      "SELECT count(*), sum(id), min(name), max(note) FROM t",
      "SELECT id % 7, count(*) FROM t GROUP BY 1 ORDER BY 1",
      "SELECT id FROM t ORDER BY note DESC LIMIT 5",
      "SELECT count(*) FROM t WHERE name LIKE 'user00%'",
      "SELECT count(*) FROM (SELECT id FROM t LIMIT 17)"
    ).foreach { query =>
      fixture.assertRows(fixture.sql(query.replace("FROM t", "FROM expected")), query.replace("FROM t", s"FROM $Table"))
    }
  }

  @Test
  def rangesMeetAtTheirKeys(): Unit = fixture.withSettings(SmallRanges) {
    val ranges = scan(fixture.spark.sql(s"SELECT count(*) FROM $Table")).scan.toBatch
      .planInputPartitions()
      .flatMap(_.asInstanceOf[HBaseInputPartition].ranges)
    assertEquals(Seq(), ranges.head.startRow.toSeq)
    assertEquals(Seq(), ranges.last.stopRow.toSeq)
    ranges.zip(ranges.tail).foreach { case (left, right) => assertEquals(left.stopRow.toSeq, right.startRow.toSeq) }
  }

  @Test
  def regionsAreWholeWhereNobodyTellsWhereToCut(): Unit =
    Seq(
      (Table, SmallRanges._2, "false"),
      (Table, "0", "true"),
      (Table, "1g", "true"),
      (WithoutJar, SmallRanges._2, "true")
    ).foreach { case (table, bytes, mode) =>
      fixture.withSettings("spark.sql.hbase.partition.bytes" -> bytes, "spark.sql.hbase.coprocessor" -> mode) {
        val frame = fixture.spark.sql(s"SELECT id FROM $table")
        assertEquals(Rows, frame.collect().length)
        assertEquals(1L, metric(frame, "hbaseRanges"), s"$table $bytes $mode")
      }
    }
}
