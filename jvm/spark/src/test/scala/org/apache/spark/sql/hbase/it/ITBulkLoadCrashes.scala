package org.apache.spark.sql.hbase.it

import java.io.FileNotFoundException
import java.util.concurrent.{CyclicBarrier, TimeUnit}

import scala.concurrent.{Await, Future}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._

import org.apache.hadoop.fs.{FSDataInputStream, LocalFileSystem, Path}
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}

import org.apache.spark.sql.Row
import org.apache.spark.sql.functions.lit
import org.apache.spark.sql.hbase.bulkload.{BulkLoadAttempts, BulkLoadSteps}
import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** Bulk loads that are stopped at each of their steps, and regions that change under them. */
class ITBulkLoadCrashes extends BulkLoadTables {
  private val Before = Seq("FolderMade", "TaskWritten")
  private val InParallel = Seq("RegionsLoaded")
  private val After = Seq("ManifestWritten", "Loaded")

  private def crash(table: String, step: String, options: (String, String)*): Unit = {
    BulkLoadSteps.crashAt(step)
    assertThrows(classOf[Throwable], () => load(fixture.spark.table("bulk_rows"), table, options: _*), step)
    BulkLoadSteps.goOn()
  }

  @Test
  def everyStepIsTested(): Unit = assertEquals(BulkLoadSteps.all, Before ++ InParallel ++ After)

  @Test
  def beforeAllFilesAreWrittenNothingIsLeft(): Unit = inFolder {
    create("crash_before", "columns", InRegions)
    Before.foreach { step =>
      crash("crash_before", step)
      assertEquals((0L, Seq.empty), (count("crash_before"), staged), step)
    }
    load("crash_before")
    assertEquals(sorted("bulk_rows"), sorted("hbase.default.crash_before"))
  }

  @Test
  def afterwardsTheLoadIsResumed(): Unit = inFolder {
    create("put_for_crash", "columns", InRegions)
    fixture.sql("INSERT INTO hbase.default.put_for_crash SELECT * FROM bulk_rows")
    After.foreach { step =>
      val table = s"crash_${step.toLowerCase}"
      create(table, "columns", InRegions)
      crash(table, step)
      val left = staged.map(_.toUri.toString)
      assertEquals(1, left.size, step)
      val resumed = fixture.sql(s"CALL hbase.system.bulk_load_resume(path => '${left.head}')").head
      assertEquals(s"default.$table", resumed.getString(0))
      assertEquals(Seq.empty, staged)
      assertEquals(sorted("bulk_rows"), sorted(s"hbase.default.$table"), step)
      // Loaded twice, a cell is still one cell.
      assertEquals(cells("put_for_crash").distinct, cells(table).distinct, step)
    }
  }

  @Test
  def filesThatAreGoneMustHaveBeenLoaded(): Unit = inFolder {
    create("crash_gone", "packed", InRegions)
    Seq("Loaded" -> true, "ManifestWritten" -> false).foreach { case (step, loaded) =>
      crash("crash_gone", step)
      val left = staged.head
      BulkLoadAttempts.deleteStoreFiles(left)
      val resume = s"CALL hbase.system.bulk_load_resume(path => '${left.toUri}')"
      if (loaded) fixture.assertRows(Seq(Row("default.crash_gone", 0)), resume)
      else {
        assertTrue(
          fixture.assertFails("SPARKSQL_HBASE.BULK_LOAD_NOT_RESUMABLE", resume).contains("neither in the folder")
        )
        fixture.assertRows(Seq(Row("default.crash_gone")), resume.replace("resume", "cleanup"))
      }
      assertEquals((Rows.toLong, Seq.empty), (count("crash_gone"), staged), step)
    }
  }

