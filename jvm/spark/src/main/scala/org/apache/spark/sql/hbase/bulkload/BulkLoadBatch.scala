package org.apache.spark.sql.hbase.bulkload

import java.io.IOException
import java.nio.charset.StandardCharsets
import java.util.concurrent.{ExecutionException, Executors, Future, ThreadLocalRandom}

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Using
import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.{TableName, TableNotFoundException}
import org.apache.hadoop.hbase.client.{TableDescriptor, TableDescriptorBuilder}
import org.apache.hadoop.hbase.security.User

import org.apache.spark.internal.Logging
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.hbase.client.cluster.{Masters, SharedConnection}
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors}
import org.apache.spark.sql.hbase.schema.{CellNames, SchemaJson}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.write.TaskOutcome
import org.apache.spark.util.SerializableConfiguration

/**
 * One bulk load, on the driver. Tasks write store files into a folder. When all are there, they are listed in it and
 * HBase takes them over, all of a region in one step. Before they are listed, a failure leaves neither files nor rows;
 * afterwards the folder stays until all are loaded, and `CALL system.bulk_load_resume` goes on from there. In parallel
 * mode the files of a region are loaded as soon as no other task can write more of them ([[FinishedRegions]]). A load
 * that fails is to be done again.
 *
 * Spark calls [[onDataWriterCommit]] from another thread than the rest.
 */
