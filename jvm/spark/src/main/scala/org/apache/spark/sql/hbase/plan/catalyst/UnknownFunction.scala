package org.apache.spark.sql.hbase.plan.catalyst

import org.apache.spark.sql.catalyst.expressions.objects.{Invoke, StaticInvoke}
import org.apache.spark.sql.catalyst.expressions.{Expression, In, Literal}

/** The reason why an expression stays in Spark that the engine has no function for, in the words of the query. */
private[catalyst] object UnknownFunction {

  /** The functions to write instead of those that the engine does not compute. */
  private val instead: Map[String, String] = Map(
    "encode" -> "CAST(... AS BINARY) for UTF-8",
    "exists" -> "array_contains",
    "format_string" -> "concat",
    "overlay" -> "concat with substring",
    "space" -> "repeat",
    "split" -> "split_part",
    "subtractdates" -> "datediff"
  )

  def refusal(expression: Expression): Refusal = Refusal.of(expression, why(expression))

  private def why(expression: Expression): String = expression match {
    case In(_, list) if !list.forall(_.foldable) =>
      val first = list.find(!_.foldable).fold("")(ExpressionText.of)
      s"the list of IN holds $first, which is no constant; write comparisons with OR instead"
    case other =>
      val name = nameOf(other)
      val hint = instead.get(name).fold("")(known => s"; write $known instead")
      s"function $name is not implemented in the region server$hint"
  }

  /** Spark replaces many functions by calls of its own Java methods before they are planned. */
  private def nameOf(expression: Expression): String = expression match {
    case call: StaticInvoke => call.functionName
    case call: Invoke =>
      call.targetObject match {
        case Literal(evaluator: AnyRef, _) => evaluator.getClass.getSimpleName.stripSuffix("Evaluator")
        case _ => call.functionName
      }
    case other => other.prettyName
  }
}
