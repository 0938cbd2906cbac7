package org.apache.spark.sql.hbase

/**
 * The procedures that `CALL system.<name>` runs on the driver. They know the catalog as `HBaseTableCatalog` only.
 * `TableAnalysis` computes the statistics of a table with one query over it.
 */
package object procedure
