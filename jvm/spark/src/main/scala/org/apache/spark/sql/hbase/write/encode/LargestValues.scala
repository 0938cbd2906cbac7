package org.apache.spark.sql.hbase.write.encode

import org.apache.spark.sql.catalyst.expressions.{UnsafeArrayData, UnsafeMapData, UnsafeRow}
import org.apache.spark.unsafe.types.UTF8String

/** Tells which values of a row make it long. */
private[write] object LargestValues {

  /** The size of a value in memory; 0 of one that cannot be long. */
  def bytes(value: Any): Int = value match {
    case text: UTF8String => text.numBytes
    case binary: Array[Byte] => binary.length
    case struct: UnsafeRow => struct.getSizeInBytes
    case array: UnsafeArrayData => array.getSizeInBytes
    case map: UnsafeMapData => map.getSizeInBytes
    case _ => 0
  }
}
