package org.apache.spark.sql.hbase.plan

/**
 * The rules that move operators into a scan, one class for each operator, and the accesses that
 * they build on. `PushedAccess` is a scan with what was pushed down so far.
 */
package object push
