package org.apache.spark.sql.hbase.error

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._
import scala.util.Try

import org.apache.hadoop.hbase.{TableName, TableNotFoundException}
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException
import org.apache.hadoop.hbase.util.Bytes

/** Finds out whether a failure is that of an HBase table, or one of its families, that is not there. */
private[hbase] object MissingParts {

  /** Finds what is missing: the error of it, and HBase's own exception. */
  @tailrec
  def of(failure: Throwable): Option[(HBaseError, Throwable)] = failure match {
    case null => None
    case e: TableNotFoundException => Some(HBaseErrors.HBaseTableMissing -> e)
    case e: NoSuchColumnFamilyException => Some(HBaseErrors.FamilyMissing -> e)
    case rows: RetriesExhaustedWithDetailsException if rows.getCause() == null || rows.getNumExceptions > 0 =>
      of(rows.getCauses.asScala.headOption.orNull)
    case other => of(other.getCause)
  }

  /** Gives the values that name the missing part: HBase's exception of a table holds the table's name or a sentence. */
  def values(missing: Throwable): Seq[(String, Any)] = {
    val text = FirstLine.of(missing)
    missing match {
      case _: TableNotFoundException if isTableName(text) => Seq("hbaseTable" -> text)
      case _ => Seq("reason" -> text)
    }
  }

  private def isTableName(text: String): Boolean = Try(
    TableName.isLegalFullyQualifiedTableName(Bytes.toBytes(text))
  ).isSuccess
}
