package org.apache.spark.sql.hbase.it

import java.util.UUID

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{CellUtil, TableName}
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, Put, Scan, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.write.{LargeRows, WriteAttempts}

/** CREATE, INSERT, SELECT and DROP through the catalog against a real HBase, without the coprocessor. */
class ITTables extends ClusterWithJar {
  import Samples._

  private def newName(): String = "hbase.default.t" + UUID.randomUUID().toString.replace("-", "")

  private def withTable[T](columns: String, properties: String = "")(action: String => T): T = {
    val table = newName()
    val clause = if (properties.isEmpty) "" else s"TBLPROPERTIES ($properties)"
    fixture.sql(s"CREATE TABLE $table ($columns) USING hbase $clause")
    try action(table)
    finally fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def everyTypeComesBackInEveryLayoutAndEncoding(): Unit =
    Seq(
      "",
      "'hbase.layout' = 'columns'",
      "'hbase.layout' = 'columns', 'hbase.encoding' = 'hbase'",
      "'hbase.layout' = 'columns', 'hbase.encoding' = 'phoenix'",
      "'hbase.layout' = 'columns', 'hbase.encoding' = 'string', 'hbase.column.by.encoding' = 'hbase'",
      "'hbase.column.st.family' = 'g'"
    ).foreach { properties =>
      withTable(AllTypesColumns, properties) { table =>
        Seq("true", "false").foreach { ansi =>
          fixture.withSettings("spark.sql.ansi.enabled" -> ansi) {
            fixture.sql(s"INSERT INTO $table VALUES $AllTypesRows")
            val expected = fixture.sql(s"SELECT * FROM VALUES $AllTypesRows ORDER BY 1")
            fixture.assertRows(expected, s"SELECT * FROM $table ORDER BY ke")
            fixture.assertRows(Seq(Row(3L)), s"SELECT count(*) FROM $table")
            fixture.assertRows(expected.map(r => Row(r.get(9), r.get(0))), s"SELECT st, ke FROM $table ORDER BY ke")
          }
        }
      }
    }

  /** A cell that two attempts wrote at other times would have two versions. */
  @Test
  def aTaskThatIsKilledAndRepeatedWritesItsRowsOnce(): Unit =
    Seq("", "'hbase.layout' = 'columns', ").foreach { layout =>
      withTable("k INT, v BIGINT, s STRING, PRIMARY KEY (k)", s"$layout'hbase.versions' = '5'") { table =>
        val rows =
          fixture.spark.sql("SELECT CAST(id AS INT) AS k, IF(id % 7 = 0, NULL, id) AS v, 'x' AS s FROM range(50)")
        val settings = HBaseCluster.ofCatalog("hbase")
        val name = table.stripPrefix("hbase.default.")
        val schema = schemaOf(table, settings)
        WriteAttempts.repeatTask(schema, settings, rows)
        fixture.assertRows(rows.collect().toSeq, s"SELECT * FROM $table ORDER BY k")
        fixture.assertRows(Seq(Row(1L)), s"SELECT count(DISTINCT _timestamp) FROM $table")
        val cells = HBaseCluster.use(settings) { c =>
          Using.resource(c.connection.getTable(TableName.valueOf(name))) { t =>
            Using.resource(t.getScanner(new Scan().readAllVersions()))(_.asScala.flatMap(_.rawCells).toVector)
          }
        }
        val places =
          cells.map(c => Bytes.toStringBinary(CellUtil.cloneRow(c)) + Bytes.toStringBinary(CellUtil.cloneQualifier(c)))
        assertEquals(places.distinct, places)
      }
    }

  private def schemaOf(table: String, settings: ClusterSettings): TableSchema = HBaseCluster.use(settings) { c =>
    new MetadataStore(c.connection).load("default", table.stripPrefix("hbase.default.")).get.schema
  }

  /** The region server stands still when it has a row of each region, so nothing that is sent is stored until it goes on. */
  @Test
  def whoWritesFasterThanARegionServerStoresWaitsForIt(): Unit = {
    val rows = 512
    withTable("k INT, v BINARY, PRIMARY KEY (k)", "'hbase.layout' = 'columns', 'hbase.splits' = '200; 400'") { table =>
      val settings = HBaseCluster.ofCatalog("hbase")
      val writer = new LargeRows(schemaOf(table, settings), settings, rows)
      hbase.whileHalted {
        val sent = writer.writeUntilItWaits()
        assertTrue(writer.isWaiting)
        assertTrue(sent > 0 && sent <= LargeRows.MostBytes, s"$sent of ${rows * LargeRows.RowBytes} bytes")
      }
      writer.finish()
      fixture.assertRows(
        Seq(Row(rows.toLong, rows.toLong * LargeRows.RowBytes)),
        s"SELECT count(*), sum(octet_length(v)) FROM $table"
      )
    }
  }

  @Test
  def everyTypeCanBeAKeyInBothOrders(): Unit = {
    val names = KeyValues.indices.map("k" + _)
    val columns = names.zip(KeyValues).map { case (name, (sqlType, _)) => s"$name $sqlType" }
    val rows = (0 to 4)
      .map { row =>
        KeyValues
          .map { case (sqlType, values) => s"CAST(${values(row % values.size)} AS $sqlType)" }
          .mkString("(", ", ", s", $row)")
      }
      .mkString(", ")
    val expected = fixture.sql(s"SELECT * FROM VALUES $rows ORDER BY ${names.size + 1}")
    // A BINARY key column has no end mark: it comes last and cannot be descending.
    val descending = names.init.map(name => s"'hbase.column.$name.order' = 'desc'").mkString(", ")
    Seq("", descending).foreach { properties =>
      withTable(s"${columns.mkString(", ")}, v INT, PRIMARY KEY (${names.mkString(", ")})", properties) { table =>
        fixture.sql(s"INSERT INTO $table VALUES $rows")
        fixture.assertRows(expected, s"SELECT * FROM $table ORDER BY v")
      }
    }
  }

  @Test
  def rowsLieInKeyOrder(): Unit =
    withTable("a INT, b STRING, PRIMARY KEY (a, b)", "'hbase.column.a.order' = 'desc'") { table =>
      fixture.sql(s"INSERT INTO $table VALUES (-1, 'x'), (2, 'ab'), (2, 'a'), (10, '')")
      // One region and one task: rows come as they lie.
      fixture.assertRows(Seq(Row(10, ""), Row(2, "a"), Row(2, "ab"), Row(-1, "x")), s"SELECT * FROM $table")
    }

  @Test
  def skippedNullsLeaveValuesAsTheyAre(): Unit =
    Seq("'hbase.layout' = 'columns'", "'hbase.layout' = 'packed'", "'hbase.column.w.family' = 'g'").foreach { layout =>
      withTable("k INT, v INT, w STRING, PRIMARY KEY (k)", layout) { table =>
        fixture.sql(s"INSERT INTO $table VALUES (1, 10, 'a')")
        fixture.sql(s"INSERT INTO $table WITH ('nulls' = 'skip') (k, w) VALUES (1, 'b'), (2, 'c')")
        fixture.assertRows(Seq(Row(1, 10, "b"), Row(2, null, "c")), s"SELECT * FROM $table ORDER BY k")
        // Rows from before a column was added take values in it, too.
        fixture.sql(s"ALTER TABLE $table ADD COLUMN x DOUBLE")
        fixture.sql(s"INSERT INTO $table WITH ('nulls' = 'skip') (k, x) VALUES (1, 1.5), (3, 3.5)")
        val frame = fixture.spark.range(1, 3).selectExpr("CAST(id AS INT) AS k", "CAST(id AS INT) AS v")
        frame
          .selectExpr("k", "v", "CAST(NULL AS STRING) AS w", "CAST(NULL AS DOUBLE) AS x")
          .writeTo(table)
          .option("nulls", "skip")
          .append()
        fixture.assertRows(
          Seq(Row(1, 1, "b", 1.5), Row(2, 2, "c", null), Row(3, null, null, 3.5)),
          s"SELECT * FROM $table ORDER BY k"
        )
        fixture.assertFails(
          "SPARKSQL_HBASE.INVALID_OPTION",
          s"INSERT OVERWRITE $table WITH ('nulls' = 'skip') VALUES (1, 1, 'a', 0)"
        )
      }
    }

  /** Tasks that write one column each meet in every row, and none loses what another has written. */
  @Test
  def columnsThatAreWrittenAtOnceAreAllThere(): Unit =
    Seq("columns", "packed").foreach { layout =>
      withTable("k INT, a INT, b INT, c INT, PRIMARY KEY (k)", s"'hbase.layout' = '$layout'") { table =>
        val failures = new java.util.concurrent.ConcurrentLinkedQueue[Throwable]
        val writers = Seq("a", "b", "c").map { column =>
          new Thread(() =>
            try {
              fixture.sql(
                s"INSERT INTO $table WITH ('nulls' = 'skip') (k, $column) SELECT CAST(id AS INT), 1 FROM range(0, 500, 1, 2)"
              )
            } catch {
              case e: Throwable => failures.add(e)
            }
          )
        }
        writers.foreach(_.start())
        writers.foreach(_.join())
        assertTrue(failures.isEmpty, failures.toString)
        fixture.assertRows(Seq(Row(500L, 500L, 500L, 500L)), s"SELECT count(*), sum(a), sum(b), sum(c) FROM $table")
      }
    }

  @Test
  def aLaterRowReplacesAnEarlierOneAndNullReplacesAValue(): Unit =
    Seq("packed", "columns").foreach { layout =>
      withTable("k INT, v INT, w STRING, PRIMARY KEY (k)", s"'hbase.layout' = '$layout'") { table =>
        fixture.sql(s"INSERT INTO $table VALUES (1, 10, 'a'), (2, 20, 'b')")
        fixture.sql(s"INSERT INTO $table VALUES (1, NULL, NULL)")
        fixture.assertRows(Seq(Row(1, null, null), Row(2, 20, "b")), s"SELECT * FROM $table ORDER BY k")
        fixture.assertRows(Seq(Row(1)), s"SELECT k FROM $table WHERE v IS NULL")
        fixture.sql(s"INSERT INTO $table VALUES (1, 11, 'c')")
        fixture.assertRows(Seq(Row(1, 11, "c"), Row(2, 20, "b")), s"SELECT * FROM $table ORDER BY k")
      }
    }

  @Test
  def dataFramesAreAppended(): Unit = withTable("k BIGINT, v STRING, PRIMARY KEY (k)") { table =>
    fixture.spark.range(0, 1000, 1, 3).selectExpr("id AS k", "'v' || id AS v").writeTo(table).append()
    fixture.assertRows(Seq(Row(1000L, 999L)), s"SELECT count(*), max(k) FROM $table")
    fixture.assertRows(Seq(Row("v77")), s"SELECT v FROM $table WHERE k = 77")
  }

  @Test
  def splitPointsMakeRegionsAndRowsAreReadOnce(): Unit =
    withTable(
      "d DATE, i INT, v INT, PRIMARY KEY (d, i)",
      "'hbase.splits' = \"DATE'2024-01-02'; DATE'2024-01-03', 5; DATE'2024-01-04'\""
    ) { table =>
      fixture.sql(
        s"INSERT INTO $table SELECT date_add(DATE'2024-01-01', CAST(id % 5 AS INT)), CAST(id AS INT), 1 FROM range(100)"
      )
      assertEquals(2, fixture.spark.table(table).rdd.getNumPartitions)
      fixture.assertRows(Seq(Row(100L, 100L)), s"SELECT count(*), count(DISTINCT d, i) FROM $table")
      fixture.withSettings("spark.sql.hbase.partition.regions" -> "1") {
        assertEquals(4, fixture.spark.table(table).rdd.getNumPartitions)
        fixture.assertRows(Seq(Row(100L)), s"SELECT sum(v) FROM $table")
      }
      fixture.withSettings("spark.sql.hbase.partition.regions" -> "4") {
        assertEquals(1, fixture.spark.table(table).rdd.getNumPartitions)
        fixture.assertRows(Seq(Row(100L)), s"SELECT sum(v) FROM $table")
      }
    }

  @Test
  def keyOnlyTablesHoldRows(): Unit = withTable("a INT, b STRING, PRIMARY KEY (a, b)") { table =>
    fixture.sql(s"INSERT INTO $table VALUES (1, ''), (1, 'x')")
    fixture.assertRows(Seq(Row(1, ""), Row(1, "x")), s"SELECT * FROM $table ORDER BY b")
  }

  @Test
  def droppingForgetsTheTableAndKeepsTheRows(): Unit = {
    val table = newName()
    val create = s"CREATE TABLE $table (k INT, v INT, PRIMARY KEY (k)) USING hbase"
    fixture.sql(create)
    fixture.sql(s"INSERT INTO $table VALUES (1, 2)")
    fixture.sql(s"DROP TABLE $table")
    fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", s"SELECT * FROM $table")
    fixture.assertFails(
      "SPARKSQL_HBASE.LAYOUT_MISMATCH",
      s"CREATE TABLE $table (k INT, v BIGINT, PRIMARY KEY (k)) USING hbase"
    )
    fixture.sql(create)
    fixture.assertRows(Seq(Row(1, 2)), s"SELECT * FROM $table")
    fixture.sql(s"DROP TABLE $table PURGE")
    fixture.sql(s"CREATE TABLE $table (k INT, v BIGINT, PRIMARY KEY (k)) USING hbase")
    fixture.assertRows(Seq.empty, s"SELECT * FROM $table")
    fixture.sql(s"DROP TABLE IF EXISTS $table PURGE")
    fixture.sql(s"DROP TABLE IF EXISTS $table")
  }

  @Test
  def anExistingHBaseTableIsAdopted(): Unit = {
    val name = "adopted" + UUID.randomUUID().toString.take(8)
    HBaseCluster.use(HBaseCluster.settings(Map("quorum" -> hbase.quorum))) { shared =>
      val family = ColumnFamilyDescriptorBuilder.of("f")
      shared.connection.getAdmin.createTable(
        TableDescriptorBuilder.newBuilder(TableName.valueOf(name)).setColumnFamily(family).build()
      )
      val puts = Seq(1 -> "v", 2 -> "unmapped").map { case (key, qualifier) =>
        new Put(Bytes.toBytes(s"row$key")).addColumn(Bytes.toBytes("f"), Bytes.toBytes(qualifier), Bytes.toBytes(42L))
      }
      val table = shared.connection.getTable(TableName.valueOf(name))
      puts.foreach(table.put)
      table.close()
    }
    val create = s"CREATE TABLE hbase.default.$name (k STRING, v BIGINT, PRIMARY KEY (k)) USING hbase"
    fixture.assertFails("SPARKSQL_HBASE.FAMILY_MISSING", create)
    val raw = new RawTables(hbase.quorum)
    val before = (raw.descriptor(name), raw.rows(name))
    fixture.sql(s"$create TBLPROPERTIES ('hbase.family' = 'f', 'hbase.column.v.encoding' = 'hbase')")
    assertEquals(before, (raw.descriptor(name), raw.rows(name)))
    fixture.assertRows(Seq(Row("row1", 42L), Row("row2", null)), s"SELECT * FROM hbase.default.$name ORDER BY k")
    fixture.sql(s"INSERT INTO hbase.default.$name VALUES ('row1', NULL)")
    fixture.assertRows(Seq(Row("row1", null), Row("row2", null)), s"SELECT * FROM hbase.default.$name ORDER BY k")
    fixture.sql(s"DROP TABLE hbase.default.$name PURGE")
  }

  @Test
  def namespacesAreHBases(): Unit = {
    fixture.sql("CREATE NAMESPACE hbase.sales COMMENT 'of the shop'")
    assertTrue(fixture.sql("SHOW NAMESPACES IN hbase").contains(Row("sales")))
    assertFalse(fixture.sql("SHOW NAMESPACES IN hbase").contains(Row("hbase")))
    fixture.sql("CREATE TABLE hbase.sales.orders (k INT, PRIMARY KEY (k)) USING hbase")
    assertEquals(Seq("orders"), fixture.sql("SHOW TABLES IN hbase.sales").map(_.getString(1)))
    fixture.assertFails("SCHEMA_NOT_EMPTY", "DROP NAMESPACE hbase.sales")
    fixture.assertFails("SPARKSQL_HBASE.NAMESPACE_NOT_EMPTY", "DROP NAMESPACE hbase.sales CASCADE")
    fixture.sql("DROP TABLE hbase.sales.orders PURGE")
    fixture.sql("DROP NAMESPACE hbase.sales")
    assertFalse(fixture.sql("SHOW NAMESPACES IN hbase").contains(Row("sales")))
  }

  @Test
  def descriptionsShowTheMapping(): Unit =
    withTable("a INT, b STRING COMMENT 'name', v DOUBLE, PRIMARY KEY (a, b)", "'hbase.column.b.order' = 'desc'") {
      table =>
        val text = fixture.sql(s"DESCRIBE EXTENDED $table").mkString("\n")
        val limiting = "=, IN, <, >, BETWEEN limit row keys; filtered in the region server"
        assertTrue(text.contains(s"a: row key part 1, ordered, ascending; $limiting"), text)
        assertTrue(text.contains("v: field 0 of cell d:_p"), text)
        assertTrue(text.contains("name"), text)
        // What SHOW CREATE TABLE prints makes the same table again.
        val statement = fixture.sql(s"SHOW CREATE TABLE $table").head.getString(0)
        fixture.sql(s"INSERT INTO $table VALUES (1, 'x', 2)")
        fixture.sql(s"DROP TABLE $table")
        fixture.sql(statement)
        fixture.assertRows(Seq(Row(1, "x", 2.0)), s"SELECT * FROM $table")
    }

  @Test
  def anUnreachableClusterIsOneErrorWithinSeconds(): Unit =
    fixture.withSettings(
      "spark.sql.catalog.gone" -> "org.apache.spark.sql.hbase.HBaseCatalog",
      "spark.sql.catalog.gone.quorum" -> "127.0.0.1:1"
    ) {
      val start = System.nanoTime()
      val message = fixture.assertFails("SPARKSQL_HBASE.CLUSTER_UNREACHABLE", "SHOW TABLES IN gone.default")
      assertTrue(message.contains("127.0.0.1:1"), message)
      assertTrue(System.nanoTime() - start < 15e9, "took too long")
    }
}
