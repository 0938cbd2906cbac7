package org.apache.spark.sql.hbase.error

/** Shortens the error of another program for a message of ours: messages of HBase's RPC carry the server's stack. */
private[hbase] object FirstLine {

  /** An error without a text is named by its class. */
  def of(e: Throwable): String = text(e).getOrElse(s"the error is ${e.getClass.getSimpleName} and has no text")

  /** For errors whose text means little without their class. */
  def withClass(e: Throwable): String = text(e).fold(of(e))(line => s"${e.getClass.getSimpleName}: $line")

  private def text(e: Throwable): Option[String] = Option(e.getMessage).flatMap(_.linesIterator.find(!_.isBlank))
}
