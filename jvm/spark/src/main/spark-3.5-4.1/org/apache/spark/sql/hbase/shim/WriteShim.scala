package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.analysis.{EliminateSubqueryAliases, NamedRelation, TableOutputResolver}
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{AppendData, LogicalPlan, MergeIntoTable, V2WriteCommand}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.internal.SQLConf

/** Parts of writes that have other members in other lines of Spark. */
object WriteShim {

  /** Computes the columns of a table from those of a query by name; a column that is not there has its default. */
  def columnsByName(table: String, columns: Seq[Attribute], query: LogicalPlan, conf: SQLConf): LogicalPlan =
    TableOutputResolver.resolveOutputColumns(
      table,
      columns,
      query,
      byName = true,
      conf,
      supportColDefaultValue = true
    )
}

/**
 * Matches the write of a MERGE that only inserts. Spark before 4.2 plans it like an INSERT, and a tag tells the two apart. Spark 4
 * hands the tag of the MERGE on to the write. Spark 3.5 does not, but its write keeps the table of the MERGE, which has the tag
 * too.
 */
object InsertOnlyMergeShim {

  private val InsertOnly = TreeNodeTag[Unit]("pyspark-hbase.insert-only-merge")

  /**
   * Adds the rules by which such a write is known. They run before Spark makes the write. Spark 4.1 can make it in the first round
   * of the resolution, before any rule of ours there. Spark 3.5 needs the tag on a resolved table.
   */
  def register(extensions: SparkSessionExtensions): Unit = {
    EarlyRulesShim.inject(extensions)(_ => Mark)
    extensions.injectResolutionRule(_ => Mark)
  }

  private object Mark extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan = {
      // Below a WITH it is not the whole plan.
      plan.foreach {
        case merge: MergeIntoTable if merge.matchedActions.isEmpty && merge.notMatchedBySourceActions.isEmpty =>
          merge.setTagValue(InsertOnly, ())
          EliminateSubqueryAliases(merge.targetTable).setTagValue(InsertOnly, ())
        case _ =>
      }
      plan
    }
  }

  def unapply(plan: LogicalPlan): Option[(V2WriteCommand, NamedRelation)] = plan match {
    case append: AppendData if Seq(append, append.table).exists(_.getTagValue(InsertOnly).isDefined) =>
      Some((append, append.table))
    case _ => None
  }
}
