package org.apache.spark.sql.hbase.catalog

/**
 * The read-only tables about a table: `t.regions`, `t.families` and `t.coprocessors`. The driver asks HBase for
 * their rows when a query is planned.
 */
package object systemtable
