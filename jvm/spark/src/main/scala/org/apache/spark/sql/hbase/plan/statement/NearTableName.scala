package org.apache.spark.sql.hbase.plan.statement

import scala.util.Try

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.analysis.{
  AnalysisErrorAt,
  UnresolvedRelation,
  UnresolvedTable,
  UnresolvedTableOrView
}
import org.apache.spark.sql.catalyst.plans.logical.{InsertIntoStatement, LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.error.{HBaseErrors, NearestName}
import org.apache.spark.sql.hbase.shim.classic.SparkSession

/**
 * Names, where a table is not there, the table that was probably meant. Names of namespaces and tables count the case
 * of letters, as HBase does. A name that differs in nothing else is refused by an error of ours. Any other name is
 * Spark's to refuse; its error gets the hint.
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

  private def checkRelation(plan: LogicalPlan): Unit = plan match {
    case u: UnresolvedRelation => check(u, u.multipartIdentifier)
    case u: UnresolvedTable => check(u, u.multipartIdentifier)
    case u: UnresolvedTableOrView => check(u, u.multipartIdentifier)
    case _ =>
  }

  private def check(relation: LogicalPlan, name: Seq[String]): Unit = {
    val catalogs = session.sessionState.catalogManager
    val (catalog, inCatalog) =
      if (name.size > 1 && catalogs.isCatalogRegistered(name.head)) (catalogs.catalog(name.head), name.tail)
      else (catalogs.currentCatalog, name)
    catalog match {
      case hbase: HBaseTableCatalog =>
        val given = if (inCatalog.size > 1) inCatalog else catalogs.currentNamespace.toSeq ++ inCatalog
        if (given.size == 2) near(hbase, given.head, given.last).foreach { found =>
          // Programs ask whether there is a table by other nodes, for which Spark's own error is the answer.
          if (relation.isInstanceOf[UnresolvedRelation] && found.toString.equalsIgnoreCase(given.mkString("."))) {
            throw HBaseErrors.UnknownTable.analysis("table" -> given.mkString("."), "didYouMean" -> found)
          }
          refuse(relation, name, s"Did you mean ${hbase.name}.$found?")
        }
      case _ =>
    }
  }

  private def refuse(relation: LogicalPlan, name: Seq[String], hint: String): Unit =
    try relation.tableNotFound(name)
    catch {
      case e: AnalysisException => throw e.copy(message = s"${e.message}\n$hint").withPosition(relation.origin)
    }

  /** Nothing where the user may not list what there is. */
  private def near(catalog: HBaseTableCatalog, namespace: String, table: String): Option[Identifier] = Try {
    val namespaces = catalog.listNamespaces().map(_.head).toSeq
    // Several namespaces may differ in the case of letters only.
    val alike = namespaces.filter(_.equalsIgnoreCase(namespace))
    val tables = (if (alike.isEmpty) NearestName.of(namespace, namespaces).toSeq else alike)
      .flatMap(found => catalog.listTables(Array(found)))
    val sameLetters = tables.find(_.name.equalsIgnoreCase(table))
    sameLetters.orElse(NearestName.of(table, tables.map(_.name)).flatMap(name => tables.find(_.name == name)))
  }.toOption.flatten
}
