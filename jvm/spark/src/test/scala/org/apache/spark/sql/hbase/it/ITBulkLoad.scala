package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import java.util.concurrent.atomic.AtomicInteger

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Scan, SecureBulkLoadClient}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.TaskContext
import org.apache.spark.sql.Row
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.bulkload.BulkLoadSteps
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** Rows and files that are written by store files, compared with the same rows written by puts. */
class ITBulkLoad extends BulkLoadTables {
  private def file(name: String, lines: String*): Path =
    Files.writeString(folder.resolve(name), lines.mkString("", "\n", "\n"))

  private def call(table: String, path: Any, more: String = ""): Seq[Row] =
    fixture.sql(s"CALL hbase.system.bulk_load(table => '$table', path => '$path'$more)")

  private def rows(table: String): Seq[Row] = fixture.sql(s"SELECT * FROM hbase.default.$table ORDER BY id, user")

  @Test
  def cellsAreThoseOfPuts(): Unit = Seq(
    ("packed", InRegions, "", "false"),
    ("columns", InRegions, "", "true"),
    ("packed", "", "CLUSTERED BY (user) INTO 4 BUCKETS", "false")
  ).zipWithIndex.foreach { case ((layout, more, clause, parallel), i) =>
    Seq(s"put$i", s"loaded$i").foreach(create(_, layout, more, clause))
    fixture.sql(s"INSERT INTO hbase.default.put$i SELECT * FROM bulk_rows")
    load(fixture.spark.table("bulk_rows"), s"loaded$i", "parallel" -> parallel)
    assertEquals(cells(s"put$i"), cells(s"loaded$i"), s"$layout$more$clause")
    assertEquals(sorted("bulk_rows"), sorted(s"hbase.default.loaded$i"), s"$layout$more$clause")
  }

  /** The last task ends once rows were seen, which must be all of some regions and none of the others. */
  @Test
  def inParallelModeARegionIsLoadedWhileTasksWriteOthers(): Unit = {
    create("parallel", "packed", InRegions)
    val cluster = HBaseCluster.ofCatalog("hbase")
    val loaded = new CountDownLatch(1)
    val seen = new AtomicInteger
    val tasks = new AtomicInteger
    BulkLoadSteps.atAny {
      case "RegionsLoaded" if loaded.getCount > 0 =>
        seen.set(rowsOf("parallel", cluster))
        loaded.countDown()
      case "TaskWritten" =>
        val task = TaskContext.get()
        tasks.incrementAndGet()
        if (task.partitionId == task.numPartitions - 1)
          assertTrue(loaded.await(60, TimeUnit.SECONDS), "no region was loaded before all tasks were done")
    }
    load(fixture.spark.table("bulk_rows"), "parallel", "parallel" -> "true")
    // Where the second task ends, which it finds by sampling, the second region mostly goes on.
    assertTrue(Set(700, 1400)(seen.get), s"${seen.get} rows")
    assertEquals(3, tasks.get, "one task for each region, whatever adaptive execution makes of so few rows")
    assertEquals(sorted("bulk_rows"), sorted("hbase.default.parallel"))
  }

  private def rowsOf(table: String, cluster: ClusterSettings): Int = HBaseCluster.use(cluster) { shared =>
    Using.resource(shared.connection.getTable(TableName.valueOf(table))) { t =>
      Using.resource(t.getScanner(new Scan()))(_.asScala.size)
    }
  }

  @Test
  def loadedRowsAreReadFromStoreFiles(): Unit = {
    create("direct", "packed", InRegions)
    load("direct")
    assertReadFromStoreFiles("direct")
  }

  /** Tables on object stores have this tracker: a store's files are those of its list, whatever lies in its folder. */
  @Test
  def aStoreThatKeepsAListOfItsFilesIsLoadedAndRead(): Unit = {
    create("tracked", "packed", InRegions)
    val name = TableName.valueOf("tracked")
    admin(_.modifyTableStoreFileTracker(name, "FILE"))
    // So few that the scanner is not asked for the second file.
    load(fixture.spark.table("bulk_rows").where("id % 100 <> 1"), "tracked")
    fixture.sql("INSERT INTO hbase.default.tracked SELECT * FROM bulk_rows WHERE id % 100 = 1")
    admin(_.flush(name))
    assertReadFromStoreFiles("tracked")
    assertEquals("FILE", admin(_.getDescriptor(name)).getValue("hbase.store.file-tracker.impl"))
  }

  private def assertReadFromStoreFiles(table: String): Unit = {
    val query = "SELECT user, count(*), sum(spent), max(day) FROM t GROUP BY user ORDER BY user"
    val expected = fixture.sql(query.replace("FROM t", "FROM bulk_rows"))
    // The second query has region servers keep the columns, the third one finds them there.
    val fromMemory = (1 to 3).map { _ =>
      val frame = fixture.spark.sql(query.replace("FROM t", s"FROM hbase.default.$table"))
      assertEquals(expected, frame.collect().toSeq)
      val metrics = collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head.metrics
      assertEquals((Rows.toLong, 0L), (metrics("hbaseStoreFileRows").value, metrics("hbaseFallbacks").value))
      metrics("hbaseColumnMemoryRows").value
    }
    assertEquals(0L, fromMemory.head)
    assertTrue(fromMemory.last > Rows / 2, fromMemory.toString)
  }