  @Test
  def aFileThatTheLoaderDoesNotFindIsNotTakenForLoaded(): Unit = inFolder {
    create("crash_lost", "packed")
    fixture.withSettings(
      "fs.file.impl" -> classOf[HiddenStoreFiles].getName,
      "fs.file.impl.disable.cache" -> "true"
    ) {
      val e = assertThrows(classOf[Exception], () => load("crash_lost"))
      assertTrue(e.getMessage.contains("SPARKSQL_HBASE.BULK_LOAD_INCOMPLETE"), e.getMessage)
      assertTrue(e.getMessage.contains("HBase does not have its rows"), e.getMessage)
    }
    fixture.sql(s"CALL hbase.system.bulk_load_resume('${staged.head.toUri}')")
    assertEquals(sorted("bulk_rows"), sorted("hbase.default.crash_lost"))
  }

  @Test
  def aFileOfNullsAloneIsKnownToBeLoaded(): Unit = inFolder {
    create("crash_nulls", "columns")
    BulkLoadSteps.crashAt("Loaded")
    val nulls = fixture.spark.table("bulk_rows").where("note IS NULL")
    assertThrows(classOf[Throwable], () => load(nulls, "crash_nulls"))
    BulkLoadSteps.goOn()
    BulkLoadAttempts.deleteStoreFiles(staged.head)
    val resume = s"CALL hbase.system.bulk_load_resume(path => '${staged.head.toUri}')"
    fixture.assertRows(Seq(Row("default.crash_nulls", 0)), resume)
    assertEquals((Rows / 5L, Seq.empty), (count("crash_nulls"), staged))
  }

  @Test
  def aDriverThatDiesWhileTasksWriteLeavesWhatCleanupRemoves(): Unit = inFolder {
    create("killed_driver", "packed")
    BulkLoadAttempts.startOnly(schemaOf("killed_driver"), settings)
    val left = staged.head.toUri
    val message =
      fixture.assertFails("SPARKSQL_HBASE.BULK_LOAD_NOT_RESUMABLE", s"CALL hbase.system.bulk_load_resume('$left')")
    assertTrue(message.contains("not all of its rows were written"), message)
    fixture.assertRows(Seq(Row("default.killed_driver")), s"CALL hbase.system.bulk_load_cleanup('$left')")
    assertEquals(Seq.empty, staged)
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_BULK_LOAD", s"CALL hbase.system.bulk_load_cleanup('${folder.toUri}')")
  }

  @Test
  def aTaskThatIsKilledAndRepeatedIsLoadedOnce(): Unit = inFolder {
    create("killed_task", "columns", InRegions)
    BulkLoadAttempts.repeatTask(schemaOf("killed_task"), settings, fixture.spark.table("bulk_rows"))
    assertEquals(sorted("bulk_rows"), sorted("hbase.default.killed_task"))
    assertEquals((cells("killed_task").distinct, Seq.empty), (cells("killed_task"), staged))
  }

  @Test
  def parallelLoadsThatFailLeaveNoFiles(): Unit = inFolder {
    create("crash_parallel", "packed", InRegions)
    crash("crash_parallel", "TaskWritten", "parallel" -> "true")
    assertEquals((0L, Seq.empty), (count("crash_parallel"), staged))
    InParallel.foreach { step =>
      crash("crash_parallel", step, "parallel" -> "true")
      assertEquals(Seq.empty, staged, step)
      assertTrue(count("crash_parallel") > 0, step)
    }
    load(fixture.spark.table("bulk_rows"), "crash_parallel", "parallel" -> "true")
    assertEquals((sorted("bulk_rows"), Seq.empty), (sorted("hbase.default.crash_parallel"), staged))
  }

  @Test
  def aTableOfAQueryWhoseLoadFailsLeavesNothing(): Unit = inFolder {
    BulkLoadSteps.all.foreach { step =>
      BulkLoadSteps.crashAt(step)
      assertThrows(classOf[Throwable], () => { fixture.sql(createLoaded("crash_ctas", step)); () }, step)
      BulkLoadSteps.goOn()
      fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", "SELECT * FROM hbase.default.crash_ctas")
      assertTrue(!admin(_.tableExists(TableName.valueOf("crash_ctas"))), step)
      assertEquals(Seq.empty, staged, step)
    }
    fixture.sql(createLoaded("crash_ctas", ""))
    assertEquals(sorted("bulk_rows"), sorted("hbase.default.crash_ctas"))
  }

