package org.apache.spark.sql.hbase

/**
 * The procedures that `CALL system.<name>` runs on the driver. They know the catalog as
 * `HBaseTableCatalog` only.
 */
package object procedure
