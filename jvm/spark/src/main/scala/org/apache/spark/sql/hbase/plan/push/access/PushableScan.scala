package org.apache.spark.sql.hbase.plan.push.access

import org.apache.spark.sql.connector.read.Scan
import org.apache.spark.sql.hbase.plan.catalyst.{PushdownReport, Refusal}
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, BroadcastJoin, SubPlan, TableLayout}
import org.apache.spark.sql.types.StructType

/**
 * The view that the planner rules have of a scan of an HBase table.
 *
 * Implementations are immutable; refinement returns a new scan.
 */
trait PushableScan extends Scan {

  /** False when `spark.sql.hbase.coprocessor` is off or when this scan already carries pushed-down operators. */
  def acceptsPushdown: Boolean

  /** True when Spark does all the work, but the scan can leave out row keys. */
  def acceptsKeys: Boolean

  /**
   * The table as the engine sees it.
   *
   * @param columns names of the value columns the sub-plan refers to; row-key columns are always included
   */
  def layout(columns: Seq[String]): TableLayout

  /** Columns that are several of [[layout]], as expressions over those, by name. */
  def structs(columns: Seq[String]): Map[String, ProtoExpression]

  /**
   * Returns the scan with a sub-plan that runs where the rows are.
   *
   * @param output what the sub-plan's output columns are to Spark, by position
   */
  def withSubPlan(subPlan: SubPlan, output: StructType, report: PushdownReport): PushableScan

  /**
   * Returns the scan without the row keys that cannot pass.
   *
   * @param conditions a sub-plan of Filters
   * @param texts one per Filter
   */
  def withKeys(conditions: SubPlan, texts: Seq[String]): PushableScan

  /** Bytes of build rows, in wire format, that a sub-plan may hold; 0 if it is not to join. */
  def maxBuildBytes: Long

  /**
   * Gives the joins of the sub-plan their build rows, which are known when the query runs, before the scan plans its
   * partitions. Or says why the engine refuses them; then the scan must not be run.
   *
   * @param joins in the order of the sub-plan's operators
   */
  def learnBuildRows(joins: Seq[BroadcastJoin]): Either[Refusal, Unit]

  /**
   * The table's column that is an output column, if rows may be left out by its values alone. They may not where the
   * scan limits rows or groups them by other columns.
   *
   * @param output position
   */
  def sourceColumn(output: Int): Option[SourceColumn]

  /** True if rows can fail a condition of the scan. */
  def isSelective: Boolean

  /**
   * Returns the reason why Spark should group the rows of a sub-plan that groups them; None if there is no known
   * reason.
   */
  def wastefulGrouping: Option[String]

  /** True if each task yields its rows in the order in which it reports those of the table. */
  def keepsRowKeyOrder: Boolean

  /**
   * Returns a copy of the scan for one node of a plan; the copy may learn at runtime and other nodes do not.
   *
   * @param tried columns whose values it learns of sides of joins that may hold all of them
   */
  def alone(tried: Set[String]): PushableScan

  /** The parts of the query that the scan has pushed down, and their places in its text. */
  def report: PushdownReport

  /** Returns the scan with the reasons why more was not pushed down, for EXPLAIN. */
  def withReport(report: PushdownReport): Scan
}
