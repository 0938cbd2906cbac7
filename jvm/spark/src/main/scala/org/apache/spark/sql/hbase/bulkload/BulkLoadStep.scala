package org.apache.spark.sql.hbase.bulkload

/** The points of a bulk load between which a crash leaves another state behind. Tests stop at each of them. */
private[bulkload] object BulkLoadStep extends Enumeration {

  /** On the driver: the folder is there and no task has begun. */
  val FolderMade: Value = Value

  /** In a task, behind its last file. */
  val TaskWritten: Value = Value

  /** On the driver, in parallel mode: HBase has taken over the files of some regions, and tasks may go on. */
  val RegionsLoaded: Value = Value

  /** On the driver: all files are written and listed. */
  val ManifestWritten: Value = Value

  /** On the driver: HBase has taken over all files, and the folder is still there. */
  val Loaded: Value = Value

  /** Does nothing but in tests of this JVM. */
  @volatile private[hbase] var reached: Value => Unit = (_: Value) => ()
}
