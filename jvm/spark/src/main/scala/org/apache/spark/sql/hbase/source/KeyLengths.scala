package org.apache.spark.sql.hbase.source

import org.apache.spark.sql.types._

/** The `length` of a part of the row key in a JSON catalog. */
private[source] object KeyLengths {

  /** Refuses a length that its type does not have: those connectors would read other bytes than they wrote. */
  def check(column: String, dataType: DataType, length: Int): Unit =
    widthOf(dataType).filter(_ != length).foreach { width =>
      throw ForeignEncodings.refusal(
        column,
        dataType,
        s"a value has always $width bytes in the row key, not $length; leave out the length"
      )
    }

  /** Values of the type have as many bytes as one likes; those connectors neither pad nor cut them. */
  def isChosen(dataType: DataType): Boolean = dataType == StringType || dataType == BinaryType

  private def widthOf(dataType: DataType): Option[Int] = dataType match {
    case BooleanType | ByteType => Some(1)
    case ShortType => Some(2)
    case IntegerType | FloatType => Some(4)
    case LongType | DoubleType => Some(8)
    case _ => None
  }
}
