package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog

/**
 * Makes options `hbase.*` of `DataFrameWriter.saveAsTable` properties of the table that it creates. Spark takes them for options
 * of the rows, and the writer has no other words for a PRIMARY KEY.
 */
object SavedTableProperties extends Rule[LogicalPlan] {
  private val Prefix = "hbase."

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    case c: CreateTableAsSelect if isMeant(c.name, c.writeOptions) =>
      val (properties, options) = divided(c.writeOptions)
      c.copy(tableSpec = having(c.tableSpec, properties), writeOptions = options)
    case r: ReplaceTableAsSelect if isMeant(r.name, r.writeOptions) =>
      val (properties, options) = divided(r.writeOptions)
      r.copy(tableSpec = having(r.tableSpec, properties), writeOptions = options)
    case other => other
  }

  private def isMeant(name: LogicalPlan, options: Map[String, String]): Boolean = name match {
    case ResolvedIdentifier(_: HBaseTableCatalog, _) => divided(options)._1.nonEmpty
    case _ => false
  }

  private def divided(options: Map[String, String]): (Map[String, String], Map[String, String]) = {
    val given = options match {
      case map: CaseInsensitiveMap[String] => map.originalMap
      case map => map
    }
    given.partition(_._1.startsWith(Prefix))
  }

  private def having(spec: TableSpecBase, properties: Map[String, String]): TableSpecBase = spec match {
    case s: TableSpec => s.copy(properties = properties ++ s.properties)
    case s: UnresolvedTableSpec => s.copy(properties = properties ++ s.properties)
  }
}
