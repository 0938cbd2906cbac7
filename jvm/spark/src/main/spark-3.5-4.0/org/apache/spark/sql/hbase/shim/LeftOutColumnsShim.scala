package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation
import org.apache.spark.sql.catalyst.expressions.NamedExpression
import org.apache.spark.sql.catalyst.plans.logical.{InsertIntoStatement, LogicalPlan, Project, V2WriteCommand}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumns.getDefaultValueExprOrNullLit
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.shim.classic.SparkSession

/**
 * Columns that a write by name leaves out. Spark before 4.1 gives them their default or NULL in tables of its own files only.
 *
 * {{{
 * INSERT INTO t (k) VALUES (1)        t has the columns k, n DEFAULT 7 and s
 *   InsertIntoStatement t (k)           InsertIntoStatement t (k, n, s)
 *     Project [1 AS k]                    Project [k, 7 AS n, NULL AS s]
 *                                           Project [1 AS k]
 * }}}
 */
private[hbase] object LeftOutColumnsShim {

  /** Adds the rules that compute such columns. They run before Spark compares the columns of a query with those of its table. */
  def register(extensions: SparkSessionExtensions): Unit = {
    extensions.injectResolutionRule(_ => Statements)
    EarlyRulesShim.inject(extensions)(new Writes(_))
  }

  /** The statements of SQL. Spark knows the table of one after its first round of resolution, and makes a write in a later one. */
  private object Statements extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
      case insert @ InsertIntoStatement(table: DataSourceV2Relation, _, named, query, _, _, byName)
          if query.resolved && (named.nonEmpty || byName) =>
        val left = leftOut(table, if (named.nonEmpty) named else query.output.map(_.name))
        if (left.isEmpty) insert
        else {
          insert.copy(
            userSpecifiedCols = if (named.isEmpty) named else named ++ left.map(_.name),
            query = Project(query.output ++ left, query)
          )
        }
    }
  }

  /** The writes of DataFrames. Spark looks up the table of one and compares its columns in one round, so this looks it up before. */
  private final class Writes(session: SparkSession) extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan = plan match {
      case write: V2WriteCommand
          if write.isByName && write.query.resolved && write.table.isInstanceOf[UnresolvedRelation] =>
        session.sessionState.analyzer.ResolveRelations(write) match {
          case found: V2WriteCommand => filled(found)
          case other => other
        }
      case _ => plan
    }

    private def filled(write: V2WriteCommand): LogicalPlan = write.table match {
      case table: DataSourceV2Relation =>
        val left = leftOut(table, write.query.output.map(_.name))
        if (left.isEmpty) write else write.withNewQuery(Project(write.query.output ++ left, write.query))
      case _ => write
    }
  }

  /** The columns of a table of ours that are not among the named ones, with their values; without those that have none. */
  private def leftOut(relation: DataSourceV2Relation, names: Seq[String]): Seq[NamedExpression] = {
    val conf = relation.conf
    if (!relation.table.isInstanceOf[TableShim]) Nil
    else {
      relation.output
        .filterNot(column => names.exists(conf.resolver(_, column.name)))
        .flatMap(getDefaultValueExprOrNullLit(_, conf.useNullsForMissingDefaultColumnValues))
    }
  }
}
