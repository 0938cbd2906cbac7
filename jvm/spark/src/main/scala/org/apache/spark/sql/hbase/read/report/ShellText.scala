package org.apache.spark.sql.hbase.read.report

import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange

/** Row keys as texts between double quotes that HBase's shell reads back. */
private[read] object ShellText {
  def row(row: Array[Byte]): String = {
    // In the shell, which is Ruby, a quote ends the text and #{} is code.
    val text = Bytes.toStringBinary(row).replace("\"", "\\x22").replace("#", "\\x23")
    "\"" + text + "\""
  }

  /** Half-open, as HBase's own STARTROW and STOPROW. */
  def range(range: KeyRange): String = {
    val start = if (range.start.isEmpty) "start" else row(range.start)
    s"[$start, ${Option(range.stop).fold("end")(row)})"
  }
}
