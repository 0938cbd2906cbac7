package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.parser.ParseException
import org.apache.spark.sql.catalyst.trees.Origin
import org.apache.spark.sql.connector.catalog.CatalogPlugin
import org.apache.spark.sql.errors.QueryCompilationErrors

/** Errors of Spark that are made in other ways in other lines of it. */
private[hbase] object ErrorShim {

  /** The condition of a remainder by zero, which has its own since Spark 4.1. */
  val remainderByZero: String = "DIVIDE_BY_ZERO"

  /** An error with a condition that Spark does not know. */
  def analysis(
      condition: String,
      sqlState: String,
      sentence: String,
      parameters: Map[String, String],
      cause: Option[Throwable],
      message: String
  ): AnalysisException = new Foreign(condition, sqlState, parameters, cause, message)

  private final class Foreign(
      condition: String,
      sqlState: String,
      parameters: Map[String, String],
      cause: Option[Throwable],
      message: String
  ) extends AnalysisException(message, cause = cause, errorClass = Some(condition), messageParameters = parameters) {
    override def getSqlState: String = sqlState
  }

  /** An error at a place of a statement. */
  def parse(statement: String, at: Origin, condition: String, parameters: Map[String, String]): ParseException =
    new ParseException(Some(statement), at, at, condition, parameters)

  /** Spark's own error of a catalog without views. */
  def noViews(catalog: CatalogPlugin): Throwable = QueryCompilationErrors.missingCatalogAbilityError(catalog, "views")
}
