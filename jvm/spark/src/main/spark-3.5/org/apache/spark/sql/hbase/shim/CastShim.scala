package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.types._

/** Casts whose values lines of Spark compute in other ways. */
object CastShim {

  /** The reason why Spark's value differs from the engine's; None if it is the same. */
  def refusal(from: DataType, to: DataType): Option[String] = (from, to) match {
    case (TimestampType, ByteType | ShortType | IntegerType) =>
      Some("Spark 3.5 makes another integer of a timestamp where its seconds are too many")
    case (_: StringType, _: DecimalType) => Some("Spark 3.5 reads other texts as a DECIMAL")
    case (_: StringType, TimestampType | TimestampNTZType) => Some("Spark 3.5 reads other texts as a timestamp")
    case _ => None
  }
}