  @Test
  def aTableIsMadeWithLoadedRows(): Unit = {
    val key = "TBLPROPERTIES ('hbase.key' = 'id, user')"
    val rows = fixture.spark.table("bulk_rows")
    def made(name: String) = rows.writeTo(s"hbase.default.$name").using("hbase").tableProperty("hbase.key", "id, user")
    fixture.sql(s"CREATE TABLE hbase.default.made_put USING hbase $key AS SELECT * FROM bulk_rows")
    fixture.sql(
      s"CREATE TABLE hbase.default.made_sql USING hbase OPTIONS ('write' = 'bulk') $key AS SELECT * FROM bulk_rows"
    )
    made("made_api").option("write", "bulk").option("parallel", "true").create()
    made("made_api").option("write", "bulk").createOrReplace()
    val replaced = fixture.sql("SHOW TBLPROPERTIES hbase.default.made_api ('hbase.table')").head.getString(1)
    Seq("made_sql", replaced).foreach { loaded =>
      assertEquals(cells("made_put"), cells(loaded), loaded)
      assertTrue(wasLoaded(loaded) && !wasLoaded("made_put"), loaded)
    }
    val properties = fixture.sql("SHOW TBLPROPERTIES hbase.default.made_sql").map(_.getString(0))
    assertTrue(!properties.exists(_.contains("write")), properties.toString)
    fixture.assertRaises("SPARKSQL_HBASE.UNKNOWN_OPTION", "an option that is not known") {
      made("made_never").option("wirte", "bulk").create()
    }
    val empty = "CREATE TABLE hbase.default.made_never (k INT, PRIMARY KEY (k)) USING hbase OPTIONS ('write' = 'bulk')"
    val message = fixture.assertFails("SPARKSQL_HBASE.INVALID_PROPERTY", empty)
    assertTrue(message.contains("only CREATE TABLE ... AS SELECT writes rows"), message)
    assertTrue(!admin(_.tableExists(TableName.valueOf("made_never"))))
  }

  /** Puts of these tests are in memory, and files of loads on disk. */
  private def wasLoaded(table: String): Boolean = admin { admin =>
    val name = TableName.valueOf(table)
    val servers = admin.getRegionServers.asScala
    val files = servers.flatMap(s => admin.getRegionMetrics(s, name).asScala).map(_.getStoreFileCount).sum
    files > 0
  }

  @Test
  def whatComesLaterWinsWhereverItLies(): Unit = {
    create("later", "packed")
    load("later")
    fixture.sql("INSERT INTO hbase.default.later SELECT id, user, 1.0D, note, day FROM bulk_rows WHERE id < 100")
    load(fixture.spark.sql("SELECT id, user, 2.0D AS spent, note, day FROM bulk_rows WHERE id < 10"), "later")
    fixture.assertRows(
      Seq(Row(1.0, 90L), Row(2.0, 10L)),
      "SELECT spent, count(*) FROM hbase.default.later WHERE id < 100 GROUP BY spent ORDER BY spent"
    )
  }

  @Test
  def aNullHidesTheValueBefore(): Unit = {
    create("nulls", "columns")
    fixture.sql(
      "INSERT INTO hbase.default.nulls VALUES (1, 'a', 2.5D, 'old', DATE'2024-01-01'), (2, 'b', 1.0D, 'x', NULL)"
    )
    val update = "SELECT 1 AS id, 'a' AS user, 3.5D AS spent, CAST(NULL AS STRING) AS note, CAST(NULL AS DATE) AS day"
    load(fixture.spark.sql(update), "nulls")
    fixture.assertRows(
      Seq(Row(1, "a", 3.5, null, null), Row(2, "b", 1.0, "x", null)),
      "SELECT * FROM hbase.default.nulls ORDER BY id"
    )
  }

  @Test
  def nothingStaysInTheFolderThatHBaseMakes(): Unit = {
    create("no_folder", "packed")
    load("no_folder")
    val (made, conf) = connection { c =>
      Using.resource(c.getTable(TableName.valueOf("no_folder"))) { table =>
        val client = new SecureBulkLoadClient(c.getConfiguration, table)
        val made = client.prepareBulkLoad(c)
        client.cleanupBulkLoad(c, made)
        (new HadoopPath(made), c.getConfiguration)
      }
    }
    val left = made.getFileSystem(conf).listStatus(made.getParent).map(_.getPath.getName)
    assertEquals(Seq.empty, left.filter(_.contains("no_folder")).toSeq)
  }

