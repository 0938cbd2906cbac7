package org.apache.spark.sql.hbase.it

import java.nio.file.Path
import java.util.UUID

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, Connection, Put, Scan, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.cluster.HBaseCluster

/**
 * One SQL table in all forms that its rows can have in HBase, for statements that write.
 *
 * @param jar of the coprocessor; all but the adopted tables have it
 */
final class WrittenTables(fixture: SqlFixture, jar: Path) {
  import WrittenTables._

  /** Creates a table, lets `action` use it by its SQL name, and drops it. */
  def withTable[T](form: Form)(action: String => T): T = {
    val name = s"${form.name}${UUID.randomUUID().toString.take(8)}"
    if (form.isAdopted) adopt(name)
    val attached = if (form.isAdopted) Map.empty else Map("hbase.coprocessor.jar" -> s"file://$jar")
    val properties = (form.properties ++ attached).map { case (key, value) => s"'$key' = '$value'" }.mkString(", ")
    val table = s"hbase.default.$name"
    fixture.sql(
      s"CREATE TABLE $table ($Columns, PRIMARY KEY (a, b)) USING hbase ${form.clause} TBLPROPERTIES ($properties)"
    )
    try action(table)
    finally fixture.sql(s"DROP TABLE $table PURGE")
  }

  /** As another program would create it. */
  private def adopt(name: String): Unit = connected { connection =>
    val builder = TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
    Seq("f", "g").foreach(family => builder.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family)))
    connection.getAdmin.createTable(builder.build())
  }

  /** Gives every row of a table a cell that the SQL table does not know. */
  def addForeignCells(table: String): Unit = connected { connection =>
    val hbaseTable = connection.getTable(hbaseName(table))
    rowKeys(table).foreach { rowKey =>
      hbaseTable.put(new Put(rowKey).addColumn(Bytes.toBytes("f"), Bytes.toBytes("foreign"), Bytes.toBytes(1)))
    }
    hbaseTable.close()
  }

  /** Makes a store file of what is in memory. */
  def flush(table: String): Unit = connected(_.getAdmin.flush(hbaseName(table)))

  private def hbaseName(table: String): TableName = TableName.valueOf(table.stripPrefix("hbase.default."))

  /** Returns the row keys of all rows that HBase has. */
  def rowKeys(table: String): Seq[Array[Byte]] = connected { connection =>
    val hbaseTable = connection.getTable(hbaseName(table))
    val scanner = hbaseTable.getScanner(new Scan())
    try Iterator.continually(scanner.next()).takeWhile(_ != null).map(_.getRow).toVector
    finally {
      scanner.close()
      hbaseTable.close()
    }
  }

  def connected[T](action: Connection => T): T =
    HBaseCluster.use(HBaseCluster.settings(Map("quorum" -> fixture.quorum)))(shared => action(shared.connection))
}

object WrittenTables {
  val Columns = "a INT, b STRING, v BIGINT, w STRING, d DECIMAL(12,2)"

  final case class Form(name: String, properties: Map[String, String], clause: String = "") {
    def isAdopted: Boolean = name == "adopted"
  }

  val Packed: Form = Form("packed", Map("hbase.column.w.family" -> "g"))
  val CellEach: Form = Form("columns", Map("hbase.layout" -> "columns", "hbase.column.w.family" -> "g"))

  val Salted: Form = Form("salted", Packed.properties, "CLUSTERED BY (a) INTO 4 BUCKETS")
  val Adopted: Form = Form(
    "adopted",
    Map("hbase.family" -> "f", "hbase.column.w.family" -> "g", "hbase.column.v.encoding" -> "hbase")
  )

  /** Four values of `a` a group, in four buckets. */
  val Columnar: Form = Form("columnar", Map("hbase.layout" -> "columnar", "hbase.group.bits" -> "38"), Salted.clause)

  val all: Seq[Form] = Seq(Salted, CellEach, Adopted)

  /** Sixty rows with NULLs; values come after the key as the statement's SELECT. */
  val SomeRows: String =
    "SELECT CAST(id % 7 AS INT) AS a, concat('b', id) AS b, IF(id % 5 = 0, NULL, id) AS v, " +
      "IF(id % 3 = 0, NULL, concat('w', id % 4)) AS w, CAST(id / 3 AS DECIMAL(12,2)) AS d FROM range(60)"
}
