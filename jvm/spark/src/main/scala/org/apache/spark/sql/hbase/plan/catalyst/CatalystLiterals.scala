package org.apache.spark.sql.hbase.plan.catalyst

import com.google.protobuf.ByteString
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.hbase.wire.proto.{
  Expression => ProtoExpression,
  Literal => ProtoLiteral,
  Values => ProtoValues
}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Catalyst's internal literal values as wire literals. */
object CatalystLiterals {

  /**
   * @param value Catalyst's internal value: UTF8String, days, microseconds, Decimal, ...; null is NULL
   */
  def toProto(value: Any, dataType: DataType): Either[Refusal, ProtoExpression] =
    CatalystTypes.toProto(dataType).flatMap { protoType =>
      literal(value, dataType).map { literal =>
        ProtoExpression.newBuilder().setType(protoType).setLiteral(literal).build()
      }
    }

  /** The literals of an IN list as one list of values. */
  def values(list: Seq[Expression], dataType: DataType): Either[Refusal, ProtoExpression] =
    for {
      protoType <- CatalystTypes.toProto(dataType)
      literals <- Refusal.firstOf(list.map {
        case Literal(value, ofType) => literal(value, ofType)
        case other => Left(Refusal(s"${other.sql} is not a literal"))
      })
    } yield {
      val values = ProtoValues.newBuilder()
      literals.foreach(add(_, values))
      ProtoExpression.newBuilder().setType(protoType).setValues(values).build()
    }

  /**
   * Adds a value behind those of its type, or says why it cannot be.
   *
   * @param value as of [[toProto]]
   */
  def addTo(values: ProtoValues.Builder, value: Any, dataType: DataType): Either[Refusal, Unit] =
    literal(value, dataType).map(add(_, values))

  private[plan] def add(literal: ProtoLiteral, values: ProtoValues.Builder): Unit = literal.getValueCase match {
    case ProtoLiteral.ValueCase.NULL => values.setHasNull(true)
    case ProtoLiteral.ValueCase.BOOLEAN => values.addIntegers(if (literal.getBoolean) 1 else 0)
    case ProtoLiteral.ValueCase.INTEGER => values.addIntegers(literal.getInteger)
    case ProtoLiteral.ValueCase.FLOATING => values.addFloatings(literal.getFloating)
    case ProtoLiteral.ValueCase.BINARY => values.addBinaries(literal.getBinary)
    case ProtoLiteral.ValueCase.DECIMAL => values.addDecimals(literal.getDecimal)
    case ProtoLiteral.ValueCase.VALUE_NOT_SET => throw new IllegalStateException("a literal without a value")
  }

  private def literal(value: Any, dataType: DataType): Either[Refusal, ProtoLiteral] = {
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
      case v: Decimal => unscaled(v, dataType).map(bytes => builder.setDecimal(ByteString.copyFrom(bytes)).build())
      case other => Left(Refusal(s"the region server takes no constant of type ${dataType.sql}"))
    }
  }

  /** In the scale of the literal's type, which the value itself need not have. */
  private def unscaled(value: Decimal, dataType: DataType): Either[Refusal, Array[Byte]] = dataType match {
    case DecimalType.Fixed(precision, scale) =>
      Option(value.toPrecision(precision, scale))
        .filter(_ == value)
        .map(_.toJavaBigDecimal.unscaledValue.toByteArray)
        .toRight(Refusal(s"the literal $value is not a value of ${dataType.sql}"))
    case other => Left(Refusal(s"a decimal is not a value of ${other.sql}"))
  }
}
