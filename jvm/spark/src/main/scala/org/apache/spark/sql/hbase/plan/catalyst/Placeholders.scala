package org.apache.spark.sql.hbase.plan.catalyst

import scala.jdk.CollectionConverters._

import com.google.protobuf.Descriptors.FieldDescriptor.JavaType
import com.google.protobuf.Message

import org.apache.spark.sql.hbase.wire.proto.{
  DataType => ProtoType,
  Expression => ProtoExpression,
  Function => ProtoFunction,
  Literal => ProtoLiteral,
  SubPlan
}

/**
 * Places in a sub-plan for values that are known only when the query runs: columns far behind those of any table. A
 * sub-plan with placeholders never leaves the driver. Pure functions, thread-safe.
 */
private[hbase] object Placeholders {
  private val FirstColumn = 1 << 24

  def apply(index: Int, ofType: ProtoType): ProtoExpression =
    ProtoExpression.newBuilder().setType(ofType).setColumn(FirstColumn + index).build()

  def areIn(message: Message): Boolean = message match {
    case expression: ProtoExpression if isPlaceholder(expression) => true
    case other =>
      // Of lists of values, which can be long, nothing is looked at.
      other.getAllFields.asScala.exists {
        case (field, _) if field.getJavaType != JavaType.MESSAGE => false
        case (_, children: java.util.List[_]) => children.asScala.exists { case child: Message => areIn(child) }
        case (_, child: Message) => areIn(child)
      }
  }

  /** @param literals by position of the placeholder */
  def filled(subPlan: SubPlan, literals: Seq[ProtoExpression]): SubPlan =
    replaced(subPlan)(placeholder => literals(placeholder.getColumn - FirstColumn))

  /** Replaces every placeholder by NULL: the sub-plan has the form that it has with any values. */
  def withNulls(subPlan: SubPlan): SubPlan = replaced(subPlan)(nullOf)

  private def nullOf(placeholder: ProtoExpression): ProtoExpression =
    placeholder.toBuilder.setLiteral(ProtoLiteral.newBuilder().setNull(true)).build()

  /**
   * Returns the expression for the engine's check. Placeholders stay columns, so that the engine accepts the expression
   * only if it computes it for every value. Bloom filters alone must be literals; a sub-plan with a malformed one is
   * refused later.
   */
  def forCheck(expression: ProtoExpression): ProtoExpression =
    if (!areIn(expression) || !expression.hasCall) expression
    else {
      val builder = expression.toBuilder
      val call = builder.getCallBuilder
      val takesFilter = call.getFunction == ProtoFunction.MIGHT_CONTAIN
      expression.getCall.getArgumentsList.asScala.zipWithIndex.foreach {
        case (filter, 0) if takesFilter && isPlaceholder(filter) => call.setArguments(0, nullOf(filter))
        case (argument, i) => call.setArguments(i, forCheck(argument))
      }
      builder.build()
    }

  private def replaced(subPlan: SubPlan)(by: ProtoExpression => ProtoExpression): SubPlan =
    if (areIn(subPlan)) within(subPlan, by).asInstanceOf[SubPlan] else subPlan

  private def within(message: Message, by: ProtoExpression => ProtoExpression): Message = message match {
    case expression: ProtoExpression if isPlaceholder(expression) => by(expression)
    case other =>
      val builder = other.toBuilder
      other.getAllFields.asScala.foreach {
        case (field, child: Message) => builder.setField(field, within(child, by))
        case (field, children: java.util.List[_]) =>
          children.asScala.zipWithIndex.foreach {
            case (child: Message, i) => builder.setRepeatedField(field, i, within(child, by))
            case _ =>
          }
        case _ =>
      }
      builder.build()
  }

  private def isPlaceholder(expression: ProtoExpression): Boolean =
    expression.getNodeCase == ProtoExpression.NodeCase.COLUMN && expression.getColumn >= FirstColumn
}
