package org.apache.spark.sql.hbase.source

import org.apache.spark.sql.hbase.codec.types.ValueEncoding
import org.apache.spark.sql.types._

/** A coder of a JSON catalog: turns the values of a table, and its row key, into bytes. */
private[source] sealed abstract class ForeignCoder(val name: String) {

  /** Refuses a type whose bytes have another meaning here. */
  def encoding(column: String, dataType: DataType): ValueEncoding

  /** Refuses a part of the row key that others follow, if nothing tells where it ends. */
  def checkInside(column: String, dataType: DataType): Unit

  /** Refuses a text or BINARY with a `length` whose bytes have another meaning here. */
  def checkFixed(column: String, dataType: DataType): Unit

  final override def toString: String = name
}

private[source] object ForeignCoder {
  def of(name: String): Option[ForeignCoder] = Seq(PrimitiveCoder, PhoenixCoder).find(_.name == name)
}

/** `Bytes.toBytes`, one part of the row key behind the other (SHC's `PrimitiveType.scala`, and hbase-spark). */
private[source] object PrimitiveCoder extends ForeignCoder("PrimitiveType") {
  override def encoding(column: String, dataType: DataType): ValueEncoding =
    ForeignEncodings.ofPrimitive(column, dataType)

  override def checkInside(column: String, dataType: DataType): Unit = dataType match {
    case StringType | BinaryType | _: DecimalType =>
      throw ForeignEncodings.refusal(
        column,
        dataType,
        "it has no fixed number of bytes and is not the last part of the row key. The other connector does not " +
          "tell where it ends, and does not fill it up to its length. Declare the row key as one BINARY column " +
          "and take it apart in the query"
      )
    case _ =>
  }

  override def checkFixed(column: String, dataType: DataType): Unit = ()
}

/**
 * The bytes that Phoenix writes for its type of this name, with a zero byte behind each text of the row key (SHC's
 * `Phoenix.scala`).
 */
private[source] object PhoenixCoder extends ForeignCoder("Phoenix") {
  override def encoding(column: String, dataType: DataType): ValueEncoding = dataType match {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType | StringType |
        BinaryType =>
      ValueEncoding.PHOENIX
    case _ =>
      throw ForeignEncodings.refusal(
        column,
        dataType,
        "SHC's coder Phoenix has no such type; CREATE TABLE with property hbase.encoding = phoenix reads what Phoenix writes for it"
      )
  }

  override def checkInside(column: String, dataType: DataType): Unit = dataType match {
    case BinaryType =>
      throw ForeignEncodings.refusal(
        column,
        dataType,
        "it has no fixed number of bytes and is not the last part of the row key, and may have the byte that ends it. Declare " +
          "the row key as one BINARY column and take it apart in the query"
      )
    case _ =>
  }

  override def checkFixed(column: String, dataType: DataType): Unit =
    throw ForeignEncodings.refusal(
      column,
      dataType,
      "with a length, SHC's coder Phoenix writes no byte behind it and yet looks for one when it reads. If Phoenix " +
        "wrote the rows, leave out the length. Otherwise declare the table with coder PrimitiveType"
    )
}
