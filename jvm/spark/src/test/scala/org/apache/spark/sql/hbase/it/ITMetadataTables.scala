package org.apache.spark.sql.hbase.it

import java.time.Instant

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client._
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals, assertTrue}

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** Tests the metadata tables and snapshots of a salted table in two families and three regions. */
class ITMetadataTables extends ClusterWithJar {
  private val Table = "hbase.default.known"
  private val HBaseTable = TableName.valueOf("known")

  private def onCluster[T](action: (Connection, Admin) => T): T =
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      Using.resource(shared.connection.getAdmin)(action(shared.connection, _))
    }

  @BeforeAll
  def fill(): Unit = {
    fixture.sql(
      s"""CREATE TABLE $Table (k INT, v INT, s STRING, PRIMARY KEY (k)) USING hbase TBLPROPERTIES (
         | 'hbase.layout' = 'columns', 'hbase.column.s.family' = 'e', 'hbase.splits' = '100; 200',
         | 'hbase.coprocessor.jar' = 'file://$jar')""".stripMargin
    )
    fixture.sql(s"INSERT INTO $Table SELECT CAST(id AS INT), CAST(id % 10 AS INT), concat('s', id) FROM range(300)")
    // One cell of a row is newer than the others.
    onCluster { (connection, _) =>
      Using.resource(connection.getTable(HBaseTable)) { table =>
        val put = new Put(Bytes.toBytes(150 ^ Int.MinValue), 4102444800000L)
        table.put(put.addColumn(Bytes.toBytes("e"), Bytes.toBytes("s"), Bytes.toBytes("later")))
      }
    }
  }

  private def clientRows(): Seq[Result] = onCluster { (connection, _) =>
    Using.resource(connection.getTable(HBaseTable)) { table =>
      Using.resource(table.getScanner(new Scan()))(_.asScala.toList)
    }
  }

  private def regionNames(): Seq[String] =
    onCluster((_, admin) => admin.getRegions(HBaseTable).asScala.map(_.getEncodedName).toSeq)

  @Test
  def theRegionsAreThoseOfHBase(): Unit = {
    onCluster((_, admin) => admin.flush(HBaseTable))
    val rows = fixture.sql(s"SELECT * FROM $Table.regions")
    assertEquals(regionNames(), rows.map(_.getString(0)))
    assertEquals(
      Seq(("", "\\x80\\x00\\x00d"), ("\\x80\\x00\\x00d", "\\x80\\x00\\x00\\xC8"), ("\\x80\\x00\\x00\\xC8", "")),
      rows.map(r => (r.getString(1), r.getString(2)))
    )
    assertTrue(rows.forall(_.getString(3).startsWith("localhost:")), rows.toString)
    // A file in each of the two families.
    fixture.assertRows(Seq(Row(6L, 0L)), s"SELECT sum(store_files), sum(memstore_bytes) FROM $Table.regions")
  }

  @Test
  def theFamiliesHaveTheirSettings(): Unit = {
    fixture.assertRows(
      Seq(Row("d", 1, null, "FALSE", "FAST_DIFF"), Row("e", 1, null, "FALSE", "FAST_DIFF")),
      s"SELECT family, versions, ttl_seconds, keep_deleted_cells, data_block_encoding FROM $Table.families ORDER BY family"
    )
    fixture.assertRows(Seq(Row("ROW")), s"SELECT settings['BLOOMFILTER'] FROM $Table.Families WHERE family = 'd'")
  }

  @Test
  def theCoprocessorsAreThoseOfTheTable(): Unit = fixture.assertRows(
    Seq(Row(TableCoprocessor.CLASS_NAME, s"file:$jar", "false")),
    s"SELECT class, replace(jar, 'file://', 'file:'), properties['hbase.coprocessor.abortonerror'] FROM $Table.coprocessors"
  )

  @Test
  def inItsNamespaceATableNeedsNoOtherName(): Unit = {
    fixture.sql("USE hbase.default")
    try {
      assertEquals(3, fixture.sql("SELECT * FROM known.regions").size)
      assertEquals(10, fixture.sql("DESCRIBE known.regions").size)
    } finally fixture.sql("USE spark_catalog.default")
    assertEquals(3, fixture.sql(s"SELECT * FROM $Table.regions").size)
    fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", s"SELECT * FROM $Table.segments")
    fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", "SELECT * FROM hbase.default.unknown.regions")
    fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", "SELECT * FROM hbase.known.regions")
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_OPTION", s"SELECT * FROM $Table.regions WITH (x = 1)")
    fixture.assertFails(
      "SPARKSQL_HBASE.UNSUPPORTED_STATEMENT",
      s"SELECT * FROM $Table.regions TIMESTAMP AS OF current_timestamp()"
    )
  }

  @Test
  def theRowKeyIsThatOfHBase(): Unit = {
    val found = fixture.sql(s"SELECT _rowkey FROM $Table ORDER BY k").map(_.getAs[Array[Byte]](0))
    clientRows().map(_.getRow).zip(found).foreach { case (expected, key) => assertArrayEquals(expected, key) }
    assertEquals(300, found.size)
    fixture.assertRows(Seq(Row(7, "s7")), s"SELECT k, s FROM $Table WHERE _rowkey = X'80000007'")
  }

  @Test
  def theTimestampIsThatOfTheNewestCell(): Unit = {
    val expected = clientRows().map(r => Instant.ofEpochMilli(r.rawCells.map(_.getTimestamp).max))
    val found = fixture.sql(s"SELECT CAST(_timestamp AS LONG), unix_millis(_timestamp), k FROM $Table ORDER BY k")
    assertEquals(expected.map(_.toEpochMilli), found.map(_.getLong(1)))
    // Of a column of one family, too.
    fixture.assertRows(Seq(Row(150, "later")), s"SELECT k, s FROM $Table WHERE _timestamp > TIMESTAMP'2099-01-01'")
    fixture.assertRows(
      Seq(Row(300L)),
      s"SELECT count(*) FROM $Table WITH ('time.end' = '4102444800000', 'time.unchecked' = 'true') " +
        "WHERE _timestamp < TIMESTAMP'2099-01-01'"
    )
  }

  @Test
  def theRegionIsThatOfTheRow(): Unit = {
    fixture.assertRows(
      regionNames().map(name => Row(name, 100L)),
      s"SELECT _region, count(*) FROM $Table GROUP BY _region ORDER BY min(k)"
    )
    fixture.assertRows(
      fixture.sql(s"SELECT start_row FROM $Table.regions WHERE start_row LIKE '%d'"),
      s"SELECT r.start_row FROM $Table t JOIN $Table.regions r ON t._region = r.region WHERE t.k = 150"
    )
  }

  @Test
  def keyConditionsStillLimitWhatIsRead(): Unit = Seq("true", "false", "require").foreach { mode =>
    fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
      fixture.assertRows(
        (120 until 125).map(k => Row(k, k % 10, regionNames()(1))),
        s"SELECT k, v, _region FROM $Table WHERE k >= 120 AND k < 125 ORDER BY k"
      )
      fixture.assertRows(Seq(Row(regionNames().last, "s250")), s"SELECT _region, s FROM $Table WHERE k = 250")
      val plan = fixture.sql(s"EXPLAIN SELECT _region, v FROM $Table WHERE k >= 200").head.getString(0)
      assertTrue(plan.contains("1 of 3 regions; in Spark, because it alone knows _region: "), plan)
    }
  }

  @Test
  def onlyNamedMetadataColumnsAreRead(): Unit = {
    assertEquals(Seq("k", "v", "s"), fixture.spark.table(Table).columns.toSeq)
    val plan = fixture.sql(s"EXPLAIN SELECT sum(v) FROM $Table").head.getString(0)
    assertTrue(plan.contains("in region servers"), plan)
  }

  @Test
  def aProposalReadsTheTableOfAnotherProgram(): Unit = {
    def values(i: Int): Seq[(String, String, Array[Byte])] = Seq(
      ("f", "price", Bytes.toBytes(i * 0.25)),
      ("f", "stock", Bytes.toBytes(i - 5)),
      ("f", "sold", Bytes.toBytes(i * 1000000007L)),
      ("f", "active", Bytes.toBytes(i % 3 == 0)),
      ("f", "day of sale", Bytes.toBytes(f"2024-02-${i + 1}%02d")),
      ("e", "price", Bytes.toBytes(s"${i * 10}")),
      ("e", "note", Bytes.toBytes(s"it's #$i")),
      ("e", "raw", Array[Byte](1, i.toByte, 0))
    )
    onCluster { (connection, admin) =>
      val name = TableName.valueOf("foreign_shop")
      val descriptor = TableDescriptorBuilder.newBuilder(name)
      Seq("e", "f").foreach(f => descriptor.setColumnFamily(ColumnFamilyDescriptorBuilder.of(f)))
      admin.createTable(descriptor.build(), Array(Bytes.toBytes("item10")))
      Using.resource(connection.getTable(name)) { table =>
        (0 until 20).foreach { i =>
          val put = new Put(Bytes.toBytes(f"item$i%02d"))
          values(i).foreach { case (f, q, v) => put.addColumn(Bytes.toBytes(f), Bytes.toBytes(q), v) }
          table.put(put)
        }
      }
    }
    val Seq(answer) = fixture.sql("CALL hbase.system.inspect(table => 'default:foreign_shop')")
    assertEquals(("foreign_shop", 20), (answer.getString(0), answer.getInt(1)))
    val ddl = answer.getString(2)
    assertTrue(ddl.contains("-- f:stock, 20 of 20 rows: 4 bytes; 4 bytes, big-endian numbers near zero"), ddl)
    fixture.sql(ddl)
    fixture.assertRows(
      (0 until 20).map { i =>
        Row(
          f"item$i%02d",
          i % 3 == 0,
          f"2024-02-${i + 1}%02d",
          i * 0.25,
          i * 1000000007L,
          i - 5,
          i * 10L,
          s"it's #$i",
          i
        )
      },
      "SELECT rowkey, active, CAST(day_of_sale AS STRING), f_price, sold, stock, price, note, " +
        "CAST(conv(substr(hex(raw), 3, 2), 16, 10) AS INT) FROM hbase.default.foreign_shop ORDER BY 1"
    )
    assertEquals(1, fixture.sql("CALL hbase.system.inspect('foreign_shop', 1)").head.getInt(1))
    fixture.assertFails("SPARKSQL_HBASE.INVALID_ARGUMENT", "CALL hbase.system.inspect('foreign_shop', 0)")
    fixture.assertFails("SPARKSQL_HBASE.INVALID_ARGUMENT", "CALL hbase.system.inspect('a b')")
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_HBASE_TABLE", "CALL hbase.system.inspect('no_such')")
    fixture.assertFails("SPARKSQL_HBASE.LAYOUT_ALREADY_KNOWN", "CALL hbase.system.inspect('known')")
  }

  @Test
  def theExamplesOfTheDocumentationRun(): Unit = {
    val headings = Seq(
      "Time travel",
      "Snapshots",
      "Values that do not decode",
      "A family as a map",
      "Metadata columns",
      "Metadata tables",
      "Tables of other programs"
    )
    headings.flatMap(SqlPage.statements).foreach { case SqlPage.Statement(sql, failure) =>
      failure.fold[Any](fixture.sql(sql))(fixture.assertFails(_, sql))
    }
  }

  @Test
  def snapshotsAreMadeByHBase(): Unit = {
    fixture.assertRows(
      Seq(Row("known_monday", "default.known", "known")),
      "CALL hbase.system.snapshot(table => 'known', name => 'known_monday')"
    )
    val made = onCluster((_, admin) => admin.listSnapshots().asScala.map(s => s.getName -> s.getTableName).toSeq)
    assertEquals(Seq("known_monday" -> HBaseTable), made.filter(_._1.startsWith("known_")))
    val again =
      fixture.assertFails("SPARKSQL_HBASE.SNAPSHOT_FAILED", "CALL hbase.system.snapshot('known', 'known_monday')")
    assertTrue(again.contains("reason="), again)
    fixture.assertFails("SPARKSQL_HBASE.SNAPSHOT_FAILED", "CALL hbase.system.snapshot('known', '.monday')")
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_TABLE", "CALL hbase.system.snapshot('unknown', 'monday')")
  }
}
