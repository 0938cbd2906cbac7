package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{CellUtil, KeyValue, TableName}
import org.apache.hadoop.hbase.client.{Admin, Connection, Scan}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{AfterAll, AfterEach, BeforeAll}

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.hbase.bulkload.BulkLoadSteps
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** Tables of one shape, rows for them in the view `bulk_rows`, and a folder for what bulk loads stage. */
abstract class BulkLoadTables extends ClusterWithJar {
  protected val Rows = 2000
  protected val InRegions = ", 'hbase.splits' = '700; 1400'"
  protected var folder: Path = _

  @BeforeAll
  def makeRows(): Unit = {
    folder = Files.createTempDirectory("bulk-load-")
    fixture.spark
      .range(Rows)
      .selectExpr(
        s"CAST((id * 7919) % $Rows AS INT) AS id",
        "concat('user', id % 50) AS user",
        "IF(id % 3 = 0, NULL, id / 4) AS spent",
        "IF(id % 5 = 0, NULL, concat('note', id)) AS note",
        "make_date(2024, 1, 1 + CAST(id % 28 AS INT)) AS day"
      )
      .createOrReplaceTempView("bulk_rows")
  }

  @AfterEach
  def goOn(): Unit = BulkLoadSteps.goOn()

  @AfterAll
  def removeFolder(): Unit = if (folder != null) {
    Using.resource(Files.walk(folder))(_.iterator.asScala.toList).reverse.foreach(Files.delete)
  }

  /** With two families. */
  protected def create(name: String, layout: String, more: String = "", clause: String = ""): Unit = fixture.sql(
    s"CREATE TABLE hbase.default.$name (id INT, user STRING, spent DOUBLE, note STRING, day DATE, PRIMARY KEY (id, user)) " +
      s"USING hbase $clause TBLPROPERTIES ('hbase.layout' = '$layout', 'hbase.column.note.family' = 'big', " +
      s"'hbase.coprocessor.jar' = 'file://$jar'$more)"
  )

  protected def load(rows: DataFrame, name: String, options: (String, String)*): Unit =
    rows.writeTo(s"hbase.default.$name").option("write", "bulk").options(options.toMap).append()

  protected def load(name: String): Unit = load(fixture.spark.table("bulk_rows"), name)

  /** Stages in a folder whose content tests can see. */
  protected def inFolder[T](action: => T): T =
    fixture.withSettings("spark.sql.hbase.bulk.folder" -> folder.toUri.toString)(action)

  /** Lists the staged files after all tasks have ended: a failed query does not wait for tasks that it gives up. */
  protected def staged: Seq[Path] = {
    fixture.awaitTasks()
    Using.resource(Files.list(folder))(_.iterator.asScala.toList)
  }

  protected def connection[T](action: Connection => T): T =
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase"))(shared => action(shared.connection))

  protected def admin[T](action: Admin => T): T = connection(c => Using.resource(c.getAdmin)(action))

  /** All versions and delete markers, without timestamps. */
  protected def cells(name: String): Seq[String] = connection { connection =>
    Using.resource(connection.getTable(TableName.valueOf(name))) { table =>
      Using.resource(table.getScanner(new Scan().setRaw(true).readAllVersions())) { rows =>
        rows.asScala.toList.flatMap(_.rawCells).map { c =>
          val parts =
            Seq(CellUtil.cloneRow(c), CellUtil.cloneFamily(c), CellUtil.cloneQualifier(c), CellUtil.cloneValue(c))
          s"${parts.map(Bytes.toStringBinary).mkString(" ")} ${KeyValue.Type.codeToType(c.getTypeByte)}"
        }
      }
    }
  }

  protected def sorted(table: String): Seq[String] = fixture.sql(s"SELECT * FROM $table").map(_.toString).sorted

  protected def count(name: String): Long = fixture.sql(s"SELECT count(*) FROM hbase.default.$name").head.getLong(0)
}
