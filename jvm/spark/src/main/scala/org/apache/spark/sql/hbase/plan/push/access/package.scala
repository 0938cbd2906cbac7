package org.apache.spark.sql.hbase.plan.push

/**
 * The accesses that the rules push into: how the rows of a table are reached, and what of the query is done on the
 * way. `TableAccess` recognizes a scan in Spark's plan, with its filter and columns. `PushedAccess` is a scan with the
 * operators that were pushed into it so far, and the part that Spark still does above it.
 */
package object access