private[bulkload] final class BulkLoadBatch(plan: BulkLoadPlan, conf: Configuration, loaded: BulkLoadResult => Unit)
    extends BatchWrite
    with Logging {
  import plan.target.{settings, shape, table}

  private val job = BulkLoadJob(table.fullName, table.hbaseTable, plan.timestamp, madeByHBase = plan.parent.isEmpty)
  private var folder: Option[JobFolder] = None
  private var listed = false

  /** None unless the load is parallel. */
  @volatile private var finished: Option[FinishedRegions] = None

  /** Loads in parallel mode; it guards itself and [[ready]]. */
  private val early = mutable.ArrayBuffer.empty[Future[_]]
  private val ready = mutable.ArrayBuffer.empty[StagedFile]
  private lazy val loader = Executors.newSingleThreadExecutor { (task: Runnable) =>
    val thread = new Thread(task, s"bulk-load-${table.hbaseTable}")
    thread.setDaemon(true)
    thread
  }

  override def createBatchWriterFactory(info: PhysicalWriteInfo): DataWriterFactory = failures {
    shape.check(settings)
    val (descriptor, regions) = HBaseCluster.use(settings)(look)
    val made = Using.resource(HBaseCluster.acquire(settings)) { shared =>
      JobFolder.create(shared.connection, conf, plan.parent, job)
    }
    folder = Some(made)
    finished = Option.when(plan.parallel)(
      new FinishedRegions(regions.map(_.startRow), info.numPartitions(), plan.target.hasCatalog)
    )
    logInfo(s"The files of a bulk load into ${table.fullName} lie in ${made.path} until HBase has them.")
    // Spark aborts what fails later.
    try BulkLoadStep.reached(BulkLoadStep.FolderMade)
    catch {
      case NonFatal(e) =>
        removeFolder()
        throw e
    }
    BulkLoadWriterFactory(
      SchemaJson.whole(table),
      plan.target.nulls,
      TableDescriptorBuilder.toByteArray(descriptor),
      regions,
      plan.timestamp,
      ThreadLocalRandom.current.nextLong(),
      made.path.toString,
      new SerializableConfiguration(conf)
    )
  }

  /** The families as they are now, and the regions as they are now: remembered ones only cost the loader work. */
  private def look(shared: SharedConnection): (TableDescriptor, IndexedSeq[TargetRegion]) = {
    val descriptor =
      try Masters.ask[TableDescriptor](shared.connection, _.getDescriptor(table.tableName))
      catch {
        case e: TableNotFoundException =>
          throw HBaseErrors.HBaseTableMissing.analysisCausedBy(
            e,
            "table" -> table.fullName,
            "hbaseTable" -> table.hbaseTable
          )
      }
    val present = descriptor.getColumnFamilyNames.asScala.map(CellNames.text)
    table.families.find(!present.contains(_)).foreach { family =>
      throw HBaseErrors.FamilyMissing.analysis(
        "table" -> table.fullName,
        "hbaseTable" -> table.hbaseTable,
        "family" -> family,
        "has" -> present.mkString(",")
      )
    }
    BulkLoadBatch.reasonAgainst(descriptor, User.getCurrent.getShortName).foreach { reason =>
      throw HBaseErrors.UnsupportedBulkLoad.analysis("table" -> table.fullName, "reason" -> reason)
    }
    (descriptor, TargetRegion.of(shared.connection, table.tableName))
  }

  override def onDataWriterCommit(message: WriterCommitMessage): Unit = message match {
    case rows: StagedRows => finished.foreach(regions => loadFinished(regions.add(rows)))
    case _: TaskOutcome => // The commit of the whole load raises it.
  }

  private def loadFinished(files: Seq[StagedFile]): Unit =
    if (files.nonEmpty) early.synchronized {
      ready ++= files
      early += loader.submit((() => loadReady()): Runnable)
    }

  /** Also what became ready while other regions were being loaded: each load asks for all regions of the table once. */
  private def loadReady(): Unit = {
    val files = early.synchronized {
      val all = ready.toList
      ready.clear()
      all
    }
    if (files.nonEmpty) {
      load(files)
      BulkLoadStep.reached(BulkLoadStep.RegionsLoaded)
    }
  }

  override def commit(messages: Array[WriterCommitMessage]): Unit = {
    TaskOutcome.check(messages)
    val ofTasks = messages.toSeq.collect { case rows: StagedRows => rows }
    val files = ofTasks.flatMap(_.files)
    if (plan.parallel) {
      await()
    } else {
      // Until files are listed, a load that is given up leaves nothing.
      shape.check(settings)
      failures(folder.get.writeFiles(files))
      listed = true
      BulkLoadStep.reached(BulkLoadStep.ManifestWritten)
      load(files)
    }
    BulkLoadStep.reached(BulkLoadStep.Loaded)
    removeFolder()
    HBaseCluster.use(settings)(_.regionLocations.forget(table.tableName))
    shape.check(settings)
    loaded(BulkLoadResult(ofTasks.map(_.rows).sum, files.size, files.map(_.bytes).sum))
  }

  override def abort(messages: Array[WriterCommitMessage]): Unit = {
    // What is being loaded would lose its files.
    early.synchronized(early.foreach(_.cancel(false)))
    if (plan.parallel) {
      try await()
      catch {
        case NonFatal(e) => logInfo(s"A bulk load into ${table.fullName} that is given up: ${e.getMessage}")
      }
    }
    if (!listed || !plan.target.canResume) removeFolder()
  }

  /** Loads what one or all tasks have written; rows of some regions may be there when it fails. */
  private def load(files: Seq[StagedFile]): Unit =
    try
      Using.resource(HBaseCluster.acquire(settings)) { shared =>
        RegionLoader.load(shared.connection, conf, job, folder.get.path, files)
      }
    catch {
      case NonFatal(e) =>
        throw HBaseErrors.BulkLoadIncomplete.runtimeCausedBy(
          e,
          "table" -> table.fullName,
          "folder" -> (if (plan.parallel || !plan.target.canResume) "" else folder.get.path.toString),
          "reason" -> FirstLine.withClass(e)
        )
    }

  /** For all, whether they fail or not, because they need their files. */
  private def await(): Unit = {
    val all = early.synchronized(early.toList)
    val failed = all.filterNot(_.isCancelled).flatMap { loading =>
      try {
        loading.get()
        None
      } catch {
        case e: ExecutionException => Some(e.getCause)
      }
    }
    if (all.nonEmpty) loader.shutdown()
    failed.headOption.foreach(throw _)
  }

  /** Rows are right with or without the folder, so one that stays is no reason to fail. */
  private def removeFolder(): Unit = folder.foreach { made =>
    folder = None
    try Using.resource(HBaseCluster.acquire(settings))(s => made.remove(s.connection, job))
    catch {
      case e: IOException =>
        logWarning(
          s"The folder of a bulk load that is over was not removed: ${made.path}. CALL system.bulk_load_cleanup does it.",
          e
        )
    }
  }

  private def failures[T](action: => T): T =
    try action
    catch {
      case e: IOException => throw BulkLoadFailures.ofFolder(e, table, folder.fold(plan.parent)(_.path.toString))
    }
}

private[bulkload] object BulkLoadBatch {

  /** The longest name of a folder that HDFS takes by default, and most file systems of Linux. */
  private val MaxNameBytes = 255

  /** The reason why HBase takes over no files for a table; None if it may. */
  def reasonAgainst(table: TableDescriptor, user: String): Option[String] = {
    val encrypted = table.getColumnFamilies.find(_.getEncryptionType != null)
    val named = stagingNameBytes(user, table.getTableName)
    encrypted
      .map(family => s"HBase encrypts the files of family ${CellNames.text(family.getName)}")
      .orElse(
        Option.when(named > MaxNameBytes)(
          s"HBase makes a folder for each load, whose name has user and table: $named bytes, $MaxNameBytes at most"
        )
      )
  }

  /** Bytes of a name as `SecureBulkLoadManager` makes it: user, table, and 320 random bits, five to a letter. */
  private def stagingNameBytes(user: String, table: TableName): Int =
    s"${user}__${table.getNameAsString}__".getBytes(StandardCharsets.UTF_8).length + 320 / 5
}
