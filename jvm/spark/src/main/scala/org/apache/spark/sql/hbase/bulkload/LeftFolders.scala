package org.apache.spark.sql.hbase.bulkload

import java.io.IOException

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path, UnsupportedFileSystemException}
import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.hbase.client.cluster.SharedConnection
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors}

/**
 * Finds, finishes and removes the folders of bulk loads that were killed, or that failed while HBase took over their
 * files. A folder whose job still runs must not be touched.
 */
private[hbase] final class LeftFolders(shared: SharedConnection, conf: Configuration) {

  /**
   * Loads the files that are still there and removes the folder; returns the table's name and the number of these files.
   * Loading a file again changes nothing, for its cells have their timestamps.
   */
  def resume(path: String): (String, Int) = failures(path) { (folder, job) =>
    val files = folder.files().getOrElse {
      throw incomplete(job, path, "not all of its rows were written")
    }
    val (there, gone) = files.partition(folder.holds)
    gone.find(!RegionLoader.isLoaded(shared.connection, job, _)).foreach { file =>
      throw incomplete(job, path, s"${file.path} is neither in the folder nor in HBase")
    }
    RegionLoader.load(shared.connection, conf, job, folder.path, there)
    folder.remove(shared.connection, job)
    shared.regionLocations.forget(TableName.valueOf(job.hbaseTable))
    (job.table, there.size)
  }

  /** Removes the folder with its files; returns the table's name. */
  def remove(path: String): String = failures(path) { (folder, job) =>
    folder.remove(shared.connection, job)
    job.table
  }

  private def open(path: String): (JobFolder, BulkLoadJob) = {
    val found =
      try {
        val folder = new JobFolder(new Path(path), conf)
        folder.job().map(folder -> _)
      } catch {
        case e @ (_: IllegalArgumentException | _: UnsupportedFileSystemException) =>
          throw HBaseErrors.UnknownBulkLoad.analysisCausedBy(e, "path" -> path, "reason" -> FirstLine.withClass(e))
        case e: IOException =>
          throw HBaseErrors.BulkLoadFolderUnread.analysisCausedBy(
            e,
            "path" -> path,
            "reason" -> FirstLine.withClass(e)
          )
      }
    found.getOrElse(throw HBaseErrors.UnknownBulkLoad.analysis("path" -> path))
  }

  private def failures[T](path: String)(action: (JobFolder, BulkLoadJob) => T): T = {
    val (folder, job) = open(path)
    try action(folder, job)
    catch {
      case e: IOException =>
        throw HBaseErrors.BulkLoadIncomplete.analysisCausedBy(
          e,
          "table" -> job.table,
          "folder" -> path,
          "reason" -> FirstLine.withClass(e)
        )
    }
  }

  private def incomplete(job: BulkLoadJob, path: String, reason: String): Exception =
    HBaseErrors.BulkLoadNotResumable.analysis("table" -> job.table, "path" -> path, "reason" -> reason)
}