  private def createLoaded(name: String, step: String) =
    s"CREATE TABLE hbase.default.$name USING hbase OPTIONS ('write' = 'bulk', 'parallel' = '${InParallel.contains(step)}') " +
      "TBLPROPERTIES ('hbase.key' = 'id, user') AS SELECT * FROM bulk_rows"

  @Test
  def twoRowsWithOneKeyMeetAndNothingIsLoaded(): Unit = inFolder {
    create("twice", "packed", InRegions)
    val rows = fixture.spark.table("bulk_rows")
    val e = assertThrows(classOf[Exception], () => load(rows.union(rows.where("id = 1234")), "twice"))
    val causes = Iterator.iterate[Throwable](e)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("\n")
    assertTrue(causes.contains("SPARKSQL_HBASE.DUPLICATE_ROW_KEY"), causes)
    assertEquals((0L, Seq.empty), (count("twice"), staged))
  }

  /** One has NULL where the other has a value: a delete marker in layout columns, a bit of the cell in packed. */
  @Test
  def ofTwoLoadsAtOnceEachRowIsThatOfOne(): Unit = inFolder {
    Seq("columns", "packed").foreach { layout =>
      val table = s"twice_at_once_$layout"
      create(table, layout, InRegions)
      val rows = fixture.spark.table("bulk_rows")
      val both =
        Seq(rows.withColumn("note", lit("one")), rows.withColumn("spent", lit(2.0)).withColumn("note", lit(null)))
      val written = new CyclicBarrier(2)
      BulkLoadSteps.at("ManifestWritten")(written.await(60, TimeUnit.SECONDS))
      Await.result(Future.traverse(both)(each => Future(load(each, table))), 2.minutes)
      BulkLoadSteps.goOn()
      val found = sorted(s"hbase.default.$table")
      assertTrue(both.exists(each => each.collect().map(_.toString).sorted.toSeq == found), layout)
      assertEquals(Seq.empty, staged, layout)
    }
  }

  @Test
  def aRegionThatSplitsBeforeTheLoadGetsItsRows(): Unit = inFolder {
    create("splits", "columns")
    BulkLoadSteps.at("ManifestWritten") {
      val region = admin(_.getRegions(TableName.valueOf("splits"))).get(0)
      admin(_.splitRegionAsync(region.getRegionName, Bytes.toBytesBinary("\\x80\\x00\\x03\\xE8")).get())
    }
    load("splits")
    assertEquals(2, admin(_.getRegions(TableName.valueOf("splits"))).size)
    assertEquals(sorted("bulk_rows"), sorted("hbase.default.splits"))
    assertEquals(Seq.empty, staged)
  }

  @Test
  def aFolderThatCannotBeWrittenIsNamed(): Unit =
    fixture.withSettings("spark.sql.hbase.bulk.folder" -> jar.toUri.toString) {
      create("bad_folder", "packed")
      val message = fixture.assertFails(
        "SPARKSQL_HBASE.BULK_LOAD_FOLDER_UNUSABLE",
        "INSERT INTO hbase.default.bad_folder WITH ('write' = 'bulk') SELECT * FROM bulk_rows"
      )
      assertTrue(message.contains(s"folder=${jar.toUri}"), message)
    }

  private def settings = HBaseCluster.ofCatalog("hbase")

  private def schemaOf(table: String) = connection(c => new MetadataStore(c).load("default", table).get.schema)
}

/** Lists store files and does not find them when they are opened, as if a region server had just moved them. */
final class HiddenStoreFiles extends LocalFileSystem {
  override def open(path: Path, bufferSize: Int): FSDataInputStream =
    if (path.getParent.getName.matches("f[0-9]+")) throw new FileNotFoundException(path.toString)
    else super.open(path, bufferSize)
}
