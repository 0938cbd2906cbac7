package org.apache.spark.sql.hbase.plan

import com.google.protobuf.ByteString
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, Literal => ProtoLiteral}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Catalyst's internal literal values as wire literals. */
object CatalystLiterals {

  /**
   * @param value Catalyst's internal value: UTF8String, days, microseconds, Decimal, ...; null is NULL
   */
  def toProto(value: Any, dataType: DataType): Either[String, ProtoExpression] =
    CatalystTypes.toProto(dataType).flatMap { protoType =>
      literal(value).map { literal =>
        ProtoExpression.newBuilder().setType(protoType).setLiteral(literal).build()
      }
    }

  private def literal(value: Any): Either[String, ProtoLiteral] = {
    val builder = ProtoLiteral.newBuilder()
    value match {
      case null => Right(builder.setNull(true).build())
      case v: Boolean => Right(builder.setBoolean(v).build())
      case v: Byte => Right(builder.setInteger(v.toLong).build())
      case v: Short => Right(builder.setInteger(v.toLong).build())
      case v: Int => Right(builder.setInteger(v.toLong).build())
      case v: Long => Right(builder.setInteger(v).build())
      case v: Float => Right(builder.setFloating(v.toDouble).build())
      case v: Double => Right(builder.setFloating(v).build())
      case v: UTF8String => Right(builder.setBinary(ByteString.copyFrom(v.getBytes)).build())
      case v: Array[Byte] => Right(builder.setBinary(ByteString.copyFrom(v)).build())
      case v: Decimal =>
        Right(builder.setDecimal(ByteString.copyFrom(v.toJavaBigDecimal.unscaledValue().toByteArray)).build())
      case other => Left(s"a literal of ${other.getClass.getSimpleName} has no wire form")
    }
  }
}
