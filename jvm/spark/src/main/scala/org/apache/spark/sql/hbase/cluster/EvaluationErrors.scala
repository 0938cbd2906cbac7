package org.apache.spark.sql.hbase.cluster

import java.time.DateTimeException

import scala.jdk.CollectionConverters._

import org.apache.spark.QueryContext
import org.apache.spark.sql.hbase.engine.error.EvaluationException
import org.apache.spark.sql.hbase.schema.SparkTypes
import org.apache.spark.sql.hbase.shim.{ConditionShim, ErrorShim}
import org.apache.spark.sql.hbase.shim.ConditionShim.Context
import org.apache.spark.sql.hbase.wire.{ErrorCode, RemoteError}
import org.apache.spark.sql.internal.SQLConf

/**
 * Errors of expressions that ran in the engine, as the exceptions that Spark's own expressions throw: queries fail with the
 * same condition wherever they run.
 */
private[hbase] object EvaluationErrors {
  private val AnsiConfig = Map("config" -> quoted(SQLConf.ANSI_ENABLED.key))

  /** None: not an error of an expression. */
  def toSpark(error: RemoteError): Option[RuntimeException] = toSpark(error, Map.empty)

  /**
   * None: not an error of an expression. Spark's own conditions without the place of the expression have none here.
   *
   * @param contexts places of calls in the text of the query, by their numbers in the sub-plan
   */
  def toSpark(error: RemoteError, contexts: Map[Int, QueryContext]): Option[RuntimeException] = {
    val values = error.values.asScala.toMap.withDefaultValue("unknown")
    val number = values.get(EvaluationException.QUERY_CONTEXT)
    // Whatever a server names, what is not among them is no place.
    val context = contexts.collectFirst { case (known, place) if number.contains(known.toString) => place }
    Some(error.code).collect {
      case ErrorCode.ARITHMETIC_OVERFLOW =>
        ConditionShim.overflow(error.sentence.stripSuffix("."), tryFunction(values("operation")), context)
      case ErrorCode.BINARY_ARITHMETIC_OVERFLOW => binaryOverflow(values("type"), values("operation"))
      case ErrorCode.DIVIDE_BY_ZERO => ConditionShim.arithmetic("DIVIDE_BY_ZERO", AnsiConfig, context)
      case ErrorCode.REMAINDER_BY_ZERO => ConditionShim.arithmetic(ErrorShim.remainderByZero, AnsiConfig, context)
      case ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE => outOfRange(values("type"), values("value"), context)
      case ErrorCode.NUMERIC_OUT_OF_SUPPORTED_RANGE =>
        ConditionShim.arithmetic(
          "NUMERIC_OUT_OF_SUPPORTED_RANGE",
          Map("value" -> values("value"))
        )
      case ErrorCode.CAST_OVERFLOW =>
        ConditionShim.arithmetic(
          "CAST_OVERFLOW",
          Map("value" -> values("value"), "sourceType" -> quoted(values("from")), "targetType" -> quoted(values("to")))
        )
      case ErrorCode.DATETIME_OVERFLOW =>
        ConditionShim.arithmetic("DATETIME_OVERFLOW", Map("operation" -> error.sentence))
      case ErrorCode.DATETIME_FIELD_OUT_OF_BOUNDS =>
        val date = Seq("year", "month", "day").map(field => s"$field ${values(field)}").mkString(", ")
        ConditionShim.dateField(new DateTimeException(s"${error.sentence} $date"))
      case ErrorCode.CANNOT_PARSE_TIMESTAMP =>
        val cause = new DateTimeException(s"${error.sentence} value=${values("value")}")
        ConditionShim.unparsedTimestamp(cause)
      case ErrorCode.CAST_INVALID_INPUT =>
        ConditionShim.numberFormat(
          "CAST_INVALID_INPUT",
          Map(
            "expression" -> s"'${values("value")}'",
            "sourceType" -> quoted(values("from")),
            "targetType" -> quoted(values("to"))
          ),
          context
        )
      case ErrorCode.INVALID_ARRAY_INDEX => outsideArray("INVALID_ARRAY_INDEX", values, context)
      case ErrorCode.INVALID_ARRAY_INDEX_IN_ELEMENT_AT =>
        outsideArray("INVALID_ARRAY_INDEX_IN_ELEMENT_AT", values, context)
      case ErrorCode.INVALID_INDEX_OF_ZERO =>
        ConditionShim.runtime("INVALID_INDEX_OF_ZERO", context)
    }
  }

  private def outsideArray(condition: String, values: Map[String, String], context: Context): RuntimeException = {
    val parameters = Map("indexValue" -> values("indexValue"), "arraySize" -> values("arraySize"))
    ConditionShim.arrayIndex(condition, parameters, context)
  }

  private def quoted(name: String): String = "\"" + name + "\""

  private def tryFunction(operation: String): String = operation match {
    case "ADD" => "try_add"
    case "SUBTRACT" => "try_subtract"
    case "MULTIPLY" => "try_multiply"
    case "SUM" => "try_sum"
    case _ => ""
  }

  private def binaryOverflow(sqlType: String, operation: String): RuntimeException = {
    val symbol = Map("ADD" -> "+", "SUBTRACT" -> "-", "MULTIPLY" -> "*").getOrElse(operation, operation)
    ConditionShim.arithmetic(
      "BINARY_ARITHMETIC_OVERFLOW",
      Map(
        "value1" -> sqlType,
        "symbol" -> symbol,
        "value2" -> sqlType,
        "functionName" -> s"`${tryFunction(operation)}`"
      )
    )
  }

  private def outOfRange(sqlType: String, value: String, context: Context): RuntimeException = {
    val decimal = SparkTypes.parse(sqlType)
    ConditionShim.arithmetic(
      "NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION",
      Map(
        "value" -> value,
        "precision" -> decimal.precision.toString,
        "scale" -> decimal.scale.toString
      ) ++ AnsiConfig,
      context
    )
  }
}
