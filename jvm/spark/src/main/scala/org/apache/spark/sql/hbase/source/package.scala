package org.apache.spark.sql.hbase

/**
 * The data source `hbase`: its options, in our words and in those of other connectors,
 * become the definition of a table.
 */
package object source
