package org.apache.spark.sql.hbase.error

/** Shortens the error of another program for a message of ours: messages of HBase's RPC carry the server's stack. */
private[hbase] object FirstLine {

  /** Empty if the error has no text. */
  def of(e: Throwable): String = String.valueOf(e.getMessage).linesIterator.nextOption().getOrElse("")

  /** For errors whose text means little without their class. */
  def withClass(e: Throwable): String = s"${e.getClass.getSimpleName}: ${of(e)}"
}
