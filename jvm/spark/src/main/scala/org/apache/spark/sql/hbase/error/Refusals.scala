package org.apache.spark.sql.hbase.error

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException
import org.apache.hadoop.hbase.security.AccessDeniedException

/** Finds out whether HBase refused something for want of a right. */
private[hbase] object Refusals {

  /** The refusal that a failure is, has as its cause, or has among those of its rows. */
  @tailrec
  def find(failure: Throwable): Option[AccessDeniedException] = failure match {
    case null => None
    case refusal: AccessDeniedException => Some(refusal)
    case rows: RetriesExhaustedWithDetailsException =>
      rows.getCauses.asScala.collectFirst { case refusal: AccessDeniedException => refusal }
    case other => find(other.getCause)
  }
}
