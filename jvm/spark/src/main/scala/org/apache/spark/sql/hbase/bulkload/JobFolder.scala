package org.apache.spark.sql.hbase.bulkload

import java.io.{FileNotFoundException, IOException}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID

import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path, PathIsNotEmptyDirectoryException}
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Connection, SecureBulkLoadClient}
import org.apache.hadoop.hdfs.DistributedFileSystem

/**
 * The folder in which one bulk load keeps its files until HBase has taken them over.
 *
 * {{{
 * _job.json                what the job is, written first
 * _files.json              all of its files, written before the first is loaded
 * <task>-<attempt>/f0/...  store files of the first family
 * }}}
 *
 * Used by the driver; tasks know its path only, and may still write when the driver has removed it. All methods throw
 * [[IOException]] as the file system does.
 */
private[bulkload] final class JobFolder(val path: Path, conf: Configuration) {
  import JobFolder._

  private val fs = path.getFileSystem(conf)

  def job(): Option[BulkLoadJob] = read(JobFile).flatMap(BulkLoadJob.read)

  def files(): Option[Seq[StagedFile]] = read(FilesFile).flatMap(BulkLoadJob.readManifest)

  def writeFiles(files: Seq[StagedFile]): Unit = write(FilesFile, BulkLoadJob.manifest(files))

  def holds(file: StagedFile): Boolean = fs.exists(new Path(path, file.path))

  /** Removes the folder with all that is in it. */
  def remove(connection: Connection, job: BulkLoadJob): Unit =
    try removeOnce(connection, job)
    catch {
      // Not all file systems do it in one step, so a task may have written meanwhile. Those that write later see that the
      // job is over and remove it themselves.
      case _: IOException => removeOnce(connection, job)
    }

  private def removeOnce(connection: Connection, job: BulkLoadJob): Unit =
    if (job.madeByHBase) {
      removeOfHBase(connection, conf, TableName.valueOf(job.hbaseTable), path)
    } else if (!fs.delete(path, true) && fs.exists(path)) {
      throw new IOException(s"$path was not removed")
    }

  private def write(name: String, text: String): Unit = {
    // A reader sees all of it or nothing.
    val unfinished = new Path(path, name + ".unfinished")
    Using.resource(fs.create(unfinished, true))(_.write(text.getBytes(UTF_8)))
    if (!fs.rename(unfinished, new Path(path, name))) throw new IOException(s"$unfinished was not renamed")
  }

  private def read(name: String): Option[String] =
    try Some(Using.resource(fs.open(new Path(path, name)))(in => new String(in.readAllBytes(), UTF_8)))
    catch {
      case _: FileNotFoundException => None
    }
}

private[bulkload] object JobFolder {
  private val JobFile = "_job.json"
  private val FilesFile = "_files.json"

  /** Whether the job that has this folder goes on. Tasks ask when their files are there: what they wrote before is removed. */
  def inUse(path: Path, conf: Configuration): Boolean = path.getFileSystem(conf).exists(new Path(path, JobFile))

  /**
   * Removes the files of one attempt of a task. Also removes the folder of the job if the attempt made it again after
   * the job was over.
   *
   * @param attempt below `path`
   */
  def removeAttempt(path: Path, attempt: String, conf: Configuration): Unit = {
    val fs = path.getFileSystem(conf)
    fs.delete(new Path(path, attempt), true)
    if (!inUse(path, conf)) {
      // Where other attempts have files in it, the last one does it.
      try if (fs.listStatus(path).isEmpty) fs.delete(path, false)
      catch {
        case _: FileNotFoundException | _: PathIsNotEmptyDirectoryException =>
      }
    }
  }

  /**
   * Makes the folder of a new job in `parent`. Where that is empty, it is where region servers have users put their
   * files, on the file system of HBase's own files.
   */
  def create(connection: Connection, conf: Configuration, parent: String, job: BulkLoadJob): JobFolder = {
    val table = TableName.valueOf(job.hbaseTable)
    val path =
      if (parent.isEmpty) {
        ofHBase(connection, conf, table)
      } else {
        val given = new Path(parent, s"${table.getNameAsString.replace(':', '_')}-${UUID.randomUUID}")
        val fs = given.getFileSystem(conf)
        val qualified = fs.makeQualified(given)
        if (!fs.mkdirs(qualified)) throw new IOException(s"$qualified was not made")
        qualified
      }
    val folder = new JobFolder(path, conf)
    folder.write(JobFile, job.copy(madeByHBase = parent.isEmpty).toJson)
    folder
  }

  private def ofHBase(connection: Connection, conf: Configuration, table: TableName): Path =
    new Path(Using.resource(connection.getTable(table))(new SecureBulkLoadClient(conf, _).prepareBulkLoad(connection)))

  private def removeOfHBase(connection: Connection, conf: Configuration, table: TableName, path: Path): Unit =
    Using.resource(connection.getTable(table))(
      new SecureBulkLoadClient(conf, _).cleanupBulkLoad(connection, path.toString)
    )

  /**
   * Whether files of the folder of a job must be copied, because HDFS moves none into an encryption zone or out of one.
   * Clients do not know where HBase has its root, so HBase makes a folder there for a moment. HBase itself copies what
   * lies on another file system.
   */
  def isInOtherZone(path: Path, connection: Connection, conf: Configuration, job: BulkLoadJob): Boolean =
    path.getFileSystem(conf) match {
      case hdfs: DistributedFileSystem if !job.madeByHBase =>
        val table = TableName.valueOf(job.hbaseTable)
        val inRoot = ofHBase(connection, conf, table)
        try hdfs.getUri == inRoot.getFileSystem(conf).getUri && zone(hdfs, path) != zone(hdfs, inRoot)
        finally removeOfHBase(connection, conf, table, inRoot)
      case _ => false
    }

  private def zone(hdfs: DistributedFileSystem, path: Path): Option[String] =
    Option(hdfs.getEZForPath(path)).map(_.getPath)
}
