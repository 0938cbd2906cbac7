package org.apache.spark.sql.hbase.plan

/**
 * The facts that Spark learns while a query runs and gives to a scan. They are runtime filters, keys of the other side
 * of a join, and the small side of a broadcast join. `PruneByBroadcast` and `PruneOuterSide` use the keys of a side
 * that is broadcast. For a join that Spark shuffles `InjectRuntimeKeyFilters` has `RuntimeKeyFilterExec` read the other
 * side first. A filter of a join is a help: what cannot be pushed is left out. The value of a scalar subquery is a
 * duty: nobody else checks its condition.
 */
package object runtime
