package org.apache.spark.sql.hbase.plan.catalyst

import org.apache.spark.sql.hbase.schema.SparkTypes
import org.apache.spark.sql.hbase.wire.proto.{DataType => ProtoType, TypeKind}
import org.apache.spark.sql.types._

/** Spark SQL types as the wire contract's types. Pure functions, thread-safe. */
object CatalystTypes {

  /** The wire type, or why there is none. */
  def toProto(dataType: DataType): Either[Refusal, ProtoType] = dataType match {
    case BooleanType => Right(of(TypeKind.BOOLEAN))
    case ByteType => Right(of(TypeKind.TINYINT))
    case ShortType => Right(of(TypeKind.SMALLINT))
    case IntegerType => Right(of(TypeKind.INT))
    case LongType => Right(of(TypeKind.BIGINT))
    case FloatType => Right(of(TypeKind.FLOAT))
    case DoubleType => Right(of(TypeKind.DOUBLE))
    case decimal: DecimalType =>
      Right(
        ProtoType.newBuilder().setKind(TypeKind.DECIMAL).setPrecision(decimal.precision).setScale(decimal.scale).build()
      )
    // Equality excludes CHAR, VARCHAR and every collation but UTF8_BINARY.
    case StringType => Right(of(TypeKind.STRING))
    case BinaryType => Right(of(TypeKind.BINARY))
    case DateType => Right(of(TypeKind.DATE))
    case TimestampType => Right(of(TypeKind.TIMESTAMP))
    case TimestampNTZType => Right(of(TypeKind.TIMESTAMP_NTZ))
    case nested @ (_: StructType | _: ArrayType | _: MapType) =>
      SparkTypes.fromSpark(nested).map(SparkTypes.toProto).toRight(unknown(nested))
    case other => Left(unknown(other))
  }

  private def unknown(dataType: DataType): Refusal =
    Refusal(s"type ${dataType.sql} is not known to the region server")

  private def of(kind: TypeKind): ProtoType = ProtoType.newBuilder().setKind(kind).build()
}
