package org.apache.spark.sql.hbase.plan

/**
 * The facts that Spark learns while a query runs and gives to a scan: runtime filters, keys of the other side of a
 * join, and the small side of a broadcast join.
 */
package object runtime
