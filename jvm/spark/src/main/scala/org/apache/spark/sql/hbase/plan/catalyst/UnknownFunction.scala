package org.apache.spark.sql.hbase.plan.catalyst

import org.apache.spark.sql.catalyst.expressions.objects.{Invoke, StaticInvoke}
import org.apache.spark.sql.catalyst.expressions.{Expression, In, Literal, Lower, ScalarSubquery, Upper}
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.engine.expression.SupportedExpressions
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall
import org.apache.spark.sql.hbase.shim.{LettersShim, RuntimeFilteringShim}
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.wire.proto.Function

/** The reason why an expression stays in Spark that the engine does not compute, in the words of the query. */
private[catalyst] object UnknownFunction {

  /** The functions to write instead of those that the engine does not compute. */
  private val instead: Map[String, String] = Map(
    "arrays_overlap" -> "array_contains with OR",
    "array_position" -> "array_contains, where the position does not count,",
    "conv" -> "hex or bin",
    "decode" -> "CAST(... AS STRING) for UTF-8",
    "encode" -> "CAST(... AS BINARY) for UTF-8",
    "exists" -> "array_contains",
    "format_string" -> "concat",
    "regexp_instr" -> "instr, for a fixed text,",
    "space" -> "repeat",
    "split" -> "split_part",
    "subtractdates" -> "datediff"
  )

  /** The words of SQL for what Spark calls otherwise, with functions that Spark makes of others. */
  private val inSql: Map[String, String] = Map(
    "StructsToJson" -> "function to_json",
    "isVariantNull" -> "function is_variant_null",
    "map_keys" -> "function map_keys, which map_contains_key calls,",
    "named_struct" -> "function named_struct, which struct and session_window call,",
    "regexp_extract_all" -> "function regexp_extract_all, which regexp_count calls,",
    "subtractdates" -> "the difference of dates by -",
    "subtracttimestamps" -> "the difference of timestamps by -"
  )

  /** Forms to write instead of those that the engine does not compute. */
  private val insteadOfForms: Map[Function, String] = Map(
    Function.DATE_FORMAT -> "a pattern of years to fractions of a second in numbers, and English names of months and days",
    Function.LIKE ->
      "a constant pattern of at most 1,024 characters, and of at most 64 between two % if _ is among them",
    Function.PARSE_TIMESTAMP -> "a constant pattern of years to fractions of a second in numbers",
    Function.REGEXP_EXTRACT -> "a constant pattern of characters and classes with greedy quantifiers",
    Function.REGEXP_REPLACE ->
      "a constant pattern of characters and classes with greedy quantifiers, and a replacement without $",
    Function.REPEAT -> "a constant number of times",
    Function.RLIKE -> "a constant pattern without back-references and look-around"
  )

  private val Narrow = Set(SqlType.TINYINT, SqlType.SMALLINT, SqlType.INT)

  /** The reason for an expression of which the engine refuses a part. */
  def refusedForm(refused: SupportedExpressions.Refused): String = {
    val hint = refused.call.toScala.flatMap {
      case call if isNarrowCast(call) => Some(s"CAST(CAST(... AS BIGINT) AS ${call.result}) instead")
      case call => insteadOfForms.get(call.function)
    }
    s"the region server does not compute ${refused.text}${hint.fold("")(form => s"; write $form")}"
  }

  /** A cast by way of BIGINT has the same value, and the same error where there is none. */
  private def isNarrowCast(call: TypedCall): Boolean =
    call.function == Function.CAST && call.isAnsi && Narrow(call.result) &&
      call.`type`(0).kind == SqlType.Kind.DECIMAL

  def refusal(expression: Expression): Refusal = Refusal.of(expression, why(expression))

  private def why(expression: Expression): String = expression match {
    case _: ScalarSubquery if RuntimeFilteringShim.subqueriesRefused.isDefined =>
      RuntimeFilteringShim.subqueriesRefused.get
    case _: Upper | _: Lower if LettersShim.others.isDefined => LettersShim.others.get
    case In(_, list) if !list.forall(_.foldable) =>
      val first = list.find(!_.foldable).fold("")(ExpressionText.of)
      s"the list of IN holds $first, which is no constant; write comparisons with OR instead"
    case other =>
      val name = nameOf(other)
      val hint = instead.get(name).fold("")(known => s"; write $known instead")
      s"${inSql.getOrElse(name, s"function $name")} is not implemented in the region server$hint"
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
