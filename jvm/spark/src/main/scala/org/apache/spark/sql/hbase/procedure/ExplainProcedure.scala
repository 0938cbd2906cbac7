package org.apache.spark.sql.hbase.procedure

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.CommandExecutionMode
import org.apache.spark.sql.hbase.read.PlannedScans
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.types.{StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/**
 * `CALL <catalog>.system.explain(query => 'SELECT ...')`: plans a query and returns the documents of its HBase scans,
 * as a JSON array. `pyspark_hbase.explain` asks it for frames of Spark Connect, whose plans the client does not have.
 * Nothing runs, commands neither. Called on the driver.
 */
private[hbase] object ExplainProcedure extends CatalogProcedure {
  override val name: String = "explain"

  override val description: String =
    "Says what a query reads from HBase and where each part runs, as JSON. EXPLAIN FORMATTED says it as a text."

  override protected def arguments: Seq[Parameter] = Seq(Parameter("query", StringType, "a query; it does not run"))

  override protected val output: StructType = new StructType().add("scans", StringType, nullable = false)

  override protected def run(arguments: InternalRow): InternalRow = {
    val state = SparkSession.active.sessionState
    val plan = state.sqlParser.parsePlan(TableArgument.text(arguments, 0))
    val scans = PlannedScans.explained(state.executePlan(plan, CommandExecutionMode.SKIP))
    InternalRow(UTF8String.fromString(scans.mkString("[", ",", "]")))
  }
}
