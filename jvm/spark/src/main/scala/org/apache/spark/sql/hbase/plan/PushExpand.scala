package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions.AttributeReference
import org.apache.spark.sql.execution.ExpandExec

/**
 * Expands rows where they are, below a partial aggregation: for ROLLUP, CUBE, GROUPING SETS and several DISTINCT columns.
 *
 * {{{
 * HashAggregate(keys=[carrier, gid], partial_count)        BatchScan [carrier, gid, count]
 *   Expand [[carrier, 0], [null, 1]]                         sub-plan: Filter, Project, Expand, Aggregate
 *     Filter [month = 1]
 *       BatchScan [carrier, month]
 * }}}
 *
 * Never without the aggregation: more rows would cross the wire than are in the table.
 */
object PushExpand {

  /** What the aggregation above finds, or why the expansion stays in Spark. */
  def apply(expand: ExpandExec, input: PushedAccess): Either[String, PushedAccess] = {
    val binding = InputBinding.of(input.output)
    val projections = expand.projections.map { projection =>
      CatalystExpressions.all(projection.map(CatalystExpressions.toProto(_, binding)))
    }
    CatalystExpressions.all(projections).map { translated =>
      input
        .adding(SubPlans.expand(translated), s"Expand(${translated.size} rows for each)")
        .copy(output = expand.output.collect { case reference: AttributeReference => reference })
    }
  }
}
