package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.internal.SQLConf

/** Writes what native statements need. */
private[dialect] object SqlText {

  /** A text between quotes that the parser of this session reads as it is. */
  def literal(text: String): String =
    if (!SQLConf.get.escapedStringLiterals) s"'${text.replace("\\", "\\\\").replace("'", "\\'")}'"
    else if (text.contains('\'')) "\"" + text + "\""
    else s"'$text'"
}
