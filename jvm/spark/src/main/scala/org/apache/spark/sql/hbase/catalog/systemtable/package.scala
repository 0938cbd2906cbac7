package org.apache.spark.sql.hbase.catalog

/** The tables about a table: its regions, column families and coprocessors. */
package object systemtable
