package org.apache.spark.sql.hbase.schema

import org.apache.spark.sql.hbase.codec.SqlType
import org.apache.spark.sql.hbase.wire.proto
import org.apache.spark.sql.types._

/** Translates types between Spark, the codecs and the wire. Total on the supported types; None or an exception else. */
object SqlTypes {

  /** None: the type cannot be stored. CHAR, VARCHAR and collated strings are not STRING here. */
  def fromSpark(dataType: DataType): Option[SqlType] = dataType match {
    case BooleanType => Some(SqlType.BOOLEAN)
    case ByteType => Some(SqlType.TINYINT)
    case ShortType => Some(SqlType.SMALLINT)
    case IntegerType => Some(SqlType.INT)
    case LongType => Some(SqlType.BIGINT)
    case FloatType => Some(SqlType.FLOAT)
    case DoubleType => Some(SqlType.DOUBLE)
    case d: DecimalType if d.scale >= 0 && d.scale <= d.precision => Some(SqlType.decimal(d.precision, d.scale))
    case StringType => Some(SqlType.STRING)
    case BinaryType => Some(SqlType.BINARY)
    case DateType => Some(SqlType.DATE)
    case TimestampType => Some(SqlType.TIMESTAMP)
    case TimestampNTZType => Some(SqlType.TIMESTAMP_NTZ)
    case _ => None
  }

  def toSpark(sqlType: SqlType): DataType = sqlType.kind match {
    case SqlType.Kind.BOOLEAN => BooleanType
    case SqlType.Kind.TINYINT => ByteType
    case SqlType.Kind.SMALLINT => ShortType
    case SqlType.Kind.INT => IntegerType
    case SqlType.Kind.BIGINT => LongType
    case SqlType.Kind.FLOAT => FloatType
    case SqlType.Kind.DOUBLE => DoubleType
    case SqlType.Kind.DECIMAL => DecimalType(sqlType.precision, sqlType.scale)
    case SqlType.Kind.STRING => StringType
    case SqlType.Kind.BINARY => BinaryType
    case SqlType.Kind.DATE => DateType
    case SqlType.Kind.TIMESTAMP => TimestampType
    case SqlType.Kind.TIMESTAMP_NTZ => TimestampNTZType
  }

  def toProto(sqlType: SqlType): proto.DataType =
    proto.DataType
      .newBuilder()
      // The wire's kinds have the names of the SQL types.
      .setKind(proto.TypeKind.valueOf(sqlType.kind.name))
      .setPrecision(sqlType.precision)
      .setScale(sqlType.scale)
      .build()

  def fromProto(dataType: proto.DataType): SqlType =
    new SqlType(SqlType.Kind.valueOf(dataType.getKind.name), dataType.getPrecision, dataType.getScale)

  /** The inverse of `SqlType.toString`, the spelling in the metadata table. */
  def parse(text: String): SqlType = text match {
    case Decimal(precision, scale) => SqlType.decimal(precision.toInt, scale.toInt)
    case name => new SqlType(SqlType.Kind.valueOf(name), 0, 0)
  }

  private val Decimal = """DECIMAL\((\d+),(\d+)\)""".r
}
