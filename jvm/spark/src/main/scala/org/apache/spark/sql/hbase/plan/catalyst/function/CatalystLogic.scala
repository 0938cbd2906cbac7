package org.apache.spark.sql.hbase.plan.catalyst.function

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.plain
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}
import org.apache.spark.sql.types.{DataType, DoubleType, FloatType}

/** Comparisons, three-valued logic, and expressions that choose among their arguments. */
object CatalystLogic {
  val family: FunctionCall.Family = {
    case StructComparisons(call) => call
    case e: EqualTo => plain(ProtoFunction.EQUAL, e)
    case e: LessThan => plain(ProtoFunction.LESS_THAN, e)
    case e: LessThanOrEqual => plain(ProtoFunction.LESS_THAN_OR_EQUAL, e)
    case e: GreaterThan => plain(ProtoFunction.GREATER_THAN, e)
    case e: GreaterThanOrEqual => plain(ProtoFunction.GREATER_THAN_OR_EQUAL, e)
    case e: EqualNullSafe => plain(ProtoFunction.EQUAL_NULL_SAFE, e)
    case e @ In(_, list) if list.forall(_.isInstanceOf[Literal]) => plain(ProtoFunction.IN, e)
    case InSet(child, values) =>
      FunctionCall(ProtoFunction.IN, child +: values.toSeq.map(Literal(_, child.dataType)))
    // NULL is not NaN.
    case IsNaN(child) => FunctionCall(ProtoFunction.EQUAL_NULL_SAFE, Seq(child, notANumber(child.dataType)))

    case e: And => plain(ProtoFunction.AND, e)
    case e: Or => plain(ProtoFunction.OR, e)
    case e: Not => plain(ProtoFunction.NOT, e)
    case e: IsNull => plain(ProtoFunction.IS_NULL, e)
    case e: IsNotNull => plain(ProtoFunction.IS_NOT_NULL, e)

    case e: Coalesce => plain(ProtoFunction.COALESCE, e)
    case CaseWhen(branches, otherwise) =>
      FunctionCall(ProtoFunction.CASE_WHEN, branches.flatMap { case (when, value) => Seq(when, value) } ++ otherwise)
    case e: If => plain(ProtoFunction.CASE_WHEN, e)
    case e: Greatest => plain(ProtoFunction.GREATEST, e)
    case e: Least => plain(ProtoFunction.LEAST, e)
    case NaNvl(left, right) => FunctionCall(ProtoFunction.CASE_WHEN, Seq(IsNaN(left), right, left))
    case AtLeastNNonNulls(n, children) if children.size > 1 && n == children.size =>
      FunctionCall(ProtoFunction.AND, children.map(isPresent))
    case AtLeastNNonNulls(1, children) if children.size > 1 =>
      FunctionCall(ProtoFunction.OR, children.map(isPresent))
  }

  /** Neither NULL nor NaN, as `dropna` understands it. */
  private def isPresent(child: Expression): Expression = child.dataType match {
    case FloatType | DoubleType => And(IsNotNull(child), Not(IsNaN(child)))
    case _ => IsNotNull(child)
  }

  private def notANumber(dataType: DataType): Literal = dataType match {
    case FloatType => Literal(Float.NaN)
    case _ => Literal(Double.NaN)
  }
}
