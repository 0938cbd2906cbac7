package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/** A parser of statements with parameters, which Spark 4.0 sets in the plan. */
trait ParametersShim extends ParserInterface {
  protected def next: ParserInterface

  /** @param parseNative parses a statement that Spark understands */
  protected def parse(statement: String, parseNative: String => LogicalPlan): LogicalPlan
}
