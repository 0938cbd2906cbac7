package org.apache.spark.sql.hbase.error

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableNotFoundException
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException

/** Finds out whether a failure is that of an HBase table, or one of its families, that is not there. */
private[hbase] object MissingParts {

  /** Finds what is missing: the error that names it, and HBase's own exception. */
  @tailrec
  def of(failure: Throwable): Option[(HBaseError, Throwable)] = failure match {
    case null => None
    case e: TableNotFoundException => Some(HBaseErrors.HBaseTableMissing -> e)
    case e: NoSuchColumnFamilyException => Some(HBaseErrors.FamilyMissing -> e)
    case rows: RetriesExhaustedWithDetailsException if rows.getCause == null || rows.getNumExceptions > 0 =>
      of(rows.getCauses.asScala.headOption.orNull)
    case other => of(other.getCause)
  }
}
