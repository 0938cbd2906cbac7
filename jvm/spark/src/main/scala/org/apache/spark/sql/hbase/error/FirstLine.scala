package org.apache.spark.sql.hbase.error

import scala.annotation.tailrec

import org.apache.hadoop.hbase.client.RetriesExhaustedException

/** Shortens the error of another program for a message of ours: messages of HBase's RPC carry the server's stack. */
private[hbase] object FirstLine {

  /** An error without a text is named by its class. */
  def of(e: Throwable): String = lastAttempt(e) match {
    case last if last eq e => text(e).getOrElse(nameless(e))
    case last => withClass(last)
  }

  /** For errors whose text means little without their class. */
  def withClass(e: Throwable): String = {
    val last = lastAttempt(e)
    text(last).fold(nameless(last))(line => s"${last.getClass.getSimpleName}: $line")
  }

  /** The first line of HBase's client only says how often it tried; the last failure says why. */
  @tailrec
  private def lastAttempt(e: Throwable): Throwable = e match {
    case tried: RetriesExhaustedException if tried.getCause != null => lastAttempt(tried.getCause)
    case _ => e
  }

  private def nameless(e: Throwable) = s"the error is ${e.getClass.getSimpleName} and has no text"

  private def text(e: Throwable): Option[String] = Option(e.getMessage).flatMap(_.linesIterator.find(!_.isBlank))
}
