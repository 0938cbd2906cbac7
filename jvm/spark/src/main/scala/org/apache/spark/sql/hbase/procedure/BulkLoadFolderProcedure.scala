package org.apache.spark.sql.hbase.procedure

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.bulkload.{BulkLoadWrite, LeftFolders}
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.types.{IntegerType, StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/** A procedure over what a bulk load that did not end has left in a folder. Called on the driver. */
private[hbase] abstract class BulkLoadFolderProcedure(settings: => ClusterSettings) extends CatalogProcedure {
  override protected def arguments: Seq[Parameter] = Seq(
    Parameter("path", StringType, "the folder that an error or the log has named")
  )

  final override protected def run(arguments: InternalRow): InternalRow = {
    val path = if (arguments.isNullAt(0)) "" else arguments.getUTF8String(0).toString
    if (path.isBlank) throw HBaseErrors.UnknownBulkLoad.analysis("path" -> path)
    val conf = BulkLoadWrite.configuration(settings, SparkSession.active.sessionState.newHadoopConf())
    HBaseCluster.use(settings)(shared => run(new LeftFolders(shared, conf), path))
  }

  protected def run(folders: LeftFolders, path: String): InternalRow
}

/** `CALL hbase.system.bulk_load_resume(path => 'p')`: completes a bulk load whose files were all written. */
private[hbase] final class BulkLoadResumeProcedure(settings: => ClusterSettings)
    extends BulkLoadFolderProcedure(settings) {
  override def name(): String = "bulk_load_resume"

  override def description(): String = "Loads the files that a bulk load has left in a folder, and removes the folder."

  override protected val output: StructType =
    new StructType().add("table", StringType, nullable = false).add("files", IntegerType, nullable = false)

  override protected def run(folders: LeftFolders, path: String): InternalRow = {
    val (table, files) = folders.resume(path)
    InternalRow(UTF8String.fromString(table), files)
  }
}

/** `CALL hbase.system.bulk_load_cleanup(path => 'p')`: removes what a bulk load has left. */
private[hbase] final class BulkLoadCleanupProcedure(settings: => ClusterSettings)
    extends BulkLoadFolderProcedure(settings) {
  override def name(): String = "bulk_load_cleanup"

  override def description(): String = "Removes the folder of a bulk load that did not end, with its files."

  override protected val output: StructType = new StructType().add("table", StringType, nullable = false)

  override protected def run(folders: LeftFolders, path: String): InternalRow =
    InternalRow(UTF8String.fromString(folders.remove(path)))
}
