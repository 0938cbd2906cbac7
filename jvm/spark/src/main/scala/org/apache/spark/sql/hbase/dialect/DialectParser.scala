package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.{FunctionIdentifier, TableIdentifier}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.parser._
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.hbase.shim.{ParametersShim, ParserShim, RoutineShim}
import org.apache.spark.sql.hbase.shim.classic
import org.apache.spark.sql.types.{DataType, StructType}

/**
 * Understands the statements of the proposal "Spark SQL on HBase" that Spark's grammar does not have, by making them
 * native ones. Everything else goes to the next parser as it came. Thread-safe if that one is.
 */
private[hbase] final class DialectParser private[dialect] (
    names: TableNames,
    override protected val next: ParserInterface
) extends ParserShim
    with ParametersShim
    with RoutineShim {

  override def parsePlan(sqlText: String): LogicalPlan = parse(sqlText, next.parsePlan)

  override protected def parse(statement: String, parseNative: String => LogicalPlan): LogicalPlan =
    NativeStatements.of(statement, names) match {
      case None => parseNative(statement)
      case Some(native) =>
        val plan =
          try parseNative(native.rewriting.text)
          catch {
            case e: ParseException => throw native.rewriting.inOriginal(e)
          }
        native.complete(plan)
    }

  override def parseQuery(sqlText: String): LogicalPlan = next.parseQuery(sqlText)

  override def parseExpression(sqlText: String): Expression = next.parseExpression(sqlText)

  override def parseTableIdentifier(sqlText: String): TableIdentifier = next.parseTableIdentifier(sqlText)

  override def parseFunctionIdentifier(sqlText: String): FunctionIdentifier = next.parseFunctionIdentifier(sqlText)

  override def parseMultipartIdentifier(sqlText: String): Seq[String] = next.parseMultipartIdentifier(sqlText)

  override def parseTableSchema(sqlText: String): StructType = next.parseTableSchema(sqlText)

  override def parseDataType(sqlText: String): DataType = next.parseDataType(sqlText)
}

private[hbase] object DialectParser {
  def apply(session: SparkSession, next: ParserInterface): DialectParser = {
    // The session asks for its parser before it has catalogs.
    val names = new SessionTableNames(session.asInstanceOf[classic.SparkSession].sessionState.catalogManager)
    new DialectParser(names, next)
  }
}
