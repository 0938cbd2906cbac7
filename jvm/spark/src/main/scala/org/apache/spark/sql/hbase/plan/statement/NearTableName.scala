package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation
import org.apache.spark.sql.catalyst.plans.logical.{InsertIntoStatement, LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.error.HBaseErrors

/**
 * Tells, of a table that is not there, which one has the same name but for the case of letters: names of namespaces and tables
 * count it, as HBase does. Other names that lead nowhere are Spark's to refuse.
 */
final class NearTableName(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = {
    plan.foreach {
      case insert: InsertIntoStatement => checkRelation(insert.table)
      case write: V2WriteCommand => checkRelation(write.table)
      case other => checkRelation(other)
    }
    plan
  }

  /** Statements that only ask whether there is a table have other nodes. */
  private def checkRelation(plan: LogicalPlan): Unit = plan match {
    case u: UnresolvedRelation => check(u.multipartIdentifier)
    case _ =>
  }

  private def check(name: Seq[String]): Unit = {
    val catalogs = session.sessionState.catalogManager
    val (catalog, inCatalog) =
      if (name.size > 1 && catalogs.isCatalogRegistered(name.head)) (catalogs.catalog(name.head), name.tail)
      else (catalogs.currentCatalog, name)
    catalog match {
      case hbase: HBaseTableCatalog =>
        val given = if (inCatalog.size > 1) inCatalog else catalogs.currentNamespace.toSeq ++ inCatalog
        if (given.size == 2) near(hbase, given.head, given.last).foreach { found =>
          throw HBaseErrors.UnknownTable.analysis("table" -> given.mkString("."), "didYouMean" -> found)
        }
      case _ =>
    }
  }

  private def near(catalog: HBaseTableCatalog, namespace: String, table: String): Option[String] =
    catalog
      .listNamespaces()
      .filter(_.head.equalsIgnoreCase(namespace))
      .flatMap(catalog.listTables)
      .find((found: Identifier) => found.name.equalsIgnoreCase(table))
      .map(_.toString)
}
