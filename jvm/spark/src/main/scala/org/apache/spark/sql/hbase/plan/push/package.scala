package org.apache.spark.sql.hbase.plan

/**
 * The rules that move operators into a scan, one class for each operator; the accesses that they build on are in
 * package `access`. `PushPartialAggregate` groups, with `PushExpand` for
 * ROLLUP, CUBE and several DISTINCTs; `RowsForGrouping` leaves grouping to Spark where it would not reduce rows.
 * `PushTopN` and `PushLimit` know with `RowKeyOrder` in which order rows come anyhow. `PushKeys` limits row keys
 * where the coprocessor is off. `OperatorsInSpark` has the reasons for EXPLAIN.
 */
package object push
