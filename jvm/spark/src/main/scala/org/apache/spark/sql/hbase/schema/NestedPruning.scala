package org.apache.spark.sql.hbase.schema

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.wire.proto.{Call, Expression, Function}
import org.apache.spark.sql.types.DataType

/**
 * Nested columns with fewer fields. Spark asks a scan for a STRUCT of only the fields that a query needs, at any depth,
 * and calls that the column. The table layout has the whole column.
 *
 * {{{
 * stored person STRUCT<name, address STRUCT<street, city>>, asked for STRUCT<address STRUCT<city>>
 *   person               ->  NARROW(person)
 *   person.address.city  ->  GET_STRUCT_FIELD(GET_STRUCT_FIELD(person, 1), 1)
 * }}}
 *
 * Pure functions, thread-safe.
 */
object NestedPruning {

  /** The value as a type that has fewer fields, or the value itself. */
  def narrowed(value: Expression, dataType: DataType): Expression =
    SparkTypes.fromSpark(dataType).map(SparkTypes.toProto) match {
      case Some(wanted) if wanted != value.getType => narrow(value, wanted)
      case _ => value
    }

  private def narrow(value: Expression, wanted: org.apache.spark.sql.hbase.wire.proto.DataType): Expression =
    Expression
      .newBuilder()
      .setType(wanted)
      .setCall(Call.newBuilder().setFunction(Function.NARROW).addArguments(value))
      .build()

  /** Rewrites a call without building values of which only a part or the size is used. */
  def simplified(expression: Expression): Expression = AssembledStructs.overFields(withoutNarrow(expression))

  private def withoutNarrow(expression: Expression): Expression = {
    val call = expression.getCall
    val first = call.getArgumentsList.asScala.headOption.filter(_.getCall.getFunction == Function.NARROW)
    (call.getFunction, first) match {
      case (Function.GET_STRUCT_FIELD, Some(narrowed)) => fieldOfWhole(expression, narrowed)
      case (Function.IS_NULL | Function.IS_NOT_NULL | Function.SIZE, Some(narrowed)) =>
        expression.toBuilder
          .setCall(call.toBuilder.setArguments(0, narrowed.getCall.getArguments(0)))
          .build()
      case _ => expression
    }
  }

  private def fieldOfWhole(expression: Expression, narrowed: Expression): Expression = {
    val position = expression.getCall.getArguments(1)
    val name = narrowed.getType.getNested(position.getLiteral.getInteger.toInt).getName
    val whole = narrowed.getCall.getArguments(0)
    val stored = whole.getType.getNestedList.asScala.indexWhere(_.getName == name)
    val storedPosition = position.toBuilder.setLiteral(position.getLiteral.toBuilder.setInteger(stored.toLong))
    val field = expression.toBuilder
      .setType(whole.getType.getNested(stored).getType)
      .setCall(expression.getCall.toBuilder.setArguments(0, whole).setArguments(1, storedPosition))
      .build()
    if (field.getType == expression.getType) field
    else narrow(AssembledStructs.overFields(field), expression.getType)
  }
}