  @Test
  def sqlWritesThisWayToo(): Unit = {
    create("by_sql", "packed")
    fixture.sql("INSERT INTO hbase.default.by_sql WITH ('write' = 'bulk') SELECT * FROM bulk_rows")
    assertEquals(Rows.toLong, count("by_sql"))
    fixture.assertFails(
      "SPARKSQL_HBASE.UNKNOWN_OPTION",
      "INSERT INTO hbase.default.by_sql WITH ('wirte' = 'bulk') SELECT * FROM bulk_rows"
    )
  }

  @Test
  def linesBecomeRowsInTheOrderOfTheColumns(): Unit = {
    create("lines", "packed", InRegions)
    val path = file("lines.csv", "1,a,0.5,\"x, y\",2024-01-02", "900,b,,,", "1500,c,-1e3,,1999-12-31")
    val answer = call("lines", path).head
    assertEquals((3L, 3L * 2, 0L), (answer.getLong(0), answer.getInt(1).toLong, answer.getLong(3)))
    assertTrue(answer.getLong(2) > 1000, answer.toString)
    val day = java.sql.Date.valueOf("2024-01-02")
    val expected = Seq(
      Row(1, "a", 0.5, "x, y", day),
      Row(900, "b", null, null, null),
      Row(1500, "c", -1000.0, null, java.sql.Date.valueOf("1999-12-31"))
    )
    assertEquals(expected, rows("lines"))
    // The same file once more replaces the rows.
    call("default.lines", path, ", parallel => true")
    assertEquals(expected, rows("lines"))
  }

  @Test
  def delimitersAndOptionsAreSparks(): Unit = {
    create("options", "columns")
    val path = file("options.csv", "id|user|spent|note|day", "1|a|0.5|none|01/02/2024")
    call(
      "options",
      path,
      ", delimiter => '|', options => map('header', 'true', 'dateFormat', 'dd/MM/yyyy', 'nullValue', 'none')"
    )
    assertEquals(Seq(Row(1, "a", 0.5, null, java.sql.Date.valueOf("2024-02-01"))), rows("options"))
  }

  @Test
  def aMalformedLineIsAnErrorWithItsFileAndText(): Unit = inFolder {
    create("malformed", "packed", InRegions)
    Seq("7,b,zero,,", "7,,1.0,,").foreach { line =>
      val path = file("malformed.csv", "1,a,0.5,x,2024-01-02", line)
      val message = fixture.assertFails(
        "SPARKSQL_HBASE.MALFORMED_INPUT",
        s"CALL hbase.system.bulk_load(table => 'malformed', path => '$path')"
      )
      assertTrue(message.contains("malformed.csv") && message.contains(line), message)
      assertEquals(0L, count("malformed"))
      assertEquals(Seq.empty, staged.filter(_.getFileName.toString.startsWith("malformed-")))
    }
  }

  @Test
  def malformedLinesAreSetAside(): Unit = {
    create("aside", "packed")
    val path = file("aside.csv", "1,a,0.5,x,2024-01-02", "oops", "2,b,zero,,", "3,c,1.5,,", ",d,1.0,,")
    val bad = folder.resolve("aside.bad")
    val answer = call("aside", path, s", bad_records => '$bad'").head
    assertEquals((2L, 3L), (answer.getLong(0), answer.getLong(3)))
    assertEquals(2L, count("aside"))
    val kept = fixture.spark.read.json(bad.toString).select("record", "file").collect().toSeq
    assertEquals(Set("oops", "2,b,zero,,", ",d,1.0,,"), kept.map(_.getString(0)).toSet)
    assertTrue(kept.forall(_.getString(1).endsWith("aside.csv")), kept.toString)
  }

  @Test
  def otherFormatsAreReadByTheNamesOfTheirColumns(): Unit = {
    create("formats", "columns", InRegions)
    val parquet = folder.resolve("rows.parquet").toString
    fixture.spark.sql("SELECT day, note, user, spent, id FROM bulk_rows").write.parquet(parquet)
    assertEquals(Rows.toLong, call("formats", parquet, ", format => 'PARQUET'").head.getLong(0))
    assertEquals(sorted("bulk_rows"), sorted("hbase.default.formats"))
  }

  @Test
  def wrongArgumentsAreRefused(): Unit = {
    create("arguments", "packed")
    val path = file("arguments.csv", "1,a,0.5,x,2024-01-02")
    Seq(
      "UNKNOWN_TABLE" -> s"table => 'nowhere', path => '$path'",
      "INVALID_OPTION" -> "table => 'arguments', path => ' '",
      "INVALID_OPTION" -> s"table => 'arguments', path => '$path', format => 'json', delimiter => ','",
      "INVALID_OPTION" -> s"table => 'arguments', path => '$path', format => 'parquet', bad_records => '/x'",
      "INVALID_OPTION" -> s"table => 'arguments', path => '$path', options => map('MODE', 'DROPMALFORMED')"
    ).foreach { case (condition, arguments) =>
      fixture.assertFails(s"SPARKSQL_HBASE.$condition", s"CALL hbase.system.bulk_load($arguments)")
    }
    assertEquals(0L, count("arguments"))
  }
}
