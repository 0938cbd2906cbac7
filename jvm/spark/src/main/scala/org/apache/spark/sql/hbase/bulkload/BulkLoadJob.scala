package org.apache.spark.sql.hbase.bulkload

import scala.util.control.NonFatal

import org.json4s._
import org.json4s.JsonDSL._
import org.json4s.jackson.JsonMethods.{compact, parse, render}

/**
 * The description that a bulk load writes into its folder before anything else. It identifies the folder of a bulk load
 * if the driver is killed.
 *
 * @param table of SQL, for messages
 * @param timestamp of all cells
 * @param madeByHBase a region server made the folder, and only it can remove it
 */
private[bulkload] final case class BulkLoadJob(
    table: String,
    hbaseTable: String,
    timestamp: Long,
    madeByHBase: Boolean
) {
  def toJson: String = compact(
    render(
      ("formatVersion" -> BulkLoadJob.FormatVersion) ~ ("table" -> table) ~ ("hbaseTable" -> hbaseTable) ~
        ("timestamp" -> timestamp) ~ ("madeByHBase" -> madeByHBase)
    )
  )
}

private[bulkload] object BulkLoadJob {
  val FormatVersion = 1

  /** None for anything that [[BulkLoadJob.toJson]] has not written. */
  def read(json: String): Option[BulkLoadJob] = document(json) { members =>
    BulkLoadJob(
      (members \ "table").asInstanceOf[JString].s,
      (members \ "hbaseTable").asInstanceOf[JString].s,
      (members \ "timestamp").asInstanceOf[JInt].num.toLong,
      (members \ "madeByHBase").asInstanceOf[JBool].value
    )
  }

  /** All files of a job; it is written when they are complete and before the first is loaded. */
  def manifest(files: Seq[StagedFile]): String = compact(
    render(
      ("formatVersion" -> FormatVersion) ~
        ("files" -> files.map { f =>
          ("family" -> f.family) ~ ("path" -> f.path) ~ ("bytes" -> f.bytes) ~ ("firstRow" -> f.firstRow) ~
            ("lastRow" -> f.lastRow)
        })
    )
  )

  def readManifest(json: String): Option[Seq[StagedFile]] = document(json) { members =>
    (members \ "files").asInstanceOf[JArray].arr.map { file =>
      StagedFile(
        (file \ "family").asInstanceOf[JString].s,
        (file \ "path").asInstanceOf[JString].s,
        (file \ "bytes").asInstanceOf[JInt].num.toLong,
        (file \ "firstRow").asInstanceOf[JString].s,
        (file \ "lastRow").asInstanceOf[JString].s
      )
    }
  }

  private def document[T](json: String)(read: JValue => T): Option[T] =
    try Some(parse(json)).filter(_ \ "formatVersion" == JInt(FormatVersion)).map(read)
    catch {
      // Members that are missing are JNothing, and what is no JSON fails in the parser.
      case NonFatal(_) => None
    }
}
