package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.parser.{ParameterContext, ParserInterface}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/** A parser of statements with parameters, which Spark hands to it since 4.1. */
trait ParametersShim extends ParserInterface {
  protected def next: ParserInterface

  /** @param parseNative parses a statement that Spark understands */
  protected def parse(statement: String, parseNative: String => LogicalPlan): LogicalPlan

  override def parsePlanWithParameters(sqlText: String, parameters: ParameterContext): LogicalPlan =
    parse(sqlText, next.parsePlanWithParameters(_, parameters))
}
