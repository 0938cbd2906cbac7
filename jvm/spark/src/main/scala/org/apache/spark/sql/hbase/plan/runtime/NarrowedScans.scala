package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildRight}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.hbase.plan.push.access.{JoinSides, PushableScan, SourceColumn}
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** Finds the scan of ours that a join's key comes from, and gives it a runtime filter. Pure functions. */
private[plan] object NarrowedScans {

  /**
   * The parts from which the filter of a scan is made.
   *
   * @param columns of the table that the key is made of
   * @param key over the columns of the table
   */
  final case class Origin(leaf: BatchScanExec, scan: PushableScan, columns: Seq[SourceColumn], key: Expression) {

    /** Whether the row key alone says whether a row has the key. */
    def isKey: Boolean = columns.forall(_.isKey)
  }

  /**
   * The plan with the filter in the scan, or None if there is no such scan, or no filter for it. Between the two are only nodes
   * that make each of their rows of one row of the scan. So a row without the key is missed by nobody but the join.
   *
   * @param key over the output of the plan
   * @param filter given what the key is made of
   */
  def narrowed(plan: SparkPlan, key: Expression)(filter: Origin => Option[Expression]): Option[SparkPlan] =
    for (found <- origin(plan, key); condition <- filter(found))
      yield replaced(plan, found.leaf, withFilters(found.leaf, found.scan, Seq(condition)))

  /**
   * Returns the positions of keys that are the first columns of a row key, in its order. Their values in one row of
   * the other side go together: a list of each column's values alone holds their product. None if there are not
   * two such keys of one scan.
   *
   * @param keys over the output of the plan
   */
  def firstKeyColumns(plan: SparkPlan, keys: Seq[Option[Expression]]): Option[Seq[Int]] = {
    val columns = for {
      (Some(key), position) <- keys.zipWithIndex
      Origin(leaf, _, Seq(column), _: AttributeReference) <- origin(plan, key)
      inKey <- column.keyPosition
    } yield (leaf, inKey, position)
    columns.headOption
      .map { case (leaf, _, _) =>
        val ofLeaf = columns.collect { case (same, inKey, position) if same eq leaf => inKey -> position }.toMap
        Iterator.from(0).map(ofLeaf.get).takeWhile(_.isDefined).flatten.toList
      }
      .filter(_.size > 1)
  }

  private def replaced(plan: SparkPlan, leaf: SparkPlan, by: SparkPlan): SparkPlan = plan match {
    case same if same eq leaf => by
    case join: BroadcastHashJoinExec => withStream(join, replaced(JoinSides(join).stream, leaf, by))
    case other => other.withNewChildren(other.children.map(replaced(_, leaf, by)))
  }

  private def origin(plan: SparkPlan, key: Expression): Option[Origin] = plan match {
    case leaf @ BatchScanExec(_, scan: PushableScan, _, _, _, _) => origin(leaf, scan, key)
    case condition: FilterExec => origin(condition.child, key)
    case project: ProjectExec =>
      val aliases = AttributeMap(project.projectList.collect { case alias: Alias =>
        alias.toAttribute -> alias.child
      })
      origin(project.child, key.transform { case attribute: Attribute => aliases.getOrElse(attribute, attribute) })
    case join: BroadcastHashJoinExec if key.references.subsetOf(JoinSides(join).stream.outputSet) =>
      origin(JoinSides(join).stream, key)
    case _ => None
  }

  /** For one node of a plan: others may read the same scan, and not with these filters. */
  def withFilters(leaf: BatchScanExec, scan: PushableScan, filters: Seq[Expression]): SparkPlan = {
    val all = leaf.runtimeFilters ++ filters
    val narrowed = leaf.copy(scan = scan.alone(TriedKeys.columns(all)), runtimeFilters = all)
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

  private def origin(leaf: BatchScanExec, scan: PushableScan, key: Expression): Option[Origin] = {
    val attributes = key.references.toSeq
    val columns = attributes.flatMap { attribute =>
      val position = leaf.output.indexWhere(_.exprId == attribute.exprId)
      if (position < 0) None else scan.sourceColumn(position).map(attribute.exprId -> _)
    }
    Option.when(key.deterministic && isOfColumns(key) && columns.size == attributes.size) {
      val names = columns.map { case (id, column) => id -> column.name }.toMap
      val ofTable = key.transform { case a: Attribute => AttributeReference(names(a.exprId), a.dataType)(a.exprId) }
      Origin(leaf, scan, columns.map(_._2), ofTable)
    }
  }

  /** Whether it is a tuple of columns, or an expression of one. */
  private def isOfColumns(key: Expression): Boolean = key match {
    case tuple: CreateNamedStruct => tuple.valExprs.forall(_.isInstanceOf[Attribute])
    case other => other.references.size == 1
  }
}
