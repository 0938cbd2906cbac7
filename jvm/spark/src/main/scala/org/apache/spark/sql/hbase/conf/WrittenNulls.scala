package org.apache.spark.sql.hbase.conf

/** The effect of a row's NULL on the cell that the row may have had. */
sealed trait WrittenNulls

object WrittenNulls {

  /** The cell is deleted: afterwards the row is what was written. */
  case object Delete extends WrittenNulls

  /** The value stays as it is: only the values of the row are written. */
  case object Skip extends WrittenNulls
}
