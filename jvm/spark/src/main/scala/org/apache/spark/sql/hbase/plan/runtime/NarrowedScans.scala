package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildRight}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.hbase.plan.push.access.{JoinSides, PushableScan, SourceColumn}

/** Finds the scan of ours that a join's key comes from, and gives it a runtime filter. Pure functions. */
private[plan] object NarrowedScans {

  /** The parts from which the filter of a scan is made. */
  final case class Origin(leaf: BatchScanExec, column: SourceColumn, key: Expression)

  /**
   * The plan with the filter in the scan, or None if there is no such scan, or no filter for it. Between the two are only nodes
   * that make each of their rows of one row of the scan. So a row without the key is missed by nobody but the join.
   *
   * @param key over the output of the plan
   * @param filter given the scan, its column and the key over the columns of the table
   */
  def narrowed(plan: SparkPlan, key: Expression)(filter: Origin => Option[Expression]): Option[SparkPlan] = plan match {
    case leaf @ BatchScanExec(_, scan: PushableScan, _, _, _, _) =>
      origin(leaf, scan, key).flatMap(filter).map(condition => withFilters(leaf, scan, Seq(condition)))
    case condition: FilterExec =>
      narrowed(condition.child, key)(filter).map(child => condition.withNewChildren(Seq(child)))
    case project: ProjectExec =>
      val aliases = AttributeMap(project.projectList.collect { case alias: Alias =>
        alias.toAttribute -> alias.child
      })
      val below = key.transform { case attribute: Attribute => aliases.getOrElse(attribute, attribute) }
      narrowed(project.child, below)(filter).map(child => project.withNewChildren(Seq(child)))
    case join: BroadcastHashJoinExec if key.references.subsetOf(JoinSides(join).stream.outputSet) =>
      narrowed(JoinSides(join).stream, key)(filter).map(withStream(join, _))
    case _ => None
  }

  /** For one node of a plan: others may read the same scan, and not with these filters. */
  def withFilters(leaf: BatchScanExec, scan: PushableScan, filters: Seq[Expression]): SparkPlan = {
    val narrowed = leaf.copy(scan = scan.alone, runtimeFilters = leaf.runtimeFilters ++ filters)
    narrowed.copyTagsFrom(leaf)
    narrowed
  }

  /** A join over another plan of the side that is not broadcast. */
  def withStream(join: BroadcastHashJoinExec, stream: SparkPlan): SparkPlan =
    if (stream eq JoinSides(join).stream) join
    else
      join.buildSide match {
        case BuildLeft => join.withNewChildren(Seq(join.left, stream))
        case BuildRight => join.withNewChildren(Seq(stream, join.right))
      }

  private def origin(leaf: BatchScanExec, scan: PushableScan, key: Expression): Option[Origin] =
    for {
      attribute <- onlyColumn(key)
      position = leaf.output.indexWhere(_.exprId == attribute.exprId)
      column <- if (position < 0) None else scan.sourceColumn(position)
    } yield {
      val ofTable = key.transform { case a: Attribute => AttributeReference(column.name, a.dataType)(a.exprId) }
      Origin(leaf, column, ofTable)
    }

  private def onlyColumn(key: Expression): Option[AttributeReference] =
    if (!key.deterministic) None
    else
      key.references.toSeq match {
        case Seq(attribute: AttributeReference) => Some(attribute)
        case _ => None
      }
}
